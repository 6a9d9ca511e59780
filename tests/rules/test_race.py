"""A race says who was first or last, and only what is certain."""

from __future__ import annotations

from slamomatic.engine.judging import Paddles
from slamomatic.engine.race import LAST, Race, Verdict
from slamomatic.engine.span import Span, exactly

OPENED_US = 5_000_000
MS = 1_000


def paddles(*sources: int, errors_ms: tuple[int, ...] = (0,)) -> Paddles:
    """Three seats; a clump is a millisecond."""
    made = Paddles(3, 1_000, 600)
    made.source = list(sources or (0, 0, 0))
    made.error_us = [ms * MS for ms in errors_ms]
    return made


def race(table: Paddles, place: str = "first", *, ends_ms: int | None = None, **slaps_ms: int) -> Race:
    """All three race from OPENED_US on; slaps as a=100, in milliseconds after that."""
    made = Race(table)
    made.start([0, 1, 2], OPENED_US, place, None if ends_ms is None else OPENED_US + ends_ms * MS)
    for name, ms in slaps_ms.items():
        made.note("abc".index(name), exactly(OPENED_US + ms * MS))
    return made


def end(made: Race) -> Verdict:
    """How it ended; whether in time, and by which window, is asked for elsewhere."""
    return made.finish()._replace(timed_out=False, window_us=0)


def due_ms(made: Race) -> float | None:
    return None if made.due_us is None else (made.due_us - OPENED_US) / MS


def test_the_first_wins_and_in_another_race_the_last_loses() -> None:
    assert end(race(paddles(), b=300, a=302, c=500)) == Verdict(1)
    assert end(race(paddles(), LAST, b=300, a=302, c=500)) == Verdict(2)


def test_too_close_to_tell_is_a_tie() -> None:
    made = race(paddles(), a=300, c=500)
    made.note(1, exactly(OPENED_US + 300 * MS + 999))
    assert end(made) == Verdict(tied=[0, 1])


def test_clocks_that_are_off_tell_nothing_within_their_errors() -> None:
    table = paddles(0, 1, 1, errors_ms=(20, 20))
    assert end(race(table, a=300, b=339, c=600)) == Verdict(tied=[0, 1])
    assert end(race(table, a=300, b=340, c=600)) == Verdict(0)
    assert end(race(table, b=300, c=302, a=600)) == Verdict(1), "one clock's error cancels"


def test_a_race_is_judged_once_nobody_who_waits_can_change_it() -> None:
    assert due_ms(race(paddles(0, 1, 1, errors_ms=(20, 20)), a=300)) == 340
    assert due_ms(race(paddles(), LAST, a=300)) is None
    assert due_ms(race(paddles(), LAST, a=300, b=400)) == 401


def test_a_clock_that_gets_worse_meanwhile_makes_it_wait_longer() -> None:
    table = paddles(0, 1, 1, errors_ms=(0, 0))
    made = race(table, a=300)
    assert due_ms(made) == 301
    table.coarsen(0, 40 * MS)
    assert due_ms(made) == 340
    made.note(1, exactly(OPENED_US + 330 * MS))
    assert due_ms(made) == 331, "the third has lost to the second by then"
    assert end(made) == Verdict(tied=[0, 1])


def test_a_head_start_counts_and_nobody_gets_in_front_of_the_call() -> None:
    table = paddles()
    table.handicap_us = [0, 100 * MS, 0]
    assert end(race(table, a=300, b=390, c=500)) == Verdict(1)
    assert end(race(table, LAST, a=300, b=390, c=310)) == Verdict(2)
    assert due_ms(race(table, a=300)) == 401
    assert end(race(table, a=0, b=50)) == Verdict(tied=[0, 1])


def test_of_one_seat_the_earliest_slap_counts_in_whatever_order_they_come() -> None:
    assert end(race(paddles(), b=300)) == Verdict(1)
    made = race(paddles(), a=310, b=400)
    made.note(1, exactly(OPENED_US + 300 * MS))
    assert end(made) == Verdict(1)


def test_a_limit_ends_it_and_a_slap_that_may_be_on_either_side_is_named() -> None:
    table = paddles(0, 1, 1, errors_ms=(0, 20))
    made = race(table, LAST, ends_ms=2000, a=300)
    assert due_ms(made) == 2020
    assert made.doubtful_times_us(0) == [(OPENED_US + 2000 * MS, OPENED_US + 2020 * MS)]
    assert end(made) == Verdict(tied=[1, 2])
    assert end(race(table, ends_ms=2000)) == Verdict(), "nobody slapped"


def test_who_leaves_takes_part_no_more() -> None:
    made = race(paddles(), b=300)
    made.leave(1)
    assert (made.waits_for, due_ms(made)) == ([0, 2], None)
    made.leave(0)
    made.leave(2)
    assert due_ms(made) == 0 and end(made) == Verdict()


def test_a_void_closes_it_without_a_name() -> None:
    made = race(paddles(), a=300)
    assert made.void() == Verdict(void=True)
    assert not made.open and made.due_us is None and made.waits_for == []


def test_saved_and_loaded_it_goes_on() -> None:
    made = race(paddles(), LAST, ends_ms=2000, a=300, b=400)
    other = Race(paddles())
    other.load(made.save())
    assert (other.due_us, other.waits_for, end(other)) == (made.due_us, [2], Verdict(2))


def test_a_verdict_says_by_which_window_it_was_found() -> None:
    assert race(paddles(), a=300, b=302).finish().window_us == 1 * MS
    table = paddles(0, 1, 1, errors_ms=(20, 20))
    assert race(table, b=300, c=302).finish().window_us == 1 * MS
    assert race(table, a=300, c=302).finish().window_us == 40 * MS
    assert race(paddles(), a=300).finish().window_us == 0, "there was nothing to compare"


def test_a_verdict_says_whether_the_time_was_over() -> None:
    assert race(paddles(), LAST, ends_ms=2000, a=300).finish().timed_out
    assert not race(paddles(), LAST, ends_ms=2000, a=300, b=310).finish().timed_out
    assert not race(paddles(), a=300).finish().timed_out


def test_only_the_slap_that_must_come_in_time_is_held_against_the_limit() -> None:
    made = Race(paddles())
    made.start([0, 1, 2], OPENED_US, LAST, OPENED_US + 2000 * MS, answers=1)
    assert made.doubtful_times_us(0) == [] and made.doubtful_times_us(1) != []
    made.remove_limit()
    assert made.doubtful_times_us(1) == [] and made.due_us is None


def test_a_slap_that_is_told_loosely_may_have_been_at_any_of_its_times() -> None:
    def loose(made: Race) -> Race:
        made.note(0, Span(OPENED_US + 300 * MS, OPENED_US + 310 * MS))
        return made

    assert end(loose(race(paddles(), b=305))) == Verdict(tied=[0, 1])
    assert end(loose(race(paddles(), b=311))) == Verdict(0)
    assert end(loose(race(paddles(), b=299))) == Verdict(1)
    assert due_ms(loose(race(paddles()))) == 311
