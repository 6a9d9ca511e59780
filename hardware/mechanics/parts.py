"""The printed parts, each as it stands on the printer's bed or in its module's frame. SPDX: CERN-OHL-P-2.0

`python3 hardware print` writes them to `hardware/prints/`. Change a figure in `dimensions.py`, a shape here.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from itertools import product

import numpy as np
from hardware.mechanics.dimensions import Dimensions
from hardware.mechanics.shapes import (
    STEPS,
    Corner,
    box,
    flared,
    join,
    layered,
    lying,
    mirrored,
    outline,
    prism,
    rod,
    rounded,
    slab,
    upright,
)  # fmt: skip
from manifold3d import CrossSection, JoinType, Manifold

SKIN = 0.25  # over a hole in a roof
ROOF = math.radians(47)  # steep enough to print without support


def _inside(d: Dimensions) -> float:
    return -d.wall


def _blade_outline(d: Dimensions) -> float:
    return -d.wall - d.gap


# --- base: tray, ears of the hinge, stops, switch cradle, rail ---


def base(d: Dimensions) -> Manifold:
    """Return a module's base."""
    tray = rounded(d.corners, (0, d.wall_top), top=d.edge, chamfer=d.edge)
    tray -= flared(d.corners, (d.floor, d.wall_top), _inside(d), d.edge)
    tray = tray + _ears(d) - _pin_way(d)
    pads = join(mirrored(rod(d.foot_pad[0], (d.floor - 0.1, d.foot_pad[1]), spot)) for spot in d.feet[1:])
    tray += _within(d, pads)
    tray += _stops(d) + _ledges(d) + _cradle(d) + _spring_seat(d) + _tie(d)
    tray += _latch(d)
    tray -= _lead_hole(d)
    tray -= _dimples(d, [(x, side * y) for x, y in d.feet for side in (1, -1)])
    return tray + _rail(d)


def _dimples(d: Dimensions, at: list[tuple[float, float]]) -> Manifold:
    """Return what marks the feet's places on an underside."""
    return join(rod(d.dimple[0], (-1.0, d.dimple[1]), spot) for spot in at)


def _within(d: Dimensions, part: Manifold) -> Manifold:
    """Cut a part to the tray, a little into its wall."""
    return part ^ slab(d.corners, (0, 60), _inside(d) + 0.5)


def _ears(d: Dimensions) -> Manifold:
    """Return the two blocks that the pin goes through, one at each side of the paddle's narrow end."""
    corner = CrossSection.square([d.ear_x, 60]).translate([0, d.ear_y])
    section = CrossSection([outline(d.corners)]) ^ corner
    section = section.offset(-d.ear_edge, JoinType.Round).offset(d.ear_edge, JoinType.Round)
    layers = [(d.floor - 0.1, 0.0)]
    for step in range(STEPS + 1):
        angle = math.pi / 2 * step / STEPS
        z = d.ear_top - d.ear_edge * (1 - math.sin(angle))
        layers.append((z, d.ear_edge * (1 - math.cos(angle))))
    points = [
        (x, y, z)
        for z, inset in layers
        for ring in section.offset(-inset, JoinType.Round).to_polygons()
        for x, y in ring
    ]
    return mirrored(Manifold.hull_points(points))


def _pin_way(d: Dimensions) -> Manifold:
    """Return the pin's bore through both ears, wider outside."""
    side = _side_at(d, d.axis_x)
    slant = (_side_at(d, d.axis_x + 3) - _side_at(d, d.axis_x - 3)) / 6
    mouth = [
        (d.axis_x + x, y + slant * x, d.axis_z + z)
        for y, r in ((side - d.ear_mouth, d.bore / 2), (side + 2, d.bore / 2 + d.ear_mouth + 2))
        for x, z in [(0.0, r / math.cos(ROOF))]  # a roof, as the bore has it
        + [(r * math.cos(a), r * math.sin(a)) for a in np.linspace(0, 2 * math.pi, 48, endpoint=False)]
    ]
    return _bore(d) + mirrored(Manifold.hull_points(mouth))


def _side_at(d: Dimensions, x: float) -> float:
    """Return how far a module's side lies from its middle line."""
    strip = CrossSection([outline(d.corners)]) ^ CrossSection.square([0.1, 200]).translate([x - 0.05, -100])
    return float(strip.bounds()[3])


def _stops(d: Dimensions) -> Manifold:
    """Return the ribs that the blade lands on, and the seats of the rubber domes."""
    x, top = d.rib_x, d.blade_bottom
    ribs = mirrored(box(x, (d.rib_y - d.rib / 2, d.rib_y + d.rib / 2), (d.floor - 0.1, top)))
    ribs += box((x[1] - d.rib, x[1]), (-d.rib_y - d.rib / 2, d.rib_y + d.rib / 2), (d.floor - 0.1, top))
    ribs += mirrored(box(d.post_x, (d.post_y - d.rib / 2, d.post_y + d.rib / 2), (d.floor - 0.1, top)))
    # a post has no foot below: braces hand its load on to the ribs, below the blade
    for at in (d.post_x[0] + d.brace / 2, d.post_x[1] - d.brace / 2):
        brace = box((at - d.brace / 2, at + d.brace / 2), (d.post_y, d.rib_y), (d.floor - 0.1, top - 1.0))
        ribs += mirrored(brace)
    # struts to the walls, low, so that a rib can't lean; two of them carry a prop
    for at in (34.0, *d.prop_x):
        ribs += _within(d, mirrored(box((at - 0.8, at + 0.8), (d.rib_y, 60), (d.floor - 0.1, 12.0))))
    thick, lower = d.prop
    for at in d.prop_x:
        foot = box((at - 0.8, at + 0.8), (d.rib_y, 60), (11.0, 11.2))
        prop = foot + box((at - thick / 2, at + thick / 2), (d.rib_y, 60), (12.0, top - lower))
        ribs += _within(d, mirrored(prop.hull()))
    seat_top = top + d.dome_give - d.dome[1]
    # each rib goes on to the end wall, sloping down from its end
    slope = [(x[1] - d.rib, d.floor - 0.1), (x[1] - d.rib, top - 0.5), (x[1], top - 0.5), (x[1] + 6.5, 12.0)]
    slope += [(d.reach, 12.0), (d.reach, d.floor - 0.1)]
    ribs += _within(d, mirrored(prism(slope, (d.rib_y - d.rib / 2, d.rib_y + d.rib / 2))))
    for seat_x, y in d.dome_at:
        ribs += mirrored(rod(d.dome[0] + 2.4, (d.floor - 0.1, seat_top + 0.8), (seat_x, y)))
        ribs -= mirrored(rod(d.dome[0] + 0.4, (seat_top, seat_top + 5), (seat_x, y)))
    return ribs


def _ledges(d: Dimensions) -> Manifold:
    """Return what grows out of both ears below the paddle: a slap beside the hub does not hang on the pin.

    A low wall joins each ear to its rib, or the floor between ear and foot would bend.
    """
    x, y, high = d.ledge
    top, root = d.blade_bottom, d.ear_y + 1.0
    side = [(root, top), (y, top), (y, top - high), (root, top - high - 1.1 * (root - y))]
    to = (d.rib_x[0] + 2.0, d.rib_y)
    ends = [(d.ear_x - 3.0, d.ear_y + 1.0), to, (to[0], to[1] + 2.0), (d.ear_x - 1.0, d.ear_y + 3.0)]
    wall = upright(ends, (d.floor - 0.1, 9.0))
    return mirrored(prism_x(side, (x, d.ear_x)) + wall)


def _cradle(d: Dimensions) -> Manifold:
    """Return what the switch is pressed into: rests under its body, cheeks with nubs for its holes."""
    s = d.switch
    first = d.switch_x
    holes = (first, first + s.hole_pitch)
    terminals = [first + at for at in s.terminal_from_first]
    rests = []
    for a, b in ((terminals[0], terminals[1]), (terminals[1], terminals[2])):
        rests.append(box((a + d.rest_gap, b - d.rest_gap), (-2.7, 2.7), (d.floor - 0.1, d.switch_bottom)))
    inner = s.body[1] / 2 + d.cheek_gap
    span = (holes[0] - d.cheek_beyond, holes[1] + d.cheek_beyond)
    root, waist = d.cheek
    z = d.holes_z
    # thin at the nubs, thicker at its root: it bends alike all the way up. Above, a lead-in for the switch
    cheek = prism_x(
        [(inner, d.floor - 0.1), (inner + root, d.floor - 0.1), (inner + root, d.floor),
         (inner + waist, z - 1.0), (inner + waist, z + 1.0), (inner + 1.5, z + 2.4),
         (inner + 1.5, z + 4.0), (inner + 0.9, z + 4.0), (inner, z + 2.7)],
        span,
    )  # fmt: skip
    # a window for the middle terminal's lead
    wide, below = d.cheek_window
    x, top = (terminals[1] - wide / 2, terminals[1] + wide / 2), d.switch_bottom - below
    cheek -= box(x, (inner - 1, inner + 3), (d.floor, top))
    nubs = join(_nub(d, hole, inner) for hole in holes)
    return join(rests) + mirrored(cheek + nubs)


def prism_x(points: list[tuple[float, float]], x: tuple[float, float]) -> Manifold:
    """Return a polygon of the yz plane, extruded along x."""
    return upright(points, (0, x[1] - x[0])).rotate([90, 0, 90]).translate([x[0], 0, 0])


def _nub(d: Dimensions, x: float, face: float) -> Manifold:
    """Return a small cone on a cheek's inner face, pointing to y = 0."""
    cone = Manifold.cylinder(d.nub + 0.3, d.switch.hole_d / 2 - 0.05 + 0.3, 0.45, 24)
    return cone.rotate([90, 0, 0]).translate([x, face + 0.3, d.holes_z])


def _spring_seat(d: Dimensions) -> Manifold:
    post = rod(d.spring[1] + 3.0, (d.floor - 0.1, d.spring_seat), (d.spring_x, 0))
    return post + rod(
        d.spring_post[0], (d.spring_seat - 0.1, d.spring_seat + d.spring_post[1]), (d.spring_x, 0)
    )


def _tie(d: Dimensions) -> Manifold:
    """Return the small bridge that a cable tie holds the lead to."""
    y = sum(d.lead_hole[:2]) / 2 - 1.5
    bridge = box((19.0, 22.5), (y - 4.0, y + 4.0), (d.floor - 0.1, 6.0))
    return bridge - box((18.0, 24.0), (y - 2.0, y + 2.0), (d.floor, 4.2))


def _latch(d: Dimensions) -> Manifold:
    """Return the nib on the end wall, rounded: above the blade's lip, it ends the paddle's way up."""
    inner, edge = d.nib_edge
    face, half, r = d.reach - d.wall + 0.5, d.lip[2], d.edge
    top = edge + r
    turns = [math.pi / 2 * step / STEPS for step in range(STEPS + 1)]
    from_side = [(face, edge - (face - inner))]
    from_side += [(inner + r - r * math.cos(a), edge + r * math.sin(a)) for a in turns]
    from_side += [(d.reach - r + r * math.sin(a), top - r + r * math.cos(a)) for a in turns]
    from_side += [(d.reach, d.wall_top - d.edge), (face, d.wall_top - d.edge)]
    from_end = [(-half, 0.0), (half, 0.0)]
    from_end += [(half - r + r * math.cos(a), top - r + r * math.sin(a)) for a in turns]
    from_end += [(-half + r - r * math.sin(a), top - r + r * math.cos(a)) for a in turns]
    from_above = [(d.reach + 1, half), (d.reach + 1, -half)]
    from_above += [(inner + r - r * math.sin(a), -half + r - r * math.cos(a)) for a in turns]
    from_above += [(inner + r - r * math.cos(a), half - r + r * math.sin(a)) for a in turns]
    across = prism_x(from_end, (inner - 1, d.reach + 1))
    return prism(from_side, (-half, half)) ^ across ^ upright(from_above, (0, top + 1))


def _lead_hole(d: Dimensions) -> Manifold:
    y0, y1, z0, z1 = d.lead_hole
    return box((-1.0, d.wall + 1.0), (y0, y1), (z0, z1))


def _rail(d: Dimensions) -> Manifold:
    """Return the dovetail that is let down into the hub; its foot is narrower."""
    return _dovetail(d, 0.0, 0.5, d.rail_foot)


def _dovetail(d: Dimensions, fit: float, beyond: float, foot: float) -> Manifold:
    """Return the dovetail in the module's frame, its sides grown by `fit`, from `beyond` the joint on.

    Its underside rises by 45 degrees from `foot` at the joint: it prints so, and stands on the slot's slope.
    """
    neck, tip, depth = d.rail[0] / 2 + fit, d.rail[1] / 2 + fit, d.rail[2] + fit
    less = d.rail_taper / 2
    points = []
    for z, narrow in ((0.0, less), (d.hub_top, 0.0)):
        for x, half in ((beyond, neck - narrow), (0.0, neck - narrow), (-depth, tip - narrow)):
            points += [(x, half, z), (x, -half, z)]
    outer = Manifold.hull_points([p for p in points if p[0] <= 0])
    root = Manifold.hull_points([p for p in points if p[0] >= 0])
    below = prism([(1.5, foot - 1.5), (-12.0, foot + 12.0), (-12.0, -5.0), (1.5, -5.0)], (-30, 30))
    return outer + root - below


# --- paddle and pin ---


def paddle(d: Dimensions, mark: str = "") -> Manifold:
    """Return the blade a hand slaps; it prints as it lies, upper side up."""
    z = (d.blade_bottom, d.blade_bottom + d.blade)
    grow, edge = _blade_outline(d), d.blade_edge
    neck = d.ear_y - 0.7
    x0 = d.wall + d.gap
    near, wide, far = d.corners[0], d.corners[1], (d.corners[2][0] - d.lip[1], *d.corners[2][1:])
    # a wide part that begins beside the ears, and a narrow one between them
    start = d.ear_x + 0.8
    along = (start - near[0]) / (wide[0] - near[0])
    at = near[1] + near[2] + along * (wide[1] + wide[2] - near[1] - near[2]) - 0.35
    round_ = edge + 0.2
    corner = (start + round_, at - round_ + grow, round_ - grow)
    blade = rounded([corner, wide, far], z, grow, edge, d.blade_chamfer) ^ box(
        (start, 200), (-60, 60), (0, 60)
    )
    blade += rounded([(x0 + 4.0, neck - 4.0, 4.0), (wide[0], neck - 4.0, 4.0)], z, 0, edge, d.blade_chamfer)
    height, _, half = d.lip
    blade += rounded(
        [(d.blade_end - 2.0, half - 2.0, 2.0), (wide[0], half - 2.0, 2.0)], (z[0], z[0] + height), 0, 0.3, 0.4
    )
    slits, nose = _tongue(d)
    blade = blade - _bore(d) - slits + nose
    blade = blade - _press(d) - _spring_pocket(d)
    return blade - _mark(d, mark) if mark else blade


def _bore(d: Dimensions) -> Manifold:
    """Return the pin's bore; its roof has two slopes, so that it prints without support."""
    r, x, z = d.bore / 2, d.axis_x, d.axis_z
    across, up = r * math.sin(ROOF), r * math.cos(ROOF)
    roof = prism([(x - across, z + up), (x + across, z + up), (x, z + r / math.cos(ROOF))], (-60, 60))
    return lying(d.bore, (-60, 60), x, z) + roof


def _tongue(d: Dimensions) -> tuple[Manifold, Manifold]:
    """Return the slits round the tongue below the bore, and its nose, which snaps into the pin's notch."""
    long, wide, nose = d.tongue
    slit, z0, z1 = d.tongue_slit, d.blade_bottom - 1, d.axis_z - d.bore / 2
    tip, root = d.axis_x - 3.0, d.axis_x + long
    slits = box((tip - slit, root), (-wide / 2 - slit, wide / 2 + slit), (z0, z1 + slit))
    slits -= box((tip, root + 1), (-wide / 2, wide / 2), (z0 - 1, z1))
    low = z1 - 0.2  # a little into the tongue
    slope = [(-0.4 - nose, z1), (-0.4 - nose, low), (0.4 + nose, low), (0.4 + nose, z1)]
    slope += [(0.4, z1 + nose), (-0.4, z1 + nose)]
    return slits, prism_x(slope, (d.axis_x - 1.5, d.axis_x + 1.5))


MARKS: dict[str, tuple[tuple[float, float], ...]] = {
    "triangle": ((1.0, 0.0), (-0.75, 1.0), (-0.75, -1.0)),
    "square": ((0.85, 0.85), (-0.85, 0.85), (-0.85, -0.85), (0.85, -0.85)),
    "diamond": ((1.15, 0.0), (0.0, 1.15), (-1.15, 0.0), (0.0, -1.15)),
}


def _mark(d: Dimensions, mark: str) -> Manifold:
    """Return the paddle's shape, sunk into its upper side with sloping edges; it points to the middle."""
    x, size, depth = d.mark
    z = d.blade_bottom + d.blade
    if mark == "circle":
        return rod(2 * (size - depth), (z - depth, z + 1), (x, 0), 2 * (size + 1))
    points = [
        (x - s * px, s * py, at)
        for at, s in ((z - depth, size - depth), (z + 1, size + 1))
        for px, py in MARKS[mark]
    ]
    return Manifold.hull_points(points)


def _press(d: Dimensions) -> Manifold:
    """Return the pocket over the switch and the grub screw's hole in it."""
    length, width, depth = d.pocket
    middle = d.switch_x - d.switch.first_hole + d.switch.body[0] / 2
    z = d.blade_bottom
    pocket = box(
        (middle - length / 2 + 2, middle + length / 2 + 2), (-width / 2, width / 2), (z - 1, z + depth)
    )
    top = z + d.blade
    # a skin over the hole lets the pocket's roof print as a bridge; the screw goes through it
    hole = rod(d.grub_d, (z + depth + SKIN, top + 1), (d.press_x, 0)) + rod(
        d.grub_clear, (top - 1.0, top + 1), (d.press_x, 0)
    )
    return pocket + hole + rod(d.grub_clear, (top - 1.0, top + 0.01), (d.press_x, 0), d.grub_clear + 2.0)


def _spring_pocket(d: Dimensions) -> Manifold:
    across, depth = d.spring_pocket
    return rod(across, (d.blade_bottom - 1, d.blade_bottom + depth), (d.spring_x, 0))


def pin(d: Dimensions) -> Manifold:
    """Return the hinge pin, its ends tapered: its flat up, below it the notch that holds it in the paddle."""
    half, r, taper = d.pin_length / 2, d.pin_d / 2, 1.2
    rings = [
        (0.0, -half),
        (r - taper, -half),
        (r, taper - half),
        (r, half - taper),
        (r - taper, half),
        (0.0, half),
    ]
    body = CrossSection([rings]).revolve(48).rotate([-90, 0, 0])
    body ^= box((-r, r), (-half, half), (-r, r - d.pin_flat))
    wide, deep = d.notch[0] / 2, d.notch[1]
    body -= prism_x([(-wide, -r), (-wide - 1, -r - 1), (wide + 1, -r - 1), (wide, -r),
                     (wide - deep, deep - r), (deep - wide, deep - r)], (-r, r))  # fmt: skip
    return body.translate([d.axis_x, 0, d.axis_z])


# --- hub and cover; the frame is the unit's, the modules lie along +-x and +-y ---


def _turned(part: Manifold, quarters: tuple[int, ...] = (0, 1, 2, 3)) -> Manifold:
    return join(part.rotate([0, 0, 90 * q]) for q in quarters)


def octagon(d: Dimensions, grow: float = 0.0) -> list[tuple[float, float]]:
    """Return the hub's outline."""
    half, corner = d.hub + grow, (d.hub_corner + grow) * math.sqrt(2)
    other = corner - half
    points = [(half, -other), (half, other)]
    return [
        (x * math.cos(a) - y * math.sin(a), x * math.sin(a) + y * math.cos(a))
        for a in (0, math.pi / 2, math.pi, 3 * math.pi / 2)
        for x, y in points
    ]


def _hub_corners(d: Dimensions, radius: float = 2.0) -> list[Corner]:
    """Return the octagon's corners as rounds."""
    return [(x, y, radius) for x, y in octagon(d, -radius) if y >= 0]


def hub(d: Dimensions) -> Manifold:
    """Return the middle: it carries the Pico and joins two, three or four modules."""
    corners = _hub_corners(d)
    body = rounded(corners, (0, d.hub_top), top=0.01, chamfer=d.edge)
    body -= slab(corners, (d.hub_floor, d.hub_top + 1), -d.hub_wall)
    body += _turned(_socket(d) ^ slab(corners, (0, 60), -0.5))
    body -= _turned(_slot(d)) + _turned(_hub_lead_hole(d)) + _turned(_dimples(d, list(d.hub_feet)))
    body += _pegs(d)
    body -= _usb_hole(d)
    return body - _cover_grooves(d)


def _socket(d: Dimensions) -> Manifold:
    """Return the block round a rail's slot."""
    wide = d.rail[1] / 2 + d.rail_wall + d.rail_fit
    inner = d.hub - d.rail[2] - d.rail_fit - d.rail_wall
    return box((inner, d.hub - 0.5), (-wide, wide), (0, d.hub_top))


def _slot(d: Dimensions) -> Manifold:
    slot = _dovetail(d, d.rail_fit, 1.0, d.rail_foot - 0.1).translate([d.hub, 0, 0])
    return slot + slot.translate([0, 0, 0.01])


def _hub_lead_hole(d: Dimensions) -> Manifold:
    """Return the gap where a module's lead is let in from above."""
    y0, y1, z0, _ = d.lead_hole
    return box((d.hub - d.hub_wall - 1, d.hub + 1), (y0, y1), (z0, d.hub_top + 1))


def pico_holes(d: Dimensions) -> list[tuple[float, float]]:
    """Return the four holes of the Pico in its own frame, turned by 45 degrees into the unit's."""
    along, across = d.pico_hole
    return [turn45(d.pico_middle + a * along / 2, c * across / 2) for a, c in product((-1, 1), (-1, 1))]


def hub_room(d: Dimensions) -> Callable[[float, float], bool]:
    """Return a test for points of the hub's frame: is there room between its walls and sockets?"""
    walls = hub(d).slice(d.pico_bottom - 3.0)
    free = slab(_hub_corners(d), (0, 60), -d.hub_wall).slice(d.pico_bottom - 3.0) - walls

    def room(x: float, y: float) -> bool:
        dot = CrossSection.square([0.02, 0.02], True).translate([x, y])
        return bool((dot ^ free).area() > 0.0003)

    return room


def turn45(u: float, v: float) -> tuple[float, float]:
    """Return a point of the diagonal's frame in the unit's."""
    return (u - v) / math.sqrt(2), (u + v) / math.sqrt(2)


def _pegs(d: Dimensions) -> Manifold:
    pegs = []
    for at in pico_holes(d):
        pegs.append(rod(d.peg + 2.4, (d.hub_floor - 0.1, d.hub_floor + 3.2), at, d.peg))
        pegs.append(rod(d.peg, (d.hub_floor, d.pico_bottom), at))
        pegs.append(rod(d.pico_hole_d - 0.3, (d.pico_bottom - 0.1, d.pico_bottom + 1.6), at))
    return join(pegs) ^ slab(_hub_corners(d), (0, 60), -0.5)


def _usb_hole(d: Dimensions) -> Manifold:
    """Return the gap for the plug; the cover closes it above."""
    width, height = d.usb_hole
    low = d.pico_bottom + d.pico[2] + d.usb[1] / 2 - height / 2
    hole = box((d.hub_corner - d.hub_wall - 2.0, d.hub_corner + 1), (-width / 2, width / 2), (low, d.hub_top))
    mouth = [
        (x, side * (width / 2 + grow), z)
        for x, grow in ((d.hub_corner - d.edge, 0.0), (d.hub_corner + 1, d.edge + 1))
        for side in (-1, 1)
        for z in (low - grow, d.hub_top + 1)
    ]
    return (hole + Manifold.hull_points(mouth)).rotate([0, 0, 45])


def blank(d: Dimensions) -> Manifold:
    """Return what closes a side of the hub without a module, in a module's frame."""
    thick, y0, y1 = d.blank
    r, points = d.edge, []
    for step in range(-1, STEPS + 1):
        angle = math.pi / 2 * max(step, 0) / STEPS
        inset = r - r * math.cos(angle)
        x = 0.0 if step < 0 else thick - r + r * math.sin(angle)
        points += [(x, y, z) for y in (y0 + inset, y1 - inset) for z in (0.0, d.hub_top - inset)]
    plate = Manifold.hull_points(points)
    plate -= prism([(thick - r, -0.01), (thick + 1, -0.01), (thick + 1, r + 1)], (y0 - 1, y1 + 1))
    return plate + _rail(d)


def _cover_grooves(d: Dimensions) -> Manifold:
    """Return four grooves inside the corner walls that the cover snaps into."""
    groove = prism([(-1, -1.7), (0.7, 0), (-1, 1.7)], (-4, 4))
    z = d.hub_top - 2.6
    grooves = [
        groove.translate([d.hub_corner - d.hub_wall, 0, z]).rotate([0, 0, 45 + 90 * q]) for q in (1, 2, 3)
    ]
    return join(grooves)


def cover(d: Dimensions) -> Manifold:
    """Return the translucent cover as it sits on the hub; it prints upside down."""
    corners = _hub_corners(d, 4.0)
    z0, z1, e = d.hub_top, d.cover_top, d.cover_edge
    # the edge on the bed starts at 45 degrees, as far as it prints without support
    profile = [(z0, 0.0), (z1 - e, 0.0)]
    for step in range(1, 7):
        angle = math.pi / 4 * step / 6
        profile.append((z1 - e + e * math.sin(angle), -e + e * math.cos(angle)))
    z, grow = profile[-1]
    profile.append((z1, grow - (z1 - z)))
    body = layered(corners, profile)
    inner = [(z0 - 1, -d.hub_wall)] + [
        (min(height, z1) - d.cover_skin, out - d.hub_wall * 0.75) for height, out in profile[1:]
    ]
    body -= layered(corners, [*inner[:-1], (z1 - d.cover_skin, inner[-1][1])])
    skirt = slab(corners, (z0 - 4.2, z0 + 0.02), -d.hub_wall - d.cover_fit)
    skirt -= slab(corners, (z0 - 5, z0 + 1), -d.hub_wall - d.cover_fit - 1.4)
    skirt -= _turned(box((d.hub - 12, d.hub), (-13, 21), (0, z0)))  # room for the sockets and leads
    thick = -d.hub_wall - d.cover_fit - 1.4
    rim = layered(corners, [(z0, -1.2), (z0 + 2.8, -1.2)])
    body += skirt + (rim - layered(corners, [(z0 - 0.05, thick - 0.05), (z0 + 2.85, thick + 2.85)]))
    for q in (1, 2, 3):
        nib = prism([(0, -0.8), (0.55, 0), (0, 0.8)], (-3.5, 3.5))
        at = d.hub_corner - d.hub_wall - d.cover_fit - 0.05
        body += nib.translate([at, 0, d.hub_top - 2.6]).rotate([0, 0, 45 + 90 * q])
    body -= skirt_gap(d)
    e, corner, half = d.edge, d.hub_corner, d.usb_hole[0] / 2 + d.edge
    over_plug = prism(
        [(corner - e, z0 - 0.01), (corner + 1, z0 - 0.01), (corner + 1, z0 + e + 1)], (-half, half)
    )
    body -= over_plug.rotate([0, 0, 45])
    return body + _cover_ribs(d) + _ring_posts(d) + _pillars(d)


def _cover_ribs(d: Dimensions) -> Manifold:
    """Return the ribs that carry a hand on the cover and part the lights from one another."""
    thick, deep, far = d.cover_rib
    top = d.cover_top - d.cover_skin + 0.2
    ribs = [
        box((0, far), (-thick / 2, thick / 2), (top - deep - 0.2, top)).rotate([0, 0, 45 * n])
        for n in range(8)
    ]
    inside = layered(_hub_corners(d, 4.0), [(d.hub_top, -1.0), (d.cover_top, -4.0)])
    return join(ribs) ^ inside


def skirt_gap(d: Dimensions) -> Manifold:
    """Return what the skirt leaves free for the USB plug."""
    width = d.usb_hole[0]
    gap = box((d.hub_corner - 12, d.hub_corner + 1), (-width / 2, width / 2), (0, d.hub_top))
    return gap.rotate([0, 0, 45])


def _ring_posts(d: Dimensions) -> Manifold:
    """Return four posts that hold the ring by its edge, lights up."""
    r = d.ring[0] / 2 + 0.2
    top = d.cover_top - d.cover_skin + 0.1
    low = d.ring_z - 1.8
    profile = [(r, d.ring_z), (r - 0.8, d.ring_z - 0.8), (r, low), (r + 1.8, low), (r + 1.8, top), (r, top)]
    upper = [
        (r, d.ring_z + d.ring[2] + 0.1),
        (r - 0.7, d.ring_z + d.ring[2] + 0.8),
        (r - 0.7, top),
        (r + 0.1, top),
    ]
    post = prism(profile, (-3, 3)) + prism(upper, (-3, 3))
    return join(post.rotate([0, 0, 90 * q]) for q in range(4))


def _pillars(d: Dimensions) -> Manifold:
    """Return what holds the Pico down on its pegs; the inner two pass through the ring."""
    low, top = d.pico_bottom + d.pico[2] + 0.2, d.cover_top - d.cover_skin + 0.1
    pillars = [
        rod(d.peg, (low, top), at) - rod(d.pico_hole_d + 0.5, (low - 1, low + 1.2), at)
        for at in pico_holes(d)[2:]
    ]
    beside, across, from_end = d.pillars
    end = d.pico_end - d.pico[0] + from_end
    pillars += [rod(across, (low, top), turn45(end, side * beside)) for side in (-1, 1)]
    return join(pillars)


PADDLE_MARKS = {"red": "circle", "yellow": "triangle", "green": "square", "blue": "diamond"}
# Each part, and how many of it a unit for four takes.
PARTS: dict[str, tuple[Callable[[Dimensions], Manifold], int]] = {
    "base": (base, 4),
    **{f"paddle-{colour}": (partial(paddle, mark=mark), 1) for colour, mark in PADDLE_MARKS.items()},
    "pin": (pin, 4),
    "hub": (hub, 1),
    "cover": (cover, 1),
    "blank": (blank, 0),  # for two or three players
}
FLIPPED = ("cover", "pin")  # printed upside down


def on_bed(name: str, d: Dimensions) -> Manifold:
    """Return a part as it lies on the printer's bed."""
    part = PARTS[name][0](d)
    if name in FLIPPED:
        part = part.rotate([180, 0, 0])
    x0, y0, z0, x1, y1, _ = part.bounding_box()
    return part.translate([-(x0 + x1) / 2, -(y0 + y1) / 2, -z0])
