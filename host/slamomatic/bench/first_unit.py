"""The unit that an instrument measures where a table's units are open: the first, as keys come last."""

from slamomatic.bench.result import Measured
from slamomatic.units.base import UnitState
from slamomatic.units.emulated import EmulatedUnit
from slamomatic.units.merge import Units


def first_state(units: Units) -> UnitState:
    """Not that of all together: whether a Pico is there can't be seen where the keys always are."""
    return units.units[0].state()


def measured(units: Units) -> Measured:
    state = first_state(units)
    emulated = isinstance(units.units[0], EmulatedUnit)
    return Measured(state.name, state.unit_id, state.firmware, state.micropython, emulated)
