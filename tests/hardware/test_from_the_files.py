"""The kit calculated again from the printed files, KiCad's netlist and the makers' sheets alone.

Nothing here reads `hardware/mechanics` or `hardware/tools`. Parts are height maps and slices of the STL
files; the switch is some figures of its maker's sheet; a unit is put together from features of the files.
"""

from __future__ import annotations

import csv
import math
import subprocess
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh
from scipy import ndimage
from scipy.spatial import ConvexHull, cKDTree

import needs

pytestmark = pytest.mark.hardware

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"
STEP_MM = 0.25
NOTHING = -100.0
Array = Any  # numpy's, trimesh's: without types

# Omron's sheet of SS-5GL and SS-01GL, from the line of the holes: body, terminals, lever, limits
HOLES_APART, HOLE_ABOVE_BODY_BOTTOM, TERMINAL_BELOW_BODY = 9.5, 2.5, 3.9
TERMINALS_FROM_HOLE, TERMINAL_WIDE = (-3.25, 5.55, 12.85), 3.2  # C beside the lever's hinge, NO, NC
LEVER_END_FROM_HOLE, OP, OP_SPREAD, OT, MD = 14.5, 8.8, 0.8, 1.2, 0.8


@cache
def mesh(name: str) -> Array:
    return trimesh.load(HARDWARE / "prints" / f"{name}.stl")


def turned(part: Array, deg: float, at: tuple[float, float]) -> Array:
    """Turn a mesh up about an axis along y through x and z."""
    copy = part.copy()
    cos, sin = math.cos(math.radians(deg)), math.sin(math.radians(deg))
    copy.vertices = (copy.vertices - [at[0], 0, at[1]]) @ [[cos, 0, sin], [0, 1, 0], [-sin, 0, cos]]
    copy.vertices += [at[0], 0, at[1]]
    return copy


@dataclass(frozen=True)
class Grid:
    """A raster over the unit's plan."""

    x0: float
    y0: float
    columns: int
    rows: int
    step: float = STEP_MM

    @property
    def xs(self) -> Array:
        return self.x0 + (np.arange(self.columns) + 0.5) * self.step

    @property
    def ys(self) -> Array:
        return self.y0 + (np.arange(self.rows) + 0.5) * self.step

    def near(self, x: tuple[float, float], y: tuple[float, float]) -> tuple[slice, slice]:
        """Return the part of a map between these limits."""
        columns = [max(0, round((v - self.x0) / STEP_MM)) for v in x]
        rows = [max(0, round((v - self.y0) / STEP_MM)) for v in y]
        return slice(*columns), slice(*rows)


def height(part: Array, grid: Grid, upper: bool = True) -> Array:
    """Return how high (or low) a mesh is over each point: a z-buffer of its triangles."""
    found = np.full((grid.columns, grid.rows), NOTHING if upper else -NOTHING)
    xs, ys = grid.xs, grid.ys
    for triangle in part.triangles:
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = triangle
        area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        if abs(area) < 1e-9:
            continue
        i0, i1 = np.searchsorted(xs, (min(ax, bx, cx), max(ax, bx, cx)))
        j0, j1 = np.searchsorted(ys, (min(ay, by, cy), max(ay, by, cy)))
        if i0 == i1 or j0 == j1:
            continue
        x, y = xs[i0:i1, None], ys[None, j0:j1]
        u = ((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) / area
        v = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / area
        inside = (u >= -1e-9) & (v >= -1e-9) & (u + v <= 1 + 1e-9)
        z = az + u * (bz - az) + v * (cz - az)
        old = found[i0:i1, j0:j1]
        better = inside & ((z > old) if upper else (z < old))
        old[better] = z[better]
    return found


def slice_at(part: Array, z: float, grid: Grid) -> Array:
    """Return where a mesh is solid at one height, by counting crossings along each row."""
    cuts: Any = trimesh.intersections
    lines = cuts.mesh_plane(part, (0, 0, 1), (0, 0, z + 1.1e-4))[:, :, :2]
    solid = np.zeros((grid.columns, grid.rows), dtype=bool)
    for j, y in enumerate(grid.ys + 1.3e-5):
        low = lines[:, 0, 1] > y
        cut = lines[low != (lines[:, 1, 1] > y)]
        if len(cut):
            (ax, ay), (bx, by) = cut[:, 0].T, cut[:, 1].T
            at = np.sort(ax + (y - ay) * (bx - ax) / (by - ay))
            solid[:, j] = np.searchsorted(at, grid.xs) % 2 == 1
    return solid


@dataclass(frozen=True)
class Module:
    """One module as its files fit together; x outwards from the hub's face, as far as the base says."""

    base: Array
    paddle: Array
    axis: tuple[float, float]  # of the pin: x and z
    joint: float  # x of the end that stands at the hub
    grid: Grid
    floor: Array  # the base's height map

    def blade(self, deg: float) -> Array:
        return turned(self.paddle, deg, self.axis)


def circle(points: Array, radii: tuple[float, ...]) -> tuple[float, float]:
    """Return the middle (x, z) of the circle on which most corners lie."""
    (x0, z0), (x1, z1) = points.min(axis=0), points.max(axis=0)
    best, most = (0.0, 0.0), 0
    for x in np.arange(round(x0, 1), x1, 0.1):
        for z in np.arange(round(z0, 1), z1, 0.1):
            away = np.hypot(points[:, 0] - x, points[:, 1] - z)
            count = max(int((np.abs(away - r) < 0.03).sum()) for r in radii)
            if count > most:
                best, most = (float(x), float(z)), count
    return best


def bore(part: Array, y: tuple[float, float], reach: float) -> tuple[float, float]:
    """Return the axis of the bore near a part's end in x, seen along y."""
    v = part.vertices
    wanted = (np.abs(v[:, 1]) > y[0]) & (np.abs(v[:, 1]) < y[1]) & (v[:, 0] < part.bounds[0][0] + reach)
    return circle(v[wanted][:, [0, 2]], (2.5, 2.6, 2.65, 2.7))


@pytest.fixture(scope="module")
def module() -> Module:
    base, paddle = mesh("base"), mesh("paddle-red").copy()
    x, z = bore(base, (22, 24), 25)
    bx, bz = bore(paddle, (18, 23), 12)
    paddle.apply_translation((x - bx, 0, z - bz))
    (x0, y0, _), (x1, y1, _) = base.bounds
    grid = Grid(x0 - 1, y0 - 1, round((x1 - x0 + 2) / STEP_MM), round((y1 - y0 + 2) / STEP_MM))
    near_joint = base.vertices[np.abs(base.vertices[:, 1]) > 15]
    return Module(base, paddle, (x, z), float(near_joint[:, 0].min()), grid, height(base, grid))


def holes_of_cradle(base: Array) -> tuple[float, float, float]:
    """Return x of both nubs and their height: the small rings of corners that point to the middle."""
    v = base.vertices
    tips = v[(np.abs(np.abs(v[:, 1]) - 2.85) < 0.02) & (v[:, 2] > 9.2) & (v[:, 2] < 13)]
    middle = tips[:, 0].mean()
    one, two = tips[tips[:, 0] < middle], tips[tips[:, 0] > middle]
    return float(one[:, 0].mean()), float(two[:, 0].mean()), float(tips[:, 2].mean())


# --- 1: the switch that one buys goes into the base that one prints ---


def test_the_bought_switch_finds_its_place(module: Module) -> None:
    base, grid = module.base, module.grid
    first, second, holes = holes_of_cradle(base)
    assert second - first == pytest.approx(HOLES_APART, abs=0.1)
    body_bottom = holes - HOLE_ABOVE_BODY_BOTTOM
    low = body_bottom - TERMINAL_BELOW_BODY
    right = [first + at for at in TERMINALS_FROM_HOLE]
    middle = first - 5.1 + 19.8 / 2
    wrong_way = [2 * middle - at for at in right]

    def under(x: float) -> float:
        columns, rows = grid.near((x - 0.5, x + 0.5), (-TERMINAL_WIDE / 2, TERMINAL_WIDE / 2))
        return float(module.floor[columns, rows].max())

    assert max(under(x) for x in right) < low - 2.5, "each terminal hangs free, with room for a joint"
    assert max(under(x) for x in wrong_way) > low + 2.0, "turned round, one stands on a rest"
    rests = [under((a + b) / 2) for a, b in pairwise(right)]
    assert rests == pytest.approx([body_bottom] * 2, abs=0.06), "its body stands on both rests"


def test_two_leads_reach_the_outside(module: Module) -> None:
    """From below C and NO a wire of 2 mm finds its way along the floor to the hole at the hub."""
    first, _, _ = holes_of_cradle(module.base)
    grid = module.grid
    free = ~slice_at(module.base, 4.0, grid)
    room = ndimage.distance_transform_edt(free) * STEP_MM > 1.0
    regions, _ = ndimage.label(room)
    outside = regions[0, 0]
    for terminal in TERMINALS_FROM_HOLE[:2]:
        columns, rows = grid.near((first + terminal - 1.2, first + terminal + 1.2), (-1.5, 1.5))
        assert outside in regions[columns, rows], "a lead is shut in"


# --- 2: the blade lands on its own wide stop ---


def test_the_blade_lands_on_wide_ribs(module: Module) -> None:
    under = height(module.blade(0), module.grid, upper=False)
    gap = under - module.floor
    inside = (module.floor > NOTHING) & (under < -NOTHING)
    inside[module.grid.near((module.joint + 95, module.joint + 120), (-60, 60))] = False  # the lip's own nib
    inside[module.grid.near((module.joint - 9, module.joint + 16), (-60, 60))] = (
        False  # the clips round the pin
    )
    assert gap[inside].min() > -0.02, "something is in the way before the stop"
    touching = inside & (gap < 0.05)
    columns, rows = np.nonzero(touching)
    area = touching.sum() * STEP_MM**2
    long, wide = np.ptp(columns) * STEP_MM, np.ptp(rows) * STEP_MM
    assert area > 300 and long > 60 and wide > 30, (area, long, wide)
    for y in ((17, 23), (-23, -17)):  # below the paddle's neck: a slap there does not hang on the pin
        ledge = gap[module.grid.near((module.joint + 8, module.joint + 15), y)] < 0.05
        assert ledge.sum() * STEP_MM**2 > 10, "no ledge beside the pin"
    # under each column of the stop stands plastic: the thinnest level of the ribs under 300 N
    stop = float(module.floor[touching].max())
    levels = [slice_at(module.base, z, module.grid) & touching for z in np.arange(2.0, stop - 0.3, 1.0)]
    thinnest = min(level.sum() for level in levels) * STEP_MM**2
    assert 300 / thinnest < 25 / 2, f"{300 / thinnest:.1f} MPa across the layers"


def beyond(part: Array, x: float, z: float = NOTHING) -> Array:
    """Return the triangles of a mesh that lie wholly beyond x and above z."""
    some = part.triangles
    some = some[(some[:, :, 0].min(axis=1) > x) & (some[:, :, 2].min(axis=1) > z)]
    return trimesh.Trimesh(some.reshape(-1, 3), np.arange(len(some) * 3).reshape(-1, 3), process=False)


def rest_deg(module: Module) -> float:
    """Return how far the paddle comes up before its lip meets the nib, in degrees."""
    nib = height(beyond(module.base, module.joint + 100, 18), module.grid, upper=False)
    area = module.grid.near((module.joint + 104, module.joint + 107.3), (-10, 10))
    lip = beyond(module.paddle, module.joint + 90)
    for deg in np.arange(1.0, 5.0, 0.05):
        if (height(turned(lip, float(deg), module.axis), module.grid)[area] > nib[area] + 0.02).any():
            return float(deg)
    raise AssertionError("nothing ends the paddle's way up")


# --- 3: the click, drawn again from the sheet's limits ---


def grub_x(paddle: Array) -> float:
    """Return x of the screw's hole."""
    v = paddle.vertices
    top = v[(np.abs(v[:, 1]) < 3) & (v[:, 2] > paddle.bounds[1][2] - 1.5)]
    return circle(top[:, :2], (1.35, 1.7))[0]


def test_ten_thousand_units_click_before_their_stop(module: Module) -> None:
    """Set as the guide says: on the stop to the click, then one whole turn of an M3 screw."""
    first, _, holes = holes_of_cradle(module.base)
    x = grub_x(module.paddle)
    radius = x - module.axis[0]
    assert first + LEVER_END_FROM_HOLE - x == pytest.approx(1.6, abs=0.3), (
        "the screw meets the lever near its end"
    )
    travel = radius * math.tan(math.radians(rest_deg(module)))
    chance = np.random.default_rng(7)
    shape = (10_000, 4)
    turn = 0.5 * chance.uniform(0.85, 1.15, shape)  # a whole turn, counted to a seventh
    moves = chance.normal(0, 0.03, shape)  # how well stop and switch repeat, and the screw's play
    wear = chance.uniform(-0.1, 0.15, shape)
    before = turn + wear - 3 * np.abs(moves)
    used = turn + wear + 3 * np.abs(moves) + 0.11  # a hard slap bends blade and base by that much
    way = travel + chance.uniform(-0.25, 0.25, shape)
    assert (before > 0).all(), "clicks by the stop alone"
    assert (used < OT).all(), "the switch ends before the stop"
    assert (way - turn - wear - MD > 0).all(), "does not click back"
    palm = (module.joint + 66 - module.axis[0]) / radius
    worst_ms = (np.ptp(turn + wear + moves, axis=1) * palm).max()
    assert worst_ms < 1.0, f"two paddles differ by {worst_ms:.2f} ms at 1 m/s"
    # the lever's end, where it clicks, lies within the screw's reach: level with the face it is open
    face = float(module.paddle.bounds[1][2])
    high, low = (holes + OP + side * (OP_SPREAD + 0.35) for side in (1, -1))
    assert face - 6.0 > high, "a screw level with the face does not press the switch yet"
    assert face - (low - 0.6 + 6.0) < 5.0, "the key reaches the screw where it ends"


# --- 4: hands ---


def grams() -> dict[str, float]:
    with (HARDWARE / "prints" / "slicer.csv").open(encoding="utf-8", newline="") as file:
        return {row["part"]: float(row["grams"]) for row in csv.DictReader(file)}


def dimples(part: Array) -> Array:
    """Return the middles of the small rings in an underside: that is where feet come."""
    v = part.vertices[np.abs(part.vertices[:, 2] - 0.35) < 0.01][:, :2]
    places = {tuple(np.round(v[np.hypot(*(v - spot).T) < 2.5].mean(axis=0), 1)) for spot in v}
    return np.array(sorted(places))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_palm_tips_the_unit(module: Module, players: int) -> None:
    hub, weights, feet, palms = dimples(mesh("hub")), grams(), [], []
    assert len(hub) == 4 and len(dimples(module.base)) == 6
    half = float(mesh("hub").bounds[1][0])
    feet.append(hub)
    heavy = [(weights["hub"] + weights["cover"], np.zeros(2))]
    blade = slice_at(module.blade(0), module.axis[1] + 2.0, module.grid)
    inside = (
        ndimage.distance_transform_edt(blade) * STEP_MM > 12.0
    )  # a palm's middle is that far from an edge
    columns, rows = np.nonzero(inside)
    spots = np.stack([module.grid.xs[columns], module.grid.ys[rows]], axis=1)[::7]
    for quarter in {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}[players]:
        a = math.pi / 2 * quarter
        turn = np.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]])

        def placed(points: Array, turn: Array = turn) -> Array:
            return (points + np.array([half - module.joint, 0])) @ turn.T

        feet.append(placed(dimples(module.base)))
        palms.append(placed(spots))
        heavy.append(
            (weights["base"] + weights["paddle-red"], placed(np.array([[module.joint + 54.0, 0.0]]))[0])
        )
    hull = ConvexHull(np.concatenate(feet))
    least = math.inf
    for nx, ny, away in hull.equations:  # outside where positive
        beyond = np.concatenate(palms) @ [nx, ny] + away
        holding = sum(g * 9.81e-3 * -(at @ [nx, ny] + away) for g, at in heavy)
        if (beyond > 0).any():
            least = min(least, holding / float(beyond.max()))
    assert least > 100, f"{least:.0f} N where a palm fits lift a foot"


def test_no_gap_beside_a_paddle_takes_a_finger(module: Module) -> None:
    top = float(np.percentile(module.floor[module.floor > NOTHING], 99.5))
    level = top - 1.5
    wall = module.floor > level - 4.0  # what lies that near below the brim closes a gap
    tray = ndimage.binary_fill_holes(wall)
    for deg in (0.0, 1.2, rest_deg(module) - 0.05):
        shade = height(module.blade(deg), module.grid) > NOTHING
        free = tray & ~wall & ~shade
        free[module.grid.near((module.joint - 9, module.joint + 16), (-60, 60))] = False
        widest = 2 * float(ndimage.distance_transform_edt(free).max()) * STEP_MM
        assert widest < 4.0, f"{widest:.1f} mm at {deg} degrees"


# --- a finger at live metal ---

PROBE_MM = 5.6  # the least finger of IEC 61032: probe 19, for children under three years
PICO_LONG, PICO_WIDE, PEG_ABOVE_BOARD = 51.0, 21.0, 1.6
PLUG_WIDE, PLUG_HIGH = 10.6, 8.5  # a micro-USB plug's handle; without it nothing is live
COARSE_MM = 0.6


def solid_at(part: Array, grid: Grid, zs: Array) -> Array:
    """Return where a mesh is solid in space."""
    low, high = part.bounds[:, 2]
    nothing = np.zeros((grid.columns, grid.rows), dtype=bool)
    return np.stack([slice_at(part, z, grid) if low < z < high else nothing for z in zs], axis=2)


def pegs() -> Array:
    """Return the tops of the four pegs that the Pico sits on."""
    v = mesh("hub").vertices
    high = float(v[np.hypot(v[:, 0], v[:, 1]) < 25, 2].max())
    tops, found = v[np.abs(v[:, 2] - high) < 0.01], []
    while len(tops):
        here = np.hypot(*(tops - tops[0])[:, :2].T) < 3.0
        found.append(tops[here].mean(axis=0))
        tops = tops[~here]
    return np.array(found)


def assembled(module: Module, deg: float, players: int) -> tuple[float, dict[str, Array]]:
    """Return half the hub's width, and hub, cover and one module in the unit's frame with what stands beside.

    That is three more modules, as closed bodies, or three blanks.
    """
    half = float(mesh("hub").bounds[1][0])
    roof = mesh("cover").copy()
    roof.vertices *= [1, -1, -1]  # it lies upside down on the bed
    down = roof.face_normals[:, 2] < -0.99
    rim = down & (np.abs(roof.triangles_center[:, 0]) > half - 2.0)  # with it, it lies on the hub
    roof.apply_translation((0, 0, float(mesh("hub").bounds[1][2] - roof.triangles_center[rim, 2].mean())))
    away = (half - module.joint, 0, 0)
    found = {"hub": mesh("hub"), "cover": roof}
    for name, part in (("base", module.base), ("paddle", module.blade(deg))):
        found[name] = part.copy().apply_translation(away)
    blank = mesh("blank").copy()
    blank.apply_translation((half - (blank.bounds[1][0] - 3.0), 0, 0))
    whole = module.base.vertices[module.base.vertices[:, 0] > module.joint - 0.01]
    closed = trimesh.convex.convex_hull(whole + away)
    for quarter in (1, 2, 3):
        turn = np.eye(4)
        turn[:2, :2] = np.round(
            [[math.cos(a := math.pi / 2 * quarter), -math.sin(a)], [math.sin(a), math.cos(a)]]
        )
        found[f"beside {quarter}"] = (closed if players == 4 else blank).copy().apply_transform(turn)
    return half, found


@pytest.mark.parametrize(("players", "deg"), [(4, 0.0), (4, 2.4), (2, 2.4)])
def test_a_small_finger_touches_no_live_metal(module: Module, players: int, deg: float) -> None:
    """A ball rolls wherever it fits, from outside; switch, Pico and ring stay out of its reach."""
    grid = Grid(-54.0, -60.0, 350, 200, COARSE_MM)
    zs = np.arange(-4.7, 37, COARSE_MM)
    half, parts = assembled(module, deg, players)
    solid = np.logical_or.reduce([solid_at(part, grid, zs) for part in parts.values()])
    x, y, z = np.meshgrid(grid.xs, grid.ys, zs, indexing="ij")

    four = pegs()
    assert len(four) == 4
    spread = four[:, :2] - four[:, :2].mean(axis=0)
    along = np.linalg.svd(spread)[2][0]
    along = along if along @ four[:, :2].mean(axis=0) >= 0 else -along  # towards the socket, in a corner
    u = (x - four[:, 0].mean()) * along[0] + (y - four[:, 1].mean()) * along[1]
    v = (y - four[:, 1].mean()) * along[0] - (x - four[:, 0].mean()) * along[1]
    board = float(four[0, 2]) - PEG_ABOVE_BOARD
    metal = (np.abs(u) < PICO_LONG / 2) & (np.abs(v) < PICO_WIDE / 2) & (z > board - 1.5) & (z < board + 2.5)
    plug = (u > PICO_LONG / 2 + 1.3) & (np.abs(v) < PLUG_WIDE / 2)
    solid |= plug & (np.abs(z - board - 2.35) < PLUG_HIGH / 2)
    first, _, holes = holes_of_cradle(module.base)
    low = holes - HOLE_ABOVE_BODY_BOTTOM - TERMINAL_BELOW_BODY - 2.0  # with a joint below
    for at in TERMINALS_FROM_HOLE:
        beside = np.abs(x - (first + at + half - module.joint)) < 1.5
        metal |= beside & (np.abs(y) < 2.0) & (z > low) & (z < low + 5.9)
    metal |= (np.hypot(x, y) < 16.0) & (z > 16.0) & (z < 20.0)  # the ring
    assert not (metal & solid).all()

    fits = ndimage.distance_transform_edt(~solid, sampling=COARSE_MM) > PROBE_MM / 2 - COARSE_MM / 2
    regions, _ = ndimage.label(fits)
    reached = ndimage.distance_transform_edt(regions != regions[0, 0, -1], sampling=COARSE_MM)
    nearest = float(reached[metal].min()) - PROBE_MM / 2
    assert nearest > COARSE_MM, f"a finger comes within {nearest:.1f} mm"


ROUND_MM, FINGERTIP_MM = 1.0, 8.0


def edges(part: Array) -> tuple[Array, Array]:
    """Return middles and outward directions of all edges that turn by more than 8 degrees."""
    found = (part.face_adjacency_angles > math.radians(8)) & part.face_adjacency_convex
    ends = part.vertices[part.face_adjacency_edges[found]]
    outward = part.face_normals[part.face_adjacency[found]].sum(axis=1)
    wanted = (np.linalg.norm(ends[:, 0] - ends[:, 1], axis=1) > 0.6) & (np.abs(outward).max(axis=1) > 1e-3)
    outward = outward[wanted] / np.linalg.norm(outward[wanted], axis=1)[:, None]
    return ends[wanted].mean(axis=1), outward


def below_skin(part: Array, at: Array, outward: Array) -> float:
    """Return how far a point inside lies from the surfaces that look the same way, up to the radius."""
    low, high = part.triangles.min(axis=1), part.triangles.max(axis=1)
    near = ((low < at + ROUND_MM) & (high > at - ROUND_MM)).all(axis=1) & (part.face_normals @ outward > 0.05)
    if not near.any():
        return ROUND_MM
    closest: Any = trimesh.triangles.closest_point
    there = closest(part.triangles[near], np.repeat(at[None], near.sum(), axis=0))
    return float(np.linalg.norm(there - at, axis=1).min())


def test_every_edge_that_a_hand_finds_is_round(module: Module) -> None:
    """A ball of 1 mm lies in each edge, close below the skin: 0.88 of its radius allows for flats."""
    _, parts = assembled(module, rest_deg(module) - 0.05, 2)
    clouds = {
        name: trimesh.sample.sample_surface_even(part, 40_000, seed=1)[0] for name, part in parts.items()
    }
    everything = np.concatenate(list(clouds.values()))
    whole, plan = cKDTree(everything), cKDTree(everything[:, :2])
    found = []
    for name, part in parts.items():
        others = cKDTree(np.concatenate([cloud for other, cloud in clouds.items() if other != name]))
        middles, outward = edges(part)
        tips = middles + outward * FINGERTIP_MM
        wanted = (whole.query(tips)[0] > FINGERTIP_MM - 0.4) & (others.query(middles)[0] > 0.7)
        wanted &= middles[:, 2] > 0.2  # what lies on the bed is chamfered, and looks at the table
        for middle, out, tip in zip(middles[wanted], outward[wanted], tips[wanted], strict=True):
            roof = everything[plan.query_ball_point(tip[:2], 1.0), 2]
            covered = len(roof) and roof.max() > tip[2] + 1.0
            if not covered and below_skin(part, middle - out * ROUND_MM, out) < 0.88 * ROUND_MM:
                found.append((name, *middle.round(1)))
    assert found == []


# --- the netlist, read from KiCad alone ---


def test_each_plug_joins_common_to_ground_and_no_to_its_own_pin(tmp_path: Path) -> None:
    needs.program("kicad-cli", "kicad")
    out = tmp_path / "netlist.xml"
    words = ["kicad-cli", "sch", "export", "netlist", "--format", "kicadxml", "-o", str(out)]
    subprocess.run(
        [*words, str(HARDWARE / "electronics" / "carrier.kicad_sch")], check=True, capture_output=True
    )
    nets = {
        frozenset((node.attrib["ref"], node.attrib["pin"]) for node in net.iter("node"))
        for net in ET.parse(out).iter("net")
    }

    def together(*legs: tuple[str, str]) -> bool:
        return any(set(legs) <= net for net in nets)

    # the Pico's own sheet: GP2 to GP5 are pins 4 to 7, ground is pin 3, 3.3 V pin 36
    for n, pin in enumerate(("4", "5", "6", "7"), start=1):
        assert together((f"SW{n}", "C"), (f"J{n}", "1"), ("A1", "3"))
        assert together((f"SW{n}", "NO"), (f"J{n}", "2"), (f"R{n}", "2")) or together(
            (f"SW{n}", "NO"), (f"J{n}", "2"), (f"R{n}", "1")
        )
        assert any(together(("A1", pin), (f"R{10 + n}", leg)) for leg in "12")
        assert any(together(("A1", "36"), (f"R{n}", leg)) for leg in "12")
        assert not any(
            together((f"SW{n}", "NC"), other) for net in nets for other in net if other != (f"SW{n}", "NC")
        )
