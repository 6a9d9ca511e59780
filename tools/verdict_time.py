"""How long after a race may be closed its verdict is there: a scripted unit on a pty, a real table.

python3 tools/verdict_time.py [RACES] [older]
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "host"), str(ROOT / "tests")]

from slamomatic.engine import Choice  # noqa: E402
from slamomatic.table import opening  # noqa: E402
from slamomatic.table.clock import TableClock  # noqa: E402
from slamomatic.table.seats import Seat  # noqa: E402
from slamomatic.table.session import GameSession  # noqa: E402
from slamomatic.units.base import Link, now_us  # noqa: E402
from slamomatic.units.open import open_unit  # noqa: E402
from support.fake_unit import FakeUnit  # noqa: E402
from support.told import effects_of  # noqa: E402

FRAME_S = 0.004  # how often the window looks while a unit is there
CLUMP_US = 1_000
RACES_A_GAME = 6  # nobody runs out of cards in so few


class Race:
    """One session with three people on a unit and a bot, and what it was told."""

    def __init__(self, home: Path, older: bool, seed: int) -> None:
        self.fake = FakeUnit(home, now_us)
        if older:
            self.fake.unit.older = True
        self.clock = TableClock()
        self.units = open_unit(f"serial:{self.fake.port}", clock=self.clock)
        self.units.start()
        while self.units.states()[0].link is not Link.CONNECTED:
            self.units.drain()
            time.sleep(FRAME_S)
        seats = [Seat("Ada", 0), Seat("Ben", 1), Seat("Cleo", 2), Seat("Dan", 3, "random")]
        self.session: GameSession = opening.begin(
            "hands-down", seats[:3], self.units, self.clock, seed=seed, home=home
        )

    def pump(self, until_us: int | None = None, what: str = "") -> int:
        """Frames until that time, or until that effect; when it was there."""
        while until_us is None or now_us() < until_us:
            self.session.pump()
            told = {effect.what for effect in effects_of(self.session)}
            if what and what in told:
                return now_us()
            time.sleep(FRAME_S)
        return now_us()

    def until_a_pair(self) -> int:
        """Play until somebody has a pair to slap and all paddles are live; return the seat."""
        while True:
            self.pump(now_us() + 100_000)
            turn: int = self.session.view(None)["turn"]
            legal = self.session.legal(turn)
            words = {choice.do for choice in legal}
            if "choose" in words:  # a pair: once the paddles are live, it is slapped
                if Choice(turn, "down") in legal and all(self.session.view(None)["live"]):
                    return turn
            elif legal and ("take" in words or all(self.session.view(None)["live"])):
                self.session.choose(next(choice for choice in legal if choice.do in ("take", "pass")))

    def run(self, chance: random.Random) -> int:
        """From the moment the race may be closed to the frame that has the verdict."""
        turn = self.until_a_pair()
        order = [turn, *[seat for seat in range(3) if seat != turn]]
        self.fake.slap(turn)
        self.pump(now_us() + chance.randrange(5_000, 60_000))
        told = self.fake.slap(order[1])
        there_us = self.pump(what="lost")
        self.fake.slap(order[2])
        for seat in order:
            self.fake.lift(seat)
        return there_us - (told.host_us + CLUMP_US)


def main() -> int:
    races = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    took: list[float] = []
    for seed in range(-(-races // RACES_A_GAME)):
        with tempfile.TemporaryDirectory() as folder:
            race = Race(Path(folder), "older" in sys.argv, seed)
            took += [race.run(random.Random(seed * 10 + nth)) / 1000 for nth in range(RACES_A_GAME)]
            race.units.stop()
            race.fake.stop()
    took.sort()
    print(f"{len(took)} races: p50 {took[len(took) // 2]:.1f} ms, p99 {took[-1 - len(took) // 100]:.1f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
