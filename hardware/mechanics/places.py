"""Where everything stands in a unit for two, three or four players. SPDX: CERN-OHL-P-2.0"""

from __future__ import annotations

from dataclasses import dataclass

from hardware.mechanics import bought, parts
from hardware.mechanics.dimensions import Dimensions
from manifold3d import Manifold

COLOURS = ("red", "yellow", "green", "blue")  # paddles in the firmware's order, clockwise from the near side
SIDES = (270, 180, 90, 0)  # a module's direction from the middle, in degrees
PLAYERS = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}


@dataclass(frozen=True)
class Piece:
    """One solid with its name and colour, in the unit's frame."""

    name: str
    colour: str
    solid: Manifold
    printed: bool = False


def turned(solid: Manifold, d: Dimensions, deg: float) -> Manifold:
    """Turn a paddle's part up about its pin."""
    return solid.translate([-d.axis_x, 0, -d.axis_z]).rotate([0, -deg, 0]).translate([d.axis_x, 0, d.axis_z])


def module(d: Dimensions, colour: str, down: bool = False) -> list[Piece]:
    """Return a module in its own frame, its paddle down or at rest."""
    deg = 0.0 if down else d.rest_deg
    lever = d.rest_travel - d.set_before if not down else -d.set_before
    spring_high = (d.blade_bottom + d.spring_pocket[1] - d.spring_seat
                   + (0 if down else (d.spring_x - d.axis_x) * d.end_travel
                      / (d.blade_end - d.axis_x)))  # fmt: skip
    found = [
        Piece("base", "base", parts.base(d), True),
        Piece("paddle", colour, turned(parts.PARTS[f"paddle-{colour}"][0](d), d, deg), True),
        Piece("pin", "base", turned(parts.pin(d), d, deg), True),
        Piece("grub", "steel", turned(bought.grub(d), d, deg)),
        Piece("spring", "steel", bought.spring(d, spring_high)),
        Piece("domes", "rubber", bought.domes(d)),
        Piece("feet", "rubber", bought.feet(d)),
    ]
    tints = {"body": "switch", "terminals": "brass", "lever": "steel", "plunger": "white"}
    found += [Piece(f"switch {name}", tints[name], part) for name, part in bought.switch(d, lever).items()]
    return found


def outwards(piece: Piece, d: Dimensions, side: int) -> Piece:
    """Put a module's piece where it stands in the unit."""
    solid = piece.solid.translate([d.hub, 0, 0]).rotate([0, 0, side])
    return Piece(piece.name, piece.colour, solid, piece.printed)


def middle(d: Dimensions, covered: bool = True) -> list[Piece]:
    """Return the hub with what is in it."""
    found = [Piece("hub", "base", parts.hub(d), True), Piece("hub feet", "rubber", bought.hub_feet(d))]
    tints = {"pico board": "pcb", "pads": "brass", "usb": "steel", "chip": "switch", "button": "white"}
    found += [Piece(name, tints[name], part) for name, part in bought.pico(d).items()]
    found += [
        Piece(name, {"ring board": "switch", "lights": "white"}[name], part)
        for name, part in bought.ring(d).items()
    ]
    if covered:
        found.append(Piece("cover", "cover", parts.cover(d), True))
    return found


def unit(d: Dimensions, players: int = 4, down: tuple[int, ...] = (), covered: bool = True) -> list[Piece]:
    """Return a whole unit; a blank closes each empty side."""
    found = middle(d, covered)
    for paddle, side in enumerate(SIDES):
        here = [Piece("blank", "base", parts.blank(d), True)]
        if paddle in PLAYERS[players]:
            here = module(d, COLOURS[paddle], paddle in down)
        found += [outwards(piece, d, side) for piece in here]
    return found
