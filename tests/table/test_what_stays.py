"""What must be read stays long enough: a pass below a verdict, the grids of a hand that was scored."""

from __future__ import annotations

from pathlib import Path

import pytest

from slamomatic.face.cards import BACK, CardArt
from slamomatic.face.faces import face_of
from slamomatic.face.model import VERDICT_US, WEIGHTY_US, Aftermath
from slamomatic.kit.easel import Text
from slamomatic.screen import gallery
from slamomatic.screen.gallery import BareStage, ShownSitting
from slamomatic.screen.gallery import rooms as gallery_rooms
from slamomatic.screen.scenes.table import TableScene

SIZE = (800, 480)
LONGEST_US = 40 * 60_000_000


@pytest.fixture
def stage(tmp_path: Path) -> BareStage:
    return BareStage(tmp_path)


def test_a_forced_pass_and_the_verdict_before_it_are_both_said(stage: BareStage) -> None:
    scene = dict(gallery_rooms.options(stage, "hands-down"))["hands-down-forced-pass"]
    assert isinstance(scene, TableScene)
    words = [s.art.words for s in stage.easel(scene, SIZE).sprites if isinstance(s.art, Text)]
    said = next(each for each in words if "too few cards and passes" in each)
    assert "was last and pays a random card" in said


def test_a_pass_by_choice_covers_nothing_and_waits_for_nobody() -> None:
    aftermath = Aftermath(face_of("hands-down"))
    aftermath.hear({"what": "lost", "seat": 1, "t_us": 0}, "lost", 0)
    aftermath.hear({"what": "pass", "seat": 2, "t_us": 0, "forced": False}, "passes", 0)
    assert aftermath.words == "lost"
    assert aftermath.verdict_until_us == VERDICT_US
    aftermath.hear({"what": "pass", "seat": 2, "t_us": 0, "forced": True}, "must pass", 0)
    assert aftermath.words == "lost\nmust pass"
    assert aftermath.verdict_until_us == VERDICT_US + WEIGHTY_US


def faces(stage: BareStage, scene: TableScene) -> list[str]:
    sprites = [s for s in stage.easel(scene, SIZE).sprites if s.name.startswith("seat/")]
    return [
        s.art.face if hasattr(s.art, "face") else s.art.name for s in sprites if isinstance(s.art, CardArt)
    ]


def scored(stage: BareStage) -> tuple[TableScene, ShownSitting]:
    sitting = gallery.sitting_of(stage, "lowdown", 3, 11)
    sitting.show_people((0,))
    scene = TableScene(stage, sitting)
    for _ in gallery.steps(stage, scene, LONGEST_US):
        if "hand-scored" in scene.aftermath.last:
            return scene, sitting
    raise AssertionError("no hand was scored")


def test_grids_of_a_scored_hand_lie_open_until_they_are_read(stage: BareStage) -> None:
    scene, sitting = scored(stage)
    assert scene.sitting.view(None)["hand"] == 2
    assert BACK not in faces(stage, scene)
    wakes_us, verdict_us = scene.memory.until_us, scene.aftermath.verdict_until_us
    assert wakes_us is not None and verdict_us is not None
    sitting.keep_still()
    stage.clock.at_us = max(verdict_us, wakes_us - 1)
    scene.pump()
    assert BACK not in faces(stage, scene), "at least as long as the sentence that says who scored"
    stage.clock.at_us = wakes_us
    scene.pump()
    assert BACK in faces(stage, scene)


def test_a_key_goes_on_to_the_next_hand_and_does_nothing_else(stage: BareStage) -> None:
    scene, _ = scored(stage)
    before = scene.chooser.ring_at(), list(scene.chooser.marked)
    scene.key("mark")
    assert BACK in faces(stage, scene)
    assert (scene.chooser.ring_at(), scene.chooser.marked) == before
    scene.memory.go_on()
    assert BACK in faces(stage, scene)


def test_hands_that_were_counted_lie_open_and_their_points_stay(stage: BareStage) -> None:
    sitting = gallery.sitting_of(stage, "hit-the-deck", 3, 11)
    sitting.show_people((0, 1))
    scene = TableScene(stage, sitting)
    counted = scene.aftermath.last
    for _ in gallery.steps(stage, scene, LONGEST_US):
        if "hand-over" in counted:
            break
    hands, points = counted["hand-over"]["hands"], counted["hand-over"]["points"]
    assert sitting.view(None)["counts"] == [7, 7, 7], "the next hand is dealt already"
    assert faces(stage, scene) == [card for hand in hands for card in hand]

    def said() -> list[str]:
        return [
            s.art.words
            for s in stage.easel(scene, SIZE).sprites
            if s.name.startswith("points/") and isinstance(s.art, Text)
        ]

    assert said() == [f"+{each}" for each in points]
    for _ in gallery.steps(stage, scene, LONGEST_US):
        if counted["played"]["t_us"] > counted["hand-over"]["t_us"]:
            break
    assert set(faces(stage, scene)) == {BACK}
    assert said() == [f"+{each}" for each in points]


def test_who_must_call_is_offered_the_call_whoever_is_on(stage: BareStage) -> None:
    sitting = gallery.sitting_of(stage, "slamwich", 4, 11)
    sitting.show_people((0, 1, 2, 3))
    scene = TableScene(stage, sitting)
    for _ in gallery.steps(stage, scene, LONGEST_US):
        view = sitting.view(None)
        if view["first"] is not None and view["first"] != view["turn"]:
            assert [(choice.do, choice.seat) for choice in scene.visible_choices(scene.eyes)] == [
                ("call", view["first"])
            ]
            return
    raise AssertionError("nobody slapped a thief on another's turn")
