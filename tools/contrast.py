"""Measure the contrast of every text of every scene, by WCAG on the real pixels:

    python tools/contrast.py [--size 1920x1080] [--every N] [GAME ...]

Lists what is below 4.5 : 1 (3 : 1 for titles), once for each kind of text, with the scene where it is worst.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "tests")]
os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame  # noqa: E402

from slamomatic.engine import GAMES  # noqa: E402
from slamomatic.kit.painter import Painter  # noqa: E402
from slamomatic.kit.surfaces import Felt  # noqa: E402
from support.colours import Reading, readings  # noqa: E402
from support.scenes_of_all_games import all_scenes  # noqa: E402


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*")
    parser.add_argument("--size", default="1920x1080")
    parser.add_argument("--every", type=int, default=1, help="only every so manieth scene")
    args = parser.parse_args(words)
    w, h = map(int, args.size.split("x"))
    pygame.font.init()
    painter = Painter(pygame.Surface((w, h)), Felt())
    worst: dict[str, tuple[Reading, str]] = {}
    texts = scenes = 0
    with tempfile.TemporaryDirectory() as home:
        for number, (stage, name, scene) in enumerate(all_scenes(Path(home), args.games or list(GAMES))):
            easel = stage.easel(scene, (w, h))
            if number % args.every:
                continue
            scenes += 1
            for reading in readings(easel, painter):
                texts += 1
                kind = re.sub(r"\d+", "N", reading.name)
                if kind not in worst or reading.contrast < worst[kind][0].contrast:
                    worst[kind] = (reading, name)
    low = [(reading, name) for reading, name in worst.values() if not reading.enough]
    for reading, name in sorted(low, key=lambda one: one[0].contrast):
        size = "title" if reading.large else "text"
        print(f"{reading.contrast:5.2f}  {size}  {reading.name}  {reading.words!r}  in {name}")
    least = min(reading.contrast for reading, _ in worst.values())
    print(f"{scenes} scenes, {texts} texts, {len(worst)} kinds, least {least:.2f}, too low: {len(low)}")
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
