"""Breaks the rules on purpose, one at a time, and sees whether the tests notice.

    python3 tests/rules/mutants [NAME…] [--workers 2] [--only 3]

Each NAME.toml holds `tests` (the files in tests/rules to run, the likeliest first) and a list of

    [[mutant]]
    file = "host/slamomatic/games/hands_down.py"
    old = "…"           # occurs exactly once in the file
    new = "…"
    why = "what rule is broken"
    survives = "…"      # only where no test can tell: the reason

A copy of the package is broken, never the one in the checkout.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
MINUTES = 2  # a mutant that makes a test run for ever is caught too


@dataclass(frozen=True)
class Mutant:
    book: str
    number: int
    file: str
    old: str
    new: str
    why: str
    survives: str
    tests: tuple[str, ...]

    def problem(self) -> str | None:
        """Why it can't be tried, if it can't."""
        count = (ROOT / self.file).read_text(encoding="utf-8").count(self.old)
        if count != 1:
            return f"'old' occurs {count} times in {self.file}"
        return "'new' is 'old'" if self.old == self.new else None


def read_book(path: Path) -> list[Mutant]:
    book = tomllib.loads(path.read_text(encoding="utf-8"))
    tests = tuple(f"tests/rules/{name}" for name in book["tests"])
    return [
        Mutant(
            path.stem,
            number,
            entry["file"],
            entry["old"],
            entry["new"],
            entry["why"],
            entry.get("survives", ""),
            tests,
        )
        for number, entry in enumerate(book["mutant"], 1)
    ]


def books() -> dict[str, list[Mutant]]:
    return {path.stem: read_book(path) for path in sorted(HERE.glob("*.toml"))}


def caught(mutant: Mutant) -> bool:
    """Whether a test fails with this rule broken."""
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        host = Path(folder) / "host"
        shutil.copytree(ROOT / "host", host, ignore=shutil.ignore_patterns("__pycache__"))
        broken = Path(folder) / mutant.file
        text = broken.read_text(encoding="utf-8")
        if mutant.old:
            broken.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")
        command = [
            *(sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "-p", "no:cacheprovider"),
            *("-o", f"pythonpath={host} tests .", *mutant.tests),
        ]
        env = os.environ | {"PYTHONPATH": str(host), "MUTANT": "1", "HYPOTHESIS_STORAGE_DIRECTORY": folder}
        try:
            done = subprocess.run(
                command, cwd=ROOT, env=env, capture_output=True, timeout=60 * MINUTES, check=False
            )
        except subprocess.TimeoutExpired:
            return True
        if done.returncode not in (0, 1, 2):
            raise SystemExit(f"pytest itself failed:\n{done.stdout.decode()}\n{done.stderr.decode()}")
        return done.returncode != 0


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="which books; all unless said")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", type=int, help="only the mutant of this number")
    args = parser.parse_args()
    known = books()
    wanted = [m for name in args.names or known for m in known[name] if args.only in (None, m.number)]
    for mutant in wanted:
        problem = mutant.problem()
        if problem:
            print(f"{mutant.book} {mutant.number}: {problem}")
            return 2
    for book in dict.fromkeys(mutant.book for mutant in wanted):
        # Unbroken rules must pass, else every mutant would look caught.
        first = known[book][0]
        if caught(replace(first, old="", new="")):
            print(f"{book}: its tests fail before anything is broken")
            return 2
    survivors = explained = 0
    with ThreadPoolExecutor(args.workers) as pool:
        for mutant, was_caught in zip(wanted, pool.map(caught, wanted), strict=True):
            says = "caught" if was_caught else "SURVIVED" if not mutant.survives else "survives, explained"
            print(f"{mutant.book} {mutant.number:>3} {says:<20} {mutant.why}", flush=True)
            survivors += not was_caught and not mutant.survives
            explained += not was_caught and bool(mutant.survives)
    dead = len(wanted) - survivors - explained
    print(f"{len(wanted)} mutants: {dead} caught, {explained} explained, {survivors} not")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
