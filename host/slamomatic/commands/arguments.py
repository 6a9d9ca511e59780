"""Arguments that several commands share: the game, options K=V, a deck file."""

import argparse
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from slamomatic.engine import GAMES
from slamomatic.errors import UsageError, UserError, explained
from slamomatic.options import add_number, add_word
from slamomatic.words import gettext


def add_game(parser: argparse.ArgumentParser) -> None:
    add_game_and_seed(parser)
    add_option(parser)


def add_game_and_seed(parser: argparse.ArgumentParser) -> None:
    says = gettext("{games}; or module:attribute of another game", games=", ".join(GAMES))
    add_word(parser, "game", "G", says)
    says = gettext("the number that shuffles the cards; the same number deals the same cards (0)")
    add_number(parser, "--seed", "S", 0, says)


def add_option(parser: argparse.ArgumentParser) -> None:
    says = gettext("a setting of the game, such as clump_us=2000")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help=says)


@contextmanager
def as_usage_error() -> Iterator[None]:
    """Turn a UserError into a UsageError: a set-up that a game refuses was typed wrong, not damaged."""
    try:
        yield
    except UserError as error:
        raise UsageError(error.sentence, **error.fields) from error


def options_of(words: list[str]) -> dict[str, Any]:
    """Return options such as `["target=50", "paper=true"]` as values by name. UsageError if one is wrong."""
    options = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals:
            raise UsageError("--option {word}: write it as NAME=VALUE, such as clump_us=2000.", word=word)
        try:
            options[name] = json.loads(text.lower())
        except ValueError as error:
            raise UsageError(
                "--option {word}: {text!r} is not a value. Write a whole number, true or false.",
                word=word,
                text=text,
            ) from error
    return options


def deck_of(path: Path | None) -> Any:
    """Return the cards in a deck file; None without a file. UsageError if the file can't be read."""
    if path is None:
        return None
    try:
        with explained(
            "The deck file {path} can't be read ({strerror}). Check its name.", UsageError, path=path
        ):
            return json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise UsageError(
            "The deck file {path} is not JSON ({error}). Write a list of cards, top card first.",
            path=path,
            error=error,
        ) from error
