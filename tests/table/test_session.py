"""One session: events in order of time, each in the journal first; lost units, bots that take over, resumed
games."""

from __future__ import annotations

import errno
import os
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from slamomatic.engine import Choice
from slamomatic.errors import UserError
from slamomatic.table import opening
from slamomatic.table.clock import StoppedClock
from slamomatic.table.seats import NOBODY, Seat, paddle_of, sources_of
from slamomatic.units.base import Do, Link, What
from slamomatic.units.keyboard import KEY_ERROR_US, KeyboardUnit
from slamomatic.units.merge import Units
from support.journal_outcome import of_journal
from support.scripted_unit import ScriptedUnit
from support.table import FOUR, Table


def test_slaps_are_played_by_their_time_not_by_their_arrival(tmp_path: Path) -> None:
    table = Table(tmp_path)
    others = [seat for seat in range(4) if seat != table.turn]
    for number, seat in enumerate(reversed(others)):
        table.pico.event(Do.DOWN, seat, 1_000_000 - 10_000 * number)
    table.pump(2_000_000)
    downs = [seat for do, seat in table.events() if do == "down"]
    assert downs == others


def test_nothing_is_judged_while_an_earlier_slap_may_still_be_on_its_way(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.pico.event(Do.DOWN, 0, 1_000_000)
    table.pico.known = 999_999
    table.pump(1_500_000)
    assert table.events() == []
    assert table.pico.asked[-1] == 1_000_000
    table.pico.known = 1_000_000
    table.pump(1_500_001)
    assert table.events() == [("down", 0)]


def test_every_event_is_in_the_journal_before_its_effects_are_handed_out(tmp_path: Path) -> None:
    table = Table(tmp_path)
    written: list[int] = []
    take = table.session.take_moments
    table.session.take_moments = lambda: (written.append(len(table.events())), take())[1]  # type: ignore[method-assign, func-returns-value]
    table.slap(1, 500_000)
    table.pump(900_000)
    assert written[-1] == len(table.events()) >= 2


def test_journal_replays_to_the_state_on_the_table(tmp_path: Path) -> None:
    bots = [replace(seat, bot="to-win") for seat in FOUR]
    table = Table(tmp_path, bots)
    while not table.session.over:
        wakes_us = table.session.wakes_at_us()
        assert wakes_us is not None
        table.pump(max(table.clock.at_us + 1, wakes_us))
    assert of_journal(table.entries()) == table.session.outcome()


def test_lost_unit_voids_the_open_slap_and_nothing_is_paid(tmp_path: Path) -> None:
    table = Table(tmp_path, FOUR, options={"paper": True})
    hands = table.session.view(None)["race"]
    table.slap(table.turn, 1_000_000)
    table.pump(1_100_000)
    assert table.session.view(None)["open"]
    table.pico.notice(What.LOST, 1_150_000)
    table.pico.link = Link.LOST
    table.session.pause()
    table.pump(5_000_000)
    assert table.session.missing_unit() == "plug it in"
    table.pico.link = Link.CONNECTED
    table.session.go_on()
    table.pump(5_100_000)
    assert not table.session.view(None)["open"]
    assert table.session.view(None)["race"] == hands
    assert "lost" not in table.shown


def test_time_stands_still_in_a_pause_and_slaps_in_it_are_nothing(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.session.pause()
    before = table.events()
    table.slap(table.turn, 1_000_000)
    table.pump(60_000_000)
    table.session.go_on()
    table.pump(60_010_000)
    assert table.events() == before
    table.slap(table.turn, 60_020_000)
    table.pump(60_200_000)
    assert [line["t_us"] for line in table.entries() if line.get("do") == "down"] == [20_000]


def test_hand_that_came_up_in_a_pause_is_not_waited_for_after_it(tmp_path: Path) -> None:
    table = Table(tmp_path)
    for paddle in (0, 1):
        table.pico.event(Do.DOWN, paddle, 1_000_000)
    table.pump(1_100_000)
    table.session.pause()
    table.pico.event(Do.UP, 0, 2_000_000)
    table.pump(3_000_000)
    table.session.go_on()
    table.pump(3_100_000)
    assert table.session.view(None)["down"] == [False, True, False, False]


@pytest.mark.parametrize("what", [What.RESTARTED, What.GONE])
def test_hands_are_forgotten_with_what_the_unit_has_lost(tmp_path: Path, what: What) -> None:
    table = Table(tmp_path)
    table.pico.event(Do.DOWN, 0, 1_000_000)
    table.pump(1_100_000)
    table.pico.notice(what, 2_000_000)
    table.pump(2_100_000)
    assert not any(table.session.view(None)["down"])


def test_result_of_a_resumed_game_counts_the_slaps_before_it_was_left(tmp_path: Path) -> None:
    bots = [replace(seat, bot="to-win") for seat in FOUR]
    table = Table(tmp_path, bots)
    while not table.session.outcome().reactions:
        table.pump(max(table.clock.at_us + 1, table.session.wakes_at_us() or 0))
    before = table.session.outcome()
    table.session.close()
    (path,) = (tmp_path / "journals" / "open").glob("*.journal")
    assert opening.resume(path, table.unit, table.clock).outcome().reactions == before.reactions


def test_resumed_game_tells_nothing_of_yesterday_as_news(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.pico.event(Do.DOWN, 2, 1_000_000)
    table.pump(1_100_000)
    stood = table.session.view(None)
    table.session.close()
    (path,) = (tmp_path / "journals" / "open").glob("*.journal")
    again = opening.resume(path, table.unit, table.clock)
    assert again.view(None) == stood
    assert again.take_moments() == []


def test_slap_that_was_open_when_the_table_went_away_is_void_and_nobody_pays(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.slap(table.until_a_pair(), table.clock.at_us)
    table.pump(table.clock.at_us + 100_000)
    assert table.session.view(None)["asked"]
    table.session.close()
    (path,) = (tmp_path / "journals" / "open").glob("*.journal")
    table.session = opening.resume(path, table.unit, table.clock)
    table.pump(table.clock.at_us + 10_000_000)
    assert "void" in table.shown and "lost" not in table.shown
    assert not table.session.view(None)["asked"]


def test_resumed_game_waits_for_no_hand_of_yesterday(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.pico.event(Do.DOWN, 2, 1_000_000)
    table.pump(1_100_000)
    table.session.close()
    (path,) = (tmp_path / "journals" / "open").glob("*.journal")
    again = opening.resume(path, table.unit, table.clock)
    table.clock.at_us += 100_000
    again.pump()
    assert not any(again.view(None)["down"])


def test_fault_of_a_paddle_reaches_the_game_as_its_seat(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.pico.notice(What.FAULT, 100_000, paddle=2)
    table.pump(200_000)
    table.pico.notice(What.FAULT_OVER, 300_000, paddle=2)
    table.pump(400_000)
    faults = [(line["seat"], line["on"]) for line in table.entries() if line.get("do") == "fault"]
    assert faults == [(2, True), (2, False)]


def test_seat_with_a_broken_paddle_slaps_by_its_key_from_the_press_on(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.pico.event(Do.DOWN, 2, 50_000)
    table.pico.notice(What.FAULT, 100_000, paddle=2)
    table.pump(200_000)
    assert table.session.needs_a_key() == [2]
    table.keys.key(2, True, 300_000)
    table.pump(400_000)
    table.keys.key(2, False, 400_000)
    table.pump(2_300_000)
    assert ("source", 2) in table.events()
    assert table.events().count(("down", 2)) == 1, "the press that says so is no slap"
    assert table.session.needs_a_key() == []
    assert table.session.seats_on_keys == {2}
    assert table.session.view(None)["live"] == [True] * 4
    table.keys.key(2, True, 2_400_000)
    table.pico.event(Do.DOWN, 2, 2_400_001)
    table.pump(2_600_000)
    assert table.events().count(("down", 2)) == 2, "and the broken paddle is heard no more"


def test_key_that_stands_in_still_does_after_a_resume(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.pico.notice(What.FAULT, 100_000, paddle=1)
    table.pump(200_000)
    table.session.use_key(1)
    table.pump(300_000)
    table.session.close()
    (path,) = (tmp_path / "journals" / "open").glob("*.journal")
    assert opening.resume(path, table.unit, table.clock).seats_on_keys == {1}


def test_seats_of_a_lost_unit_can_go_on_by_keys(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.pico.link = Link.LOST
    assert table.session.needs_a_key() == [0, 1, 2, 3]
    for seat in range(4):
        table.session.use_key(seat)
    assert table.session.missing_unit() == ""


def test_seat_slaps_with_one_source_only(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.keys.key(0, True, 1_000_000)
    table.pump(2_000_000)
    assert table.events() == []


def test_seats_beyond_the_paddles_play_on_keys_and_both_errors_count(tmp_path: Path) -> None:
    six = [*FOUR, Seat("Eva", 4), Seat("Finn", 5, "random")]
    table = Table(tmp_path, six, "slamwich")
    where = sources_of(table.unit, six)
    assert where.paddles == (0, 1, 2, 3, 8, NOBODY)
    assert where.per_seat == (0, 0, 0, 0, 1, 2)
    assert [state.error_us for state in where.states] == [300, KEY_ERROR_US, 0]


def test_clump_window_is_never_under_the_blind_time_of_the_coarsest_source(tmp_path: Path) -> None:
    clock = StoppedClock()
    keys = Units([KeyboardUnit(clock=clock)], clock=clock)
    keys.start()
    session = opening.begin("hands-down", FOUR, keys, clock, home=tmp_path)
    assert session.options["clump_us"] == keys.state().blind_us == 8_000
    session.close()
    assert Table(tmp_path / "pico").session.options["clump_us"] == 1_000


def test_bot_takes_the_seat_of_who_leaves_and_stays_after_a_resume(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.session.leave(1, "careful")
    table.pump(3_000_000)
    table.session.close()
    (path,) = (tmp_path / "journals" / "open").glob("*.journal")
    again = opening.resume(path, table.unit, table.clock)
    assert [seat.bot for seat in again.seats] == ["", "careful", "", ""]
    assert again.people == [0, 2, 3]


def test_resume_with_coarser_keys_is_refused_and_the_game_is_kept(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.session.close()
    clock = StoppedClock()
    keys = Units([KeyboardUnit(clock=clock)], clock=clock)
    keys.start()
    (path,) = (tmp_path / "journals" / "open").glob("*.journal")
    with pytest.raises(UserError, match="the game is kept"):
        opening.resume(path, keys, clock)
    assert opening.resume(path, table.unit, table.clock).view(None) == table.session.view(None)


def test_game_that_found_no_room_to_resume_can_be_resumed_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal is released; otherwise it would stay open for as long as this window runs."""
    table = Table(tmp_path)
    table.session.close()
    (path,) = (tmp_path / "journals" / "open").glob("*.journal")

    def full(fd: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(os, "write", full)
        with pytest.raises(UserError):
            opening.resume(path, table.unit, table.clock)
    assert opening.resume(path, table.unit, table.clock).view(None) == table.session.view(None)


def test_refused_choice_is_told_and_not_written(tmp_path: Path) -> None:
    table = Table(tmp_path)
    wrong = (table.turn + 1) % 4
    table.session.choose(Choice(wrong, "pass"))
    table.pump(1_000)
    table.pump(2_000)
    assert table.session.take_refusals()[0][0] == wrong
    assert table.events() == []


def test_lights_show_what_everybody_may_know(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.pump(1_000)
    assert len({tuple(colours) for colours in table.pico.lit}) == 1
    table.pico.event(Do.DOWN, (table.turn + 1) % 4, 700_000)
    table.pump(800_000)
    assert table.pico.lit[-1] != table.pico.lit[0]


@pytest.mark.parametrize("bot", ["", "careful"])
def test_cards_fall_by_themselves_at_the_pace_that_was_set(tmp_path: Path, bot: str) -> None:
    for pace_ms in (900, 2000):
        table = Table(tmp_path / str(pace_ms), [replace(seat, bot=bot) for seat in FOUR], "slamwich")
        table.session.automatic.pace_ms = pace_ms
        fell_us: list[int] = []
        while len(fell_us) < 6:
            wakes_us = table.session.wakes_at_us()
            assert wakes_us is not None
            table.pump(max(table.clock.at_us + 1, wakes_us))
            fell_us = [line["t_us"] for line in table.entries() if line.get("do") == "flip"]
        delays_us = [later - earlier for earlier, later in pairwise(fell_us)]
        assert all(delay_us >= 0.75 * pace_ms * 1000 for delay_us in delays_us)
        assert min(delays_us) <= 1.25 * pace_ms * 1000 + 1000


def test_paddle_of_a_silent_unit_is_taken_by_its_key() -> None:
    clock = StoppedClock()
    pico = ScriptedUnit(clock)
    pico.link = Link.SEARCHING
    unit = Units([pico, KeyboardUnit(clock=clock)], clock=clock)
    unit.start()
    assert paddle_of(unit, FOUR[2]) == 6
    pico.link = Link.CONNECTED
    assert paddle_of(unit, FOUR[2]) == 2
