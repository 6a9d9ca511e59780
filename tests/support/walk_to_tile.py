"""Print the keys that lead from the first way to play to a game's tile, found by looking."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.front import FrontScene

SIZE = (1280, 720)
KEYS = {"down": "Down", "right": "Right", "confirm": "Return"}


def way(stage: BareStage, scene: FrontScene, name: str) -> list[str]:
    """Walk down, then right, from the mark's place; pressing there does it."""
    start = scene.cursor
    for rows in range(9):
        for columns in range(9):
            scene.cursor = start
            walked = ["down"] * rows + ["right"] * columns
            targets = stage.easel(scene, SIZE).targets
            for action in walked:
                scene.key(action)
            if targets[scene.cursor].name == name:
                scene.key("confirm")
                return [*walked, "confirm"]
    raise SystemExit(f"no key leads to {name}")


def main(game: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        stage = BareStage(Path(folder))
        scene = FrontScene(stage)
        keys: list[str] = []
        for _ in range(9):
            if any(target.name == f"game/{game}" for target in stage.easel(scene, SIZE).targets):
                print(*(KEYS[key] for key in [*keys, *way(stage, scene, f"game/{game}")]))
                assert stage.prefs.game == game
                return
            keys += way(stage, scene, "more-games")
        raise SystemExit(f"no page shows {game}")


if __name__ == "__main__":
    main(sys.argv[1])
