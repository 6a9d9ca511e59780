"""Units, cards, places and keys have names that are told in the player's language, inside any sentence."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from slamomatic.engine.vocabulary import Refused
from slamomatic.face.faces import face_of
from slamomatic.face.telling import refusal
from slamomatic.gallery import rooms
from slamomatic.games.hit_the_deck import art
from slamomatic.kit import key_places
from slamomatic.kit.brush import Brush
from slamomatic.messages import FaultLine
from slamomatic.paddles import PADDLES, usual_name
from slamomatic.phone.touch_unit import PhoneUnit
from slamomatic.preferences import Preferences
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.history import HistoryScene
from slamomatic.screen.scenes.settings import SettingsScene
from slamomatic.screen.scenes.start import StartScene
from slamomatic.screen.scenes.start_picture import ResumeScene
from slamomatic.screen.scenes.table import TableScene
from slamomatic.screen.scenes.unit_words import in_full, in_short
from slamomatic.screen.window import Window
from slamomatic.store.history import Match, SeatResult, open_history
from slamomatic.store.journals import all_open
from slamomatic.table import opening
from slamomatic.table.clock import TableClock
from slamomatic.table.intake import TOO_LATE, UNPLACED
from slamomatic.table.seats import Seat
from slamomatic.units.base import Fault, Link, News, UnitNotice, UnitState
from slamomatic.units.faults import FaultBook
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units
from slamomatic.units.sources import AnyPico, OnePort
from slamomatic.words import Sentence, gettext, languages, said
from slamomatic.words.languages import speaking
from support.page import words_in


@pytest.fixture
def german() -> Iterator[None]:
    with speaking("de"):
        yield


def lost(name: str) -> UnitState:
    return UnitState(name, Link.LOST, "", 4)


@pytest.mark.parametrize(
    ("name", "kept", "told"),
    [
        (OnePort("COM3").name, "the unit on COM3", "Gerät an COM3"),
        (PhoneUnit(0).name, "the red phone", "Handy Rot"),
        (KeyboardUnit().state().name, "keys", "Tastatur"),
        (Sentence("unit {number}", number="3456"), "unit 3456", "Gerät 3456"),
    ],
)
def test_a_unit_s_name_is_told_in_the_language_and_kept_in_english(
    german: None, name: str, kept: str, told: str
) -> None:
    assert json.loads(json.dumps(name)) == kept
    assert gettext("{name} is back.", name=name) == f"{told} ist wieder da."
    assert told in in_short([lost(name)])[0]
    assert told in in_full([lost(name)])[0]


def test_two_units_of_one_name_are_numbered_in_the_language(german: None) -> None:
    units = Units([KeyboardUnit(), KeyboardUnit()])
    assert [said(state.name) for state in units.states()] == ["Tastatur (1)", "Tastatur (2)"]


def test_a_fault_names_its_paddle_in_the_language(german: None) -> None:
    told: list[News] = []
    FaultBook(told.append).note_line(FaultLine(1, 0, "stuck"), Sentence("unit {number}", number="3456"), 0)
    (notice,) = told
    assert isinstance(notice, UnitNotice)
    assert notice.text.startswith("Paddle 1 of unit 3456 has been down"), "English in journals"
    assert said(notice.text).startswith("Buzzer 1 von Gerät 3456")


def test_a_colour_inside_a_name_has_the_capital_of_its_language() -> None:
    stuck = UnitState("x", Link.CONNECTED, "", 4, faults=(Fault(0, "stuck", ""),))
    for language, begins in {"en": "Red paddle", "es": "Pulsador rojo", "de": "Buzzer Rot"}.items():
        with speaking(language):
            assert in_short([stuck])[0].startswith(begins)


@pytest.mark.parametrize(
    ("game", "refused", "told"),
    [
        (
            "hit-the-deck",
            Refused("you don't hold {card}", card="R3"),
            "diese Karte hast du nicht: eine rote 3",
        ),
        (
            "hit-the-deck",
            Refused("{card} does not go on {top}", card="GC", top="N4"),
            "ein Abheben in Grün passt nicht auf Hit the Deck mit einer 4",
        ),
        ("hit-the-deck", Refused("you don't hold {card}", card="X9"), "diese Karte hast du nicht: X9"),
        (
            "yahtzee-hands-down",
            Refused("you can't discard {card}: your hand has no (other) such card", card="R1/6"),
            "du kannst eine rote 1 oder 6 nicht ablegen: so eine Karte hast du nicht (mehr)",
        ),
        (
            "lowdown",
            Refused("no card is left there: draw from {other}", other="discard"),
            "dort liegt keine Karte mehr, zieh hier: Ablage",
        ),
        (
            "lowdown",
            Refused("a card lies {one} or {other}, not '{face}'", one="up", other="down", face="x"),
            "eine Karte liegt offen oder verdeckt, nicht „x“",
        ),
        (
            "lowdown",
            Refused("that card lies open already: {cell}", cell=0),
            "diese Karte ist schon offen: oben links",
        ),
        ("hands-down", Refused("it is {seat}'s turn", seat=1), "Ben ist dran"),
    ],
)
def test_a_refusal_spells_cards_and_places_as_its_game_does(
    german: None, game: str, refused: Refused, told: str
) -> None:
    assert said(refusal(face_of(game), refused, ("Ada", "Ben"))) == told


@pytest.mark.parametrize("game", ["hit-the-deck", "yahtzee-hands-down"])
def test_every_card_has_a_name_of_its_own(game: str) -> None:
    face = face_of(game)
    cards = [card for card in face.deck.FACES if card not in ("starter",)] if face.deck else []
    names = {str(face.spelled("card", card)) for card in cards}
    assert len(names) == len(cards) > 20
    assert not names & set(cards)


@pytest.mark.parametrize("language", languages.languages())
def test_a_card_is_not_called_like_a_player(language: str) -> None:
    """Players are called by colours until they type a name: "Blau spielt eine grüne 2"."""
    with speaking(language):
        players = {usual_name(paddle) for paddle in range(len(PADDLES))}
        for game, card in (("hit-the-deck", "G2"), ("lowdown", "R4"), ("yahtzee-hands-down", "B1/6")):
            name = face_of(game).card_name(card)
            assert not players & set(name.split()), name


def test_keys_are_called_as_on_the_player_s_keyboard(german: None) -> None:
    assert [key_places.label(place) for place in ("space", "left", "escape")] == ["LEERTASTE", "←", "ESC"]
    with speaking("fr"):
        assert key_places.label("return") == "ENTRÉE"
    with speaking("en"):
        assert key_places.label("return") == "ENTER"


class Listening(Brush):
    """Keeps the words that are drawn."""

    def __init__(self) -> None:
        super().__init__(200, 280)
        self.drawn: list[str] = []

    def words(self, words: str, *where: Any, **how: Any) -> None:
        self.drawn.append(words)
        super().words(words, *where, **how)


@pytest.mark.parametrize(
    ("card", "language", "corner"), [("RC", "de", "A"), ("RF", "de", "W"), ("RC", "en", "C")]
)
def test_the_corner_of_a_card_is_the_first_letter_of_its_word(card: str, language: str, corner: str) -> None:
    pygame.font.init()
    brush = Listening()
    with speaking(language):
        art.face(brush, card)
    assert corner in brush.drawn
    assert any(len(word) > 1 and word[0] == corner for word in brush.drawn)


def test_what_the_gallery_shows_of_units_has_no_english_left(german: None, tmp_path: Path) -> None:
    shown: set[str] = set()
    for name, scene in rooms.rooms(BareStage(tmp_path)):
        if name.startswith(("unit-", "start-waits")) and isinstance(scene.stage, BareStage):
            shown |= set(words_in(scene.stage, scene))
    told = "\n".join(shown)
    assert "Gerät 3456" in told
    assert not [
        english for english in ("unit 3456", "check its cable", "There is no port") if english in told
    ]


@pytest.mark.parametrize("code", [code for code in languages.languages() if code != "en"])
@pytest.mark.parametrize("says", [UNPLACED, TOO_LATE])
def test_a_unit_s_name_needs_no_article(says: str, code: str) -> None:
    """A name stands before a colon: as the subject of a sentence "Clavier" would lack its article."""
    with speaking(code):
        words = gettext(says, name=KeyboardUnit().state().name)
        assert re.match(rf"{said(KeyboardUnit().state().name)}\s?: ", words), words


def test_that_one_plays_on_the_keyboard_is_said_once() -> None:
    searching = UnitState("the unit", Link.SEARCHING, AnyPico.searching, 4)
    keys = KeyboardUnit()
    keys.start()
    assert in_full([searching, keys.state()])[0] == AnyPico.searching
    assert in_full([keys.state()])[0] == "Playing on the keyboard"


def test_winners_of_old_games_are_called_as_today_and_bots_are_marked(german: None, tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    seats = (
        SeatResult("Red", False, 7, True),
        SeatResult("Ada", False, 7, True),
        SeatResult("Vert", True, 7, True),
    )
    with open_history(stage.home) as history:
        history.add(Match("a", "hands-down", 1000.0, 12.5, "keys", seats))
    scene = HistoryScene(stage, StartScene(stage))
    scene.enter()
    assert "Sieg für Rot, Ada und Grün (Bot), 3 am Tisch" in words_in(stage, scene)


def test_kept_games_call_their_players_as_today(german: None, tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    for game in ("slamwich", "lowdown"):
        seats = [Seat("Rouge", 0), Seat("Ada", 1)]
        opening.begin(game, seats, stage.unit, stage.clock, seed=3, home=stage.home).close()
    scene = ResumeScene(stage, StartScene(stage), StartScene(stage), all_open(stage.home))
    assert [words.rpartition(": ")[2] for words in words_in(stage, scene) if "Ada" in words] == [
        "Rot und Ada",
        "Rot und Ada",
    ]


def test_names_that_nobody_typed_follow_the_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in a game that is going on, and in one whose settings were saved in another language."""
    stage = BareStage(tmp_path)
    seats = [Seat("Red", 0), Seat("Ada", 1), Seat("Green", 2, "easy")]
    session = opening.begin("hands-down", seats, stage.unit, stage.clock, seed=3, home=tmp_path)
    scene = TableScene(stage, session)
    stage.go(scene)
    assert {"Red", "Ada", "Green"} <= set(words_in(stage, scene))
    stage.go(SettingsScene(stage, scene))
    with speaking("de"):
        stage.go(scene)
        assert {"Rot", "Ada", "Grün"} <= set(words_in(stage, scene))
    session.close()
    monkeypatch.setattr(languages, "program", ["en"])  # the window says it to the whole program
    saved = replace(Preferences(), language="de")
    window = Window(stage.unit, TableClock(), saved, home=tmp_path)
    assert [seat.name for seat in window.prefs.seats[:3]] == ["Rot", "Gelb", "Grün"]
