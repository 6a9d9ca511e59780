"""One unit at its cable, whatever program is at the other end."""

from __future__ import annotations

from evenings.cable import Cable
from evenings.hands import PaddleHand
from evenings.twin import Firmware, Twin
from evenings.world import World


class Wired:
    """A unit, its cable, and the hands that slap it."""

    def __init__(self, world: World, number: int, ppm: float, firmware: Firmware) -> None:
        name = f"unit {number}"
        self.number = number
        self.cable = Cable(world, world.chance(f"{name} cable"))
        self.twin = Twin(
            world,
            world.chance(name),
            self.cable.to_host.put,
            unit_id=f"e6614864d312345{number}",
            ppm=ppm,
            firmware=firmware,
        )
        self.cable.heard = self.twin.hear
        self.corrections_us: tuple[int, ...] = ()
        self.hands: list[PaddleHand] = []
