"""The touch screen of one phone as a paddle: stamped in its browser, put on the host's clock with a bound.

The thread of the phones' server feeds it what the page says; the table drains it like any other unit.
"""

from collections import deque
from threading import Lock

from slamomatic.paddles import PADDLES
from slamomatic.units.base import (
    Clock,
    Do,
    Link,
    News,
    PaddleEvent,
    Unit,
    UnitNotice,
    UnitState,
    What,
    now_us,
)
from slamomatic.units.clock_map import ClockMap
from slamomatic.units.knowledge import Slack
from slamomatic.words import N_, Sentence

TOUCH_ERROR_US = 20_000  # from the finger to the browser's stamp; touch screens differ
SAMPLES = (
    2  # a touch may be told by the sample after the next: so many gaps are its error, where they are long
)
LEAST_GRAIN_US, MOST_GRAIN_US = 1_000, 200_000  # how coarse browsers make their clocks
PING_US = 500_000
HURRY_US = 80_000  # while somebody waits for an answer, and until its clock is known well
SHORTEST_US = 30_000  # between two pings
TELLS_AFTER_US = 32_000  # so much later a page says that it has told everything: MARGIN_MS in paddle.js
FIRST_PINGS = 8
SILENT_US = 4_000_000  # stalls of a home network last up to two seconds
UP_US = 3_000_000  # an `up` may be told as late as a stall lasts
MOST_PENDING = 64  # pings without an answer
TRIPS = 15  # the latest ones say how long the way there and back takes

LOST = N_("{name} does not answer: {remedy}.")
CAME_BACK = N_("{name} is back. Touches that it could not send are lost.")
FOUND = N_("{name} is connected.")
REMEDY = N_("wake it up and keep its page open")


class PhoneUnit(Unit):
    """One paddle, the one of its colour. Not in use until a page says that it is slapped there."""

    paddles = 1

    def __init__(self, colour: int, clock: Clock = now_us) -> None:
        self.colour = colour
        self.name: str = Sentence("the {colour} phone", colour=Sentence(PADDLES[colour].name))
        self._clock = clock
        # The frame loop may take the paddle away while the server's thread hears of it.
        self._lock = Lock()
        self.news: deque[News] = deque()
        self._map = ClockMap()
        self._steps = 0
        self._slack = Slack()
        self._grain_us = LEAST_GRAIN_US
        self._touch_us = TOUCH_ERROR_US
        self._trips_us: deque[int] = deque(maxlen=TRIPS)
        self.tested = False  # somebody wanted to know how good it is
        self._sampled = False  # and its screen said how often it looks
        self._sent_us: dict[int, int] = {}  # by the number of the ping
        self._number = 0
        self._pongs = 0
        self._heard_us = 0
        self._asked_us = 0  # somebody waits to know what happened up to then
        self._early: list[tuple[bool, int]] = []  # touched before its clock was known
        self._last_us = 0  # of the latest touch: one paddle's come in their order
        self._told_us = -1  # the page's own time up to which it has told everything
        self._known_us = 0
        self._down = False
        self._used = False
        self._was_there = False
        self._publish(Link.ENDED)

    # --- what the table calls -----------------------------------------------------------------------

    def start(self) -> None:
        pass  # a page does

    def stop(self) -> None:
        pass  # the pages end with their server

    def state(self) -> UnitState:
        return self._state

    def known_us(self) -> int:
        return self._known_us

    def ask(self, t_us: int) -> None:
        self._asked_us = t_us

    @property
    def quality_us(self) -> tuple[int, int] | None:
        """How far its slaps may be off, and how long a ping takes; None until it was tested."""
        with self._lock:
            error_us, trips_us = self._state.error_us, sorted(self._trips_us)
        if not self._sampled or error_us is None or not trips_us:
            return None
        return error_us, trips_us[len(trips_us) // 2]

    # --- what the server's thread calls, and the frame loop: each at once, one after the other ----------

    def begin(self, grain_us: int) -> None:
        """A page begins to be the paddle. `grain_us`: how coarse its clock is."""
        with self._lock:
            self._lose()  # the page before it
            self._map, self._steps, self._pongs = ClockMap(), 0, 0
            self._grain_us = min(max(grain_us, LEAST_GRAIN_US), MOST_GRAIN_US)
            self._sent_us.clear()
            self._early.clear()
            self._told_us, self._down, self._used = -1, False, True
            self._heard_us = self._clock()

    def end(self) -> None:
        """The page went to sleep, or away: what was touched since is not known."""
        with self._lock:
            self._lose()

    def leave(self) -> None:
        """Nobody wants to slap on this phone any more."""
        with self._lock:
            self._used = self._was_there = self.tested = self._sampled = False
            self._touch_us = TOUCH_ERROR_US
            self._trips_us.clear()
            self._publish(Link.ENDED)

    def ping(self) -> int | None:
        """The number of the ping that is to be sent now, if any."""
        with self._lock:
            now_us = self._clock()
            if not self._used:
                return None
            if now_us - self._heard_us > SILENT_US:
                self._say_lost()  # but asked on: a network that stands still may go on, on the same socket
            if now_us < self._ping_due_us():
                return None
            self._number += 1
            self._sent_us[self._number] = now_us
            if len(self._sent_us) > MOST_PENDING:
                del self._sent_us[min(self._sent_us)]
            return self._number

    def ponged(self, number: int, phone_us: int, known_us: int) -> None:
        """The answer to a ping: when the page had it, and up to when it has told of every touch."""
        with self._lock:
            sent_us = self._sent_us.get(number)
            if sent_us is not None and self._used:  # else of a page before this one
                self._answered(sent_us, self._clock(), phone_us, known_us)

    def touched(self, down: bool, phone_us: int) -> None:
        """The first finger came down, or the last one left."""
        with self._lock:
            if not self._used or down == self._down:
                return
            self._down = down
            if self._map.known:
                self._touch(down, phone_us, self._clock())
            elif len(self._early) < MOST_PENDING:
                self._early.append((down, phone_us))

    def sampled(self, repeat_us: int) -> None:
        """Its screen looks for fingers this often; 0: it did not say. Never judged finer than untested."""
        with self._lock:
            self.tested, self._sampled = True, repeat_us > 0
            self._touch_us = max(TOUCH_ERROR_US, SAMPLES * min(repeat_us, MOST_GRAIN_US))
            self._publish(self._state.link)

    # ------------------------------------------------------------------------------------------------

    def _lose(self) -> None:
        self._used = False
        self._say_lost()

    def _say_lost(self) -> None:
        if self._state.link is Link.CONNECTED:
            self._tell(What.LOST, LOST)
            self._publish(Link.LOST)

    def _ping_due_us(self) -> int:
        """Where somebody waits: just when its answer can tell what is asked for."""
        latest_us = self._sent_us.get(self._number)
        if latest_us is None:
            return 0
        due_us = latest_us + (HURRY_US if self._pongs < FIRST_PINGS else PING_US)
        if self._known_us >= self._asked_us:
            return due_us
        tells_us = self._asked_us + TELLS_AFTER_US + (self._map.error_us(max(self._told_us, 0)) or 0)
        soon_us = max(tells_us, latest_us + SHORTEST_US) if latest_us < tells_us else latest_us + HURRY_US
        return min(due_us, soon_us)

    def _answered(self, sent_us: int, now_us: int, phone_us: int, known_us: int) -> None:
        self._heard_us = now_us
        self._pongs += 1
        self._trips_us.append(now_us - sent_us)
        grain_us = self._grain_us
        self._map.ponged(sent_us - grain_us, phone_us, now_us + grain_us)
        if self._map.steps > self._steps:  # one of the clocks jumped: the phone slept, for instance
            self._steps = self._map.steps
            self._slack.broken(self._map.missed_us, now_us)
        early, self._early = self._early, []
        for down, t_us in early:
            self._touch(down, t_us, now_us)
        if known_us > self._told_us:
            self._told_us = min(known_us, phone_us)
        self._know()
        if self._state.link is not Link.CONNECTED:
            self._tell(
                What.RESTARTED if self._was_there else What.CONNECTED, CAME_BACK if self._was_there else FOUND
            )
            self._was_there = True
        self._publish(Link.CONNECTED)

    def _touch(self, down: bool, phone_us: int, now_us: int) -> None:
        if down and phone_us <= self._told_us:  # it had said that nothing so early was to come
            self._slack.broken(self._told_us - phone_us, now_us)
        stamp = self._map.stamp(phone_us)
        t_us = min(max(stamp.t_us, self._last_us), now_us)
        error_us = stamp.error_us + abs(t_us - stamp.t_us) + self._own_error_us(now_us)
        self._last_us = t_us
        do = Do.DOWN if down else Do.UP
        self.news.append(PaddleEvent(do, 0, t_us, error_us, self.name, phone_us, now_us))
        self._known_us = max(self._known_us, t_us)  # what it touched before was told before

    def _own_error_us(self, now_us: int) -> int:
        """Beyond that of the clocks."""
        return self._touch_us + self._grain_us + self._slack.at(now_us)

    def _know(self) -> None:
        """Put the page's events on the host's clock, each at its earliest possible time."""
        error_us = self._map.error_us(self._told_us) if self._told_us >= 0 else None
        if error_us is not None:
            self._known_us = max(self._known_us, self._map.about_us(self._told_us) - error_us)

    def _tell(self, what: What, text: str) -> None:
        self.news.append(UnitNotice(what, self.name, self._clock(), self._sentence(text)))

    def _sentence(self, text: str) -> str:
        """Said where it is read: this thread speaks the phone's language, which need not be the table's."""
        return Sentence(text, name=self.name, remedy=Sentence(REMEDY)) if text else ""

    def _publish(self, link: Link) -> None:
        now_us = self._clock()
        error_us = self._map.error_us(self._told_us) if self._told_us >= 0 else None
        text = {Link.CONNECTED: FOUND, Link.LOST: LOST}.get(link, "")
        self._state = UnitState(
            name=self.name,
            link=link,
            text=self._sentence(text),
            paddles=1,
            unit_id=self.name,
            error_us=None if error_us is None else error_us + self._own_error_us(now_us),
            blind_us=self._grain_us,
            up_us=UP_US,
            late_us=self._touch_us,
            phone=True,
            remedy=REMEDY,
        )
