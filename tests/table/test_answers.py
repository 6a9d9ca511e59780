"""The table tells of units and paddles, offers help in a dispute, and shows a line of buttons."""

from __future__ import annotations

from dataclasses import replace

import pytest

from slamomatic import engine
from slamomatic.engine import Event, Setup
from slamomatic.engine.vocabulary import Choice, Effect, Json
from slamomatic.face import photo
from slamomatic.face.chooser import Chooser
from slamomatic.face.faces import face_of
from slamomatic.gallery import rooms as gallery_rooms
from slamomatic.gallery import tables as gallery
from slamomatic.kit.easel import Box, Easel, Frame, Text
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes import table_parts, table_pause, table_words, unit_words
from slamomatic.screen.scenes.table import NOTHING_OPEN, TableScene
from slamomatic.screen.scenes.table_parts import Button
from slamomatic.table.moment import Moment
from slamomatic.units.base import NO_PADDLE, Fault, UnitNotice, What
from slamomatic.units.emulated import ENDED
from support.page import words_in
from support.paused_table import menu_of

SIZE = (800, 480)


@pytest.mark.parametrize("disputed", [True, False])
def test_a_dispute_of_nothing_is_answered_and_a_lost_unit_is_not(stage: BareStage, disputed: bool) -> None:
    session = gallery.posed_session(stage, "hands-down", 4, 11)
    session.keep_still()
    scene = TableScene(stage, session)
    stage.clock.at_us += 1_000_000
    scene.pump()
    if disputed:
        scene.dispute()
    else:
        session.void()
    stage.clock.at_us += 1_000_000
    scene.pump()
    assert "void" in scene.announcements.last
    assert (scene.announcements.words == NOTHING_OPEN) is disputed


def test_a_dispute_is_offered_while_a_slap_could_be_taken_back_and_not_before(stage: BareStage) -> None:
    session = gallery.posed_session(stage, "hands-down", 4, 11)
    session.show_people((0, 1, 2, 3))
    session.keep_still()
    scene = TableScene(stage, session)

    def offered() -> bool:
        return any(item.words.startswith("Undo") for item in table_pause.Menu(scene).items())

    stage.clock.at_us += 1_000_000
    scene.pump()
    assert not offered()
    turn = session.view(None)["turn"]
    session.play(Event("down", (turn + 1) % 4, session.clock.now_us()))
    assert offered()
    scene.pause()
    scene.wish(next(item.wish for item in menu_of(scene) if item.words.startswith("Undo")))
    for name in ("Ada", "Ben", "Cleo", "Dan"):
        scene.wish(next(item.wish for item in menu_of(scene) if item.words == f"Waits for {name}"))
    stage.clock.at_us += 1_000_000
    scene.pump()
    assert scene.announcements.last["void"]["open"]
    assert not offered()


def test_a_faulty_paddle_is_called_by_its_colour_also_on_the_second_unit() -> None:
    for paddle, colour in ((1, "yellow"), (5, "white")):
        told = unit_words.notice_words(UnitNotice(What.FAULT, "unit 3456", 0, "", paddle, "chatter"))
        assert told.startswith(f"The {colour} paddle never rests. Look for a loose wire")
        over = UnitNotice(What.FAULT_OVER, "unit 3456", 0, "", paddle, "chatter-over")
        assert unit_words.notice_words(over) == f"The {colour} paddle works again (chatter)."


def test_a_paddle_is_called_by_its_player_too_where_names_differ() -> None:
    notice = UnitNotice(What.FAULT, "unit 3456", 0, "", 1, "chatter")
    assert unit_words.notice_words(notice, "Ada").startswith("The yellow paddle (Ada) never rests.")
    for name in ("", "Yellow"):
        assert unit_words.notice_words(notice, name).startswith("The yellow paddle never rests.")


def test_what_is_of_the_whole_unit_is_told_as_the_unit_says_it() -> None:
    told = unit_words.notice_words(UnitNotice(What.FAULT, "unit 3456", 0, "", NO_PADDLE, "blind"))
    assert told.startswith("unit 3456 saw nothing for a moment.")


def test_the_rare_moments_are_in_the_gallery(stage: BareStage) -> None:
    said = {
        name: (scene.announcements.saying, scene.announcements.words)
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
    assert scene.announcements.last["pass"]["forced"]
    assert not scene.session.over


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
    assert photo.spread_apart([0, 50, 100], 10, 100) == [0, 50, 100]
    assert photo.spread_apart([100, 100, 100], 10, 100) == [80, 90, 100]
    assert photo.spread_apart([0, 1, 100], 10, 100) == [0, 10, 100]


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
    session = gallery.posed_session(stage, "lowdown", 3, 11)
    session.show_people((0,))
    scene = TableScene(stage, session)
    next(_ for _ in gallery.steps(stage, scene, 60_000_000) if scene.announcements.last.get("opened"))
    session.keep_still()
    now_us = stage.clock.at_us
    looked = Effect("looked", 0, now_us, {"cell": 5}, {0: {"card": "b4"}})
    turn = Effect("turn", 0, now_us, {})
    for effect, words in ((looked, "only you saw this:\nyour middle right card"), (turn, "")):
        scene.hear(Moment(session.played.game, [effect]), now_us)
        assert "".join(each for each in words_in(stage, scene) if each.startswith("only you")) == words


def test_look_without_room_for_its_button_is_said_in_words(stage: BareStage) -> None:
    look = Button("Look", "look", "HOLD SPACE", optional=True, hint="hold SPACE: look")
    for width, words in ((800, "SPACE: next\nhold SPACE: look"), (1600, "SPACE: next")):
        e = Easel(Frame(800, 480))
        rest = [
            Button("Draw from the pile", "draw", "ENTER", lit=True),
            Button("Take orange 2, which is low", "take"),
        ]
        table_parts.prompt(
            e, "SPACE: next", [*rest, look, Button("Menu", "pause", "ESC")], Box(0, 0, width, 50)
        )
        said = next(s.art for s in e.sprites if s.name == "prompt/hint")
        assert isinstance(said, Text) and said.words == words
        assert any(target.wish == "look" for target in e.targets) == (width == 1600)


def test_choice_before_goes_alone_where_that_makes_room_for_the_one_after() -> None:
    e = Easel(Frame(800, 480))
    before = Button("Steal Ben's bottom right, give bottom right", "before", optional=True)
    after = Button("Face down: top left", "after", optional=True)
    now, menu = Button("Face up: top left", "now", "ENTER", lit=True), Button("Menu", "pause", "ESC")
    table_parts.prompt(e, "", [before, now, after, menu], Box(0, 0, 740, 50))
    assert [target.wish for target in e.targets] == ["now", "after", "pause"]


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


def test_the_help_says_that_a_light_touch_may_not_be_seen() -> None:
    assert any("may not see a light touch: own up!" in page.words for page in face_of("hands-down").pages)
