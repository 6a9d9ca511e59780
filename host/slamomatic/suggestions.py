"""Suggest what to write instead of a mistyped command, in one sentence."""

from __future__ import annotations

import difflib
import re
import shlex
from collections.abc import Iterable, Sequence

from slamomatic.engine import GAMES

UNIT = re.compile(r"auto|keyboard|emulated|(serial|recorded):.+")
PORT = re.compile(r"/dev/.+|com\d+|\w+://.+", re.IGNORECASE)
NUMBER = re.compile(r"\d+")
# verb -> what a word without an option looks like, and the option that it wants before it.
WANTS = {
    "play": ((NUMBER, "--players {}"), (UNIT, "--unit {}"), (PORT, "--unit serial:{}")),
    "doctor": ((UNIT, "--unit {}"), (PORT, "--unit serial:{}")),
    "bench": ((UNIT, "--unit {}"), (PORT, "--unit serial:{}")),
    "flash": ((PORT, "--port {}"),),
}


def no_verb(words: Sequence[str], verbs: Iterable[str], play_takes_them: bool) -> str:
    """`words` do not begin with a verb."""
    first = words[0]
    if play_takes_them:
        return f"{first} wants its verb before it: `slamomatic {shlex.join(['play', *words])}`."
    game = _game(words)
    if game:
        return f"{game} is a game, not a verb: `slamomatic play --game {game}` plays it."
    if first.startswith("-"):
        return f"there is no {first} here; `slamomatic --help` says what there is."
    near = difflib.get_close_matches(first, list(verbs), 1)
    hint = f"is it `slamomatic {near[0]}`? " if near else ""
    return f"there is no verb {first!r}; {hint}`slamomatic --help` lists them."


def left_over(verb: str, called: str, unknown: Sequence[str]) -> str:
    """The verb knows nothing of these words."""
    game = _game(unknown) if verb == "play" else ""
    if game:
        return f"a game is named by an option: `slamomatic play --game {game}`."
    first = unknown[0]
    for looks, option in WANTS.get(verb, ()):
        if looks.fullmatch(first):
            return f"there is no {first} here; write it as an option: {option.format(first)}."
    return f"there is no {first} here; `slamomatic {called} --help` says what there is."


def _game(words: Sequence[str]) -> str:
    """The game of that name, spaces and capitals aside, or the only one whose name begins so; else ""."""
    said = "-".join(words).lower()
    found = [game for game in GAMES if game.startswith(said)]
    return found[0] if len(found) == 1 else ""
