"""Write golden logs: `python3 tools/golden.py GAME SEED… [--players 3] [--bots to-win] [--option K=V]`.

A golden log is kept as it is: it is written again only when the rules have changed (and their VERSION).
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "host"), str(ROOT / "tests")]

from slamomatic.commands.arguments import options_of  # noqa: E402
from slamomatic.engine import find  # noqa: E402
from slamomatic.engine.bots import make, sitting  # noqa: E402
from slamomatic.engine.log import opening_line  # noqa: E402
from slamomatic.engine.setup import Setup  # noqa: E402

FOLDER = ROOT / "tests" / "rules" / "golden"


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
        path = FOLDER / f"{args.game}-{seed}.jsonl"
        path.write_text(play(args.game, seed, args.players, args.bots, args.option), encoding="utf-8")
        print(path.name, path.stat().st_size)


def play(name: str, seed: int, players: int, kinds: str, options: list[str]) -> str:
    kind = find(name)
    game = kind(Setup(players, seed, options_of(options)))
    lines = [opening_line(game)]
    names = kinds.split(",")
    bots = [make(names[s % len(names)], kind, s, Random(f"golden {seed} {s}")) for s in range(players)]
    sitting.play(game, bots, 20_000, lambda event, effects: lines.append(event.to_json(game.chance.drawn)))
    lines.append({"state": game.to_json()})
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


if __name__ == "__main__":
    main()
