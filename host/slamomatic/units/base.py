"""Units as the table sees them: paddle events and notices on the host's one clock, and their state.

The table can't tell a Pico from a keyboard but for what each says of its accuracy. See host/docs/link.md.
"""

from __future__ import annotations

import sys
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Self

from slamomatic.words import N_, gettext

if TYPE_CHECKING:
    from slamomatic.units.keyboard import Keys

Rgb = tuple[int, int, int]
Clock = Callable[[], int]

CHECK_CABLE = N_("check its cable")  # what to do about a unit that has one

PADDLES_PER_PICO = 4
NO_PADDLE = -1  # of an event or notice that belongs to the whole unit (the NEXT button)


def now_us() -> int:
    """Return the time of the host's one clock, which nothing sets right while it runs.

    NTP slews Linux's monotonic clock, and so perf_counter: a unit's clock would seem to change its rate.
    Elsewhere perf_counter is never slewed, and monotonic moves in steps of 16 ms on Windows.
    """
    if sys.platform == "linux":
        return time.clock_gettime_ns(time.CLOCK_MONOTONIC_RAW) // 1000
    return time.perf_counter_ns() // 1000


class Do(StrEnum):
    """Movements of a hand, in the words that a game's event log uses."""

    DOWN = "down"
    UP = "up"
    TOUCH = "touch"  # the optional first contact, made
    RELEASE = "release"  # and broken
    NEXT = "next"  # the shared NEXT button or key pressed
    NEXT_UP = "next_up"  # and released: a tap and a hold differ


@dataclass(frozen=True, slots=True)
class PaddleEvent:
    """One thing a hand did to one paddle."""

    do: Do
    paddle: int  # from 0; over units side by side numbered through; NO_PADDLE for NEXT
    t_us: int  # when it happened, on the host's one clock; the earliest moment if that is not quite known
    error_us: int  # how far that clock may be off against events of other sources
    source: str  # the name of the unit
    unit_t_us: int  # the same moment as the unit itself stamped it
    read_us: int  # when the host had read it
    later_us: int = 0  # how much later than `t_us` it may have been
    doubted: bool = False  # only its source vouches for this time: a slap whose verdict rests on it is void

    @property
    def middle_us(self) -> int:
        """The likeliest moment: to show it, never to judge by."""
        return self.t_us + (self.later_us + 1) // 2

    @property
    def delay_us(self) -> int:
        """How long the event took from the hand to the host, most likely."""
        return self.read_us - self.middle_us


class What(StrEnum):
    """Things that can happen to a unit while the table is open."""

    CONNECTED = "connected"  # for the first time
    LOST = "lost"  # no sign of life: void an open slap
    FOUND = "found"  # the same unit again, and nothing is missing
    RESTARTED = "restarted"  # it booted again: what it had not sent yet is gone; void an open slap
    GONE = "gone"  # its memory was too short for the gap: events are missing; void an open slap
    UNSURE = "unsure"  # it broke what it had stated of its times; void an open slap
    SILENT = "silent"  # it did not say in time whether there was a slap; void an open slap
    FAULT = "fault"  # a paddle is stuck, chatters, ... : `text` says what to do
    FAULT_OVER = "fault over"
    TROUBLE = "trouble"  # it can't be used as it is (busy port, old firmware, ...): `text` says what to do


VOIDS_A_SLAP = frozenset({What.LOST, What.RESTARTED, What.GONE, What.UNSURE, What.SILENT})


@dataclass(frozen=True, slots=True)
class UnitNotice:
    """Something that the players should know, in its place among the events."""

    what: What
    source: str
    t_us: int
    text: str  # one sentence for the screen: the thing, the reason, the next step
    paddle: int = NO_PADDLE
    fault: str = ""  # its code, of FAULT and FAULT_OVER

    @property
    def voids_a_slap(self) -> bool:
        return self.what in VOIDS_A_SLAP


News = PaddleEvent | UnitNotice


class Link(StrEnum):
    """How a unit stands with the host."""

    SEARCHING = "searching"  # never seen yet
    CONNECTED = "connected"
    LOST = "lost"  # seen before, being looked for
    ENDED = "ended"  # a recording played to its end, or stopped


@dataclass(frozen=True, slots=True)
class Fault:
    """A standing fault, to be shown until it is over."""

    paddle: int  # NO_PADDLE when it concerns the whole unit
    what: str
    text: str


@dataclass(frozen=True, slots=True)
class UnitState:
    """How a unit stands now; cheap to ask for in every frame."""

    name: str
    link: Link
    text: str  # one sentence: what it is, or why it isn't there and what to do
    paddles: int  # how many it has
    unit_id: str = ""  # the same after a replug into another port
    boot_id: str = ""
    firmware: str = ""
    micropython: str = ""
    error_us: int | None = None  # of its clock against the host's, now; None: not known yet
    blind_us: int = 0  # two of its own events closer than this are too close to call
    up_us: int = 0  # how long after its time an `up` may be told: only then is its bounce over
    late_us: int = 0  # how late a `down` usually reaches the host: a hint, nothing is judged by it
    corrections_us: tuple[int, ...] = ()  # what is taken off its stamps, paddle by paddle; empty: nothing
    correction_errors_us: tuple[int, ...] = ()  # how far off each of these may be
    faults: tuple[Fault, ...] = ()
    missing: int = 0  # events that can't be had any more
    has_touch: bool = False
    phone: bool = False  # whether it is a phone's touch screen; the screen speaks of several as one
    remedy: str = CHECK_CABLE  # what players can do when it is lost

    @property
    def order_us(self) -> int:
        """The gap below which two slaps on any two of this unit's paddles are too close to call."""
        return self.blind_us + sum(sorted(self.correction_errors_us)[-2:])

    @property
    def accuracy(self) -> str:
        """Say on the screen how exact the unit is: for the order of its own slaps, and beside other units."""
        if self.error_us is None:
            return gettext("accuracy not known yet")
        says = N_("order good to {order}, times good to {times}")
        if any(self.corrections_us):
            says = N_("order good to {order}, corrected times to {times}")
        return gettext(says, order=spoken_us(self.order_us), times=spoken_us(self.error_us))


class Unit(ABC):
    """A source of slaps: a Pico, the keys, a recording, a phone.

    A new kind of unit is a class like the one below, a word in `specs.py`, and what opens it in `open.py`.
    The frame loop calls every method in every frame, so none of them may wait; `stop` alone may.

    >>> from slamomatic.units.base import *
    >>> class TapUnit(Unit):
    ...     paddles = 1
    ...
    ...     def __init__(self, clock: Clock = now_us) -> None:
    ...         self.news = deque[News]()
    ...         self._clock, self._link = clock, Link.ENDED
    ...
    ...     def start(self) -> None:
    ...         self._link = Link.CONNECTED
    ...
    ...     def stop(self) -> None:
    ...         self._link = Link.ENDED
    ...
    ...     def state(self) -> UnitState:
    ...         return UnitState("tap", self._link, "Tap to slap.", 1, error_us=8_000, blind_us=8_000)
    ...
    ...     def known_us(self) -> int:
    ...         return self._clock()
    ...
    ...     def tap(self) -> None:
    ...         t_us = self._clock()
    ...         for do in (Do.DOWN, Do.UP):
    ...             self.news.append(PaddleEvent(do, 0, t_us, 8_000, "tap", t_us, t_us))
    >>> with TapUnit(clock=lambda: 1_000_000) as unit:
    ...     unit.tap()
    ...     [(event.do.value, event.paddle, event.t_us) for event in unit.drain()]
    [('down', 0, 1000000), ('up', 0, 1000000)]

    - **News.** Put each event and notice into `news` once, `down`s in the order of their `t_us`. An `up` may
      be told later than younger `down`s: `UnitState.up_us` says how much later. A thread may add news at any
      time. Where news only show when somebody asks, set `finds_news`, and put them there in `find_news`.
    - **Errors.** A slap was between `t_us` and `t_us + later_us`. `error_us` is the error of the unit's clock
      and comes on top of that against other sources. Two events of one unit that are closer than
      `UnitState.blind_us` count as a tie.
    - **Watermark.** When `known_us` returns, every slap whose `t_us` is up to that moment is in `news` or was
      drained. `error_us` is not taken off: the table allows for it.
    - **Lost and back.** Tell LOST and publish `Link.LOST`. Tell FOUND only if every event of the meantime is
      still told. Otherwise tell RESTARTED or GONE, so that the table forgets hands which may have come up.
      A unit without numbered events always comes back as RESTARTED.
    - **State.** `link` is CONNECTED as soon as events flow. A unit without an id leaves `unit_id` empty: then
      nothing is remembered of it. Its name may change, as when a Pico says who it is.
    - **Sentences.** The table shows the texts of state and notices as they are: translated (`gettext`), and
      with the next step for the players.
    """

    paddles: int  # how many of the table's numbers are kept for it; never changes. It may have fewer
    calibrated = False  # whether the bench's corrections apply to its paddles
    is_keyboard = False  # whether its keys can stand in for the paddles of their colours
    keyboard: Keys | None = None  # what the window feeds its key events to
    has_lights = False
    news: deque[News]  # what happened and was not handed over yet; a thread may add to it at any time
    finds_news = False  # whether it must be asked for them
    clock_jumps = 0  # how often its clock and the host's came apart at once: one of them jumped
    colour: int | None = None  # of its one paddle, where its place among the units does not tell it

    @abstractmethod
    def start(self) -> None:
        """Begin to listen. Return at once, whether or not anything is plugged in."""

    @abstractmethod
    def stop(self) -> None:
        """Stop the unit. Threads and ports of the unit are gone when this returns. May be called twice."""

    def __enter__(self) -> Self:
        """Listen to the unit inside a `with` block."""
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def drain(self) -> list[News]:
        """Return all news since the last call: each once, one unit's `down`s in the order of `t_us`."""
        if self.finds_news:
            self.find_news()
        return [self.news.popleft() for _ in range(len(self.news))]

    def find_news(self) -> None:  # noqa: B027  (most units know at once)
        """Look for what happened since the last call, and put it into `news`."""

    @abstractmethod
    def state(self) -> UnitState: ...

    @abstractmethod
    def known_us(self) -> int:
        """Return the watermark: `drain` has handed out every slap up to this time of the host."""

    def ask(self, t_us: int) -> None:  # noqa: B027  (most units know at once)
        """Find out as soon as possible what happened up to `t_us`: something waits there to be judged."""

    def time_again(self) -> None:  # noqa: B027  (not every unit has a clock of its own)
        """Compare its clock with the host's before it tells another slap: the host's may have jumped."""

    def lights(self, colours: Sequence[Rgb]) -> None:  # noqa: B027  (a unit without lights is whole)
        """Show these colours, paddle by paddle, until told otherwise; also after a reconnect."""


def spoken_us(duration_us: int) -> str:
    """Write a duration in the unit that fits it, such as 300 us, 8 ms or 2.5 s."""
    if duration_us < 1000:
        return f"{duration_us} us"
    if duration_us < 100_000:
        return f"{duration_us / 1000:.1f}".removesuffix(".0") + " ms"
    return f"{duration_us / 1_000_000:.1f} s"
