"""Who may stay connected to the phone pages: few strangers for a short time, phones with a token for good.

Pure: told who came, asked, showed a token; says who has to go. Anybody on the network can connect, and every
connection holds a descriptor that a journal may need.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

STRANGERS = 64  # connections without a token, from all addresses without one together
PER_ADDRESS = 16  # the same from one address; a browser holds six while it loads a page
PATIENCE_S = 10.0  # for a whole request, and between two
PER_PHONE = 4  # pages with one token
WATCHERS = 8  # pages that show the room's view, all together
WATCH = 0  # the number that those are counted under; phones begin with 1

C = TypeVar("C", bound=Hashable)


@dataclass(slots=True)
class _Visitor:
    address: str
    heard_s: float  # when it came, or sent its last whole request
    asked: bool = False  # it has sent a whole request
    phone: int | None = None  # whose token it showed


class Door(Generic[C]):
    """Who is connected, and who has to go. `C` is whatever stands for a connection."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._visitors: dict[C, _Visitor] = {}  # in the order in which they came
        self._known: set[str] = set()  # addresses that have shown a token

    def connections(self) -> list[C]:
        return list(self._visitors)

    def came(self, connection: C, address: str) -> C | None:
        """Somebody connected; the connection that has to go for it, if any.

        Silent ones go first, and of them the oldest: a phone says what it wants at once.
        """
        self._visitors[connection] = _Visitor(address, self._clock())
        here = [one for one in self._strangers() if self._visitors[one].address == address]
        if len(here) > PER_ADDRESS:
            return self._first_to_go(here, connection)
        unknown = [one for one in self._strangers() if self._visitors[one].address not in self._known]
        return self._first_to_go(unknown, connection) if len(unknown) > STRANGERS else None

    def asked(self, connection: C) -> None:
        """It sent a whole request."""
        visitor = self._visitors.get(connection)
        if visitor is not None:
            visitor.asked = True
            visitor.heard_s = self._clock()

    def seated(self, connection: C, phone: int) -> list[C]:
        """It showed the token of `phone` and may stay; the older pages of that phone that are too many now.

        The newest stays: a phone that wakes up finds its own dead connection still counted.
        """
        visitor = self._visitors.get(connection)
        if visitor is None:
            return []  # it went while it was asked
        visitor.phone = phone
        if phone != WATCH:
            self._known.add(visitor.address)
        same = [one for one, each in self._visitors.items() if each.phone == phone and one != connection]
        return same[: max(0, len(same) + 1 - (WATCHERS if phone == WATCH else PER_PHONE))]

    def gone(self, connection: C) -> None:
        self._visitors.pop(connection, None)

    def overdue(self) -> list[C]:
        """Strangers that have been silent for too long."""
        too_old_s = self._clock() - PATIENCE_S
        return [one for one in self._strangers() if self._visitors[one].heard_s < too_old_s]

    def _strangers(self) -> list[C]:
        return [one for one, visitor in self._visitors.items() if visitor.phone is None]

    def _first_to_go(self, strangers: list[C], newest: C) -> C:
        others = [one for one in strangers if one != newest]
        return min(others, key=lambda one: self._visitors[one].asked)
