"""`python tools/display_delays.py`: is the delay that a modelled screen had the one that is measured?

A thousand flashes at delays of 0 to 150 ms, each with its own jitter, in emulated time: about ten minutes.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "tests")]
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from bench.display_delays import recovered  # noqa: E402
from slamomatic.bench.stand import EmulatedStand  # noqa: E402

DELAYS_MS = tuple(range(0, 151, 10))


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
