"""While people play, the television speaks to a family: no word of a laboratory stands on it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from slamomatic.engine import GAMES
from slamomatic.gallery.tables import steps, table_of
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.start import StartScene
from slamomatic.words import languages
from support.length import count
from support.page import Page, text_in

ENGINEERING = re.compile(r"\b(ms|µs|Pico|delay|emulated|live|latency|accuracy|jitter)\b", re.IGNORECASE)


@pytest.mark.parametrize("game", GAMES)
def test_no_word_of_a_laboratory_in_a_whole_game(game: str, tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    scene, session = table_of(stage, game, 3, 3, (0,))
    seats = [replace(seat, handicap_ms=100 * nth) for nth, seat in enumerate(session.seats)]
    session.players.sit(seats, [False] * len(seats))
    session.show_people((0,))
    for nth, _ in enumerate(steps(stage, scene, count(60, 600) * 1_000_000)):
        if nth % 5 == 0:
            words = text_in(stage, scene)
            assert not ENGINEERING.findall(words.replace(" ms: a tie", "")), words


def test_nor_on_the_start_screen(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    stage.remember(replace(stage.prefs, seats=tuple(replace(s, handicap_ms=50) for s in stage.prefs.seats)))
    words = text_in(stage, StartScene(stage))
    assert "Playing on the keyboard" in words and not ENGINEERING.findall(words), words


def test_a_language_that_is_switched_in_a_game_leaves_no_old_words(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    scene, session = table_of(stage, "slamwich", 3, 3, ())
    for _ in steps(stage, scene, 60_000_000):
        if "won" in scene.announcements.last and scene.announcements.saying == "won":
            break
    session.keep_still()
    in_english = Page(stage, scene).said_by("headline/words")
    with languages.speaking("de"):
        scene.pump()
        in_german = Page(stage, scene).said_by("headline/words")
    assert " wins " in in_english or " munches " in in_english
    assert in_german != in_english and " Karte" in in_german
