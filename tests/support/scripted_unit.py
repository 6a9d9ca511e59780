"""A unit that does what the test says and knows what the test lets it know."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from slamomatic.units.base import (
    NO_PADDLE,
    Clock,
    Do,
    Fault,
    Link,
    News,
    PaddleEvent,
    Rgb,
    Unit,
    UnitNotice,
    UnitState,
    What,
)


class ScriptedUnit(Unit):
    """Four paddles. Unless `known` is set it has always told everything up to now."""

    paddles = 4
    calibrated = True
    has_lights = True

    def __init__(self, clock: Clock, name: str = "pico", unit_id: str = "") -> None:
        self._clock = clock
        self.name = name
        self.unit_id = unit_id
        self.link = Link.CONNECTED
        self.error_us: int | None = 300
        self.blind_us = 2
        self.faults: tuple[Fault, ...] = ()
        self.known: int | None = None
        self.asked: list[int] = []
        self.fitted = 4  # how many paddles it says it has
        self.news = deque[News]()
        self.lit: list[Sequence[Rgb]] = []

    def start(self) -> None:
        pass

    def stop(self) -> None:
        pass

    def known_us(self) -> int:
        return self._clock() if self.known is None else self.known

    def ask(self, t_us: int) -> None:
        self.asked.append(t_us)

    def lights(self, colours: Sequence[Rgb]) -> None:
        self.lit.append(colours)

    def state(self) -> UnitState:
        return UnitState(
            self.name,
            self.link,
            "plug it in",
            self.fitted,
            unit_id=self.unit_id,
            error_us=self.error_us,
            blind_us=self.blind_us,
            faults=self.faults,
        )

    def event(self, do: Do, paddle: int, t_us: int, error_us: int = 300, later_us: int = 0) -> None:
        self.news.append(PaddleEvent(do, paddle, t_us, error_us, self.name, t_us, t_us, later_us))

    def slap(self, paddle: int, t_us: int) -> None:
        self.event(Do.DOWN, paddle, t_us)

    def notice(self, what: What, t_us: int, paddle: int = NO_PADDLE) -> None:
        self.news.append(UnitNotice(what, self.name, t_us, f"{what}", paddle))


class HandClock:
    """A clock that the test turns."""

    def __init__(self, us: int = 1_000_000) -> None:
        self.us = us

    def __call__(self) -> int:
        return self.us
