"""Judging slaps: first, last, clumps, live and dark, re-arm, head starts, several sources, hold-back."""

from hypothesis import given
from hypothesis import strategies as st

from rules.races import race_of
from slamomatic.engine.judging import OUT, WAITING, Paddles
from slamomatic.engine.span import exactly
from slamomatic.engine.vocabulary import Event, in_order

REARM_MS = 600
REARM_US = 600_000


def paddles(seats: int = 4, clump_us: int = 1000) -> Paddles:
    return Paddles(seats, clump_us, REARM_MS)


# --- first and last -----------------------------------------------------------------------------------


def test_first_place_is_shared_by_all_closer_than_the_window_to_the_earliest() -> None:
    p = paddles()
    assert race_of(p, [5000, 6000, 9000, OUT]).first() == [0]
    assert race_of(p, [5000, 5999, 6500, OUT]).first() == [0, 1]
    assert sorted(race_of(p, [5999, 5000, 5998, 6001]).first()) == [0, 1, 2]
    assert race_of(p, [OUT, WAITING, OUT, WAITING]).first() == []
    assert race_of(p, [7000, 7000, WAITING, OUT]).first() == [0, 1]


def test_last_place_is_shared_by_all_closer_than_the_window_to_the_latest() -> None:
    p = paddles()
    assert race_of(p, [5000, 6000, 7000, OUT]).last() == [2]
    assert sorted(race_of(p, [5000, 6001, 7000, OUT]).last()) == [1, 2]
    assert sorted(race_of(p, [6500, 6001, 7000, 5999]).last()) == [0, 1, 2]
    assert race_of(p, [OUT] * 4).last() == []


def test_exactly_the_window_apart_is_apart() -> None:
    p = paddles()
    assert p.surely_before(0, exactly(1000), 1, exactly(2000))
    assert not p.surely_before(0, exactly(1000), 1, exactly(1999))
    assert race_of(p, [1000, 2000, OUT, OUT]).last() == [1]


def test_without_a_window_only_the_same_microsecond_is_a_tie() -> None:
    p = paddles(clump_us=0)
    assert sorted(race_of(p, [5, 7, 7, OUT]).last()) == [1, 2]
    assert race_of(p, [5, 7, 8, OUT]).last() == [2]
    assert not p.surely_before(0, exactly(5), 1, exactly(5))


def test_who_has_not_slapped_is_later_than_all() -> None:
    assert race_of(paddles(), [5000, WAITING, 90_000, OUT]).last() == [1]
    assert race_of(paddles(), [5000, WAITING, 90_000, WAITING]).last() == [1, 3]


def test_a_race_closes_a_window_after_the_last_but_one() -> None:
    p = paddles()
    assert race_of(p, [5000, WAITING, WAITING, OUT]).closes_us is None
    assert race_of(p, [5000, 8000, WAITING, OUT]).closes_us == 9000
    assert race_of(p, [5000, 8000, 7000, OUT]).closes_us == 8000
    assert race_of(p, [WAITING, OUT, OUT, OUT]).closes_us is None


def test_a_seats_earliest_slap_counts_in_any_order_of_delivery() -> None:
    race = race_of(paddles(), [WAITING, OUT, WAITING, OUT])
    assert race.note(0, exactly(700))
    assert race.note(0, exactly(600))
    assert not race.note(0, exactly(650))
    assert not race.note(1, exactly(100))
    assert race.times_us == [600, OUT, WAITING, OUT]
    assert race.waits_for == [2]


def test_all_who_slapped_are_ordered_in_groups() -> None:
    assert race_of(paddles(), [9000, 5000, 5500, 12_000]).order() == [[1, 2], [0], [3]]
    assert race_of(paddles(), [OUT, WAITING, 5500, OUT]).order() == [[2]]


@given(st.permutations(range(4)), st.lists(st.integers(0, 5000), min_size=4, max_size=4))
def test_no_paddle_is_favoured(seats: list[int], times: list[int]) -> None:
    """Seats make no difference: the same times give the same first and last."""
    p = paddles()
    moved = [0] * 4
    for seat, to in enumerate(seats):
        moved[to] = times[seat]
    assert {seats[seat] for seat in race_of(p, times).first()} == set(race_of(p, moved).first())
    assert {seats[seat] for seat in race_of(p, times).last()} == set(race_of(p, moved).last())
    assert race_of(p, times).closes_us == race_of(p, moved).closes_us


def test_between_two_sources_the_window_is_at_least_the_sum_of_their_errors() -> None:
    p = paddles()
    p.source, p.error_us = [0, 0, 1, 1], [400, 16_000]
    assert p.window_us(0, 1) == 1000
    assert p.window_us(2, 3) == 1000
    assert p.window_us(0, 2) == p.window_us(2, 0) == 16_400
    assert sorted(race_of(p, [OUT, 20_000, 30_000, OUT]).last()) == [1, 2]
    assert race_of(p, [OUT, OUT, 20_000, 30_000]).last() == [3]
    assert race_of(p, [5000, OUT, WAITING, OUT]).closes_us == 21_400
    p.error_us = [100, 200]
    assert p.window_us(0, 2) == 1000


def test_a_head_start_is_taken_off_but_never_to_before_the_opening() -> None:
    p = paddles()
    p.handicap_us = [0, 200_000, 0, 0]
    assert p.after_head_start(1, exactly(900_000), exactly(500_000)) == exactly(700_000)
    assert p.after_head_start(1, exactly(600_000), exactly(500_000)) == exactly(500_000)
    assert p.after_head_start(0, exactly(600_000), exactly(500_000)) == exactly(600_000)


def test_a_race_waits_for_the_head_start_of_the_missing() -> None:
    p = paddles()
    p.handicap_us = [0, 200_000, 0, 0]
    assert race_of(p, [5000, WAITING, 8000, OUT]).closes_us == 209_000
    assert race_of(p, [5000, 206_000, WAITING, OUT]).closes_us == 7000


# --- live and dark --------------------------------------------------------------------------------------


def test_paddles_are_live_at_first() -> None:
    p = paddles()
    assert p.live == [True] * 4
    assert p.due_us is None
    assert p.press(1, 100)


def test_dark_paddles_come_live_once_all_are_up_and_quiet() -> None:
    p = paddles()
    p.press(1, 100)
    assert p.darken(200) == [0, 1, 2, 3]
    assert not p.press(2, 300)
    p.lift(2, 400_000)
    p.lift(1, 500_000)
    assert p.due_us == 500_000 + REARM_US
    assert p.wake_rested(1_100_000) == ([0, 1, 2, 3], [])
    assert p.live == [True] * 4
    assert p.due_us is None


def test_any_press_restarts_the_re_arm_time() -> None:
    p = paddles()
    p.darken(0)
    assert p.due_us == REARM_US
    p.press(3, 500_000)
    p.lift(3, 510_000)
    assert p.due_us == 510_000 + REARM_US


def test_a_touching_hand_keeps_them_dark_too() -> None:
    p = paddles()
    p.darken(0)
    p.touch(3, 100)
    assert p.due_us == 100 + 3_000_000
    p.release(3, 200_000)
    assert p.due_us == 200_000 + REARM_US


def test_a_paddle_still_down_after_three_seconds_is_named_and_left_out() -> None:
    p = paddles()
    p.press(2, 0)
    p.darken(1000)
    assert p.due_us == 3_001_000
    assert p.wake_rested(3_001_000) == ([0, 1, 3], [2])
    assert p.live == [True, True, False, True]
    assert p.due_us is None


def test_a_named_paddle_counts_again_after_its_next_up() -> None:
    p = paddles()
    p.press(2, 0)
    p.darken(1000)
    p.wake_rested(3_001_000)
    p.lift(2, 9_000_000)
    assert p.live == [True] * 4
    assert not p.named[2]
    p.press(2, 9_500_000)
    p.darken(9_600_000)
    p.wake_rested(12_600_000)
    p.darken(13_000_000)
    p.lift(2, 13_100_000)
    assert p.due_us == 13_000_000 + REARM_US, "its coming up does not restart the wait"
    assert not p.live[2]


def test_a_faulty_paddle_is_not_waited_for() -> None:
    p = paddles()
    p.press(2, 0)
    p.faulty[2] = True
    p.darken(1000)
    assert p.due_us == 1000 + REARM_US
    assert p.wake_rested(601_000) == ([0, 1, 3], [])


def test_nothing_comes_live_while_a_choice_is_pending_or_the_curtain_is_up() -> None:
    p = paddles()
    p.hold(True, 0)
    p.darken(0)
    assert p.due_us is None
    p.hold(False, 5_000_000)
    assert p.due_us == 5_000_000 + REARM_US
    p.curtain = True
    assert p.due_us is None


def test_some_may_stay_live_while_the_others_are_dark() -> None:
    p = paddles()
    assert p.darken(0, keep=[1]) == [0, 2, 3]
    assert p.press(1, 10)
    assert not p.press(0, 20)
    p.wake([0])
    assert p.live == [True, True, False, False]


def test_one_seats_slap_leaves_the_others_live() -> None:
    p = paddles()
    p.press(1, 1000)
    assert p.darken_seat(1, 1000)
    assert p.live == [True, False, True, True]
    p.press(2, 5000)  # somebody else's press does not restart his wait
    p.lift(1, 100_000)
    p.press(3, 400_000)
    assert p.due_us == 100_000 + REARM_US
    assert p.wake_rested(700_000) == ([1], [])


def test_each_seat_waits_for_its_own_quiet() -> None:
    p = paddles()
    for seat, t_us in ((1, 1000), (2, 300_000)):
        p.press(seat, t_us)
        p.darken_seat(seat, t_us)
        p.lift(seat, t_us)
    assert p.wake_rested(601_000) == ([1], [])
    assert p.due_us == 900_000
    p.press(2, 700_000)
    p.press(1, 2_000_000)
    p.darken_seat(1, 2_000_000)
    assert p.due_us == 3_700_000
    assert p.wake_rested(3_700_000) == ([], [2])
    assert p.wake_rested(5_000_000) == ([], [1])


def test_one_seats_paddle_left_down_is_named_and_does_not_count() -> None:
    p = paddles()
    p.press(1, 1000)
    p.darken_seat(1, 1000)
    assert p.due_us == 3_001_000
    assert p.wake_rested(3_001_000) == ([], [1])
    assert p.due_us is None
    p.lift(1, 4_000_000)
    assert p.live == [True] * 4


def test_who_left_is_neither_waited_for_nor_woken() -> None:
    p = paddles()
    p.absent[2] = True
    p.press(2, 0)
    p.darken(0)
    assert p.due_us == REARM_US
    assert p.wake_rested(REARM_US) == ([0, 1, 3], [])
    assert p.due_us is None


# --- order ---------------------------------------------------------------------------------------------


def test_events_leave_in_time_order_whatever_order_they_came_in() -> None:
    slaps = [Event("down", seat, t_us) for seat, t_us in ((2, 300), (0, 100), (1, 200), (3, 400))]
    assert [event.seat for event in in_order(slaps, 4)] == [0, 1, 2, 3]


def test_within_one_instant_places_are_counted_from_the_player_to_move() -> None:
    slaps = [Event("down", seat, 5) for seat in (0, 1, 2, 3)]
    assert [event.seat for event in in_order(slaps, 4, first_seat=2)] == [2, 3, 0, 1]


def test_within_one_instant_hands_leave_before_they_touch_slap_or_choose() -> None:
    words = ["pass", "down", "touch", "up", "time"]
    events = [Event(do, 0, 5) for do in words]
    assert [event.do for event in in_order(events, 4)] == ["up", "touch", "down", "pass", "time"]


@given(st.permutations([(seat, t_us) for seat in range(4) for t_us in (100, 100 + seat, 200)]))
def test_any_delivery_order_leaves_in_the_same_order(slaps: list[tuple[int, int]]) -> None:
    events = in_order([Event("down", seat, t_us) for seat, t_us in slaps], 4)
    out = [(event.t_us, event.seat) for event in events]
    assert out == sorted(out)


def test_who_was_certainly_beaten_shares_no_place_with_a_coarser_clock() -> None:
    """Seat 0 is told first and last by a phone; between the exact others the order is known."""
    p = Paddles(3, 1000, 600)
    p.source, p.error_us = [1, 0, 0], [0, 30_000]
    assert race_of(p, [0, 5_000, 20_000]).first() == [0, 1]
    assert race_of(p, [40_000, 20_000, 35_000]).last() == [0, 2]
