"""Prints the table of host/docs/sound.md: `python tools/sound_figures.py`."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "host"), str(ROOT / "tests")]

from slamomatic.kit import synth, tunes  # noqa: E402
from support.loudness import loudest_lufs, share  # noqa: E402


def main() -> None:
    print("| effect | 1 to 5 kHz | below 200 Hz | loudest 0.4 s | highest peak | length |")
    print("|---|---|---|---|---|---|")
    for name, wave in tunes.every_wave():
        middle, low = share(wave, 1000, 5000), share(wave, 0, 200)
        lufs, peak = loudest_lufs(synth.to_stereo(wave)), np.abs(wave).max()
        length_s = len(wave) / synth.RATE
        print(f"| {name} | {middle:.0%} | {low:.0%} | {lufs:.1f} LUFS | {peak:.2f} | {length_s:.2f} s |")


if __name__ == "__main__":
    main()
