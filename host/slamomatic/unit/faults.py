"""The faults a unit reports: which stand now, and what to do about each."""

from __future__ import annotations

from collections.abc import Callable

from slamomatic.messages import FaultLine
from slamomatic.unit.base import NO_PADDLE, Fault, News, UnitNotice, What

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


class FaultBook:
    """Turns fault lines into notices and keeps the list of what stands."""

    def __init__(self, tell: Callable[[News], None]) -> None:
        self._tell = tell
        self._standing: dict[tuple[int, str], Fault] = {}

    @property
    def standing(self) -> tuple[Fault, ...]:
        return tuple(self._standing.values())

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
        does = ADVICE.get(what, f'reports "{what}": see firmware/wire.md for what that means.')
        self._standing[key] = Fault(fault.paddle, what, f"{whose} {does}")
        self._tell(UnitNotice(What.FAULT, source, now_us, f"{whose} {does}", fault.paddle))

    def clear(self) -> None:
        """The unit booted anew: it will say again what is still wrong."""
        self._standing.clear()
