"""A week of drifting clocks with a ping a second: `python tools/drift_week.py` (some minutes)."""

from __future__ import annotations

import random
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "host"), str(ROOT / "tests")]

from slamomatic.units.clock_map import ClockMap  # noqa: E402
from support.two_clocks import DAY_S, TwoClocks, ping, slap  # noqa: E402

SLEEP_EVERY_S = DAY_S  # the lid is closed once a day, for some hours
WAYS_S = ((0.0001, 0.0001), (0.004, 0.0001), (0.0001, 0.004))


def main() -> int:
    worst = 0.0
    for there_s, back_s in WAYS_S:
        clocks = TwoClocks(random.Random(f"week {there_s} {back_s}"))
        clock_map = ClockMap()
        stated: list[int] = []
        beyond = 0
        for second in range(7 * DAY_S):
            ping(clocks, clock_map, there_s, back_s)
            clocks.go(clocks.chance.uniform(0, 1))
            off_us, error_us = slap(clocks, clock_map)
            beyond += off_us > error_us
            worst = max(worst, off_us / error_us)
            stated.append(error_us)
            clocks.go(clocks.chance.uniform(0, 0.9))
            if second % SLEEP_EVERY_S == SLEEP_EVERY_S - 1:
                clocks.go(clocks.chance.uniform(600, 8 * 3600), host_sleeps=True)
                clock_map.note_line(int(clocks.unit_us), int(clocks.host_us) + 300)
        stated.sort()
        print(
            f"{there_s * 1000:g} ms there, {back_s * 1000:g} ms back: {len(stated)} slaps, "
            f"{beyond} beyond the bound; "
            f"bound median {stated[len(stated) // 2]} us, largest {stated[-1]} us; "
            f"{clock_map.steps} sleeps noticed",
            flush=True,
        )
    print(f"never more than {worst:.0%} of the bound")
    return 1 if worst > 1 else 0


if __name__ == "__main__":
    sys.exit(main())
