"""Files that are committed ready to order boards with, so that a builder needs nothing installed."""

from __future__ import annotations

import io
import tempfile
import zipfile
from pathlib import Path

from hardware.tools import copper, fab
from hardware.tools.facts import HARDWARE
from hardware.tools.pack import Content
from hardware.tools.parts import SMD, VARIANTS

FOLDER = HARDWARE / "ready"


def files(work: Path) -> Content:
    """What goes to the board maker."""
    board = copper.read(SMD.board)
    return {
        **{f"gerbers-{v.build}.zip": fab.gerbers_zip(v, work / v.build) for v in VARIANTS},
        "house-parts-smd.csv": fab.house_parts(SMD, board),
        "house-positions-smd.csv": fab.positions(board),
    }


def write() -> None:
    with tempfile.TemporaryDirectory() as work:
        content = files(Path(work))
    FOLDER.mkdir(exist_ok=True)
    for name, body in content.items():
        target = FOLDER / name
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
    return [
        name
        for name, body in files(work).items()
        if not (folder / name).exists() or not same((folder / name).read_bytes(), body)
    ]
