"""The first round: how to see a hand comes first, and each kind of sentence gets short once all know it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rules.yahtzee_sitting import Sitting as YahtzeeSitting
from slamomatic.engine.vocabulary import Event, Json
from slamomatic.face.face import Tip
from slamomatic.face.faces import face_of
from slamomatic.gallery.tables import posed_session, steps, table_of
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.clips import search_game
from slamomatic.screen.scenes.lessons import NEWS_US, READ_US, Lessons
from slamomatic.screen.scenes.table import TableScene
from slamomatic.table.playback import Playback
from slamomatic.words import gettext
from support.page import Page, words_in

SIZE = (1280, 720)
TIPS = (
    Tip(lambda view: view["open"], "Slap now, the last one pays.", "Slap!"),
    Tip(lambda view: True, "A pair? Slap. None? Pass.", "A pair?"),
)


def view(is_open: bool = False) -> Json:
    return {"open": is_open, "gone": [False, False, True]}


def test_each_kind_is_said_in_full_until_everybody_had_a_turn() -> None:
    turns = [(0, 1)]
    lessons = Lessons(TIPS, turns)
    assert lessons.words(None, view(), 0, 1) == "A pair? Slap. None? Pass."
    turns.append((1, 2 * READ_US))
    assert lessons.words(None, view(), 0, 2 * READ_US) == "A pair? Slap. None? Pass."
    turns.append((0, 2 * READ_US))
    assert lessons.words(None, view(), 0, 2 * READ_US) == "A pair?"
    assert lessons.words(None, view(is_open=True), 0, 2 * READ_US) == "Slap now, the last one pays."
    assert lessons.words(1, view(), 0, 2 * READ_US) == "A pair? Slap. None? Pass.", "other eyes know nothing"


def test_short_sentence_gives_way_to_what_happens_in_the_turn_and_comes_back() -> None:
    turns = [(0, 1)]
    lessons = Lessons(TIPS, turns)
    lessons.words(None, view(), 0, 1)
    turns += [(1, 2), (0, READ_US + 10)]
    assert lessons.words(None, view(), READ_US + 10, READ_US + 20) == "A pair?"
    assert lessons.words(None, view(), READ_US + 15, READ_US + 20) == ""
    assert lessons.words(None, view(), READ_US + 15, READ_US + 15 + NEWS_US) == "A pair?"


@pytest.mark.parametrize("people", [(0,), (0, 1, 2)])
def test_who_holds_a_drawn_card_reads_what_to_do_once_the_news_was_read(
    stage: BareStage, people: tuple[int, ...]
) -> None:
    """In a game that was played before, too: news of the draw once stood there for the rest of the turn."""
    stage.prefs = stage.prefs.with_explained("lowdown")
    scene, session = table_of(stage, "lowdown", 3, 3, people)
    session.keep_still()
    page = Page(stage, scene, SIZE)

    def do(what: str, seat: int, data: Json) -> None:
        session.play(Event(what, seat, session.clock.now_us(), data))
        scene.pump()

    for seat in range(3):
        do("open", seat, {"cells": [0, 1]})
    while (turn := session.view(None)["turn"]) != 0:
        do("draw", turn, {"from": "discard"})
        do("place", turn, {"cell": 5, "face": "up"})
    page.wait(NEWS_US)
    assert page.said_by("headline/words") == "Take a card from the pile or from the discards."
    do("draw", 0, {"from": "discard"})
    assert page.said_by("headline/words").startswith("Ada takes")
    wakes_us = scene.wakes_at_us()
    assert wakes_us is not None and wakes_us <= stage.clock() + NEWS_US, "else a still screen keeps the news"
    page.wait(NEWS_US)
    assert page.said_by("headline/words") == "Put it into the grid."


def test_viewers_of_a_recording_are_not_told_what_to_do(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    entries, shots = next(filter(None, search_game(stage, "quick-draw")))
    recording = Playback(entries, stage.clock)
    scene = TableScene(stage, recording)
    tips = {gettext(words) for tip in scene.face.tips for words in (tip.first, tip.short)}
    for _ in recording.skip_to(shots[0].until_us, stage.clock, scene.pump):
        said = Page(stage, scene, SIZE).said_by("headline/words")
        assert not said or said not in tips


def test_turns_of_a_second_are_no_time_to_read() -> None:
    turns: list[tuple[int, int]] = []
    lessons = Lessons(TIPS, turns)
    for number in range(6):
        turns.append((number % 2, number * 1_000_000))
        assert lessons.words(None, view(), 0, number * 1_000_000) == "A pair? Slap. None? Pass."


@pytest.mark.parametrize("explained", [False, True])
def test_turn_says_first_how_to_see_a_hand_that_is_hidden(stage: BareStage, explained: bool) -> None:
    if explained:
        stage.prefs = stage.prefs.with_explained("hands-down")
    keys = {**stage.prefs.keys, "next": "n"}
    stage.prefs = replace(stage.prefs, keys=keys)
    session = posed_session(stage, "hands-down", 4, 3)
    session.show_people((0, 1, 2, 3))
    scene = TableScene(stage, session)
    scene.pump()
    name = session.seats[session.view(None)["turn"]].name
    how = f"{name}: hold N to see your hand, the others look away."
    assert how in words_in(stage, scene)
    scene.gesture("hold")
    assert how not in words_in(stage, scene)
    scene.gesture("let go")
    assert how not in words_in(stage, scene), "it was seen"


def test_turn_player_s_slap_key_stands_at_the_bottom(stage: BareStage) -> None:
    session = posed_session(stage, "hands-down", 4, 3)
    session.show_people((0, 1, 2, 3))
    session.keep_still()
    scene = TableScene(stage, session)
    for _ in range(3):  # paddles get live
        stage.clock.at_us += 2_000_000
        scene.pump()
    turn = session.view(None)["turn"]
    assert session.view(None)["live"][turn]
    slap = f"{stage.prefs.seat_keys[turn].upper()}: slap"
    assert any(slap in words.splitlines() for words in words_in(stage, scene))


def test_pair_in_hand_is_marked_first_and_the_room_hears_nothing_of_it(stage: BareStage) -> None:
    offered = set()
    for seed in range(1, 9):
        session = posed_session(stage, "hands-down", 3, seed)
        session.show_people((0, 1, 2))
        session.keep_still()
        scene = TableScene(stage, session)
        scene.pump()
        turn = session.view(None)["turn"]
        scene.gesture("hold")
        own = [choice.do for choice in scene.visible_choices(turn)]
        scene.gesture("let go")
        offered.add(own[0])
        assert own[0] == ("choose" if "choose" in own else "pass")
        assert [choice.do for choice in scene.visible_choices(scene.eyes)] == ["pass"]
    assert offered == {"choose", "pass"}


@pytest.mark.parametrize(("drawn_from", "told"), [("pile", True), ("discard", False)])
def test_nobody_is_told_to_look_at_a_card_that_lies_open(
    stage: BareStage, drawn_from: str, told: bool
) -> None:
    session = posed_session(stage, "lowdown", 3, 3)
    session.show_people((0, 1, 2))
    session.keep_still()
    for seat in range(3):
        session.play(Event("open", seat, session.clock.now_us(), {"cells": [0, 1]}))
    turn = session.view(None)["turn"]
    session.play(Event("draw", turn, session.clock.now_us(), {"from": drawn_from}))
    scene = TableScene(stage, session)
    scene.pump()
    assert session.view(None)["phase"] == "place"
    assert any("to see your card" in words for words in words_in(stage, scene)) is told


def test_only_whoever_slapped_the_thief_is_told_to_slap_again(tmp_path: Path) -> None:
    """Others may call too, so they have the same button; the sentence must not speak to them."""
    told: set[str] = set()
    for seed in range(1, 9):
        stage = BareStage(tmp_path)
        scene, session = table_of(stage, "slamwich", 3, seed, (0,))
        for _ in steps(stage, scene, 200_000_000):
            first = session.view(None)["first"]
            if first is None:
                continue
            said = "\n".join(words_in(stage, scene))
            if "You slapped the thief" in said:
                assert first == 0
                told.add("you")
            elif f"A thief! {session.seats[first].name}, slap again" in said and first != 0:
                told.add("somebody else")
    assert told == {"you", "somebody else"}


def test_a_first_game_of_yahtzee_says_that_the_hand_holds_a_combo() -> None:
    """The lit button says "Keep all five": somebody new would wait for ever. Others read nothing of it."""
    face = face_of("yahtzee-hands-down")
    game = YahtzeeSitting("Y1 Y2 Y3 Y4 Y5", "R1 B5 Y4 Y6 R5", "Y1 R4 B6 Y5 B4").game
    told = [Lessons(face.tips, [(0, 1)]).words(seat, game.view(seat), 0, 1) for seat in (0, 1, None)]
    assert "slap!" in told[0]
    assert told[1] == told[2] and "slap!" not in told[1]
