"""Opens the table's own window on a bench scene."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from slamomatic.screen.scene import Scene, Stage

    SceneT = TypeVar("SceneT", bound=Scene)


def show(make: Callable[[Stage], SceneT], units: Sequence[str] = ("keyboard",)) -> SceneT:
    """Until somebody leaves; the scene then still holds what it measured."""
    # pygame is imported when a window is wanted and not before.
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from slamomatic.screen import preferences
    from slamomatic.screen.window import Window
    from slamomatic.table.clock import TableClock
    from slamomatic.unit.open import open_unit

    clock = TableClock()
    window = Window(open_unit(*units, clock=clock, corrected=True), clock, preferences.load())
    scene = make(window)
    window.run(scene)
    return scene
