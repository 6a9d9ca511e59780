"""How fast the rules are, beside rlcard's uno and OpenSpiel's crazy_eights, as ratios within one run.

    .venv/bin/python -m pip install -e '.[compare]'
    .venv/bin/python tools/bench_rules.py [--seconds 2] [--rounds 5] [--players 2] [--json]

Random legal play on one core. The contestants take turns, round by round, so that other work on the machine
meets all of them alike. Each ratio is the median over the rounds, of both speeds measured in the same round.
A move is a choice or a slap (commands.md); in uno and crazy_eights an action of a player.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

from slamomatic.engine import GAMES, Event, Setup, find
from slamomatic.engine.bots import straight
from slamomatic.engine.core import Game

NEVER = 10**9
Play = Callable[[int], int]  # plays one game of this number, returns its moves

VIEW = ", the mover's view"
# The speed that each must reach, as a ratio to rlcard's uno: the plain rules without views, and with a view
# each move beside uno's environment.
TARGETS = dict.fromkeys(GAMES, 1.0) | {name + VIEW: 1.0 for name in GAMES}
RULES, ENV = "rlcard uno, rules only", "rlcard uno, environment"
EIGHTS = "OpenSpiel crazy_eights"


def ours(name: str, players: int, viewed: bool = False) -> Play:
    """One of the five games, drawn straight from its legal events."""
    kind = find(name)

    def play(number: int) -> int:
        game = kind(Setup(players, number))
        apply = looking_at_every_move(game) if viewed else None
        moves = straight.play(game, random.Random(number), NEVER, apply)
        if not game.over:
            raise SystemExit(f"{name} number {number} was not played to its end")
        return moves

    return play


def looking_at_every_move(game: Game) -> straight.Apply:
    """After every move, the players who are to move or to slap get a view, as people would."""
    apply = game.apply

    def apply_and_look(event: Event) -> Any:
        effects = apply(event)
        if event.do == "down" or event.do in game.EVENTS:
            game.view(game.turn if game.turn is not None or not game.asked else game.asked[0])
        return effects

    return apply_and_look


def rlcard_rules() -> Play:
    """uno's own rules, stepped without the environment."""
    uno = import_module("rlcard.games.uno.game").UnoGame

    def play(number: int) -> int:
        game = uno(num_players=2)
        game.np_random.seed(number)
        game.init_game()
        choice, moves = random.Random(number).choice, 0
        while not game.is_over():
            game.step(choice(game.get_legal_actions()))
            moves += 1
        return moves

    return play


def rlcard_environment() -> Play:
    """uno with the mover's state at every step."""
    env = import_module("rlcard").make("uno", config={"seed": 0})

    def play(number: int) -> int:
        env.seed(number)
        choice, moves = random.Random(number).choice, 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(choice(list(state["legal_actions"])))
            moves += 1
        return moves

    return play


def crazy_eights() -> Play:
    game = import_module("pyspiel").load_game("crazy_eights")

    def play(number: int) -> int:
        state = game.new_initial_state()
        choice, moves = random.Random(number).choice, 0
        while not state.is_terminal():
            moves += not state.is_chance_node()
            state.apply_action(choice(state.legal_actions()))
        return moves

    return play


def speed(play: Play, seconds: float, number: int) -> float:
    """Moves a second over at least so long."""
    moves, began_s = 0, time.process_time()
    while True:
        moves += play(number)
        number += 1
        took_s = time.process_time() - began_s
        if took_s >= seconds:
            return moves / took_s


def measure(players: int, seconds: float, rounds: int) -> dict[str, list[float]]:
    contestants: dict[str, Play] = {RULES: rlcard_rules(), ENV: rlcard_environment(), EIGHTS: crazy_eights()}
    for name in GAMES:
        for viewed in (False, True):
            contestants[name + VIEW * viewed] = ours(name, max(players, find(name).SEATS[0]), viewed)
    speeds: dict[str, list[float]] = {name: [] for name in contestants}
    for play in contestants.values():
        play(0)  # imports and caches
    for number in range(rounds):
        for name, play in contestants.items():
            speeds[name].append(speed(play, seconds, 1000 * number))
    return speeds


def base_of(name: str) -> str:
    """Return the contestant that this one is compared with: with views or without, like itself."""
    return ENV if name == ENV or name.endswith(VIEW) else RULES


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="per contestant and round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--players", type=int, default=2, help="at our games (three at least at Hands Down)")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            speeds = measure(args.players, args.seconds, args.rounds)
    except ImportError as error:
        print(f"{error.name} is not installed: pip install -e '.[compare]'", file=sys.stderr)
        return 2
    rows = [
        (
            name,
            statistics.median(mine),
            statistics.median(a / b for a, b in zip(mine, speeds[base_of(name)], strict=True)),
            TARGETS.get(name),
        )
        for name, mine in speeds.items()
    ]
    if args.json:
        names = ("name", "moves_per_s", "ratio", "target")
        print(json.dumps({"contestants": [dict(zip(names, row, strict=True)) for row in rows]}))
    else:
        print(f"{'':34} {'moves/s':>10} {'ratio':>7}  target")
        for name, moves_per_s, ratio, target in rows:
            print(f"{name:34} {moves_per_s:>10,.0f} {ratio:>7.2f}  {'' if target is None else target}")
    short = [name for name, _, ratio, target in rows if target is not None and ratio < target]
    for name in short:
        print(f"{name} is below its target", file=sys.stderr)
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
