"""`slamomatic replay`: a journal or a plain log again, to its end or step by step."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from slamomatic.engine import find
from slamomatic.engine.core import Game
from slamomatic.engine.log import replay
from slamomatic.engine.vocabulary import Effect, Json
from slamomatic.errors import UserError, explained
from slamomatic.options import add_switch, add_word
from slamomatic.store.journals import damage_words, read_file
from slamomatic.words import gettext, listed, ngettext


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_word(parser, "file", "FILE", gettext("a journal, or a log of plain JSON lines"), kind=Path)
    add_word(parser, "--game", "M:A", gettext("load this game too, for a log of a game of your own"))
    add_switch(parser, "--step", gettext("one event at a time: Enter goes on, q stops"))
    add_switch(parser, "--json", gettext("one JSON object: game, events, state"))


def run(args: argparse.Namespace) -> int:
    """Play a journal or log again, print each event with its effects, and sum up the end."""
    if args.game is not None:
        find(args.game)
    lines, lost = read_log(args.file)
    game: Game | None = None
    events = 0
    for played, event, effects in replay(lines):
        game = played
        if event is not None:  # the set-up comes without one
            events += 1
        if args.json:
            continue
        said = gettext("set-up") if event is None else json.dumps(event.to_json())
        print(f"{events:>5}  {said}")
        for effect in effects:
            print(f"       {_line_of(effect)}")
        if args.step and _asked_to_stop():
            break
    assert game is not None
    if lost:
        print("slamomatic:", f"{args.file}:", lost, file=sys.stderr)
    if args.json:
        print(json.dumps({"game": game.NAME, "events": events, "state": game.to_json()}))
    else:
        print(
            ngettext(
                "{game}: {n} event, scores {scores}, {end}",
                "{game}: {n} events, scores {scores}, {end}",
                events,
                game=game.NAME,
                scores=game.scores(),
                end=_end_in_words(game),
            )
        )
    return 0


def read_log(path: Path) -> tuple[list[Json], str]:
    """Return the entries of a journal or plain log, and a sentence about a damaged end ("": nothing is lost).

    UserError if the file can't be read.
    """
    with explained("The log {path} can't be read ({strerror}). Check its name.", path=path):
        plain = path.open("rb").read(1) == b"{"
    if not plain:
        contents = read_file(path)
        if contents.lost is not None and not contents.entries:
            raise UserError(
                "{path} is not a journal or a log of events, or its first line is damaged.", path=path
            )
        return contents.entries, damage_words(contents)
    entries: list[Any] = []
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise UserError(
                "Line {number} of {path} is not JSON: fix or remove it.", number=number, path=path
            ) from error
        if not isinstance(entry, dict):
            raise UserError(
                "Line {number} of {path} is not an event: fix or remove it.", number=number, path=path
            )
        entries.append(entry)
    return entries, ""


def _line_of(effect: Effect) -> str:
    """Return an effect as one line: its time, name, seat and fields."""
    line = effect.whole()
    what, t_us, seat = line.pop("what"), line.pop("t_us"), line.pop("seat", None)
    who = "" if seat is None else " " + gettext("seat {seat}", seat=seat)
    rest = "".join(f", {name} {json.dumps(value)}" for name, value in line.items())
    return f"{t_us / 1e6:.6f} s  {what}{who}{rest}"


def _asked_to_stop() -> bool:
    """Wait for Enter; True for q, or if there is no more input."""
    try:
        return input("       " + gettext("Enter: next, q: stop") + " > ").strip().lower() == "q"
    except EOFError:
        return True


def _end_in_words(game: Game) -> str:
    if game.abandoned:
        return gettext("abandoned")
    if not game.over:
        return gettext("not over")
    return gettext(
        "won by {names}", names=listed([gettext("seat {seat}", seat=seat) for seat in game.winners])
    )
