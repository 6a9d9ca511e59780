"""What referee and simulate read alike from the command line: the game, options K=V, a deck file."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from slamomatic.errors import UsageError, UserError
from slamomatic.games import GAMES


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
def as_asked() -> Iterator[None]:
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
