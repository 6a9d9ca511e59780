"""OpenSCAD's part: what is printed, what is cut, and the views of the whole."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from hardware.tools.facts import HARDWARE, OUT, UNIT_PADDLES

SCAD = HARDWARE / "mechanics"
BED_MM = 220.0

# file -> (definitions for parts.scad, how many to print)
PRINTED: dict[str, tuple[dict[str, str], int]] = {
    "base": ({"part": "base"}, 1),
    "lid": ({"part": "lid"}, 1),
    "arm": ({"part": "arm"}, 4),
    "stop": ({"part": "stop"}, 8),
    "jig": ({"part": "jig"}, 1),
    **{f"paddle-{paddle.name}": ({"part": "paddle", "shape": paddle.shape}, 1) for paddle in UNIT_PADDLES},
}
CUT = ("deck", "lid", "arm", "blade", "tongue", "ear", "cheek", "pusher", "spacer")
# view -> OpenSCAD's camera: shift, turn, distance
VIEWS = {
    "assembled": "0,0,45,58,0,25,610",
    "exploded": "0,0,20,64,0,25,980",
    "stacked": "0,0,35,45,0,25,620",
}


def openscad(
    source: Path, target: Path, definitions: dict[str, str], *more: str, display: bool = False
) -> None:
    """Run OpenSCAD; a warning is an error, and its own words are in ours."""
    target.parent.mkdir(parents=True, exist_ok=True)
    words = ["openscad", "--hardwarnings", "-o", str(target)]
    for name, value in definitions.items():
        bare = value.startswith("[") or value.replace(".", "").replace("-", "").isdigit()
        words += ["-D", f"{name}={value}" if bare else f'{name}="{value}"']
    words += [*more, str(source)]
    if display and not os.environ.get("DISPLAY"):
        words = ["xvfb-run", "-a", *words]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0 or not target.exists():
        raise RuntimeError(f"openscad {source.name} {definitions}: {done.stderr[-800:]}")


def colours() -> str:
    rows = ", ".join("[" + ", ".join(f"{c / 255:.3f}" for c in paddle.rgb) + "]" for paddle in UNIT_PADDLES)
    return f"[{rows}]"


def stl(name: str, folder: Path = OUT / "stl", **overrides: str) -> Path:
    target = folder / f"{name}.stl"
    openscad(SCAD / "parts.scad", target, {**PRINTED[name][0], **overrides})
    return target


def outline(name: str, folder: Path = OUT / "laser", kind: str = "svg") -> Path:
    target = folder / f"{name}.{kind}"
    openscad(SCAD / "laser.scad", target, {"piece": name})
    return target


def fresh(made: Path) -> bool:
    """Newer than every OpenSCAD source."""
    newest = max(source.stat().st_mtime for source in SCAD.glob("*.scad"))
    return made.exists() and made.stat().st_mtime > newest


def view(name: str, target: Path, size: str = "1400,1050") -> Path:
    """The whole unit, from the STLs in out/stl; those that are missing are made."""
    shapes = "[" + ", ".join(f'"{paddle.shape}"' for paddle in UNIT_PADDLES) + "]"
    names = "[" + ", ".join(f'"{paddle.name}"' for paddle in UNIT_PADDLES) + "]"
    for part in PRINTED:
        if not fresh(OUT / "stl" / f"{part}.stl"):
            stl(part)
    openscad(
        SCAD / "assembly.scad",
        target,
        {"view": name, "colours": colours(), "shapes": shapes, "names": names, "stl": str(OUT / "stl")},
        f"--imgsize={size}",
        f"--camera={VIEWS[name]}",
        "--colorscheme=Tomorrow",
        display=True,
    )
    return target


def missing() -> list[str]:
    needed = ["openscad"] + ([] if os.environ.get("DISPLAY") else ["xvfb-run"])
    return [word for word in needed if shutil.which(word) is None]


def clash(folder: Path, **definitions: str) -> bool:
    """Whether a paddle at this angle (or a switch in its slots) would cut into what is around it."""
    target = folder / "clash.stl"
    try:
        openscad(SCAD / "clash.scad", target, definitions)
    except RuntimeError as error:
        if "top level object is empty" in str(error):
            return False
        raise
    return True
