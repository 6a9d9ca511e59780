"""Writes golden logs: `python3 tests/rules/golden GAME SEED… [--players 3] [--bots to-win] [--option K=V]`.

A golden log is kept as it is: it is written anew only when the rules have changed (and their VERSION).
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random

from slamomatic.commands.arguments import options_of
from slamomatic.engine import find
from slamomatic.engine.bots import make, sitting
from slamomatic.engine.log import opening
from slamomatic.engine.setup import Setup

HERE = Path(__file__).resolve().parent


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("seeds", type=int, nargs="+")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--bots", default="careful")
    parser.add_argument("--option", action="append", default=[])
    args = parser.parse_args()
    for seed in args.seeds:
        path = HERE / f"{args.game}-{seed}.jsonl"
        path.write_text(play(args.game, seed, args.players, args.bots, args.option), encoding="utf-8")
        print(path.name, path.stat().st_size)


def play(name: str, seed: int, players: int, kinds: str, options: list[str]) -> str:
    kind = find(name)
    game = kind(Setup(players, seed, options_of(options)))
    lines = [opening(game)]
    names = kinds.split(",")
    bots = [make(names[s % len(names)], kind, s, Random(f"golden {seed} {s}")) for s in range(players)]
    sitting.play(game, bots, 20_000, lambda event, effects: lines.append(event.to_json(game.chance.drawn)))
    lines.append({"state": game.to_json()})
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


if __name__ == "__main__":
    main()
