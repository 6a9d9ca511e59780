"""The real firmware, its copy cut off anywhere: `python tools/flash_cut_off.py empty|older [N]`.

The copy is made once, by the real `flash` onto an emulated Pico whose flash is recorded. Then a Pico is
started from the flash as it was at many moments: after each N-th command (1: every one), after half of that
command, and after each file. Each must be the unit with whole firmware, or ask for `flash` again, and stay
so.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "tests")]

from link.flash_cut_off import cut_anywhere, older_version  # noqa: E402
from slamomatic.firmware_files import firmware_files  # noqa: E402


def main(kind: str, every: int) -> int:
    files = firmware_files()
    began, cpu = time.monotonic(), time.process_time()
    wrong = cut_anywhere({} if kind == "empty" else older_version(files), files, every)
    minutes, cpu_s = (time.monotonic() - began) / 60, time.process_time() - cpu
    print(
        f"from {kind}: {len(wrong)} wrong ({minutes:.1f} minutes, {cpu_s:.0f} s of this process)",
        *wrong,
        sep="\n",
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1))
