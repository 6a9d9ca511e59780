"""The real firmware, its copy cut off after every file: `python tests/link/flash_cut_off.py empty|older`.

Takes some minutes for each; the suite does the same with a small firmware.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from link.emulated_pico import EmulatedPico  # noqa: E402
from link.test_flash import CutOff, cut_after, says_at_boot  # noqa: E402
from slamomatic.board import Board  # noqa: E402
from slamomatic.firmware_files import firmware_files  # noqa: E402
from slamomatic.flashing import make_plan, put, version_of, wait_for_hello  # noqa: E402
from slamomatic.unit.prompt import HALF  # noqa: E402


def main(kind: str) -> int:
    files = firmware_files()
    older = {path: data + b"\n# an older version\n" for path, data in files.items()}
    began = time.monotonic()
    with (
        tempfile.TemporaryDirectory() as folder,
        EmulatedPico(Path(folder), older if kind == "older" else {}) as pico,
    ):
        cuts = 0
        while True:
            board = Board(pico.port)
            plan = make_plan(files, board.survey())
            cut_after(board, copies=0 if cuts == 0 else 1)
            try:
                put(board, files, plan, lambda _: None)
            except CutOff:
                said = says_at_boot(pico)
                print(f"cut off, {len(plan.changed)} files to go: {said}", flush=True)
                if said != HALF:
                    return 1
                cuts += 1
                continue
            break
        board.reset()
        wait_for_hello(pico.port, version_of(files), limit_s=300)
        whole = {path: text.encode() for path, text in pico.files().items()} == files
    minutes = (time.monotonic() - began) / 60
    print(f"from {kind}: cut off {cuts} times, then whole: {whole}, and it answers ({minutes:.1f} minutes)")
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
