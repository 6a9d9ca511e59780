"""The unit that an instrument measures where a table's units are open: the first, as keys come last."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from slamomatic.bench.result import Measured
from slamomatic.units.base import Unit, UnitState
from slamomatic.units.emulated import EmulatedUnit
from slamomatic.units.merge import Units

UnitT = TypeVar("UnitT", bound=Unit)


@contextmanager
def running(unit: UnitT) -> Iterator[UnitT]:
    """The unit is listened to meanwhile."""
    unit.start()
    try:
        yield unit
    finally:
        unit.stop()


def first_unit(unit: Unit) -> Unit:
    return unit.units[0] if isinstance(unit, Units) else unit


def first_state(unit: Unit) -> UnitState:
    """Not that of all together: whether a Pico is there can't be seen where the keys always are."""
    return first_unit(unit).state()


def measured(unit: Unit) -> Measured:
    state = first_state(unit)
    emulated = isinstance(first_unit(unit), EmulatedUnit)
    return Measured(state.name, state.unit_id, state.firmware, state.micropython, emulated)
