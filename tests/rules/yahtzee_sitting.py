"""A sitting at Yahtzee Hands Down for tests: hands as dealt, what is drawn then, a running clock."""

from collections.abc import Sequence
from typing import Any

from slamomatic.engine import Effect, Event, Json, Setup
from slamomatic.games.yahtzee_hands_down.deal import PACKS
from slamomatic.games.yahtzee_hands_down.rules import YahtzeeHandsDown

SECOND = 1_000_000
ALL_SIX = "3k 4k fh ss ls yz"


def stacked(first: Sequence[str], kind: str) -> list[str]:
    """These cards on top, the others of the pack below."""
    rest = list(PACKS[kind])
    for card in first:
        rest.remove(card)
    return [*first, *rest]


class Sitting:
    """Seat 0 starts; `hands` are dealt to the seats from 0 on and `then` is drawn after them."""

    def __init__(
        self,
        *hands: str,
        then: str = "",
        table: str = ALL_SIX,
        chance: str = "",
        seed: int = 1,
        **options: Any,
    ) -> None:
        dealt = [hand.split() for hand in hands]
        dice = [hand[at] for at in range(5) for hand in dealt] + then.split()
        combos = table.split()
        options.setdefault("dealer", len(hands) - 1)
        if combos != ALL_SIX.split():
            options["combos"] = len(combos)
        self.game = YahtzeeHandsDown(
            Setup(
                seats=len(hands),
                seed=seed,
                options=options,
                deck={
                    "dice": stacked(dice, "dice"),
                    "combos": stacked(combos, "combos"),
                    "chance": stacked(chance.split(), "chance"),
                },
            )
        )
        self.told: list[Effect] = []

    @property
    def now_us(self) -> int:
        return self.game.now_us

    def say(self, do: str, seat: int | None = None, after_us: int = SECOND, **data: Any) -> list[Effect]:
        """One event, a second after the last one."""
        self.told = self.game.apply(Event(do, seat, self.now_us + after_us, data))
        return self.told

    def discard(self, seat: int, cards: str = "") -> list[Effect]:
        return self.say("discard", seat, cards=cards.split())

    def aim(self, seat: int, combo: str) -> list[Effect]:
        return self.say("aim", seat, combo=combo)

    def slap(self, *seats: int, apart_us: int = SECOND) -> list[Effect]:
        """These seats slap one after the other; then all hands come up and the paddles come live again."""
        told: list[Effect] = []
        for place, seat in enumerate(seats):
            told += self.say("down", seat, SECOND if place == 0 else apart_us)
        told += self.say("time")
        for seat in seats:
            told += self.say("up", seat, 0)
        told += self.say("time")
        self.told = told
        return told

    def heard(self, what: str, seat: int | None = None) -> list[Json]:
        """Every effect of this kind in the last answer, in its public form with the seat's own part."""
        return [effect.to_json(seat) for effect in self.told if effect.what == what]


# Hands that make nothing, and one for each combo.
NOTHING = ("B1 R4 Y6 B4 R6", "R1 B5 Y4 Y6 R5", "Y1 R4 B6 Y5 B4")
TWOS = "B2 B2 B2 R5 Y3"  # three of a kind
THREES = "R3 R3 R3 B1 Y4"  # three of a kind
FOUR = "Y2 Y2 Y2 Y2/5 R1"
HOUSE = "R2 R2 R2 Y3 Y3"
SMALL = "B1 B2 B3 B3/4 R1"
LARGE = "Y1 Y2 Y3 Y4 Y5"


def called(sitting: Sitting) -> list[bool]:
    flags: list[bool] = sitting.game.view(None)["called"]
    return flags
