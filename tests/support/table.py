"""A session on a stopped clock, its scripted unit beside keys, and what was written and shown."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from slamomatic.engine import Choice
from slamomatic.store.calibration import Correction
from slamomatic.store.journals import read_file
from slamomatic.table import opening
from slamomatic.table.clock import StoppedClock
from slamomatic.table.seats import Seat
from slamomatic.table.session import GameSession
from slamomatic.units.base import Do, Unit
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units
from support.scripted_unit import ScriptedUnit
from support.told import effects_of

FOUR = [Seat(name, colour) for colour, name in enumerate(("Ada", "Ben", "Cleo", "Dan"))]


class Table:
    """A session on a stopped clock, and what was written and shown."""

    def __init__(
        self,
        home: Path,
        seats: Sequence[Seat] = FOUR,
        game: str = "hands-down",
        beside: Sequence[Unit] = (),
        corrections: Sequence[Correction] = (),
        **begin: Any,
    ) -> None:
        """`beside`: more units, between the Pico and the keys. `corrections`: of the calibrated Pico."""
        self.clock = StoppedClock()
        self.pico = ScriptedUnit(self.clock, unit_id="e661" if corrections else "")
        self.keys = KeyboardUnit(clock=self.clock)
        self.unit = Units(
            [self.pico, *beside, self.keys],
            clock=self.clock,
            lookup=lambda unit_id: corrections if unit_id else (),
        )
        self.unit.start()
        self.home = home
        self.ready()
        self.session: GameSession = opening.begin(
            game, seats, self.unit, self.clock, home=home, **{"seed": 3, **begin}
        )
        self.shown: list[str] = []
        self.effects: list[dict[str, Any]] = []
        self.pump()

    def ready(self) -> None:
        """Before the game begins."""

    def pump(self, at_us: int | None = None) -> None:
        if at_us is not None:
            self.clock.at_us = at_us
        self.session.pump()
        fresh = effects_of(self.session)
        self.shown += [effect.what for effect in fresh]
        self.effects += [effect.to_json(None) for effect in fresh]

    def slap(self, paddle: int, t_us: int) -> None:
        self.pico.event(Do.DOWN, paddle, t_us)
        self.pico.event(Do.UP, paddle, t_us + 80_000)

    @property
    def turn(self) -> int:
        turn = self.session.view(None)["turn"]
        assert isinstance(turn, int)
        return turn

    def entries(self) -> list[dict[str, Any]]:
        (path,) = (self.home / "journals" / "open").glob("*.journal")
        return read_file(path).entries

    def events(self) -> list[tuple[str, int | None]]:
        return [(line["do"], line.get("seat")) for line in self.entries() if "do" in line]

    def lost(self) -> list[int | None]:
        """Return the losers of all Hands Downs, in order."""
        return [line["seat"] for line in self.effects if line["what"] == "lost"]

    def until_a_pair(self) -> int:
        """Passes until somebody holds a pair, whose turn it then is: at half past a second."""
        while Choice(self.turn, "down") not in self.session.legal(self.turn):
            self.session.choose(Choice(self.turn, "pass"))
            self.pump(self.clock.at_us + 2_000_000)
        self.pump(self.clock.at_us + 2_000_000)
        return self.turn
