"""Mouse alone, several people at one screen: a look is held, letting go plays a card, several are ticked."""

from __future__ import annotations

from pathlib import Path

from slamomatic.engine import Choice
from slamomatic.face.cards import CardArt
from slamomatic.screen.scenes.table_play import EYES_BACK_US
from support.mouse import SIZE, Mouse


def ticked(mouse: Mouse) -> list[bool]:
    """Return for each card of the hand that is looked at whether it is ticked."""
    own = [s.art for s in mouse.stage.easel(mouse.scene, SIZE).sprites if s.name.startswith("own/")]
    return [art.chosen for art in own if isinstance(art, CardArt)]


def test_several_cards_are_ticked_and_swapped(tmp_path: Path) -> None:
    mouse = Mouse(tmp_path, "yahtzee-hands-down")
    turn = mouse.session.view(None)["turn"]
    mouse.press_look()
    wanted = ticked(mouse)  # as an easy bot would swap, until cards are clicked
    for card in (0, 3):
        wanted[card] = not wanted[card]
    mouse.let_go(mouse.own_card(0))
    assert mouse.scene.looking == turn, "there is more to tick"
    mouse.click(mouse.own_card(3))
    assert ticked(mouse) == wanted
    mouse.click(mouse.button(f"Swap {sum(wanted)}"))
    assert mouse.scene.looking is None, "done is hidden"
    assert mouse.scene.announcements.last["discarded"]["count"] == sum(wanted)
    assert mouse.scene.announcements.last["discarded"]["seat"] == turn


def test_one_card_is_played_by_letting_go_on_it(tmp_path: Path) -> None:
    mouse = Mouse(tmp_path, "hit-the-deck", 5)
    turn = mouse.session.view(None)["turn"]
    hand = mouse.session.view(turn)["hand"]
    fits = next(n for n, card in enumerate(hand) if card in mouse.session.view(turn)["fits"])
    mouse.press_look()
    mouse.let_go(mouse.own_card(fits))
    assert mouse.scene.looking is None
    assert "played" not in mouse.scene.announcements.last, "no card falls while paddles are dark"
    assert any("has chosen" in words for words in mouse.words())
    fell_us, live_us = mouse.until("played"), mouse.scene.announcements.last["live"]["t_us"]
    assert mouse.scene.announcements.last["played"]["card"] == hand[fits]
    assert fell_us >= live_us + EYES_BACK_US, "eyes come back to the table first"


def test_card_is_played_with_the_key_held_and_enter(tmp_path: Path) -> None:
    mouse = Mouse(tmp_path, "hit-the-deck", 5)
    turn = mouse.session.view(None)["turn"]
    mouse.scene.gesture("hold")
    mouse.after()
    mouse.scene.key("confirm")
    mouse.scene.gesture("let go")
    mouse.until("played")
    assert mouse.scene.announcements.last["played"]["seat"] == turn


def test_kept_choice_of_a_turn_that_is_over_is_dropped(tmp_path: Path) -> None:
    mouse = Mouse(tmp_path, "hit-the-deck", 5)
    others = 1 - mouse.session.view(None)["turn"]
    mouse.scene.play.waiting_choice = Choice(others, "play", {"card": "R3"})
    mouse.scene.pump()
    assert mouse.scene.play.waiting_choice is None


def test_look_ends_with_the_button_or_with_hide(tmp_path: Path) -> None:
    mouse = Mouse(tmp_path, "yahtzee-hands-down")
    mouse.press_look()
    mouse.let_go((2, 2))
    assert mouse.scene.looking is None
    mouse.press_look()
    mouse.let_go(mouse.own_card(1))
    mouse.click(mouse.button("Hide"))
    assert mouse.scene.looking is None
    assert "discarded" not in mouse.scene.announcements.last
