"""The command: which plants, or which mutants, are tried on which tests; and what it prints."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from plants import importing
from plants.patching import KINDS, Plant, all_plants
from plants.reach import Reach, reach
from plants.trying import Outcome, Task, try_all

TESTS = Path(__file__).resolve().parents[1]
ROOT = TESTS.parent
FOR_EVER_S, PATIENCE = 60, 3  # a plant may hang what it breaks
CAUGHT = "caught.json"  # which test caught a fault the last time: it is tried first


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python3 tests/plants",
        description="Plant faults one at a time, and see which test notices.",
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="a part of a plant's name, its kind, or the word 'mutants'"
    )
    parser.add_argument("--long", action="store_true", help="try the tests of the long command too")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.add_argument("--list", action="store_true", help="print the plants, and try nothing")
    parser.add_argument("--sample", type=int, default=300, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1, help="which of all mutants")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--most", type=int, default=40, metavar="S", help="seconds of tests for one mutant")
    parser.add_argument("--fresh", action="store_true", help="note again which tests reach what")
    parser.add_argument("--only", nargs="*", metavar="KEY", help="of the sample these mutants alone")
    parser.add_argument("--on", type=Path, default=ROOT, help="another checkout, whose tests are tried")
    chosen = parser.parse_args(words)
    root = chosen.on.resolve()
    if root != ROOT and Path(sys.prefix) != root / ".venv":
        python = str(root / ".venv" / "bin" / "python")
        os.execv(python, [python, "-P", *sys.argv])
    plants = all_plants()
    mutants = chosen.names[:1] == ["mutants"]
    if not mutants:
        wanted = _wanted(plants.values(), chosen.names)
        if not wanted:
            parser.error(f"no plant is called so: {' '.join(chosen.names)}; --list shows all")
        if chosen.list:
            print(*(f"{plant.kind:13} {plant.name}" for plant in wanted), sep="\n")
            return 0
    _forget_this_checkout()
    known = reach(root, chosen.long, chosen.workers, chosen.fresh)
    if mutants:
        from plants import mutants as sampled

        return sampled.run(root, known, chosen)
    return _try_plants(root, known, wanted, chosen)


def _wanted(plants: Iterable[Plant], names: Sequence[str]) -> list[Plant]:
    """The plants that are named, in that order; all of them where none is."""
    found = [plant for name in names for plant in plants if name == plant.kind or name in plant.name]
    return list(dict.fromkeys(found)) if names else list(plants)


def _forget_this_checkout() -> None:
    """The tests that are tried import their own checkout's files."""
    ours = {ROOT, TESTS, TESTS / "plants", ROOT / "host"}
    sys.path[:] = [path for path in sys.path if Path(path or ".").resolve() not in ours]
    for name in ("own_python", "first_run"):
        sys.modules.pop(name, None)


class Catchers:
    """The test that caught each fault the last time."""

    def __init__(self, root: Path) -> None:
        self._path = root / ".cache" / "plants" / CAUGHT
        self._by_fault: dict[str, str] = json.loads(self._path.read_text()) if self._path.exists() else {}

    def first(self, fault: str, tests: Sequence[str]) -> list[str]:
        """The tests with that one first."""
        catcher = self._by_fault.get(fault)
        return sorted(tests, key=lambda test: test != catcher)

    def note(self, outcome: Outcome) -> None:
        if outcome.caught:
            self._by_fault[outcome.name] = outcome.caught.partition(" (")[0]
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.write_text(json.dumps(self._by_fault, indent=0), "utf-8")


def tests_of(plant: Plant, known: Reach) -> list[str]:
    return known.of({change.reached_by for change in plant.changes})


def task_of(plant: Plant, tests: Sequence[str], seconds: float) -> Task:
    """Make the task of a plant, whose tests take about so many seconds when nothing is planted."""

    def prepare(_: Path) -> None:
        os.environ[importing.PLANT] = plant.name
        importing.plant_here(plant.changes)

    return Task(
        plant.name, tests, prepare, round(FOR_EVER_S + PATIENCE * seconds), FOR_EVER_S + PATIENCE * seconds
    )


def _try_plants(root: Path, known: Reach, wanted: Iterable[Plant], chosen: argparse.Namespace) -> int:
    catchers, tasks, results = Catchers(root), [], []
    kinds = {}
    for plant in wanted:
        kinds[plant.name] = plant.kind
        tests = tests_of(plant, known)
        if tests:
            seconds = sum(map(known.seconds.__getitem__, tests))
            tasks.append(task_of(plant, catchers.first(plant.name, tests), seconds))
        else:
            results.append(Outcome(plant.name, error="no test reaches it"))
            _say(results[-1], kinds[plant.name], chosen.json)
    for outcome in try_all(root, tasks, chosen.workers, chosen.long):
        results.append(outcome)
        catchers.note(outcome)
        _say(outcome, kinds[outcome.name], chosen.json)
    escaped = [outcome for outcome in results if not outcome.caught]
    if chosen.json:
        print(json.dumps([{"kind": kinds[each.name], **vars(each)} for each in results], indent=1))
        return 1 if escaped else 0
    planted, caught = Counter(kinds.values()), Counter(kinds[each.name] for each in results if each.caught)
    for kind in KINDS:
        if planted[kind]:
            print(f"{kind:13} {caught[kind]} of {planted[kind]} caught")
    print(f"{len(results) - len(escaped)} of {len(results)} caught")
    return 1 if escaped else 0


def _say(outcome: Outcome, kind: str, as_json: bool) -> None:
    how = f"caught by {outcome.caught}" if outcome.caught else f"ESCAPED {outcome.ran} tests"
    how = f"{how} {outcome.error.strip().splitlines()[-1]}" if outcome.error else how
    line = f"{kind:13} {outcome.name}: {how} ({outcome.took_s:.0f} s)"
    print(line, file=sys.stderr if as_json else sys.stdout, flush=True)
