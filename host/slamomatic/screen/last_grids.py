"""The grids of a Lowdown hand that was just scored: they stay to be read although the next hand is dealt."""

from __future__ import annotations

from dataclasses import dataclass, field

from slamomatic.engine.vocabulary import Json

Grid = list[str | None]
READ_US = 6_000_000  # unless somebody goes on before


@dataclass(slots=True)
class LastGrids:
    """Fed with the public form of every effect; never with anything else."""

    until_us: int | None = None  # when the table is the new hand's again; None: it is
    _grids: list[Grid] = field(default_factory=list)

    def hear(self, effect: Json, now_us: int) -> None:
        what = effect["what"]
        if what == "hand-over" and "grids" in effect:
            self._grids = [list(grid) for grid in effect["grids"]]
        elif what == "cleared" and self._grids:
            for cell in effect["cells"]:
                self._grids[effect["seat"]][cell] = None
        elif what == "hand-scored":
            self.until_us = now_us + READ_US
        elif what == "over":
            self.go_on()  # no new hand hides them

    def go_on(self) -> None:
        self.until_us, self._grids = None, []

    def shown(self, now_us: int) -> tuple[Grid, ...]:
        """One a seat; none when there is nothing to be read any more."""
        if self.until_us is None:
            return ()
        if now_us >= self.until_us:
            self.go_on()
        return tuple(self._grids)
