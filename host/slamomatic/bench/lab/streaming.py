"""LSL streams from the units' news: one for each unit once it is there, its slaps on LSL's clock."""

import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from slamomatic.bench.lab.clock import LabClock, read_bracket
from slamomatic.bench.lab.description import CHANNELS, describe, describe_unit
from slamomatic.errors import UserError
from slamomatic.units.base import NO_PADDLE, Clock, Do, Link, News, PaddleEvent, UnitNotice, UnitState, What
from slamomatic.units.clock_map import Stamp
from slamomatic.units.emulated import EmulatedUnit
from slamomatic.units.merge import Units

# Notices that a recording keeps beside those that may have cost a slap.
ALSO_RECORDED = (What.FOUND, What.FAULT, What.FAULT_OVER)


def find_lsl() -> Any:
    """Import pylsl, the lab streaming layer; UserError that says how to get it if it is missing."""
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
    """The two LSL outlets of one unit: its slaps, and the notices of everything that may have cost a slap."""

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
        """True while a recorder takes the slaps."""
        return bool(self._slaps.have_consumers())

    def slap(self, event: PaddleEvent, paddle: int, stamp: Stamp) -> int:
        """Send a slap with its time on LSL's clock; return how far that time may be off, in microseconds."""
        bound_us = event.error_us + (event.later_us + 1) // 2 + stamp.error_us
        self._slaps.push_sample([paddle, event.unit_t_us, bound_us], stamp.t_us / 1e6)
        return bound_us

    def notice(self, notice: UnitNotice, paddle: int, stamp: Stamp) -> None:
        """Send a notice as text, such as "fault: stuck, paddle 2"."""
        says = str(notice.what)
        if notice.fault:
            says += f": {notice.fault}"
        if paddle != NO_PADDLE:
            says += f", paddle {paddle}"
        self._notices.push_sample([says], stamp.t_us / 1e6)


@dataclass(frozen=True, slots=True)
class Sent:
    """One slap as it went out."""

    paddle: int  # as the table counts, over all units
    device_us: int
    bound_us: int
    heard: bool  # whether a recorder took it


class Streaming:
    """Streams the slaps of all units.

    Call `pump` often: it compares the clocks and streams the units' news.
    """

    def __init__(self, lsl: Any, units: Units, name: str, clock: Clock, keys: bool) -> None:
        self.streams: dict[int, UnitStreams] = {}  # by the unit's place among the units
        self.sent: list[Sent] = []
        self.notices: list[UnitNotice] = []
        self._lsl, self._units, self._name, self._clock = lsl, units, name, clock
        self._keys = keys  # whether there is a window, so that keys may slap
        self._lab_clock = LabClock()

    @property
    def heard(self) -> bool:
        return any(streams.heard for streams in self.streams.values())

    def stream_names(self) -> list[str]:
        return [streams.name for streams in self.streams.values()]

    def pump(self) -> None:
        self.update()
        self.take(self._units.drain())

    def update(self) -> None:
        """Compare the two clocks, and open the streams of units that are there now."""
        self._lab_clock.note_bracket(*read_bracket(self._clock, self._lsl.local_clock))
        for index, state in enumerate(self._units.states()):
            unit = self._units.units[index]
            known = state.link is Link.CONNECTED and state.unit_id and state.error_us is not None
            if index not in self.streams and known and (self._keys or not unit.is_keyboard):
                emulated = isinstance(unit, EmulatedUnit)
                self.streams[index] = UnitStreams(self._lsl, state, self._name, emulated)

    def take(self, news: Sequence[News]) -> None:
        """Stream the slaps, and the notices that a recording keeps."""
        for one in news:
            if isinstance(one, PaddleEvent) and one.do is Do.DOWN:
                self._slap(one)
            elif isinstance(one, UnitNotice) and (one.voids_a_slap or one.what in ALSO_RECORDED):
                self._notice(one)

    def _slap(self, event: PaddleEvent) -> None:
        place = self._units.place(event.paddle)
        streams = self.streams.get(place.unit)
        if streams is not None:
            heard = streams.heard
            bound_us = streams.slap(event, place.paddle, self._lab_clock.stamp(event.middle_us))
            self.sent.append(Sent(event.paddle, event.unit_t_us, bound_us, heard))

    def _notice(self, notice: UnitNotice) -> None:
        """Stream a notice of one paddle to its unit, a notice of a whole unit to every unit of that name."""
        self.notices.append(notice)
        stamp = self._lab_clock.stamp(notice.t_us)
        place = None if notice.paddle == NO_PADDLE else self._units.place(notice.paddle)
        for index, state in enumerate(self._units.states()):
            its_own = place.unit == index if place else state.name == notice.source
            if its_own and index in self.streams:
                self.streams[index].notice(notice, place.paddle if place else NO_PADDLE, stamp)
