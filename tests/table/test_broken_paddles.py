"""A paddle that breaks or is missing, or a unit that stays away, costs nobody the game: a key stands in."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slamomatic.table import opening
from slamomatic.table.seats import NOBODY, Seat, colour_of, paddle_of
from slamomatic.units.base import Do, Fault, Link, UnitState, What
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units
from support.page import Page
from support.paused_table import menu_of
from support.played import Played
from support.scripted_unit import HandClock, ScriptedUnit
from support.table import FOUR, Table

BROKEN = 3


@pytest.fixture
def played(tmp_path: Path) -> Played:
    return Played(tmp_path, list(FOUR))


def test_broken_paddle_s_seat_is_told_of_its_key_and_shown_it(played: Played) -> None:
    played.pico.notice(What.FAULT, 100_000, paddle=3)
    played.at(200_000)
    played.at(300_000)
    assert played.scene.alarm == "Dan's paddle is broken. Press M to slap with that key."
    assert any("Dan: slap with key" in words for words in played.words())
    played.keys.key(3, True, 400_000)
    played.at(500_000)
    played.at(600_000)
    assert not any("Dan: slap with key" in words for words in played.words())
    assert played.session.seats_on_keys == {3}


def test_bot_s_paddle_may_break(tmp_path: Path) -> None:
    played = Played(tmp_path, [*FOUR[:3], replace(FOUR[3], bot="careful")])
    played.pico.notice(What.FAULT, 100_000, paddle=3)
    played.at(200_000)
    played.at(300_000)
    assert played.session.needs_a_key() == []


def test_lost_unit_can_be_gone_on_without(played: Played) -> None:
    played.at(100_000)
    played.pico.link = Link.LOST
    played.pico.notice(What.LOST, 150_000)
    played.at(200_000)
    assert played.session.clock.paused
    by_keys = next(item for item in menu_of(played.scene) if "Slap with keys" in item.words)
    played.scene.wish(by_keys.wish)
    played.scene.key("confirm")  # no waiting for the count
    played.at(2_000_000)
    assert not played.session.clock.paused
    played.keys.key(0, True, 2_500_000)
    played.at(2_600_000)
    played.at(2_700_000)
    assert played.session.view(None)["down"][0]


def test_who_goes_while_the_unit_is_lost_leaves_nobody_to_play_without_it(played: Played) -> None:
    played.pico.link = Link.LOST
    played.at(200_000)
    goes = next(item for item in menu_of(played.scene) if item.words.startswith("Dan leaves"))
    played.scene.wish(goes.wish)
    played.scene.wish(menu_of(played.scene)[1].wish)
    played.at(2_000_000)
    assert played.session.people == [0, 1, 2] and played.session.clock.paused
    played.pico.link = Link.CONNECTED
    played.at(3_000_000)
    played.scene.key("confirm")  # no waiting for the count
    assert not played.session.clock.paused


def test_without_keys_at_the_table_none_is_offered(tmp_path: Path) -> None:
    played = Played(tmp_path, list(FOUR), with_keys=False)
    played.pico.event(Do.DOWN, 1, 50_000)
    played.pico.notice(What.FAULT, 100_000, paddle=1)
    played.at(200_000)
    played.at(300_000)
    assert played.session.needs_a_key() == []
    played.scene.pause()
    menu = [item.words for item in menu_of(played.scene)]
    assert "Continue" in menu and "lap with key" not in " ".join(menu)


def test_button_for_a_key_pressed_twice_in_one_slow_frame_moves_its_seat_once(played: Played) -> None:
    played.pico.notice(What.FAULT, 100_000, paddle=3)
    played.at(200_000)
    played.at(300_000)
    button = Page(played.stage, played.scene).place("Dan: slap with key")
    for _ in range(2):
        played.scene.click(button)
    played.at(400_000)
    assert played.session.seats_on_keys == {3}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def break_paddle(pico: ScriptedUnit, monkeypatch: pytest.MonkeyPatch) -> None:
    """The unit has said so already, and only its state still tells."""
    well = pico.state

    def state() -> UnitState:
        return replace(well(), faults=(Fault(BROKEN, "stuck", ""),))

    monkeypatch.setattr(pico, "state", state)


def test_paddle_broken_before_the_game_is_distrusted_from_its_first_moment(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_paddle(table.pico, monkeypatch)
    table.session.close()
    table.session = opening.begin("hands-down", FOUR, table.unit, table.clock, home=tmp_path / "next", seed=3)
    table.pump(100_000)
    assert table.session.needs_a_key() == [BROKEN]


def test_paddle_that_broke_while_the_game_was_left_is_distrusted(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.session.close()
    break_paddle(table.pico, monkeypatch)
    (path,) = (tmp_path / "journals" / "open").glob("*.journal")
    table.session = opening.resume(path, table.unit, table.clock)
    table.pump(100_000)
    assert table.session.needs_a_key() == [BROKEN]


def test_paddle_mended_while_the_game_was_left_is_trusted(table: Table, tmp_path: Path) -> None:
    table.pico.notice(What.FAULT, 100_000, paddle=BROKEN)
    table.pump(200_000)
    table.session.close()
    (path,) = (tmp_path / "journals" / "open").glob("*.journal")
    table.session = opening.resume(path, table.unit, table.clock)
    table.pump(300_000)
    assert table.session.needs_a_key() == []


def test_restarted_unit_says_anew_what_is_still_wrong(table: Table) -> None:
    for paddle in (1, BROKEN):
        table.pico.notice(What.FAULT, 100_000, paddle=paddle)
    table.pump(200_000)
    assert table.session.needs_a_key() == [1, BROKEN]
    table.pico.notice(What.RESTARTED, 300_000)
    table.pico.notice(What.FAULT, 300_000, paddle=1)
    table.pump(400_000)
    assert table.session.needs_a_key() == [1]


def test_fault_that_is_over_as_soon_as_it_is_told_is_over(table: Table) -> None:
    table.pico.notice(What.FAULT, 100_000, paddle=BROKEN)
    table.pico.notice(What.FAULT_OVER, 100_100, paddle=BROKEN)
    table.pump(200_000)
    assert table.session.needs_a_key() == []


def three_paddles() -> ScriptedUnit:
    pico = ScriptedUnit(HandClock())
    pico.fitted = 3
    return pico


def test_fourth_player_of_a_unit_with_three_paddles_slaps_a_key() -> None:
    unit = Units([three_paddles(), KeyboardUnit()])
    paddles = [paddle_of(unit, seat) for seat in FOUR]
    assert paddles == [0, 1, 2, 4 + 3]  # keys are numbered behind the unit's four
    assert [colour_of(unit, paddle) for paddle in paddles] == [0, 1, 2, 3]


def test_without_keys_there_is_no_paddle_to_wait_for() -> None:
    assert paddle_of(Units([three_paddles()]), FOUR[3]) == NOBODY
    assert paddle_of(Units([ScriptedUnit(HandClock())]), FOUR[3]) == 3


def test_a_second_unit_keeps_its_numbers_beside_one_with_three_paddles() -> None:
    unit = Units([three_paddles(), ScriptedUnit(HandClock())])
    assert paddle_of(unit, Seat("Eva", 4)) == 4


def test_players_read_whose_paddle_is_waited_for(played: Played) -> None:
    played.at(100_000)
    played.pico.known = 100_000
    played.pico.slap(2, 150_000)
    played.at(1_300_000)
    assert any(words.startswith("Waiting for the paddles of Ada, Ben") for words in played.words())
