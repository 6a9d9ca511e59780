"""`slamomatic play`: opens the table."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from slamomatic.commands.arguments import add_option, as_usage_error, options_of
from slamomatic.engine import GAMES
from slamomatic.errors import UsageError, UserError
from slamomatic.options import add_number, add_size, add_word
from slamomatic.speech.lines import FULL, NORMAL, SHORT
from slamomatic.units.specs import AUTO, spoken
from slamomatic.words import gettext

if TYPE_CHECKING:  # pygame is imported when the window opens, so that --help stays quick
    from slamomatic.preferences import Preferences
    from slamomatic.screen.scene import Scene
    from slamomatic.screen.window import Window

SPOKEN = (SHORT, NORMAL, FULL)
SPEEDS = (0.001, 10_000.0)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", choices=list(GAMES), help=gettext("start this game at once"))
    add_number(parser, "--players", "N", None, gettext("how many people and bots play"))
    says = gettext("how many of them are bots, or 'adaptive': all but you, each as good as you")
    add_word(parser, "--bots", "N", says)
    says = gettext(
        "{units}; may be repeated (default: what you chose on the screen, at first {usual})",
        units=spoken(),
        usual=AUTO,
    )
    add_word(parser, "--unit", "U", says, action="append")
    says = gettext("the number that shuffles the cards; the same number deals the same cards")
    add_number(parser, "--seed", "S", None, says)
    says = gettext("continue the last unfinished game, or the one in this journal")
    add_word(parser, "--resume", "FILE", says, nargs="?", const="")
    add_option(parser)
    add_number(parser, "--speed", None, 1.0, gettext("how many times as fast the table's clock runs"))
    add_number(parser, "--frames", "FD", None, gettext("write a line there for every frame (for tests)"))
    says = gettext("how far a hand goes from touch to down, for its speed; kept (2.8:1.3, the kit's)")
    add_word(parser, "--travel", "MM:ERROR", says)
    says = gettext("speak what happens: short, normal or full; kept (normal)")
    parser.add_argument("--speak", choices=SPOKEN, nargs="?", const=NORMAL, help=says)
    add_size(parser, gettext("the window's size"))


# pkg_resources takes a fifth of the start and finds only files here. numpy is for arrays that nothing hands
# to pygame; the sounds' thread imports it after the first frame.
NOT_FOR_PYGAME = ("pkg_resources", "numpy")


def _import_pygame() -> None:
    """Import pygame without the packages that it would import too, if they are installed."""
    absent = [name for name in NOT_FOR_PYGAME if name not in sys.modules]
    sys.modules.update(dict.fromkeys(absent))  # type: ignore[arg-type]  # None: as if it were not installed
    try:
        importlib.import_module("pygame")
    finally:
        for name in absent:
            del sys.modules[name]


def run(args: argparse.Namespace) -> int:
    """Open the window and play. All that was typed wrong is refused before the window opens."""
    _import_pygame()
    from slamomatic import engine, preferences
    from slamomatic.engine.setup import Setup
    from slamomatic.screen.window import Window
    from slamomatic.table.clock import TableClock
    from slamomatic.units.open import open_unit

    if not SPEEDS[0] <= args.speed <= SPEEDS[1]:  # nan is refused too
        raise UsageError(
            "--speed goes from {least:g} to {most:g}: 1 is real time, 2 is twice as fast.",
            least=SPEEDS[0],
            most=SPEEDS[1],
        )
    clock = TableClock(args.speed)
    prefs, options = _with_arguments(args, preferences.load()), options_of(args.option)
    if options:  # tried out here: an error in the window could not be put right
        with as_usage_error():
            engine.new(prefs.game, Setup(prefs.players, 0, options))
    if args.travel is not None:
        travel = _travel_settings(args.travel)
        prefs = replace(prefs, **travel)  # saved too, but without the other arguments
        preferences.save(replace(preferences.load(), **travel))
    if args.speak is not None:
        prefs = replace(prefs, speech=args.speak)
        preferences.save(replace(preferences.load(), speech=args.speak))
    units = tuple(args.unit or prefs.units)
    unit = open_unit(*units, clock=clock, corrected=True)
    window = Window(unit, clock, prefs, size=args.size, seed=args.seed, units=units)
    if args.frames is not None:
        window.on_frame = _frame_reporter(args.frames, window)
    window.run(_first_scene(args, window, options))
    return 0


def _travel_settings(text: str) -> dict[str, Any]:
    """Return the preferences that `--travel MM:ERROR` sets. UsageError if it makes no sense."""
    from slamomatic.preferences import MOST_MM

    mm, _, error_mm = text.partition(":")
    with suppress(ValueError):
        found = {"travel_mm": float(mm), "travel_error_mm": float(error_mm)}
        if 0 < found["travel_error_mm"] < found["travel_mm"] <= MOST_MM:
            return found
    raise UsageError(
        '"{text}" is no way of a paddle. Write millimetres and their error, as in 2.8:1.3.', text=text
    )


def _frame_reporter(fd: int, window: Window) -> Callable[[int, int], None]:
    """Return a function that writes to `fd`, after each frame, how many journal lines the frame shows.

    A test reads them: a kill must not lose what was shown.
    """
    from slamomatic.screen.scenes.table import TableScene

    def tell(started_us: int, flipped_us: int) -> None:
        scene = window.scene
        lines = scene.session.played.lines if isinstance(scene, TableScene) else 0
        os.write(fd, f"{lines}\n".encode())

    return tell


def _first_scene(args: argparse.Namespace, window: Window, options: dict[str, Any]) -> Scene:
    """Return the front scene, told to resume a game or to start one at once if asked for."""
    from slamomatic.screen.scenes.front import FrontScene

    front = FrontScene(window, options)
    if args.resume is not None:
        front.setup.ask_to_resume(_unfinished(args.resume) if args.resume else None)
    elif args.game is not None:
        front.setup.ask_for_one_game()
    return front


def _unfinished(name: str) -> Path:
    """Return the journal of the unfinished game with this name. UserError if there is none."""
    from slamomatic.store import journals

    by_name = {path.name: path for path in journals.all_open()}
    path = by_name.get(Path(name).name)
    if path is None:
        there = ", ".join(by_name) or gettext("none")
        raise UserError(
            "There is no unfinished game {name!r}. Name one of these: {there}.", name=name, there=there
        )
    return path


def _with_arguments(args: argparse.Namespace, prefs: Preferences) -> Preferences:
    """Return the saved preferences, changed where the command line says otherwise.

    UsageError if it is wrong.
    """
    from slamomatic import engine
    from slamomatic.engine import bots
    from slamomatic.preferences import MOST_SEATS

    game = args.game or prefs.game
    sizes = engine.find(game).SEATS
    players = args.players or min(max(prefs.players, sizes[0]), sizes[-1])
    if players not in sizes or players > MOST_SEATS:
        raise UsageError(
            "{game} is for {least} to {most} players. Choose --players in that range.",
            game=game,
            least=sizes[0],
            most=sizes[-1],
        )
    seats = list(prefs.seats)
    if args.bots is not None:
        adaptive = args.bots == bots.ADAPTIVE
        many = players - 1 if adaptive else int(args.bots) if args.bots.isdecimal() else -1
        if not 0 <= many <= players:
            raise UsageError(
                "--bots must be between 0 and the {players} players, or {adaptive}.",
                players=players,
                adaptive=bots.ADAPTIVE,
            )
        for index in range(players):  # the last seats get the bots
            kind = bots.ADAPTIVE if adaptive else seats[index].bot or bots.USUAL
            seats[index] = replace(seats[index], bot=kind if index >= players - many else "")
    paper = prefs.paper and args.bots in (None, "0")  # no bot can hold a card of paper
    return replace(prefs, game=game, players=players, seats=tuple(seats), paper=paper)
