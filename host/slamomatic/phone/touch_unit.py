"""The touch screen of one phone as a paddle: stamped in its browser, believed as far as the host can check.

The player who holds a phone can rewrite its page. So a touch has happened at the latest when the host heard
of it. The page's own time only says how much earlier it may have been.

The thread of the phones' server feeds the unit what the page says; the table drains it like any other unit.
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
from slamomatic.words import N_, Sentence

TOUCH_ERROR_US = 20_000  # from the finger to the browser's stamp; touch screens differ
# A touch may be told by the sample after the next one: its error is so many gaps between two samples.
SAMPLES = 2
LEAST_GRAIN_US, MOST_GRAIN_US = 1_000, 200_000  # how coarse browsers make their clocks
PING_US = 500_000  # between pings
HURRY_US = 80_000  # between pings while somebody waits for an answer, and until the clock is known well
SHORTEST_US = 30_000  # between two pings
HANDLED_US = 30_000  # the longest from the glass to the page's code, unless the page stands still
FIRST_PINGS = 8  # so many come in a hurry, for the clock
SILENT_US = 4_000_000  # stalls of a home network last up to two seconds
UP_US = 3_000_000  # an `up` may be told as late as a stall lasts
MOST_PENDING = 64  # pings without an answer
TRIPS = 15  # the latest ones say how long the way there and back takes
USUAL_TRIP = 0.8  # a touch's way is believed to be as long as this share of all trips, no longer
USUALLY_HANDLED_US = 8_000  # a guess that costs nobody a verdict: a slap that took longer says so itself
# A cheat can pretend a bad network. A slap whose time is less sure than this is doubted: no tie comes of it.
MOST_DOUBT_US = 200_000
RACE_LASTS_US = 1_000_000  # so long after the table has asked for slaps, a race may be open

LOST = N_("{name} does not answer: {remedy}.")
CAME_BACK = N_("{name} is back. Touches that it could not send are lost.")
FOUND = N_("{name} is connected.")
REMEDY = N_("wake it up and keep its page open")


class PhoneUnit(Unit):
    """A phone as the paddle of one colour. Not in use until a page says that it is slapped there."""

    paddles = 1

    def __init__(self, colour: int, clock: Clock = now_us) -> None:
        self.colour = colour
        self.name: str = Sentence("the {colour} phone", colour=Sentence(PADDLES[colour].name))
        self._clock = clock
        # The frame loop may take the paddle away while the server's thread hears of it.
        self._lock = Lock()
        self.news: deque[News] = deque()
        self._map = ClockMap()
        self._grain_us = LEAST_GRAIN_US  # how coarse the page's clock is
        self._touch_us = TOUCH_ERROR_US  # the longest from the finger to the browser's stamp
        self._trips_us: deque[int] = deque(maxlen=TRIPS)  # how long pings took, there and back
        self.tested = False  # somebody wanted to know how good it is
        self._sampled = False  # the test showed how often its screen looks for fingers
        self._sent_us: dict[int, int] = {}  # when each ping without an answer was sent, by its number
        self._number = 0  # of the latest ping
        self._pinged_us = 0  # when the latest ping was sent
        self._pongs = 0  # answers since the page began, or since a clock jumped
        self._heard_us = 0  # when the page gave its last sign of life
        self._asked_us = 0  # the table waits to know what happened up to then
        self._waiting: list[tuple[bool, int]] = []  # touches before the clock was known: (down, page's time)
        self._last_us = 0  # when the latest touch was: touches of one paddle keep their order
        self._latest_phone_us = 0  # the latest time of the page's clock, as it says
        self._answered_us = 0  # when the last answer came
        self._known_us = 0  # the watermark
        self._down = False
        self._used = False  # whether a page is this paddle now
        self._was_there = False  # whether players have read that it is connected
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
        """The error of this phone's slaps and how long a ping takes; None until the phone was tested."""
        with self._lock:
            error_us, trips_us = self._error_us(), sorted(self._trips_us)
        if not self._sampled or error_us is None or not trips_us:
            return None
        return error_us, trips_us[len(trips_us) // 2]

    # --- what the server's thread calls, and the frame loop: each at once, one after the other ----------

    def begin(self, grain_us: int) -> None:
        """Make a page the paddle from now on. `grain_us`: how coarse its clock is."""
        with self._lock:
            self._lose()  # the page before it
            self._map, self._pongs = ClockMap(), 0
            self._grain_us = min(max(grain_us, LEAST_GRAIN_US), MOST_GRAIN_US)
            self._sent_us.clear()
            self._pinged_us = self._answered_us = 0
            self._waiting.clear()
            self._down, self._used = False, True
            self._heard_us = self._clock()

    def end(self) -> None:
        """Note that the page went to sleep, or away: touches since then are not known."""
        with self._lock:
            self._lose()

    def leave(self) -> None:
        """End the use of this phone as a paddle."""
        with self._lock:
            self._used = self._was_there = self.tested = self._sampled = False
            self._touch_us = TOUCH_ERROR_US
            self._trips_us.clear()
            self._publish(Link.ENDED)

    def ping(self) -> int | None:
        """Return the number of the ping to send now; None: none is due."""
        with self._lock:
            now_us = self._clock()
            if not self._used:
                return None
            if now_us - self._heard_us > SILENT_US:
                self._say_lost()  # pings go on: a network that stands still may recover on the same socket
            if now_us < self._ping_due_us():
                return None
            self._number += 1
            self._pinged_us = self._sent_us[self._number] = now_us
            if len(self._sent_us) > MOST_PENDING:
                del self._sent_us[min(self._sent_us)]
            return self._number

    def note_pong(self, number: int, phone_us: int) -> None:
        """Take a ping's answer; all touches before it are here. `phone_us`: the page's time when asked."""
        with self._lock:
            sent_us = self._sent_us.pop(number, None)
            if sent_us is not None and self._used:  # not an answer of an earlier page, or one sent twice
                self._answered(sent_us, self._clock(), phone_us)

    def note_touch(self, down: bool, phone_us: int) -> None:
        """Take a touch: the first finger came down, or the last one left. It may wait for the clock."""
        with self._lock:
            if not self._used or down == self._down:
                return
            self._down = down
            if self._map.known:
                self._touch(down, phone_us, self._clock())
            elif len(self._waiting) < MOST_PENDING:  # no honest page sends more before its first answer
                self._waiting.append((down, phone_us))

    def note_sampling(self, repeat_us: int) -> None:
        """Note how often the screen looks for fingers; 0: the test did not show it.

        A screen that looks seldom makes slaps less exact. A quick one makes none more exact.
        """
        with self._lock:
            self.tested, self._sampled = True, repeat_us > 0
            self._touch_us = max(TOUCH_ERROR_US, SAMPLES * min(repeat_us, MOST_GRAIN_US))
            self._publish(self._state.link)

    # ------------------------------------------------------------------------------------------------

    def _lose(self) -> None:
        """End the use by the present page: it is gone, or another page takes its place."""
        self._used = False
        self._say_lost()

    def _say_lost(self) -> None:
        """Tell that the phone is lost, unless that was told already."""
        if self._state.link is Link.CONNECTED:
            self._tell(What.LOST, LOST)
            self._publish(Link.LOST)

    def _ping_due_us(self) -> int:
        """Return when the next ping is due.

        The answer to a ping tells what happened up to shortly before it. So while the table waits for some
        moment, a ping is due HANDLED_US after that moment.
        """
        if not self._pinged_us:
            return 0
        waits = self._known_us < self._asked_us
        hurries = waits or self._pongs < FIRST_PINGS or self._clock() < self._asked_us + RACE_LASTS_US
        due_us = self._pinged_us + (HURRY_US if hurries else PING_US)
        tells_us = self._asked_us + HANDLED_US
        if waits and self._pinged_us < tells_us:
            due_us = min(due_us, max(tells_us, self._pinged_us + SHORTEST_US))
        return due_us

    def _answered(self, sent_us: int, now_us: int, phone_us: int) -> None:
        """Learn from an answered ping: the clock, then touches that waited for it, then the watermark."""
        self._heard_us = now_us
        self._pongs += 1
        if sent_us >= self._answered_us:  # one stall makes many answers late: it counts once
            self._trips_us.append(now_us - sent_us)
        self._answered_us = now_us
        grain_us, steps = self._grain_us, self._map.steps
        self._map.note_ping(sent_us - grain_us, phone_us, now_us + grain_us)
        jumped = self._map.steps > steps  # one of the clocks did, or the page lies
        if jumped:
            self._pongs = 0  # ping fast again
        self._latest_phone_us = phone_us
        waiting, self._waiting = self._waiting, []
        for down, t_us in waiting:
            self._touch(down, t_us, now_us)
        # The page answered after it was asked: it had sent all touches from so long before that. But a touch
        # from before a jump may be on its way, and of any time by the clock of now: the next answer tells.
        if not jumped:
            self._known_us = max(self._known_us, sent_us - HANDLED_US)
        if self._state.link is not Link.CONNECTED:
            self._tell(
                What.RESTARTED if self._was_there else What.CONNECTED, CAME_BACK if self._was_there else FOUND
            )
            self._was_there = True
        self._publish(Link.CONNECTED)

    def _touch(self, down: bool, phone_us: int, now_us: int) -> None:
        """Pass on a touch that has just arrived.

        The page's time says how much earlier it may have been, as far as that is plausible. A time that no
        honest phone would send makes the slap doubted: then it was at any time that the network allows.
        """
        stamp = self._map.stamp(phone_us)
        off_us = stamp.error_us + self._grain_us
        # The finger was there before its stamp, and a clock may have jumped between the two.
        finger = self._map.stamp(phone_us - self._touch_us)
        early_us = min(finger.t_us, now_us - self._touch_us) - finger.error_us - self._grain_us
        # No honest touch is on its way for longer, unless the network stalls.
        soonest_us = now_us - self._usual_delay_us()
        believed = stamp.t_us + off_us >= soonest_us and now_us - early_us <= MOST_DOUBT_US
        if stamp.t_us - off_us > now_us:  # in the future: the page's clock has jumped, and says nothing
            early_us, believed = soonest_us - self._touch_us, False
        # All touches up to the watermark are here already.
        early_us = max(early_us, min(self._known_us, now_us))
        middle_us = (early_us + now_us) // 2
        # Touches of one paddle keep their order, and none is before the watermark.
        t_us = min(max(middle_us, self._last_us, self._known_us + 1), now_us)
        error_us = max(now_us - t_us, t_us - early_us)
        self._last_us = t_us
        do = Do.DOWN if down else Do.UP
        self.news.append(
            PaddleEvent(do, 0, t_us, error_us, self.name, phone_us, now_us, doubted=not believed)
        )

    def _usual_delay_us(self) -> int:
        """Estimate how long a touch takes to the host: a usual trip, the page's work, its clock's grain."""
        trips_us = sorted(self._trips_us)
        usual_us = trips_us[int(len(trips_us) * USUAL_TRIP)] if trips_us else 0
        return usual_us + HANDLED_US + self._grain_us

    def _judged_us(self) -> int | None:
        """Return the error to state for slaps, None if unknown: a page gains nothing by a larger one."""
        error_us = self._error_us()
        return None if error_us is None else min(error_us, MOST_DOUBT_US // 2)

    def _error_us(self) -> int | None:
        """Return the usual error of slaps: half the time within which one can have been; None: unknown."""
        map_us = self._map.error_us(self._latest_phone_us)
        if map_us is None:
            return None
        trips_us = sorted(self._trips_us)
        way_us = trips_us[len(trips_us) // 2] // 2 + USUALLY_HANDLED_US if trips_us else HANDLED_US
        return (self._touch_us + map_us + self._grain_us + way_us) // 2

    def _tell(self, what: What, text: str) -> None:
        self.news.append(UnitNotice(what, self.name, self._clock(), self._sentence(text)))

    def _sentence(self, text: str) -> str:
        """Return a sentence that is translated where it is read: this thread may speak another language."""
        return Sentence(text, name=self.name, remedy=Sentence(REMEDY)) if text else ""

    def _publish(self, link: Link) -> None:
        """Make `state` say how the phone stands now."""
        text = {Link.CONNECTED: FOUND, Link.LOST: LOST}.get(link, "")
        self._state = UnitState(
            name=self.name,
            link=link,
            text=self._sentence(text),
            paddles=1,
            unit_id=self.name,
            error_us=self._judged_us(),
            up_us=UP_US,
            late_us=self._touch_us,
            phone=True,
            remedy=REMEDY,
        )
