"""Keys as paddles. The window's event loop feeds them in, so nothing here knows a window."""

from __future__ import annotations

from collections import deque

from slamomatic.units.base import NO_PADDLE, Clock, Do, Link, News, PaddleEvent, Unit, UnitState, now_us
from slamomatic.words import Sentence, gettext

# A key's way through matrix and USB: two keys pressed this close can be told the other way round.
KEY_SCAN_US = 8_000
# What the window's looks for keys add is each key's own, see `Polls`.
KEY_ERROR_US = 8_000
MOST_SEATS = 6
KEYS = Sentence("keys")  # what the keyboard calls itself


class Polls:
    """When keys were last looked for, and so how true a key's time is: it was pressed since then.

    Without any looks, keys are taken as they are pressed.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._speed: float = getattr(clock, "speed", 1.0)  # a table's clock may run fast; keys do not
        self._polled_us: int | None = None

    def polled(self, t_us: int) -> None:
        self._polled_us = t_us

    def known_us(self) -> int:
        return self._clock() if self._polled_us is None else self._polled_us

    def loose_us(self, taken_us: int) -> int:
        """How far a key taken then may be off for want of a look; it is stamped in the middle."""
        if self._polled_us is None:
            return 0
        return max(0, int((taken_us - self._polled_us) / self._speed) + 1) // 2


class KeyboardUnit(Unit):
    """A key per seat and a NEXT key, stamped on arrival: coarser than a paddle, and says so."""

    is_keyboard = True

    def __init__(self, paddles: int = MOST_SEATS, name: str = KEYS, clock: Clock = now_us) -> None:
        self.keyboard = self
        self._paddles = paddles
        self._name = name
        self._clock = clock
        self.news: deque[News] = deque()
        self._polls = Polls(clock)
        self._held: set[int] = set()
        self._running = False

    def start(self) -> None:
        self._running = True

    def stop(self) -> None:
        self._running = False

    def known_us(self) -> int:
        return self._polls.known_us()

    def polled(self, t_us: int) -> None:
        """Every key event up to `t_us` was handed over."""
        self._polls.polled(t_us)

    @property
    def paddles(self) -> int:
        return self._paddles

    def state(self) -> UnitState:
        return UnitState(
            name=self._name,
            link=Link.CONNECTED if self._running else Link.ENDED,
            text=gettext("Playing on the keyboard: less exact than paddles."),
            paddles=self._paddles,
            unit_id=self._name,
            error_us=KEY_ERROR_US,
            blind_us=KEY_SCAN_US,
            late_us=0,
        )

    def key(self, paddle: int, pressed: bool, t_us: int | None = None) -> None:
        """Paddle `paddle`'s key went down or up; a key that repeats while held is one press."""
        if not 0 <= paddle < self._paddles:
            raise ValueError(f"no key paddle {paddle}")
        self._feed(paddle, Do.DOWN if pressed else Do.UP, pressed, t_us)

    def next_key(self, pressed: bool, t_us: int | None = None) -> None:
        """The NEXT key went down or up."""
        self._feed(NO_PADDLE, Do.NEXT if pressed else Do.NEXT_UP, pressed, t_us)

    def release_all(self) -> None:
        """The window lost the focus: key releases will not be seen any more."""
        for paddle in sorted(self._held):
            if paddle == NO_PADDLE:
                self.next_key(False)
            else:
                self.key(paddle, False)

    def _feed(self, paddle: int, do: Do, pressed: bool, t_us: int | None) -> None:
        if not self._running or pressed == (paddle in self._held):
            return
        if pressed:
            self._held.add(paddle)
        else:
            self._held.discard(paddle)
        now = self._clock()
        taken_us = now if t_us is None else t_us
        loose_us = self._polls.loose_us(taken_us)
        t_us = taken_us - loose_us
        self.news.append(PaddleEvent(do, paddle, t_us, KEY_ERROR_US, self._name, taken_us, now, loose_us))
