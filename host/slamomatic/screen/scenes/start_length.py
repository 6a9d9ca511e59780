"""How long the next game is to be: short, normal, long, or a cup of three short ones."""

from collections.abc import Mapping
from typing import Any

from slamomatic.face import lengths
from slamomatic.face.faces import short_title
from slamomatic.screen.preferences import CUP, Preferences, next_in
from slamomatic.table.cup import games_of_cup, minutes_of_cup
from slamomatic.words import N_, gettext, listed

WORDS = {
    lengths.SHORT: N_("Short game"),
    lengths.NORMAL: N_("Normal game"),
    lengths.LONG: N_("Long game"),
    CUP: N_("Cup: 3 games"),
}


def chosen(prefs: Preferences) -> str:
    """The length that is asked for, where the game has it."""
    return CUP if prefs.length == CUP else lengths.length_of(prefs.game, prefs.length)


def following(prefs: Preferences) -> str:
    """The length that the button chooses next."""
    return next_in([*lengths.lengths_of(prefs.game), CUP], chosen(prefs))


def options(prefs: Preferences) -> Mapping[str, Any]:
    """What this length changes in the rules of the chosen game."""
    return lengths.options_of(prefs.game, _of_one_game(prefs, prefs.game))


def minutes(prefs: Preferences, game: str, players: int) -> int | None:
    """How long one game of it takes."""
    return lengths.minutes_of(game, _of_one_game(prefs, game), players)


def _of_one_game(prefs: Preferences, game: str) -> str:
    return lengths.length_of(game, lengths.SHORT if prefs.length == CUP else prefs.length)


def about_cup(prefs: Preferences) -> str:
    """Which games the cup has, and how long it takes."""
    games = games_of_cup(prefs.game, prefs.players)
    return gettext(
        "Cup: {games}, about {minutes} min. A point for everybody you beat.",
        games=listed([short_title(game) for game in games]),
        minutes=minutes_of_cup(games, prefs.players),
    )
