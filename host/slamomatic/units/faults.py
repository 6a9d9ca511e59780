"""The faults a unit reports: which stand now, and what to do about each."""

from __future__ import annotations

from collections.abc import Callable

from slamomatic.messages import FaultLine
from slamomatic.units.base import NO_PADDLE, Fault, News, UnitNotice, What
from slamomatic.units.bounds import foreign_paddle_text, worth_telling

ADVICE = {
    "stuck": "has been down for 30 s: lift what lies on it, else look for a short or a bent contact.",
    "chatter": "never comes to rest: look for a loose wire or a contact that only just touches.",
    "touch-stuck": "has had its touch contact closed for 30 s: look for a short there.",
    "touch-chatter": "has a touch contact that never comes to rest: look for a loose wire.",
    "next-stuck": "has had its NEXT button down for 30 s: lift what lies on it, else look for a short.",
    "next-chatter": "has a NEXT button that never comes to rest: look for a loose wire.",
    "blind": "was blind for a moment: slaps inside count as simultaneous; look for a wire that hums.",
    "overrun": "missed edges: slaps inside count as simultaneous; look for a wire that hums.",
    "settings": "had a bad settings file and runs on its defaults: run `slamomatic flash --factory`.",
}
OVER = "-over"
MOST_STANDING = 32  # every fault of every paddle that the wire knows is fewer
MORE = "{name} reports more faults than can be shown ({count:,} more so far). Run `slamomatic flash`."
_MORE_KEY = (NO_PADDLE, "more faults")
_FOREIGN_KEY = (NO_PADDLE, "unknown paddle")


class FaultBook:
    """Turns fault lines into notices and keeps the list of what stands."""

    def __init__(self, tell: Callable[[News], None]) -> None:
        self._tell = tell
        self._standing: dict[tuple[int, str], Fault] = {}
        self._counted: dict[tuple[int, str], Fault] = {}  # stand until the unit boots
        self._more = 0
        self._refused = 0

    @property
    def standing(self) -> tuple[Fault, ...]:
        return (*self._standing.values(), *self._counted.values())

    def line(self, fault: FaultLine, source: str, now_us: int) -> None:
        """A fault began or is over."""
        what = fault.what.removesuffix(OVER)
        key = (fault.paddle, what)
        whose = source if fault.paddle == NO_PADDLE else f"Paddle {fault.paddle + 1} of {source}"
        if fault.what.endswith(OVER):
            self._standing.pop(key, None)
            text = f"{whose} is well again ({what})."
            self._tell(UnitNotice(What.FAULT_OVER, source, now_us, text, fault.paddle))
            return
        if key not in self._standing and len(self._standing) >= MOST_STANDING:
            self._more += 1
            self._count(_MORE_KEY, self._more, MORE.format(name=source, count=self._more), source, now_us)
            return
        does = ADVICE.get(what, f'reports "{what}": see firmware/wire.md for what that means.')
        self._standing[key] = Fault(fault.paddle, what, f"{whose} {does}")
        self._tell(UnitNotice(What.FAULT, source, now_us, f"{whose} {does}", fault.paddle))

    def refuse(self, paddle: int, source: str, now_us: int) -> None:
        """The unit reported a paddle that it does not have."""
        self._refused += 1
        text = foreign_paddle_text(source, paddle, self._refused)
        self._count(_FOREIGN_KEY, self._refused, text, source, now_us)

    def _count(self, key: tuple[int, str], count: int, text: str, source: str, now_us: int) -> None:
        self._counted[key] = Fault(*key, text)
        if worth_telling(count):
            self._tell(UnitNotice(What.FAULT, source, now_us, text))

    def clear(self) -> None:
        """The unit booted anew: it will say again what is still wrong."""
        self._standing.clear()
        self._counted.clear()
        self._more = self._refused = 0
