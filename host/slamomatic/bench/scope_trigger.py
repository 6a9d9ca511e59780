"""What a scope waits for: an edge of a paddle, or two paddles that close in one order. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field

QUIET_US = 20_000  # both open for so long: what comes next is another pair of slaps
PAIR_US = 200_000  # two slaps farther apart belong to nothing


@dataclass(frozen=True, slots=True)
class Trigger:
    """The edge to wait for: a channel (None: any) that closes or opens."""

    channel: int | None
    closes: bool

    def fits(self, before: int, after: int) -> bool:
        changed = before ^ after
        if self.channel is not None:
            changed &= 1 << self.channel
        return bool(changed & (after if self.closes else before))


@dataclass(frozen=True, slots=True)
class OrderTrigger:
    """Two paddles slapped one after the other: `first` makes contact before `second`."""

    first: int
    second: int


AnyTrigger = Trigger | OrderTrigger


@dataclass(slots=True)
class TriggerWatch:
    """Sees every edge and says when the trigger fires: the time of the edge that is shown."""

    trigger: AnyTrigger
    _led: tuple[int, int] | None = field(default=None, init=False)  # who began this pair of slaps, and when
    _open_since_us: int | None = field(default=None, init=False)
    _fired: bool = field(default=False, init=False)  # for this pair

    def edge(self, t_us: int, before: int, after: int) -> int | None:
        if isinstance(self.trigger, OrderTrigger):
            return self._pair(self.trigger, t_us, before, after)
        return t_us if self.trigger.fits(before, after) else None

    def _pair(self, order: OrderTrigger, t_us: int, before: int, after: int) -> int | None:
        both = 1 << order.first | 1 << order.second
        if self._led and self._open_since_us is not None and t_us - self._open_since_us >= QUIET_US:
            self._led, self._fired = None, False
        if after & both:
            self._open_since_us = None
        elif self._open_since_us is None:
            self._open_since_us = t_us
        closed = after & ~before & both
        if self._led is None:
            if closed in (1 << order.first, 1 << order.second):
                self._led = closed, t_us
            elif closed:  # both in one look: no order
                self._led, self._fired = (closed, t_us), True
            return None
        leader, began_us = self._led
        if self._fired or not closed & ~leader:
            return None
        self._fired = True
        wanted = leader == 1 << order.first and t_us - began_us <= PAIR_US
        return began_us if wanted else None


OFF, CLOSES, OPENS, ORDER = KINDS = ("off", "closes", "opens", "order")


@dataclass(slots=True)
class TriggerChoice:
    """What a person has chosen to wait for, one part at a time."""

    channels: int
    kind: str = OFF
    paddle: int | None = None  # None: any
    second: int = 1  # of an order

    def next_kind(self) -> None:
        self.kind = KINDS[(KINDS.index(self.kind) + 1) % len(KINDS)]
        self._settle()

    @property
    def first(self) -> int | None:
        """The paddle as it counts now: an order has no any."""
        return self.paddle or 0 if self.kind == ORDER else self.paddle

    def next_paddle(self) -> None:
        """Any, each in turn, any again."""
        at = -1 if self.first is None else self.first
        self.paddle = at + 1 if at + 1 < self.channels else None
        self._settle()

    def next_second(self) -> None:
        self.second = (self.second + 1) % self.channels
        self._settle()

    def _settle(self) -> None:
        if self.kind == ORDER and self.second == self.first:
            self.second = (self.second + 1) % self.channels

    def trigger(self) -> AnyTrigger | None:
        if self.kind == ORDER:
            return OrderTrigger(self.first or 0, self.second)
        return None if self.kind == OFF else Trigger(self.paddle, self.kind == CLOSES)
