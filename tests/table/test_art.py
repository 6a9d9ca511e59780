"""Cards and paddles: every card of every deck has a face of its own, every pair of colours reads well."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pygame
import pytest

from slamomatic import engine
from slamomatic.engine import GAMES, Setup
from slamomatic.face.cards import BACK, CardArt, deck_of
from slamomatic.face.paddle import PaddleArt, SeatMark, StackedHand
from slamomatic.gallery.tables import table_of
from slamomatic.games.hit_the_deck import art as cards_hit_the_deck
from slamomatic.games.lowdown import art as cards_lowdown
from slamomatic.games.yahtzee_hands_down import art as cards_dice
from slamomatic.kit import palette
from slamomatic.kit.easel import Box
from slamomatic.kit.surfaces import Confetti, Felt
from slamomatic.paddles import PADDLES
from slamomatic.screen.offscreen import BareStage
from slamomatic.words import languages

SMALL = (70, 98)


@pytest.fixture(autouse=True, scope="module")
def fonts() -> Iterator[None]:
    pygame.font.init()
    yield


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGBA")


@pytest.mark.parametrize("game", GAMES)
def test_every_card_of_the_deck_has_a_face_that_no_other_has(game: str) -> None:
    dealt = engine.new(game, Setup(engine.find(game).SEATS[0], 1))
    played = {
        card for place, cards in dealt.cards().items() for card in cards if place not in ("chance pile",)
    }
    deck = deck_of(game)
    assert deck is not None
    drawable = {*deck.FACES, *cards_dice.COMBOS}
    assert {card for card in played if not card.isdigit() or game == "hands-down"} <= drawable
    faces = {name: pixels(CardArt(game, name).draw(*SMALL)) for name in (*deck.FACES, BACK)}
    assert len(set(faces.values())) == len(faces)


def test_chosen_lit_and_faded_cards_can_be_told_apart() -> None:
    looks = [
        CardArt("hands-down", "7"),
        CardArt("hands-down", "7", lit=True),
        CardArt("hands-down", "7", chosen=True),
        CardArt("hands-down", "7", faded=True),
    ]
    assert len({pixels(look.draw(*SMALL)) for look in looks}) == len(looks)


def test_a_faded_card_still_shows_what_it_is() -> None:
    one, other = (CardArt("hit-the-deck", name, faded=True).draw(*SMALL) for name in ("R3", "B5"))
    assert pixels(one) != pixels(other)


def test_live_and_dark_up_and_down_look_different_for_every_paddle() -> None:
    for paddle in range(len(PADDLES)):
        looks = [PaddleArt(paddle, live, down) for live in (True, False) for down in (True, False)]
        assert len({pixels(look.draw(120, 120)) for look in looks}) == 4


def test_seats_differ_by_shape_alone_for_eyes_that_see_no_colour() -> None:
    marks = []
    for paddle in range(len(PADDLES)):
        mark = SeatMark(paddle).draw(64, 64)
        ground = palette.luminance(PADDLES[paddle].rgb)
        # Brightness only, against the plate's own: what is left is the shape.
        shape = [abs(luminance(mark, x, y) - ground) > 0.08 for y in range(14, 50) for x in range(14, 50)]
        marks.append(shape)
    for one, other in combinations(marks, 2):
        assert sum(a != b for a, b in zip(one, other, strict=True)) > 40


def luminance(surface: pygame.Surface, x: int, y: int) -> float:
    red, green, blue, _ = surface.get_at((x, y))
    return palette.luminance((red, green, blue))


def test_stacked_hand_of_the_loser_stands_out() -> None:
    assert pixels(StackedHand(0, False).draw(80, 80)) != pixels(StackedHand(0, True).draw(80, 80))


def test_felt_is_the_same_on_every_start() -> None:
    assert pixels(Felt().draw(160, 90)) == pixels(Felt().draw(160, 90))


# Words and what they stand on: large text wants 3 to 1, here everything has 4.5.
PAIRS = (
    (palette.CHALK, palette.PANEL),
    (palette.CHALK, palette.PANEL_LIT),
    (palette.CHALK, palette.FELT),
    (palette.MIST, palette.PANEL),
    (palette.MIST, palette.FELT),
    (palette.GOLD, palette.PANEL),
    (palette.GOLD, palette.PANEL_LIT),
    (palette.GOLD, palette.FELT),
    (palette.ALARM, palette.PANEL),
    (palette.INK, palette.GOLD),
    (palette.INK, palette.LIVE),
    (palette.DARK_WORDS, palette.DARK),
    (palette.DARK_WORDS, palette.PANEL),
)


@pytest.mark.parametrize(("words", "ground"), PAIRS)
def test_words_read_well_on_what_they_stand_on(words: palette.Rgb, ground: palette.Rgb) -> None:
    assert palette.contrast(words, ground) >= 4.5


def test_seat_panels_keep_names_readable_in_every_colour() -> None:
    for rgb in palette.PADDLE_COLOURS:
        lit = palette.live_plate(rgb)
        for words in (palette.CHALK, palette.GOLD, palette.MIST):
            assert palette.contrast(words, lit) >= 4.5, f"{words} on {lit}"


def test_every_card_colour_carries_readable_ink() -> None:
    tables = (cards_hit_the_deck.COLOURS, cards_lowdown.COLOURS, cards_dice.COLOURS)
    for rgb in (entry[1] for table in tables for entry in table.values()):
        assert palette.contrast(palette.words_on(rgb), rgb) >= 4.5


def test_live_and_dark_differ_in_brightness_not_only_in_colour() -> None:
    assert palette.luminance(palette.LIVE) > 8 * palette.luminance(palette.DARK)


def test_confetti_keeps_off_the_words() -> None:
    """A piece between two words looked like a hyphen: 'Ben-wins!'."""
    words = Box(60, 20, 680, 80)
    everywhere, beside = Confetti().draw(800, 480), Confetti((words,)).draw(800, 480)
    assert everywhere.subsurface(words).get_bounding_rect().size != (0, 0)
    assert beside.subsurface(words).get_bounding_rect().size == (0, 0)
    assert beside.get_bounding_rect().h > 300, "it falls all the same"


@pytest.mark.parametrize("code", languages.languages())
def test_every_combo_on_the_smallest_table_has_its_name_in_every_language(code: str, tmp_path: Path) -> None:
    """A long German word did not fit, and was left out."""
    with languages.speaking(code):
        stage = BareStage(tmp_path)
        scene, _ = table_of(stage, "yahtzee-hands-down", 4, 3, (0,))
        combos = [sprite for sprite in stage.easel(scene, (800, 480)).sprites if "table/" in sprite.name]
        arts = {sprite.art.name: sprite for sprite in combos if isinstance(sprite.art, CardArt)}
        assert set(arts) == set(cards_dice.COMBOS)
        for name, sprite in arts.items():
            above_the_dice = sprite.art.draw(sprite.box.w, sprite.box.h).subsurface(
                (10, 8, sprite.box.w - 20, round(sprite.box.h * 0.22))
            )
            dark = [
                luminance(above_the_dice, x, y) < 0.1
                for x in range(above_the_dice.get_width())
                for y in range(above_the_dice.get_height())
            ]
            assert sum(dark) > 20, f"{name} has no name"


OWN_CARD = (83, 116)  # in a window of 800x480


@pytest.mark.parametrize("dice", ["1/6", "2/5", "3/4"])
def test_both_numbers_of_a_double_die_stand_in_its_corner(dice: str) -> None:
    """On a card of the same size 3/4 had none: it is a little wider."""
    card = CardArt("yahtzee-hands-down", f"B{dice}").draw(*OWN_CARD)
    corner = [luminance(card, x, y) < 0.1 for x in range(5, 33) for y in range(5, 17)]
    assert sum(corner) > 15


@pytest.mark.parametrize("code", languages.languages())
def test_all_action_cards_of_lowdown_say_what_they_do_in_a_small_window(code: str) -> None:
    """In German one of three lost its word, as it is longer."""
    w, h = 58, 81
    with languages.speaking(code):
        for name in ("swap", "peek", "steal"):
            drawn = CardArt("lowdown", name).draw(w, h)
            foot = pygame.Rect(w // 10, h - w * 31 // 100, w * 8 // 10, w * 16 // 100)
            letters = [
                drawn.get_at((x, y))
                for x in range(foot.left, foot.right)
                for y in range(foot.top, foot.bottom)
                if min(drawn.get_at((x, y))[:3]) > 190
            ]
            assert len(letters) > 40, name
