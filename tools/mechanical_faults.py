"""Try every fault of the printed parts and write down which check found it: hardware/faults-mechanics.csv."""

from __future__ import annotations

import csv
import re
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "host"), str(ROOT / "tests")]

from own_python import needs  # noqa: E402

needs("yaml", "manifold3d")

from support.mechanical_faults import FAULTS, FOUND, caught, copy_of, put_in  # noqa: E402


def main() -> None:
    with FOUND.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["fault", "file", "what it said"])
        for fault in FAULTS:
            with tempfile.TemporaryDirectory() as folder:
                unit = copy_of(Path(folder))
                put_in(fault, Path(folder))
                found = [line for line in caught(fault, unit) if re.search(fault["says"], line)]
            said = re.sub(r"refused: .*?ERROR: ", "refused: ", found[0]) if found else ""
            writer.writerow([fault["name"], fault["in"], said.replace(folder, "")])
            print(f"{fault['name']}: {said or 'NOT FOUND'}", flush=True)


if __name__ == "__main__":
    main()
