"""When no slap can count, no paddle looks live, on the screen or by its light: after a game, in a pause."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slamomatic import engine
from slamomatic.engine import Game, Setup
from slamomatic.face.paddle import PaddleArt
from slamomatic.screen.gallery import NAMES, BareStage
from slamomatic.screen.scenes.recording import NoJournal
from slamomatic.screen.scenes.table import TableScene
from slamomatic.table.moment import UNLIT, lights_of
from slamomatic.table.seats import Seat
from slamomatic.table.sitting import Sitting
from support.table import Table

SIZE = (800, 480)


def ended(name: str) -> Game:
    """A game that ended with every paddle live and one hand down."""
    game = engine.new(name, Setup(engine.find(name).SEATS[0], 1))
    state = game.to_json()
    state["over"], state["turn"], state["winners"] = True, None, [0]
    state["paddles"]["live"] = [True] * game.seats
    state["paddles"]["down"] = [index == 0 for index in range(game.seats)]
    return type(game).from_json(state)


@pytest.mark.parametrize("name", engine.GAMES)
def test_after_the_game_every_paddle_is_dark(name: str, tmp_path: Path) -> None:
    game, stage = ended(name), BareStage(tmp_path)
    seats = [Seat(NAMES[seat], seat) for seat in range(game.seats)]
    scene = TableScene(stage, Sitting(game, seats, stage.unit, NoJournal(), stage.clock))
    paddles = [s.art for s in stage.easel(scene, SIZE).sprites if isinstance(s.art, PaddleArt)]
    assert len(paddles) == game.seats
    assert not any(paddle.live for paddle in paddles)
    view = game.view(None)
    assert lights_of(view, seats, 6) == (UNLIT,) * 6
    assert lights_of({**view, "over": False}, seats, 6) != (UNLIT,) * 6


def test_lights_go_dark_in_a_pause_and_come_back(tmp_path: Path) -> None:
    table = Table(tmp_path)
    live = table.pico.lit[-1]
    table.sitting.pause()
    table.pump(500_000)
    assert set(table.pico.lit[-1]) == {UNLIT}
    table.sitting.go_on()
    table.pump(600_000)
    assert table.pico.lit[-1] == live != (UNLIT,) * 4


def test_no_paddle_looks_live_in_a_pause(tmp_path: Path) -> None:
    game, stage = engine.new("hands-down", Setup(4, 1)), BareStage(tmp_path)
    seats = [Seat(NAMES[seat], seat) for seat in range(4)]
    scene = TableScene(stage, Sitting(game, seats, stage.unit, NoJournal(), stage.clock))

    def live() -> list[bool]:
        sprites = stage.easel(scene, SIZE).sprites
        return [sprite.art.live for sprite in sprites if isinstance(sprite.art, PaddleArt)]

    assert live() == [True] * 4
    scene.pause()
    assert live() == [False] * 4
    scene.key("pause")
    assert live() == [False] * 4, "it counts down from three"
    scene.key("confirm")
    assert live() == [True] * 4


def test_nothing_is_lit_for_a_bot() -> None:
    view = engine.new("hands-down", Setup(3, 1)).view(None)
    seats = [Seat("Ada", 0), replace(Seat("Ben", 1), bot="easy"), Seat("Cleo", 2)]
    lit = lights_of(view, seats, 4)
    assert [colour != UNLIT for colour in lit] == [True, False, True, False]
