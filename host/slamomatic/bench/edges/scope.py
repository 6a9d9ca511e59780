"""A logic analyser's window on raw edges: zoom, trigger, hold. Pure: times and levels in, segments out."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter

from slamomatic.bench.edges.capture import Capture, changes_only
from slamomatic.paddles import paddle_name
from slamomatic.words import N_, gettext

# One, two, five: what a division of an oscilloscope has always stepped through.
SPANS_US = (*(n * 10**e for e in range(2, 7) for n in (1, 2, 5)), 10_000_000)
KEPT = 20_000
RESTART_US = 1_000_000  # a unit's time falls by more only when it boots; lines overtake each other by less
MOST = 400_000  # while a picture is held: what it shows must not be forgotten
# Where the triggering edge may stand in the window: what comes before it is the pre-trigger.
TRIGGER_SHARES = (0.1, 0.2, 0.5, 0.8, 0.9)
TRIGGER_AT = 0.2
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

Segment = tuple[float, float, bool]  # from, to (0 to 1 over the window), closed?
_time = itemgetter(0)


@dataclass(frozen=True, slots=True)
class Trigger:
    """The edge to wait for; a person chooses one part of the trigger at a time."""

    kind: str = OFF
    paddle: int | None = None  # None: any
    second: int = 1  # of an order: `first` makes contact before it

    @property
    def first(self) -> int | None:
        """The paddle that the trigger watches, None for any.

        An order needs one, so there None means paddle 0.
        """
        return (self.paddle or 0) if self.kind == ORDER else self.paddle

    def next_kind(self) -> Trigger:
        return replace(self, kind=KINDS[(KINDS.index(self.kind) + 1) % len(KINDS)])._with_two_paddles()

    def next_paddle(self) -> Trigger:
        """Choose the next paddle: each in turn, then any."""
        at = -1 if self.first is None else self.first
        return replace(self, paddle=at + 1 if at + 1 < CHANNELS else None)._with_two_paddles()

    def next_second(self) -> Trigger:
        return replace(self, second=(self.second + 1) % CHANNELS)._with_two_paddles()

    def _with_two_paddles(self) -> Trigger:
        """Return this trigger; if an order names one paddle twice, with another second one."""
        return self.next_second() if self.kind == ORDER and self.second == self.first else self

    def fits(self, before: int, after: int) -> bool:
        """Return whether this change of levels is the edge that the trigger waits for."""
        changed = before ^ after
        if self.paddle is not None:
            changed &= 1 << self.paddle
        return bool(changed & {CLOSES: after, OPENS: before}.get(self.kind, 0))

    def name(self) -> str:
        return gettext(WORDS[self.kind][0])

    def waits_for(self) -> str:
        """Say what the trigger waits for."""
        _, of_any, of_one = WORDS[self.kind]
        if self.first is None:
            return gettext(of_any)
        first = paddle_name(self.first)
        return gettext(of_one, paddle=first, first=first, second=paddle_name(self.second))


@dataclass(slots=True)
class TriggerWatch:
    """Watches every edge for the trigger."""

    trigger: Trigger
    _led: tuple[int, int] | None = field(default=None, init=False)  # of this pair: first paddle's bit, time
    _open_since_us: int | None = field(default=None, init=False)
    _fired: bool = field(default=False, init=False)  # for this pair

    def edge(self, t_us: int, before: int, after: int) -> int | None:
        """Take an edge; return the time to show if the trigger fires on it, else None."""
        if self.trigger.kind == ORDER:
            return self._edge_of_pair(t_us, before, after)
        return t_us if self.trigger.fits(before, after) else None

    def _edge_of_pair(self, t_us: int, before: int, after: int) -> int | None:
        """Take an edge for a trigger on an order.

        Return when its first paddle closed, once the second follows.

        Else None: the order was another, or the two were too far apart, or one look saw both close. A pair is
        over when both contacts have been open for QUIET_US.
        """
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


class Scope:
    """Keeps the latest edges and shows a span of them."""

    def __init__(self) -> None:
        self.span_us = 100_000
        self.trigger_at = TRIGGER_AT
        self.paused = False
        self.single = False  # armed: the next trigger is shown and held
        self.held_us: int | None = None  # the edge that triggered, while its window is being shown
        self.trigger = Trigger()
        self._watch = TriggerWatch(self.trigger)
        self._records: list[tuple[int, int]] = []  # (t_us, levels)
        self._now_us = 0
        self._shown_us = 0  # the right end of the window

    def feed(self, records: Iterable[tuple[int, int]], now_us: int) -> None:
        """Take new edges: (t_us, levels).

        `now_us` is the unit's time now, so that the window moves on in silence too.
        """
        if now_us < self._now_us - RESTART_US:
            self._begin_again(now_us)
        for t_us, levels in records:
            if self._records and t_us < self._records[-1][0]:
                self._begin_again(t_us)
            before = self._records[-1][1] if self._records else 0
            self._records.append((t_us, levels))
            fired_us = None if self.paused else self._watch.edge(t_us, before, levels)
            if fired_us is not None and self._may_fire(fired_us):
                self._fire(fired_us)
        if len(self._records) > (MOST if self.paused else 2 * KEPT):
            del self._records[:-KEPT]
        self._now_us = max(self._now_us, now_us, self._records[-1][0] if self._records else 0)
        if not self.paused:
            self._follow()

    def _begin_again(self, now_us: int) -> None:
        """Forget all edges: the unit's clock has begun again, and old times have no place on its axis."""
        self._records.clear()
        self._now_us = now_us
        self.held_us = None

    def _fire(self, t_us: int) -> None:
        self.held_us = t_us
        if self.single:
            self.hold(t_us)

    def _may_fire(self, t_us: int) -> bool:
        """Return whether the window of the last trigger has been shown whole."""
        return self.held_us is None or t_us > self.held_us + (1 - self.trigger_at) * self.span_us

    def _follow(self) -> None:
        """Show the time up to now, or the whole window of the edge that triggered."""
        after_us = round((1 - self.trigger_at) * self.span_us)
        self._shown_us = self._now_us if self.held_us is None else self.held_us + after_us

    # -- what a person does

    def wait_for(self, trigger: Trigger) -> None:
        """Wait for another trigger; the picture held by the old one runs on."""
        self.trigger = trigger
        self._watch = TriggerWatch(trigger)
        self.held_us = None
        self.single = self.single and trigger.kind != OFF
        if not self.paused:
            self._follow()

    def zoom(self, steps: int) -> None:
        """Zoom out (positive steps) or in, about the trigger or the window's middle."""
        at = min(range(len(SPANS_US)), key=lambda n: abs(SPANS_US[n] - self.span_us))
        middle_us = self._shown_us - self.span_us // 2
        self.span_us = SPANS_US[max(0, min(len(SPANS_US) - 1, at + steps))]
        self._shown_us = middle_us + self.span_us // 2
        if not self.paused or self.held_us is not None:
            self._follow()

    def pan(self, share: float) -> None:
        """Move a paused picture along the time, by a share of the window; a running one stays."""
        if self.paused:
            self._shown_us += round(share * self.span_us)

    def pause(self) -> None:
        """Pause the picture, or let it run again."""
        self.paused = not self.paused
        self.single = False
        if not self.paused:
            self._follow()

    def hold(self, t_us: int) -> None:
        """Show this moment as if it had triggered, and hold it."""
        self.held_us, self.paused, self.single = t_us, True, False
        self._follow()

    def arm_single(self) -> None:
        """Wait for the next trigger, show it and hold it. Without a trigger, any closing paddle will do."""
        if self.trigger.kind == OFF:
            self.wait_for(self.trigger.next_kind())
        self.paused, self.held_us, self.single = False, None, True
        self._follow()

    def next_pre_trigger(self) -> None:
        """Choose the next share of the window that stands before the trigger."""
        at = TRIGGER_SHARES.index(self.trigger_at)
        self.trigger_at = TRIGGER_SHARES[(at + 1) % len(TRIGGER_SHARES)]
        if self.held_us is not None:
            self._follow()

    # -- what is shown

    def window(self) -> tuple[int, int]:
        return self._shown_us - self.span_us, self._shown_us

    @property
    def zero_us(self) -> int:
        """The zero of the axis: the edge that triggered, else the window's right end."""
        return self._shown_us if self.held_us is None else self.held_us

    def edges_us(self) -> list[int]:
        """The times of all changes in the window."""
        return [t_us for t_us, _ in self.capture(()).changes[1:]]

    def capture(self, names: Sequence[str]) -> Capture:
        """Return the visible window for a file: the levels at its left end, and every change in it."""
        start_us, end_us = self.window()
        first = bisect_right(self._records, start_us, key=_time)
        last = bisect_right(self._records, end_us, key=_time)
        begin = (start_us, self._records[first - 1][1] if first else 0)
        return Capture(tuple(names), changes_only([begin, *self._records[first:last]]), end_us)

    def segments(self, channel: int, width_px: int) -> list[Segment]:
        """Return one channel's line; edges that share a pixel become one closed stroke, so all are seen."""
        start_us, end_us = self.window()
        first = bisect_right(self._records, start_us, key=_time)
        last = bisect_left(self._records, end_us, key=_time)
        level = bool(self._records[first - 1][1] >> channel & 1) if first else False
        pieces: list[Segment] = []
        at = 0.0
        for t_us, levels in self._records[first:last]:
            now = bool(levels >> channel & 1)
            if now != level:
                x = (t_us - start_us) / self.span_us
                pieces.append((at, x, level))
                at, level = x, now
        pieces.append((at, 1.0, level))
        return merged(pieces, 1.0 / max(1, width_px))


def merged(pieces: Sequence[Segment], finest: float) -> list[Segment]:
    """Merge neighbours narrower than `finest` into one closed segment, so that no bounce is invisible."""
    out: list[Segment] = []
    for start, end, closed in pieces:
        narrow = end - start < finest
        if out and narrow and out[-1][1] - out[-1][0] < finest:
            out[-1] = (out[-1][0], end, True)
        else:
            out.append((start, end, closed))
    return out
