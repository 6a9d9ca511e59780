"""A stage inside another scene: what happens on it stays there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from slamomatic.kit.motion import Flight
from slamomatic.screen.preferences import Preferences
from slamomatic.table.clock import TableClock
from slamomatic.units.base import PaddleEvent
from slamomatic.units.merge import Units

if TYPE_CHECKING:
    from slamomatic.screen.phones import Phones
    from slamomatic.screen.scene import Scene


class QuietStage:
    """It goes nowhere, keeps nothing and makes no sound; who needs one of these says how."""

    home: Path | None = None
    seed: int | None = None
    phones: Phones | None = None
    units: tuple[str, ...] = ()

    def __init__(self, clock: TableClock, unit: Units, prefs: Preferences) -> None:
        self.clock, self.unit, self.prefs = clock, unit, prefs

    def go(self, scene: Scene) -> None: ...
    def remember(self, prefs: Preferences) -> None: ...
    def use_units(self, specs: tuple[str, ...]) -> None: ...
    def use_phones(self, on: bool) -> None: ...
    def sound(self, name: str, colour: int = 0) -> None: ...
    def fly(self, flight: Flight) -> None: ...
    def next_button(self, event: PaddleEvent) -> None: ...
    def say(self, words: str) -> None: ...
    def quit(self) -> None: ...
