"""The first scene: a game shows itself, Enter plays, and who plays is asked without holding anybody up."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from slamomatic.engine import GAMES
from slamomatic.engine.bots import USUAL
from slamomatic.face.cards import CardArt
from slamomatic.face.faces import face_of
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.front import FrontScene, WhoScene
from slamomatic.screen.scenes.start import StartScene
from slamomatic.screen.scenes.table import TableScene
from slamomatic.screen.scenes.watched import AFTER_US
from slamomatic.store import journals
from slamomatic.store.history import Match, SeatResult, open_history
from support.page import Page
from support.session import session_of

WHO_ELSE = "Who else plays? Slap your paddle or press your key. Bots take the other chairs."
CLIP_US = 60_000_000  # longer than any of them, all its times


@pytest.fixture
def page(stage: BareStage) -> Page:
    front = FrontScene(stage)
    stage.go(front)
    return Page(stage, front)


def watch(page: Page, us: int) -> int:
    """As the window does: it looks whenever something is due; how many pictures that would be."""
    page.easel()
    ends_us, pictures = page.stage.clock.at_us + us, 0
    while page.stage.clock.at_us < ends_us and page.stage.scene is page.scene:
        wakes_us = page.scene.wakes_at_us()
        due_us = ends_us if wakes_us is None else min(wakes_us, ends_us)
        page.stage.clock.at_us = max(page.stage.clock.at_us + 1, due_us)
        page.scene.pump()
        pictures += 1
    return pictures


def add_wins(home: Path, *wins: tuple[str, int]) -> None:
    with open_history(home) as history:
        for name, count in wins:
            for number in range(count):
                seats = (SeatResult(name, False, 3, True), SeatResult("Bot", True, 1, False))
                history.add(Match(f"{name}{number}.journal", "slamwich", 1.0, 5.0, "keys", seats))


def minutes_in(words: str) -> str:
    found = re.search(r"(\d+)\smin", words)
    assert found, words
    return found[1]


def sit_down(page: Page, paddle: int) -> None:
    """Press the key of this paddle."""
    keyboard = page.stage.unit.keyboard
    assert keyboard is not None
    keyboard.key(paddle, True, page.stage.clock())
    page.scene.news(page.stage.unit.drain())


# --- three ways to play -------------------------------------------------------------------------------


def test_enter_goes_on_with_the_game_that_was_just_left(page: Page) -> None:
    page.press("confirm")
    played = session_of(page.scene).journal.path
    page.press("pause")
    page.click("Save and leave the table")
    assert isinstance(page.scene, FrontScene)
    targets = page.easel().targets
    assert targets[page.scene.cursor].name == "resume"
    page.press("confirm")
    assert session_of(page.scene).journal.path == played


@pytest.mark.parametrize("game", GAMES)
def test_enter_plays_the_game_that_is_shown_alone_against_bots(game: str, page: Page) -> None:
    page.click_name(f"game/{game}")
    assert face_of(game).about in page.text()
    page.press("confirm")
    session = session_of(page.scene)
    assert session.name == game
    assert [bool(seat.bot) for seat in session.seats] == [False, *[True] * (len(session.seats) - 1)]


def test_bots_that_one_plays_against_have_nobody_s_name(page: Page) -> None:
    """A family has sat here before, and now one of them plays alone."""
    for index, name in enumerate(("Ada", "Ben", "Cleo")):
        page.stage.prefs = page.stage.prefs.with_seat(
            index, replace(page.stage.prefs.seats[index], name=name, bot="")
        )
    page.click("Play alone")
    names = [seat.name for seat in session_of(page.scene).seats]
    assert names == ["Ada", "Yellow", "Green", "Blue"]
    assert [seat.name for seat in page.stage.prefs.seats[:3]] == ["Ada", "Ben", "Cleo"], "they come back"


@pytest.mark.parametrize("way", ["Play together", "Play a cup"])
def test_in_company_who_plays_is_asked_and_enter_answers(way: str, page: Page) -> None:
    page.click(way)
    assert isinstance(page.scene, WhoScene)
    assert {"Who is playing?", WHO_ELSE} <= set(page.words())
    page.press("confirm")
    session = session_of(page.scene)
    assert len(session.people) == 1, "nobody sits on a chair who has not come"
    assert (session.cup is not None) == (way == "Play a cup")


def test_whoever_came_once_is_there_again(page: Page) -> None:
    page.click("Play together")
    sit_down(page, 1)
    assert WHO_ELSE not in page.words()
    page.press("pause")
    assert isinstance(page.scene, FrontScene)
    assert page.easel().targets[page.scene.cursor].name == "way/together", "the way is remembered"
    page.press("confirm", "confirm")
    assert len(session_of(page.scene).people) == 2


@pytest.mark.parametrize("size", [(800, 480), (1920, 1080)])
def test_tiles_show_the_minutes_of_what_enter_would_begin(size: tuple[int, int], page: Page) -> None:
    """In every way to play, whatever was played before."""
    page.size = size
    for length in ("normal", "short", "cup"):
        page.stage.prefs = replace(page.stage.prefs, length=length)
        for way in ("alone", "together", "cup"):
            page.scene.cursor = 0
            while page.easel().targets[page.scene.cursor].name != f"way/{way}":
                page.press("down")
            told = {of: minutes_in(page.said_by(of)) for of in ("way/alone/sub", "way/cup/sub")}
            tile = minutes_in(page.said_by(f"game/{page.stage.prefs.game}/facts"))
            assert tile == told["way/cup/sub" if way == "cup" else "way/alone/sub"]


def test_who_slaps_sits_down_while_the_question_stands(page: Page) -> None:
    page.click("Play together")
    assert page.stage.prefs.seats[2].bot == USUAL
    sit_down(page, 2)
    assert page.stage.prefs.seats[2].bot == ""
    page.click_name("chair/2/kind")
    assert page.stage.prefs.seats[2].bot == USUAL, "one press makes a bot of a person"


def test_a_player_without_a_name_is_asked_once_and_only_after_a_game(page: Page) -> None:
    page.stage.prefs = page.stage.prefs.with_explained("hands-down")
    page.press("confirm")
    assert "Who is playing?" in page.words()
    page.press("confirm")
    session_of(page.scene).close()
    front = FrontScene(page.stage)
    page.stage.go(front)
    page.scene = front
    page.press("confirm")
    assert isinstance(page.scene, TableScene), "once"


def test_names_of_other_evenings_are_offered_with_their_wins(tmp_path: Path, page: Page) -> None:
    add_wins(tmp_path, ("Ada", 3), ("Red", 2), ("Ben", 1))
    page.click("Play together")
    sit_down(page, 1)
    page.click_name("chair/1/name")
    assert {"Ada\n3 wins", "Ben\n1 win"} <= set(page.words())
    assert not any(words.startswith("Red\n") for words in page.words()), "a colour is nobody's name"
    page.click("Ada\n3 wins")
    assert page.stage.prefs.seats[1].name == "Ada"
    page.press("confirm")
    assert [seat.name for seat in session_of(page.scene).seats][:2] == ["Red", "Ada"]


def test_nobody_sits_on_two_chairs(tmp_path: Path, page: Page) -> None:
    add_wins(tmp_path, ("Ada", 1))
    page.click("Play together")
    for chair in (0, 1):
        page.click_name(f"chair/{chair}/name")
        page.click("Ada\n1 win")
    assert [seat.name for seat in page.stage.prefs.seats[:2]] == ["Red", "Ada"]


def test_more_holds_all_the_rest_and_leads_back(page: Page) -> None:
    page.click("More…")
    assert isinstance(page.scene, StartScene)
    assert {"Settings", "History", "Paddles"} <= set(page.words())
    page.press("pause")
    assert isinstance(page.scene, FrontScene)


# --- the game that shows itself -----------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_game_plays_by_itself_for_a_few_seconds_and_rests(game: str, page: Page) -> None:
    page.click_name(f"game/{game}")
    assert watch(page, 20_000_000) > 100, "it moves"
    assert any(sprite.name.startswith("clip/seat/") for sprite in page.easel().sprites)
    watch(page, AFTER_US - 25_000_000)
    assert isinstance(page.scene, FrontScene)
    assert watch(page, 900_000) == 1, "nothing is drawn while nothing moves"


def test_what_is_shown_is_neither_heard_nor_kept(tmp_path: Path, page: Page) -> None:
    page.stage.sounds.clear()
    watch(page, 20_000_000)
    assert page.stage.sounds == [] and journals.all_open(tmp_path) == []


def test_with_reduced_motion_it_is_a_still_picture(tmp_path: Path) -> None:
    stage = BareStage(tmp_path, reduced_motion=True)
    front = FrontScene(stage)
    stage.go(front)
    page = Page(stage, front)
    watch(page, 5_000_000)
    before = [sprite for sprite in page.easel().sprites if sprite.name.startswith("clip/")]
    assert before
    watch(page, 5_000_000)
    assert before == [sprite for sprite in page.easel().sprites if sprite.name.startswith("clip/")]


def test_the_shout_is_read_where_it_fits_and_no_band_is_ever_empty(page: Page) -> None:
    """In a small window the longest of them would be unreadable: there the hands are seen instead."""
    for size in ((1920, 1080), (800, 480)):
        front = FrontScene(page.stage)
        page.stage.go(front)
        page.scene, page.size = front, size
        page.easel()
        seen, ends_us = False, page.stage.clock.at_us + 12_000_000
        while page.stage.clock.at_us < ends_us:
            page.stage.clock.at_us += 100_000
            front.pump()
            names = {sprite.name for sprite in page.easel().sprites}
            assert ("clip/slap-show/words" in names) == ("clip/slap-show/band" in names)
            seen |= "clip/slap-show/words" in names
        assert seen or size == (800, 480)


@pytest.mark.parametrize("game", GAMES)
def test_in_a_small_window_its_cards_take_the_same_share_of_the_picture(game: str, page: Page) -> None:
    """Words have the same size in any window: they are not shown, and must not take the room of cards."""
    page.click_name(f"game/{game}")
    watch(page, 8_000_000)

    def widths(size: tuple[int, int]) -> dict[str, float]:
        page.size = size
        sprites = page.easel().sprites
        whole = next(sprite.box.w for sprite in sprites if sprite.name == "game")
        cards = (s for s in sprites if s.name.startswith("clip/") and isinstance(s.art, CardArt))
        return {card.name: card.box.w / whole for card in cards}

    large, little = widths((1920, 1080)), widths((800, 480))
    assert game == "quick-draw" or large
    assert large.keys() == little.keys()
    assert all(little[name] > 0.75 * width for name, width in large.items()), (large, little)


def test_the_length_of_the_game_stands_on_the_first_scene_and_is_changed_there(page: Page) -> None:
    page.stage.prefs = replace(page.stage.prefs, game="lowdown")
    told = []
    for _ in range(3):
        told.append((page.said_by("length/words"), minutes_in(page.said_by("way/alone/sub"))))
        page.click_name("length")
    assert [words for words, _ in told] == ["Normal game", "Long game", "Short game"]
    assert told[2][1] < told[0][1] < told[1][1]
    page.press("left")
    page.click_name("length")
    page.click_name("length")
    page.press("confirm")
    assert session_of(page.scene).options["target"] == 20, "a short one, as the button says"
