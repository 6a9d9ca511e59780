"""`python tools/device_runs.py [PAIRS] [RUNS]`: are modelled devices recovered, do intervals hold?

Each model's true threshold and biases are calculated from its description, not by its code.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "tests")]

from bench.device_runs import CASES, run_once  # noqa: E402

WITHIN = 0.05


def main(pairs: int = 20_000, runs: int = 100) -> int:
    print(f"{runs} runs of {pairs} pairs: intervals that held, within {WITHIN:.0%}, worst")
    bad = 0
    for name in CASES:
        made = [run_once(name, seed, pairs) for seed in range(runs)]
        held = sum(one.held for one in made)
        near = [
            sum(off <= WITHIN for off in offs)
            for offs in ([one.threshold_off for one in made], [one.bias_off for one in made])
        ]
        worst = (max(one.threshold_off for one in made), max(one.bias_off for one in made))
        print(
            f"{name:12} threshold {sum(one.threshold_held for one in made)}, biases "
            f"{sum(one.biases_held for one in made)}, all {held}; threshold near {near[0]} (worst "
            f"{worst[0]:.1%}), biases near {near[1]} (worst {worst[1]:.1%})",
            flush=True,
        )
        bad += held < 0.95 * runs
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(*(int(word) for word in sys.argv[1:])))
