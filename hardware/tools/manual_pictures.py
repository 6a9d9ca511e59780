"""Draw the pictures of the manual and the guides from the model, each only when the model has changed."""

from __future__ import annotations

import hashlib
import itertools
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy
from manifold3d import Manifold

from hardware.tools import assembly, draw, meets, solid, stacks
from hardware.tools.facts import OUT, PICTURES, UNIT_PADDLES
from hardware.tools.manual import BUILDS, Step, belongs, load
from hardware.tools.unit import Place, Unit

DIGESTS = PICTURES / "steps" / "digests.json"
FRESH: draw.Colour = (232, 140, 38)
DRIVER: draw.Colour = (90, 120, 160)
PRINT_ROWS = (("base", "lid"), ("arm",) * 4, ("paddle",) * 4, ("cover",) * 4 + ("anvil", "jig"))
APART_MM = 14


def _colour(place: Place, side: int) -> draw.Colour:
    return UNIT_PADDLES[side].rgb if place.key == "paddle" else FRESH


def things(unit: Unit, steps: list[Step], step: Step) -> list[draw.Thing]:
    """What is there after this step: the new in colour, the rest pale."""
    before = [] if step.alone else put_before(steps, step)
    if step.picture == "stack":
        found = stacks.angles(unit, range(4), {})
        return whole(unit, dict(enumerate(found)), {place.key for place in unit.places} - set(before))
    if step.picture == "prints":
        return prints(unit)
    if step.picture == "tabs":
        body, tabs = (
            unit.piece("bought.scad", what=f"switch{rest}") for rest in (" without its tabs", "'s tabs")
        )
        return [draw.Thing(body, draw.PALE), draw.Thing(tabs, FRESH)]
    seen = [*dict.fromkeys([*before, *step.near, *step.carried, *step.put])]
    made = []
    for place in unit.places:
        if place.key in seen:
            new = place.key in step.put and place.key not in step.pale
            for side in place.sides if not step.alone or place.frame == "unit" else (0,):
                colour = _colour(place, side) if new else draw.PALE
                made.append(draw.Thing(_shown(unit, place, side, step.angle), colour))
                if place.key == "paddle" and new:
                    made.append(_sign(unit, side, step.angle))
    if step.picture == "click":
        made += click(unit, step)
    return made


def put_before(steps: list[Step], step: Step) -> list[str]:
    """What is there before this step, without options."""
    builds = [build for build in BUILDS if belongs(step.build, build)]
    found: list[str] = []
    for earlier in steps[: step.number - 1]:
        if not earlier.bench and not earlier.optional and belongs(earlier.build, builds[0]):
            found += [*earlier.put, *earlier.carried]
    return found


def prints(unit: Unit) -> list[draw.Thing]:
    """All printed parts as they come from the printer, in rows."""
    signs = iter(paddle.shape for paddle in UNIT_PADDLES)
    colours = iter(paddle.rgb for paddle in UNIT_PADDLES)
    made = []
    top = 0.0
    for names in PRINT_ROWS:
        left = deep = 0.0
        for name in names:
            shape = unit.part(name, shape=next(signs)) if name == "paddle" else unit.part(name)
            box = shape.bounding_box()
            made.append(
                draw.Thing(
                    shape.translate((left - box[0], top - box[4], -box[2])),
                    next(colours) if name == "paddle" else FRESH,
                )
            )
            left, deep = left + box[3] - box[0] + APART_MM, max(deep, box[4] - box[1])
        top -= deep + APART_MM
    return made


def click(unit: Unit, step: Step) -> list[draw.Thing]:
    """The jig below the first blade, and a screwdriver on each screw that it is about."""
    jig = unit.part("jig").translate((-unit.n["jig_fork"][2], 0, 0))
    found = [draw.Thing(meets.jig_at(unit, jig), FRESH)]
    found += [
        draw.Thing(assembly.driver(unit, place, 0), DRIVER)
        for place in unit.places if place.key in step.turned
    ]  # fmt: skip
    return found


def _shown(unit: Unit, place: Place, side: int, angle: float) -> Manifold:
    if place.key == "spring":  # with its hooks, which are no obstacle
        return unit.at_side(side, unit.spring(angle, "hooked spring"), unit.n["deck_z"])
    return unit.placed(place, side, angle)


_COLOURS: dict[str, draw.Colour] = {
    "base": (92, 97, 107), "lid": (76, 81, 90), "arm": (150, 155, 162),
    "cover": (70, 73, 78), "anvil": (120, 124, 130),
    "ring": (240, 240, 240), "board": (40, 100, 66),
}  # fmt: skip
INSIDE = {
    "pico",
    "pico screw",
    "pico h",
    "board",
    "board screw",
    "tie",
    "slap nut",
    "lid screw",
    "anvil screw",
}


def _sign(unit: Unit, side: int, angle: float) -> draw.Thing:
    shape = unit.part("sign", shape=UNIT_PADDLES[side].shape)
    return draw.Thing(unit.at_side(side, shape.rotate((0, -angle, 0)), unit.n["axis_z"]), (250, 250, 250))


def whole(unit: Unit, angles: dict[int, float], leave_out: set[str] = INSIDE) -> list[draw.Thing]:
    """The finished unit in its own colours, each paddle at an angle."""
    made = []
    for place in unit.places:
        if place.key in leave_out:
            continue
        for side in place.sides:
            metal = (196, 178, 130) if "screw" in place.key or "nut" in place.key else (46, 47, 50)
            colour = (
                UNIT_PADDLES[side].rgb if place.key in ("paddle", "led") else _COLOURS.get(place.key, metal)
            )
            angle = angles.get(side, unit.n["rest"])
            made.append(draw.Thing(unit.placed(place, side, angle), colour))
            if place.key == "paddle":
                made.append(_sign(unit, side, angle))
    return made


def _eye(step: Step, made: list[draw.Thing], size: tuple[int, int]) -> draw.Eye:
    """So near that everything just fits."""
    frame = draw.Eye(step.eye[0], step.eye[1]).frame
    corners = numpy.concatenate([
        numpy.array(list(itertools.product(*zip(box[:3], box[3:], strict=True)))) @ frame.T
        for box in (thing.shape.bounding_box() for thing in made)
    ])  # fmt: skip
    low, high = corners.min(axis=0), corners.max(axis=0)
    x, y, z = (float(v) for v in ((low + high) / 2 @ frame).round(3))
    wide = max(high[0] - low[0], (high[1] - low[1]) * size[0] / size[1])
    return draw.Eye(step.eye[0], step.eye[1], (x, y, z), round(float(wide) * 1.05, 3))


def digest(made: list[draw.Thing], eye: draw.Eye, size: tuple[int, int]) -> str:
    """A name for what a picture is drawn from: the same solids, colours and eye give the same."""
    found = hashlib.sha256(repr((eye, size, draw.STYLE)).encode())
    for thing in made:
        corners, triangles = solid.mesh(thing.shape)
        found.update(corners.round(3).tobytes())
        found.update(triangles.tobytes())
        found.update(repr(thing.colour).encode())
    return found.hexdigest()[:20]


Drawing = tuple[list[draw.Thing], draw.Eye, tuple[int, int]]


def drawings(unit: Unit) -> Iterator[tuple[str, list[Drawing]]]:
    """Each picture, and what is drawn in it, one or several beside each other."""
    _, steps = load(unit)
    for step in steps:
        if step.image.startswith("steps/"):
            shown = things(unit, steps, step)
            yield step.image, [(shown, _eye(step, shown, (760, 520)), (760, 520))]
    rest = whole(unit, {})
    look = draw.Eye(-60, 38, (0, 0, 40), 330)
    yield "assembled.png", [(whole(unit, {1: 0.0}), look, (1000, 720))]
    flat = whole(unit, dict(enumerate(stacks.angles(unit, range(4), {}))))
    yield "stacked.png", [(flat, draw.Eye(-45, 50, (0, 0, 40), 310), (1000, 760))]
    sides = [(rest, draw.Eye(-90 + 90 * n, 22, (0, 0, 40), 320), (620, 430)) for n in range(4)]
    yield "four-sides.png", sides
    apart = [
        draw.Thing(thing.shape.translate((0, 0, _apart(thing))), thing.colour)
        for thing in whole(unit, dict.fromkeys(range(4), 20.0), {"pico", "pico screw"})
    ]
    yield "exploded.png", [(apart, draw.Eye(-60, 24, (0, 0, 60), 400), (1000, 900))]
    small = {"slap switch", "touch switch", "arm", "paddle", "base", "anvil"}
    keys = {place.key for place in unit.places} - small
    down = draw.Eye(-90, 62, (0, 0, 68), 165)
    yield (
        "stacks.png",
        [
            (whole(unit, dict(zip(order, found, strict=True)), keys), down, (300, 250))
            for order, found in stacks.all_orders(unit).items()
        ],
    )


def _apart(thing: draw.Thing) -> float:
    """How far a part is lifted in the exploded view: by how high it stands."""
    low, high = thing.shape.bounding_box()[2], thing.shape.bounding_box()[5]
    middle = (low + high) / 2
    return 1.7 * (middle - 20) if middle > 41 or middle < 10 else -20 if middle < 15 else 0


COLUMNS = {"four-sides.png": 2, "stacks.png": 6}


def _digest_of(parts: list[Drawing]) -> str:
    return hashlib.sha256("".join(digest(*part) for part in parts).encode()).hexdigest()[:20]


def make_pictures(unit: Unit, folder: Path = PICTURES, cache: Path = OUT / "cache") -> list[Path]:
    """Draw what changed; what was drawn before is found by its digest."""
    kept: dict[str, str] = {}
    paths = []
    for name, parts in drawings(unit):
        kept[name] = _digest_of(parts)
        ready = cache / f"{kept[name]}.png"
        if not ready.exists():
            images = [draw.picture(*part) for part in parts]
            if name == "stacks.png":
                for order, image in zip(stacks.all_orders(unit), images, strict=True):
                    draw.dots(image, [UNIT_PADDLES[side].rgb for side in order])
            draw.save(draw.sheet(images, COLUMNS[name]) if len(images) > 1 else images[0], ready)
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ready, target)
        paths.append(target)
    (folder / "steps" / "digests.json").write_text(
        json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8"
    )
    return paths


def stale_pictures(unit: Unit) -> Iterator[str]:
    """Committed pictures whose solids, colours or eye are no longer the model's."""
    kept = json.loads(DIGESTS.read_text(encoding="utf-8")) if DIGESTS.exists() else {}
    for name, parts in drawings(unit):
        if kept.get(name) != _digest_of(parts) or not (PICTURES / name).exists():
            yield f"{name} is not of today's model: python3 hardware files"
