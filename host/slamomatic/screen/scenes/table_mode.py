"""What a mode of the table is: one way to take keys and clicks. The top one of the stack has them all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slamomatic.face.model import Table
from slamomatic.kit.easel import Easel

if TYPE_CHECKING:
    from slamomatic.screen.scenes.table import TableScene


class Mode:
    """What a mode does not take (`False`) goes to whatever can be pressed, as in any other scene."""

    time_stands = False  # as long as it is on the stack
    outlasts_units = False  # whether it stays when a unit goes missing
    by_itself = False  # opened for a missing unit, by nobody
    looker: int | None = None  # whose hand is shown
    begins = False  # nobody has played yet: a slap says ready
    stays_open = False  # the hand that is shown waits for the rest of a choice

    def __init__(self, table: TableScene) -> None:
        self.table = table

    def key(self, action: str) -> bool:
        """A mapped key was pressed."""
        return False

    def gesture(self, gesture: str) -> bool:
        """The NEXT key."""
        return False

    def click(self, point: tuple[int, int]) -> bool:
        return False

    def unclick(self, point: tuple[int, int]) -> None:
        """The mouse button was released."""

    def wish(self, wish: object) -> None:
        """Something was pressed."""

    def slapped(self) -> None:
        """A slap was played."""

    def pump(self) -> None:
        """Once a frame, after the game has moved on."""

    def wakes_at_us(self) -> int | None:
        """The table's clock when the picture next changes by itself."""
        return None

    def draw(self, e: Easel, t: Table) -> None:
        """What lies over the table."""

    def ended(self) -> None:
        """It was taken off the stack."""

    def key_name(self, action: str) -> str:
        return self.table.key_name(action)
