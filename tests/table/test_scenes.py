"""Scenes on a bare surface: what keys, slaps and clicks make of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from slamomatic import engine
from slamomatic.engine import GAMES, Setup
from slamomatic.engine.photo import Hit, PhotoFinish
from slamomatic.engine.vocabulary import Effect
from slamomatic.face.faces import face_of
from slamomatic.gallery.tables import posed_session
from slamomatic.kit.easel import Box, Sprite, Text
from slamomatic.kit.painter import Painter, merged
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scene import walk
from slamomatic.screen.scenes import table_words
from slamomatic.screen.scenes.help import HelpScene, pages
from slamomatic.screen.scenes.result import ResultScene
from slamomatic.screen.scenes.settings import SettingsScene
from slamomatic.screen.scenes.start import StartScene
from slamomatic.screen.scenes.start_line import KeyboardCheck
from slamomatic.screen.scenes.start_picture import LeaveScene
from slamomatic.screen.scenes.table import TableScene
from slamomatic.screen.scenes.table_parts import hands_to_lift, only_some_live
from slamomatic.screen.scenes.table_play import Looking
from slamomatic.table import opening
from slamomatic.table.moment import Moment
from slamomatic.table.played import NoJournal
from slamomatic.table.seats import Seat
from slamomatic.table.session import GameSession
from support.page import Page, words_in

SIZE = (1280, 720)


def test_one_key_press_starts_the_game_that_is_chosen(stage: BareStage) -> None:
    scene = StartScene(stage)
    stage.easel(scene, SIZE)
    scene.key("confirm")
    assert isinstance(stage.scene, TableScene)
    assert stage.scene.session.name == "hands-down"


def test_enter_after_choosing_a_game_or_after_escape_plays(stage: BareStage) -> None:
    scene = StartScene(stage)
    tiles = [i for i, t in enumerate(stage.easel(scene, SIZE).targets) if t.box.y < SIZE[1] // 3]
    scene.cursor = tiles[1]
    assert "ENTER" not in words_in(stage, scene)  # here Enter chooses
    scene.key("confirm")
    assert "ENTER" in words_in(stage, scene)
    scene.cursor = tiles[4]
    scene.key("pause")
    assert isinstance(stage.scene, LeaveScene)
    stage.scene.key("pause")
    stage.easel(scene, SIZE)
    scene.key("confirm")
    assert isinstance(stage.scene, TableScene)
    assert stage.scene.session.name == "slamwich"


def test_chair_of_a_bot_names_the_key_that_takes_it(stage: BareStage) -> None:
    words = words_in(stage, StartScene(stage))
    assert [key for key in ("Q", "P", "Z", "M") if key in words] == ["P", "Z", "M"]
    assert "key Q" in words


def test_slap_seats_a_person_in_place_of_the_bot_of_that_colour(stage: BareStage) -> None:
    scene = StartScene(stage)
    assert stage.unit.keyboard is not None
    stage.unit.keyboard.key(2, True, 5)
    scene.news(stage.unit.drain())
    assert [seat.bot == "" for seat in scene.seats] == [True, False, True, False]
    assert scene.down == {2}
    assert stage.sounds == ["slap"]
    stage.unit.keyboard.key(2, False, 9)
    scene.news(stage.unit.drain())
    assert scene.down == set()


def test_name_is_typed_and_remembered(stage: BareStage) -> None:
    scene = StartScene(stage)
    scene.start_naming(1)
    for letter in ("A", "d", "x", "\b", "a", "\n"):
        scene.typed(letter)
    assert stage.prefs.seats[1].name == "Ada"
    assert not scene.typing


def test_name_that_another_chair_has_is_typed_away_from_it(stage: BareStage) -> None:
    scene = StartScene(stage)
    for chair, name in enumerate(("Ada", "ada", "Red")):
        scene.start_naming(chair)
        for letter in f"{name}\n":
            scene.typed(letter)
    assert [seat.name for seat in stage.prefs.seats[:3]] == ["Red", "ada", "Green"]


@pytest.mark.parametrize("way", ["escape", "click"])
def test_name_that_nobody_typed_stays_as_it_was(stage: BareStage, way: str) -> None:
    scene = StartScene(stage)
    easel = stage.easel(scene, SIZE)
    before = [seat.name for seat in stage.prefs.seats]
    scene.start_naming(1)
    if way == "escape":
        scene.typed("\n")  # what the window makes of Escape
    else:
        scene.click((easel.targets[0].box.cx, easel.targets[0].box.cy))
        assert isinstance(stage.scene, TableScene)
        assert [seat.name for seat in stage.scene.session.seats] == before[:4]
    assert not scene.typing
    assert [seat.name for seat in stage.prefs.seats] == before


def test_chair_takes_another_colour_and_nobody_is_left_without(stage: BareStage) -> None:
    scene = StartScene(stage)
    scene.next_colour(0)
    assert sorted(seat.paddle for seat in stage.prefs.seats) == list(range(6))
    assert stage.prefs.seats[0].paddle == 1


@pytest.mark.parametrize("game", GAMES)
def test_players_stay_within_what_the_game_allows(game: str, stage: BareStage) -> None:
    scene = StartScene(stage)
    Page(stage, scene).click_name(f"game/{game}")
    sizes = engine.find(game).SEATS
    for _ in range(9):
        scene.change_players(1)
    assert stage.prefs.players == min(sizes[-1], 6)
    for _ in range(9):
        scene.change_players(-1)
    assert stage.prefs.players == sizes[0]


def test_only_the_turn_player_can_be_looked_at_and_only_while_held(stage: BareStage) -> None:
    session = posed_session(stage, "hands-down", 4, 3)
    session.show_people((0, 1, 2, 3))
    scene = TableScene(stage, session)
    scene.pump()
    assert "hand" not in scene.table(scene.eyes).view
    scene.gesture("hold")
    assert scene.eyes == session.view(None)["turn"]
    assert "hand" in scene.table(scene.eyes).view
    scene.gesture("let go")
    assert scene.eyes is None


def test_first_game_says_who_lost_before_it_teaches_on(stage: BareStage) -> None:
    people = [Seat(name, paddle) for paddle, name in enumerate(("Ada", "Ben", "Cid", "Dot"))]
    session = opening.begin("hands-down", people, stage.unit, stage.clock, seed=3, home=stage.home)
    scene = TableScene(stage, session)
    scene.pump()
    scene.lessons.looked = table_words.turn_and_phase(
        scene
    )  # otherwise the tip on seeing the hand comes first
    tip = next(words for words in words_in(stage, scene) if words.startswith("A pair? Slap"))

    def hear(effect: Effect) -> None:
        scene.hear(Moment(session.played.game, [effect]), stage.clock())

    hear(Effect("hands-down", 0, 0))
    assert tip in words_in(stage, scene)  # a call holds no tip back
    hear(Effect("lost", 1, 0))
    assert "Ben was last and pays a random card" in words_in(stage, scene)
    until_us = scene.announcements.verdict_until_us
    assert until_us is not None
    for _ in range(30):  # the frame that brings the tip back is asked for
        wakes_us = scene.wakes_at_us()
        assert wakes_us is not None and wakes_us <= until_us
        stage.clock.at_us = wakes_us
        if wakes_us == until_us:
            break
        assert tip not in words_in(stage, scene)
    assert tip in words_in(stage, scene)
    hear(Effect("pays", 2, 0, {"to": 0, "why": "early"}))
    assert "Cid was fooled and pays Ada a random card" in words_in(stage, scene)
    session.close()


@pytest.mark.parametrize("size", [(800, 480), (1100, 620), (1280, 720), (1920, 1080)])
def test_loser_who_never_slapped_stands_in_the_photo_however_small(
    size: tuple[int, int], stage: BareStage
) -> None:
    session = posed_session(stage, "hands-down", 4, 3)
    scene = TableScene(stage, session)
    scene.push(Looking(scene, 0))  # a hand on the table leaves the photo the least room
    photo = PhotoFinish(0, 0, tuple(Hit(s, 100_000 * s, True) for s in (0, 1, 2)), over=True)
    session.played.moment = Moment(session.played.game, [], photo)
    scene.announcements.slap.loser = 3
    words = [s.art.words for s in stage.easel(scene, size).sprites if isinstance(s.art, Text)]
    assert [w for w in words if w in ("slapped", "+0.10 s", "+0.20 s", "not in time")] == [
        "not in time",
        "slapped",
        "+0.10 s",
        "+0.20 s",
    ]


def test_what_can_be_pressed_in_public_gives_no_hand_away(stage: BareStage) -> None:
    for seed in range(12):
        session = posed_session(stage, "hands-down", 4, seed)
        session.show_people((0, 1, 2, 3))
        scene = TableScene(stage, session)
        scene.pump()
        assert [choice.do for choice in scene.visible_choices(scene.eyes)] == ["pass"]


def test_double_tap_waits_a_second_and_a_tap_takes_it_back(stage: BareStage) -> None:
    session = posed_session(stage, "hands-down", 4, 3)
    session.show_people((0, 1, 2, 3))
    scene = TableScene(stage, session)
    scene.pump()
    scene.gesture("tap")
    scene.gesture("double")
    assert scene.play.pending is not None
    assert any("SPACE: undo" in words for words in words_in(stage, scene))
    scene.gesture("tap")
    assert scene.play.pending is None


def test_settings_swap_keys_so_that_none_is_there_twice(stage: BareStage) -> None:
    scene = SettingsScene(stage, StartScene(stage))
    stage.prefs = stage.prefs.with_key("next", "q")
    assert stage.prefs.keys["next"] == "q"
    assert stage.prefs.seat_keys[0] == "space"
    held = [*stage.prefs.keys.values(), *stage.prefs.seat_keys]
    assert len(held) == len(set(held))
    assert "SPACE" in words_in(stage, scene)


@pytest.mark.parametrize("game", GAMES)
def test_help_has_pages_with_cards_for_every_game(game: str, stage: BareStage) -> None:
    scene = HelpScene(stage, game, StartScene(stage))
    stage.prefs = stage.prefs.with_key("call", "k")
    last = len(face_of(game).pages)
    for number, page in enumerate(pages(game, stage.prefs)):
        assert page.heading in words_in(stage, scene)
        assert page.words in words_in(stage, scene) and "{" not in page.words
        assert f"page {number + 1} of {last + 2}" in words_in(stage, scene)
        assert bool(page.cards) == (number < last)
        scene.key("right")
    assert scene.page == last + 1, "behind the last page comes no other"
    keys = pages(game, stage.prefs)[-1].words
    assert "Slap: Q" in keys and ("Call: K" in keys) == (game in ("slamwich", "hit-the-deck"))
    assert ("cards show" in keys) == (game not in ("slamwich", "quick-draw"))


def test_several_people_on_one_keyboard_learn_which_keys_are_seen_at_once() -> None:
    check = KeyboardCheck()
    assert "Hold all your keys" in check.words([0, 1, 2], False)
    for colour in (0, 1):
        check.press(colour)
    assert "2 of 3" in check.words([0, 1, 2], False)
    check.press(2)
    assert "sees all your keys" in check.words([0, 1, 2], False)
    assert "less exact" in check.words([4], True)
    assert check.words([0], False) == ""


def test_arrow_keys_walk_to_the_neighbour_on_that_side() -> None:
    boxes = [Box(x * 100, y * 100, 80, 80) for y in range(2) for x in range(3)]
    assert walk(boxes, 0, "right") == 1
    assert walk(boxes, 1, "down") == 4
    assert walk(boxes, 4, "left") == 3
    assert walk(boxes, 5, "up") == 2


def test_arrow_keys_go_round_in_the_same_row_or_column() -> None:
    boxes = [Box(x * 100, y * 100, 80, 80) for y in range(2) for x in range(3)]
    assert walk(boxes, 0, "left") == 2
    assert walk(boxes, 5, "right") == 3
    assert walk(boxes, 1, "up") == 4
    assert walk(boxes, 4, "down") == 1
    menu = [Box(0, y * 100, 300, 80) for y in range(5)]
    assert walk(menu, 0, "up") == 4
    assert walk(menu, 4, "down") == 0
    assert walk(menu, 2, "left") == 2


def test_painter_redraws_only_what_changed_and_the_result_is_the_same(stage: BareStage) -> None:
    import pygame

    from slamomatic.kit.surfaces import Felt

    scene = StartScene(stage)
    painter = Painter(pygame.Surface(SIZE), Felt())
    before = stage.easel(scene, SIZE).sprites
    assert painter.show(before)
    assert painter.show(before) == []
    scene.down = {1}
    after = stage.easel(scene, SIZE).sprites
    dirty = painter.show(after)
    assert 0 < sum(rect.w * rect.h for rect in dirty) < 0.4 * SIZE[0] * SIZE[1]
    whole = Painter(pygame.Surface(SIZE), Felt())
    whole.show(after)
    assert pygame.image.tobytes(painter.surface, "RGB") == pygame.image.tobytes(whole.surface, "RGB")


@pytest.mark.parametrize("size", [(320, 200), (200, 700), (1000, 180)])
def test_window_far_too_small_is_still_drawn(size: tuple[int, int], stage: BareStage) -> None:
    for game in GAMES:
        session = posed_session(stage, game, engine.find(game).SEATS[-1], 3)
        session.show_people((0,))
        scene = TableScene(stage, session)
        scene.pump()
        assert stage.surface(scene, size).get_size() == size
        assert stage.surface(HelpScene(stage, game, scene), size).get_size() == size
    assert stage.surface(StartScene(stage), size).get_size() == size


def test_dirty_boxes_never_overlap() -> None:
    import pygame

    rects = [pygame.Rect(x, y, 60, 60) for x, y in ((0, 0), (50, 10), (300, 300), (90, 40), (500, 20))]
    kept = merged(rects, pygame.Rect(0, 0, 800, 480))
    assert all(not a.colliderect(b) for i, a in enumerate(kept) for b in kept[i + 1 :])
    assert all(any(k.contains(r) for k in kept) for r in rects)


def test_names_of_many_become_who_is_not_among_them() -> None:
    four = ["Red", "Yellow", "Green", "Blue"]
    assert hands_to_lift(four[:1], four) == "Lift your hand, Red!"
    assert hands_to_lift(four[:2], four) == "Hands off, Red and Yellow!"
    assert hands_to_lift(four, four) == "Lift your hands, everybody!"
    assert only_some_live([*four, "Violet"], [*four, "Violet", "White"]) == "READY (without White)"


def test_paper_mode_needs_no_cards_and_only_people(stage: BareStage) -> None:
    scene = StartScene(stage)
    assert any(words.startswith("bot: ") for words in words_in(stage, scene))
    scene.options["paper"] = True
    assert not any(words.startswith("bot: ") for words in words_in(stage, scene))
    scene.play()
    assert isinstance(stage.scene, TableScene)
    stage.scene.pump()
    assert stage.scene.session.people == [0, 1, 2, 3]
    assert "Next player" in words_in(stage, stage.scene)
    assert isinstance(stage.easel(stage.scene, SIZE).sprites[0], Sprite)


@pytest.mark.parametrize("game", GAMES)
def test_paper_table_can_be_drawn_for_every_game(game: str, stage: BareStage) -> None:
    seats = list(posed_session(stage, game, engine.find(game).SEATS[0], 1).seats)
    people = [replace(seat, bot="") for seat in seats]
    session = opening.begin(game, people, stage.unit, stage.clock, home=stage.home, options={"paper": True})
    scene = TableScene(stage, session)
    scene.pump()
    assert stage.easel(scene, SIZE).sprites
    session.close()
    assert session.name == engine.new(game, Setup(len(people), 1)).NAME


def test_result_wants_a_hand_that_has_rested_before_a_rematch(stage: BareStage) -> None:
    scene = ResultScene(stage, posed_session(stage, "hands-down", 3, 3).outcome())
    stage.go(scene)
    page = Page(stage, scene)
    for _ in range(20):  # somebody goes on hammering
        page.press("confirm")
        page.wait(700_000)
    assert page.scene is scene
    page.wait(1_000_000)
    page.press("confirm")
    assert isinstance(page.scene, TableScene)


def test_key_that_came_while_the_result_was_drawn_is_no_rematch(stage: BareStage) -> None:
    scene = ResultScene(stage, posed_session(stage, "hands-down", 3, 3).outcome())
    stage.go(scene)
    page = Page(stage, scene)
    page.easel()
    stage.clock.at_us += 30_000_000  # on a slow disk and a slow machine
    page.press("confirm")
    assert page.scene is scene


def test_who_has_no_cards_in_hands_down_reads_why_nothing_can_be_done(stage: BareStage) -> None:
    """The paddle is dark for some turns: the others play on, and the one without cards asks why."""
    game = engine.new("hands-down", Setup(3, 1, {"dealer": 2}))
    state = game.to_json()
    state["hands"][1], taken = [], state["hands"][1]
    state["drawpile"] += taken
    seats = [Seat("Ada", 0, "easy"), Seat("Ben", 1), Seat("Cid", 2, "easy")]
    session = GameSession(type(game).from_json(state), seats, stage.unit, NoJournal(), stage.clock)
    page = Page(stage, TableScene(stage, session))
    assert page.said_by("own/none") == "No cards: you sit out until your next turn."
