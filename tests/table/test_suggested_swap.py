"""In Yahtzee Hands Down Enter swaps the cards that an easy bot would swap, until somebody picks others."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from slamomatic.engine.vocabulary import Choice
from slamomatic.gallery.tables import steps, table_of
from slamomatic.games.yahtzee_hands_down.dice import best_combo
from slamomatic.games.yahtzee_hands_down.groups import group_to_keep, without
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.table import TableScene
from support.page import Page

ME = 0
GAME = "yahtzee-hands-down"


def my_turn(home: Path, seed: int, people: tuple[int, ...] = (ME,)) -> tuple[Page, TableScene]:
    """A game of bots that stands still where the first seat may swap; from here on it is ours."""
    stage = BareStage(home)
    scene, session = table_of(stage, GAME, 3, seed, people)
    for _ in steps(stage, scene, 400_000_000):
        if any(choice.do == "discard" for choice in session.legal(ME)):
            session.keep_still()
            return Page(stage, scene), scene
    raise AssertionError("nobody could swap")


def hand(scene: TableScene) -> list[str]:
    return list(scene.session.view(ME)["hands"][ME])


def swap_for(cards: list[str], combos: list[str]) -> list[str]:
    """Return the cards to swap for one of these combos; none if the hand holds one already."""
    if best_combo(cards, combos):
        return []
    return without(cards, group_to_keep(cards, combos))


def words_for(swap: list[str]) -> str:
    return f"Swap {len(swap)}" if swap else "Keep all five"


def enter_does(page: Page) -> str:
    """Return the words on the button with Enter's name."""
    number = next(n for n in range(4) if page.said_by(f"prompt/{n}/key") == "ENTER")
    return page.said_by(f"prompt/{number}/words")


def swapped(scene: TableScene) -> Counter[str]:
    return Counter(scene.announcements.last["discarded"]["cards"])


@pytest.mark.parametrize("seed", range(1, 9))
def test_enter_keeps_the_best_group_and_swaps_the_rest(seed: int, tmp_path: Path) -> None:
    page, scene = my_turn(tmp_path, seed)
    before, table = hand(scene), scene.session.view(ME)["table"]
    rest = swap_for(before, table)
    assert enter_does(page) == words_for(rest)
    page.press("confirm")
    page.wait(1000)
    assert swapped(scene) == Counter(rest)


def test_with_an_aim_it_is_the_swap_for_that_combo(tmp_path: Path) -> None:
    page, scene = my_turn(tmp_path, 3)
    before = hand(scene)
    aims = [choice for choice in scene.chooser.ring() if choice.do == "aim"]
    for aim in aims:
        scene.chooser.go_to(scene.chooser.ring().index(aim))
        page.press("confirm")
        page.wait(1000)
        assert scene.session.view(ME)["aim"] == aim.data["combo"]
        rest = swap_for(before, [aim.data["combo"]])
        assert enter_does(page) == words_for(rest), "Enter goes on with the swap"
    page.press("confirm")
    page.wait(1000)
    assert swapped(scene) == Counter(rest)


def test_other_cards_can_be_picked_instead(tmp_path: Path) -> None:
    page, scene = my_turn(tmp_path, 1)
    marked = list(scene.chooser.marked)
    page.press("mark")
    assert scene.chooser.marked != marked
    value, _ = scene.chooser.piece_pointed_at or ("", 0)
    wanted = Counter(card for card, _ in scene.chooser.marked)
    assert wanted[value] != Counter(card for card, _ in marked)[value]
    page.press("confirm")
    page.wait(1000)
    assert swapped(scene) == wanted


def test_a_hand_that_is_hidden_is_marked_nowhere(tmp_path: Path) -> None:
    """With several people at the screen the swap shows only while its player looks."""
    _, scene = my_turn(tmp_path, 1, (0, 1, 2))
    assert scene.chooser.marked == [] and Choice(ME, "discard") not in scene.chooser.ring()
