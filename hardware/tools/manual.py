"""The manual: numbered steps from `manual.yml`, their parts counted, their pictures drawn from the model."""

from __future__ import annotations

import hashlib
import html
import itertools
import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy
import yaml  # type: ignore[import-untyped]
from manifold3d import Manifold

from hardware.tools import assembly, checks, draw, solid, stacks
from hardware.tools.facts import HARDWARE, OUT, PICTURES, UNIT_PADDLES
from hardware.tools.unit import Place, Unit

BUILD = HARDWARE / "guide" / "build.md"
STEPS = PICTURES / "steps"
DIGESTS = STEPS / "digests.json"
FRESH: draw.Colour = (232, 140, 38)


@dataclass(frozen=True)
class Step:
    """One step of the manual."""

    number: int
    title: str
    do: str
    check: str
    tools: list[str] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    put: list[str] = field(default_factory=list)
    pale: list[str] = field(default_factory=list)  # put in here, but not what the picture is about
    carried: list[str] = field(default_factory=list)
    section: str = ""
    build: str = "both"
    optional: bool = False
    bench: bool = False
    alone: bool = False  # its picture shows only what is put together here, and on one side
    near: list[str] = field(default_factory=list)  # pale beside it where it is alone
    angle: float = 30.0
    eye: list[float] = field(default_factory=lambda: [-60, 40])
    picture: str = ""

    @property
    def image(self) -> str:
        return f"{self.number:02}.png" if self.put or self.picture else ""

    def taken(self) -> Counter[str]:
        """Reference -> how many of it this step takes; 0 means all of that row."""
        found: Counter[str] = Counter()
        for word in self.parts:
            ref, _, count = word.partition(" x ")
            found[ref] = int(count or 0)
        return found


def load(unit: Unit) -> tuple[dict[str, Any], list[Step]]:
    manual = yaml.safe_load(unit.manual.read_text(encoding="utf-8"))
    steps = []
    measures = {**unit.n, "grams": round(checks.filament_g(checks.bom_rows(unit.bom)), -1)}
    for number, row in enumerate(manual["steps"], start=1):
        words = {key: row[key].strip().format(**measures) for key in ("do", "check")}
        steps.append(Step(number=number, **{**row, **words}))
    return manual, steps


BUILDS = ("board", "point-to-point")  # that the manual tells; the assembled board is the first one, half done


def belongs(build: str, which: str) -> bool:
    return build in ("both", which) or (build == "boards" and which != "point-to-point")


# ---- parts: used up exactly once, and as many as the model shows


def part_complaints(steps: list[Step], rows: list[checks.Row]) -> list[str]:
    """Every row of the parts list is used up by the steps of each build, and nothing else is."""
    wrong = []
    for build in BUILDS:
        have: dict[str, int] = {}
        for row in rows:
            if belongs(row["build"], build) and "laser" not in row["note"]:
                refs = checks.references(row)
                have |= (
                    {refs[0]: int(row["quantity"])}
                    if row["reference"].startswith("M")
                    else dict.fromkeys(refs, 1)
                )
        left = dict(have)
        for step in (step for step in steps if belongs(step.build, build)):
            for ref, count in step.taken().items():
                if ref not in have:
                    wrong.append(f"{build}: step {step.number} takes {ref}, which is not in the parts list")
                    continue
                left[ref] -= count or have[ref]
        wrong += [f"{build}: {ref}: {count} left over" for ref, count in left.items() if count > 0]
        wrong += [f"{build}: {ref}: {-count} too few" for ref, count in left.items() if count < 0]
    return wrong


def model_counts(unit: Unit, build: str) -> Counter[str]:
    """What the model shows in this build, in the parts list's words."""
    other = {"board": "pico", "point-to-point": "board"}[build]
    keys = {
        "pico": {"pico", "pico screw"},
        "board": {"board", "board screw", "pico h", "touch switch", "touch screw", "ring", "next"},
    }
    found: Counter[str] = Counter()
    for place in unit.places:
        if place.key not in keys[other]:
            found[place.what] += len(place.sides)
    return found


_ELECTRONIC = ("circuit board", "Pico", "Pico H", "WS2812 x8", "LED", "NEXT")


def count_complaints(unit: Unit, rows: list[checks.Row]) -> list[str]:
    """Every screw, nut, pad, foot and printed part of the model is bought, and as often."""
    wrong = []
    for build in BUILDS:
        bought: Counter[str] = Counter()
        for row in rows:
            if belongs(row["build"], build) and "laser" not in row["note"]:
                bought[row["value"]] += int(row["quantity"])
        shown = model_counts(unit, build)
        wrong += [
            f"{build}: the model shows {count} x {what}, the parts list has {bought[what]}"
            for what, count in shown.items() if what not in _ELECTRONIC and bought[what] != count
        ]  # fmt: skip
        hardware = re.compile(r"screw|nut |bumper|foot|felt|spring|tie|printed")
        wrong += [
            f"{build}: the parts list has {what}, the model shows none"
            for what in bought if hardware.search(what) and what not in shown and what != "printed jig"
        ]  # fmt: skip
    return wrong


def step_count_complaints(unit: Unit, steps: list[Step], rows: list[checks.Row]) -> list[str]:
    """What a step puts in is what its own parts are."""
    by_ref = {row["reference"] + row["build"]: row for row in rows}
    wrong = []
    shown: Counter[str] = Counter()
    for step in steps:
        put: Counter[str] = Counter()
        for place in unit.places:
            if place.key in step.put:
                put[place.what] += len(place.sides)
        for ref, count in step.taken().items():
            row = by_ref.get(f"{ref}both") or by_ref.get(f"{ref}boards") or by_ref.get(f"{ref}{step.build}")
            if (
                row
                and row["value"] in {place.what for place in unit.places}
                and row["value"] not in _ELECTRONIC
            ):
                put[row["value"]] -= count or int(row["quantity"])
        own = {place.what for place in unit.places if place.key in step.put and place.key not in step.pale}
        wrong += [
            f"step {step.number}: {count:+} x {what} between picture and parts"
            for what, count in put.items()
            if count and what in own and what not in _ELECTRONIC and not what.startswith("D3V")
        ]
        shown.update(dict.fromkeys(step.put, 1))
    missing = {place.key for place in unit.places} - set(shown)
    return wrong + [f"no step puts in the {key}" for key in sorted(missing)]


def assembly_steps(steps: list[Step], build: str) -> list[assembly.Step]:
    return [
        assembly.Step(f"step {s.number}", tuple(s.put), s.angle, tuple(s.carried), s.bench)
        for s in steps if s.put and belongs(s.build, build)
    ]  # fmt: skip


# ---- pictures


def _colour(place: Place, side: int) -> draw.Colour:
    return UNIT_PADDLES[side].rgb if place.key == "paddle" else FRESH


def things(unit: Unit, steps: list[Step], step: Step) -> list[draw.Thing]:
    """What is there after this step: the new in colour, the rest pale."""
    if step.picture == "stack":
        found = stacks.angles(unit, range(4), {})
        return whole(unit, dict(enumerate(found)))
    before: list[str] = []
    builds = [build for build in BUILDS if belongs(step.build, build)]
    for earlier in steps[: step.number - 1]:
        if not earlier.bench and not earlier.optional and belongs(earlier.build, builds[0]):
            before += [*earlier.put, *earlier.carried]
    if step.alone:
        before = []
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
    return made


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
        if step.image:
            shown = things(unit, steps, step)
            yield f"steps/{step.image}", [(shown, _eye(step, shown, (760, 520)), (760, 520))]
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


# ---- pages


def markdown(unit: Unit) -> str:
    """The build guide: every step with its picture, parts, tools and check."""
    manual, steps = load(unit)
    rows = checks.bom_rows()
    lines = ["# Build", "", manual["intro"].strip(), "", "## You need", "",
             "Parts: [bom.csv](../bom.csv), or `python3 hardware bom`, which adds it up. "
             "All four slap switches of one type, from one bag.", "",
             "| tool | for |", "|---|---|"]  # fmt: skip
    lines += [f"| {tool} | {use} |" for tool, use in manual["tools"].items()]
    for step in steps:
        if step.section:
            lines += ["", f"## {step.section}"]
        only = {"board": " (board build)", "point-to-point": " (point-to-point build)"}.get(step.build, "")
        lines += ["", f"{step.number}. **{step.title}**{only}{', optional' if step.optional else ''}", ""]
        if step.image:
            lines += [f"   ![Step {step.number}: {step.title}](pictures/steps/{step.image})", ""]
        parts = part_words(step, rows)
        if parts:
            lines.append(f"   Parts: {parts}.  ")
        if step.tools:
            lines.append(f"   Tools: {', '.join(step.tools)}.")
        lines += ["", f"   {step.do}", "", f"   **Check**: {step.check}"]
    return "\n".join(lines) + "\n"


def part_words(step: Step, rows: list[checks.Row]) -> str:
    """`20 x screw M3 x 12 (M15), ...`; references of one row together."""
    words = []
    taken = step.taken()
    for row in rows:
        if step.build != "both" and not belongs(row["build"], step.build):
            continue
        refs = [ref for ref in checks.references(row) if ref in taken]
        if not refs:
            continue
        count = sum(taken[ref] or (int(row["quantity"]) if ref.startswith("M") else 1) for ref in refs)
        shown = f"{refs[0]} to {refs[-1]}" if len(refs) > 2 else " ".join(refs)
        words.append(f"{count} x {row['value']} ({shown})")
    return ", ".join(words)


_STYLE = """body{font:15px/1.5 sans-serif;max-width:46em;margin:2em auto;padding:0 1em}img{max-width:100%}
section{break-inside:avoid;border-top:1px solid #ccc;padding:.6em 0}.n{color:#888}
.check{background:#f2f6ee;padding:.4em .6em}
table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.2em .6em;text-align:left}"""


def page(unit: Unit, pictures: Path = PICTURES) -> str:
    """The manual as one HTML page with its pictures inside."""
    import base64

    manual, steps = load(unit)
    rows = checks.bom_rows()

    def text(words: str) -> str:
        plain = re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", html.escape(words, quote=False))
        return re.sub(r"\*\*([^*]+)\*\*", r"<b>\1</b>", re.sub(r"`([^`]+)`", r"<code>\1</code>", plain))

    def image(name: str) -> str:
        data = base64.b64encode((pictures / name).read_bytes()).decode()
        return f'<img alt="" src="data:image/png;base64,{data}">'

    body = [
        f"<h1>Build a slap unit</h1><p>{text(manual['intro'])}</p>",
        image("assembled.png"),
        "<h2>Tools</h2><table>",
    ]
    body += [f"<tr><td>{text(tool)}</td><td>{text(use)}</td></tr>" for tool, use in manual["tools"].items()]
    body.append("</table>")
    for step in steps:
        if step.section:
            body.append(f"<h2>{text(step.section)}</h2>")
        only = "" if step.build == "both" else f" ({step.build} build)"
        body.append(
            f"<section><h3><span class=n>{step.number}.</span> {text(step.title)}{only}"
            f"{', optional' if step.optional else ''}</h3>"
        )
        if step.image:
            body.append(image(f"steps/{step.image}"))
        if parts := part_words(step, rows):
            body.append(f"<p><b>Parts:</b> {text(parts)}</p>")
        if step.tools:
            body.append(f"<p><b>Tools:</b> {text(', '.join(step.tools))}</p>")
        body.append(f"<p>{text(step.do)}</p><p class=check><b>Check:</b> {text(step.check)}</p></section>")
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><title>Build a slap unit</title>"
        f"<style>{_STYLE}</style>" + "\n".join(body)
    )


def make(unit: Unit, folder: Path = OUT / "manual") -> list[Path]:
    """manual.html, and manual.pdf where Chromium is installed."""
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / "manual.html"
    target.write_text(page(unit), encoding="utf-8")
    browser = next(
        (
            found
            for name in ("chromium", "chromium-browser", "google-chrome")
            if (found := shutil.which(name))
        ),
        None,
    )
    if browser is None:
        return [target]
    pdf = folder / "manual.pdf"
    words = [
        browser,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-pdf-header-footer",
        f"--print-to-pdf={pdf}",
        target.as_uri(),
    ]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=120)
    if not pdf.exists():
        raise RuntimeError(f"chromium made no PDF: {done.stderr[-300:]}")
    return [target, pdf]
