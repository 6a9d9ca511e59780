"""A unit with fewer than four paddles: a player without a paddle slaps a key, or is told to."""

from __future__ import annotations

from slamomatic.table.seats import NOBODY, Seat, colour_of, paddle_of
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units
from support.scripted_unit import HandClock, ScriptedUnit
from support.table import FOUR


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
