"""The end of a game: what broke a tie, Yahtzee's chance cards one by one, and then every paddle is dark."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from slamomatic import engine
from slamomatic.engine import Game, Setup
from slamomatic.face.cards import CardArt
from slamomatic.face.faces import face_of
from slamomatic.face.paddle import PaddleArt
from slamomatic.gallery.tables import NAMES, steps, table_of
from slamomatic.games.yahtzee_hands_down.board import CHANCE_US, FIRST_US
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.result import ResultScene
from slamomatic.screen.scenes.table import TableScene
from slamomatic.seat import Seat
from slamomatic.table.lights import UNLIT, lights_of
from slamomatic.table.outcome import Outcome
from slamomatic.table.played import NoJournal
from slamomatic.table.session import GameSession
from support.page import Page
from support.table import Table

SIZE = (1280, 720)
LONGEST_US = 40 * 60_000_000
SMALL = (800, 480)


def ended(
    scores: list[int], winners: list[int], pairs: list[list[str]], joker: int | None = None
) -> dict[str, Any]:
    n = len(scores)
    return {
        "scores": scores,
        "winners": winners,
        "pairs": pairs,
        "joker": joker,
        "gone": [False] * n,
        "over": True,
    }


TIED = ended(
    [6, 4, 6], [2], [["1", "2", "3", "8", "9", "10"], ["4", "5", "6", "7"], ["5", "6", "7", "8", "9", "10"]]
)


def test_the_result_says_what_broke_a_tie(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    seats = tuple(Seat(name, n) for n, name in enumerate(("Ada", "Ben", "Cid")))
    end = Outcome("hands-down", seats, TIED, 300_000_000, {})
    assert "6 : 6. Card values decide: 45 to 33." in Page(stage, ResultScene(stage, end), SIZE).said_by("sub")


@pytest.mark.parametrize(
    ("view", "words"),
    [
        (TIED, "6 : 6. Card values decide: 45 to 33."),
        (ended([3, 2], [0], [["1", "2", "3"], ["4", "5"]]), ""),
        (ended([2, 2], [0], [[], ["4", "5"]], joker=0), "2 : 2. Card values decide: 20 to 9."),
        (ended([1, 1], [0, 1], [["4"], ["4"]]), "1 : 1. Card values are equal too: 4 each."),
        (ended([1, 1], [], [["4"], ["5"]]), ""),
    ],
)
def test_a_tie_is_explained_and_nothing_else_is(view: dict[str, Any], words: str) -> None:
    assert face_of("hands-down").decided(view) == words


def test_only_who_stayed_is_compared() -> None:
    view = ended([2, 2, 2], [1], [["1", "2"], ["4", "5"], ["9", "10"]]) | {"gone": [False, False, True]}
    assert face_of("hands-down").decided(view) == "2 : 2. Card values decide: 9 to 3."


# --- chance cards -----------------------------------------------------------------------------------


def over(tmp_path: Path) -> tuple[Page, TableScene]:
    """A short game of three right after its end."""
    stage = BareStage(tmp_path)
    scene, _ = table_of(stage, "yahtzee-hands-down", 3, 11, (0, 1, 2), {"combos": 3})
    for _ in steps(stage, scene, LONGEST_US):
        pass
    assert scene.session.over
    return Page(stage, scene, SIZE), scene


def chances(page: Page) -> list[str]:
    """The chance cards on the table, seat by seat."""
    arts = [(s.name, s.art) for s in page.easel().sprites if "/won/" in s.name]
    return [art.name for _, art in arts if isinstance(art, CardArt) and art.name.startswith("chance")]


def points(page: Page) -> list[str]:
    return [page.said_by(f"seat/{seat}/status") for seat in range(3)]


def test_chance_cards_are_turned_up_one_by_one_and_then_the_winner_is_named(tmp_path: Path) -> None:
    page, scene = over(tmp_path)
    view = scene.session.view(None)
    total = sum(map(len, view["chances"]))
    assert total > 1
    (winner,) = (scene.session.seats[seat].name for seat in view["winners"])
    began_us = page.stage.clock.at_us + FIRST_US
    for turned in range(total):
        page.stage.clock.at_us = began_us + CHANCE_US * (turned + 1) - 1
        assert sum(card != "chance" for card in chances(page)) == turned
        assert winner not in page.said_by("headline/words"), "it would be told too soon"
    page.stage.clock.at_us += 1
    assert "chance" not in chances(page)
    assert winner in page.said_by("headline/words")
    assert points(page) == [f"{score} points" for score in view["scores"]]


def test_points_are_added_as_their_cards_are_turned_up(tmp_path: Path) -> None:
    page, scene = over(tmp_path)
    view = scene.session.view(None)
    combos = [score - sum(map(int, own)) for score, own in zip(view["scores"], view["chances"], strict=True)]
    assert points(page) == [f"{each} points" for each in combos]


def test_every_turned_card_is_heard_and_the_end_after_them(tmp_path: Path) -> None:
    page, scene = over(tmp_path)
    heard = page.stage.sounds
    heard.clear()
    total = sum(map(len, scene.session.view(None)["chances"]))
    page.wait(FIRST_US)
    for _ in range(total):
        assert "over" not in heard
        page.wait(CHANCE_US)
    assert heard.count("flip") == total and heard[-1] == "over"
    assert page.scene is scene, "the last look is still to come"


def over_with_live_paddles(name: str) -> Game:
    """A game that ended with every paddle live and one hand down."""
    game = engine.new(name, Setup(engine.find(name).SEATS[0], 1))
    state = game.to_json()
    state["over"], state["turn"], state["winners"] = True, None, [0]
    state["paddles"]["live"] = [True] * game.seats
    state["paddles"]["down"] = [index == 0 for index in range(game.seats)]
    return type(game).from_json(state)


@pytest.mark.parametrize("name", engine.GAMES)
def test_after_the_game_every_paddle_is_dark(name: str, tmp_path: Path) -> None:
    game, stage = over_with_live_paddles(name), BareStage(tmp_path)
    seats = [Seat(NAMES[seat], seat) for seat in range(game.seats)]
    scene = TableScene(stage, GameSession(game, seats, stage.unit, NoJournal(), stage.clock))
    paddles = [s.art for s in stage.easel(scene, SMALL).sprites if isinstance(s.art, PaddleArt)]
    assert len(paddles) == game.seats
    assert not any(paddle.live for paddle in paddles)
    view = game.view(None)
    assert lights_of(view, seats, 6) == (UNLIT,) * 6
    assert lights_of({**view, "over": False}, seats, 6) != (UNLIT,) * 6


def test_lights_go_dark_in_a_pause_and_come_back(tmp_path: Path) -> None:
    table = Table(tmp_path)
    live = table.pico.lit[-1]
    table.session.pause()
    table.pump(500_000)
    assert set(table.pico.lit[-1]) == {UNLIT}
    table.session.go_on()
    table.pump(600_000)
    assert table.pico.lit[-1] == live != (UNLIT,) * 4


def test_no_paddle_looks_live_in_a_pause(tmp_path: Path) -> None:
    game, stage = engine.new("hands-down", Setup(4, 1)), BareStage(tmp_path)
    seats = [Seat(NAMES[seat], seat) for seat in range(4)]
    scene = TableScene(stage, GameSession(game, seats, stage.unit, NoJournal(), stage.clock))

    def live() -> list[bool]:
        sprites = stage.easel(scene, SMALL).sprites
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
