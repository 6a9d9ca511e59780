"""One unit's slaps as LSL outlets, and the library that makes them."""

from __future__ import annotations

import importlib
from typing import Any

from slamomatic.bench.lab_description import CHANNELS, describe, describe_unit
from slamomatic.errors import UserError
from slamomatic.units.base import NO_PADDLE, PaddleEvent, UnitNotice, UnitState
from slamomatic.units.clock_map import Stamp


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
        describe(slaps.desc(), state, emulated)
        notices = lsl.StreamInfo(
            f"{self.name} notices", "Markers", 1, 0, lsl.cf_string, f"{source_id}-notices"
        )
        describe_unit(notices.desc(), state, emulated)
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
