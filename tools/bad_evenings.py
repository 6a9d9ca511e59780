"""Many bad evenings at once: `python tools/bad_evenings.py 0 1000`; the suite plays a few of them."""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "host"), str(ROOT / "tests")]

from link.bad_evening import bad_evening, complaints, other_threads  # noqa: E402
from slamomatic.units.base import PaddleEvent  # noqa: E402


def main(first: int, last: int) -> int:
    seen: Counter[str] = Counter()
    bad = 0
    started = time.monotonic()
    for seed in range(first, last):
        with tempfile.TemporaryDirectory() as folder:
            evening = bad_evening(seed, Path(folder))
        found = complaints(evening) + [f"thread left: {name}" for name in other_threads()]
        seen.update("event" if isinstance(one, PaddleEvent) else one.what.value for one in evening.news)
        seen.update(f"script: {step}" for step in evening.script)
        if found:
            bad += 1
            print(f"seed {seed}: {' / '.join(found)[:900]}", flush=True)
    minutes = (time.monotonic() - started) / 60
    print(f"{bad} bad of {last - first} evenings in {minutes:.1f} minutes; {dict(seen)}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
