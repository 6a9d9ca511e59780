"""Nothing overlaps, nothing is cut off, all can be read: in every language, in windows from 800x480 to 4K.

One language is none: it is 40 % longer than English. The long command looks at every scene in every language
at every size. The quick one holds English and the longest language in all games, and each other one in a game
of its own, in the narrowest window; English in one more. All languages have the menus.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

import pytest

from slamomatic import engine
from slamomatic.engine import GAMES
from slamomatic.engine.vocabulary import TURNED_BY_THE_TABLE
from slamomatic.kit.easel import SMALL, TEXT_FLOOR_PX, Box, Frame, Sprite, Text
from slamomatic.screen.scenes.table import TableScene
from slamomatic.words import languages
from support.length import count
from support.pictures import SIZES, mistakes
from support.pseudo_language import pseudo_spoken
from support.scenes_of_all_games import game_scenes, menu_scenes
from words.pseudo import CODE

NAMES = list(GAMES)
SPOKEN = [code for code in languages.languages() if code != "en"]
MENUS = "menus"  # and all else outside a game
ALL = [(code, what) for code in ("en", CODE) for what in (MENUS, *NAMES)] + [
    (code, what)
    for number, code in enumerate(SPOKEN)
    for what in (MENUS, *count([NAMES[number % len(NAMES)]], NAMES))
]
# Scenes with sentences that people are told, the rarest of each game too.
SAID = {
    "hit-the-deck": {
        *("start", "played", "drew", "cut", "flipped", "race", "last", "uncalled", "faked-out", "hand-over"),
        *("void", "named", "left", "over"),
    },
    "yahtzee-hands-down": {"discarded", "called", "replaced", "combo-won", "void", "left", "over"},
    "lowdown": {
        *("opened", "drew", "placed", "threw", "looked", "turned", "peeked", "swapped", "stole", "cleared"),
        *("no-line", "last-claims", "hand-scored", "left", "over"),
    },
}


def spoken(code: str, folder: Path) -> AbstractContextManager[None]:
    return pseudo_spoken(folder) if code == CODE else languages.speaking(code)


@pytest.mark.parametrize("code, what", ALL)
def test_nothing_overlaps_and_nothing_is_cut_off(code: str, what: str, tmp_path: Path) -> None:
    found: dict[str, str] = {}  # a mistake, and where it was seen first
    folder = tmp_path / "catalogues"
    folder.mkdir()
    home = tmp_path / "home"
    with spoken(code, folder):
        for stage, name, scene in menu_scenes(home) if what == MENUS else game_scenes(home, what):
            for size in count(quick_sizes(code, what), SIZES):
                sprites = stage.easel(scene, size).sprites
                for mistake in (*mistakes(sprites, size), *too_small(sprites, size)):
                    found.setdefault(mistake, f"{name} at {size}")
    assert not found, "\n".join(f"{mistake} ({where})" for mistake, where in found.items())


@pytest.mark.parametrize("what", (MENUS, *NAMES))
def test_large_print_cuts_nothing_off_and_makes_nothing_smaller(what: str, tmp_path: Path) -> None:
    found: dict[str, str] = {}
    grown = 0
    for stage, name, scene in menu_scenes(tmp_path) if what == MENUS else game_scenes(tmp_path, what):
        usual = settled_px(stage.easel(scene, SIZES[0]).sprites)
        stage.remember(replace(stage.prefs, large_print=True))
        sprites = stage.easel(scene, SIZES[0]).sprites
        stage.remember(replace(stage.prefs, large_print=False))
        for mistake in (*mistakes(sprites, SIZES[0]), *too_small(sprites, SIZES[0])):
            found.setdefault(mistake, name)
        large = settled_px(sprites)
        for text in usual.keys() & large.keys():
            grown += large[text] > usual[text]
            if large[text] < usual[text]:
                found.setdefault(f"{text} has {large[text]} px instead of {usual[text]}", name)
    assert not found, "\n".join(f"{mistake} ({where})" for mistake, where in found.items())
    assert grown > 50


def settled_px(sprites: Sequence[Sprite]) -> dict[tuple[str, str], int]:
    """Return the size of every text, by its place and words."""
    texts = [(sprite.name, sprite.art, sprite.box) for sprite in sprites if isinstance(sprite.art, Text)]
    return {(name, art.words): art.settled(box.w, box.h).px for name, art, box in texts}


def quick_sizes(code: str, what: str) -> Sequence[tuple[int, int]]:
    """Return the sizes that the quick command looks at: all of them for the menus in English."""
    if code != "en":
        return SIZES[:1]
    return SIZES if what == MENUS else (SIZES[0], SIZES[1 + NAMES.index(what) % (len(SIZES) - 1)])


def too_small(sprites: list[Sprite], size: tuple[int, int]) -> list[str]:
    """Return the texts that can't be read from three metres."""
    floor = max(TEXT_FLOOR_PX, round(SMALL * Frame(*size).unit))
    texts = [(s.name, s.art.settled(s.box.w, s.box.h).px) for s in sprites if isinstance(s.art, Text)]
    return [f"{name} has {px} px" for name, px in texts if px < floor]


def test_smallest_text_is_28_px_at_1080p_and_14_px_at_800x480() -> None:
    assert Frame(1920, 1080).text_px(1) == TEXT_FLOOR_PX  # nothing asks for less than SMALL
    assert Frame(1920, 1080).text_px(SMALL) == 28
    assert Frame(800, 480).text_px(SMALL) == 14


def test_the_checks_see_what_they_look_for() -> None:
    words, window = Text("Hands Down", 30, 30, (255, 255, 255)), (800, 480)
    one = Sprite("one", Box(10, 10, 300, 50), words)
    assert mistakes([one], window) == too_small([one], window) == []
    other = Sprite("other", Box(40, 20, 300, 50), words)
    assert any("lies on" in what for what in mistakes([one, other], window))
    assert mistakes([one, Sprite("one", Box(10, 200, 300, 50), words)], window)
    assert mistakes([Sprite("out", Box(700, 10, 300, 50), words)], window)
    assert mistakes([Sprite("cut", Box(10, 10, 30, 10), words)], window)
    assert too_small([Sprite("small", one.box, Text("Hands Down", 8, 8, (255, 255, 255)))], window)


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_and_every_sentence_is_in_a_picture(game: str, tmp_path: Path) -> None:
    under_cursor: set[str] = set()
    said: set[str] = set()
    for _, _, scene in game_scenes(tmp_path, game):
        if isinstance(scene, TableScene) and scene.session.name == game:
            said.add(scene.announcements.saying)
            chosen = scene.chooser.chosen
            if chosen is not None:
                under_cursor.add(chosen.do)
    assert set(engine.find(game).EVENTS) - {TURNED_BY_THE_TABLE} <= under_cursor
    assert SAID.get(game, set()) <= said
