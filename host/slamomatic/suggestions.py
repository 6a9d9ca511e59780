"""Suggest what to write instead of a mistyped command, in one sentence."""

import difflib
import re
import shlex
from collections.abc import Iterable, Sequence

from slamomatic.engine import GAMES
from slamomatic.errors import UsageError
from slamomatic.units.specs import FORMS, on_port

UNIT = re.compile("|".join(re.sub(":.*", ":.+", form) for form in FORMS.values()))
PORT = re.compile(r"/dev/.+|com\d+|\w+://.+", re.IGNORECASE)
NUMBER = re.compile(r"\d+")
ON_PORT = "--unit " + on_port("{}")
# verb -> what a word without an option looks like, and the option that it wants before it.
WANTS = {
    "play": ((NUMBER, "--players {}"), (UNIT, "--unit {}"), (PORT, ON_PORT)),
    "doctor": ((UNIT, "--unit {}"), (PORT, ON_PORT)),
    "bench": ((UNIT, "--unit {}"), (PORT, ON_PORT)),
    "flash": ((PORT, "--port {}"),),
}


def no_verb(words: Sequence[str], verbs: Iterable[str], play_takes_them: bool) -> UsageError:
    """Return the error for `words` that do not begin with a verb.

    `play_takes_them`: whether the verb `play` would understand them.
    """
    first = words[0]
    if play_takes_them:
        command = shlex.join(["play", *words])
        return UsageError(
            "Write a verb before {first}: `slamomatic {command}`.", first=first, command=command
        )
    game = _game(words)
    if game:
        return UsageError(
            "{game} is a game, not a verb. To play it: `slamomatic play --game {game}`.", game=game
        )
    if first.startswith("-"):
        return UsageError("There is no {first} here. `slamomatic --help` lists what there is.", first=first)
    near = difflib.get_close_matches(first, list(verbs), 1)
    if near:
        return UsageError(
            "There is no verb {first!r}. Is it `slamomatic {near}`? `slamomatic --help` lists all verbs.",
            first=first,
            near=near[0],
        )
    return UsageError("There is no verb {first!r}. `slamomatic --help` lists all verbs.", first=first)


def unknown_words(verb: str, called: str, unknown: Sequence[str]) -> UsageError:
    """Return the error for words that the verb does not know. `called`: the verb and its instrument."""
    game = _game(unknown) if verb == "play" else ""
    if game:
        return UsageError("Name the game with an option: `slamomatic play --game {game}`.", game=game)
    first = unknown[0]
    for looks, option in WANTS.get(verb, ()):
        if looks.fullmatch(first):
            return UsageError(
                "There is no {first} here. Write it as an option: {option}.",
                first=first,
                option=option.format(first),
            )
    return UsageError(
        "There is no {first} here. `slamomatic {called} --help` lists what there is.",
        first=first,
        called=called,
    )


def _game(words: Sequence[str]) -> str:
    """Return the only game whose name begins with these words; "" if there is none, or several."""
    said = "-".join(words).lower()
    found = [game for game in GAMES if game.startswith(said)]
    return found[0] if len(found) == 1 else ""
