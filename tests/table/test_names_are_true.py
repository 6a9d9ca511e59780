"""Names that nobody typed are those of the paddles, whatever is swapped or spoken; typed names stay."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slamomatic.paddles import paddle_name
from slamomatic.preferences import Preferences, load, save
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.start import StartScene
from slamomatic.store.history import Match, SeatResult, open_history
from slamomatic.words import languages
from support.page import Page


def named(prefs: Preferences) -> list[tuple[str, str]]:
    return [(seat.name, paddle_name(seat.paddle).capitalize()) for seat in prefs.seats]


def test_who_swaps_paddles_swaps_the_colours_names_and_keeps_a_typed_one(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    page = Page(stage, StartScene(stage))
    prefs = page.stage.prefs
    page.stage.remember(prefs.with_seat(3, replace(prefs.seats[3], name="Ada")))
    page.click_name("chair/1/mark")
    page.click_name("chair/2/mark")
    page.click_name("chair/3/mark")
    assert page.stage.prefs.seats[3].name == "Ada", "somebody typed that"
    others = [pair for nth, pair in enumerate(named(page.stage.prefs)) if nth != 3]
    assert all(name == colour for name, colour in others), others


def test_a_yellow_chair_that_was_saved_with_a_green_paddle_is_green(tmp_path: Path) -> None:
    prefs = Preferences()
    swapped = [
        replace(seat, paddle=paddle) for seat, paddle in zip(prefs.seats, (0, 2, 1, 3, 4, 5), strict=True)
    ]
    save(replace(prefs, seats=tuple(swapped)), tmp_path)
    assert all(name == colour for name, colour in named(load(tmp_path)))


@pytest.mark.parametrize("code", ["de", "fr"])
def test_red_is_one_person_in_every_language(code: str, tmp_path: Path) -> None:
    with languages.speaking(code):
        translated = Preferences().seats[0].name
    with open_history(tmp_path) as history:
        for number, player in enumerate(("Red", translated, "Ada")):
            seats = (
                SeatResult(player, False, 3, True, (200_000 + number,)),
                SeatResult("Bot", True, 1, False),
            )
            history.add(
                Match(f"{number}.journal", "hands-down", 1_700_000_000 + number, 5, "keyboard", seats)
            )
        assert [(p.name, p.matches, p.slaps) for p in history.players()] == [("Red", 2, 2), ("Ada", 1, 1)]
        with languages.speaking(code):
            assert history.players()[0].name == translated
    stage = BareStage(tmp_path)
    page = Page(stage, StartScene(stage))
    page.click("History")
    assert page.words().count("Red") == 1, "one line for one person"


def test_after_a_first_game_the_table_asks_who_red_is_until_somebody_says(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    page = Page(stage, StartScene(stage))
    asks = "Who is Red? Click on that name and type your own."
    assert asks not in page.said_by("line/words")
    stage.remember(stage.prefs.with_explained("hands-down"))
    assert asks in page.said_by("line/words")
    page.click_name("chair/0/name")
    for letter in "Mia":
        page.scene.typed(letter)
    page.scene.typed("\n")
    assert stage.prefs.seats[0].name == "Mia"
    assert asks not in page.said_by("line/words")


def test_who_types_more_letters_than_fit_is_told(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    page = Page(stage, StartScene(stage))
    page.click_name("chair/0/name")
    for letter in "Maximiliane":
        page.scene.typed(letter)
    assert page.said_by("line/words").startswith("A name has ten letters at most.")
