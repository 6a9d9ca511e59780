"""The printed parts' files, and what PrusaSlicer says of them: grams, time, supports."""

from __future__ import annotations

import csv
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from manifold3d import Manifold

from hardware.mechanics import parts
from hardware.mechanics.dimensions import Dimensions
from hardware.tools import solids
from hardware.tools.facts import PRINTS

TABLE = PRINTS / "slicer.csv"
SETTINGS = PRINTS / "settings.ini"
BEDS = {"256 x 256": (256, 256), "250 x 210": (250, 210), "220 x 220": (220, 220), "180 x 180": (180, 180)}
COLUMNS = ("part", "count", "x_mm", "y_mm", "z_mm", "grams", "minutes", "supports")
Row = dict[str, str]


def mesh(solid: Manifold) -> Any:
    """Return a solid as a mesh in one order."""
    made = solid.to_mesh64()
    return solids.ordered(made.vert_properties[:, :3], made.tri_verts)


def write(folder: Path = PRINTS, d: Dimensions | None = None) -> list[Path]:
    """Write every printed part as STL, as it lies on the bed."""
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for name in parts.PARTS:
        target = folder / f"{name}.stl"
        target.write_bytes(solids.stl(mesh(parts.on_bed(name, d or Dimensions()))))
        found.append(target)
    return found


def sliced(source: Path) -> Row:
    """Return what PrusaSlicer says of one file; it may add supports, and should not."""
    program = shutil.which("prusa-slicer")
    if program is None:
        raise FileNotFoundError(2, "not installed", "prusa-slicer")
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "part.gcode"
        words = [program, "--export-gcode", "--load", str(SETTINGS), "--output", str(target), str(source)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode != 0 or not target.exists():
            raise RuntimeError(f"prusa-slicer {source.name}: {done.stderr[-400:]}{done.stdout[-400:]}")
        text = target.read_text(encoding="utf-8")
    grams = re.search(r"filament used \[g\] = ([\d.]+)", text)
    time = re.search(r"estimated printing time \(normal mode\) = (?:(\d+)h )?(?:(\d+)m )?(\d+)s", text)
    assert grams is not None and time is not None
    minutes = int(time[1] or 0) * 60 + int(time[2] or 0) + 1
    return {
        "grams": f"{float(grams[1]):.1f}",
        "minutes": str(minutes),
        "supports": str(text.count(";TYPE:Support material")),
    }


def table(folder: Path = PRINTS) -> list[Row]:
    """Slice every part."""
    rows = []
    for name, (_, count) in parts.PARTS.items():
        box = parts.on_bed(name, Dimensions()).bounding_box()
        size = {f"{axis}_mm": f"{box[n + 3] - box[n]:.1f}" for n, axis in enumerate("xyz")}
        rows.append({"part": name, "count": str(count), **size, **sliced(folder / f"{name}.stl")})
    return rows


def write_table() -> Path:
    """Write what the slicer says beside the files."""
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(table())
    return TABLE


def read_table() -> list[Row]:
    """Return the committed table."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def grams(rows: list[Row]) -> float:
    """Return what all parts of a unit for four weigh."""
    return sum(int(row["count"]) * float(row["grams"]) for row in rows)


def complaints(rows: list[Row]) -> list[str]:
    """Return parts that need supports or fit no common bed, and a unit that is too heavy."""
    wrong = [f"{row['part']}: the slicer adds supports" for row in rows if row["supports"] != "0"]
    for row in rows:
        x, y = sorted((float(row["x_mm"]), float(row["y_mm"])))
        for bed, (a, b) in BEDS.items():
            if x > min(a, b) - 5 or y > max(a, b) - 5:
                wrong.append(f"{row['part']} is too large for a bed of {bed} mm")
    if grams(rows) > 450:
        wrong.append(f"a unit for four takes {grams(rows):.0f} g of filament, more than 450")
    return wrong
