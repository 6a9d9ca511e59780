"""Drag the one file onto Picos in any state: `python tools/uf2_drags.py boots|cuts N [SEED] [--real]`.

boots: the whole file over a random state of the flash; each Pico must come up as the unit, whole.
cuts:  a copy that was cut short over such a state. What boots must be one whole firmware, say that it is half
       copied, wait at its prompt, or wait for the next copy. A second drag must make it the unit. Where
       the cut left a hole in MicroPython itself nothing is started: it may do anything, and BOOTSEL helps.
--real: the real firmware, about 5 s of processor time for each boot. Without this word a small firmware
       stands in for it.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "tests")]

from link import uf2_drags  # noqa: E402
from link.small_firmware import SMALL  # noqa: E402
from slamomatic.firmware_files import firmware_files  # noqa: E402


def main(what: str, count: int, seed: int, files: uf2_drags.Files) -> int:
    began, chance = time.process_time(), random.Random(seed)
    kinds: Counter[str] = Counter()
    bad: list[str] = []
    for number in range(count):
        kind, wrong = uf2_drags.DRAGS[what](chance, files)
        kinds[kind] += 1
        bad += wrong
        print(f"{number}: {kind} {wrong or ''}", flush=True)
    print(
        f"{count} {what}, {len(bad)} wrong, {time.process_time() - began:.0f} s of processor time",
        *kinds.items(),
        *bad,
        sep="\n",
    )
    return 1 if bad else 0


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--real"]
    real = firmware_files() if "--real" in sys.argv else SMALL
    sys.exit(main(words[0], int(words[1]), int(words[2]) if len(words) > 2 else 1, real))
