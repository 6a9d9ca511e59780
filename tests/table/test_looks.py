"""What the eye stumbled over once: wrong words, keys that did nothing, marks that hid each other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slamomatic import engine
from slamomatic.engine import Setup
from slamomatic.engine.vocabulary import Choice, Effect, Event, Json
from slamomatic.face import photo
from slamomatic.face.chooser import Chooser
from slamomatic.face.faces import face_of
from slamomatic.face.model import Aftermath
from slamomatic.kit.easel import Box, Easel, Frame, Text
from slamomatic.screen import furniture, gallery, unit_words
from slamomatic.screen.furniture import Button
from slamomatic.screen.gallery import BareStage
from slamomatic.screen.gallery import rooms as gallery_rooms
from slamomatic.screen.scenes import table_words
from slamomatic.screen.scenes.table import TableScene
from slamomatic.units.base import Fault
from slamomatic.units.emulated import ENDED
from support.page import words_in
from support.paused_table import menu_of

SIZE = (800, 480)


@pytest.fixture
def stage(tmp_path: Path) -> BareStage:
    return BareStage(tmp_path)


def test_who_plays_with_a_paddle_is_told_of_no_key(stage: BareStage) -> None:
    shown = {name: words_in(stage, scene) for name, scene in gallery_rooms.rooms(stage) if "unit-" in name}
    assert not any(words.startswith("key ") for words in shown["unit-connected-table"])
    keys = dict(gallery_rooms.paper(stage, "hands-down"))
    scene = keys["hands-down-paper-begins"]
    assert [words for words in words_in(stage, scene) if words.startswith("key ")] == [
        "key Q",
        "key P",
        "key Z",
        "key M",
    ]


def test_lost_unit_can_only_be_waited_for_and_its_return_is_said(stage: BareStage) -> None:
    seen: dict[str, tuple[list[str], str]] = {}
    for name, scene in gallery_rooms.rooms(stage):
        if isinstance(scene, TableScene):
            seen[name] = [item.words for item in menu_of(scene)], " ".join(words_in(stage, scene))
    menu, words = seen["unit-lost-table"]
    assert "Continue" not in menu and not any(item.startswith("Undo") for item in menu)
    assert "check its cable" in words
    assert "cable" not in seen["unit-starved-table"][1] and "too busy" in seen["unit-starved-table"][1]
    menu, words = seen["unit-found-table"]
    assert menu == [], "play goes on"
    assert "Unit 3456 is back." in words and "cable" not in words


def test_lost_unit_s_corner_has_room_for_what_is_wrong_and_the_start_scene_for_what_to_do(
    stage: BareStage,
) -> None:
    del stage
    for state in (gallery_rooms.STARVED, replace(gallery_rooms.STARVED, remedy=ENDED)):
        wrong, _, to_do = state.remedy.partition(", ")
        assert unit_words.in_short([state])[0].splitlines() == ["unit 3456 is lost:", wrong]
        assert unit_words.in_full([state])[0].endswith(to_do)


def test_fault_names_its_paddle_by_colour_and_says_what_to_do(stage: BareStage) -> None:
    del stage
    for what in unit_words.FAULTS:
        fault = Fault(1, what, "")
        state = replace(gallery_rooms.UNIT, faults=(fault,))
        words, _ = unit_words.in_short([state])
        assert words == unit_words.FAULTS[what].format(part="Yellow paddle")


def test_marks_of_hands_at_the_same_moment_do_not_hide_each_other() -> None:
    assert photo.apart([0, 50, 100], 10, 100) == [0, 50, 100]
    assert photo.apart([100, 100, 100], 10, 100) == [80, 90, 100]
    assert photo.apart([0, 1, 100], 10, 100) == [0, 10, 100]


def test_cursor_nobody_moved_stands_on_the_first_choice() -> None:
    chooser = Chooser()
    choices = [Choice(0, "pass"), Choice(0, "empty", {"on": True})]
    chooser.offer(choices[1:])
    chooser.offer(choices)
    assert chooser.chosen == choices[0]
    chooser.walk(1)
    chooser.offer([Choice(1, "pass"), *choices])
    assert chooser.chosen == choices[1]


def test_call_of_real_cards_can_be_chosen_once() -> None:
    game = engine.new("hit-the-deck", Setup(seats=4, seed=1, options={"paper": True}))
    assert game.turn is not None
    call = Choice(game.turn, "call")
    assert call in game.legal(game.turn) and call in game.legal(None)
    assert all(choice.do != "call" for choice in game.legal((game.turn + 1) % 4))
    game.apply(Event("call", game.turn, 900_000))
    assert call not in game.legal(game.turn)


def test_card_looked_at_is_named_by_its_place_and_gone_with_the_turn(stage: BareStage) -> None:
    sitting = gallery.sitting_of(stage, "lowdown", 3, 11)
    sitting.show_people((0,))
    scene = TableScene(stage, sitting)
    next(_ for _ in gallery.steps(stage, scene, 60_000_000) if scene.aftermath.last.get("opened"))
    sitting.keep_still()
    turn_us = scene.aftermath.last["turn"]["t_us"]
    missed = Effect("looked", 0, turn_us - 1, {"cell": 5}, {0: {"card": "b4"}})
    for t_us, words in ((turn_us - 1, ""), (turn_us, "only you saw this:\nyour middle right card")):
        sitting.whispers[0].append(missed._replace(t_us=t_us))
        scene.pump()
        assert "".join(each for each in words_in(stage, scene) if each.startswith("only you")) == words


def test_look_without_room_for_its_button_is_said_in_words(stage: BareStage) -> None:
    look = Button("Look", "look", "HOLD SPACE", passing=True, hint="hold SPACE: look")
    for width, words in ((800, "SPACE: next\nhold SPACE: look"), (1600, "SPACE: next")):
        e = Easel(Frame(800, 480))
        rest = [
            Button("Draw from the pile", "draw", "ENTER", lit=True),
            Button("Take orange 2, which is low", "take"),
        ]
        furniture.prompt(
            e, "SPACE: next", [*rest, look, Button("Menu", "pause", "ESC")], Box(0, 0, width, 50)
        )
        said = next(s.art for s in e.sprites if s.name == "prompt/hint")
        assert isinstance(said, Text) and said.words == words
        assert any(target.wish == "look" for target in e.targets) == (width == 1600)


def test_choice_before_goes_alone_where_that_makes_room_for_the_one_after() -> None:
    e = Easel(Frame(800, 480))
    before = Button("Steal Ben's bottom right, give bottom right", "before", passing=True)
    after = Button("Face down: top left", "after", passing=True)
    now, menu = Button("Face up: top left", "now", "ENTER", lit=True), Button("Menu", "pause", "ESC")
    furniture.prompt(e, "", [before, now, after, menu], Box(0, 0, 740, 50))
    assert [target.wish for target in e.targets] == ["now", "after", "pause"]


def test_whoever_lost_lies_on_top_of_the_toy_and_is_told_at_the_end_too(stage: BareStage) -> None:
    sitting = gallery.sitting_of(stage, "hands-down", 4, 11)
    scene, seen = TableScene(stage, sitting), set()
    for _ in gallery.steps(stage, scene, 40 * 60_000_000):
        loser = scene.aftermath.loser
        if scene.aftermath.rolling(stage.clock()):
            continue  # the drum rolls: nobody is named yet
        if loser is not None and (sitting.over or loser not in seen):
            seen.add(loser)
            hands = [s.name for s in stage.easel(scene, SIZE).sprites if s.name.startswith("toy/")]
            assert hands[-1] == f"toy/{loser}"
    assert sitting.over and len(seen) > 1
    assert scene.aftermath.loser is not None and "not in time" in words_in(stage, scene)


def test_mark_stands_for_who_is_named_first() -> None:
    aftermath = Aftermath(face_of("hands-down"))
    aftermath.hear({"what": "pays", "seat": 1, "to": 0, "why": "take", "t_us": 1}, "Ada takes from Ben", 1)
    assert aftermath.about == 0
    aftermath.hear({"what": "pays", "seat": 1, "to": 0, "why": "early", "t_us": 2}, "Ben was fooled", 2)
    assert aftermath.about == 1


def test_nobody_is_out_of_cards_by_a_hasty_key_while_hands_slap(stage: BareStage) -> None:
    offered = {}
    for name, scene in gallery_rooms.paper(stage, "hands-down"):
        assert isinstance(scene, TableScene)
        offered[name.removeprefix("hands-down-paper-")] = {
            choice.do for choice in scene.visible_choices(scene.eyes)
        }
    assert offered["next"] == {"pass", "empty"}
    assert offered["open"] == set()


@pytest.mark.parametrize(
    ("view", "told"),
    [
        ({"asked": [], "live": [True], "down": [False]}, True),
        ({"asked": [], "live": [True], "down": [True]}, False),
        ({"asked": [], "live": [False], "down": [False]}, False),
        ({"asked": [1], "live": [True], "down": [False], "open": True}, False),
        ({"asked": [0], "live": [True], "down": [False], "open": True}, True),
    ],
)
def test_the_slap_key_is_told_where_a_slap_is_still_to_come(view: Json, told: bool) -> None:
    assert table_words.slap_counts(view, 0) is told
