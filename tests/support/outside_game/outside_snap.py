"""Snap: cards fall in turn; when two alike lie on each other the first slap wins the pile. It has no face."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from slamomatic.engine import Choice, Data, Game, Json
from slamomatic.engine.judging import OUT, WAITING, slap_into
from slamomatic.engine.setup import ready_deck
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
        "fooled": EffectType("slapped at nothing and pays a card to the pile"),
    }
    OPTIONS = COMMON_OPTIONS
    STATE = ("stacks", "pile", "heaps", "race")

    def begin(self) -> None:
        deck = ready_deck(self.NAME, DECK, self.setup.deck, self.chance)
        self.turn = self.first_dealer()
        self.stacks = [deck[seat :: self.seats] for seat in range(self.seats)]
        self.pile: list[str] = []
        self.heaps: list[list[str]] = [[] for _ in range(self.seats)]
        self.race = [OUT] * self.seats

    def choose(self, do: str, seat: int, data: Data) -> None:
        if seat != self.turn:
            raise OpenlyRefused("it is not your turn")
        self.pile.append(self.stacks[seat].pop())
        self.tell("laid", seat, {"card": self.pile[-1]})
        if self._snap():
            self.turn = None
            self.race = [OUT if gone else WAITING for gone in self.gone]
            self.asked = [s for s in range(self.seats) if not self.gone[s]]
            self.deadline_us = self.now_us + PATIENCE_US
        else:
            self._next_turn(seat)

    def _snap(self) -> bool:
        return len(self.pile) > 1 and self.pile[-1] == self.pile[-2]

    def _next_turn(self, seat: int) -> None:
        """The next player on the left who has cards left; without one the game is over."""
        for _ in range(self.seats):
            seat = self.next_seat(seat)
            if self.stacks[seat]:
                self.turn = seat
                return
        self.turn = None
        self.finish()

    def slapped(self, seat: int, t_us: int, live: bool) -> None:
        if not live:
            return
        if self.asked:
            slap_into(self.race, seat, t_us)
            self.asked = [s for s in self.asked if s != seat]
            closes_us = self.paddles.first_closes_us(self.race) or 0
            self.deadline_us = max(t_us + self.paddles.clump_us, closes_us)
        elif self.stacks[seat]:
            self.pile.insert(0, self.stacks[seat].pop(0))
            self.tell("fooled", seat)
            self.darken()
            if self.turn == seat and not self.stacks[seat]:
                self._next_turn(seat)

    def fell_due(self, t_us: int) -> None:
        first = self.paddles.first(self.race) if any(us >= 0 for us in self.race) else []
        if len(first) == 1:
            self.tell("won", first[0], {"count": len(self.pile)})
            self.heaps[first[0]] += self.pile
            self.pile = []
        else:
            self.tell("shared" if first else "missed", None)
        winner = first[0] if len(first) == 1 else 0
        self._close()
        self._next_turn(winner)

    def _close(self) -> None:
        self.race = [OUT] * self.seats
        self.asked = []
        self.deadline_us = None
        self.settled_us = self.now_us
        self.darken()

    def voided(self) -> bool:
        was_open = bool(self.asked)
        if was_open:
            self._close()
            self._next_turn(0)
        return was_open

    def dropped(self, seat: int) -> None:
        self.pile = self.stacks[seat] + self.pile
        self.stacks[seat] = []
        self.race[seat] = OUT
        self.asked = [s for s in self.asked if s != seat]
        if self.turn == seat:
            self._next_turn(seat)

    def legal(self, seat: int | None) -> list[Choice]:
        choices = [Choice(s, "down") for s in self.asked if seat in (None, s)]
        if self.turn is not None and seat in (None, self.turn):
            choices.append(Choice(self.turn, "lay"))
        return choices

    def sees(self, seat: int | None) -> Json:
        return {
            "pile": list(self.pile),
            "stacks": [len(stack) for stack in self.stacks],
            "heaps": [len(heap) for heap in self.heaps],
            "open": bool(self.asked),
        }

    def scores(self) -> list[int]:
        return [len(heap) for heap in self.heaps]

    def best(self) -> list[int]:
        return [seat for seat, score in enumerate(self.scores()) if score == max(self.scores())]

    def cards(self) -> dict[str, list[str]]:
        places = {f"stack {seat}": list(stack) for seat, stack in enumerate(self.stacks)}
        places |= {f"heap {seat}": list(heap) for seat, heap in enumerate(self.heaps)}
        return places | {"pile": list(self.pile)}
