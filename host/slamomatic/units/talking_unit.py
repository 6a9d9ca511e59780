"""A unit that the host talks with: the conversation, and the unit's state. Pure: no thread, no port.

The thread of a serial unit feeds it bytes and the time; a simulator can do the same.
"""

from collections import deque
from collections.abc import Sequence

from slamomatic.units.base import PADDLES_PER_PICO, Link, Rgb, Unit, UnitNotice, UnitState, What
from slamomatic.units.conversation import Conversation
from slamomatic.units.sources import PortSource
from slamomatic.units.unit_record import LOST, UnitRecord
from slamomatic.units.watermark import NOTHING_US
from slamomatic.words import N_, gettext

PUBLISH_US = 100_000
RETRY_US = 250_000  # found again well within 2 s of being plugged in
LONGEST_LOCKOUT_US = 500_000  # that firmware/slap/settings.py takes: an UP is told when it is over
LINK_US = 3_000  # from the unit's send to the host's read, when nothing stalls: USB poll and a busy frame

SILENT = N_("{port} does not answer like a unit. Is it a Pico? Then run `slamomatic flash`.")


class TalkingUnit(Unit):
    """One unit through all its ports and boots. `step` moves it on and puts its events into `news`."""

    paddles = PADDLES_PER_PICO
    calibrated = has_lights = True

    def __init__(self, source: PortSource) -> None:
        self.news = deque()
        self._source = source
        self._record = UnitRecord(source.name)
        self._talk = Conversation(self._record, lambda news: self.news.append(news))
        self._trouble = ""  # the sentence about it that players read last; "" once it is connected
        self._wanted_lights: Sequence[Rgb] | None = None
        self._to_be_timed = False  # another unit saw a clock jump
        self._published_us = 0
        self._known_us = 0  # the watermark, on the host's clock
        self.known_unit_us = NOTHING_US  # the watermark, on the unit's own clock
        self._state = self._build_state(0)

    # Called by the table, from its own thread

    def state(self) -> UnitState:
        return self._state

    def known_us(self) -> int:
        return self._known_us

    def lights(self, colours: Sequence[Rgb]) -> None:
        self._wanted_lights = tuple(colours)

    def ask(self, t_us: int) -> None:
        self._talk.ask(t_us)

    def time_again(self) -> None:
        self._to_be_timed = True

    # Called by the port's thread

    def step(self, data: bytes, now_us: int) -> bytes:
        """Take the bytes read at `now_us`; return the bytes to write."""
        if self._to_be_timed:
            self._to_be_timed = False
            self._talk.time_again()
        if data:
            self._talk.feed(data, now_us)
        self.clock_jumps = self._record.clock_jumps
        if self._wanted_lights is not None:
            colours, self._wanted_lights = self._wanted_lights, None
            self._talk.speaker.lights(colours, now_us)
        self._talk.tick(now_us)
        link, faults = self._record.link, self._talk.faults.standing
        if now_us - self._published_us >= PUBLISH_US or (link, faults) != (
            self._state.link,
            self._state.faults,
        ):
            self.publish(now_us)
        # The watermark comes last: by now all events up to it are in `news`.
        self._known_us = self._record.known_us
        self.known_unit_us = self._record.watermark.known_us
        return self._talk.take_output()

    def gives_up(self, port: str, now_us: int) -> bool:
        """Return whether the unit gives up on this port: no unit answers there. Tell players why."""
        if self._talk.trouble:
            self._source.note_unfit(port, now_us)
            self.tell_trouble(self._talk.trouble, now_us)
            return True
        if not self._talk.dead(now_us):
            return False
        if self._record.link is Link.SEARCHING and self._talk.speaker.has_said("HELLO"):
            self.tell_trouble(gettext(SILENT, port=port), now_us)
        return True

    def note_closed(self, now_us: int) -> None:
        """Tell that the unit is lost: its port was closed."""
        self._record.note_lost(now_us, self.news.append, self._source.remedy)

    def tell_trouble(self, text: str, now_us: int) -> None:
        """Tell players why the unit can't be used, unless they have read just that."""
        if text != self._trouble:
            self._trouble = text
            self.news.append(UnitNotice(What.TROUBLE, self._record.name, now_us, text))

    def publish(self, now_us: int, ended: bool = False) -> None:
        """Make `state` say how the unit stands now, and remember a unit that has just been connected."""
        if self._record.link is Link.CONNECTED:
            self._trouble = ""
            if self._state.link is not Link.CONNECTED:
                self._source.note_unit(self._record.unit_id)
        self._published_us = now_us
        self._state = self._build_state(now_us, ended)

    def _build_state(self, now_us: int, ended: bool = False) -> UnitState:
        """Return how the unit stands now, from its record, its HELLO and its last trouble."""
        record, hello = self._record, self._record.hello
        link = Link.ENDED if ended else record.link
        error_us = record.clock.error_us(record.latest_unit_us)
        if error_us is not None:
            error_us += record.extra_error.at(now_us)
        return UnitState(
            name=record.name,
            link=link,
            text=self._trouble
            or gettext(
                _TEXTS.get(link, self._source.searching),
                name=record.name,
                remedy=gettext(self._source.remedy),
            ),
            paddles=record.paddles,
            unit_id=record.unit_id,
            boot_id=hello.boot_id if hello else "",
            firmware=hello.firmware if hello else "",
            micropython=hello.micropython if hello else "",
            error_us=error_us,
            blind_us=max(hello.blind_us, hello.resolution_us) if hello else 0,
            up_us=LONGEST_LOCKOUT_US + LINK_US,
            late_us=hello.late_us + LINK_US + (error_us or 0) if hello else 0,
            faults=self._talk.faults.standing,
            missing=record.missing,
            has_touch=record.has_touch,
            remedy=self._source.remedy,
        )


_TEXTS = {
    Link.CONNECTED: N_("{name} is connected."),
    Link.LOST: LOST,
    Link.ENDED: N_("{name} is no longer used."),
}
