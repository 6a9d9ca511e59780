"""What a unit stands: tipping, stress, bending at the switch, fatigue. Loads lie where a hand comes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy
from manifold3d import CrossSection

from hardware.mechanics import parts, places
from hardware.mechanics.dimensions import Dimensions
from hardware.mechanics.shapes import box, slab
from hardware.tools import fe, prints

SLAP_N = 300.0  # an assumption: a hard slap of an adult
TIP_N = 100.0  # pressed slowly where a palm fits
PALM_MM = 12.0  # the middle of a palm's pressure lies at least that far from a blade's edge
FACTOR = 2.0  # to yield
PIN_N = 120.0  # of a slap beside the hub, on the pin: the ledges below the blade carry the rest
PETG_G_PER_MM3 = 1.27e-3
BOUGHT_G = {"hub": 25.0, "module": 12.0}  # Pico, carrier, ring; switch, lead, spring, feet: estimates
GRAVITY = 9.81
SKIN_MM = 1.0  # of a paddle, round its infill
PRESS_N = 40.0  # what a builder presses a paddle to its stop with while setting the click
TYPICAL_BENDING_MM = 0.12  # what `bending_mm` says of today's parts
ORDINARY_N = 150.0  # a slap of the many
SLAPS = 100_000  # 30 a minute for an hour each week, a year
FATIGUE_SHARE = 0.35  # of yield, that printed PETG is taken to bear so often: an estimate


# --- tipping ---


def feet(d: Dimensions, players: int) -> numpy.ndarray[Any, Any]:
    """Return the corners of what the unit stands on: the hull of its feet."""
    points = []  # a dome touches the table in its middle
    for paddle in places.PLAYERS[players]:
        a = math.radians(places.SIDES[paddle])
        for x, y in d.feet:
            for side in (1, -1):
                u, v = x + d.hub, side * y
                points.append((u * math.cos(a) - v * math.sin(a), u * math.sin(a) + v * math.cos(a)))
    for x, y in d.hub_feet:
        for q in range(4):
            a = math.pi / 2 * q
            points.append((x * math.cos(a) - y * math.sin(a), x * math.sin(a) + y * math.cos(a)))
    return numpy.asarray(CrossSection.hull_points(points).to_polygons()[0])


def printed_g(name: str) -> float:
    """Return a printed part's weight, as the slicer says."""
    return next(float(row["grams"]) for row in prints.read_table() if row["part"].startswith(name))


def masses(d: Dimensions, players: int) -> list[tuple[float, tuple[float, float]]]:
    """Return grams and places of hub and modules."""
    found = [(printed_g("hub") + printed_g("cover") + BOUGHT_G["hub"], (0.0, 0.0))]
    module = printed_g("base") + printed_g("paddle") + printed_g("pin") + BOUGHT_G["module"]
    for paddle in places.PLAYERS[players]:
        a = math.radians(places.SIDES[paddle])
        r = d.hub + d.reach / 2
        found.append((module, (r * math.cos(a), r * math.sin(a))))
    return found


def tipping_n(d: Dimensions, players: int, inset: float) -> float:
    """Return the least force on a paddle that lifts a foot, `inset` from the blade's edge; or infinity."""
    corners = feet(d, players)
    edges = numpy.roll(corners, -1, axis=0) - corners
    outward = numpy.stack([edges[:, 1], -edges[:, 0]], axis=1) / numpy.linalg.norm(edges, axis=1)[:, None]
    reach = (outward * corners).sum(axis=1)
    weights = masses(d, players)
    holding = sum(g / 1000 * GRAVITY * (reach - outward @ numpy.array(at)) for g, at in weights)
    cut = parts.paddle(d).slice(d.blade_bottom + d.blade / 2).offset(-inset)
    rings = [numpy.asarray(ring) for ring in cut.to_polygons()]
    points = numpy.concatenate(rings) + numpy.array([d.hub, 0.0])
    least = math.inf
    for paddle in places.PLAYERS[players]:
        a = math.radians(places.SIDES[paddle])
        turn = numpy.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]])
        beyond = (points @ turn.T) @ outward.T - reach
        over = beyond > 1e-6
        if over.any():
            least = min(least, float((numpy.broadcast_to(holding, beyond.shape)[over] / beyond[over]).min()))
    return least


# --- stress ---


@dataclass(frozen=True)
class Load:
    """One case: where, what, the highest stress, and how far it may go."""

    what: str
    force_n: float
    mpa: float
    allowed_mpa: float
    moves_mm: float = 0.0


def _blade_part(d: Dimensions) -> fe.Part:
    """Return the paddle as its skin round infill; the pin keeps its place here and carries as a stop does."""
    shape = parts.paddle(d)
    z = (d.blade_bottom, d.blade_bottom + d.blade)
    core = slab(d.corners, (z[0] + SKIN_MM, z[1] - SKIN_MM), -d.wall - d.gap - 1.4)
    core -= box((-10, d.ear_x + 2.5), (-60, 60), (0, 60))
    core -= box((d.press_x - 4, d.press_x + 4), (-4, 4), (0, 60))
    part = fe.Part(shape, (BLADE_MM, BLADE_MM), 1.0, core=core)
    at_pin = part.near((d.axis_x - 4, -20, z[0]), (d.axis_x + 4, 20, z[0] + 1.01))
    part.hold(at_pin, "xy", PIN_N_MM)
    part.hold(at_pin, "z", 5.0)  # next to nothing: without it, what is pushed up would fly away
    return part


def _stops_of(d: Dimensions, part: fe.Part) -> fe.Stops:
    """Return what a blade lands on: ribs, end rib, posts at the switch, lower props, ledges and the pin."""
    x0, x1 = d.rib_x
    pin = (d.axis_x - 2.6, d.axis_x + 0.5)  # the ledges begin beside it
    inner = d.rib_y - 2.5
    found: dict[int, tuple[float, float]] = {}
    for side in (1, -1):
        for x, y, stiffness, gap in (
            *(((at - 1.6, at + 1.6), (d.rib_y + 2.5, 60.0), PROP_N_MM, d.prop[1]) for at in d.prop_x),
            ((x0, x1), (inner, d.rib_y + 2.5), RIB_N_MM, 0.0),
            (d.post_x, (d.post_y - 1.6, d.post_y + 1.6), POST_N_MM, 0.0),
            ((x1 - d.rib - 1, x1 + 1), (0.0, inner), RIB_N_MM / 2, 0.0),
            ((d.ledge[0], d.ear_x), (d.ledge[1], d.ear_y), LEDGE_N_MM, 0.0),
            (pin, (d.ear_y - 6.0, d.ear_y), PIN_N_MM / 2, 0.0),
        ):
            low, high = sorted((side * y[0], side * y[1]))
            nodes = part.near((x[0], low, d.blade_bottom), (x[1], high, d.blade_bottom + 0.01))
            found |= {int(node): (stiffness / len(nodes), gap) for node in nodes}
    stiffness, gaps = numpy.array(list(found.values())).T
    return fe.Stops(numpy.array(list(found)), gaps, stiffness)


BLADE_MM = 2.4  # a box's side
RIB_N_MM, PROP_N_MM = 20_000.0, 5_000.0  # of a whole one, by its height and area
POST_N_MM = 600.0  # the floor below it bends
LEDGE_N_MM, PIN_N_MM, HUB_N_MM = 2_500.0, 3_000.0, 400.0
SPOTS = {  # a palm's middle on the blade, x and y
    "middle": (62.0, 0.0), "outer end": (97.0, 0.0), "side": (66.0, 31.0),
    "outer corner": (88.0, 28.0), "near the hinge": (20.0, 0.0), "beside the hub": (13.0, 0.0),
}  # fmt: skip
PATCH_MM = 10.0  # half a palm's core


Pushes = list[tuple[tuple[float, float], float]]  # place on the base's stops, and N


@lru_cache(maxsize=8)
def _slaps(d: Dimensions) -> dict[str, tuple[float, float, Pushes]]:
    """Return for a slap at each spot the paddle's stress, its bending at the screw, and who carries it."""
    part = _blade_part(d)
    landing = _stops_of(d, part)
    top = d.blade_bottom + d.blade
    press = part.below((d.press_x, 0), 5.0, (d.blade_bottom + d.pocket[2], top))
    away = part.nodes[:, 0] > d.axis_x + 6
    found = {}
    for name, at in SPOTS.items():
        hand = part.below(at, PATCH_MM, (top - 0.01, top + 0.01))
        moved, pushes = part.landed([(hand, (0, 0, -SLAP_N))], landing)
        mpa = float(part.stress_of(moved)[away].max())
        spots = part.nodes[landing.nodes, :2]
        carried = [
            ((float(x), float(y if x >= d.ledge[0] else math.copysign(d.ear_y + 2.0, y))), float(n))
            for (x, y), n in zip(spots, pushes, strict=True)
            if n > 0  # the pin hands its share on to the ears
        ]
        found[name] = mpa, -float(moved[press].mean(axis=0)[2]), carried
    return found


@lru_cache(maxsize=8)
def blade(d: Dimensions) -> tuple[Load, ...]:
    """Return the paddle's stress and its bending at the grub screw, a slap at each spot."""
    return tuple(
        Load(f"paddle, {name}", SLAP_N, mpa, fe.PETG_YIELD_MPA / FACTOR, sunk)
        for name, (mpa, sunk, _) in _slaps(d).items()
    )


def _base_part(d: Dimensions) -> fe.Part:
    shape = parts.base(d) ^ box((-20, 200), (-60, 60), (-1, 60))
    layers = {0.0, 0.8, d.floor, d.foot_pad[1], 4.0, 6.0, 9.0, 12.0, 15.5, 19.0, 22.0, 25.2}
    part = fe.Part(shape, (1.5, 1.5), tuple(sorted(layers)))
    for x, y in d.feet:
        for side in (1, -1):
            part.hold(part.below((x, side * y), d.foot[0] / 2 + 0.6, (0, 0)), "z", 400.0)
    part.hold(part.near((-6, -9, 0), (-2, 9, 20)), "xy")
    at = part.near((-d.rail[2], -9, 0), (-0.1, 9, d.rail_foot + d.rail[2]))  # the rail's slope, on the hub's
    slope = part.nodes[at, 2] < d.rail_foot - part.nodes[at, 0] + 1.5
    part.hold(at[slope], "z", HUB_N_MM)
    return part


@lru_cache(maxsize=8)
def stops(d: Dimensions) -> tuple[Load, ...]:
    """Return the base's stress where a slap lands: each stop carries what the blade puts onto it."""
    part, found = _base_part(d), []
    top = d.blade_bottom
    cradle = part.below((d.press_x, 0.0), 8.0, (9, 15))
    low = part.nodes[:, 2] < top - 2
    high = numpy.flatnonzero(part.nodes[:, 2] == top)
    ribs = numpy.concatenate([part.below((d.press_x, side * d.rib_y), 3.0, (top, top)) for side in (1, -1)])
    for name, (_, _, carried) in _slaps(d).items():
        loads = []
        for spot, n in carried:
            far = numpy.hypot(*(part.nodes[high, :2] - spot).T)
            loads.append((high[far <= far.min() + 0.8], (0.0, 0.0, -n)))
        moved = part.under(loads)
        mpa = float(part.stress_of(moved)[low].max())
        sunk = float(moved[cradle].mean(axis=0)[2] - moved[ribs].mean(axis=0)[2])
        found.append(Load(f"base, {name}", SLAP_N, mpa, fe.PETG_YIELD_MPA / FACTOR, sunk))
    return tuple(found)


@lru_cache(maxsize=8)
def cover(d: Dimensions) -> tuple[Load, ...]:
    """Return the cover's stress when somebody slaps it."""
    shape = parts.cover(d) ^ box((-60, 60), (-60, 60), (d.hub_top, 60))
    bottom = d.cover_top - d.cover_skin - d.cover_rib[1]
    layers = (d.hub_top, bottom + 0.01, 23.0, 25.0, 27.4, d.cover_top - d.cover_skin, 30.2, d.cover_top)
    part = fe.Part(shape, (2.0, 2.0), layers)
    part.hold(part.near((-60, -60, d.hub_top), (60, 60, d.hub_top)), "xyz", 20_000.0)
    part.push(part.below((0, 0), 25.0, (d.cover_top, d.cover_top)), (0, 0, -SLAP_N))
    middle = part.stress[numpy.hypot(part.nodes[:, 0], part.nodes[:, 1]) < 32]
    sunk = -part.move(part.below((0, 0), 3.0, (d.cover_top, d.cover_top)))[2]
    return (Load("cover, middle", SLAP_N, float(middle.max()), fe.PETG_YIELD_MPA / FACTOR, sunk),)


@lru_cache(maxsize=8)
def hinge(d: Dimensions) -> tuple[Load, ...]:
    """Return what a slap right over the pin does, and one at the blade's very end, by beam formulas.

    The tongue that holds the pin is bent by its whole nose, by finite elements.
    """
    r = d.pin_d / 2
    z = numpy.linspace(-r, r - d.pin_flat, 400)
    wide, step = 2 * numpy.sqrt(numpy.maximum(r**2 - z**2, 0)), z[1] - z[0]
    area = float(wide.sum() * step)
    middle = float((wide * z).sum() * step) / area
    stiff = float((wide * (z - middle) ** 2).sum() * step) / (middle + r)
    shear = PIN_N / 2 / area * math.sqrt(3)
    gap = 0.7 + 3.0  # from the blade's side to the ear, and into both: a beam in soft beds bends as much
    bending = PIN_N / 2 * gap / 2 / stiff
    depth = d.pin_length / 2 - d.ear_y
    bearing = SLAP_N / 2 / (d.pin_d * depth)
    lifted = SLAP_N * (d.blade_end - d.rib_x[1]) / (d.rib_x[1] - d.axis_x)
    skin = d.ear_top - d.axis_z - d.bore / 2 / math.cos(parts.ROOF)
    torn = lifted / 2 / (2 * skin * depth) * math.sqrt(3)
    return (
        Load("pin, shear and bending", PIN_N, math.hypot(shear, bending), fe.PETG_YIELD_MPA / FACTOR),
        Load("ear, under the pin", SLAP_N, bearing, fe.PETG_LAYERS_MPA / FACTOR),
        Load("ear, above the pin, a slap at the blade's very end", SLAP_N, torn, fe.PETG_LAYERS_MPA / FACTOR),
        Load("tongue, as the pin snaps in", 0.0, _tongue_mpa(d), fe.PETG_YIELD_MPA / FACTOR),
        Load("cheek, as the widest switch snaps in", 0.0, _cheek_mpa(d), fe.PETG_LAYERS_MPA / FACTOR),
    )


def _cheek_mpa(d: Dimensions) -> float:
    """Return the stress in a cheek while a nub is pushed out of the widest switch's way, by a beam's formula.

    The cheek stands on the floor, thinner upwards, with a window below the switch; its stress is across the
    layers.
    """
    root, waist = d.cheek
    wide, below = d.cheek_window
    z = numpy.linspace(d.floor, d.holes_z, 1000)
    thick = numpy.interp(z, (d.floor, d.holes_z - 1.0), (root, waist))
    whole = d.switch.hole_pitch + 2 * d.cheek_beyond
    width = numpy.where(z < d.switch_bottom - below, whole - wide, whole)
    arm = d.holes_z - z
    gives = float(numpy.trapezoid(12 * arm**2 / (fe.PETG_E_MPA * width * thick**3), z))  # mm for each N
    away = d.nub - d.cheek_gap + d.switch.spread / 2
    return float((6 * arm / (width * thick**2)).max()) * away / gives


def _tongue_mpa(d: Dimensions) -> float:
    """Return the stress in the paddle's tongue while its nose is pushed out of the pin's way."""
    long, wide, nose = d.tongue
    z0, z1 = d.blade_bottom, d.axis_z - d.bore / 2
    x0, x1 = d.axis_x - 3.5, d.axis_x + long + 4.0
    shape = parts.paddle(d) ^ box((x0, x1), (-wide, wide), (z0, z1 + 2.0))
    thick = z1 - z0
    layers = (*(z0 + thick * n / 3 for n in range(4)), z1 + d.tongue_slit, z1 + 2.0)
    part = fe.Part(shape, (0.5, 0.5), layers)
    part.hold(part.near((x1 - 0.6, -99, z0), (x1, 99, z1 + 2)))
    spot = part.near((d.axis_x - 1.5, -0.6, z1), (d.axis_x + 1.5, 0.6, z1))
    moved = part.under([(spot, (0, 0, -1.0))])
    share = nose / -float(moved[spot].mean(axis=0)[2])
    away = part.nodes[:, 0] > d.axis_x + 2.0
    return float(part.stress_of(moved)[away].max() * share)


def on_pin_n(d: Dimensions) -> float:
    """Return the most that a slap anywhere on the blade puts on the pin."""
    return max(sum(n for (x, _), n in carried if x < d.ledge[0]) for _, _, carried in _slaps(d).values())


def bending_mm(d: Dimensions) -> float:
    """Return how much further a hard slap presses the switch than the builder's hand did.

    The screw sinks with the blade; the switch sinks with the base's floor below it.
    """
    both = zip(blade(d), stops(d), strict=True)
    most = max(paddle.moves_mm + base.moves_mm for paddle, base in both)
    return max(0.0, most) / SLAP_N * (SLAP_N - PRESS_N)


def every(d: Dimensions) -> tuple[Load, ...]:
    """Return all load cases."""
    return (*blade(d), *stops(d), *hinge(d), *cover(d))


def complaints(d: Dimensions, quick: bool = False) -> list[str]:
    """Return what is wrong; `quick` leaves out what is solved by finite elements."""
    wrong = []
    for players in places.PLAYERS:
        least = tipping_n(d, players, PALM_MM)
        if least < TIP_N:
            wrong.append(f"tipping: {least:.0f} N where a palm fits lifts a foot of a unit for {players}")
    if not quick and (most := on_pin_n(d)) > PIN_N:
        wrong.append(f"a slap beside the hub puts {most:.0f} N on the pin, no more than {PIN_N:.0f} may come")
    for load in hinge(d) if quick else every(d):
        if load.mpa > load.allowed_mpa:
            wrong.append(
                f"{load.what}: {load.mpa:.0f} MPa under {load.force_n:.0f} N, "
                f"allowed are {load.allowed_mpa:.0f}"
            )
        often = load.mpa * ORDINARY_N / SLAP_N
        if load.force_n and often > FATIGUE_SHARE * fe.PETG_YIELD_MPA:
            wrong.append(f"{load.what}: {often:.0f} MPa is too much for {SLAPS} ordinary slaps")
    return wrong
