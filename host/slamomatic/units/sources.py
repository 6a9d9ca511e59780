"""Choose the ports that a serial unit tries: the one that was named, or any Pico that is no other slot's.

Which Pico is the first and which the second is remembered by unit id, whatever ports they come back on.
"""

import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Container, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock

from slamomatic.errors import UserError
from slamomatic.store.disk import DISK, data_folder
from slamomatic.units.base import CHECK_CABLE
from slamomatic.units.ports import FoundPort, find_picos
from slamomatic.units.prompt import Manner
from slamomatic.words import N_, Sentence, gettext

FILE = "units.json"
AVOID_US = 5_000_000  # a port that turned out not to be ours is left in peace for so long
LISTEN_EVERY_US = 30_000_000  # others want to open it too; a unit that boots says so within a second


class PortSource(ABC):
    """The ports that one unit may be on; its thread asks again and again while no unit is connected."""

    name: str  # what the unit is called before it has said its id
    searching: str  # what to tell the players meanwhile

    @property
    def remedy(self) -> str:
        """Say what to do about a unit that has stopped answering."""
        return CHECK_CABLE

    @abstractmethod
    def candidates(self, now_us: int) -> Sequence[str]:
        """Return the ports to try, the likeliest first."""

    def manner(self, port: str, now_us: int) -> Manner:
        """Return how much may be typed at this port, which was just opened."""
        return Manner.FREE

    def note_unfit(self, port: str, now_us: int) -> None:  # noqa: B027  (a port that was named is asked again)
        """Note that no unit of ours answers at this port."""

    def note_unit(self, unit_id: str) -> None:  # noqa: B027  (whatever unit is on it)
        """Note that the unit with this id is connected."""


class OnePort(PortSource):
    """One port that somebody has named; any pyserial URL will do."""

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


class KnownUnits:
    """The ids of the units that have played here, by their slot: first Pico, second Pico and so on.

    All units of one table share it, each in a thread of its own. It is kept for the next evening.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._lock = Lock()
        self._ids: list[str] | None = None  # of each slot, then of further units; None: not loaded yet
        self._slots = 0  # how many are taken
        self._met: dict[int, str] = {}  # slot -> the unit that has answered there this evening
        self._greeted: dict[str, str] = {}  # port -> id of a new unit that was greeted once
        self._ports: dict[int, str] = {}  # slot -> the port that it has open

    def take_slot(self) -> int:
        """Return the number of a new slot, for one Pico that is looked for."""
        self._slots += 1
        return self._slots - 1

    def note_port(self, slot: int, port: str) -> None:
        """Keep this port for the slot, until the slot looks for a port again."""
        with self._lock:
            self._ports[slot] = port

    def release_port(self, slot: int) -> None:
        """Let other slots have the port of this slot, which looks for a port again."""
        with self._lock:
            self._ports.pop(slot, None)

    def rank(self, slot: int, unit_id: str, port: str = "", alike: int = 1) -> int | None:
        """Return 0 if this Pico had the slot before, 1 if it may have it, None if it is another slot's.

        `alike`: how many Picos with this id are plugged in. Clones of one flash chip may share an id.
        """
        with self._lock:
            if port and port in [taken for other, taken in self._ports.items() if other != slot]:
                return None
            ids = self._load()
            wanted = [
                self._met.get(each, ids[each] if each < len(ids) else "") for each in range(self._slots)
            ]
            if unit_id and unit_id == wanted[slot]:
                return 0
            return None if unit_id and wanted.count(unit_id) >= alike else 1

    def knows(self, unit_id: str) -> bool:
        """Return whether this unit has ever played here."""
        with self._lock:
            return bool(unit_id) and unit_id in self._load()

    def note_greeting(self, port: str, unit_id: str) -> bool:
        """Note that a Pico which may be anybody's gets a HELLO; return False if it had one already.

        That counts from when the Pico was plugged in.
        """
        with self._lock:
            first = self._greeted.get(port) != unit_id
            self._greeted[port] = unit_id
            return first

    def keep_greetings_of(self, ports: Container[str]) -> None:
        """Forget greetings at all other ports: a Pico that is plugged in again may be greeted again."""
        with self._lock:
            self._greeted = {port: unit_id for port, unit_id in self._greeted.items() if port in ports}

    def remember(self, slot: int, unit_id: str) -> None:
        """Remember that this unit has answered in this slot, also for other evenings."""
        with self._lock:
            ids = self._load()
            self._met[slot] = unit_id
            if unit_id not in ids:
                ids += [""] * (slot + 1 - len(ids))
                if ids[slot]:
                    ids.append(unit_id)
                else:
                    ids[slot] = unit_id
                self._save(ids)

    def _load(self) -> list[str]:
        """Return the ids that are remembered; read them from the file the first time."""
        if self._ids is None:
            self._ids = []  # without a file units are told apart too, but not from one evening to the next
            with suppress(OSError, ValueError, UserError):
                self._file = self._file or data_folder() / FILE
                ids = json.loads(self._file.read_text("utf-8"))
                self._ids = [str(unit_id) for unit_id in ids] if isinstance(ids, list) else []
        return self._ids

    def _save(self, ids: list[str]) -> None:
        if self._file is not None:
            with suppress(OSError):  # a full or read-only disk must not cost anybody a slap
                DISK.save(self._file, json.dumps(ids).encode())


class AnyPico(PortSource):
    """Any Pico: the one that had this slot before, else one that belongs to no other slot."""

    name = "the unit"
    searching = N_("No paddles connected. Plug them in, or play on the keyboard!")

    def __init__(self, known: KnownUnits, find: Callable[[], Sequence[FoundPort]] = find_picos) -> None:
        self._known = known
        self._slot = known.take_slot()
        self._find = find
        self._avoid: dict[str, int] = {}  # port -> until when it is left in peace
        self._ids: dict[str, str] = {}  # port -> unit id, of the ports found last

    def candidates(self, now_us: int) -> Sequence[str]:
        """Return the ports of Picos that may have this slot; the Pico that had it before comes first."""
        ranked = []
        found = self._find()
        self._known.release_port(self._slot)
        alike = Counter(port.serial_number for port in found)
        self._ids = {port.name: port.serial_number for port in found}
        self._avoid = {name: until_us for name, until_us in self._avoid.items() if name in self._ids}
        self._known.keep_greetings_of(self._ids)
        for port in found:
            rank = self._known.rank(self._slot, port.serial_number, port.name, alike[port.serial_number])
            if rank is not None and self._avoid.get(port.name, now_us) <= now_us:
                ranked.append((rank, port.name))
        return [name for _, name in sorted(ranked)]

    def manner(self, port: str, now_us: int) -> Manner:
        """Return how much may be typed: anything to a unit that has played here, else one HELLO, once.

        A port without a known unit is left in peace for a while after this, so that others can open it too.
        """
        unit_id = self._ids.get(port, "")
        self._known.note_port(self._slot, port)
        if self._known.knows(unit_id):
            return Manner.FREE
        self._avoid[port] = now_us + LISTEN_EVERY_US
        return Manner.ONCE if self._known.note_greeting(port, unit_id) else Manner.LISTEN

    def note_unfit(self, port: str, now_us: int) -> None:
        self._avoid[port] = max(self._avoid.get(port, 0), now_us + AVOID_US)

    def note_unit(self, unit_id: str) -> None:
        self._avoid.clear()
        self._known.remember(self._slot, unit_id)
