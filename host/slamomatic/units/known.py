"""Which Pico is the first and which the second: remembered by unit id, whatever ports they come back on."""

import json
from collections.abc import Container
from contextlib import suppress
from pathlib import Path
from threading import Lock

from slamomatic.errors import UserError
from slamomatic.store.disk import DISK
from slamomatic.store.places import data_folder

FILE = "units.json"


class KnownUnits:
    """The unit id of each place at the table, then of others met since; shared by one table's units."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._lock = Lock()
        self._ids: list[str] | None = None
        self._slots = 0
        self._met: dict[int, str] = {}
        self._greeted: dict[str, str] = {}  # port -> id of a new unit that was greeted once

    def take_slot(self) -> int:
        """The next place at the table for a Pico that is looked for."""
        self._slots += 1
        return self._slots - 1

    def rank(self, slot: int, unit_id: str) -> int | None:
        """How well the Pico fits the slot, best first; None: it is another slot's."""
        with self._lock:
            ids = self._load()
            wanted = [
                self._met.get(each, ids[each] if each < len(ids) else "") for each in range(self._slots)
            ]
            if unit_id and unit_id == wanted[slot]:
                return 0
            return None if unit_id and unit_id in wanted else 1

    def knows(self, unit_id: str) -> bool:
        """Whether it has ever played here."""
        with self._lock:
            return bool(unit_id) and unit_id in self._load()

    def may_greet(self, port: str, unit_id: str) -> bool:
        """Whether this Pico, which may be anybody's, had no HELLO yet since it was plugged in."""
        with self._lock:
            first = self._greeted.get(port) != unit_id
            self._greeted[port] = unit_id
            return first

    def unplugged_all_but(self, ports: Container[str]) -> None:
        """What is plugged in again may be greeted again."""
        with self._lock:
            self._greeted = {port: unit_id for port, unit_id in self._greeted.items() if port in ports}

    def met(self, slot: int, unit_id: str) -> None:
        """It answered, in this slot."""
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
        if self._ids is None:
            self._ids = []  # nothing known yet: they are told apart all the same, but not over evenings
            with suppress(OSError, ValueError, UserError):
                self._file = self._file or data_folder() / FILE
                ids = json.loads(self._file.read_text("utf-8"))
                self._ids = [str(unit_id) for unit_id in ids] if isinstance(ids, list) else []
        return self._ids

    def _save(self, ids: list[str]) -> None:
        if self._file is not None:
            with suppress(OSError):  # a full or read-only disk must not cost anybody a slap
                DISK.save(self._file, json.dumps(ids).encode())
