"""The log of a game: an opening line, then one event a line with what chance drew; and how it is replayed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from slamomatic.engine import GAMES, new, registered
from slamomatic.engine.core import Game
from slamomatic.engine.setup import Setup, setup_to_json
from slamomatic.engine.vocabulary import Effect, Event, Json, Refused
from slamomatic.engine.words import event_from_json
from slamomatic.errors import UserError

FORMAT = 1


def opening_line(game: Game, table: Mapping[str, Any] | None = None) -> Json:
    """Return the log's first line: the set-up, and what chance drew while it was dealt.

    Call this right after creating the game: the first event replaces what chance drew. `table` is what the
    table adds: names, paddles per seat, unit boot ids, whatever it needs to resume.
    """
    kind = type(game)
    return {
        "log": FORMAT,
        "game": game.NAME if game.NAME in GAMES else f"{kind.__module__}:{kind.__qualname__}",
        "rules": game.VERSION,
        "setup": setup_to_json(game.setup),
        "options": dict(game.options),
        "starter": game.turn,
        "source_error_us": list(game.paddles.error_us),
        "chance": list(game.chance.drawn),
        **(table or {}),
    }


def begin_game(first: Json) -> Game:
    """Return a new game as this opening line set it up; UserError: the line is damaged, or of other rules."""
    if first.get("log") != FORMAT:
        raise UserError(
            "this is not a log of format {format}; was it written by another program?", format=FORMAT
        )
    game = first.get("game")
    if not isinstance(game, str):
        raise UserError("the log's first line names no game; it is damaged, or this is no log of a game")
    kind = registered(game)
    rules = first.get("rules")
    # Today's rules replay an older log: they differ only in corrected mistakes, and in defaults (BEFORE).
    if not isinstance(rules, int) or not 1 <= rules <= kind.VERSION:
        raise UserError(
            "this log is of {name} rules version {rules}, these are {version}; replay it with "
            "the program that wrote it",
            name=kind.NAME,
            rules=rules,
            version=kind.VERSION,
        )
    try:
        setup = Setup(**first["setup"])
        setup = replace(setup, options={**kind.BEFORE.get(rules, {}), **(setup.options or {})})
        return new(game, setup, _chance(first))
    except (KeyError, TypeError, ValueError) as error:
        raise UserError(
            "the log's first line sets up no game of {name} ({error}); it is damaged",
            name=kind.NAME,
            error=error,
        ) from error


def _chance(line: Json) -> list[Any]:
    """Return what chance drew in this line of a log; ValueError: that is no list."""
    draws = line.get("chance", [])
    if not isinstance(draws, list):
        raise ValueError(f"what chance drew must be a list, not {draws!r}")
    return draws


def play_line(game: Game, line: Json) -> tuple[Event, Sequence[Effect]]:
    """Play one line of a log with what chance drew in it; return the event and its effects.

    UserError: the line is damaged, or the event is not possible here.
    """
    try:
        event = event_from_json(type(game), line)
        return event, game.apply(event, _chance(line))
    except Refused as refused:
        raise UserError(
            "the log's event {line} is not possible here: {refused}", line=line, refused=refused
        ) from refused
    except ValueError as error:
        raise UserError("the log's event {line} does not fit: {error}", line=line, error=error) from error


def replay(lines: Iterable[Json]) -> Iterator[tuple[Game, Event | None, Sequence[Effect]]]:
    """Yield the game after its opening line (event None), then after each event, with its effects.

    It is the same game each time, as it stands then. Lines that hold no event are skipped; a damaged line
    or an empty log raises UserError.
    """
    game: Game | None = None
    for line in lines:
        if game is None:
            game = begin_game(line)
            yield game, None, game.told
        elif "do" in line:
            event, effects = play_line(game, line)
            yield game, event, effects
    if game is None:
        raise UserError("the log is empty; there is no game in it")
