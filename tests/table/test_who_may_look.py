"""A look shows what only one person may see, and is offered only where there is such a thing."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from slamomatic.face.cards import CardArt
from slamomatic.games.lowdown.grid import FACE_DOWN
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.table import TableScene
from slamomatic.table import opening
from slamomatic.table.seats import Seat
from support.page import Page

TWO_AND_A_BOT = [Seat("Ada", 0), Seat("Ben", 1), Seat("Cid", 2, "easy")]
SIZE = (1280, 720)
SECOND_US = 1_000_000


def begun(home: Path, game: str) -> tuple[Page, TableScene]:
    stage = BareStage(home)
    session = opening.begin(game, TWO_AND_A_BOT, stage.unit, stage.clock, seed=4, home=home)
    scene = TableScene(stage, session)
    stage.go(scene)
    page = Page(stage, scene, SIZE)
    page.wait(0)
    return page, scene


def cards(page: Page) -> list[str]:
    return [s.art.name for s in page.easel().sprites if isinstance(s.art, CardArt)]


def test_in_lowdown_space_shows_a_drawn_card_to_its_player_and_nothing_in_a_bot_s_turn(
    tmp_path: Path,
) -> None:
    page, scene = begun(tmp_path, "lowdown")
    session, rng = scene.session, Random(3)
    hidden_moments = others = 0
    for _ in range(200):
        if session.over or hidden_moments > 5:
            break
        room = session.view(None)
        turn = room["turn"]
        scene.gesture("hold")
        page.wait(SECOND_US // 10)
        if turn in (0, 1) and room["phase"] == "place" and room["drawn"] == FACE_DOWN:
            assert scene.looking == turn, "whose turn it is"
            assert f"{session.seats[turn].name}'s eyes only!" in page.words()
            assert session.view(turn)["drawn"] in cards(page)
            hidden_moments += 1
        elif turn == 2:
            assert scene.looking is None, "nobody here has anything to see"
            assert "Look" not in page.words()
            others += 1
        scene.gesture("let go")
        page.wait(SECOND_US)
        if turn in (0, 1) and (ways := session.legal(turn)):
            session.choose(rng.choice([way for way in ways if way.do != "aim"] or ways))
        page.wait(3 * SECOND_US)
    assert hidden_moments and others


@pytest.mark.parametrize("game", ["hands-down", "hit-the-deck", "yahtzee-hands-down"])
def test_a_hand_can_be_looked_at_in_anybody_s_turn(game: str, tmp_path: Path) -> None:
    page, scene = begun(tmp_path, game)
    page.wait(2 * SECOND_US)
    assert not scene.session.view(None)["asked"], "no slap is open"
    scene.gesture("hold")
    page.wait(SECOND_US // 10)
    turn = scene.session.view(None)["turn"]
    assert scene.looking == {0: 0, 1: 1, 2: 0}[turn]
