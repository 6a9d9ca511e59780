"""Mutants: small changes that cosmic-ray makes in the sources, a fixed sample of them, tried one by one.

The sample hangs on what each mutant is, not on where it stands: where code moves most of it stays the same.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import hashlib
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cosmic_ray.ast
import cosmic_ray.plugins
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator

from plants import importing
from plants.command import Catchers
from plants.reach import Reach
from plants.trying import Outcome, Task, try_all

PACKAGES = ("engine", "games", "units", "table")
PATIENCE = 3  # times as long as its tests take, and a mutant runs for ever


@dataclass(frozen=True)
class Mutant:
    """One change to one module."""

    module: str
    path: str
    operator: str
    occurrence: int
    function: str  # where it is; "" between functions
    key: str  # what makes it this one

    @property
    def reached_by(self) -> str:
        return f"{self.module}:{self.function}"


def functions_of(tree: ast.Module) -> list[tuple[int, int, str]]:
    """(first line, last line, name) of every function that is not inside another one."""
    found: list[tuple[int, int, str]] = []

    def look(node: ast.AST, owner: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                first = min([child.lineno, *(each.lineno for each in child.decorator_list)])
                found.append((first, child.end_lineno or first, f"{owner}{child.name}"))
            elif isinstance(child, ast.ClassDef):
                look(child, f"{owner}{child.name}.")

    look(tree, "")
    return found


def all_mutants(root: Path) -> Iterator[Mutant]:
    """Every place where an operator of cosmic-ray finds something to change."""
    operators = list(_operators())
    host = root / "host"
    for package in PACKAGES:
        for path in sorted((host / "slamomatic" / package).rglob("*.py")):
            source = path.read_text("utf-8")
            lines, functions = source.splitlines(), functions_of(ast.parse(source))
            module = ".".join(path.relative_to(host).with_suffix("").parts).removesuffix(".__init__")
            nodes = list(cosmic_ray.ast.ast_nodes(cosmic_ray.ast.get_ast(source)))
            seen = Counter[tuple[str, ...]]()
            for name, operator in operators:
                for number, (line, column) in enumerate(_places(operator, nodes)):
                    where = next((f for first, last, f in functions if first <= line <= last), "")
                    about = (module, name, where, lines[line - 1].strip(), str(column))
                    seen[about] += 1
                    key = hashlib.sha256(repr((about, seen[about])).encode()).hexdigest()
                    yield Mutant(module, str(path), name, number, where, key)


def _places(operator: Operator, nodes: Sequence[object]) -> Iterator[tuple[int, int]]:
    for node in nodes:
        for start, _end in operator.mutation_positions(node):
            yield start


def _operators() -> Iterator[tuple[str, Operator]]:
    """Those that need to be told nothing."""
    for name in cosmic_ray.plugins.operator_names():
        with contextlib.suppress(TypeError):
            yield name, cosmic_ray.plugins.get_operator(name)()


def meaning(source: str) -> str:
    """Parse a source without annotations and docstrings: a change in those alone is no mutant."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
            arguments = node.args
            for each in (
                *arguments.posonlyargs,
                *arguments.args,
                *arguments.kwonlyargs,
                arguments.vararg,
                arguments.kwarg,
            ):
                if each is not None:
                    each.annotation = None
        elif isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
    return ast.dump(tree)


def mutated(mutant: Mutant) -> str | None:
    """The module's source with the change; None where it is none, or no Python any more."""
    source = Path(mutant.path).read_text("utf-8")
    operator = cosmic_ray.plugins.get_operator(mutant.operator)()
    changed = mutate_code(source, operator, mutant.occurrence)
    if changed is None:
        return None
    try:
        return None if meaning(changed) == meaning(source) else changed
    except SyntaxError:
        return None


def sample(root: Path, count: int, seed: int) -> Iterator[tuple[Mutant, str]]:
    """So many, the same ones for the same seed, each with the mutated source."""
    ranked = sorted(
        all_mutants(root), key=lambda mutant: hashlib.sha256(f"{seed} {mutant.key}".encode()).hexdigest()
    )
    found = 0
    for mutant in ranked:
        source = mutated(mutant)
        if source is not None:
            yield mutant, source
            found += 1
            if found == count:
                return


def run(root: Path, known: Reach, chosen: argparse.Namespace) -> int:
    """Try the sample, print what became of each, and the score."""
    catchers = Catchers(root)
    chosen_mutants = [
        (mutant, source)
        for mutant, source in sample(root, chosen.sample, chosen.seed)
        if not chosen.only or mutant.key[:10] in chosen.only
    ]
    names = {mutant.key[:10]: mutant for mutant, _ in chosen_mutants}

    def tasks() -> Iterator[Task]:
        for mutant, source in chosen_mutants:
            key = mutant.key[:10]
            yield _task(
                key, mutant, source, _affordable(known, catchers, mutant, key, chosen.most), chosen.most
            )

    outcomes: list[Outcome] = []
    for outcome in try_all(root, tasks(), chosen.workers, chosen.long):
        outcomes.append(outcome)
        catchers.note(outcome)
        mutant = names[outcome.name]
        says = f"killed by {outcome.caught}" if outcome.caught else f"SURVIVED {outcome.ran} tests"
        says += f" {outcome.error.strip().splitlines()[-1]}" if outcome.error else ""
        where = f"{mutant.module}:{mutant.function} {mutant.operator.rpartition('/')[2]} #{mutant.occurrence}"
        print(
            f"{outcome.name} {where}: {says} ({outcome.took_s:.0f} s)",
            file=sys.stderr if chosen.json else sys.stdout,
            flush=True,
        )
    killed = sum(bool(outcome.caught) for outcome in outcomes)
    if chosen.json:
        told = [{**vars(outcome), "where": names[outcome.name].reached_by} for outcome in outcomes]
        print(json.dumps({"tried": len(outcomes), "killed": killed, "mutants": told}, indent=1))
    else:
        print(f"{killed} of {len(outcomes)} mutants killed ({100 * killed / max(1, len(outcomes)):.1f} %)")
    return 0


def _affordable(known: Reach, catchers: Catchers, mutant: Mutant, key: str, most_s: float) -> list[str]:
    """The quickest tests that reach it, as many as fit into the time; at least one."""
    tests, spent_s = list[str](), 0.0
    for test in catchers.first(key, known.of([mutant.reached_by])):
        spent_s += known.seconds[test]
        if tests and spent_s > most_s:
            break
        tests.append(test)
    return tests


def _task(key: str, mutant: Mutant, source: str, tests: list[str], most_s: int) -> Task:
    def prepare(folder: Path) -> None:
        path = folder / "mutant.json"
        path.write_text(json.dumps({"module": mutant.module, "source": source}), "utf-8")
        os.environ[importing.MUTANT] = str(path)
        importing.mutate_here(mutant.module, source)

    return Task(
        key, tests or ["tests/nothing::reaches_it"], prepare, PATIENCE * most_s, 2.0 * PATIENCE * most_s
    )
