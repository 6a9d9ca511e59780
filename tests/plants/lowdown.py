"""Lowdown's rules."""

from __future__ import annotations

from typing import Any

from plants.patching import Patch, always, answering, doing, plant

GRID = "slamomatic.games.lowdown.grid"
DEAL = "slamomatic.games.lowdown.deal:LowdownDeal"
RULES = "slamomatic.games.lowdown.rules:Lowdown"


@plant("no diagonal is a line in Lowdown")
def _(patch: Patch) -> None:
    patch(f"{GRID}:LINES", lambda lines: lines[:6], f"{GRID}:lines")


@plant("a line may lie face down")
def _(patch: Patch) -> None:
    patch(f"{GRID}:is_open_line", doing(lambda original, grid, up, line: original(grid, [True] * 9, line)))


@plant("the lowest of several lines is cleared")
def _(patch: Patch) -> None:
    def highest(original: Any, grid: Any, up: Any) -> Any:
        from slamomatic.games.lowdown.grid import lines, total

        return min(lines(grid, up), key=lambda line: total([grid[cell] for cell in line]), default=None)

    patch(f"{GRID}:highest", doing(highest))


@plant("actions count nothing in a grid")
def _(patch: Patch) -> None:
    patch(
        f"{GRID}:VALUE",
        lambda value: {
            card: 0 if card in ("swap", "peek", "steal") else worth for card, worth in value.items()
        },
        f"{GRID}:total",
    )


@plant("everybody sees the card that was drawn")
def _(patch: Patch) -> None:
    patch(f"{DEAL}.drawn_is_public", always(True))


@plant("everybody sees the card that was looked at")
def _(patch: Patch) -> None:
    def look(original: Any, self: Any, seat: int, data: Any) -> None:
        original(self, seat, data)
        at = data["cell"]
        self.tell("looked", seat, {"cell": at, "card": self.grids[seat][at]})

    patch(f"{RULES}._look", doing(look))


@plant("a stolen card lies face down")
def _(patch: Patch) -> None:
    def steal(original: Any, self: Any, seat: int, data: Any) -> None:
        original(self, seat, data)
        self.up[seat][data["mine"]] = False

    patch(f"{RULES}._steal", doing(steal))


@plant("a claimed line is put back")
def _(patch: Patch) -> None:
    def slapped(original: Any, self: Any, seat: int, at: Any, live: bool) -> None:
        grid = list(self.grids[seat])
        original(self, seat, at, live)
        if self.grids[seat]:
            self.grids[seat][:] = grid

    patch(f"{RULES}.slapped", doing(slapped))


@plant("the hand goes on when all of a grid lies open")
def _(patch: Patch) -> None:
    def end_turn(original: Any, self: Any) -> None:
        kept = self.gone
        self.gone = [True] * self.seats
        try:
            original(self)
        finally:
            self.gone = kept

    patch(f"{RULES}._end_turn", doing(end_turn))


@plant("who goes out claims no last line")
def _(patch: Patch) -> None:
    def next_claimant(original: Any, self: Any) -> None:
        self.claimants = []
        original(self)

    patch(f"{RULES}._next_claimant", doing(next_claimant))


@plant("the points of a hand are counted twice")
def _(patch: Patch) -> None:
    patch(f"{DEAL}.points", answering(lambda points: [2 * each for each in points]))


@plant("a card from the discards may be thrown away again")
def _(patch: Patch) -> None:
    def throw(original: Any, self: Any, seat: int, data: Any) -> None:
        self.drawn_from = "pile"
        original(self, seat, data)

    patch(f"{RULES}._throw", doing(throw))
