"""A plant, and how it is put in: a function or a value is replaced as soon as its module is imported."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any

Make = Callable[[Any], Any]

FIRMWARE_FILES = "slamomatic.firmware_files"


@dataclass(frozen=True)
class Change:
    """The replacement of one name in a module."""

    module: str
    name: str  # "Class.method", "function" or "VALUE"; "" for lines that a firmware file ends with
    make: Make
    used: str  # "module:name" of the function whose tests can notice, where that is not the place itself

    def put_in(self, module: Any) -> None:
        """Replace it; AttributeError when the thing itself is gone."""
        if not self.name:
            self.make(module)
            return
        *owners, last = self.name.split(".")
        owner = reduce(getattr, owners, module)
        setattr(owner, last, self.make(inspect.getattr_static(owner, last)))

    @property
    def reached_by(self) -> str:
        """The place whose tests can notice it: "module:name", or "module:" for the whole module."""
        return self.used or f"{self.module}:{self.name if self.name != self.name.upper() else ''}"


class Patch:
    """Collects what one plant changes."""

    def __init__(self) -> None:
        self.changes: list[Change] = []

    def __call__(self, where: str, make: Make, used: str = "") -> None:
        """Replace what stands at `where`, "module:name", by what `make` returns for it."""
        module, _, name = where.partition(":")
        self.changes.append(Change(module, name, make, used))

    def value(self, where: str, new: Any, used: str = "") -> None:
        """Replace a value."""
        self(where, lambda _: new, used)

    def unit(self, module: str, lines: str, *replaced: str) -> None:
        """Let a firmware module end with these lines of MicroPython: here and on the emulated unit."""
        path = module.replace(".", "/") + ".py"  # on the Pico it is used before the compiled file

        def end_with_lines(loaded: Any) -> None:
            for name in replaced:
                reduce(getattr, name.split("."), loaded)  # gone: nothing to plant any more
            exec(lines, vars(loaded))

        def files(original: Callable[[], dict[str, bytes]]) -> Callable[[], dict[str, bytes]]:
            def planted() -> dict[str, bytes]:
                from slamomatic.firmware_files import firmware_sources  # only now: its import is what plants

                return {**original(), path: firmware_sources()[path] + b"\n\n" + lines.encode() + b"\n"}

            return planted

        self.changes.append(Change(module, "", end_with_lines, f"{module}:"))
        self(f"{FIRMWARE_FILES}:firmware_files", files)


@dataclass(frozen=True)
class Plant:
    """One fault, named by what goes wrong."""

    name: str
    kind: str
    put_in: Callable[[Patch], None]

    @property
    def changes(self) -> list[Change]:
        patch = Patch()
        self.put_in(patch)
        return patch.changes


KINDS = (
    "judging",
    "hands_down",
    "slamwich",
    "hit_the_deck",
    "yahtzee",
    "lowdown",
    "quick_draw",
    "clocks",
    "cheats",
    "wire",
    "journals",
    "secrets",
    "phones",
    "bots",
    "screens",
    "setting_up",
    "bench",
    "emulated",
    "firmware",
)

_all: dict[str, Plant] = {}


def plant(name: str) -> Callable[[Callable[[Patch], None]], Callable[[Patch], None]]:
    """Name a plant by what goes wrong for a player, a builder or somebody at the bench."""

    def named(put_in: Callable[[Patch], None]) -> Callable[[Patch], None]:
        assert name not in _all, name
        _all[name] = Plant(name, put_in.__module__.rpartition(".")[2], put_in)
        return put_in

    return named


def all_plants() -> dict[str, Plant]:
    """Every plant by its name, kind by kind."""
    for kind in KINDS:
        importlib.import_module(f"plants.{kind}")
    return dict(_all)


def doing(change: Callable[..., Any]) -> Make:
    """`change` is called with the original function before the arguments of every call."""

    def make(original: Any) -> Any:
        def planted(*args: Any, **words: Any) -> Any:
            return change(original, *args, **words)

        return planted

    return make


def answering(change: Callable[[Any], Any]) -> Make:
    """The original's answer, changed."""
    return doing(lambda original, *args, **words: change(original(*args, **words)))


def always(answer: Any) -> Make:
    """Give the same answer to every call, and do nothing."""
    return doing(lambda _original, *args, **words: answer)


def property_answering(change: Callable[[Any, Any], Any]) -> Make:
    """A property whose answer is `change(self, answer)`."""

    def make(original: Any) -> Any:
        return property(lambda self: change(self, original.__get__(self)))

    return make
