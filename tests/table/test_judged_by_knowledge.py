"""Nothing is judged before it is known: late slaps, silent sources, loose times."""

from __future__ import annotations

from pathlib import Path

import pytest

from slamomatic.engine import Choice
from slamomatic.games.slamwich.slaps import FLIGHT_US
from slamomatic.table.seats import Seat
from slamomatic.units.base import Do, Link, What
from slamomatic.units.blame import FORGIVEN_AFTER
from support.table import FOUR, Table

BOTTED = [FOUR[0], FOUR[1], Seat("Cleo", 2, "careful"), Seat("Dan", 3, "careful")]
ON_KEYS = [*FOUR[:3], Seat("Eva", 4)]  # three on the unit, one on a key


def race(table: Table, turn: int) -> list[int]:
    """The seats that must answer the turn player, to the left."""
    return [(turn + step) % len(table.session.seats) for step in (1, 2, 3)]


def test_a_slap_told_a_second_late_is_judged_by_its_own_time(tmp_path: Path) -> None:
    """A furious player's check: I was second, and the table named me last."""
    table = Table(tmp_path)
    turn = table.until_a_pair()
    first, second, third = race(table, turn)
    t_us = table.clock.at_us
    table.pico.known = t_us  # the line of `first` is damaged, and what is known stands still
    table.pico.slap(turn, t_us)
    table.pump(t_us + 1_000)
    table.pico.slap(second, t_us + 300_000)
    table.pico.slap(third, t_us + 400_000)
    table.pump(t_us + 900_000)
    assert table.lost() == []
    table.pico.slap(first, t_us + 150_000)
    table.pico.known = t_us + 950_000
    table.pump(t_us + 950_000)
    assert table.lost() == [third]


def test_after_a_second_players_read_who_is_waited_for(tmp_path: Path) -> None:
    table = Table(tmp_path)
    turn = table.until_a_pair()
    t_us = table.clock.at_us
    table.pico.known = t_us
    table.pico.slap(turn, t_us + 10)
    table.pump(t_us + 999_000)
    assert table.session.waiting_for == ()
    table.pump(t_us + 1_000_010)
    assert list(table.session.waiting_for) == [0, 1, 2, 3]
    table.pico.known = t_us + 1_000_020
    table.pump(t_us + 1_000_020)
    assert table.session.waiting_for == ()


def test_after_three_seconds_the_slap_is_void_and_nobody_is_named(tmp_path: Path) -> None:
    table = Table(tmp_path)
    turn = table.until_a_pair()
    first, second, third = race(table, turn)
    t_us = table.clock.at_us
    table.pico.slap(turn, t_us)
    for number, seat in enumerate((first, second)):
        table.pico.slap(seat, t_us + 100_000 * (number + 1))
    table.pico.known = t_us + 200_000
    table.pump(t_us + 210_000)
    table.pump(t_us + 3_201_001)  # the race would close a millisecond after the last slap
    assert table.lost() == [] and "hands-down" in table.shown
    assert [line for line in table.effects if line["what"] == "void"][-1]["open"]
    assert [notice.what for notice in table.session.troubles.notices] == [What.SILENT]
    assert "Slap again!" in table.session.troubles.notices[0].text
    table.pico.slap(third, t_us + 300_000)  # it was made, and is told after all: it belongs to what is off
    table.pico.known = t_us + 3_300_000
    table.pump(t_us + 3_300_000)
    assert table.lost() == [] and table.turn == turn


def test_after_a_void_the_next_slap_is_judged_as_ever(tmp_path: Path) -> None:
    table = Table(tmp_path)
    turn = table.until_a_pair()
    t_us = table.clock.at_us
    table.pico.slap(turn, t_us)
    table.pico.known = t_us
    table.pump(t_us + 10_000)
    table.pico.notice(What.UNSURE, t_us + 20_000)
    table.pico.known = None
    table.pump(t_us + 20_000)
    for seat in (0, 1, 2, 3):
        table.pico.event(Do.UP, seat, t_us + 30_000)
    table.pump(t_us + 4_000_000)
    again_us = table.clock.at_us
    for number, seat in enumerate((turn, *race(table, turn))):
        table.pico.slap(seat, again_us + 50_000 * number)
    table.pump(again_us + 500_000)
    assert table.lost() == [race(table, turn)[2]]


def test_a_source_that_made_two_slaps_in_a_row_void_counts_as_lost_until_it_was_good_for_a_while(
    tmp_path: Path,
) -> None:
    table = Table(tmp_path)
    table.pump(1_000_000)
    t_us = table.clock.at_us
    table.pico.known = t_us
    table.pico.slap(0, t_us + 1)
    table.pump(t_us + 2)
    table.pump(t_us + 3_000_002)
    assert table.session.missing_unit() == ""
    at_us = table.clock.at_us
    table.pico.slap(1, at_us + 1_000)
    table.pump(at_us + 1_001)
    table.pump(at_us + 3_001_001)
    assert "answers too late" in table.session.missing_unit()
    assert table.session.needs_a_key() == [0, 1, 2, 3]
    table.pico.known = table.clock.at_us
    table.pump(table.clock.at_us + 1)
    assert "answers too late" in table.session.missing_unit(), "one answer is not good for a while"
    table.pico.known = None
    for _ in range(22):
        table.pump(table.clock.at_us + 1_000_000)
    assert table.session.missing_unit() == ""


def test_one_void_between_good_slaps_does_not_put_a_source_out_of_play(tmp_path: Path) -> None:
    table = Table(tmp_path)
    for _ in range(3):
        t_us = table.clock.at_us
        table.pico.known = t_us
        table.slap(0, t_us + 1)
        table.pump(t_us + 2)
        table.pump(t_us + 3_000_002)
        table.pico.known = None
        table.pump(table.clock.at_us + 1_000_000)
        for step in range(FORGIVEN_AFTER):  # somebody is fooled and pays
            table.slap((table.turn + 1 + step) % 4, table.clock.at_us + 1)
            table.pump(table.clock.at_us + 100_000)
            table.pump(table.clock.at_us + 3_000_000)
    assert table.session.missing_unit() == ""


def test_a_bot_takes_the_chair_of_a_silent_paddle_and_play_goes_on(tmp_path: Path) -> None:
    bots = [Seat(name, 1 + number, "careful") for number, name in enumerate(("Ben", "Cleo", "Dan"))]
    table = Table(tmp_path, [FOUR[0], *bots])
    table.pico.known = table.clock.at_us
    table.pump(table.clock.at_us + 500_000)
    lines = len(table.events())
    table.session.leave(0, "careful")
    for _ in range(40):
        table.pump(table.clock.at_us + 500_000)
    assert len(table.events()) > lines + 5


def test_a_unit_that_restarts_leaves_nobody_named_for_slaps_it_may_have_lost(tmp_path: Path) -> None:
    table = Table(tmp_path, ON_KEYS)
    turn = table.until_a_pair()
    others = race(table, turn)
    by_key = next(seat for seat in others if seat == 3) if turn != 3 else None
    if by_key is None:
        pytest.skip("the pair is with the key")
    t_us = table.clock.at_us
    on_unit = [seat for seat in others if seat != by_key]
    table.pico.slap(turn, t_us)
    table.pico.slap(on_unit[0], t_us + 100_000)
    table.pico.known = t_us + 100_000
    table.pump(t_us + 110_000)
    # `on_unit[1]` slaps now, and the unit loses its current before it has told of it.
    table.keys.key(4, True, t_us + 400_000)
    table.pico.notice(What.RESTARTED, t_us + 900_000)
    table.pico.known = None
    table.pump(t_us + 900_000)
    table.pump(t_us + 1_400_000)
    assert table.lost() == []


@pytest.mark.parametrize("frame_us", [150_000, 200_000])
def test_a_key_taken_by_a_slow_frame_is_not_later_than_a_paddle_that_may_have_been_later(
    tmp_path: Path, frame_us: int
) -> None:
    """A key that was pressed at some time since the last look: nobody knows when."""
    table = Table(tmp_path, ON_KEYS)
    turn = table.until_a_pair()
    if turn == 3:
        pytest.skip("the pair is with the key")
    on_unit = [seat for seat in race(table, turn) if seat != 3]
    t_us = table.clock.at_us
    table.keys.polled(t_us + 100_000)
    table.pico.slap(turn, t_us)
    table.pico.slap(on_unit[0], t_us + 50_000)
    # The key is pressed now; the frame that takes it is slow, and meanwhile the last paddle is slapped.
    table.pico.slap(on_unit[1], t_us + 100_000 + frame_us - 30_000)
    table.clock.at_us = t_us + 100_000 + frame_us
    table.keys.key(4, True, table.clock.at_us)
    table.keys.polled(table.clock.at_us)
    table.pump()
    table.keys.polled(table.clock.at_us + 500_000)
    table.pump(table.clock.at_us + 500_000)
    assert table.lost() == [] and "clump" in table.shown


def test_a_key_on_both_sides_of_a_moment_that_matters_costs_nothing_and_players_read_why(
    tmp_path: Path,
) -> None:
    """So soon after a flip, a slap belongs to the pile before it; here nobody knows how soon it was."""
    table = Table(tmp_path, ON_KEYS, "slamwich")
    while "flipped" not in table.shown:
        table.keys.polled(table.clock.at_us)
        table.pump(table.clock.at_us + 1_000)
    slapped_us = table.clock.at_us + FLIGHT_US
    table.keys.polled(slapped_us - 10_000)
    table.clock.at_us = slapped_us + 10_000
    table.keys.key(4, True, table.clock.at_us)
    for _ in range(20):
        table.keys.polled(table.clock.at_us)
        table.pump(table.clock.at_us + 10_000)
    assert "void" in table.shown
    assert "slip" not in table.shown
    (notice,) = table.session.troubles.notices
    assert "Nobody knows if Eva's slap came in time" in notice.text


def test_after_one_slow_frame_the_next_race_is_judged_as_finely_as_before(tmp_path: Path) -> None:
    table = Table(tmp_path, ON_KEYS)
    turn = table.until_a_pair()
    if turn == 3:
        pytest.skip("the pair is with the key")
    t_us = table.clock.at_us
    table.keys.polled(t_us)
    table.clock.at_us = t_us + 150_000
    table.keys.key(4, True, table.clock.at_us)
    table.keys.key(4, False, table.clock.at_us)
    table.keys.polled(table.clock.at_us)
    table.pump()
    for _ in range(30):
        table.keys.polled(table.clock.at_us + 100_000)
        table.pump(table.clock.at_us + 100_000)
    assert table.turn == turn
    t_us = table.clock.at_us
    on_unit = [seat for seat in race(table, turn) if seat != 3]
    table.pico.slap(turn, t_us)
    table.pico.slap(on_unit[0], t_us + 10_000)
    table.pico.slap(on_unit[1], t_us + 20_000)
    table.keys.polled(t_us + 50_000)
    table.keys.key(4, True, t_us + 60_000)
    table.keys.polled(t_us + 200_000)
    table.pump(t_us + 200_000)
    assert table.lost() == [3]


def test_a_slap_that_may_have_begun_with_static_is_too_close_where_both_its_times_name_others(
    tmp_path: Path,
) -> None:
    table = Table(tmp_path)
    turn = table.until_a_pair()
    first, second, third = race(table, turn)
    t_us = table.clock.at_us
    table.pico.slap(turn, t_us)
    table.pico.slap(first, t_us + 50_000)
    # The second contact closed for a moment at 100 ms and for good at 104. The third slap came at 102.
    table.pico.event(Do.DOWN, second, t_us + 100_000, later_us=4_000)
    table.pico.slap(third, t_us + 102_000)
    table.pump(t_us + 500_000)
    assert table.lost() == [] and "clump" in table.shown


def test_a_slap_that_may_have_begun_with_static_is_judged_where_both_its_times_name_the_same(
    tmp_path: Path,
) -> None:
    table = Table(tmp_path)
    turn = table.until_a_pair()
    first, second, third = race(table, turn)
    t_us = table.clock.at_us
    table.pico.slap(turn, t_us)
    table.pico.slap(first, t_us + 50_000)
    table.pico.event(Do.DOWN, second, t_us + 100_000, later_us=4_000)
    table.pico.slap(third, t_us + 110_000)
    table.pump(t_us + 500_000)
    assert table.lost() == [third]


def test_a_slap_from_just_before_a_pause_keeps_its_time(tmp_path: Path) -> None:
    table = Table(tmp_path)
    turn = table.until_a_pair()
    first, second, third = race(table, turn)
    t_us = table.clock.at_us
    for number, seat in enumerate((turn, first, second)):
        table.pico.slap(seat, t_us + 100_000 * number)
    table.pico.known = t_us + 200_000
    table.pump(t_us + 250_000)
    # The line of a slap is damaged, somebody pauses, and the repaired line comes after the pause.
    table.clock.at_us = t_us + 300_000
    table.session.pause()
    table.clock.at_us = t_us + 5_300_000
    table.session.go_on()
    table.pico.slap(third, t_us + 200_900)
    table.pico.known = None
    table.pump(t_us + 5_301_000)
    assert "clump" in table.shown, "less than a millisecond after the other, pause or not"


def test_a_breach_is_in_the_journal(tmp_path: Path) -> None:
    table = Table(tmp_path)
    t_us = table.clock.at_us
    table.pump(t_us + 500_000)
    table.pico.slap(1, t_us + 100_000)  # long after it said to know everything up to here
    table.pump(t_us + 600_000)
    assert [line["note"] for line in table.entries() if "note" in line] == ["unsure"]
    assert table.events() == [("void", None)]


def test_nothing_waits_for_a_unit_that_nobody_slaps(tmp_path: Path) -> None:
    """People on keys beside a connected unit that says nothing: their slaps are judged at once."""
    table = Table(tmp_path, [Seat("Eva", 4), Seat("Finn", 5), Seat("Cleo", 2, "careful")])
    table.pico.known = 0
    t_us = table.clock.at_us + 2_000_000
    table.pump(t_us)
    table.keys.key(5, True, t_us)
    table.pump(t_us)
    assert table.events()[-1] == ("down", 1)  # not a frame later
    assert table.session.units.known_us() == t_us
    assert (table.pico.asked, list(table.session.waiting_for)) == ([], [])
    for _ in range(20):
        table.pump(table.clock.at_us + 250_000)
    assert [entry for entry in table.entries() if entry.get("do") == "void"] == []
    assert table.pico.asked == []


def test_a_lost_unit_is_not_judged_without(tmp_path: Path) -> None:
    table = Table(tmp_path, BOTTED)
    table.pico.known = table.clock.at_us
    table.pico.link = Link.LOST
    for _ in range(60):
        table.pump(table.clock.at_us + 20_000)
    assert [do for do, seat in table.events() if do == "down"] == []


@pytest.mark.parametrize(
    ("from_us", "error_us", "later_us"), [(100_000, 150_000, 0), (-50_000, 300, 300_000)]
)
def test_a_slap_that_may_be_of_the_time_that_was_taken_back_does_not_count(
    from_us: int, error_us: int, later_us: int, tmp_path: Path
) -> None:
    table = Table(tmp_path)
    turn = table.until_a_pair()
    t_us = table.clock.at_us
    table.pump(t_us + 10_000)
    table.pico.notice(What.UNSURE, t_us + 20_000)  # the machine slept
    table.pump(t_us + 20_000)
    # The unit told of it with a doubt of 150 ms: it may have been before the machine woke, or after.
    table.pico.event(Do.DOWN, turn, t_us + from_us, error_us, later_us)
    table.pump(t_us + 300_000)
    assert "hands-down" not in table.shown
    assert "can't say when a slap was" in table.session.troubles.notices[-1].text


# --- a slow computer: a key that nobody can place, and nobody contests ----------------------------------

BOTS_AND_A_KEY = [Seat("Eva", 4), *(Seat(name, n, "careful") for n, name in ((1, "Ben"), (2, "Cleo")))]
TWO_KEYS_AND_A_BOT = [Seat("Eva", 4), Seat("Finn", 5), Seat("Cleo", 2, "careful")]
LONG_FRAME_US = 1_200_000  # far longer than a slap may be unsure


def with_a_pair(home: Path, seats: list[Seat]) -> Table:
    """It is Eva's turn, she holds a pair, and nothing else is going on."""
    for seed in range(1, 60):
        table = Table(home / str(seed), seats, seed=seed)
        if table.turn == 0 and Choice(0, "down") in table.session.legal(0):
            table.keys.polled(table.clock.at_us)
            for _ in range(100):  # the window looks for keys all the time
                table.pump(table.clock.at_us + 10_000)
                table.keys.polled(table.clock.at_us)
            return table
    raise AssertionError("she never holds a pair")


def long_frame(table: Table, *keys: int) -> None:
    """Frames stand still for more than a second; these keys are pressed meanwhile."""
    table.clock.at_us += LONG_FRAME_US
    for key in keys:
        table.keys.key(key, True, table.clock.at_us)
        table.keys.key(key, False, table.clock.at_us)
    table.keys.polled(table.clock.at_us)
    table.pump()


def test_on_a_slow_computer_a_slap_that_nobody_contests_counts(tmp_path: Path) -> None:
    table = with_a_pair(tmp_path, BOTS_AND_A_KEY)
    long_frame(table, 4)
    assert table.session.take_notices() == []
    assert ("down", 0) in table.events() and "hands-down" in table.shown
    for _ in range(60):
        table.keys.polled(table.clock.at_us)
        table.pump(table.clock.at_us + 50_000)
    assert len(table.lost()) == 1 and table.lost() != [0], "the bots saw it at the frame's end"


def test_a_slap_that_another_key_may_have_come_before_is_void(tmp_path: Path) -> None:
    table = with_a_pair(tmp_path, TWO_KEYS_AND_A_BOT)
    long_frame(table, 4, 5)
    assert ("down", 0) not in table.events() and ("down", 1) not in table.events()
    assert "The computer was busy for a moment" in table.session.take_notices()[0].text


def test_a_slap_that_a_bot_s_hand_may_have_come_before_is_void(tmp_path: Path) -> None:
    table = with_a_pair(tmp_path, BOTS_AND_A_KEY)
    table.keys.key(4, True, table.clock.at_us)
    table.pump()
    assert "hands-down" in table.shown
    table.keys.key(4, False, table.clock.at_us)
    table.keys.polled(table.clock.at_us)
    table.pump()
    long_frame(table, 4)  # meanwhile both bots answer
    assert ("down", 0) in table.events()
    assert [event for event in table.events() if event == ("down", 0)] == [("down", 0)]
    assert "The computer was busy for a moment" in table.session.take_notices()[0].text


def test_a_slap_that_may_have_been_before_the_paddles_came_live_is_void(tmp_path: Path) -> None:
    """The rest after a slap ends within the frame: nobody knows on which side of that moment the key was."""
    table = with_a_pair(tmp_path, BOTS_AND_A_KEY)
    table.session.curtain(True)
    table.pump()
    table.session.curtain(False)
    table.pump()
    table.keys.polled(table.clock.at_us + 500_000)
    table.pump(table.clock.at_us + 500_000)
    assert not table.session.view(None)["live"][0]
    long_frame(table, 4)
    assert ("down", 0) not in table.events()
    assert "The computer was busy for a moment" in table.session.take_notices()[0].text
