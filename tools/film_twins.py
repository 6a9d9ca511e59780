"""Films twins and compares every frame: `python tools/film_twins.py [FRAMES]` (10,000 unless said).

Each pair of journals differs only in cards that nobody has shown. A frame that differs shows a hidden card.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pygame

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "host"), str(ROOT / "tests")]

from slamomatic.engine.vocabulary import Json  # noqa: E402
from slamomatic.film.maker import Camera  # noqa: E402
from slamomatic.screen.scenes.cut import of_all  # noqa: E402
from support.journal_twins import twin_of  # noqa: E402

GOLDEN = sorted((ROOT / "tests/rules/golden").glob("*.jsonl"))
SIZE = (800, 480)
FPS = 10.0
TRIES = 40


def frames(entries: Sequence[Json]) -> Iterator[bytes]:
    for frame in Camera(entries, SIZE, FPS).film(of_all(entries)):
        yield pygame.image.tobytes(frame, "RGB")


def main() -> int:
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    compared = differ = swapped = rounds = 0
    rng = Random(1)
    while compared < wanted:
        for path in GOLDEN:
            lines = [json.loads(line) for line in path.read_text().splitlines()]
            # The first part of a game has most cards hidden; another part each round.
            entries = [line for line in lines if "state" not in line]
            entries = entries[: max(12, len(entries) * (rounds % 4 + 1) // 6)]
            twin, changed = twin_of(entries, rng, TRIES)
            swapped += changed
            for one, other in zip(frames(entries), frames(twin), strict=True):
                compared += 1
                differ += one != other
            print(
                f"{path.stem}: {changed} pairs of cards swapped; {compared} frames, {differ} differ",
                flush=True,
            )
            if compared >= wanted:
                break
        rounds += 1
    print(f"{compared} frames, {swapped} pairs of hidden cards swapped, {differ} frames differ")
    return 1 if differ or not swapped else 0


if __name__ == "__main__":
    sys.exit(main())
