"""The description of an LSL stream, in XML that recorders keep. English: programs read it."""

from typing import Any

from slamomatic import __version__
from slamomatic.paddles import PADDLES
from slamomatic.units.base import UnitState

# The channels of a sample: label, unit, meaning.
CHANNELS = (
    ("paddle", "number", "which paddle of this unit, from 0"),
    ("device_stamp", "microseconds", "when the unit's own clock says the paddle made contact"),
    ("bound", "microseconds", "how far the sample's time stamp may be off, either way"),
)
MEANING = (
    "A sample's time stamp is the paddle's first contact on the sending computer's LSL clock (local_clock). "
    "It is calculated from device_stamp and off by no more than this sample's bound. It is not when the "
    "sample was sent. Clock offsets between computers are the recorder's and come on top."
)


def describe(desc: Any, state: UnitState, emulated: bool) -> None:
    """Describe a stream of slaps."""
    describe_unit(desc, state, emulated)
    channels = desc.append_child("channels")
    for label, unit, says in CHANNELS:
        _fill(channels.append_child("channel"), label=label, unit=unit, meaning=says)
    paddles = desc.append_child("paddles")
    for number in range(state.paddles):
        _fill(paddles.append_child("paddle"), number=number, colour=PADDLES[number].name)
    _fill(
        desc.append_child("time_stamps"),
        meaning=MEANING,
        bound_at_start_us=state.error_us,
        too_close_to_call_us=state.blind_us,
    )


def describe_unit(desc: Any, state: UnitState, emulated: bool) -> None:
    """Describe the unit that a stream comes from."""
    _fill(desc, manufacturer="Slam-O-Matic", slamomatic=__version__)
    _fill(
        desc.append_child("unit"),
        name=state.name,
        id=state.unit_id,
        firmware=state.firmware,
        micropython=state.micropython,
        emulated=str(emulated).lower(),
    )


def _fill(node: Any, **values: object) -> None:
    for name, value in values.items():
        node.append_child_value(name, str(value))
