"""Moments that no bot brings about by itself: put in by hand, so that the gallery shows them too."""

from __future__ import annotations

from collections.abc import Iterator

from slamomatic import engine
from slamomatic.face import gallery as gallery_plan
from slamomatic.face.faces import face_of
from slamomatic.face.gallery import PLAYERS
from slamomatic.screen import gallery
from slamomatic.screen.gallery import BareStage
from slamomatic.screen.scene import Scene
from slamomatic.screen.wishes import Wish

LONGEST_US = 40 * 60_000_000
LATER_STEPS = 9
LATER_US = 4_500_000  # long enough for every window and for naming a hand that rests


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
            scene.wish(Wish.DISPUTE)
        for event in staged.deed(sitting.view(None), stage.clock.at_us):
            stage.clock.at_us = event.t_us
            sitting.play(event)
            scene.pump()
        for _ in range(staged.steps):
            stage.clock.at_us += LATER_US // LATER_STEPS
            scene.pump()
        yield f"{game}-{staged.name}", scene
