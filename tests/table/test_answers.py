"""What the table answers: to a dispute of nothing, when a clock runs out, and whose paddle is faulty."""

from __future__ import annotations

from pathlib import Path

import pytest

from slamomatic.engine import Event
from slamomatic.screen import gallery, unit_words
from slamomatic.screen.gallery import BareStage
from slamomatic.screen.gallery import rooms as gallery_rooms
from slamomatic.screen.scenes import table_pause
from slamomatic.screen.scenes.table import NOTHING_OPEN, TableScene
from slamomatic.units.base import NO_PADDLE, UnitNotice, What


@pytest.fixture
def stage(tmp_path: Path) -> BareStage:
    return BareStage(tmp_path)


@pytest.mark.parametrize("disputed", [True, False])
def test_a_dispute_of_nothing_is_answered_and_a_lost_unit_is_not(stage: BareStage, disputed: bool) -> None:
    sitting = gallery.sitting_of(stage, "hands-down", 4, 11)
    sitting.keep_still()
    scene = TableScene(stage, sitting)
    stage.clock.at_us += 1_000_000
    scene.pump()
    if disputed:
        scene.dispute()
    else:
        sitting.void()
    stage.clock.at_us += 1_000_000
    scene.pump()
    assert "void" in scene.aftermath.last
    assert (scene.aftermath.words == NOTHING_OPEN) is disputed


def test_a_dispute_is_offered_while_a_slap_could_be_taken_back_and_not_before(stage: BareStage) -> None:
    sitting = gallery.sitting_of(stage, "hands-down", 4, 11)
    sitting.show_people((0, 1, 2, 3))
    sitting.keep_still()
    scene = TableScene(stage, sitting)

    def offered() -> bool:
        return any(item.words.startswith("Undo") for item in table_pause.Menu(scene).items())

    stage.clock.at_us += 1_000_000
    scene.pump()
    assert not offered()
    turn = sitting.view(None)["turn"]
    sitting.play(Event("down", (turn + 1) % 4, sitting.clock.now_us()))
    assert offered()
    sitting.void()
    stage.clock.at_us += 1_000_000
    scene.pump()
    assert scene.aftermath.last["void"]["open"]
    assert not offered()


def test_a_faulty_paddle_is_called_by_its_colour_also_on_the_second_unit() -> None:
    for paddle, colour in ((1, "yellow"), (5, "white")):
        told = unit_words.notice_words(UnitNotice(What.FAULT, "unit 3456", 0, "", paddle, "chatter"))
        assert told.startswith(f"The {colour} paddle never rests. Look for a loose wire")
        over = UnitNotice(What.FAULT_OVER, "unit 3456", 0, "", paddle, "chatter-over")
        assert unit_words.notice_words(over) == f"The {colour} paddle works again (chatter)."


def test_what_is_of_the_whole_unit_is_told_as_the_unit_says_it() -> None:
    told = unit_words.notice_words(UnitNotice(What.FAULT, "unit 3456", 0, "", NO_PADDLE, "blind"))
    assert told.startswith("unit 3456 saw nothing for a moment.")


def test_the_rare_moments_are_in_the_gallery(stage: BareStage) -> None:
    said = {
        name: (scene.aftermath.saying, scene.aftermath.words)
        for game in ("hands-down", "slamwich", "yahtzee-hands-down", "lowdown")
        for pictures in (gallery_rooms.moments, gallery_rooms.paper, gallery_rooms.options)
        for name, scene in pictures(stage, game)
        if isinstance(scene, TableScene)
    }
    assert said["hands-down-timed-out"][0] == "timed-out"
    assert said["hands-down-paper-foul"][0] == "foul"
    assert said["slamwich-time-up"][1].startswith("Time is up: ")
    assert said["yahtzee-hands-down-paper-first"][0] == said["lowdown-paper-clump"][0] == "first"


def test_a_pass_for_want_of_cards_is_in_the_gallery(stage: BareStage) -> None:
    scene = dict(gallery_rooms.options(stage, "hands-down"))["hands-down-forced-pass"]
    assert isinstance(scene, TableScene)
    assert scene.aftermath.last["pass"]["forced"]
    assert not scene.sitting.over
