"""Every letter that this project writes is in its fonts; a line of letters is as wide as it says."""

from __future__ import annotations

import pytest

from slamomatic.kit import fonts
from slamomatic.kit.easel import Text
from slamomatic.kit.fonts import DISPLAY, FIGURES, TEXT, Style
from slamomatic.kit.palette import CHALK

LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:;!?'-+()%/"
OF_LANGUAGES = "äöüßÄÖÜàâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜáíóúñ¿¡ÁÍÓÚÑìòÌÒ„“«»…"
CYRILLIC = "ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮЁІЇЄҐ"
SIGNS = "…→·°½„“«»\N{RIGHT SINGLE QUOTATION MARK}\N{EN DASH}"


@pytest.mark.parametrize("style", [TEXT, DISPLAY])
def test_both_fonts_have_every_letter_of_the_six_languages(style: Style) -> None:
    assert fonts.missing(LATIN + OF_LANGUAGES, style) == []


@pytest.mark.parametrize("letters", [CYRILLIC, SIGNS])
def test_whatever_stands_on_a_key_can_be_read(letters: str) -> None:
    assert fonts.missing(letters, TEXT) == []


def test_a_name_that_the_round_font_can_not_write_is_written_in_the_next() -> None:
    assert "Ж" in fonts.missing("Женя", DISPLAY)
    assert fonts.font("Женя", 40, DISPLAY) is fonts.font("Женя", 40, TEXT)
    assert fonts.font("Eva", 40, DISPLAY) is not fonts.font("Eva", 40, TEXT)


def test_the_fonts_come_from_their_packages() -> None:
    """Without the packages everything would be drawn in pygame's own font, and nobody would notice."""
    styles = [DISPLAY, TEXT, Style.PLAIN]
    drawn = {style: fonts.render("Slap", 60, CHALK, style).get_width() for style in styles}
    assert len(set(drawn.values())) == len(styles)


@pytest.mark.parametrize("style", [TEXT, DISPLAY, FIGURES])
@pytest.mark.parametrize("px", [14, 23, 24, 60])
def test_a_line_is_as_wide_as_it_was_measured(px: int, style: Style) -> None:
    words = "+0.31\u202fs: Ça va, Zoë?"
    assert fonts.render(words, px, CHALK, style).get_width() == fonts.width(words, px, style)


@pytest.mark.parametrize("px", [14, 23, 28, 60])
def test_figures_of_a_table_stand_below_each_other(px: int) -> None:
    assert len({fonts.width(words, px, FIGURES) for words in ("+1.11 s", "+0.80 s", "+4.57 s")}) == 1
    assert len({fonts.width(words, px, TEXT) for words in ("+1.11 s", "+0.80 s", "+4.57 s")}) > 1


def test_an_arrow_changes_no_letter_beside_it() -> None:
    """The round font has no arrows: a line was drawn in another one because of the keys that it named."""
    words, arrow = "Choose:  and SPACE", "\N{LEFTWARDS ARROW}"
    assert arrow in fonts.missing(arrow, DISPLAY)
    beside = fonts.width(words, 40, DISPLAY)
    assert fonts.width(words.replace(":", f": {arrow}"), 40, DISPLAY) == (
        beside + fonts.width(arrow, 40, TEXT) + fonts.width(" ", 40, DISPLAY)
    )
    assert beside != fonts.width(words, 40, TEXT)


@pytest.mark.parametrize("style", [TEXT, DISPLAY])
@pytest.mark.parametrize("letter", "ÊÉÀÄÖÜÑ")
def test_no_accent_on_a_capital_is_cut_off_at_the_top(letter: str, style: Style) -> None:
    """A shout is as large as its band allows: "ARRÊTE" had a flat hat."""
    for room_px in range(90, 120, 3):
        drawn = Text(f"ARR{letter}TE", 200, 12, CHALK, style=style).draw(2_000, room_px)
        assert drawn.get_bounding_rect().top > 0


def test_words_with_room_around_them_stand_on_one_line_with_and_without_accents() -> None:
    feet = {Text(word, 60, 12, CHALK).draw(400, 200).get_bounding_rect().bottom for word in ("TETE", "TÊTE")}
    assert len(feet) == 1
