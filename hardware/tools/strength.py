"""What a slap does to the parts: stress in tongue and cheek, sag of the deck, travel of the pusher."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import numpy
from manifold3d import Manifold

from hardware.tools import fe
from hardware.tools.stance import PALM_N
from hardware.tools.unit import Unit, once

TONGUE_N = 10.0  # a fingertip on the last 5 mm of a tongue that nothing supports
TONGUE_MPA = fe.PETG_YIELD_MPA / 1.5
SINK_MM = 0.5  # a third of what the first edition's deck sank
SIDEWAYS_N = 60.0  # somebody knocks against a paddle from the side
CHEEK_MPA = fe.PETG_LAYERS_MPA / 1.5  # a cheek is printed upright: this pulls its layers apart
FOOT_N_PER_MM = 250.0  # one rubber foot, an estimate
THUMB_N = 100.0  # on a cover
COLUMN_MM = 10.0  # across, over each foot


def _box(low: tuple[float, float, float], high: tuple[float, float, float]) -> Manifold:
    size = numpy.subtract(high, low)
    return Manifold.cube(tuple(size)).translate(low)


@once
def tongue_mpa(unit: Unit) -> float:
    """The highest stress at a tongue's root, away from the sharp corner itself."""
    n = unit.n
    neck = n["hinge_r"] - n["gap"] - n["tongue_half"]
    piece = unit.level() ^ _box((neck - 12, -40, n["blade_z"] - 0.01), (200, 40, 50))
    part = fe.Part(piece, (1.0, 1.0), n["tongue_t"] / 2)
    part.hold(part.near((neck - 12, -99, -99), (neck - 11.9, 99, 99)))
    top = n["blade_z"] + n["sheet"]
    part.push(part.near((n["tip"] - 5, -99, top - 0.2), (n["tip"] + 1, 99, top + 0.2)), (0, 0, -TONGUE_N))
    root = part.near((neck, -99, -99), (neck + 6, 99, 99))
    return float(numpy.percentile(part.stress[root], 98))


@once
def cheek_mpa(unit: Unit) -> float:
    """The highest stress at the foot of a cheek that is knocked sideways at its axis."""
    n = unit.n
    ear = n.get("ear_t", n["sheet"])
    inner = n["ear_y"] + ear + n["fit"]
    piece = unit.part("arm") ^ _box((-14, -inner - 13, n["sheet"] - 3), (14, -inner + 4, 60))
    part = fe.Part(piece, (1.0, 1.0), 1.0)
    part.hold(part.near((-99, -99, n["sheet"] - 3), (99, 99, n["sheet"] - 2.9)))
    axis = n["sheet"] + n["axis_h"]
    part.push(part.near((-4, -99, axis - 4), (4, 99, axis + 4)), (0, -SIDEWAYS_N, 0))
    foot = part.near((-99, -99, n["sheet"] + 1), (99, 99, axis - 5))
    return float(numpy.percentile(part.stress[foot], 99))


@dataclass(frozen=True, slots=True)
class Bend:
    """A paddle under a palm: how far the pusher goes beyond its place, and how far the blade sags."""

    pusher_mm: float
    blade_mm: float
    stress_mpa: float
    hinge_n: float
    stop_n: float


@once
def paddle_bend(unit: Unit) -> Bend:
    """A palm between hinge and stops, which turns the pusher most."""
    n, force_n = unit.n, PALM_N
    part = fe.Part(unit.level(), (1.7, 1.7), 1.0)
    stiff = 1e6
    for s in (-1, 1):
        low, high = sorted((s * n["ear_y"], s * (n["ear_y"] + n.get("ear_t", n["sheet"]))))
        part.hold(part.near((-0.9, low, 1.5), (0.9, high, 3)), "z", stiff)
        part.hold(part.near((1.5, low, -0.9), (3.3, high, 0.9)), "x", stiff)
        part.hold(part.near((-3.3, low, -0.9), (-1.5, high, 0.9)), "x", stiff)
        y = s * n["stop_y"]
        part.hold(
            part.near(
                (n["stop_x"] - 1, y - 5, n["blade_z"] - 0.1), (n["stop_x"] + 1, y + 5, n["blade_z"] + 0.1)
            ),
            "z",
            stiff,
        )
    part.hold(part.near((-2, -2, 0), (2, 2, 5)), "y")
    top = n["blade_z"] + n["sheet"]
    part.push(part.near((4, -28, top - 0.1), (40, 28, top + 0.1)), (0, 0, -force_n))
    pusher = part.near(
        (-n["sheet"] / 2 - 0.1, -4, -n["lever_r"] - 1), (-n["sheet"] / 2 + 1, 4, -n["lever_r"] + 1)
    )
    middle = part.near((18, -5, top - 0.1), (26, 5, top + 0.1))
    blade = part.nodes[:, 2] > 0
    share = 22 / n["stop_x"]
    return Bend(-float(part.move(pusher)[0]), -float(part.move(middle)[2]),
                float(numpy.percentile(part.stress[blade], 99.5)),
                force_n * (1 - share), force_n * share)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sag:
    """The base under palms: how far its middle sinks, and how that turns the pusher against its switch."""

    middle_mm: float
    stop_mm: float
    pusher_mm: float


@once
def base_sag(unit: Unit) -> tuple[Sag, Sag]:
    """One palm, and four at once, through hinges and stops into arms, base and feet."""
    n, force_n = unit.n, PALM_N
    top, deck = n["height"], n.get("deck", n["sheet"])
    low_plate = _box((-200, -200, -1), (200, 200, n["sheet"]))
    whole = unit.base()
    for side in range(4):
        whole = whole + unit.at_side(side, unit.part("arm") ^ low_plate, top)
    ribs = n["rib"][1] if "rib" in n else 0.0
    under = top - deck - (ribs or 8)
    part = fe.Part(whole, (2.4, 2.4), (0.0, under / 2, under, top - deck, top, top + n["sheet"]))
    feet = [*unit.feet(), tuple(n["middle_foot"])] if "middle_foot" in n else unit.feet()
    for x, y in feet:
        part.hold(part.near((x - 6, y - 6, -0.1), (x + 6, y + 6, 0.1)), "xyz", FOOT_N_PER_MM)
    share = 22 / n["stop_x"]
    where = {
        "hinge": (2.0, n["ear_y"] + 6.0),
        "stop": (n["stop_x"], n["stop_y"]),
        "switch": (n["slap_row_x"] + 5, 20.0),
    }
    spots = {}
    for side, (name, (x, y)), sign in itertools.product(range(4), where.items(), (-1, 1)):
        turn = math.radians(90 * side)
        c, s = math.cos(turn), math.sin(turn)
        at = (c * (x - n["hinge_r"]) - s * sign * y, s * (x - n["hinge_r"]) + c * sign * y)
        spots[side, name, sign] = part.near(
            (at[0] - 5, at[1] - 5, top - 0.1), (at[0] + 5, at[1] + 5, top + 30)
        )
    middle = part.near((-8, -8, top - deck - 0.1), (8, 8, top + 0.1))

    def sag(sides: tuple[int, ...]) -> Sag:
        moved = part.under([
            (spots[side, name, sign], (0, 0, -force_n * part_of / 2))
            for side in sides for sign in (-1, 1) for name, part_of in (("hinge", 1 - share), ("stop", share))
        ])  # fmt: skip
        hinge, stop, switch = (
            -float(numpy.mean([moved[spots[0, name, sign]][:, 2].mean() for sign in (-1, 1)]))
            for name in ("hinge", "stop", "switch")
        )
        tilt = (stop - hinge) / n["stop_x"] - (hinge - switch) / -(n["slap_row_x"] + 5)
        return Sag(-float(moved[middle][:, 2].mean()), stop, tilt * n["lever_r"])

    return sag((0,)), sag((0, 1, 2, 3))


@once
def anvil_mpa(unit: Unit) -> float:
    """The highest stress in the anvil below a palm on the tongues."""
    part = fe.Part(unit.part("anvil"), (1.0, 1.0), 2.0)
    part.hold(part.near((-99, -99, -0.1), (99, 99, 0.1)))
    top = unit.n["anvil_h"]
    part.push(part.near((-99, -99, top - 0.2), (99, 99, top + 0.2)), (0, 0, -PALM_N))
    return float(numpy.percentile(part.stress, 99))


@once
def cover_mpa(unit: Unit) -> float:
    """The highest stress in a cover with a thumb on its middle."""
    n = unit.n
    top = n["cover_h"] + 2
    part = fe.Part(unit.part("cover").translate((0, 0, -top)).rotate((180, 0, 0)), (1.0, 1.0), 1.0)
    part.hold(part.near((-99, -99, -0.1), (99, 99, 0.1)))
    x, y = sum(n["cover_x"]) / 2, sum(n["cover_y"]) / 2
    part.push(part.near((x - 6, y - 6, top - 0.2), (x + 6, y + 6, top + 0.2)), (0, 0, -THUMB_N))
    return float(numpy.percentile(part.stress, 99))


def hinge_mpa(unit: Unit) -> float:
    """How hard a hinge screw presses on its cheek, beside the recess of its head."""
    n = unit.n
    deep_mm = float(n["sheet"] - n["hinge_sink"])
    return paddle_bend(unit).hinge_n / 2 / (3.0 * deep_mm)


def lid_mpa(unit: Unit) -> float:
    """How hard four palms press the lid between the base's columns and the feet."""
    return 4 * PALM_N / len(unit.feet()) / (math.pi / 4 * COLUMN_MM**2)


def part_complaints(unit: Unit) -> list[str]:
    """The parts whose load is no more than a squeeze."""
    wrong = []
    for what, found in (
        ("the anvil", anvil_mpa(unit)), ("a cover", cover_mpa(unit)),
        ("a hinge screw's hole", hinge_mpa(unit)), ("the lid over a foot", lid_mpa(unit)),
    ):  # fmt: skip
        if found > TONGUE_MPA:
            wrong.append(f"{what}: {found:.0f} MPa, {TONGUE_MPA:.0f} is allowed")
    return wrong


def tongue_complaints(unit: Unit) -> list[str]:
    found = tongue_mpa(unit)
    return (
        [f"{TONGUE_N:.0f} N on a tongue: {found:.0f} MPa, {TONGUE_MPA:.0f} is allowed"]
        if found > TONGUE_MPA
        else []
    )


def cheek_complaints(unit: Unit) -> list[str]:
    found = cheek_mpa(unit)
    return (
        [f"{SIDEWAYS_N:.0f} N against a cheek: {found:.0f} MPa, {CHEEK_MPA:.0f} is allowed"]
        if found > CHEEK_MPA
        else []
    )


def blade_complaints(unit: Unit) -> list[str]:
    """The blade is so stiff that the pusher's hard stop has little to do."""
    found, allowed = paddle_bend(unit).pusher_mm, unit.n["pusher_gap"] + unit.n["pusher_gap_spread"]
    return [f"a slap bends the pusher {found:.2f} mm, {allowed:.2f} is allowed"] if found > allowed else []


def sag_complaints(unit: Unit) -> list[str]:
    """Four palms at once: the deck stays off the Pico below it."""
    n = unit.n
    ribs = n["rib"][1] if "rib" in n else 0.0
    pico_top = n["pico_z"] + 1 + n["usb_h"] - n.get("lid_t", 0)
    room = n["height"] - n.get("deck", n["sheet"]) - ribs - pico_top
    one, four = base_sag(unit)
    found = four.middle_mm
    if one.stop_mm > SINK_MM:
        return [f"a slap sinks the deck {one.stop_mm:.2f} mm, {SINK_MM} is allowed"]
    return (
        [f"four slaps sink the deck {found:.1f} mm, the Pico is {room:.1f} mm below"]
        if found > room - 1
        else []
    )
