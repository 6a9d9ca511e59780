"""A table with its menu open, and a hand that clicks its entries."""

from __future__ import annotations

from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.table import TableScene
from slamomatic.screen.scenes.table_parts import Button
from slamomatic.screen.scenes.table_pause import Menu
from slamomatic.table import opening
from slamomatic.table.seats import Seat
from support.page import Page

SIZE = (800, 480)
NAMES = ("Anna", "Ben", "Cid", "Dot")


def table_of(stage: BareStage, players: int, paper: bool) -> TableScene:
    people = [Seat(name, paddle) for paddle, name in enumerate(NAMES[:players])]
    options = {"paper": True} if paper else {}
    session = opening.begin(
        "hands-down", people, stage.unit, stage.clock, seed=3, options=options, home=stage.home
    )
    scene = TableScene(stage, session)
    scene.pump()
    scene.key("pause")
    stage.easel(scene, SIZE)
    return scene


def press(stage: BareStage, scene: TableScene, words: str) -> None:
    """Clicks the button with these words."""
    Page(stage, scene).click(words)
    stage.clock.at_us += 1000
    scene.pump()


def menu_of(scene: TableScene) -> list[Button]:
    """Return the entries of the open menu; none if no menu is open."""
    return scene.mode.items() if isinstance(scene.mode, Menu) else []
