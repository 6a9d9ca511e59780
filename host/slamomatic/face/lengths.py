"""Short, normal and long games: the rules that each length changes, and how many minutes it takes."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from slamomatic.face.faces import face_of

SHORT, NORMAL, LONG = "short", "normal", "long"
LENGTHS = (SHORT, NORMAL, LONG)
MEASURED = "minutes.json"  # written by `tools/minutes.py`, from games of bots that take people's time

Minutes = Mapping[int, float]  # by the number of players


def lengths_of(game: str) -> Sequence[str]:
    """Return the lengths that this game can have. Normal is the rulebook's."""
    changes = face_of(game).lengths
    return [length for length in LENGTHS if length == NORMAL or length in changes]


def length_of(game: str, wanted: str) -> str:
    """Return the wanted length if this game has it, else the normal one."""
    return wanted if wanted in lengths_of(game) else NORMAL


def options_of(game: str, length: str) -> Mapping[str, Any]:
    """Return the options that make the game of this length; none for a normal one."""
    return face_of(game).lengths.get(length, {})


def minutes_of(game: str, length: str, players: int) -> int | None:
    """Return how many minutes such a game is likely to take; None: that was not measured."""
    measured = _measured().get(game, {}).get(length) or (face_of(game).minutes if length == NORMAL else {})
    return max(1, round(between(measured, players))) if measured else None


def between(measured: Minutes, players: int) -> float:
    """Return the minutes for so many players, between those of the nearest numbers that were measured."""
    low = max((count for count in measured if count <= players), default=min(measured))
    high = min((count for count in measured if count >= players), default=max(measured))
    share = (players - low) / (high - low) if high > low else 0.0
    return measured[low] + (measured[high] - measured[low]) * share


@cache
def _measured() -> Mapping[str, Mapping[str, Minutes]]:
    """Return the measured minutes by game, length and number of players."""
    read = json.loads(files("slamomatic.face").joinpath(MEASURED).read_text(encoding="utf-8"))
    return {
        game: {
            length: {int(players): minutes for players, minutes in by_players.items()}
            for length, by_players in lengths.items()
        }
        for game, lengths in read.items()
    }
