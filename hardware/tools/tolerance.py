"""Ten thousand units drawn from makers' limits and print errors: does each click before its stop?

A builder sets each paddle against its own stop: press it down, turn the grub screw in until the switch
clicks, then one whole turn more. What a switch or a print is off by cancels. What is left is how well a turn
and a stop repeat. Where a switch can't be set that way, the draw says so.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy

from hardware.mechanics.dimensions import Dimensions

SPEEDS_M_S = (0.5, 1.0, 2.0, 4.0)


@dataclass(frozen=True)
class Errors:
    """How far things may be off, in mm: limits of an even draw, unless it says deviation."""

    print_z: float = 0.15  # each printed height
    rest: float = 0.25  # the nib's height at the paddle's end
    turn: float = 0.0625  # half a quarter turn: how well a builder counts
    stop: float = 0.02  # deviation of where a pressed paddle stops
    click: float = 0.02  # deviation of where a switch clicks, from slap to slap
    drift: float = 0.10  # the click moves in a switch's life
    thread: float = 0.03  # the grub screw's play in its thread
    wear: float = 0.05  # ribs flatten


@dataclass(frozen=True)
class Draw:
    """What came out, one row for each paddle of each unit."""

    travel_mm: numpy.ndarray  # at the grub screw, from rest to the stop
    before_mm: numpy.ndarray  # that far before its stop it clicks
    again_mm: numpy.ndarray  # that far below its rest it clicks back
    over_mm: numpy.ndarray  # how much of its travel after the click a switch has left
    grub_mm: numpy.ndarray  # the screw's upper end below the paddle's face
    bite_mm: numpy.ndarray  # how much thread holds it

    def counts(self) -> dict[str, int]:
        """How many units have a paddle with this fault."""
        return {
            "no click, or only at the stop": _units(self.before_mm <= 0.0),
            "does not click back at rest": _units(self.again_mm <= 0.0),
            "the switch ends before the stop": _units(self.over_mm <= 0.0),
            "the grub screw stands out": _units(self.grub_mm <= 0.0),
            "the grub screw has less than 2 mm of thread": _units(self.bite_mm < 2.0),
        }


def _units(wrong: numpy.ndarray) -> int:
    return int(wrong.any(axis=1).sum())


def draw(
    d: Dimensions, bending_mm: float, units: int = 10_000, seed: int = 31, errors: Errors | None = None
) -> Draw:
    """Draw units of four paddles; `bending_mm` is what a hard slap adds to a switch's travel."""
    e = errors or Errors()
    rng = numpy.random.default_rng(seed)
    shape = (units, 4)
    s = d.switch

    def even(limit: float) -> numpy.ndarray:
        return rng.uniform(-limit, limit, shape)

    # where the lever's end clicks, above the base's underside
    click = (
        d.switch_bottom
        + even(e.print_z)
        + s.hole_above_bottom
        + even(s.spread / 2)
        + s.op
        + even(s.op_spread)
    )
    stop = d.blade_bottom + even(e.print_z)
    ratio = d.press_radius / (d.blade_end - d.axis_x)
    travel = d.rest_travel + even(e.rest) * ratio + even(e.print_z) * ratio
    set_before = d.set_before + even(e.turn)
    # one of each fifty slaps would be enough: the worst of many repeats counts
    moves = 3 * numpy.abs(rng.normal(0, e.stop, shape)) + 3 * numpy.abs(rng.normal(0, e.click, shape))
    later = even(e.drift) + even(e.thread) + rng.uniform(0, e.wear, shape)
    before = set_before + later - moves
    most = set_before + later + moves
    md = rng.uniform(0.2, 1.0, shape) * s.md
    again = travel - most - md
    over = s.ot - most - bending_mm
    # the screw's tip is where the switch clicks, less what it was turned further
    tip = click - set_before
    face = stop + d.blade
    grub = face - (tip + d.grub_length)
    bite = numpy.minimum(face - 1.0, tip + d.grub_length) - numpy.maximum(stop + d.pocket[2], tip)
    return Draw(travel, before, again, over, grub, bite)


def differences_ms(d: Dimensions, drawn: Draw) -> dict[float, tuple[float, float]]:
    """Return the difference between first and last paddle at some speeds: of 99 in 100 units, the worst.

    Each palm lands on its paddle's shape.
    """
    lever = (d.mark[0] - d.axis_x) / d.press_radius
    spread = (drawn.before_mm.max(axis=1) - drawn.before_mm.min(axis=1)) * lever
    return {
        speed: (float(numpy.percentile(spread, 99)) / speed, float(spread.max()) / speed)
        for speed in SPEEDS_M_S
    }


def complaints(d: Dimensions, bending_mm: float, units: int = 10_000) -> list[str]:
    """Return what a builder can't set right, and paddles that are too unlike."""
    drawn = draw(d, bending_mm, units)
    wrong = [f"{count} of {units} units: {what}" for what, count in drawn.counts().items() if count]
    worst = differences_ms(d, drawn)[1.0][1]
    if worst > 1.0:
        wrong.append(f"two paddles of a unit differ by {worst:.2f} ms at 1 m/s")
    return wrong
