"""Plants faults in copies of the package, one at a time, and plays evenings until each is found.

    python3 tests/evenings/plants.py [--most 300] [--only 3] [--cores 1] [--json]

`plants.toml` lists them. A planted fault that no evening finds is a hole in the simulator.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
COPIED = ("host", "firmware", "tests")


@dataclass(frozen=True, slots=True)
class Plant:
    """One fault: where it is planted, and what it breaks."""

    number: int
    file: str
    old: str
    new: str
    why: str
    game: str = ""  # where alone it can be seen


@dataclass(frozen=True, slots=True)
class Found:
    """What came of one plant."""

    plant: Plant
    what: str  # "" when no evening found it
    evenings: int
    took_s: float

    def to_json(self) -> dict[str, Any]:
        return {
            "plant": self.plant.number,
            "why": self.plant.why,
            "file": self.plant.file,
            "found": self.what,
            "evenings": self.evenings,
            "seconds": round(self.took_s, 1),
        }


def planted() -> list[Plant]:
    """All of the list."""
    with (HERE / "plants.toml").open("rb") as file:
        listed = tomllib.load(file)["plant"]
    return [Plant(number, **plant) for number, plant in enumerate(listed, start=1)]


def patched(plant: Plant, text: str) -> str:
    """The file with the fault in it."""
    times = text.count(plant.old)
    if times != 1:
        raise ValueError(f"plant {plant.number} ({plant.why}): {times} places in {plant.file}, not one")
    return text.replace(plant.old, plant.new)


def known_seeds(most: int, cores: int) -> list[int]:
    """Evenings in which something is found without any plant: they say nothing of one."""
    words = ["--evenings", str(most), "--cores", str(cores), "--json"]
    run = subprocess.run(
        [sys.executable, HERE, *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    seeds: list[int] = json.loads(run.stdout)["seeds"]
    return seeds


def try_one(plant: Plant, most: int, cores: int, without: Sequence[int]) -> Found:
    """Evenings in a copy with the fault, until one finds it."""
    with tempfile.TemporaryDirectory(prefix="plant-") as folder:
        copy = Path(folder)
        for name in COPIED:
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", ".venv"))
        place = copy / plant.file
        place.write_text(patched(plant, place.read_text("utf-8")), "utf-8")
        words = ["tests/evenings", "--evenings", str(most), "--cores", str(cores), "--stop", "--json"]
        words += ["--without", *map(str, without)] if without else []
        if plant.game:
            words += ["--game", plant.game]
        # The checkout's own package must not be the one that is played.
        surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        began_s = time.monotonic()
        run = subprocess.run(
            [sys.executable, *words], cwd=copy, env=surroundings, capture_output=True, text=True, check=False
        )
        took_s = time.monotonic() - began_s
        try:
            told = json.loads(run.stdout)
        except ValueError:  # no evening found it, so it must not count as found
            raise RuntimeError(f"plant {plant.number}: no evening was played: {run.stderr}") from None
        return Found(plant, ", ".join(sorted(told["found"])), told["evenings"], took_s)


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--most", type=int, default=300, help="evenings for one plant")
    parser.add_argument("--only", type=int, nargs="*", help="the numbers of these plants")
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(words)
    without = known_seeds(chosen.most, chosen.cores)
    if without and not chosen.json:
        print(f"left out, for something is found in them without any plant: {without}", flush=True)
    results = []
    for plant in planted():
        if chosen.only and plant.number not in chosen.only:
            continue
        found = try_one(plant, chosen.most, chosen.cores, without)
        results.append(found)
        if not chosen.json:
            how = f"{found.what} after {found.evenings} evenings" if found.what else "NOT FOUND"
            print(f"{plant.number:3} {how}, {found.took_s:.0f} s: {plant.why}", flush=True)
    missed = [found for found in results if not found.what]
    if chosen.json:
        print(json.dumps([found.to_json() for found in results], indent=2))
    else:
        print(f"{len(results) - len(missed)} of {len(results)} found")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
