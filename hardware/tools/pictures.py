"""The guides' pictures of sheet, board and wiring; `manual_pictures.py` draws the unit and its steps."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from PIL import Image, ImageChops

from hardware.tools import fabrication, wiring
from hardware.tools.parts import SMD, THROUGH_HOLE

Maker = Callable[[Path], Path]

MADE: dict[str, Maker] = {
    "schematic.svg": fabrication.schematic_svg,
    "board.png": lambda target: fabrication.render(target, THROUGH_HOLE),
    "board-smd.png": lambda target: fabrication.render(target, SMD),
    "wiring.svg": wiring.draw,
}
# Two renders of one thing differ in fewer pixels than this share: an edge drawn by another OpenGL.
SAME_SHARE = 0.0002
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
        if name == "schematic.svg" and committed.read_text("utf-8") != fresh.read_text("utf-8"):
            return f"{name} is drawn otherwise"  # KiCad draws its letters itself: no font of the machine's
        changed = sorted(set(old) ^ set(new))
        return f"{name} differs: {', '.join(changed[:5]) or 'words repeated'}" if old != new else ""
    with Image.open(committed) as a, Image.open(fresh) as b:
        if a.size != b.size:
            return f"{name} is {a.size}, now {b.size}"
        apart = ImageChops.difference(a.convert("RGB"), b.convert("RGB")).convert("L")
    share = sum(apart.histogram()[24:]) / (apart.width * apart.height)
    return f"{name} differs in {share:.2%} of its pixels" if share > SAME_SHARE else ""
