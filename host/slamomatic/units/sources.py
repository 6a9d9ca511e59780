"""Which ports a serial unit tries: the one that was named, or any Pico that is no other slot's."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from slamomatic.units.base import CHECK_CABLE
from slamomatic.units.known import KnownUnits
from slamomatic.units.ports import FoundPort, find_picos
from slamomatic.units.prompt import Manner
from slamomatic.words import N_, Sentence, gettext

AVOID_US = 5_000_000  # a port that turned out not to be ours is left in peace for so long
LISTEN_EVERY_US = 30_000_000  # others want to open it too; a unit that boots says so within a second


class PortSource(ABC):
    """Asked again and again, in the unit's own thread, while no unit is connected."""

    name: str  # what the unit is called before it has said its id
    searching: str  # what to tell the players meanwhile

    @property
    def remedy(self) -> str:
        """What to do when it answered before and does not any more."""
        return CHECK_CABLE

    @abstractmethod
    def candidates(self, now_us: int) -> Sequence[str]:
        """Ports to try, the likeliest first."""

    def manner(self, port: str, now_us: int) -> Manner:
        """How much may be typed at this port, now that it is open."""
        return Manner.FREE

    def unfit(self, port: str, now_us: int) -> None:  # noqa: B027  (a port that was named is asked again)
        """Something else than our unit answered there."""

    def met(self, unit_id: str) -> None:  # noqa: B027  (whatever unit is on it)
        """Our unit answered."""


class OnePort(PortSource):
    """This port and no other; any pyserial URL."""

    def __init__(self, port: str) -> None:
        self.name = Sentence("the unit on {port}", port=port)
        self.searching = gettext("Looking for a unit on {port}.", port=port)
        self._port = port

    @property
    def remedy(self) -> str:
        # A socket, or the terminal of another program.
        without_cable = "://" in self._port or self._port.startswith("/dev/pts/")
        return N_("see if its emulator still runs") if without_cable else CHECK_CABLE

    def candidates(self, now_us: int) -> Sequence[str]:
        return [self._port]


class AnyPico(PortSource):
    """The Pico that had this place before, else one that no other place had."""

    name = "the unit"
    searching = N_("No paddles connected. Plug them in, or play on the keyboard!")

    def __init__(self, known: KnownUnits, find: Callable[[], Sequence[FoundPort]] = find_picos) -> None:
        self._known = known
        self._slot = known.take_slot()
        self._find = find
        self._avoid: dict[str, int] = {}
        self._ids: dict[str, str] = {}  # of the ports found last

    def candidates(self, now_us: int) -> Sequence[str]:
        ranked = []
        found = self._find()
        self._ids = {port.name: port.serial_number for port in found}
        self._avoid = {name: until_us for name, until_us in self._avoid.items() if name in self._ids}
        self._known.unplugged_all_but(self._ids)
        for port in found:
            rank = self._known.rank(self._slot, port.serial_number)
            if rank is not None and self._avoid.get(port.name, now_us) <= now_us:
                ranked.append((rank, port.name))
        return [name for _, name in sorted(ranked)]

    def manner(self, port: str, now_us: int) -> Manner:
        unit_id = self._ids.get(port, "")
        if self._known.knows(unit_id):
            return Manner.FREE
        self._avoid[port] = now_us + LISTEN_EVERY_US
        return Manner.ONCE if self._known.may_greet(port, unit_id) else Manner.LISTEN

    def unfit(self, port: str, now_us: int) -> None:
        self._avoid[port] = max(self._avoid.get(port, 0), now_us + AVOID_US)

    def met(self, unit_id: str) -> None:
        self._avoid.clear()
        self._known.met(self._slot, unit_id)
