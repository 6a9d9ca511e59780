"""A double tap chooses what its own first tap walked away from, and otherwise nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from slamomatic.engine.vocabulary import Choice
from slamomatic.screen.gallery import BareStage, sitting_of
from slamomatic.screen.scenes.table import TableScene
from support.played import Played
from support.table import FOUR


def own_turn(home: Path) -> Played:
    """One person among bots, with more than one thing to choose."""
    played = Played(home, [FOUR[0], *[replace(seat, bot="careful") for seat in FOUR[1:]]])
    played.sitting.automatic.bots.clear()
    played.at(100_000)
    while (turn := played.sitting.view(None)["turn"]) != 0:
        played.sitting.choose(Choice(turn, "pass"))
        played.at(played.stage.clock.at_us + 100_000)
    played.at(played.stage.clock.at_us + 100_000)
    return played


def test_what_was_taken_back_is_not_chosen_anew_one_place_on(tmp_path: Path) -> None:
    scene = own_turn(tmp_path).scene
    here = scene.chooser.confirmed()
    assert here is not None and len(scene.chooser.ring()) > 1
    scene.gesture("tap")
    scene.gesture("double")
    assert scene.play.pending is not None and scene.play.pending[0] == here
    scene.gesture("tap")
    scene.gesture("double")
    assert scene.play.pending is None and scene.chooser.confirmed() == here


def test_two_taps_that_go_on_to_the_next_hand_choose_nothing(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    sitting = sitting_of(stage, "lowdown", 3, 1)
    sitting.show_people((0, 1, 2))
    sitting.keep_still()
    scene = TableScene(stage, sitting)
    scene.pump()
    scene.gesture("tap")
    scene.memory.until_us = stage.clock.at_us + 6_000_000
    scene.gesture("tap")
    scene.gesture("double")
    assert scene.play.pending is None and not scene.answer
