"""Arguments that several commands share: the game, options K=V, a deck file, a size in pixels."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from slamomatic.engine import GAMES
from slamomatic.errors import UsageError, UserError

WIDEST = 8192  # a screen of 8K has 7680


def add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="G", help=f"{', '.join(GAMES)}; or module:attribute of another game")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="where chance starts (0)")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="K=V",
        help="a setting of the game, such as clump_us=2000",
    )


@contextmanager
def as_usage_error() -> Iterator[None]:
    """A set-up that a game refuses was typed so: wrong usage, where in a log it would be damage."""
    try:
        yield
    except UserError as error:
        raise UsageError(str(error)) from error


def options_of(words: list[str]) -> dict[str, Any]:
    """`["target=50", "paper=true"]` as values."""
    options = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals:
            raise UsageError(f"--option {word}: write it as NAME=VALUE, such as clump_us=2000")
        try:
            options[name] = json.loads(text.lower())
        except ValueError as error:
            raise UsageError(
                f"--option {word}: {text!r} is neither a whole number nor true or false"
            ) from error
    return options


def deck_of(path: Path | None) -> Any:
    """A deck file's cards, or None when there is none."""
    if path is None:
        return None
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"the deck file {path} can't be read ({error.strerror}); check its name") from error
    except ValueError as error:
        raise UsageError(
            f"the deck file {path} is not JSON ({error}); it is a list of cards, top card first"
        ) from error


def size_of(words: str) -> tuple[int, int]:
    """`1280x720` in pixels."""
    match = re.fullmatch(r"(\d{1,5})x(\d{1,5})", words)
    if match is None:
        raise UsageError(f'"{words}" is no size: write it as 1280x720.')
    w, h = int(match[1]), int(match[2])
    if not (0 < w <= WIDEST and 0 < h <= WIDEST):
        raise UsageError(f'"{words}" is no size of a screen: choose one up to {WIDEST}x{WIDEST}.')
    return w, h
