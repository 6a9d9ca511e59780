"""Keys as paddles. The window's event loop feeds them in, so nothing here knows a window."""

from abc import abstractmethod
from collections import deque

from slamomatic.units.base import NO_PADDLE, Clock, Do, Link, PaddleEvent, Unit, UnitState, now_us
from slamomatic.words import Sentence, gettext

# A key's way through matrix and USB: two keys pressed this close can be told the other way round.
KEY_SCAN_US = 8_000
# Each key has an error of its own from the window's looks for keys.
KEY_ERROR_US = 8_000
# Where nobody looked for so long, the computer may have stood still, or its clock jumped.
STOOD_STILL_US = 50_000
MOST_SEATS = 6
KEYS = Sentence("keys")  # what the keyboard calls itself


class Keys(Unit):
    """A unit that is slapped on keys: what the window feeds its key events to.

    It knows when keys were last looked for, and so how true a key's time is: it was pressed since then.
    Without any looks, keys are taken as they are pressed.
    """

    def __init__(self, name: str, paddles: int, clock: Clock) -> None:
        self.keyboard = self
        self.news = deque()
        self._name = name
        self.paddles = paddles
        self._clock = clock
        self._speed: float = getattr(clock, "speed", 1.0)  # a table's clock may run fast; keys do not
        self._polled_us: int | None = None
        self._stood_still_us = range(0)  # between two looks that were far apart
        self._held: set[int] = set()

    def polled(self, t_us: int) -> None:
        """Note that every key event up to `t_us` was handed over."""
        if self._polled_us is not None and t_us - self._polled_us > STOOD_STILL_US:
            self._stood_still_us = range(self._polled_us, t_us)
        self._polled_us = t_us

    def known_us(self) -> int:
        return self._clock() if self._polled_us is None else self._polled_us

    def key(self, paddle: int, pressed: bool, t_us: int | None = None) -> None:
        """Press or release the key of this paddle. A held key that repeats is one press.

        `t_us`: when the window took the key; None: now.
        """
        if not 0 <= paddle < self.paddles:
            raise ValueError(f"no key paddle {paddle}")
        self._change(paddle, pressed, t_us)

    def next_key(self, pressed: bool, t_us: int | None = None) -> None:
        """Press or release the NEXT key."""
        self._change(NO_PADDLE, pressed, t_us)

    def release_all(self) -> None:
        """Release all keys: the window lost the focus, so no release will be seen any more."""
        for paddle in sorted(self._held):
            self._change(paddle, False, None)

    def _change(self, paddle: int, pressed: bool, t_us: int | None) -> None:
        """Take a key that goes down or up, unless it is there already or nothing can come of it."""
        if pressed == (paddle in self._held) or not self._takes(paddle, pressed):
            return
        self._held ^= {paddle}
        goes_down, comes_up = (Do.NEXT, Do.NEXT_UP) if paddle == NO_PADDLE else (Do.DOWN, Do.UP)
        now_us = self._clock()
        taken_us = now_us if t_us is None else t_us
        unseen_us = self._unseen_us(taken_us)
        do = goes_down if pressed else comes_up
        self._take(do, paddle, taken_us - unseen_us, unseen_us, now_us)

    def _unseen_us(self, taken_us: int) -> int:
        """Return for how long nobody had looked for keys when a key was taken: it was pressed meanwhile.

        A key just after a long time without a look may still come from before: it was on its way meanwhile.
        """
        since_us, stood_still_us = self._polled_us, self._stood_still_us
        if since_us is None:
            return 0
        if stood_still_us and since_us - stood_still_us.stop <= KEY_SCAN_US * self._speed:
            since_us = stood_still_us.start
        return max(0, int((taken_us - since_us) / self._speed))

    @abstractmethod
    def _takes(self, paddle: int, pressed: bool) -> bool:
        """Take a key if something can come of it now; return whether that is so."""

    def _take(self, do: Do, paddle: int, t_us: int, later_us: int, now_us: int) -> None:
        """Put into the news that a key was pressed or released between `t_us` and `later_us` after that."""
        taken_us = t_us + later_us
        self.news.append(PaddleEvent(do, paddle, t_us, KEY_ERROR_US, self._name, taken_us, now_us, later_us))


class KeyboardUnit(Keys):
    """A key for each seat and a NEXT key, stamped as the window takes them: coarser than a paddle."""

    is_keyboard = True

    def __init__(self, paddles: int = MOST_SEATS, name: str = KEYS, clock: Clock = now_us) -> None:
        super().__init__(name, paddles, clock)
        self._running = False

    def start(self) -> None:
        self._running = True

    def stop(self) -> None:
        self._running = False

    def state(self) -> UnitState:
        return UnitState(
            name=self._name,
            link=Link.CONNECTED if self._running else Link.ENDED,
            text=gettext("Playing on the keyboard: less exact than paddles."),
            paddles=self.paddles,
            unit_id=self._name,
            error_us=KEY_ERROR_US,
            blind_us=KEY_SCAN_US,
        )

    def _takes(self, paddle: int, pressed: bool) -> bool:
        return self._running
