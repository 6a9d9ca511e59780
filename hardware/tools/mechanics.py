"""What is printed and what is cut: the model's parts as files."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from pathlib import Path

from manifold3d import Manifold

from hardware.tools import solid
from hardware.tools.facts import HARDWARE, OUT, UNIT_PADDLES
from hardware.tools.unit import Unit

SCAD = HARDWARE / "mechanics"
PRINTS = HARDWARE / "prints"  # committed: a builder needs nothing installed
BED_MM = 220.0

# file -> (definitions for parts.scad, how many to print)
PRINTED: dict[str, tuple[dict[str, str], int]] = {
    "base": ({"part": "base"}, 1),
    "lid": ({"part": "lid"}, 1),
    "arm": ({"part": "arm"}, 4),
    "anvil": ({"part": "anvil"}, 1),
    "cover": ({"part": "cover"}, 4),
    "jig": ({"part": "jig"}, 1),
    **{f"paddle-{paddle.name}": ({"part": "paddle", "shape": paddle.shape}, 1) for paddle in UNIT_PADDLES},
}
CUT = ("deck", "lid", "arm", "blade", "tongue", "ear", "cheek", "pusher", "gusset", "post", "spacer")


def printed(name: str, unit: Unit | None = None) -> Manifold:
    """A printed part as it lies on the bed."""
    definitions = PRINTED[name][0]
    return (unit or Unit()).part(definitions["part"], **{k: v for k, v in definitions.items() if k != "part"})


def stl(name: str, folder: Path = OUT / "stl", **overrides: str) -> Path:
    return solid.write_stl(printed(name, Unit(values=overrides)), folder / f"{name}.stl")


def outline(name: str, folder: Path = OUT / "laser", kind: str = "svg") -> Path:
    target = folder / f"{name}.{kind}"
    folder.mkdir(parents=True, exist_ok=True)
    words = [
        "openscad",
        "--hardwarnings",
        "-o",
        str(target),
        "-D",
        f'piece="{name}"',
        str(SCAD / "laser.scad"),
    ]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0 or not target.exists():
        raise RuntimeError(f"openscad laser.scad {name}: {done.stderr[-800:]}")
    return target


def missing() -> list[str]:
    return [] if shutil.which("openscad") else ["openscad"]


def stale_prints(folder: Path = PRINTS) -> list[str]:
    """Committed prints that are not of today's model."""
    wrong = []
    for name in PRINTED:
        fresh = solid.stl_bytes(printed(name))
        kept = folder / f"{name}.stl"
        if not kept.exists() or _digest(kept.read_bytes()) != _digest(fresh):
            wrong.append(f"{kept.name} is not of today's model: python3 hardware files")
    return wrong


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
