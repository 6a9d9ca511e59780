"""Opens the table's own window on a bench scene. Imported when a window is wanted: pygame comes with it."""

import argparse
from collections.abc import Callable, Sequence
from typing import TypeVar

from slamomatic import preferences
from slamomatic.bench.instrument_thread import InstrumentThread
from slamomatic.bench.result import Measured
from slamomatic.bench.window.unit_thread import UnitThread
from slamomatic.bench.window.work_scene import WorkScene
from slamomatic.errors import UserError
from slamomatic.screen.scene import Scene, Stage
from slamomatic.screen.window import Window
from slamomatic.table.clock import TableClock
from slamomatic.units.open import open_unit
from slamomatic.units.specs import EMULATED, KEYBOARD
from slamomatic.words import Sentence

SceneT = TypeVar("SceneT", bound=Scene)


def show(
    make: Callable[[Stage], SceneT], units: Sequence[str] = (KEYBOARD,), corrected: bool = True
) -> SceneT:
    """Show a scene in a window until somebody leaves; return the scene, which holds its measurements."""
    clock = TableClock()
    window = Window(open_unit(*units, clock=clock, corrected=corrected), clock, preferences.load())
    window.scanner.rests = True
    scene = make(window)
    window.run(scene)
    return scene


def show_unit(make: Callable[[Stage, UnitThread], SceneT], spec: str) -> SceneT:
    """Show a scene on one unit's raw edges, and return it. UserError if the unit was lost meanwhile."""
    source = UnitThread(spec)
    scene = show(lambda stage: make(stage, source))
    if source.trouble:
        raise UserError(source.trouble)
    return scene


def run_in_window(args: argparse.Namespace) -> int:
    """Run an instrument in a thread and show it in a window; return its exit code, or raise its error."""
    unit = getattr(args, "unit", None)
    measured = Measured(Sentence("no unit") if unit is None else unit, emulated=unit == EMULATED)
    work = InstrumentThread(lambda: int(args.instrument_run(args)))
    show(lambda stage: WorkScene(stage, work, args.instrument.capitalize(), measured))
    if work.fault is not None:
        raise work.fault
    if trouble := work.seen.trouble:
        raise UserError(trouble)
    return work.code
