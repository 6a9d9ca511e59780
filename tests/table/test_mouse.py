"""Mouse alone, several people at one screen: a look is held, letting go plays a card, several are ticked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from slamomatic.games import Choice
from slamomatic.screen.chooser import Pick
from slamomatic.screen.gallery import Easels, ShownSitting, sitting_of
from slamomatic.screen.kept_choice import EYES_BACK_US, KeptChoice
from slamomatic.screen.scenes.table import TableScene

SIZE = (1280, 720)
Point = tuple[int, int]


class Mouse:
    """Four people at a table, one of them with a hand on the mouse."""

    def __init__(self, home: Path, game: str, seed: int = 3) -> None:
        self.stage = Easels(home)
        self.sitting: ShownSitting = sitting_of(self.stage, game, 4, seed)
        self.sitting.shown_people = (0, 1, 2, 3)
        self.sitting.keep_still()
        self.scene = TableScene(self.stage, self.sitting)
        self.scene.pump()

    def _at(self, wanted: Callable[[object], bool]) -> Point:
        targets = self.stage.easel(self.scene, SIZE).targets
        box = next(target.box for target in targets if wanted(target.wish))
        return box.cx, box.cy

    def button(self, words: str) -> Point:
        easel = self.stage.easel(self.scene, SIZE)
        said = next(s.box for s in easel.sprites if getattr(s.art, "words", "") == words)
        return said.cx, said.cy

    def own_card(self, number: int) -> Point:
        cards = [t for t in self.stage.easel(self.scene, SIZE).targets if isinstance(t.wish, Pick)]
        mine = [
            target.box for target in cards if isinstance(target.wish, Pick) and target.wish.what == "card"
        ]
        return mine[number].cx, mine[number].cy

    def press_look(self) -> None:
        self.scene.click(self._at(lambda wish: wish == "look"))
        self.scene.pump()

    def click(self, point: Point) -> None:
        self.scene.click(point)
        self.scene.unclick(point)
        self.after()

    def let_go(self, point: Point) -> None:
        self.scene.unclick(point)
        self.after()

    def words(self) -> list[str]:
        return [str(getattr(s.art, "words", "")) for s in self.stage.easel(self.scene, SIZE).sprites]

    def until(self, what: str) -> int:
        """Nobody does anything till this happens; when it did."""
        while what not in self.scene.happenings.last:
            wakes_us = self.scene.wakes_at_us()
            assert wakes_us is not None, f"nothing will bring {what}"
            self.stage.clock.at_us = max(self.stage.clock.at_us + 1, wakes_us)
            self.scene.pump()
        t_us = self.scene.happenings.last[what]["t_us"]
        assert isinstance(t_us, int)
        return t_us

    def after(self) -> None:
        for _ in range(2):
            self.stage.clock.at_us += 1000
            self.scene.pump()


def test_several_cards_are_ticked_and_swapped(tmp_path: Path) -> None:
    mouse = Mouse(tmp_path, "yahtzee-hands-down")
    turn = mouse.sitting.view(None)["turn"]
    mouse.press_look()
    mouse.let_go(mouse.own_card(0))
    assert mouse.scene.looking == turn, "there is more to tick"
    mouse.click(mouse.own_card(3))
    mouse.click(mouse.button("Swap 2"))
    assert mouse.scene.looking is None, "done is hidden"
    assert mouse.scene.happenings.last["discarded"]["count"] == 2
    assert mouse.scene.happenings.last["discarded"]["seat"] == turn


def test_one_card_is_played_by_letting_go_on_it(tmp_path: Path) -> None:
    mouse = Mouse(tmp_path, "hit-the-deck", 5)
    turn = mouse.sitting.view(None)["turn"]
    hand = mouse.sitting.view(turn)["hand"]
    fits = next(n for n, card in enumerate(hand) if card in mouse.sitting.view(turn)["fits"])
    mouse.press_look()
    mouse.let_go(mouse.own_card(fits))
    assert mouse.scene.looking is None
    assert "played" not in mouse.scene.happenings.last, "no card falls while paddles are dark"
    assert any("has chosen" in words for words in mouse.words())
    fell_us, live_us = mouse.until("played"), mouse.scene.happenings.last["live"]["t_us"]
    assert mouse.scene.happenings.last["played"]["card"] == hand[fits]
    assert fell_us >= live_us + EYES_BACK_US, "eyes come back to the table first"


def test_card_is_played_with_the_key_held_and_enter(tmp_path: Path) -> None:
    mouse = Mouse(tmp_path, "hit-the-deck", 5)
    turn = mouse.sitting.view(None)["turn"]
    mouse.scene.gesture("hold")
    mouse.after()
    mouse.scene.key("confirm", True)
    mouse.scene.gesture("let go")
    mouse.until("played")
    assert mouse.scene.happenings.last["played"]["seat"] == turn


def test_kept_choice_of_a_turn_that_is_over_is_dropped() -> None:
    kept = KeptChoice()
    kept.keep(Choice(1, "play", {"card": "R3"}))
    assert kept.due(lambda seat: [], 2, 0) is None
    assert kept.choice is None


def test_look_ends_with_the_button_or_with_hide(tmp_path: Path) -> None:
    mouse = Mouse(tmp_path, "yahtzee-hands-down")
    mouse.press_look()
    mouse.let_go((2, 2))
    assert mouse.scene.looking is None
    mouse.press_look()
    mouse.let_go(mouse.own_card(1))
    mouse.click(mouse.button("Hide"))
    assert mouse.scene.looking is None
    assert "discarded" not in mouse.scene.happenings.last
