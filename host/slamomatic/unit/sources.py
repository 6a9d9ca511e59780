"""Which ports a serial unit tries: the one that was named, or any Pico that is no other slot's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from slamomatic.unit.base import CHECK_CABLE
from slamomatic.unit.known import KnownUnits
from slamomatic.unit.ports import FoundPort, find_picos

AVOID_US = 5_000_000  # a port that turned out not to be ours is left in peace for so long


class PortSource(Protocol):
    """Asked again and again, in the unit's own thread, while no unit is connected."""

    name: str  # what the unit is called before it has said its id
    searching: str  # what to tell the players meanwhile

    @property
    def remedy(self) -> str:
        """What to do when it answered before and does not any more."""
        ...

    def candidates(self, now_us: int) -> Sequence[str]:
        """Ports to try, the likeliest first."""
        ...

    def unfit(self, port: str, now_us: int) -> None:
        """Something else than our unit answered there."""
        ...

    def met(self, unit_id: str) -> None:
        """Our unit answered."""
        ...


class OnePort:
    """This port and no other; any pyserial URL."""

    def __init__(self, port: str) -> None:
        self.name = f"the unit on {port}"
        self.searching = f"Looking for a unit on {port}."
        self.remedy = "see if what emulates it still runs" if _without_cable(port) else CHECK_CABLE
        self._port = port

    def candidates(self, now_us: int) -> Sequence[str]:
        return [self._port]

    def unfit(self, port: str, now_us: int) -> None:
        pass  # it was named, so it is asked again

    def met(self, unit_id: str) -> None:
        pass  # whatever unit is on it


def _without_cable(port: str) -> bool:
    """A socket, or the terminal of another program."""
    return "://" in port or port.startswith("/dev/pts/")


class AnyPico:
    """The Pico that had this place before, else one that no other place had."""

    name = "the unit"
    searching = "No unit found yet: plug in the Pico, or play by keys."
    remedy = CHECK_CABLE

    def __init__(self, known: KnownUnits, find: Callable[[], Sequence[FoundPort]] = find_picos) -> None:
        self._known = known
        self._slot = known.take_slot()
        self._find = find
        self._avoid: dict[str, int] = {}

    def candidates(self, now_us: int) -> Sequence[str]:
        ranked = []
        for port in self._find():
            rank = self._known.rank(self._slot, port.serial_number)
            if rank is not None and self._avoid.get(port.name, now_us) <= now_us:
                ranked.append((rank, port.name))
        return [name for _, name in sorted(ranked)]

    def unfit(self, port: str, now_us: int) -> None:
        self._avoid[port] = now_us + AVOID_US

    def met(self, unit_id: str) -> None:
        self._known.met(self._slot, unit_id)
