"""A sitting at Slamwich for tests: stacks and a pile as a test lays them, and a clock that runs."""

from __future__ import annotations

from typing import Any

from slamomatic.engine import Effect, Event, Json, Setup
from slamomatic.games.slamwich.cards import DECK
from slamomatic.games.slamwich.rules import Slamwich

SECOND = 1_000_000
CLUMP = 1000
SHORT = {"pb": "peanut-butter", "hd": "hot-dog"}


def cards(words: str) -> list[str]:
    return [SHORT.get(word, word) for word in words.split()]


class Sitting:
    """Seat 0 flips next; stacks are written top card first, the pile upwards.

    All other cards lie below the stack of `rest`, or of nobody: under the pile, as slip cards.
    """

    def __init__(self, *stacks: str, pile: str = "", rest: int | None = None, **options: Any) -> None:
        seats = len(stacks)
        setup = Setup(seats, seed=5, options={"dealer": seats - 1, **options})
        hands = [cards(stack) for stack in stacks]
        others = list(DECK)
        for card in [*cards(pile), *(card for hand in hands for card in hand)]:
            others.remove(card)
        if rest is not None:
            hands[rest] += others
        state = Slamwich(setup).to_json()
        state |= {"hands": hands, "pile": cards(pile), "slips": [] if rest is not None else others, "turn": 0}
        state |= {"old": "slip", "new": "slip"}
        state["paddles"] |= {"dark_all": False, "held": False, "live": [True] * seats}
        self.game = Slamwich.from_json(state)
        self.told: list[Effect] = []
        self.say("time")

    def say(self, do: str, seat: int | None = None, after_us: int = SECOND, **data: Any) -> list[Effect]:
        """One event, a second after the last one."""
        told = list(self.game.apply(Event(do, seat, self.game.now_us + after_us, data)))
        self.told += told
        return told

    def flip(self, *seats: int) -> None:
        for seat in seats:
            self.told = self.say("flip", seat)

    def slap(self, *seats: int, after_us: int = 400_000, **data: Any) -> None:
        """These seats slap, one after the other, the first one after as long too."""
        for seat in seats:
            self.say("down", seat, after_us, **data)

    def again(self, seat: int, after_us: int = 200_000) -> None:
        """The hand comes up and slaps once more."""
        self.say("up", seat, after_us // 2)
        self.say("down", seat, after_us // 2)

    def ring(self, times: int = 1) -> None:
        """The clock comes to what is due, so many times."""
        for _ in range(times):
            if self.game.due_us is not None:
                self.say("time", None, self.game.due_us - self.game.now_us)

    def quiet(self) -> None:
        """Wait until the race is judged, lift all hands, and wait until the paddles are live again."""
        game = self.game
        while game.due_us is not None and game.due_us - game.now_us <= CLUMP:
            self.ring()
        for seat, down in enumerate(game.paddles.down):
            if down:
                self.say("up", seat, 50_000)
        while game.paddles.anybody_awaited() and game.due_us is not None:
            self.ring()

    def heard(self, what: str) -> list[Json]:
        """Every effect of this kind since the last flip, as the spectator hears it."""
        return [effect.to_json() for effect in self.told if effect.what == what]

    def won_by(self) -> int | None:
        """Return the seat that won the pile since the last flip."""
        won = [effect.seat for effect in self.told if effect.what == "won"]
        return won[0] if won else None

    @property
    def counts(self) -> list[int]:
        return self.game.scores()


PLAIN = ("egg pickle onion", "tomato jelly pepper", "lettuce cheese bacon")
PAIR = ("egg pickle onion", "egg jelly pepper", "lettuce cheese bacon")
THIEF = ("thief pickle onion", "tomato jelly pepper", "lettuce cheese bacon")


def paired(*more: str) -> Sitting:
    """An egg lies on an egg; seat 2 is to flip."""
    table = Sitting(*PAIR, *more, pile="onion")
    table.flip(0, 1)
    return table


def thieved() -> Sitting:
    """A thief lies on top; seat 1 is to flip."""
    table = Sitting(*THIEF, pile="onion")
    table.flip(0)
    return table
