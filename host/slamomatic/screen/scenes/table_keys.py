"""The keys that speak for one player, call and fake: where they can do nothing now they say why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slamomatic.screen.scenes.table_menu import key

if TYPE_CHECKING:
    from slamomatic.screen.scenes.table import TableScene


def fake(scene: TableScene) -> None:
    """The hand on the screen jerks."""
    sitting, fakes = scene.sitting, key(scene, "feint")
    turn = sitting.view(None)["turn"]
    if not scene.face.fakes:
        scene.answer = f"{fakes} fakes a slap, but here nobody fakes one on the screen"
    elif turn not in sitting.people:
        scene.answer = f"{fakes} fakes a slap in your own turn"
    else:
        sitting.feint(turn)


def call(scene: TableScene) -> None:
    """One key can only speak for one player: several people call with their own paddles."""
    sitting, calls = scene.sitting, key(scene, "call")
    choices = [choice for seat in sitting.people for choice in sitting.legal(seat) if choice.do == "call"]
    if len(choices) == 1:
        sitting.choose(choices[0])
    elif choices:
        scene.answer = f"{calls} can't tell who calls: slap your own paddle for it"
    else:
        scene.answer = f"{calls}: there is nothing to call now"
