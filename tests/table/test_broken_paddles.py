"""A paddle that breaks or a unit that stays away costs nobody the game: the seat's key stands in for it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slamomatic.units.base import Do, Link, What
from support.page import Page
from support.paused_table import menu_of
from support.played import Played
from support.table import FOUR


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
    assert played.sitting.seats_on_keys == {3}


def test_bot_s_paddle_may_break(tmp_path: Path) -> None:
    played = Played(tmp_path, [*FOUR[:3], replace(FOUR[3], bot="careful")])
    played.pico.notice(What.FAULT, 100_000, paddle=3)
    played.at(200_000)
    played.at(300_000)
    assert played.sitting.needs_a_key() == []


def test_lost_unit_can_be_gone_on_without(played: Played) -> None:
    played.at(100_000)
    played.pico.link = Link.LOST
    played.pico.notice(What.LOST, 150_000)
    played.at(200_000)
    assert played.sitting.clock.paused
    by_keys = next(item for item in menu_of(played.scene) if "Slap with keys" in item.words)
    played.scene.wish(by_keys.wish)
    played.scene.key("confirm")  # no waiting for the count
    played.at(2_000_000)
    assert not played.sitting.clock.paused
    played.keys.key(0, True, 2_500_000)
    played.at(2_600_000)
    played.at(2_700_000)
    assert played.sitting.view(None)["down"][0]


def test_who_goes_while_the_unit_is_lost_leaves_nobody_to_play_without_it(played: Played) -> None:
    played.pico.link = Link.LOST
    played.at(200_000)
    goes = next(item for item in menu_of(played.scene) if item.words.startswith("Dan leaves"))
    played.scene.wish(goes.wish)
    played.scene.wish(menu_of(played.scene)[1].wish)
    played.at(2_000_000)
    assert played.sitting.people == [0, 1, 2] and played.sitting.clock.paused
    played.pico.link = Link.CONNECTED
    played.at(3_000_000)
    played.scene.key("confirm")  # no waiting for the count
    assert not played.sitting.clock.paused


def test_without_keys_at_the_table_none_is_offered(tmp_path: Path) -> None:
    played = Played(tmp_path, list(FOUR), with_keys=False)
    played.pico.event(Do.DOWN, 1, 50_000)
    played.pico.notice(What.FAULT, 100_000, paddle=1)
    played.at(200_000)
    played.at(300_000)
    assert played.sitting.needs_a_key() == []
    played.scene.key("pause")
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
    assert played.sitting.seats_on_keys == {3}
