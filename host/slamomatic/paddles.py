"""The paddles: colour, shape and name in one table that screen, wiring, guides and lights read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Paddle:
    """How one seat's paddle looks. Shape and name say what colour says, for eyes that see colours alike."""

    name: str
    rgb: tuple[int, int, int]
    shape: str


# The first four are the unit's own, in the order of its inputs; the rest are seats on keys or a second unit.
PADDLES = (
    Paddle("red", (225, 70, 60), "circle"),
    Paddle("yellow", (245, 200, 50), "triangle"),
    Paddle("green", (60, 175, 95), "square"),
    Paddle("blue", (70, 130, 230), "diamond"),
    Paddle("violet", (170, 100, 210), "star"),
    Paddle("white", (235, 235, 235), "hexagon"),
    Paddle("orange", (240, 140, 50), "cross"),
    Paddle("cyan", (70, 200, 215), "crescent"),
)
