"""The lit button is what a player most likely wants; a drawn paddle can be slapped."""

from __future__ import annotations

from pathlib import Path

import pytest

from slamomatic.gallery.tables import steps, table_of
from slamomatic.kit.easel import Sprite
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.table import TableScene
from slamomatic.screen.scenes.table_play import STAYS_DOWN_US
from slamomatic.seat import Seat
from slamomatic.table import opening
from slamomatic.table.session import GameSession
from support.page import Page

ALONE = (0,)
JUDGED_US = 60_000  # until nothing earlier can still come from the keys


def at_a_turn(tmp_path: Path, pairs: int) -> tuple[Page, GameSession]:
    """Hands Down: the one person's first turn, with so many pairs in hand."""
    seats = [Seat("Ada", 0), Seat("Ben", 1, "random"), Seat("Cleo", 2, "random")]
    for seed in range(60):
        stage = BareStage(tmp_path)
        session = opening.begin("hands-down", seats, stage.unit, stage.clock, seed=seed, home=stage.home)
        scene = TableScene(stage, session)
        for _ in steps(stage, scene, 20_000_000):
            view = session.view(0)
            held = {card for card in view["hand"] if view["hand"].count(card) > 1}
            if view["turn"] == 0 and all(view["live"]) and len(held) == pairs and not view["asked"]:
                return Page(stage, scene), session
        session.close()
    raise AssertionError(f"nobody ever held {pairs} pairs")


def lit_cards(page: Page) -> list[str]:
    def lit(sprite: Sprite) -> bool:
        return sprite.name.startswith("own/") and getattr(sprite.art, "lit", False)

    return [getattr(sprite.art, "name", "") for sprite in page.easel().sprites if lit(sprite)]


def test_with_one_pair_the_slap_itself_is_lit_and_nothing_is_to_be_chosen(tmp_path: Path) -> None:
    page, session = at_a_turn(tmp_path, 1)
    assert page.said_by("prompt/0/words") == "SLAP" and page.said_by("prompt/0/key") == "Q"
    assert not any(words.startswith("Choose") for words in page.words())
    cards = lit_cards(page)
    assert len(cards) == 2 and len(set(cards)) == 1
    page.press("confirm")
    page.wait(JUDGED_US)
    assert session.view(None)["open"], "Enter slapped"
    page.wait(STAYS_DOWN_US)
    page.wait(JUDGED_US)
    assert not session.view(None)["down"][0], "and the hand came up again"


def test_with_two_pairs_the_one_that_is_lit_is_the_one_that_is_played(tmp_path: Path) -> None:
    page, session = at_a_turn(tmp_path, 2)
    (first,) = set(lit_cards(page))
    assert page.said_by("prompt/0/words") == "SLAP", "a turn with pairs begins with a slap, not a choice"
    page.press("right")
    (second,) = set(lit_cards(page))
    assert second != first
    page.press("confirm")
    page.wait(1)
    assert session.view(0)["chosen"] == second
    assert page.said_by("prompt/0/words") == "SLAP" and set(lit_cards(page)) == {second}
    page.press("confirm")
    page.wait(JUDGED_US)
    assert session.view(None)["open"], "Enter slapped"


def test_a_slap_without_a_choice_plays_the_pair_that_is_lit(tmp_path: Path) -> None:
    page, session = at_a_turn(tmp_path, 2)
    (lit,) = set(lit_cards(page))
    page.press("confirm")
    page.wait(STAYS_DOWN_US)
    for _ in range(100):
        page.wait(JUDGED_US)
        if session.view(None)["pairs"][0]:
            break
    assert session.view(None)["pairs"][0] == [lit]


def test_without_a_pair_no_slap_is_offered_but_a_fake_is(tmp_path: Path) -> None:
    page, _ = at_a_turn(tmp_path, 0)
    words = page.words()
    assert "SLAP" not in words and "Pass" in words
    page.click("Fake it")
    page.wait(1)
    assert page.scene.announcements.last["feint"]["seat"] == 0  # type: ignore[attr-defined]


def test_a_drawn_paddle_slaps_when_it_is_tapped(tmp_path: Path) -> None:
    page, session = at_a_turn(tmp_path, 1)
    page.click_name("seat/0/paddle")
    page.wait(JUDGED_US)
    assert session.view(None)["open"]
    assert "seat/1/paddle" not in page.names(), "a bot's paddle is its own"


@pytest.mark.parametrize("won", [0, 2])
def test_yahtzee_offers_no_combo_that_is_won(tmp_path: Path, won: int) -> None:
    stage = BareStage(tmp_path)
    scene, session = table_of(stage, "yahtzee-hands-down", 3, 4, ALONE)
    for _ in steps(stage, scene, 1_500_000_000):
        aims = [choice.data["combo"] for choice in scene.visible_choices(scene.eyes) if choice.do == "aim"]
        left = session.view(None)["table"]
        assert set(aims) <= {"none", *left}
        if aims and 6 - len(left) >= won:
            return
    raise AssertionError("nobody could aim any more")
