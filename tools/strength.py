"""Are all seats equal, and is the better bot better? `python3 tools/strength.py [GAME…] [--games 1000]`.

Equal bots, starter by chance: each seat's wins must lie within the 99.9 % interval (corrected for the number
of seats) of its share. To-win must beat careful, careful easy, and easy random, at 99 %, two of each at a
table. The strong bot sits alone among careful ones and must win 40 % of the games (`--only strong`).
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from pathlib import Path
from statistics import NormalDist

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "host"), str(ROOT / "tests")]

from slamomatic.bench.figures import wilson  # noqa: E402
from slamomatic.engine import GAMES, find  # noqa: E402
from slamomatic.engine.bots.many import WHOLE_WIN, Plan, play_all  # noqa: E402

ALONE = 0.4  # what the strong bot must win against three others; its fair share is a quarter
STRONG_GAMES = 200


def seats_are_equal(name: str, players: int, games: int, workers: int, bot: str) -> bool:
    """Play games of equal bots, print the wins of each seat, and return whether none has an advantage.

    A seat's wins must lie in the range that chance explains, and every game must end.
    """
    tally, _ = play_all(Plan(name, games, players, (bot,) * players, seed=31), workers, lambda done: None)
    share = 1 / players
    z = NormalDist().inv_cdf(1 - 0.001 / players / 2)
    reach = z * math.sqrt(games * share * (1 - share))
    wins = [tally.by_seat[seat] / WHOLE_WIN for seat in range(players)]
    # A tie that is shared makes a seat's wins vary less than this, so the interval is never too narrow.
    equal = all(abs(won - games * share) <= reach for won in wins)
    said = " ".join(f"{won:.1f}" for won in wins)
    verdict = "equal" if equal else "NOT EQUAL"
    print(
        f"{name}: {players} equal {bot} bots, {games} games, wins {said} of {games * share:.1f} "
        f"± {reach:.1f}: {verdict}; unfinished {tally.unfinished}, longest {tally.longest} moves",
        flush=True,
    )
    return equal and not tally.unfinished


def beats(name: str, better: str, worse: str, players: int, games: int, workers: int) -> bool:
    """Let two kinds of bots play; return whether `better` certainly wins more than its seats' share."""
    bots = tuple(better if seat % 2 == 0 else worse for seat in range(players))
    tally, _ = play_all(Plan(name, games, players, bots, seed=32), workers, lambda done: None)
    low, _high = wilson(tally.by_bot[better] / WHOLE_WIN, games, NormalDist().inv_cdf(0.99))
    fair = bots.count(better) / players
    won = tally.by_bot[better] / WHOLE_WIN
    print(
        f"{name}: {better} against {worse}, {games} games of {', '.join(bots)}: wins {won:.1f}, at least "
        f"{low:.1%} at 99 %, its seats' share {fair:.1%}: {'better' if low > fair else 'NOT BETTER'}",
        flush=True,
    )
    return low > fair


def alone_among(name: str, better: str, worse: str, players: int, games: int, workers: int) -> bool:
    """Let one `better` bot play against others; return whether it wins at least the share ALONE."""
    bots = (better, *[worse] * (players - 1))
    tally, _ = play_all(Plan(name, games, players, bots, seed=33), workers, lambda done: None)
    won = tally.by_bot[better] / WHOLE_WIN
    low, high = wilson(won, games, NormalDist().inv_cdf(0.975))
    verdict = "good" if won >= ALONE * games else "TOO FEW"
    print(
        f"{name}: one {better} against {players - 1} {worse}, {games} games: wins {won:.1f}, "
        f"{won / games:.1%} ({low:.1%} to {high:.1%} at 95 %), to be {ALONE:.0%}: {verdict}",
        flush=True,
    )
    return won >= ALONE * games


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", default=list(GAMES), metavar="GAME")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--only", choices=["strong"], help="this part alone")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    good = True
    for name in args.names:
        players = min(4, find(name).SEATS[-1])
        alone = min(args.games, STRONG_GAMES)
        good &= alone_among(name, "strong", "careful", players, alone, args.workers)
        if args.only:
            continue
        good &= seats_are_equal(name, players, args.games, args.workers, "careful")
        good &= beats(name, "to-win", "careful", players, args.games, args.workers)
        good &= beats(name, "careful", "easy", players, args.games, args.workers)
        good &= beats(name, "easy", "random", players, args.games, args.workers)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
