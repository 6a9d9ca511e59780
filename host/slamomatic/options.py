"""Options that commands and instruments take: a switch, a number, a word, a size in pixels, which unit."""

import argparse
import math
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from slamomatic.errors import UsageError
from slamomatic.units.specs import AUTO, ON_A_WIRE, spoken
from slamomatic.words import gettext

WIDEST = 8192  # a screen of 8K has 7680
Options = argparse._ActionsContainer  # a parser, or a group of options of which one may be given


def add_switch(options: Options, name: str, says: str) -> None:
    """Add a switch, which is off unless it is given."""
    options.add_argument(name, action="store_true", help=says)


def add_number(
    options: Options,
    name: str,
    metavar: str | None,
    default: float | None,
    says: str,
    kind: type[float] | None = None,
) -> None:
    """Add an option that takes a number of this kind: without `kind` of the default's, or a whole one."""
    kind = kind or (int if default is None else type(default))
    options.add_argument(name, type=kind, default=default, metavar=metavar, help=says)


def add_count(
    options: Options,
    name: str,
    metavar: str | None,
    default: float | None,
    says: str,
    kind: type[float] | None = None,
    **more: Any,
) -> None:
    """Add an option that takes a finite number above 0, such as how often something is done."""
    number = kind or (int if default is None else type(default))

    def positive(typed: str) -> float:
        n = number(typed)
        if isinstance(n, float) and not math.isfinite(n):
            raise ValueError  # argparse words it as if it were no number
        if n <= 0:
            raise argparse.ArgumentTypeError(gettext("must be more than 0"))
        return n

    positive.__name__ = number.__name__  # argparse shows this name if somebody types no number
    options.add_argument(name, type=positive, default=default, metavar=metavar, help=says, **more)


def add_word(
    options: Options,
    name: str,
    metavar: str,
    says: str,
    default: str | Path | tuple[int, int] | None = None,
    kind: Callable[[str], object] = str,
    **more: Any,
) -> None:
    """Add an option that takes a name, or a file's place."""
    options.add_argument(name, type=kind, default=default, metavar=metavar, help=says, **more)


def add_size(options: Options, says: str, default: tuple[int, int] | None = None, **more: Any) -> None:
    """Add an option that takes a size in pixels."""
    add_word(options, "--size", "WxH", says, default, kind=_size_of, **more)


def _size_of(words: str) -> tuple[int, int]:
    """Return width and height of a size such as `1280x720`. Raise UsageError if that is no screen's size."""
    match = re.fullmatch(r"(\d{1,5})x(\d{1,5})", words)
    if match is None:
        raise UsageError('"{words}" is not a size. Write it as 1280x720.', words=words)
    w, h = int(match[1]), int(match[2])
    if not (0 < w <= WIDEST and 0 < h <= WIDEST):
        raise UsageError(
            '"{words}" is not the size of a screen. Choose one up to {widest}x{widest}.',
            words=words,
            widest=WIDEST,
        )
    return w, h


def add_choice(options: Options, name: str, choices: Iterable[str], default: str, says: str) -> None:
    """Add an option that takes one of these words."""
    options.add_argument(name, choices=choices, default=default, help=says)


def add_unit(options: Options) -> None:
    """Add the option that names the unit to look at."""
    says = gettext("{units} ({usual})", units=spoken(ON_A_WIRE), usual=AUTO)
    add_word(options, "--unit", "U", says, AUTO)
