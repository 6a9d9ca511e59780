"""Snap: cards fall in turn; when two alike lie on each other the first slap wins the pile. It has no face."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from slamomatic.engine import Choice, Data, Game, Json
from slamomatic.engine.hooks import Place, every_card
from slamomatic.engine.race import Race, Verdict
from slamomatic.engine.setup import ready_deck
from slamomatic.engine.span import Span
from slamomatic.engine.vocabulary import COMMON_OPTIONS, EffectType, EventType, OpenlyRefused

DECK = [animal for animal in ("cat", "cow", "dog", "hen", "pig") for _ in range(4)]
PATIENCE_US = 3_000_000  # so long a pair lies there to be slapped


class Snap(Game):
    """All cards start in the stacks and end in somebody's heap, or on a pile that nobody won."""

    NAME = "snap"
    SEATS = range(2, 5)
    EVENTS: ClassVar[Mapping[str, EventType]] = {
        "lay": EventType("lays the top card of the own stack on the pile")
    }
    EFFECTS: ClassVar[Mapping[str, EffectType]] = {
        "laid": EffectType("lays a card", {"card": "which"}),
        "won": EffectType("slapped first and wins the pile", {"count": "how many cards"}),
        "shared": EffectType("too close to tell who was first: nobody wins the pile"),
        "missed": EffectType("nobody slapped: the pile stays"),
    }
    OPTIONS = COMMON_OPTIONS
    VERDICTS = ("won",)

    stacks: list[list[str]]
    pile: list[str]
    heaps: list[list[str]]  # of each seat, the cards that it has won
    race: Race

    def begin(self) -> None:
        deck = ready_deck(self.NAME, DECK, self.setup.deck, self.chance)
        self.turn = self.first_dealer()
        self.stacks = [deck[seat :: self.seats] for seat in range(self.seats)]
        self.pile = []
        self.heaps = [[] for _ in range(self.seats)]

    def choose(self, do: str, seat: int, data: Data) -> None:
        if Choice(seat, "lay") not in self.legal(seat):
            raise OpenlyRefused("it is not your turn")
        self.pile.append(self.stacks[seat].pop())
        self.tell("laid", seat, {"card": self.pile[-1]})
        self._next_turn(seat)
        if len(self.pile) > 1 and self.pile[-1] == self.pile[-2]:
            self.race.start(self.in_play(), self.now_us, ends_us=self.now_us + PATIENCE_US)
        self._end_without_cards()

    def _next_turn(self, seat: int) -> None:
        """The next player on the left who has cards left; without one the game is over."""
        left = [(seat + step) % self.seats for step in range(1, self.seats + 1)]
        self.turn = next((s for s in left if self.stacks[s]), None)

    def _end_without_cards(self) -> None:
        if self.turn is None and not self.race.open:
            self.finish()

    def slapped(self, seat: int, at: Span, live: bool) -> None:
        if live:
            self.race.note(seat, at)

    def judged(self, race: Race, verdict: Verdict) -> None:
        if verdict.seat is not None:
            self.tell("won", verdict.seat, {"count": len(self.pile)})
            self.heaps[verdict.seat] += self.pile
            self.pile = []
        elif not verdict.void:
            self.tell("shared" if verdict.tied else "missed")
        self._end_without_cards()

    def dropped(self, seat: int) -> None:
        self.pile = self.stacks[seat] + self.pile
        self.stacks[seat] = []
        if self.turn == seat:
            self._next_turn(seat)
        self._end_without_cards()

    def legal(self, seat: int | None) -> list[Choice]:
        if self.race.open:
            return [Choice(s, "down") for s in self.asked if seat in (None, s)]
        if self.turn is None or self.paddles.dark_all or seat not in (None, self.turn):
            return []
        return [Choice(self.turn, "lay")]

    def face_down(self, eye: int | None) -> list[list[Place]]:
        return [[place for stack in self.stacks for place in every_card(stack)]]

    def sees(self, seat: int | None) -> Json:
        return {
            "pile": list(self.pile),
            "stacks": [len(stack) for stack in self.stacks],
            "heaps": [len(heap) for heap in self.heaps],
            "open": self.race.open,
        }

    def scores(self) -> list[int]:
        return [len(heap) for heap in self.heaps]

    def cards(self) -> dict[str, list[str]]:
        places = {f"stack {seat}": list(stack) for seat, stack in enumerate(self.stacks)}
        places |= {f"heap {seat}": list(heap) for seat, heap in enumerate(self.heaps)}
        return places | {"pile": list(self.pile)}
