"""Games under options that change what lies on the table, and choices that leave a mark on it."""

from __future__ import annotations

from collections.abc import Iterator

from slamomatic.face.faces import face_of
from slamomatic.face.gallery import SEED
from slamomatic.screen import gallery
from slamomatic.screen.gallery import BareStage
from slamomatic.screen.scene import Scene

LONGEST_US = 40 * 60_000_000
PLAYERS = 3  # a number of places that no other picture has


def options(stage: BareStage, game: str) -> Iterator[tuple[str, Scene]]:
    face = face_of(game)
    for shown in face.gallery.options:
        scene, _ = gallery.table_of(stage, game, PLAYERS, shown.seed, (0, 1), shown.options)
        for _ in gallery.steps(stage, scene, LONGEST_US):
            if shown.after in (scene.aftermath.saying, scene.aftermath.below):
                break
        yield f"{game}-{shown.name}", scene
    if face.asides:
        scene, _ = gallery.table_of(stage, game, PLAYERS, SEED, (0,))
        for _ in gallery.states(stage, scene, LONGEST_US):
            aims = [choice for choice in scene.visible_choices(scene.eyes) if choice.do in face.asides]
            if aims:
                scene.sitting.choose(aims[-1])
                stage.clock.at_us += 1
                scene.pump()
                yield f"{game}-aimed", scene
                return
