"""A table scene with a Pico and keys, on a stopped clock."""

from __future__ import annotations

from pathlib import Path

from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.table import TableScene
from slamomatic.table import opening
from slamomatic.table.seats import Seat
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units
from support.page import words_in
from support.scripted_unit import ScriptedUnit

SIZE = (1280, 720)


class Played:
    """A table scene with a Pico and keys, on a stopped clock."""

    def __init__(self, home: Path, seats: list[Seat], with_keys: bool = True, seed: int = 3) -> None:
        self.stage = BareStage(home)
        self.pico, self.keys = ScriptedUnit(self.stage.clock), KeyboardUnit(clock=self.stage.clock)
        units = [self.pico, self.keys] if with_keys else [self.pico]
        self.stage.unit = Units(units, clock=self.stage.clock)
        self.stage.unit.start()
        unit, clock = self.stage.unit, self.stage.clock
        self.session = opening.begin("hands-down", seats, unit, clock, home=home, seed=seed)
        self.scene = TableScene(self.stage, self.session)

    def at(self, t_us: int) -> None:
        self.stage.clock.at_us = t_us
        self.scene.pump()

    def words(self) -> list[str]:
        return words_in(self.stage, self.scene, SIZE)
