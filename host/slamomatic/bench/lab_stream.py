"""One unit's slaps as LSL outlets: what is in a sample, and what the stream's description says of it."""

from __future__ import annotations

import importlib
from typing import Any

from slamomatic import __version__
from slamomatic.errors import UserError
from slamomatic.paddles import PADDLES
from slamomatic.units.base import NO_PADDLE, PaddleEvent, UnitNotice, UnitState
from slamomatic.units.clock_map import Stamp

# What a sample holds: label, unit, what it says.
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


def find_lsl() -> Any:
    """The library, or the sentence that says how to get it."""
    try:
        return importlib.import_module("pylsl")
    except ImportError as error:
        raise UserError(
            "Lab streaming needs pylsl, which is not installed. Install it with: "
            "pip install 'slamomatic[lab]'"
        ) from error
    except (OSError, RuntimeError) as error:  # pylsl is there, the library that it wraps is not
        raise UserError(
            "pylsl is installed, but its library liblsl is missing or does not fit this computer. Install "
            "liblsl from https://github.com/sccn/liblsl/releases, then try again."
        ) from error


class UnitStreams:
    """Two outlets of one unit: its slaps, and whatever may have cost it a slap."""

    def __init__(self, lsl: Any, state: UnitState, name: str, emulated: bool) -> None:
        self.name = f"{name} {state.unit_id[-4:]}"
        source_id = f"slamomatic-{state.unit_id}"  # the same after a restart: recorders find it again
        slaps = lsl.StreamInfo(self.name, "Events", len(CHANNELS), 0, lsl.cf_double64, f"{source_id}-slaps")
        _describe(slaps.desc(), state, emulated)
        notices = lsl.StreamInfo(
            f"{self.name} notices", "Markers", 1, 0, lsl.cf_string, f"{source_id}-notices"
        )
        _describe_unit(notices.desc(), state, emulated)
        self._slaps = lsl.StreamOutlet(slaps)
        self._notices = lsl.StreamOutlet(notices)

    @property
    def heard(self) -> bool:
        """Whether somebody takes the slaps now."""
        return bool(self._slaps.have_consumers())

    def slap(self, event: PaddleEvent, paddle: int, stamp: Stamp) -> int:
        """Send it, as slapped at `stamp`; its bound."""
        bound_us = event.error_us + event.loose_us + stamp.error_us
        self._slaps.push_sample([paddle, event.unit_t_us, bound_us], stamp.t_us / 1e6)
        return bound_us

    def notice(self, notice: UnitNotice, paddle: int, stamp: Stamp) -> None:
        says = str(notice.what)
        if notice.fault:
            says += f": {notice.fault}"
        if paddle != NO_PADDLE:
            says += f", paddle {paddle}"
        self._notices.push_sample([says], stamp.t_us / 1e6)


def _describe(desc: Any, state: UnitState, emulated: bool) -> None:
    """The XML that a recorder keeps beside the samples."""
    _describe_unit(desc, state, emulated)
    channels = desc.append_child("channels")
    for label, unit, says in CHANNELS:
        channel = channels.append_child("channel")
        _fill(channel, label=label, unit=unit, meaning=says)
    paddles = desc.append_child("paddles")
    for number in range(state.paddles):
        _fill(paddles.append_child("paddle"), number=number, colour=PADDLES[number].name)
    _fill(
        desc.append_child("time_stamps"),
        meaning=MEANING,
        bound_at_start_us=state.error_us,
        too_close_to_call_us=state.blind_us,
    )


def _describe_unit(desc: Any, state: UnitState, emulated: bool) -> None:
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
