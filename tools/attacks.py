"""Cheat at a table and say what comes of it: `python tools/attacks.py [TRIALS [WORDS]]`.

Prints tables in Markdown. With WORDS only the races whose name has them.
Everything runs in simulated time with simulated phones, from fixed seeds.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "tests")]

from slamomatic.phone.touch_unit import MOST_DOUBT_US  # noqa: E402
from support import attacks  # noqa: E402
from support.attacks import DENIALS, MISHAPS, NETWORKS, Cheat, Score  # noqa: E402

SEED = 1
WORDS = ("right", "tie", "void", "wrong")
Row = Callable[[Path, int], Score]


def lying(network: str, cheat: Cheat, from_ms: int, until_ms: int, stalls: float = 0.0) -> Row:
    """Races in which a liar is the last, by so much, and cheats like this."""

    def run(home: Path, trials: int) -> Score:
        def late_us(chance: Random) -> int:
            return chance.randint(from_ms * 1000, until_ms * 1000)

        return attacks.races(home, trials, SEED, NETWORKS[network], late_us, cheat, stalls=stalls)

    return run


def paused(by: str) -> Row:
    return lambda home, trials: attacks.paused_races(home, trials, SEED, NETWORKS["20 ms"], by)


def honest(network: str, stalls: float = 0.0) -> Row:
    return lambda home, trials: attacks.honest_races(home, trials, SEED, NETWORKS[network], stalls)[0]


RACES: dict[str, Row] = {
    **{
        f"dated back and held, 60 to 2,500 ms late, pings of {name}": lying(
            name, attacks.dates_back_and_holds_answers, 60, 2_500
        )
        for name in NETWORKS
    },
    **{
        f"dated back 100 ms, 60 ms late, pings of {name}": lying(name, attacks.dates_back_100, 60, 60)
        for name in NETWORKS
    },
    **{
        f"the same, pings of {name}, a stall in one race of five": lying(
            name, attacks.dates_back_100, 60, 60, stalls=0.2
        )
        for name in NETWORKS
    },
    "pretends a bad network, 60 to 400 ms late": lying("5 ms", attacks.answers_late, 60, 400),
    "the page's clock steps, 60 to 600 ms late": lying("20 ms", attacks.clock_steps, 60, 600),
    "within 30 ms of a pause's edge, by phone": paused("phone"),
    "within 30 ms of a pause's edge, by key": paused("key"),
    **{f"honest, pings of {name}": honest(name) for name in NETWORKS},
    **{f"honest, pings of {name}, a stall in one race of five": honest(name, 0.2) for name in NETWORKS},
}


def main() -> None:
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    words = " ".join(sys.argv[2:])
    say("race", "trials", *WORDS)
    for name, row in RACES.items():
        if words not in name:
            continue
        with tempfile.TemporaryDirectory() as home:
            score = row(Path(home), trials)
        say(name, trials, *[score.said[word] for word in WORDS])
    if words:
        return
    print()
    say(
        "pings of",
        "honest slap: a tie up to",
        "dated back",
        "and pings held back",
        "the most that is believed",
    )
    for name, network in NETWORKS.items():
        holds = ((False, 0), (True, 0), (True, 150_000))
        most_us = [
            attacks.ties_gained_us(network, SEED, trials, lies, holds_us)[0] for lies, holds_us in holds
        ]
        say(name, *[f"{us / 1000:.0f} ms" for us in (*most_us, MOST_DOUBT_US)])
    print()
    say("what befalls a clock", "seconds until hands 30 ms apart are told apart again")
    for mishap in MISHAPS:
        with tempfile.TemporaryDirectory() as home:
            say(spoken(mishap), attacks.seconds_until_fine_again(Path(home), SEED, mishap))
    print()
    say("who holds everybody up", "voids in 6 races", "in a row", "seconds until it is played without")
    for attack in DENIALS:
        with tempfile.TemporaryDirectory() as home:
            held_up = attacks.denial(Path(home), SEED, attack)
        say(spoken(attack), held_up.voids, held_up.in_a_row, held_up.seconds)


def spoken(does: Callable[..., object]) -> str:
    return does.__name__.replace("_", " ")


def say(*cells: object) -> None:
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


if __name__ == "__main__":
    main()
