"""Interrupt first runs in every way: each must heal by running the same command again.

`python3 tools/first_runs.py 60 [SEED]`: a stand-in project whose first run takes seconds.
`python3 tools/first_runs.py 3 --real`: the real one, with all that it downloads.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "host"), str(ROOT / "tests")]

from project import stand_in  # noqa: E402
from project.first_runs import AT_ANY_MOMENT, INTERRUPTIONS, interrupt, wrong_with  # noqa: E402


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("runs", type=int)
    words.add_argument("seed", type=int, nargs="?", default=1)
    words.add_argument("--real", action="store_true")
    args = words.parse_args()
    chance, bad = random.Random(args.seed), 0
    counted: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as place:

        def fresh(name: str) -> Path:
            folder = Path(place) / name
            return stand_in.real_checkout(folder) if args.real else stand_in.checkout(folder)

        began = time.monotonic()
        print(wrong_with(*stand_in.run(fresh("whole"))) or "undisturbed: well", flush=True)
        whole_s = time.monotonic() - began
        print(f"an undisturbed first run takes {whole_s:.1f} s", flush=True)
        for number in range(args.runs):
            rest = INTERRUPTIONS[AT_ANY_MOMENT:]
            kinds = INTERRUPTIONS[:AT_ANY_MOMENT] if number % 2 == 0 else rest
            kind = kinds[number // 2 % len(kinds)]
            after_s = chance.uniform(0.05, whole_s)
            folder = fresh(str(number))
            wrong = interrupt(kind, folder, after_s)
            shutil.rmtree(folder)
            counted[kind.__name__] += 1
            bad += bool(wrong)
            print(f"{number}: {kind.__name__} after {after_s:.2f} s: {wrong or 'healed'}", flush=True)
    print(f"{args.runs} interrupted first runs, {bad} did not heal: {dict(counted)}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
