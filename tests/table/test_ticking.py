"""Choosing several cards: the hint says how, and how many are left; Enter too early gets an answer."""

from __future__ import annotations

import pytest

from slamomatic.gallery.tables import posed_session
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.table import TableScene
from support.page import text_in

SIZE = (800, 480)


def table(stage: BareStage, game: str, people: tuple[int, ...]) -> TableScene:
    session = posed_session(stage, game, 3, 3)
    session.show_people(people)
    session.keep_still()
    scene = TableScene(stage, session)
    scene.pump()
    return scene


@pytest.mark.parametrize("people", [(0, 1, 2), "alone"])
def test_two_cards_are_ticked_before_they_are_opened(people: tuple[int, ...] | str, stage: BareStage) -> None:
    scene = table(stage, "lowdown", (0, 1, 2))
    if people == "alone":
        turn = scene.session.view(None)["turn"]
        scene = table(stage, "lowdown", (turn,))
    assert "←↑↓→ ENTER: pick\n0 of 2 picked" in text_in(stage, scene)
    assert "more card" not in text_in(stage, scene)
    scene.gesture("tap")
    scene.gesture("double")
    assert "Pick 2 more cards." in text_in(stage, scene)
    scene.key("mark")
    assert "more card" not in text_in(stage, scene)
    assert "1 of 2 picked" in text_in(stage, scene)
    scene.gesture("tap")
    scene.gesture("double")
    assert "Pick 1 more card." in text_in(stage, scene)
    scene.key("down")
    scene.key("mark")
    scene.key("confirm")
    stage.clock.at_us += 1000
    scene.pump()
    assert "more card" not in text_in(stage, scene)
    assert "opened" in scene.announcements.last


def test_where_any_number_will_do_none_is_named(stage: BareStage) -> None:
    turn = table(stage, "yahtzee-hands-down", (0, 1, 2)).session.view(None)["turn"]
    scene = table(stage, "yahtzee-hands-down", (turn,))
    assert scene.chooser.picked_in_pieces == "discard"
    assert scene.chooser.wanted is None
    assert "pick cards" in text_in(stage, scene)
    scene.key("confirm")
    assert scene.answer == ""
