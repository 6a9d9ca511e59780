"""The truth: every press at its true time, even if its message was lost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from slamomatic.units.base import Do, News, PaddleEvent

NEAR_US = 6_000  # a spike may lend a slap its time, by a burst at most


@dataclass(slots=True, eq=False)
class Press:
    """One hand coming down."""

    seat: int
    t_us: int  # true time of the first contact
    host_us: int  # the same by the host's clock
    unit_us: int | None = None  # and as the unit itself stamps it; None: a key
    boot: int = 0  # of the unit
    page_us: list[int] | None = None  # as a phone's page says, once it does; None: no phone
    run: int = 1  # of the program
    game_us: int = 0  # by the game's clock, as it was then
    paused: bool = True  # the table stood still, or there was none
    on_the_edge: bool = False  # of such a time: it may count or not
    asleep: bool = False  # the machine slept: its clock stood, and has no time for it
    stamp_us: int | None = None  # what the table was told, on the game's clock
    told_us: int | None = None  # true time of that
    off_us: int = 0  # from its true time to the one told, by the host's clock
    stated_us: int = 0  # how far off that may be, as was said with it
    doubted: bool = False  # its source alone vouches for its time
    loose_us: int = 0  # of this: the part that is this slap's alone, also against others of its source


@dataclass
class Truth:
    """Presses in the order in which they happened, and which of them the table was told."""

    presses: list[Press] = field(default_factory=list)
    told_of: dict[tuple[int, int], list[Press]] = field(default_factory=dict)  # by seat and game's time
    invented: list[PaddleEvent] = field(default_factory=list)
    _waiting: dict[int, list[Press]] = field(default_factory=dict)  # keys that no frame took yet, by seat
    _taken: dict[tuple[int, int], list[Press]] = field(default_factory=dict)  # by seat and host's clock
    seat_on_key: dict[int, int] = field(default_factory=dict)
    # By run and seat: who left, on the game's clock.
    bots_since: dict[tuple[int, int], int] = field(default_factory=dict)

    def of(self, seat: int) -> list[Press]:
        return [press for press in self.presses if press.seat == seat]

    def pressed(self, press: Press) -> None:
        self.presses.append(press)
        if press.unit_us is None and press.page_us is None:
            self._waiting.setdefault(press.seat, []).append(press)

    def taken(self, key: int, host_us: int) -> None:
        """A frame took this key's event, at that moment of the host's clock."""
        seat = self.seat_on_key.get(key)
        waiting = self._waiting.get(seat) if seat is not None else None
        if waiting:
            press = waiting.pop(0)
            self._taken.setdefault((press.seat, host_us), []).append(press)

    def nobody_heard(self, key: int) -> None:
        """This key's event went to no program."""
        waiting = self._waiting.get(self.seat_on_key.get(key, -1))
        if waiting:
            waiting.pop(0)

    def forget_keys(self) -> None:
        """The program is gone, and with it the events that it had taken, or not yet."""
        self._waiting.clear()
        self._taken.clear()

    def told(
        self,
        news: Iterable[News],
        seat_of: Mapping[int, int],
        stamp_us: Callable[[int, PaddleEvent], int],
        host_us: Callable[[int], int],
        now_us: int,
    ) -> list[Press]:
        """The table is handed these: each slap of a person among them is one of the presses.

        `host_us` is the clock by which it is told: the machine may have been off since the press.
        """
        found = []
        for item in news:
            if not isinstance(item, PaddleEvent) or item.do is not Do.DOWN or item.paddle not in seat_of:
                continue
            seat = seat_of[item.paddle]
            press = (
                self._by_page(seat, item)
                or self._by_key(seat, item)
                or self._by_unit(seat, item)
                or self._by_host(seat, item)
            )
            if press is None:
                self.invented.append(item)
                continue
            press.stamp_us = stamp_us(seat, item)
            press.loose_us = (item.later_us + 1) // 2
            press.stated_us = item.error_us + press.loose_us
            press.doubted = item.doubted
            press.host_us = host_us(press.t_us)
            press.told_us = now_us
            press.off_us = item.middle_us - press.host_us
            self.told_of.setdefault((seat, press.stamp_us), []).append(press)
            found.append(press)
        return found

    def unmade(self, run: int, game_us: int) -> None:
        """The game's time since then is as if it had not been."""
        for of_run, seat in self.bots_since:
            if of_run == run:
                self.bots_since[run, seat] = min(self.bots_since[run, seat], game_us)
        for press in self.presses:
            if press.run == run and (press.game_us if press.stamp_us is None else press.stamp_us) > game_us:
                press.paused = True
                if press.stamp_us is not None:
                    told = self.told_of.get((press.seat, press.stamp_us), [])
                    if press in told:
                        told.remove(press)
            elif press.run == run and press.stamp_us is not None:
                # By what was stated it may have been before that time, or within it.
                press.on_the_edge |= press.stamp_us + 2 * press.stated_us > game_us

    def _by_key(self, seat: int, item: PaddleEvent) -> Press | None:
        taken = self._taken.get((seat, item.unit_t_us))
        return taken.pop(0) if taken else None

    def _by_page(self, seat: int, item: PaddleEvent) -> Press | None:
        said = (
            press
            for press in self.presses
            if press.seat == seat
            and press.page_us is not None
            and press.stamp_us is None
            and item.unit_t_us in press.page_us
        )
        return next(said, None)

    def _by_unit(self, seat: int, item: PaddleEvent) -> Press | None:
        near = [
            press
            for press in self.presses
            if press.seat == seat
            and press.unit_us is not None
            and press.stamp_us is None
            and abs(press.unit_us - item.unit_t_us) <= NEAR_US
        ]
        return min(near, key=lambda press: abs((press.unit_us or 0) - item.unit_t_us), default=None)

    def _by_host(self, seat: int, item: PaddleEvent) -> Press | None:
        """A slap whose unit booted while its contacts bounced: they closed again by the new clock."""
        first_us = item.t_us - item.error_us - NEAR_US
        last_us = item.t_us + item.later_us + item.error_us
        bounced = [
            press
            for press in self.presses
            if press.seat == seat
            and press.unit_us is not None
            and press.stamp_us is None
            and press.unit_us > item.unit_t_us
            and first_us <= press.host_us <= last_us
        ]
        # Hands that slapped after the boot were told by the new clock.
        newest = max((press.boot for press in self.presses if press.seat == seat), default=0)
        before = [press for press in bounced if press.boot < newest]
        candidates = before or bounced
        return candidates[-1] if candidates else None
