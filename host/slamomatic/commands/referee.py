"""`slamomatic referee`: the rules alone. One JSON event a line in, one JSON answer a line out."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from slamomatic.commands.agreed import add_game, as_asked, deck_of, options_of
from slamomatic.errors import UsageError
from slamomatic.games import new
from slamomatic.games.core import Game
from slamomatic.games.setup import Setup
from slamomatic.games.vocabulary import Effect, Json, Refused, seen
from slamomatic.games.words import event_from_json

OMNISCIENT = "all"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--players", type=int, required=True, metavar="N")
    parser.add_argument(
        "--deck", type=Path, metavar="FILE", help="a stacked deck: a JSON list, top card first"
    )
    parser.add_argument(
        "--view", default=OMNISCIENT, metavar="SEAT", help="answer with what this seat (or 'public') may know"
    )


def run(args: argparse.Namespace) -> int:
    setup = Setup(args.players, args.seed, options_of(args.option), deck_of(args.deck))
    with as_asked():
        game = new(args.game, setup)
    eye = _eye(args.view, game)
    referee(game, eye, sys.stdin.buffer, sys.stdout)
    return 0


def _eye(word: str, game: Game) -> int | str | None:
    if word in ("public", OMNISCIENT):
        return None if word == "public" else word
    if word.isdecimal() and int(word) < game.seats:
        return int(word)
    raise UsageError(f"--view {word}: name a seat from 0 to {game.seats - 1}, or 'public'")


def referee(game: Game, eye: int | str | None, events: IO[bytes], answers: IO[str]) -> None:
    """Answers the set-up, then every line; nothing that a line says can stop it."""
    _say(answers, answer_of(game, eye, game.told))
    for line in events:
        _say(answers, answer_to(game, eye, line))


def answer_to(game: Game, eye: int | str | None, line: bytes) -> Json:
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return _no('this is not JSON; an event looks like {"do": "down", "seat": 1, "t_us": 1250000}')
    try:
        effects = game.apply(event_from_json(type(game), said))
    except Refused as refused:
        own = eye == OMNISCIENT or (isinstance(said, dict) and eye is not None and said.get("seat") == eye)
        return _no(str(refused) if own else refused.public)
    return answer_of(game, eye, effects)


def answer_of(game: Game, eye: int | str | None, effects: Sequence[Effect]) -> Json:
    answer: Json = {"ok": True}
    if isinstance(eye, str):
        answer["effects"] = [effect.whole() for effect in effects]
        answer["state"] = game.to_json()
    else:
        answer["effects"] = seen(effects, eye)
        answer["view"] = game.view(eye)
        answer["legal"] = [choice.to_json() for choice in game.legal(eye)]
    answer["due_us"] = game.due_us
    return answer


def _no(reason: str) -> Json:
    return {"ok": False, "error": reason}


def _say(answers: IO[str], answer: Json) -> None:
    answers.write(json.dumps(answer) + "\n")
    answers.flush()
