"""The bought parts, drawn from the texts that the parts list names. SPDX: CERN-OHL-P-2.0"""

from __future__ import annotations

import math

from hardware.mechanics.dimensions import Dimensions, Switch
from hardware.mechanics.shapes import box, join, lying, prism, rod
from manifold3d import Manifold


def switch_parts(s: Switch, lever_up: float = 0.0) -> dict[str, Manifold]:
    """Return the switch's parts, its first hole at the origin, the lever `lever_up` from its click."""
    length, thick, height = s.body
    left, bottom = -s.first_hole, -s.hole_above_bottom
    half = thick / 2
    body = box((left, left + length), (-half, half), (bottom, bottom + height))
    for x in (0.0, s.hole_pitch):
        body -= lying(s.hole_d, (-half - 1, half + 1), x, 0)
    terminals = [
        box((x - s.terminal[0] / 2, x + s.terminal[0] / 2), (-s.terminal[1] / 2, s.terminal[1] / 2),
            (bottom - s.terminal_down, bottom + 0.5))
        - Manifold.cylinder(2, 0.8, 0.8).rotate([0, 90, 0])
        .translate([x - 1, 0, bottom - s.terminal_down + 1.8])
        for x in s.terminal_from_first
    ]  # fmt: skip
    top = bottom + height
    pivot = (left + 1.6, top + 0.3)
    tip = (s.lever[0], s.op + lever_up)
    width = s.lever[1] / 2
    a = math.atan2(tip[1] - pivot[1], tip[0] - pivot[0])
    nx, nz = -math.sin(a) * s.lever[2], math.cos(a) * s.lever[2]
    lever = prism([pivot, tip, (tip[0] - nx, tip[1] - nz), (pivot[0] - nx, pivot[1] - nz)], (-width, width))
    px = s.hole_pitch - s.plunger_from_second
    at = pivot[1] + (px - pivot[0]) * math.tan(a) - s.lever[2]
    plunger = box((px - 1.0, px + 1.0), (-1.6, 1.6), (top - 1.0, max(at, top)))
    return {"body": body, "terminals": join(terminals), "lever": lever, "plunger": plunger}


def switch(d: Dimensions, lever_up: float = 0.0) -> dict[str, Manifold]:
    """Return the switch in its module."""
    place = [d.switch_x, 0, d.holes_z]
    return {name: part.translate(place) for name, part in switch_parts(d.switch, lever_up).items()}


def grub(d: Dimensions) -> Manifold:
    """Return the grub screw as it is set, the blade down."""
    tip = d.holes_z + d.switch.op - d.set_before
    socket = rod(1.5 * 1.1547, (tip + d.grub_length - 1.5, tip + d.grub_length + 1), (d.press_x, 0))
    return rod(3.0, (tip, tip + d.grub_length), (d.press_x, 0)) - socket


def spring(d: Dimensions, height: float) -> Manifold:
    """Return the spring as a tube of its outer size, on its seat."""
    wire, across, _ = d.spring
    turns, steps = 7, 12
    r = (across - wire) / 2
    beads = []
    last = None
    for i in range(turns * steps + 1):
        angle = 2 * math.pi * i / steps
        z = d.spring_seat + wire / 2 + (height - wire) * i / (turns * steps)
        ball = Manifold.sphere(wire / 2, 6).translate(
            [d.spring_x + r * math.cos(angle), r * math.sin(angle), z]
        )
        if last is not None:
            beads.append((last + ball).hull())
        last = ball
    return join(beads)


def rubber(size: tuple[float, float], at: tuple[float, float], z: float, up: bool) -> Manifold:
    """Return a self-adhesive dome on a face at `z`, pointing up or down."""
    across, high = size
    r = (across**2 / 4 + high**2) / (2 * high)
    dome = Manifold.sphere(r, 48).translate([0, 0, high - r]).trim_by_plane([0, 0, 1], 0)
    return (dome if up else dome.rotate([180, 0, 0])).translate([*at, z])


def domes(d: Dimensions) -> Manifold:
    """Return the rubber that a paddle lands on first."""
    z = d.blade_bottom + d.dome_give - d.dome[1]
    return join(rubber(d.dome, (x, side * y), z, True) for x, y in d.dome_at for side in (1, -1))


def feet(d: Dimensions) -> Manifold:
    """Return a module's feet."""
    return join(rubber(d.foot, (x, side * y), 0, False) for x, y in d.feet for side in (1, -1))


def hub_feet(d: Dimensions) -> Manifold:
    """Return the feet under the hub."""
    return join(rubber(d.foot, at, 0, False).rotate([0, 0, 90 * q]) for at in d.hub_feet for q in range(4))


def pico(d: Dimensions) -> dict[str, Manifold]:
    """Return the Pico on its pegs, in the unit's frame."""
    long, wide, thick = d.pico
    u0, u1, z = d.pico_end - long, d.pico_end, d.pico_bottom
    board = box((u0, u1), (-wide / 2, wide / 2), (z, z + thick))
    for u in (d.pico_middle - d.pico_hole[0] / 2, d.pico_middle + d.pico_hole[0] / 2):
        for v in (-d.pico_hole[1] / 2, d.pico_hole[1] / 2):
            board -= rod(d.pico_hole_d, (z - 1, z + 3), (u, v))
    pads = []
    for i in range(20):
        u = u1 - 1.37 - i * 2.54
        for v in (-8.89, 8.89):
            board -= rod(1.0, (z - 1, z + 3), (u, v))
            pads.append(rod(1.7, (z - 0.02, z + thick + 0.02), (u, v)) - rod(1.0, (z - 1, z + 3), (u, v)))
    usb = box(
        (u1 + d.usb[2] - 5.6, u1 + d.usb[2]), (-d.usb[0] / 2, d.usb[0] / 2), (z + thick, z + thick + d.usb[1])
    )
    chip = box((d.pico_middle - 4.5, d.pico_middle + 2.5), (-3.5, 3.5), (z + thick, z + thick + 0.9))
    button = box((u1 - 14.5, u1 - 10.5), (3.4, 6.6), (z + thick, z + thick + 1.5))
    found = {"pico board": board, "pads": join(pads), "usb": usb, "chip": chip, "button": button}
    return {name: part.rotate([0, 0, 45]) for name, part in found.items()}


def ring(d: Dimensions) -> dict[str, Manifold]:
    """Return the ring of eight lights, in the unit's frame, lights up."""
    outer, inner, thick = d.ring
    z = d.ring_z
    board = rod(outer, (z, z + thick)) - rod(inner, (z - 1, z + 3))
    r = (outer + inner) / 4
    lights = []
    for i in range(8):
        a = math.pi / 4 * (i + 0.5)
        light = box((-2.5, 2.5), (-2.5, 2.5), (z + thick, z + thick + 1.6)).rotate([0, 0, math.degrees(a)])
        lights.append(light.translate([r * math.cos(a), r * math.sin(a), 0]))
    return {"ring board": board, "lights": join(lights)}
