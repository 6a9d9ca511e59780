"""Games under options that change what lies on the table, and choices that leave a mark on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from slamomatic.screen import gallery
from slamomatic.screen.gallery import Easels
from slamomatic.screen.scene import Scene
from slamomatic.screen.scenes.table import TableScene

LONGEST_US = 40 * 60_000_000
SEED, FORCED_SEED = 11, 67  # the second holds a pass for want of cards early
PLAYERS = 3  # a number of places that no other picture has

# game -> (name, options, after what was said the picture is taken)
OPTIONS: dict[str, tuple[tuple[str, dict[str, Any], str], ...]] = {
    "slamwich": (("time-up", {"minutes": 1}, "over"),),
    "hit-the-deck": (("far", {"target": 1000}, "played"),),
    "yahtzee-hands-down": (
        ("twelve", {"combos": 12}, "discarded"),
        ("short", {"combos": 1, "short_turns": 3}, "called"),
    ),
    "lowdown": (("drawn-open", {"drawn_open": True}, "drew"),),
}
AIMS = ("yahtzee-hands-down", "lowdown")  # games in which a slap can be aimed


def options(stage: Easels, game: str) -> Iterator[tuple[str, Scene]]:
    for name, chosen, after in OPTIONS.get(game, ()):
        scene = _table(stage, game, chosen, (0, 1))
        for _ in gallery.steps(stage, scene, LONGEST_US):
            if scene.happenings.saying == after:
                break
        yield f"{game}-{name}", scene
    if game == "hands-down":
        scene = _table(stage, game, {}, (0, 1), FORCED_SEED)
        for _ in gallery.steps(stage, scene, LONGEST_US):
            if scene.happenings.last.get("pass", {}).get("forced"):
                break
        yield f"{game}-forced-pass", scene
    if game in AIMS:
        scene = _table(stage, game, {}, (0,))
        for _ in gallery.states(stage, scene, LONGEST_US):
            aims = [choice for choice in scene.offers() if choice.do == "aim"]
            if aims:
                scene.sitting.choose(aims[-1])
                stage.clock.at_us += 1
                scene.pump()
                yield f"{game}-aimed", scene
                return


def _table(
    stage: Easels, game: str, chosen: dict[str, Any], people: tuple[int, ...], seed: int = SEED
) -> TableScene:
    stage.clock.at_us = 0
    stage.motion.forget()
    sitting = gallery.sitting_of(stage, game, PLAYERS, seed, chosen)
    sitting.shown_people = people
    return TableScene(stage, sitting)
