"""Can it be put together? Clashes, bites of screws, the way of each part and of the tool that reaches it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy
from manifold3d import Manifold, OpType

from hardware.tools.unit import Place, Unit, overlap_mm3

CLASH_MM3 = 0.3
BITE_MM = 3.9  # a thread cut in plastic holds from here on
AWAY_MM = 120.0
REACH_MM = (1.5, 3, 5, 8, 12, 17, 24, 35, 55, 80)
DRIVER_MM = (6.0, 90.0)  # diameter and length of a screwdriver's blade
OPTIONS = ({"pico", "pico screw"}, {"board", "board screw", "pico h"})  # a unit has only one of them


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing in one place."""

    place: Place
    side: int
    shape: Manifold

    @property
    def name(self) -> str:
        return self.place.key

    @property
    def is_screw(self) -> bool:
        return self.place.what.startswith("screw ")


def pieces(
    unit: Unit, angle: float, sides: Iterable[int] = range(4), keys: set[str] | None = None
) -> list[Piece]:
    return [
        Piece(place, side, unit.placed(place, side, angle))
        for place in unit.places
        if keys is None or place.key in keys
        for side in (sides if place.frame == "side" else (0,))
    ]


def _thread_mm2(what: str) -> float:
    outer, inner = (2.0, 1.7) if what.startswith("screw M2") else (3.0, 2.8)
    return math.pi / 4 * (outer**2 - inner**2)


# Pairs that are meant to share room: a rubber or a lever that gives, a nut on its screw.
_GIVES = {
    frozenset(pair)  # stacks.py looks at two paddles
    for pair in (("bumper", "paddle"), ("felt", "paddle"),
                 ("slap nut", "slap screw"), ("hinge nut", "hinge screw"), ("pico h", "board"),
                 ("paddle", "paddle"))
}  # fmt: skip
_THROUGH = {("slap switch", "slap screw"), ("touch switch", "touch screw")}  # their holes are not modelled
_LEVERS = {frozenset(("slap switch", "paddle")), frozenset(("touch switch", "paddle"))}
_BY_HAND = {"tie"}  # it bends
# Screw -> the printed parts that it passes without biting.
_PASSES = {"lid screw": {"lid"}, "cover screw": {"cover"}, "arm screw": {"arm"}, "anvil screw": {"base"},
           "hinge screw": {"arm", "paddle"}}  # fmt: skip


def clashes(unit: Unit, angles: Iterable[float] = (0.0, 12.0, 24.0, 36.0)) -> list[str]:
    """Things that would need the same room, at some angle of the paddles."""
    wrong: dict[str, None] = {}
    for angle in angles:
        for one, other in itertools.combinations(pieces(unit, angle, (0, 1)), 2):
            names = frozenset((one.name, other.name))
            if (one.side == 1 and other.side == 1) or all(names & option for option in OPTIONS):
                continue
            if names in _GIVES or (one.name, other.name) in _THROUGH or not _near(one.shape, other.shape):
                continue
            if one.name.endswith("switch") and other.name == "paddle":  # the lever gives, the body does not
                body = replace(one.place, what="switch without its lever")
                one = replace(one, shape=unit.placed(body, one.side, angle))
            shared = overlap_mm3(one.shape, other.shape)
            if other.is_screw and one.place.what.startswith("printed"):
                shared -= _bite_mm3(other.place.what)
            if shared > CLASH_MM3:
                wrong[f"{one.name} and {other.name} need the same room"] = None
    return list(wrong)


def _near(one: Manifold, other: Manifold) -> bool:
    a, b = one.bounding_box(), other.bounding_box()
    return all(a[n] < b[n + 3] and b[n] < a[n + 3] for n in range(3))


def bites(unit: Unit) -> dict[str, float]:
    """Screw -> how far it holds in plastic, or in its nut, in mm: the least of its places."""
    found: dict[str, float] = {}
    everything = pieces(unit, 0.0, (0,))
    for screw in (piece for piece in everything if piece.is_screw):
        holds = [0.0]
        for other in everything:
            if other.name == screw.name or not _near(screw.shape, other.shape):
                continue
            shared = overlap_mm3(screw.shape, other.shape)
            if other.place.what.startswith("printed"):
                holds.append(shared / _thread_mm2(screw.place.what))
            elif other.place.key.endswith("nut"):
                height = unit.n["m3_lock_nut" if other.place.what.startswith("lock") else "m3_nut"][1]
                holds.append(BITE_MM * min(1.0, shared / (math.pi / 4 * 9 * height * 0.98)))
        found[screw.name] = min(found.get(screw.name, math.inf), max(holds))
    return found


def bite_complaints(unit: Unit) -> list[str]:
    """Each screw holds deep enough and stands over its hole: beside it, it would meet solid plastic."""
    wrong = []
    lengths = {
        place.key: float(place.what.split()[-1]) for place in unit.places if place.what.startswith("screw")
    }
    for name, mm in bites(unit).items():
        if mm < BITE_MM - 0.15:
            wrong.append(f"the {name} holds only {mm:.1f} mm deep")
        if mm > lengths[name] - 0.8:
            wrong.append(f"the {name} is not over its hole")
    for screw, other in itertools.permutations(pieces(unit, 0.0, (0,)), 2):
        if (
            other.name in _PASSES.get(screw.name, ())
            and _near(screw.shape, other.shape)
            and overlap_mm3(screw.shape, other.shape) > CLASH_MM3
        ):
            wrong.append(f"the {screw.name} does not pass through the {other.name}")
    return list(dict.fromkeys(wrong))


@dataclass(frozen=True, slots=True)
class Step:
    """What one step of the manual puts in, in this order; the paddles' angle while it is done.

    What is carried has been put into one of the others before: it needs no way of its own. A screwdriver
    must get to what is turned, which was put in before, wherever its slot lets it stand.
    """

    title: str
    keys: tuple[str, ...]
    angle: float = 30.0
    carried: tuple[str, ...] = ()
    bench: bool = False  # put together apart from the unit
    turned: tuple[str, ...] = ()


def _way(unit: Unit, place: Place, side: int, shape: Manifold) -> Any:
    """Where the thing is on its way in, from its place outwards: one row for each stop, x, y and z."""
    direction = numpy.asarray(place.comes_from, dtype=float)
    if place.frame == "side":
        turn = math.radians(90 * side)
        c, s = math.cos(turn), math.sin(turn)
        direction = numpy.array(
            [c * direction[0] - s * direction[1], s * direction[0] + c * direction[1], direction[2]]
        )
    box = numpy.array(shape.bounding_box())
    thick = max(1.0, float(abs(direction) @ (box[3:] - box[:3])))  # in steps of this nothing is jumped over
    reach = [*itertools.takewhile(lambda mm: mm < thick, REACH_MM), *numpy.arange(thick, AWAY_MM, thick)]
    if place.key == "hinge nut":
        reach = [0.8, 1.5, 2.1]  # then it is turned out sideways by hand
    if place.key == "spring":
        reach = [1.0, 2.0, 4.0]
    return numpy.outer(reach, direction)


def driver(unit: Unit, place: Place, side: int) -> Manifold:
    """A screwdriver on the head of a screw."""
    head = unit.n["m3_head"][1]
    blade = Manifold.cylinder(DRIVER_MM[1], DRIVER_MM[0] / 2, DRIVER_MM[0] / 2, 24).translate(
        (0, 0, head + 0.2)
    )
    shape = blade.rotate(tuple(place.turn)).translate(tuple(place.at))
    return unit.at_side(side, shape, unit.n["deck_z"]) if place.frame == "side" else shape


def path_complaints(unit: Unit, steps: Iterable[Step]) -> list[str]:
    """Put all together in the manual's order: each thing needs a free way, each screw room for its driver.

    The four sides are alike: what goes onto one side is tried, with its neighbours already there.
    """
    wrong: dict[str, None] = {}
    kept: list[Piece] = []
    for step in steps:
        present = [] if step.bench else [_again(unit, piece, step.angle) for piece in kept]
        for key in (*step.keys, *step.carried):
            fresh = [place for place in unit.places if place.key == key]
            seated = key in _BY_HAND or key in step.carried or (step.bench and key == step.keys[0])
            for place in fresh:
                if key in _BY_HAND and any(piece.name == "cover" for piece in present):
                    wrong[f"{step.title}: no hand reaches the {key}, the cover is on"] = None
                if not seated:
                    wrong |= dict.fromkeys(
                        f"{step.title}: {line}" for line in _in_the_way(unit, place, step.angle, present)
                    )
            present += [
                Piece(place, side, unit.placed(place, side, step.angle))
                for place in fresh
                for side in ((0, 1, 3) if place.frame == "side" else (0,))
            ]
        kept = kept if step.bench else present
        for place in (place for place in unit.places if place.key in step.turned):
            wrong |= dict.fromkeys(f"{step.title}: {line}" for line in _no_driver(unit, place, present))
    return list(wrong)


def _again(unit: Unit, piece: Piece, angle: float) -> Piece:
    return replace(piece, shape=unit.placed(piece.place, piece.side, angle))


def _in_the_way(unit: Unit, place: Place, angle: float, present: list[Piece]) -> Iterator[str]:
    """What is in the way of one part, or of the screwdriver that drives it."""
    key, screw = place.key, place.what.startswith("screw")
    shape = unit.placed(place, 0, angle)
    stops = _way(unit, place, 0, shape)
    box = numpy.array(shape.bounding_box())
    for piece in present:
        if frozenset((piece.name, key)) in _GIVES | _LEVERS or (piece.name, key) in _THROUGH:
            continue
        allowed = 1.5
        if screw and piece.place.what.startswith("printed"):
            allowed = _bite_mm3(place.what) + CLASH_MM3
        other = numpy.array(piece.shape.bounding_box())
        near = ((box[:3] + stops < other[3:]) & (other[:3] < box[3:] + stops)).all(axis=1)
        for stop in stops[near]:
            if overlap_mm3(piece.shape, shape.translate(tuple(stop))) > allowed:
                yield f"the {piece.name} is in the way of the {key}"
                break
    if screw:
        yield from _no_driver(unit, place, present)


def _no_driver(unit: Unit, place: Place, present: list[Piece]) -> Iterator[str]:
    """What keeps a screwdriver from a screw, at both ends of the slot that it may stand in."""
    slot = unit.n["switch_adjust"] if place.key == "slap screw" else 0.0
    for shift in {-slot, slot}:
        x, y, z = place.at
        tool = driver(unit, replace(place, at=(x + shift, y, z)), 0)
        for piece in present:
            if _near(piece.shape, tool) and overlap_mm3(piece.shape, tool) > 1.0:
                yield f"no screwdriver reaches the {place.key}, the {piece.name} is in the way"


def _bite_mm3(what: str) -> float:
    """As much as a screw's thread cuts at most."""
    return _thread_mm2(what) * 11


def union(shapes: Iterable[Manifold]) -> Manifold:
    return Manifold.batch_boolean(list(shapes), OpType.Add)
