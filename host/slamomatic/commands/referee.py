"""`slamomatic referee`: the rules alone. One JSON event a line in, one JSON answer a line out."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from slamomatic.commands.arguments import add_game, as_usage_error, deck_of, options_of
from slamomatic.engine import new
from slamomatic.engine.core import Game
from slamomatic.engine.setup import Setup
from slamomatic.engine.vocabulary import (
    Effect,
    Event,
    Json,
    OpenlyRefused,
    Refused,
    in_order,
    visible_effects,
)
from slamomatic.engine.words import event_from_json
from slamomatic.errors import UsageError
from slamomatic.options import add_number, add_word
from slamomatic.words import gettext

OMNISCIENT = "all"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--players", type=int, required=True, metavar="N")
    add_word(parser, "--deck", "FILE", gettext("a stacked deck: a JSON list, top card first"), kind=Path)
    says = gettext("answer with what this seat (or 'public') may know")
    add_word(parser, "--view", "SEAT", says, OMNISCIENT)
    says = gettext("the seats with a touch contact, such as 0,2 (default: none)")
    add_word(parser, "--touch", "SEATS", says, "")
    says = gettext("sort lines by time: each one waits for a line that is this much later (0: no sorting)")
    add_number(parser, "--hold-back-ms", "MS", 0, says)


def run(args: argparse.Namespace) -> int:
    if args.hold_back_ms < 0:
        raise UsageError("--hold-back-ms can't be less than 0.")
    touch = _touch(args.touch, args.players)
    setup = Setup(args.players, args.seed, options_of(args.option), deck_of(args.deck), touch=touch)
    with as_usage_error():
        game = new(args.game, setup)
    eye = _eye(args.view, game)
    referee(game, eye, sys.stdin.buffer, sys.stdout, args.hold_back_ms * 1000)
    return 0


def _touch(words: str, players: int) -> list[bool]:
    """Return for each seat whether it has a touch contact; [] if none was named.

    UsageError for a wrong seat.
    """
    named = words.split(",") if words else []
    known = [str(seat) for seat in range(players)]
    for word in named:
        if word not in known:
            raise UsageError(
                "--touch {words}: name seats from 0 to {last}, such as 0,2.", words=words, last=players - 1
            )
    return [seat in named for seat in known] if named else []


def _eye(word: str, game: Game) -> int | str | None:
    """Return whose view the answers have: a seat, None for the public, or OMNISCIENT."""
    if word in ("public", OMNISCIENT):
        return None if word == "public" else word
    if word.isdecimal() and int(word) < game.seats:
        return int(word)
    raise UsageError(
        "--view {word}: name a seat from 0 to {last}, or 'public'.", word=word, last=game.seats - 1
    )


def referee(
    game: Game, eye: int | str | None, events: IO[bytes], answers: IO[str], hold_back_us: int = 0
) -> None:
    """Answer the set-up, then every line of `events`; a wrong line gets an error as its answer."""

    def say(answer: Json) -> None:
        answers.write(json.dumps(answer) + "\n")
        answers.flush()

    judge = Referee(game, eye, hold_back_us)
    say(judge.answer_of(game.told))
    for line in events:
        say(judge.answer_to(line))
    if judge.held:
        say(judge.play_until(None))


class Referee:
    """Answers lines with what one seat, or everybody, may know.

    With `hold_back_us` lines are sorted by time, as at a table: an event waits in `held` until one that is
    so much later has come.
    """

    def __init__(self, game: Game, eye: int | str | None, hold_back_us: int = 0) -> None:
        self.game = game
        self.eye = eye
        self.hold_back_us = hold_back_us
        self.held: list[Event] = []
        self._newest_us = 0

    def answer_to(self, line: bytes) -> Json:
        """Play the event in a line, or hold it back; return the answer, with an error if it is refused."""
        said: object = None  # stays None if the line is no JSON: then nobody's seat is known
        try:
            said = _json_of(line)
            event = event_from_json(type(self.game), said)
            if not self.hold_back_us:
                return self.answer_of(self.game.apply(event))
        except Refused as refused:
            seat = said.get("seat") if isinstance(said, dict) else None
            return {"ok": False, "error": self._reason(refused, seat)}
        self.held.append(event)
        self._newest_us = max(self._newest_us, event.t_us)
        return self.play_until(self._newest_us - self.hold_back_us)

    def play_until(self, t_us: int | None) -> Json:
        """Play the held events before this moment (None: all); return effects and refusals as an answer."""
        effects: list[Effect] = []
        refusals = []
        while self.held:
            first_us = min(event.t_us for event in self.held)
            if t_us is not None and first_us >= t_us:
                break
            # One moment at a time: an event may change whose turn it is, and seats count from there.
            due = [event for event in self.held if event.t_us == first_us]
            self.held = [event for event in self.held if event.t_us > first_us]
            for event in in_order(due, self.game.seats, self.game.turn or 0):
                try:
                    effects += self.game.apply(event)
                except Refused as refused:
                    error = self._reason(refused, event.seat)
                    refusals.append({"seat": event.seat, "t_us": event.t_us, "error": error})
        return self.answer_of(effects) | {"refused": refusals, "held": len(self.held)}

    def answer_of(self, effects: Sequence[Effect]) -> Json:
        """Return these effects and the state, as far as the eye may see them."""
        answer: Json = {"ok": True}
        if isinstance(self.eye, str):
            answer["effects"] = [effect.whole() for effect in effects]
            answer["state"] = self.game.to_json()
        else:
            answer["effects"] = visible_effects(effects, self.eye)
            answer["view"] = self.game.view(self.eye)
            answer["legal"] = [choice.to_json() for choice in self.game.legal(self.eye)]
        answer["due_us"] = self.game.due_us
        return answer

    def _reason(self, refused: Refused, seat: object) -> str:
        """Return why an event was refused; others than its own seat get no hidden details."""
        own = self.eye == OMNISCIENT or (self.eye is not None and self.eye == seat)
        return str(refused if own else refused.for_others())


def _json_of(line: bytes) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise OpenlyRefused(
            'this is not JSON; an event looks like {"do": "down", "seat": 1, "t_us": 1250000}'
        ) from None
