"""The guides' pictures: how each is made, and whether the committed one is what its sources give."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

from hardware.tools import fabrication, mechanics, wiring

Maker = Callable[[Path], Path]

MADE: dict[str, Maker] = {
    "schematic.svg": fabrication.schematic_svg,
    "board.png": lambda target: fabrication.render(target),
    "wiring.svg": wiring.draw,
    "assembled.png": lambda target: mechanics.view("assembled", target),
    "exploded.png": lambda target: mechanics.view("exploded", target),
    "stacked.png": lambda target: mechanics.view("stacked", target),
}
# Two renders of one thing differ by less than this (of 255, on average): other fonts, other OpenGL.
SAME_PICTURE = 2.0
_WORDS = re.compile(r"<(?:text|tspan|desc)[^>]*>([^<]+)<")


def make(folder: Path) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    return [maker(folder / name) for name, maker in MADE.items()]


def stale(name: str, fresh: Path, committed: Path) -> str:
    """Why the committed picture is no longer what its sources give; empty when it is."""
    if not committed.exists():
        return f"{name} is missing"
    if name.endswith(".svg"):
        old, new = (sorted(_WORDS.findall(p.read_text(encoding="utf-8"))) for p in (committed, fresh))
        if not new:
            return f"{name} has no words to compare"
        changed = sorted(set(old) ^ set(new))
        return f"{name} differs: {', '.join(changed[:5]) or 'words repeated'}" if old != new else ""
    with Image.open(committed) as a, Image.open(fresh) as b:
        if a.size != b.size:
            return f"{name} is {a.size}, now {b.size}"
        means = ImageStat.Stat(ImageChops.difference(a.convert("RGB"), b.convert("RGB"))).mean
    return f"{name} differs by {max(means):.1f} of 255" if max(means) > SAME_PICTURE else ""
