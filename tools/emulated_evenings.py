"""Many of them: `python tools/emulated_evenings.py 30`, half over TCP and half over a pty."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "host"), str(ROOT / "tests")]

from link.bad_evening import other_threads  # noqa: E402
from link.emulated_evening import emulated_evening  # noqa: E402
from link.emulated_pico import EmulatedPico  # noqa: E402


def main(count: int) -> int:
    began = time.monotonic()
    bad = restarts = 0
    for tcp in (True, False):
        with tempfile.TemporaryDirectory() as home, EmulatedPico(Path(home), None, tcp=tcp) as pico:
            for seed in range(0 if tcp else 1, count, 2):
                with tempfile.TemporaryDirectory() as folder:
                    found = emulated_evening(seed, Path(folder), pico)
                found += [f"thread left: {name}" for name in other_threads()]
                bad += bool(found)
                minutes = (time.monotonic() - began) / 60
                print(f"{'tcp' if tcp else 'pty'} {seed} ({minutes:.1f} min): {found or 'well'}", flush=True)
            restarts += pico.restarts
    print(f"{bad} bad of {count}, the unit restarted {restarts} times")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
