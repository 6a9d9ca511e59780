"""A sitting at Hit the Deck for tests: hands and piles as a test lays them, and a clock that runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from slamomatic.engine import Effect, Event, Json, Setup
from slamomatic.games.hit_the_deck.cards import COUNTS, DECK
from slamomatic.games.hit_the_deck.rules import HitTheDeck

SECOND = 1_000_000
CLUMP = 1000


def without(*taken: str) -> list[str]:
    """The deck without these cards."""
    rest = list(DECK)
    for card in taken:
        rest.remove(card)
    return rest


class Sitting:
    """Seat 0 is to move; `top` lies on `under`; `then` is drawn first. All other cards go to `rest`."""

    def __init__(
        self,
        *hands: str,
        top: str = "R5",
        then: str = "",
        under: str = "",
        rest: str = "drawpile",
        step: int = 1,
        drawn: Sequence[int] = (),
        **options: Any,
    ) -> None:
        seats = len(hands)
        setup = Setup(seats, seed=5, options={"dealer": seats - 1, **options}, deck=["R1"] * 4)
        state = HitTheDeck(setup).to_json()
        piles: dict[str, list[str]] = {
            "drawpile": then.split()[::-1],
            "discards": [*under.split(), top],
        }
        dealt = [hand.split() for hand in hands]
        others = without(*piles["drawpile"], *piles["discards"], *(card for hand in dealt for card in hand))
        if rest.isdigit():
            dealt[int(rest)] += others
        else:
            piles[rest] = others + piles[rest]
        self.game = HitTheDeck.from_json({**state, **piles, "hands": dealt, "turn": 0, "step": step})
        self.told: list[Effect] = []
        self.ring()

    def say(self, do: str, seat: int | None = None, after_us: int = SECOND, **data: Any) -> list[Effect]:
        """One event, a second after the last one."""
        self.told = list(self.game.apply(Event(do, seat, self.game.now_us + after_us, data)))
        return self.told

    def ring(self, times: int = 1) -> None:
        """The clock comes to what is due, so many times."""
        for _ in range(times):
            if self.game.due_us is not None:
                self.told = list(self.game.apply(Event("time", None, self.game.due_us)))

    def play(self, seat: int, card: str, after_us: int = SECOND) -> list[Effect]:
        return self.say("play", seat, after_us, card=card)

    def slap(self, *seats: int, apart_us: int = 100_000) -> None:
        """These seats slap, one after the other, the first one after as long too."""
        for seat in seats:
            self.say("down", seat, apart_us)

    def quiet(self) -> None:
        """All hands come up and the paddles come live again."""
        game = self.game
        if game.due_us is not None and game.caller is None and game.due_us - game.now_us <= 2 * CLUMP:
            self.ring()
        told = list(self.told)
        for seat, down in enumerate(game.paddles.down):
            if down:
                self.say("up", seat, 50_000)
        while game.paddles.anybody_awaited():
            self.ring()
        self.told = told

    def heard(self, what: str, seat: int | None = None) -> list[Json]:
        """Every effect of this kind in the last answer, as this seat (None: the spectator) hears it."""
        return [effect.to_json(seat) for effect in self.told if effect.what == what]

    @property
    def counts(self) -> list[int]:
        return [len(hand) for hand in self.game.hands]

    @property
    def top(self) -> str:
        return self.game.discards[-1]

    def plays(self, seat: int) -> list[str]:
        """The cards that this seat is offered to play."""
        return [choice.data["card"] for choice in self.game.legal(seat) if choice.do == "play"]


def dealt(seats: int, *deck: str, seed: int = 1, dealer: int = 0) -> HitTheDeck:
    return HitTheDeck(Setup(seats, seed, {"dealer": dealer}, deck=list(deck) or None))


def start(seats: int, top: str, then: str = "", last: str = "R1") -> HitTheDeck:
    """A real deal with `top` turned up, `then` the top of the draw pile, `last` its lowest; seat 0 deals."""
    kept = without(top, last, *then.split())
    hands = [card for card in kept if card[0] in "RGBY" and card[1] in "12345"][: 7 * seats]
    middle = without(*hands, top, last, *then.split())
    return dealt(seats, *hands, top, *then.split(), *middle, last)


__all__ = ["CLUMP", "COUNTS", "SECOND", "Sitting", "dealt", "start", "without"]
