"""A table for Hands Down tests: hands as you like them, slaps in milliseconds."""

from __future__ import annotations

from typing import Any

from slamomatic.engine.setup import Setup
from slamomatic.engine.vocabulary import Effect, Event, Json
from slamomatic.games.hands_down.cards import DECK
from slamomatic.games.hands_down.rules import HandsDown


class Sitting:
    """Seat 0 is on turn unless said otherwise; cards that stand nowhere lie as pairs nobody made."""

    def __init__(
        self,
        *hands: str,
        drawpile: str = "",
        pairs: dict[int, str] | None = None,
        turn: int = 0,
        setup: Json | None = None,
        **options: Any,
    ) -> None:
        n = len(hands)
        self.game = HandsDown(Setup(n, options={"dealer": n - 1, **options}, **(setup or {})))
        state = self.game.to_json()
        state |= {
            "hands": [hand.split() for hand in hands],
            "drawpile": drawpile.split()[::-1],
            "pairs": [(pairs or {}).get(seat, "").split() for seat in range(n)],
            "turn": turn,
            "to_take": 0,
        }
        self.game.load(state)
        self.paddles = self.game.paddles

    def do(self, do: str, seat: int | None, ms: float, **data: Any) -> list[Effect]:
        return self.game.apply(Event(do, seat, round(ms * 1000), data))

    def down(self, seat: int, ms: float) -> list[Effect]:
        return self.do("down", seat, ms)

    def up(self, ms: float, *seats: int) -> list[Effect]:
        return [effect for seat in seats or range(self.game.seats) for effect in self.do("up", seat, ms)]

    def time(self, ms: float) -> list[Effect]:
        return self.do("time", None, ms)

    def passes(self, seat: int, ms: float) -> list[Effect]:
        return self.do("pass", seat, ms)

    def hand(self, seat: int) -> str:
        return " ".join(sorted(self.game.hands[seat], key=DECK.index))

    def counts(self) -> list[int]:
        return [len(hand) for hand in self.game.hands]

    def pairs(self, seat: int) -> str:
        return " ".join(self.game.pairs[seat])

    def may(self, seat: int) -> set[str]:
        return {choice.do for choice in self.game.legal(seat)}


def words(effects: list[Effect]) -> list[str]:
    return [effect.what for effect in effects]


def the(what: str, effects: list[Effect]) -> Effect:
    found = [effect for effect in effects if effect.what == what]
    assert len(found) == 1, effects
    return found[0]


def four(hand: str = "3 3 9 9 5", **options: Any) -> Sitting:
    return Sitting(hand, "1 2", "4 6", "7 8", drawpile="10 10 10", **options)


def payers(effects: list[Effect]) -> list[int | None]:
    return [effect.seat for effect in effects if effect.what == "pays"]
