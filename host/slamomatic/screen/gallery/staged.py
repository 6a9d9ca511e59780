"""Pictures that no usual game of bots comes to: moments put in by hand, and games under other options."""

from __future__ import annotations

from collections.abc import Iterator

from slamomatic import engine
from slamomatic.face import gallery as gallery_plan
from slamomatic.face.faces import face_of
from slamomatic.face.gallery import PLAYERS, SEED
from slamomatic.screen import gallery
from slamomatic.screen.gallery import LONGEST_US, BareStage
from slamomatic.screen.scene import Scene

LATER_STEPS = 9
LATER_US = 4_500_000  # long enough for every window and for naming a hand that rests
PLAYERS_UNDER_OPTIONS = 3  # a number of places that no other picture has


def moments(stage: BareStage, game: str) -> Iterator[tuple[str, Scene]]:
    plan = face_of(game).gallery
    for staged in plan.staged:
        players = min(PLAYERS, engine.find(game).SEATS[-1])
        scene, sitting = gallery.table_of(stage, game, players, plan.staged_seed, (0, 1), staged.options)
        for _ in gallery.states(stage, scene, LONGEST_US):
            if scene.aftermath.saying == staged.after:
                break
        sitting.keep_still()
        if staged.deed is gallery_plan.dispute:
            scene.dispute()
        for event in staged.deed(sitting.view(None), stage.clock.at_us):
            stage.clock.at_us = event.t_us
            sitting.play(event)
            scene.pump()
        for _ in range(staged.steps):
            stage.clock.at_us += LATER_US // LATER_STEPS
            scene.pump()
        yield f"{game}-{staged.name}", scene


def options(stage: BareStage, game: str) -> Iterator[tuple[str, Scene]]:
    face = face_of(game)
    for shown in face.gallery.options:
        scene, _ = gallery.table_of(stage, game, PLAYERS_UNDER_OPTIONS, shown.seed, (0, 1), shown.options)
        for _ in gallery.steps(stage, scene, LONGEST_US):
            if shown.after in (scene.aftermath.saying, scene.aftermath.below):
                break
        yield f"{game}-{shown.name}", scene
    if face.asides:
        scene, _ = gallery.table_of(stage, game, PLAYERS_UNDER_OPTIONS, SEED, (0,))
        for _ in gallery.states(stage, scene, LONGEST_US):
            aims = [choice for choice in scene.visible_choices(scene.eyes) if choice.do in face.asides]
            if aims:
                scene.sitting.choose(aims[-1])
                stage.clock.at_us += 1
                scene.pump()
                yield f"{game}-aimed", scene
                return
