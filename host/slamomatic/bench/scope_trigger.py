"""What a scope waits for: an edge of a paddle, or two paddles that close in one order. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from slamomatic.paddles import paddle_name
from slamomatic.words import N_, gettext

QUIET_US = 20_000  # both open for so long: what comes next is another pair of slaps
PAIR_US = 200_000  # two slaps farther apart belong to nothing
CHANNELS = 4

OFF, CLOSES, OPENS, ORDER = "off", "closes", "opens", "order"
# Kind -> its name, and what is waited for: of any paddle, and of one.
WORDS = {
    OFF: (N_("No trigger"), N_("free running"), N_("free running")),
    CLOSES: (N_("When closing"), N_("waits for any to close"), N_("waits for {paddle} to close")),
    OPENS: (N_("When opening"), N_("waits for any to open"), N_("waits for {paddle} to open")),
    ORDER: (N_("In this order"), "", N_("waits for {first} before {second}")),
}
KINDS = list(WORDS)


@dataclass(frozen=True, slots=True)
class Trigger:
    """What to wait for; a person chooses one part of it at a time."""

    kind: str = OFF
    paddle: int | None = None  # None: any
    second: int = 1  # of an order: `first` makes contact before it

    @property
    def first(self) -> int | None:
        """The paddle as it counts now: an order has no any."""
        return self.paddle or 0 if self.kind == ORDER else self.paddle

    def next_kind(self) -> Trigger:
        return replace(self, kind=KINDS[(KINDS.index(self.kind) + 1) % len(KINDS)])._settled()

    def next_paddle(self) -> Trigger:
        """Any, each in turn, any again."""
        at = -1 if self.first is None else self.first
        return replace(self, paddle=at + 1 if at + 1 < CHANNELS else None)._settled()

    def next_second(self) -> Trigger:
        return replace(self, second=(self.second + 1) % CHANNELS)._settled()

    def _settled(self) -> Trigger:
        return self.next_second() if self.kind == ORDER and self.second == self.first else self

    def fits(self, before: int, after: int) -> bool:
        """Whether this change of levels is the edge."""
        changed = before ^ after
        if self.paddle is not None:
            changed &= 1 << self.paddle
        return bool(changed & {CLOSES: after, OPENS: before}.get(self.kind, 0))

    def name(self) -> str:
        return gettext(WORDS[self.kind][0])

    def waits_for(self) -> str:
        """What the picture waits for."""
        _, of_any, of_one = WORDS[self.kind]
        if self.first is None:
            return gettext(of_any)
        first = paddle_name(self.first)
        return gettext(of_one, paddle=first, first=first, second=paddle_name(self.second))


@dataclass(slots=True)
class TriggerWatch:
    """Sees every edge and says when the trigger fires: the time of the edge that is shown."""

    trigger: Trigger
    _led: tuple[int, int] | None = field(default=None, init=False)  # who began this pair of slaps, and when
    _open_since_us: int | None = field(default=None, init=False)
    _fired: bool = field(default=False, init=False)  # for this pair

    def edge(self, t_us: int, before: int, after: int) -> int | None:
        if self.trigger.kind == ORDER:
            return self._pair(t_us, before, after)
        return t_us if self.trigger.fits(before, after) else None

    def _pair(self, t_us: int, before: int, after: int) -> int | None:
        first, second = 1 << (self.trigger.first or 0), 1 << self.trigger.second
        both = first | second
        if self._led and self._open_since_us is not None and t_us - self._open_since_us >= QUIET_US:
            self._led, self._fired = None, False
        if after & both:
            self._open_since_us = None
        elif self._open_since_us is None:
            self._open_since_us = t_us
        closed = after & ~before & both
        if self._led is None:
            if closed:
                self._led, self._fired = (closed, t_us), closed == both  # both in one look: no order
            return None
        leader, began_us = self._led
        if self._fired or not closed & ~leader:
            return None
        self._fired = True
        wanted = leader == first and t_us - began_us <= PAIR_US
        return began_us if wanted else None
