"""Files that are committed ready to order and to print, so that a builder needs nothing installed."""

from __future__ import annotations

import hashlib
import io
import tempfile
import zipfile
from pathlib import Path

from hardware.tools import copper, fab, mechanics, release
from hardware.tools.facts import HARDWARE
from hardware.tools.pack import Content
from hardware.tools.parts import SMD, VARIANTS

FOLDER = HARDWARE / "ready"
MADE_FROM = "print/made-from.txt"


def board_files(work: Path) -> Content:
    """What goes to the board maker."""
    found = {
        f"gerbers-{variant.build}.zip": fab.gerbers_zip(variant, work / variant.build) for variant in VARIANTS
    }
    board = copper.read(SMD.board)
    return found | {
        "house-parts-smd.csv": fab.house_parts(SMD, board),
        "house-positions-smd.csv": fab.positions(board),
    }


def sources() -> bytes:
    """One hash of all that the printed parts are made from."""
    whole = hashlib.sha256()
    for path in sorted(mechanics.SCAD.glob("*.scad")):
        whole.update(path.name.encode() + b"\0" + path.read_bytes())
    whole.update(repr(sorted(mechanics.PRINTED.items())).encode())
    return f"{whole.hexdigest()}\n".encode()


def write() -> None:
    with tempfile.TemporaryDirectory() as work:
        content = {
            **board_files(Path(work)),
            **{name: body for name, body in release.printed(Path(work)).items() if name.endswith(".stl")},
            MADE_FROM: sources(),
        }
    for old in [path for path in FOLDER.rglob("*") if path.is_file()]:
        if old.relative_to(FOLDER).as_posix() not in content:
            old.unlink()
    for name, body in content.items():
        target = FOLDER / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() or not same(target.read_bytes(), body):
            target.write_bytes(body)


def same(one: bytes, other: bytes) -> bool:
    """Equal, or zips of equal content: another zlib packs otherwise."""
    if one == other or not one.startswith(b"PK"):
        return one == other
    return unpacked(one) == unpacked(other)


def unpacked(archive: bytes) -> Content:
    with zipfile.ZipFile(io.BytesIO(archive)) as found:
        return {name: found.read(name) for name in found.namelist()}


def stale(work: Path, folder: Path = FOLDER) -> list[str]:
    """Which committed files are not what their sources give; `python3 hardware files` makes them again."""
    fresh = {**board_files(work), MADE_FROM: sources()}
    wrong = [
        name
        for name, body in fresh.items()
        if not (folder / name).exists() or not same((folder / name).read_bytes(), body)
    ]
    prints = {f"{name}-x{count}.stl" for name, (_, count) in mechanics.PRINTED.items()}
    there = {path.name for path in (folder / "print").glob("*.stl")}
    return wrong + [f"print/{name}" for name in sorted(prints ^ there)]
