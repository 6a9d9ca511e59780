"""Show how colour-blind people see the table:

    python tools/colour_sight.py [--out DIR]

Prints how far apart the colours of paddles and cards are for each kind of eyes, and draws twelve scenes, each
as it is, with protanopia and with deuteranopia. A shape stands on every colour too (test_contrast.py).
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "tests")]
os.environ["SDL_VIDEODRIVER"] = "dummy"

import numpy as np  # noqa: E402
import pygame  # noqa: E402

from slamomatic.engine import GAMES  # noqa: E402
from support.colours import BLINDNESS, TOLD_APART, nearest, seen_by  # noqa: E402
from support.scenes_of_all_games import all_scenes  # noqa: E402

SIZE = (960, 540)
SCENES = 12


def draw(out: Path) -> None:
    """Scenes in which many colours matter: a crowd in play."""
    with tempfile.TemporaryDirectory() as home:
        for game in GAMES:
            names: list[str] = []
            for stage, name, scene in all_scenes(Path(home), [game]):
                wanted = name.startswith(f"{game}-room-03") or name == f"{game}-crowd"
                if not wanted or len(names) >= SCENES // len(GAMES):
                    continue
                names.append(name)
                pixels = pygame.surfarray.array3d(stage.surface(scene, SIZE)).astype(float)
                pictures = [pixels, *(seen_by(pixels, blindness) for blindness in BLINDNESS)]
                sheet = pygame.surfarray.make_surface(np.concatenate(pictures).round().astype(np.uint8))
                pygame.image.save(sheet, out / f"{name}.png")


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path)
    args = parser.parse_args(words)
    for what, colours in TOLD_APART.items():
        for blindness in ("", *BLINDNESS):
            apart, which = nearest(colours, blindness)
            print(f"{what}: {blindness or 'all colours seen'}: {apart:.0f} ({which})")
    if args.out:
        args.out.mkdir(parents=True, exist_ok=True)
        pygame.font.init()
        draw(args.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
