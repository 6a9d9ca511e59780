"""Note which tests reach which function, and how long each takes: once for every commit, in .cache."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

EVERYWHERE = Path(__file__).resolve().parent / "everywhere"
PLUGIN = "plants.noting"


@dataclass(frozen=True)
class Reach:
    """The tests of one commit."""

    tests: dict[str, set[str]]  # "module:name": the tests that call it
    seconds: dict[str, float]  # of each test, those that failed left out

    def of(self, wanted: Iterable[str]) -> list[str]:
        """The tests that reach any of these; "module:" is the whole module. The quickest first."""
        found: set[str] = set()
        for one in wanted:
            module, _, name = one.partition(":")
            keys = [one] if name else [key for key in self.tests if key.partition(":")[0] == module]
            for key in keys:
                found |= self.tests.get(key, set())
        return sorted((test for test in found if test in self.seconds), key=lambda test: self.seconds[test])


def reach(root: Path, long: bool = False, workers: int = 2, fresh: bool = False) -> Reach:
    """Read it, or note it in one run of all tests."""
    ask = ["git", "rev-parse", "HEAD"]
    commit = subprocess.run(ask, cwd=root, capture_output=True, text=True, check=True).stdout.strip()
    folder = root / ".cache" / "plants" / f"{commit}{'-long' if long else ''}"
    kept = folder / "reach.json"
    if fresh or not kept.exists():
        tell = "Noting which test reaches which function: takes as long as all tests, once for a commit ..."
        print(tell, file=sys.stderr, flush=True)
        _note(root, folder, long, workers)
        noted = _collected(folder)
        _sound_after_all(root, noted, long)
        kept.write_text(json.dumps(noted), "utf-8")
        for file in folder.glob("*.reach"):
            file.unlink()
    told = json.loads(kept.read_text("utf-8"))
    return Reach({key: set(tests) for key, tests in told["tests"].items()}, told["seconds"])


def _sound_after_all(root: Path, noted: dict[str, Any], long: bool) -> None:
    """Tests that fail only because they are noted (a full disk, a limit of time) count as well."""
    from plants.trying import Task, try_all

    tasks = [Task(test, [test], lambda _: None, most_s=300) for test in noted["failed"]]
    for outcome in try_all(root, tasks, 1, long):
        if not outcome.caught and not outcome.error and outcome.ran:
            noted["seconds"][outcome.name] = outcome.took_s


def _note(root: Path, folder: Path, long: bool, workers: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for file in folder.glob("*.reach"):
        file.unlink()
    surroundings = os.environ | {
        "SLAMOMATIC_REACH": str(folder),
        "PYTHONPATH": str(EVERYWHERE),  # it also makes this package known
    }
    words = ["-q", "-p", PLUGIN, "-p", "no:cacheprovider", "--ignore=tests/plants"]
    words += ["-n", str(workers), "--dist", "loadfile"] if workers > 1 else []
    words += ["--long"] if long else []
    with (folder / "output").open("w") as output:
        subprocess.run(
            [sys.executable, "-P", "-m", "pytest", *words],
            cwd=root,
            env=surroundings,
            stdout=output,
            check=False,
        )


def _collected(folder: Path) -> dict[str, Any]:
    seconds: dict[str, float] = {}
    failed: set[str] = set()
    tests: defaultdict[str, set[str]] = defaultdict(set)
    for_file: defaultdict[str, set[str]] = defaultdict(set)  # what a shared fixture reached
    of_file: defaultdict[str, set[str]] = defaultdict(set)
    for file in folder.glob("*.reach"):
        for line in file.read_text("utf-8").splitlines():
            try:
                test, reached = json.loads(line)
            except ValueError:
                continue  # its process was killed
            if isinstance(reached, dict):
                seconds[test] = seconds.get(test, 0.0) + reached["seconds"]
                failed |= {test} if reached["failed"] else set()
                of_file[test.partition("::")[0]].add(test)
                continue
            nodeid, _, phase = test.rpartition(" ")
            for function in reached:
                if phase == "(call)":
                    tests[function].add(nodeid)
                elif nodeid:
                    for_file[nodeid.partition("::")[0]].add(function)
    for path, functions in for_file.items():
        for function in functions:
            tests[function] |= of_file[path]
    return {
        "tests": {function: sorted(found) for function, found in tests.items()},
        "seconds": {test: took for test, took in seconds.items() if test not in failed},
        "failed": sorted(failed),
    }
