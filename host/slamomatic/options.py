"""Options that commands and instruments take on the command line: a switch, a number, a word, which unit."""

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from slamomatic.words import gettext

Options = argparse._ActionsContainer  # a parser, or a group of options of which one may be given


def add_switch(options: Options, name: str, says: str) -> None:
    """Off unless it is given."""
    options.add_argument(name, action="store_true", help=says)


def add_number(
    options: Options,
    name: str,
    metavar: str | None,
    default: float | None,
    says: str,
    kind: type[float] | None = None,
) -> None:
    """A number of the default's kind; where there is no default, a whole number unless `kind` says more."""
    kind = kind or (int if default is None else type(default))
    options.add_argument(name, type=kind, default=default, metavar=metavar, help=says)


def add_word(
    options: Options,
    name: str,
    metavar: str,
    says: str,
    default: str | Path | None = None,
    kind: type[str | Path] = str,
    **more: Any,
) -> None:
    """A name, or a file's place."""
    options.add_argument(name, type=kind, default=default, metavar=metavar, help=says, **more)


def add_choice(options: Options, name: str, choices: Iterable[str], default: str, says: str) -> None:
    """One of these words."""
    options.add_argument(name, choices=choices, default=default, help=says)


def add_unit(options: Options) -> None:
    """The unit to look at."""
    add_word(options, "--unit", "U", gettext("auto, serial:PORT or emulated (auto)"), "auto")
