"""A card that crosses the table starts where it lay, and shows its face only where everybody sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path

import pygame
import pytest

from slamomatic.engine import GAMES
from slamomatic.face.cards import BACK, CardArt
from slamomatic.face.faces import face_of
from slamomatic.face.telling import telling_of
from slamomatic.gallery.tables import steps, table_of
from slamomatic.kit.easel import Box, Easel, Frame, Sprite, Text
from slamomatic.kit.motion import FLIGHT_US, Flight, Motion, is_of_pile
from slamomatic.preferences import Preferences
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes import table_parts
from slamomatic.screen.scenes.front import FrontScene
from slamomatic.screen.scenes.table_show import flight_of
from slamomatic.screen.window import Window
from slamomatic.table.clock import StoppedClock
from slamomatic.units.base import now_us
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units
from slamomatic.words import languages
from support.length import count
from support.pictures import SIZES

PLACES = {
    name: Sprite(name, box, CardArt("lowdown", BACK))
    for name, box in (
        ("drawpile/0", Box(0, 0, 50, 70)),
        ("discards/0", Box(100, 0, 50, 70)),
        ("seat/1/paddle", Box(300, 300, 50, 70)),
    )
}


def drawn(source: str, **card: str) -> Flight:
    effect = {"what": "drew", "seat": 1, "t_us": 5, "from": source, **card}
    flight = flight_of(effect, telling_of(face_of("lowdown"), "drew"), "lowdown", PLACES, 7)
    assert flight is not None
    return flight


def test_a_card_from_the_drawpile_flies_face_down() -> None:
    flight = drawn("pile")
    assert (flight.start.x, flight.art) == (0, CardArt("lowdown", BACK))


def test_a_card_from_the_discards_flies_from_there_face_up() -> None:
    flight = drawn("discard", card="R6")
    assert (flight.start.x, flight.art) == (100, CardArt("lowdown", "R6"))


def test_a_card_in_flight_passes_below_the_sentence() -> None:
    e = Easel(Frame(800, 480))
    e.let_cards_fly_here()
    table_parts.headline(e, "Dan munches the pile: 8 cards", None, Box(0, 200, 800, 60))
    e.scrim("menu")
    motion = Motion()
    flight = Flight("card", CardArt("slamwich", BACK), Box(390, 100, 40, 56), Box(390, 400, 40, 56), 0)
    motion.fly(flight)
    names = [sprite.name for sprite in motion.step(e.sprites, FLIGHT_US // 4)]
    assert names.index("card") < names.index("headline/words") < names.index("menu")
    assert motion.step(e.sprites, FLIGHT_US) == e.sprites


def test_with_reduced_motion_no_card_flies() -> None:
    motion = Motion(reduced=True)
    motion.fly(Flight("card", CardArt("slamwich", BACK), Box(0, 0, 40, 56), Box(390, 400, 40, 56), 0))
    assert motion.step([], FLIGHT_US // 4) == []


LANGUAGES = languages.languages()
# The quick command looks at every game in English, and in one other language each.
FLOWN = count(
    [
        *((game, "en", SIZES[0]) for game in GAMES),
        *((game, LANGUAGES[nth % len(LANGUAGES)], SIZES[0]) for nth, game in enumerate(GAMES)),
    ],
    [*product(GAMES, LANGUAGES, SIZES)],
)


@pytest.mark.parametrize(("game", "code", "size"), dict.fromkeys(FLOWN))
def test_no_word_is_ever_under_a_card_in_flight(
    game: str, code: str, size: tuple[int, int], tmp_path: Path
) -> None:
    """Fifty frames a second of every flight: shouts, sentences, names and counts can be read all the time."""
    with languages.speaking(code):
        no_word_is_covered(game, size, tmp_path)


def no_word_is_covered(game: str, size: tuple[int, int], home: Path) -> None:
    stage = BareStage(home)
    scene, _ = table_of(stage, game, 3, 3, (0,))
    seen = 0
    for _ in steps(stage, scene, 1_200_000_000):
        scene.picture(Frame(*size))
        if not stage.motion.in_flight:
            continue
        until_us = stage.clock.at_us + 2 * FLIGHT_US
        while stage.clock.at_us < until_us:
            stage.clock.at_us += 20_000
            scene.pump()
            sprites = stage.motion.step(scene.picture(Frame(*size)).sprites, stage.clock.at_us)
            for at, card in enumerate(sprites):
                if not card.name.startswith("flight/"):
                    continue
                seen += 1
                covered = [
                    s.art.words
                    for s in sprites[:at]
                    if isinstance(s.art, Text) and s.art.ink(s.box).meets(card.box)
                ]
                assert not covered, f"{card.name} flies over {covered}"
        if seen > count(60, 400):
            return
    assert seen or game == "quick-draw", "no card has flown"


def on_top(sprites: Sequence[Sprite], pile: str) -> object:
    """The card that the pile shows, None where it has none."""
    return next((sprite.art for sprite in reversed(sprites) if is_of_pile(sprite.name, pile)), None)


LANDS = {"played", "placed", "threw", "discarded"}


@pytest.mark.parametrize("game", ["hit-the-deck", "lowdown", "yahtzee-hands-down"])
def test_the_pile_shows_a_card_when_it_has_landed_and_not_before(game: str, tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    scene, _ = table_of(stage, game, 3, 3, (0,))

    def picture() -> list[Sprite]:
        scene.pump()
        return stage.motion.step(scene.picture(Frame(*SIZES[2])).sprites, stage.clock.at_us)

    seen, moment = 0, scene.session.moment
    for _ in steps(stage, scene, 300_000_000):
        fresh, moment = scene.session.moment is not moment, scene.session.moment
        if not fresh:
            continue
        shown = picture()
        cards = [sprite.art for sprite in shown if sprite.name.startswith("flight/")]
        lies = on_top(list(scene.sprites.values()), "discards")
        if lies in cards and LANDS & {effect["what"] for effect in moment.public}:
            assert on_top(shown, "discards") != lies, "it is still in the air"
            stage.clock.at_us += FLIGHT_US
            assert on_top(picture(), "discards") == on_top(list(scene.sprites.values()), "discards")
            seen += 1
        if seen == 5:
            return
    raise AssertionError(f"only {seen} cards have landed")


def test_a_card_lands_by_the_table_s_clock_also_where_that_runs_ahead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At --speed 4 the discards showed for minutes what had lain there long before."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    clock = StoppedClock()
    clock.at_us = now_us() + 60_000_000
    pygame.display.init()
    pygame.font.init()
    try:
        units = Units([KeyboardUnit(clock=clock)], clock=clock)
        window = Window(units, clock, Preferences(), tmp_path, (800, 480))
        window._open()
        window.scene = FrontScene(window)
        window.fly(replace(drawn("pile"), from_us=clock.at_us))
        window._frame()
        assert window.motion.in_flight
        clock.at_us += FLIGHT_US
        window._frame()
        assert not window.motion.in_flight
    finally:
        pygame.display.quit()
