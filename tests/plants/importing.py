"""Import hooks: a module with a plant in it, with a mutated source, or that notes which test reaches what."""

from __future__ import annotations

import ast
import atexit
import hashlib
import importlib.abc
import json
import marshal
import os
import sys
from collections.abc import Iterable, Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

PLANT = "SLAMOMATIC_PLANT"  # the name of a plant
MUTANT = "SLAMOMATIC_MUTANT"  # a JSON file: the module and its mutated source
REACH = "SLAMOMATIC_REACH"  # the folder in which processes note what a test reached
OURS = ("slamomatic", "slap")


def obey_environment() -> None:
    """Do what the environment says, in this process."""
    if name := os.environ.get(PLANT):
        from plants.patching import all_plants

        plant_here(all_plants()[name].changes)
    if path := os.environ.get(MUTANT):
        mutant = json.loads(Path(path).read_text("utf-8"))
        mutate_here(mutant["module"], mutant["source"])
    if folder := os.environ.get(REACH):
        note_reach_here(Path(folder))


class _After(importlib.abc.Loader):
    """Load a module as usual, then change it, before anybody can take a name from it."""

    def __init__(self, loader: Any, changes: Iterable[Any]) -> None:
        self._loader, self._changes = loader, changes

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        module: ModuleType | None = self._loader.create_module(spec)
        return module

    def exec_module(self, module: ModuleType) -> None:
        self._loader.exec_module(module)
        for change in self._changes:
            change.put_in(module)


class _Planting(importlib.abc.MetaPathFinder):
    def __init__(self, changes: Iterable[Any]) -> None:
        self._changes: dict[str, list[Any]] = {}
        for change in changes:
            self._changes.setdefault(change.module, []).append(change)

    def find_spec(self, name: str, path: Sequence[str] | None, target: Any = None) -> ModuleSpec | None:
        if name not in self._changes:
            return None
        spec = PathFinder.find_spec(name, path)
        if spec is not None:
            spec.loader = _After(spec.loader, self._changes[name])
        return spec


def plant_here(changes: Iterable[Any]) -> None:
    """Put these changes in, in this process; modules that are imported already are changed now."""
    changes = list(changes)
    sys.meta_path.insert(0, _Planting(changes))
    for change in changes:
        if change.module in sys.modules:
            change.put_in(sys.modules[change.module])


class _OtherSource(SourceFileLoader):
    def __init__(self, name: str, path: str, source: str) -> None:
        super().__init__(name, path)
        self._source = source

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._source, self.path, "exec", dont_inherit=True)


class _Mutating(importlib.abc.MetaPathFinder):
    def __init__(self, module: str, source: str) -> None:
        self._module, self._source = module, source

    def find_spec(self, name: str, path: Sequence[str] | None, target: Any = None) -> ModuleSpec | None:
        if name != self._module:
            return None
        spec = PathFinder.find_spec(name, path)
        if spec is not None and spec.origin is not None:
            spec.loader = _OtherSource(name, spec.origin, self._source)
        return spec


def mutate_here(module: str, source: str) -> None:
    """Give this module another source, in this process."""
    assert module not in sys.modules
    sys.meta_path.insert(0, _Mutating(module, source))


# --- which test reaches which function ------------------------------------------------------------------

NOTE = "__reached__"


class Notes:
    """Functions that the running test has reached, each once."""

    def __init__(self, folder: Path) -> None:
        self._file = (folder / f"{os.getpid()}-{os.urandom(3).hex()}.reach").open("a", encoding="utf-8")
        self._seen: set[str] = set()
        self._new: list[str] = []
        self.test = os.environ.get("PYTEST_CURRENT_TEST", "")
        self._at_once = bool(self.test)  # a process that a test started, and may kill

    def note(self, function: str) -> None:
        if function not in self._seen:
            self._seen.add(function)
            self._new.append(function)
            if self._at_once:
                self.write()

    def next_test(self, test: str) -> None:
        """From now on another test, or another phase of it, runs."""
        self.write()
        self.test = test
        self._seen = set()

    def write(self) -> None:
        if self._new:
            self._file.write(json.dumps([self.test, self._new]) + "\n")
            self._file.flush()
            self._new = []


class _Noting(ast.NodeTransformer):
    """The first thing that every function does is to say that it was reached."""

    def __init__(self, module: str) -> None:
        self._module, self._names = module, list[str]()

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        self._names.append(node.name)
        self.generic_visit(node)
        self._names.pop()
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        name = ".".join((*self._names, node.name))
        call = ast.parse(f"{NOTE}({f'{self._module}:{name}'!r})").body[0]
        has_words = isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant)
        if not has_words or len(node.body) > 1:  # else it is a protocol's
            node.body.insert(1 if has_words else 0, ast.copy_location(call, node.body[0]))
        return node

    visit_AsyncFunctionDef = visit_FunctionDef  # type: ignore[assignment]


class _NotingLoader(SourceFileLoader):
    def __init__(self, name: str, path: str, notes: Notes, cache: Path) -> None:
        super().__init__(name, path)
        self._notes, self._cache = notes, cache

    def get_code(self, fullname: str) -> CodeType:
        source = Path(self.path).read_bytes()
        kept = self._cache / hashlib.sha256(self.path.encode() + source).hexdigest()
        if kept.exists():
            code: CodeType = marshal.loads(kept.read_bytes())
            return code
        tree = _Noting(fullname).visit(ast.parse(source))
        code = compile(ast.fix_missing_locations(tree), self.path, "exec", dont_inherit=True)
        part = kept.with_suffix(f".{os.getpid()}")
        part.write_bytes(marshal.dumps(code))
        part.replace(kept)
        return code

    def exec_module(self, module: ModuleType) -> None:
        vars(module)[NOTE] = self._notes.note
        self._notes.note(f"{module.__name__}:")
        super().exec_module(module)


class _NotingFinder(importlib.abc.MetaPathFinder):
    def __init__(self, notes: Notes, cache: Path) -> None:
        self._notes, self._cache = notes, cache

    def find_spec(self, name: str, path: Sequence[str] | None, target: Any = None) -> ModuleSpec | None:
        if name.partition(".")[0] not in OURS:
            return None
        spec = PathFinder.find_spec(name, path)
        if spec is not None and spec.origin is not None and spec.origin.endswith(".py"):
            locations = spec.submodule_search_locations
            spec.loader = _NotingLoader(name, spec.origin, self._notes, self._cache)
            spec.submodule_search_locations = locations
        return spec


notes: Notes | None = None


def note_reach_here(folder: Path) -> None:
    """Note in this folder which functions this process reaches."""
    global notes
    cache = folder / "code"
    cache.mkdir(parents=True, exist_ok=True)
    notes = Notes(folder)
    atexit.register(notes.write)
    sys.meta_path.insert(0, _NotingFinder(notes, cache))
