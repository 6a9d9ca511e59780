"""A sitting at Lowdown for tests: grids as dealt, what is drawn after them, and a clock that runs."""

from collections.abc import Sequence
from typing import Any

from slamomatic.engine import Effect, Event, Json, Setup
from slamomatic.games.lowdown.grid import PACK
from slamomatic.games.lowdown.rules import Lowdown

SECOND = 1_000_000


def stacked(first: Sequence[str]) -> list[str]:
    """These cards on top, the others of the pack below."""
    rest = list(PACK)
    for card in first:
        rest.remove(card)
    return [*first, *rest]


class Sitting:
    """Seat 0 starts; `grids` are dealt to the seats from 0 on, then the first discard, then what is drawn.

    Everybody has opened cells 0 and 1 unless `opened` is False.
    """

    def __init__(
        self,
        *grids: str,
        discard: str = "W9",
        then: str = "",
        opened: bool = True,
        seed: int = 1,
        **options: Any,
    ) -> None:
        dealt = [grid.split() for grid in grids]
        cards = [grid[cell] for cell in range(9) for grid in dealt]
        options.setdefault("dealer", len(grids) - 1)
        deck = stacked([*cards, discard, *then.split()])
        self.game = Lowdown(Setup(seats=len(grids), seed=seed, options=options, deck=deck))
        self.told: list[Effect] = []
        if opened:
            for seat in range(len(grids)):
                self.say("open", seat, cells=[0, 1])

    @property
    def now_us(self) -> int:
        return self.game.now_us

    def say(self, do: str, seat: int | None = None, after_us: int = SECOND, **data: Any) -> list[Effect]:
        """One event, a second after the last one."""
        self.told = self.game.apply(Event(do, seat, self.now_us + after_us, data))
        return self.told

    def draw(self, seat: int, source: str = "pile") -> list[Effect]:
        self.told = self.game.apply(Event("draw", seat, self.now_us + SECOND, {"from": source}))
        return self.told

    def place(self, seat: int, cell: int, face: str = "up") -> list[Effect]:
        return self.say("place", seat, cell=cell, face=face)

    def turn(self, seat: int, cell: int, face: str = "down", source: str = "pile") -> list[Effect]:
        """A whole turn: draw and place."""
        return self.draw(seat, source) + self.place(seat, cell, face)

    def act(self, seat: int, **data: Any) -> list[Effect]:
        """An action; `of_seat` stands for Steal's `from`, a word that Python keeps."""
        if "of_seat" in data:
            data["from"] = data.pop("of_seat")
        self.told = self.game.apply(Event("act", seat, self.now_us + SECOND, data))
        return self.told

    def slap(self, seat: int) -> list[Effect]:
        """A slap; then the hand comes up and the paddle comes live again."""
        told = self.say("down", seat)
        told += self.say("up", seat, 100_000)
        told += self.say("time")
        self.told = told
        return told

    def open_all(self, *seats: int) -> None:
        """Turns these grids up by hand, as if it had come about in play."""
        for seat in seats:
            self.game.up[seat] = [True] * 9

    def heard(self, what: str, seat: int | None = None) -> list[Json]:
        """Every effect of this kind in the last answer, in its public form with the seat's own part."""
        return [effect.to_json(seat) for effect in self.told if effect.what == what]


# Grids without a line, even when all is open.
A = "R0 O1 Y2 G3 B4 P5 W7 R8 O10"
B = "O0 Y1 G4 B5 P6 W8 R10 O2 Y4"
C = "Y0 G1 B3 P4 W5 R7 O8 Y6 G10"
RED_ROW = "R1 R2 R3 G0 B2 P3 W4 Y7 O5"  # line: cells 0 1 2
GREEN_ROW = "G1 G4 G5 O0 B0 P1 W1 Y0 O3"


# Two lines when open: the top row (6 points) and the first column (11).
TWO_LINES = "R1 R2 R3 R4 G0 P3 R6 Y7 O5"


def two_lines() -> Sitting:
    sitting = Sitting(TWO_LINES, B, C)
    sitting.game.up[0] = [True] * 8 + [False]
    return sitting


def ending(*grids: str, by: int = 0) -> Sitting:
    """The hand is over, ended by seat `by`, which placed a W3 (first grid: in cell 8)."""
    sitting = Sitting(*grids, then="W3")
    sitting.game.turn = by
    sitting.open_all(by)
    sitting.turn(by, 8, "up")
    return sitting
