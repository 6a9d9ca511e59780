"""Lowdown's grid is walked with all four arrows, and Enter acts on the card that they are at."""

from __future__ import annotations

from pathlib import Path

import pytest

from slamomatic.engine.vocabulary import Choice
from slamomatic.face.chooser import Pick
from slamomatic.gallery.tables import steps, table_of
from slamomatic.games.lowdown.art import Ring
from slamomatic.games.lowdown.grid import FACE_DOWN, VALUE
from slamomatic.kit.palette import GOLD, MIST
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.lessons import NEWS_US
from slamomatic.screen.scenes.table import TableScene
from slamomatic.units.base import Do, PaddleEvent
from slamomatic.words import languages
from support.page import Page
from support.pictures import SIZES

ME = 0
FAR_US = 400_000_000


def mine(scene: TableScene) -> list[Choice]:
    return scene.session.legal(ME)


def stopped_at(
    tmp_path: Path, word: str, field: str = "", seed: int = 1, people: tuple[int, ...] = (ME,)
) -> tuple[Page, TableScene]:
    """A game of bots that stands still where the first seat may do this; from here on it is ours."""
    for tried in range(seed, seed + 12):
        stage = BareStage(tmp_path)
        scene, session = table_of(stage, "lowdown", 3, tried, people)
        for _ in steps(stage, scene, FAR_US):
            if any(choice.do == word and (not field or field in choice.data) for choice in mine(scene)):
                session.keep_still()
                return Page(stage, scene), scene
    raise AssertionError(f"nobody could {word}")


def point_at_my_cell(page: Page, cell: int) -> None:
    """Click on a card of one's own grid: the arrow keys go on from there."""
    box = next(target.box for target in page.easel().targets if target.wish == Pick("cell", cell, ME))
    page.click_at((box.cx, box.cy))


def chosen(scene: TableScene) -> Choice:
    choice = scene.chooser.chosen
    assert choice is not None
    return choice


def test_two_cards_are_opened_with_arrows_and_enter_alone(tmp_path: Path) -> None:
    page, scene = stopped_at(tmp_path, "open")
    page.press("confirm")
    assert page.said_by("prompt/0/words") == "Pick a card (1 of 2)"
    page.press("down", "confirm")
    assert {piece for piece, _ in scene.chooser.marked} == {0, 4}
    assert "opened" not in scene.announcements.last
    page.press("confirm")
    page.wait(1000)
    assert scene.announcements.last["opened"]["cells"] == [0, 4]


@pytest.mark.parametrize(
    ("field", "begins", "done"),
    [("cells", "Swap ", "swapped"), ("of", "Peek: ", "peeked"), ("mine", "Steal ", "stole")],
)
def test_the_first_button_does_what_a_drawn_action_card_says(
    tmp_path: Path, field: str, begins: str, done: str
) -> None:
    """The line above says so: Enter once laid the card into the grid instead, where it counts five."""
    page, scene = stopped_at(tmp_path, "act", field)
    page.wait(NEWS_US)
    assert page.said_by("headline/words").endswith(", or put this one into your grid.")
    assert page.said_by("prompt/0/words").startswith(begins) and page.said_by("prompt/0/key") == "ENTER"
    page.press("confirm")
    page.wait(1000)
    assert done in scene.announcements.last


@pytest.mark.parametrize("language", languages.languages())
def test_a_drawn_swap_can_be_laid_by_mouse_too_in_the_smallest_window(tmp_path: Path, language: str) -> None:
    with languages.speaking(language):
        seen, scene = stopped_at(tmp_path, "act", "cells")
        page = Page(seen.stage, scene, (800, 480))
        button = next(t.box for t in page.easel().targets if t.name == "prompt/1")
        page.click_at((button.cx, button.cy))
        page.wait(1000)
        assert "placed" in scene.announcements.last


def test_arrows_go_to_the_card_beside_below_and_above(tmp_path: Path) -> None:
    page, scene = stopped_at(tmp_path, "place")
    cells: list[int] = []
    point_at_my_cell(page, 0)
    for way in ("down", "down", "right", "right", "up", "up"):
        page.press(way)
        cells.append(chosen(scene).data["cell"])
    assert cells == [3, 6, 7, 8, 5, 2]


def test_enter_lays_the_card_where_the_arrows_are(tmp_path: Path) -> None:
    page, scene = stopped_at(tmp_path, "place")
    point_at_my_cell(page, 0)
    page.press("down", "right", "confirm")
    page.wait(1000)
    assert scene.announcements.last["placed"]["cell"] == 4


def test_below_the_grid_are_the_buttons_of_what_lies_nowhere(tmp_path: Path) -> None:
    page, scene = stopped_at(tmp_path, "throw")
    for _ in range(12):
        page.press("down")
        if chosen(scene).do == "throw":
            break
    page.press("confirm")
    page.wait(1000)
    assert "threw" in scene.announcements.last


@pytest.mark.parametrize("field", ["of", "theirs"])
def test_cards_of_others_are_reached_too(field: str, tmp_path: Path) -> None:
    page, scene = stopped_at(tmp_path, "act", field)
    steps_right = 0
    while (scene.chooser.here is None or scene.chooser.here.seat in (None, ME)) and steps_right < 12:
        page.press("right")
        steps_right += 1
    assert scene.chooser.here is not None and scene.chooser.here.seat != ME
    theirs = scene.chooser.here
    page.press("confirm")
    page.wait(1000)
    if field == "of":
        assert scene.announcements.last["peeked"]["cell"] == theirs.value
        return
    assert scene.chooser.pointed == [theirs], "a steal needs a card of one's own too"
    while scene.chooser.here is None or scene.chooser.here.seat != ME:
        page.press("left")
    given = scene.chooser.here
    page.press("confirm")
    page.wait(1000)
    stolen = scene.announcements.last["stole"]
    assert (stolen["from"], stolen["theirs"], stolen["mine"]) == (theirs.seat, theirs.value, given.value)


def test_a_card_that_could_steal_is_laid_where_enter_says(tmp_path: Path) -> None:
    page, scene = stopped_at(tmp_path, "act", "theirs")
    page.press("right", "left", "down")
    lit = chosen(scene)
    assert lit.do == "place"
    page.press("confirm")
    page.wait(1000)
    assert scene.announcements.last["placed"]["cell"] == lit.data["cell"]


def test_enter_picks_a_row_and_then_slaps_it(tmp_path: Path) -> None:
    page, scene = stopped_at(tmp_path, "down")
    row = next(choice for choice in mine(scene) if choice.do == "aim")
    scene.chooser.go_to(scene.chooser.ring().index(row))
    page.press("confirm")
    page.wait(1000)
    assert scene.session.view(ME)["aim"] == row.data["cells"]
    assert row not in scene.chooser.choices
    assert "SLAP" in page.words()
    page.press("confirm")
    slaps = [event for event in page.stage.unit.drain() if isinstance(event, PaddleEvent)]
    assert [(slap.do, slap.paddle) for slap in slaps] == [(Do.DOWN, ME)], "Enter slapped"


@pytest.mark.parametrize("people", [(ME,), (ME, 1)])
@pytest.mark.parametrize("language", languages.languages())
def test_both_piles_are_offered_at_once(people: tuple[int, ...], language: str, tmp_path: Path) -> None:
    page, scene = stopped_at(tmp_path, "draw", people=people)
    with languages.speaking(language):
        for size in SIZES:
            page.size = size
            shown = {page.said_by(f"prompt/{place}/words") for place in range(4)}
            t = scene.table(scene.eyes)
            assert shown >= {scene.face.label(t, choice) for choice in mine(scene) if choice.do == "draw"}


def test_the_pile_that_enter_takes_from_is_ringed_in_gold(tmp_path: Path) -> None:
    page, scene = stopped_at(tmp_path, "draw")

    def rings() -> dict[str, object]:
        sprites = page.easel().sprites
        return {s.name: s.art.rgb for s in sprites if isinstance(s.art, Ring) and "seat" not in s.name}

    assert rings() == {"pile/ring": GOLD, "discard/ring": MIST}
    page.press("right")
    assert rings() == {"pile/ring": MIST, "discard/ring": GOLD}
    page.press("confirm")
    page.wait(1000)
    assert scene.announcements.last["drew"]["from"] == "discard"
    assert rings() == {}


@pytest.mark.parametrize("seed", range(1, 9))
def test_enter_lays_a_card_on_the_highest_open_one_or_on_an_unknown_one(seed: int, tmp_path: Path) -> None:
    """Not on whatever lies at the top left, which may be a wild -5."""
    page, scene = stopped_at(tmp_path, "place", seed=seed)
    view = scene.session.view(ME)
    grid, drawn = view["grids"][ME], view["drawn"]
    values = {cell: VALUE[card] for cell, card in enumerate(grid) if card not in (None, FACE_DOWN)}
    page.press("confirm")
    page.wait(1000)
    cell = scene.announcements.last["placed"]["cell"]
    if max(values.values(), default=0) > VALUE[drawn]:
        assert values.get(cell) == max(values.values())
    else:
        assert grid[cell] == FACE_DOWN


@pytest.mark.parametrize("steps_right", [0, 1])
def test_whoever_only_presses_enter_gets_somewhere(steps_right: int, tmp_path: Path) -> None:
    """The drawn card is laid, or thrown away, from either pile."""
    page, scene = stopped_at(tmp_path, "draw")
    page.press(*["right"] * steps_right, "confirm")
    page.wait(1000)
    assert scene.announcements.last["drew"]["from"] == ("discard" if steps_right else "pile")
    page.press("confirm")
    page.wait(1000)
    assert scene.announcements.last.keys() & {"placed", "threw"}
