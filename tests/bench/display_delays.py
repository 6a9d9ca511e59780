"""`python tests/bench/display_delays.py`: is the delay that a modelled screen had the one that is measured?

A thousand flashes at delays of 0 to 150 ms, each with its own jitter, in emulated time: about ten minutes.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from slamomatic.bench.display.flashes import delay_of, matched
from slamomatic.bench.display.rig import DisplayRig, PatchWindow, VirtualDisplay
from slamomatic.bench.stand import EmulatedStand

DELAYS_MS = tuple(range(0, 151, 10))
JITTER_US = 5_000.0
LIT_US, LEAST_DARK_US, SPARE_US = 62_000.0, 62_000.0, 30_000.0
WITHIN_US = 50.0


@dataclass(frozen=True, slots=True)
class Recovered:
    """What was measured of one screen, against what it did."""

    flashes: int
    lost: int
    false: int
    errors_us: tuple[float, ...]  # of each flash's light
    median_off_us: float
    window_errors_us: tuple[float, ...]

    @property
    def within(self) -> int:
        return sum(error_us <= WITHIN_US for error_us in self.errors_us)


def recovered(stand: EmulatedStand, delay_ms: float, flashes: int, chance: Random) -> Recovered:
    """Flash a screen of this delay, and hold what is measured against what it did."""
    window_us = chance.uniform(500, 12_000)
    model = VirtualDisplay(
        stand=stand, delay_us=delay_ms * 1000, jitter_us=JITTER_US, window_us=window_us, chance=chance
    )
    window = PatchWindow((320, 180), "middle", model)
    try:
        rig = DisplayRig(stand, window)
        dark_us = max(LEAST_DARK_US, delay_ms * 1000 + JITTER_US + SPARE_US - LIT_US)
        for _ in range(flashes):
            rig.flash(dark_us + chance.uniform(0, 10_000), LIT_US)
        rig.end(delay_ms * 1000 + JITTER_US + SPARE_US)
    finally:
        window.close()
    found, false = matched(rig.bright, rig.lights)
    true_us = [t_us for t_us, bright in model.shown_us if bright]
    pairs = list(zip(found, true_us, strict=True))
    true_delays_us = sorted(t_us - flash.shown.after_us for flash, t_us in pairs)
    delay = delay_of(found)
    return Recovered(
        len(found),
        sum(flash.light is None for flash in found),
        false,
        tuple(abs(flash.light.t_us - t_us) for flash, t_us in pairs if flash.light),
        abs(delay.median_us - true_delays_us[(len(true_delays_us) - 1) // 2]) if delay else float("inf"),
        tuple(abs(flash.shown.window_us - window_us) for flash in found),
    )


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--flashes", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    stand = EmulatedStand(seed=args.seed, light=1)
    chance = Random(f"delays {args.seed}")
    shares = [
        args.flashes * (n + 1) // len(DELAYS_MS) - args.flashes * n // len(DELAYS_MS)
        for n in range(len(DELAYS_MS))
    ]
    runs = []
    for delay_ms, share in zip(DELAYS_MS, shares, strict=True):
        if share:
            runs.append(recovered(stand, delay_ms, share, chance))
            print(f"{delay_ms} ms: {runs[-1].within} of {share}", file=sys.stderr, flush=True)
    flashes = sum(run.flashes for run in runs)
    answer = {
        "flashes": flashes,
        "within_50_us": sum(run.within for run in runs),
        "worst_us": round(max(error for run in runs for error in run.errors_us), 2),
        "worst_median_us": round(max(run.median_off_us for run in runs), 2),
        "worst_window_us": round(max(error for run in runs for error in run.window_errors_us), 2),
        "lost": sum(run.lost for run in runs),
        "false": sum(run.false for run in runs),
    }
    print(json.dumps(answer))
    return 0 if answer["within_50_us"] == flashes and not answer["false"] else 1


if __name__ == "__main__":
    sys.exit(main())
