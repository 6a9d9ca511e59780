"""The unit that an instrument measures where a table's units are open: the first, as keys come last."""

import time

from slamomatic.bench.progress import heed_stop
from slamomatic.bench.result import Measured
from slamomatic.errors import UsageError
from slamomatic.units.base import Link, UnitState, now_us
from slamomatic.units.emulated import EmulatedUnit
from slamomatic.units.merge import Units

CONNECT_WITHIN_US = 10_000_000


def first_state(units: Units) -> UnitState:
    """Return the state of the first unit alone; the keys beside it are always there."""
    return units.units[0].state()


def wait_for_unit(units: Units) -> None:
    """Wait until the first unit is connected. UserError if none is: a terminal's keys have no exact times."""
    end_us = now_us() + CONNECT_WITHIN_US
    while now_us() < end_us:
        heed_stop()
        units.drain()
        if first_state(units).link is Link.CONNECTED:
            return
        time.sleep(0.05)
    raise UsageError("No paddles answered. Plug the unit in, or use --unit emulated.")


def measured(units: Units) -> Measured:
    state = first_state(units)
    emulated = isinstance(units.units[0], EmulatedUnit)
    return Measured(state.name, state.unit_id, state.firmware, state.micropython, emulated)
