"""Rules, settings and codes lie over the table: meanwhile the unit's events still reach the game."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from slamomatic.screen.scene import Scene
from slamomatic.screen.scenes.codes import CodesScene
from slamomatic.screen.scenes.help import HelpScene
from slamomatic.screen.scenes.history import HistoryScene
from slamomatic.screen.scenes.result import ResultScene
from slamomatic.screen.scenes.settings import SettingsScene
from slamomatic.units.base import NO_PADDLE, Do, Link, PaddleEvent, What
from support.played import Played

Over = Callable[[Played], Scene]


def no_code(seat: int) -> tuple[tuple[bool, ...], ...]:
    """Nobody scans one here."""
    raise AssertionError(seat)


def rules(played: Played) -> Scene:
    return HelpScene(played.stage, played.session.name, played.scene)


def settings(played: Played) -> Scene:
    return SettingsScene(played.stage, played.scene)


def codes(played: Played) -> Scene:
    return CodesScene(played.stage, played.session, no_code, played.scene)


def history(played: Played) -> Scene:
    return HistoryScene(played.stage, played.scene)


def result(played: Played) -> Scene:
    return ResultScene(played.stage, played.session.outcome())


over_the_table = pytest.mark.parametrize("over", [rules, settings, codes])


def laid_over(played: Played, over: Over) -> Scene:
    played.scene.key("pause")
    scene = over(played)
    played.stage.scene = scene
    return scene


def hear(played: Played, scene: Scene, t_us: int) -> None:
    """As the window does for a scene that does not drain the unit itself."""
    played.stage.clock.at_us = t_us
    assert not scene.drains_unit
    scene.news(played.stage.unit.drain())


def play_on(played: Played, from_us: int, until_us: int) -> None:
    played.stage.scene = played.scene
    played.at(from_us)
    played.scene.key("pause")
    played.scene.key("confirm")  # no waiting for the count
    for t_us in range(from_us, until_us, 100_000):
        played.at(t_us)


@over_the_table
def test_hand_that_came_up_meanwhile_pays_nothing(played: Played, over: Over) -> None:
    turn = played.session.view(None)["turn"]
    fooled = (turn + 1) % 4
    played.pico.event(Do.DOWN, fooled, 1_000_000)
    played.at(1_100_000)
    scene = laid_over(played, over)
    played.pico.event(Do.UP, fooled, 2_000_000)
    hear(played, scene, 2_000_000)
    play_on(played, 3_000_000, 10_000_000)
    assert not played.session.view(None)["down"][fooled]
    before = played.session.view(None)["hands"]
    played.pico.event(Do.DOWN, turn, 10_000_000)
    played.at(10_100_000)
    assert played.session.view(None)["hands"] == before


@over_the_table
def test_slap_is_void_when_the_unit_was_lost_meanwhile(played: Played, over: Over) -> None:
    played.pico.event(Do.DOWN, played.session.view(None)["turn"], 1_000_000)
    played.at(1_050_000)
    assert played.session.view(None)["open"]
    scene = laid_over(played, over)
    played.pico.link = Link.LOST
    played.pico.notice(What.LOST, 2_000_000)
    hear(played, scene, 2_000_000)
    played.pico.link = Link.CONNECTED
    played.pico.notice(What.RESTARTED, 3_000_000)
    hear(played, scene, 3_000_000)
    play_on(played, 3_100_000, 3_400_000)
    assert not played.session.view(None)["open"]


@pytest.mark.parametrize("over", [rules, settings, codes, history, result])
def test_next_button_of_a_unit_is_heard_once_in_every_scene(
    played: Played, over: Over, monkeypatch: pytest.MonkeyPatch
) -> None:
    pressed: list[PaddleEvent] = []
    monkeypatch.setattr(played.stage, "next_button", pressed.append)
    scene = laid_over(played, over)
    played.pico.event(Do.NEXT, NO_PADDLE, 1_000_000)
    hear(played, scene, 1_000_000)
    assert len(pressed) == 1
    play_on(played, 1_100_000, 1_300_000)
    assert len(pressed) == 1, "the table does not hear it a second time"
