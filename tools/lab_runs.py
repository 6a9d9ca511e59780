"""`python tools/lab_runs.py [SLAPS] [EMULATED]`: are slaps on LSL's clock where their bound says?

Two units, 100 ppm fast and 100 ppm slow, are slapped. The slaps go through the real clock mapping and real
LSL outlets, come back by real inlets, are written as XDF and read by pyxdf. EMULATED slaps follow on the
emulated Pico, where the moment of each key press is known.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "tests")]

from bench.lab_runs import drifting_slaps, emulated_slaps, told  # noqa: E402

SLAPS, EMULATED = 10_000, 40


def main(words: list[str]) -> int:
    slaps, emulated = [int(word) for word in words] + [SLAPS, EMULATED][len(words) :]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        all_slaps = drifting_slaps(folder, slaps, folder / "drifting.xdf") if slaps else []
        if all_slaps:
            print(told("drifting by 100 ppm either way", all_slaps), flush=True)
        if emulated:
            more = emulated_slaps(folder, emulated, folder / "emulated.xdf")
            print(told("the emulated Pico", more))
            all_slaps += more
    return 0 if all(slap.device_exact and slap.inside for slap in all_slaps) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
