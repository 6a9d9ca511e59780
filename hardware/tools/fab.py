"""What a board house takes: gerbers and drills as one zip, its parts list and its positions."""

from __future__ import annotations

import csv
import io
import math
import re
import tempfile
from pathlib import Path

from hardware.tools import checks, copper, fabrication
from hardware.tools.copper import Board
from hardware.tools.facts import BOARD, DATE, HARDWARE, SCHEMATIC
from hardware.tools.kicad import cli
from slamomatic.packing import Content, zipped

ORDER = HARDWARE / "order"
# Where a board house's library turns a package otherwise than KiCad's: footprint -> degrees to add.
# From matthewlai/JLCKicadTools, cpl_rotations_db.csv; the board house shows each part before it solders.
TURNED = (("SOT-23", 180), ("SOIC-", 270))
_MOMENT = re.compile(rb"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[+-]\d\d:?\d\d|Z)?")
_NODE = re.compile(rb"\bnode\d{8}\b")
_PDF_MOMENT = re.compile(rb"D:\d{14}([+-]\d\d'\d\d'?)?")


def timeless(content: bytes) -> bytes:
    """A file with the release's date instead of the moment when it was written; as long as before.

    Chromium numbers the parts of a page from where it likes: the lowest becomes 1, and so on.
    """
    rank = {name: b"node%08d" % n for n, name in enumerate(sorted(set(_NODE.findall(content))), start=1)}
    content = _NODE.sub(lambda found: rank[found[0]], content)
    content = _MOMENT.sub(f"{DATE}T00:00:00+00:00".encode(), content)
    written = f"D:{DATE.replace('-', '')}000000".encode()
    return _PDF_MOMENT.sub(lambda found: written + re.sub(rb"\d", b"0", found[1] or b""), content)


def gerbers_zip(work: Path) -> bytes:
    """Return gerbers and drills as one zip."""
    folder = fabrication.gerbers(work / "gerbers")
    return zipped({path.name: timeless(path.read_bytes()) for path in sorted(folder.iterdir())}, DATE)


def _table(*rows: tuple[object, ...]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    return text.getvalue().encode()


def flat(board: Board, ref: str) -> bool:
    """Surface-mounted: what the board house's machine places."""
    pads = [pad for pad in board.pads_of(ref) if pad.number]
    return bool(pads) and not any(pad.drill for pad in pads)


def house_parts(board: Board) -> bytes:
    """The parts list in the board house's columns: only what its machine places."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for row in checks.bom_rows():
        if "carrier" not in checks.builds_of(row):
            continue
        for ref in checks.references(row):
            if flat(board, ref):
                footprint = board.footprints[ref].split(":")[1]
                found.setdefault((row["value"], footprint, row.get("lcsc") or ""), []).append(ref)
    lines = [(value, ",".join(refs), footprint, lcsc) for (value, footprint, lcsc), refs in found.items()]
    return _table(("Comment", "Designator", "Footprint", "LCSC Part #"), *lines)


def positions(board: Board) -> bytes:
    """Where the machine places each part: its pads' middle, in the gerbers' own coordinates, y upwards."""
    lines: list[tuple[object, ...]] = []
    for ref in sorted(board.footprints, key=lambda ref: (ref.rstrip("0123456789"), len(ref), ref)):
        if not flat(board, ref):
            continue
        pads = [pad for pad in board.pads_of(ref) if pad.number]
        x = (min(pad.x - pad.width / 2 for pad in pads) + max(pad.x + pad.width / 2 for pad in pads)) / 2
        y = (min(pad.y - pad.height / 2 for pad in pads) + max(pad.y + pad.height / 2 for pad in pads)) / 2
        name = board.footprints[ref].split(":")[1]
        turn = board.turns[ref] + next((more for start, more in TURNED if name.startswith(start)), 0)
        left, top = board.origin
        lines.append((ref, f"{x + left:.4f}mm", f"{-(y + top):.4f}mm", "top", math.floor(turn % 360)))
    return _table(("Designator", "Mid X", "Mid Y", "Layer", "Rotation"), *lines)


def order(work: Path) -> Content:
    """Return what a board house takes, by the name that it has in `hardware/order`."""
    board = copper.read()
    return {
        "gerbers.zip": gerbers_zip(work),
        "house-parts.csv": house_parts(board),
        "house-positions.csv": positions(board),
    }


def write_order(folder: Path = ORDER) -> list[Path]:
    """Write the files to order from, ready in the project."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        content = order(Path(work))
    for name, made in content.items():
        (folder / name).write_bytes(made)
    return [folder / name for name in content]


def files(work: Path) -> Content:
    """Return all that belongs to the carrier, by the name in its folder."""
    work.mkdir(parents=True, exist_ok=True)
    cli("sch", "export", "pdf", "-o", work / "sheet.pdf", SCHEMATIC)
    cli("pcb", "export", "step", "--board-only", "-f", "-o", work / "board.step", BOARD)
    return {
        **order(work),
        "sheet.pdf": timeless((work / "sheet.pdf").read_bytes()),
        "board.step": timeless((work / "board.step").read_bytes()),
        "placement.html": fabrication.placement_page(work).read_bytes(),
    }
