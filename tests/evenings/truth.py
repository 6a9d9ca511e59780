"""What truly happened: every press at its true time, whatever became of the news of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from slamomatic.unit.base import Do, News, PaddleEvent


@dataclass(slots=True)
class Press:
    """One hand coming down."""

    seat: int
    t_us: int  # true time of the first contact
    host_us: int  # the same by the host's clock
    unit_us: int | None = None  # and as the unit itself stamps it; None: a key


@dataclass
class Truth:
    """Presses in the order in which they happened, and which of them a stamp at the table means."""

    presses: list[Press] = field(default_factory=list)
    stamped: dict[tuple[int, int], Press] = field(default_factory=dict)  # (seat, table's clock)

    def pressed(self, press: Press) -> None:
        self.presses.append(press)

    def of(self, seat: int) -> list[Press]:
        return [press for press in self.presses if press.seat == seat]

    def told(self, news: Iterable[News], seat_of: Mapping[int, int]) -> None:
        """The table is handed these: each paddle's slap among them is one of the presses."""
        for item in news:
            if not isinstance(item, PaddleEvent) or item.do is not Do.DOWN or item.paddle not in seat_of:
                continue
            seat = seat_of[item.paddle]
            for press in reversed(self.presses):
                by_unit = press.unit_us is not None and abs(press.unit_us - item.unit_t_us) <= 2
                if press.seat == seat and by_unit:
                    self.stamped[seat, item.t_us] = press
                    break
