"""The host's record of one unit, which may come and go: who it is, its events so far, its clock."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from slamomatic import messages as m
from slamomatic.units.base import CHECK_CABLE, NO_PADDLE, Do, Link, News, PaddleEvent, UnitNotice, What
from slamomatic.units.clock_map import ClockMap
from slamomatic.units.faults import paddles_of
from slamomatic.units.watermark import ExtraError, Watermark
from slamomatic.words import N_, Sentence, gettext

CLOCK_SLACK_US = 100_000  # a PONG is stamped before it is sent: a BEAT may overtake it by a little
STALE_US = 300_000
# A clock that missed its bound by more has jumped (the host slept): it is timed again, and as true as before.
MOST_DRIFT_US = 25_000
BEHIND_US = 1_000_000  # who boots loses all the time since the boot before; an emulated unit may lag as well
SHORTEST_BOOT_US = 100_000  # no unit is away for less when it boots
SHORT_ID = 4
# Slaps leave in the order of their time; the end of a contact is known only after its lockout.
FIRST_EDGES = (Do.DOWN, Do.TOUCH, Do.NEXT)

LOST = N_("{name} does not answer: {remedy}. Play goes on as soon as it is back.")


class UnitRecord:
    """The record of one unit; when the unit boots, its events and clock start again."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.link = Link.SEARCHING
        self.hello: m.Hello | None = None
        self.expected_seq = 0  # the number of the next event, in the unit's order
        self.exists_seq = 0  # the highest number the unit is known to have given
        self.repairing_to = 0  # events up to this number were sent before, and did not arrive
        self.clock = ClockMap()
        self.watermark = Watermark()
        self.says_known = False  # whether this firmware says up to when it knows everything
        self.known_us = 0  # the watermark on the host's clock: every slap up to here was told
        # An older unit's last answer to SINCE, not proved yet: its next number, and up to when it knows all.
        self._older_claim: tuple[int, int] | None = None
        self._running_us = 0  # up to when the unit is known not to have booted
        self._steps = 0  # jumps of a clock that were noted so far
        self.clock_jumps = 0  # over all boots: how often a bound was missed by more than a drift explains
        self.extra_lateness = ExtraError()
        self.extra_error = ExtraError()
        self.latest_unit_us = 0  # the latest time that the unit's clock has shown
        self.clock_fell = False  # the unit's clock went back: it has booted
        self._said_fewer = False  # its last HELLO counted fewer numbers than it had given, by the same boot
        self.in_doubt = False  # the unit may have booted: HELLO must tell before any slap is believed
        self.has_touch = False
        self.repaired = 0  # events that had to be asked for again
        self.missing = 0
        self.damaged = 0  # lines thrown away
        self._latest_down_us = 0  # when the latest slap was, on the host's clock
        self._downs_us: dict[int, int] = {}  # when each paddle's latest slap was, on the unit's clock

    @property
    def unit_id(self) -> str:
        return self.hello.unit_id if self.hello else ""

    @property
    def paddles(self) -> int:
        return paddles_of(self.hello)

    @property
    def older_late_us(self) -> int:
        """How late a slap may reach the host, as an older unit states in HELLO; it states no watermark."""
        return self.hello.late_us if self.hello else 0

    def note_hello(self, hello: m.Hello) -> bool:
        """Note a HELLO. Return True if the unit has booted since: what it had not sent by then is lost."""
        before, self.hello = self.hello, hello
        self.in_doubt = False
        if before is None:
            self.name = Sentence("unit {number}", number=hello.unit_id[-SHORT_ID:])
            self.expected_seq = hello.next_seq  # what was slapped before we listened is not for us
            self.exists_seq = hello.next_seq - 1
            return False
        fell = not self.note_next_number(hello.next_seq)
        if hello.boot_id == before.boot_id and not fell and not self.clock_fell:
            return False
        self.expected_seq = hello.oldest_seq
        self.exists_seq = hello.next_seq - 1
        self.repairing_to = 0
        self.clock = ClockMap()
        self._steps = 0
        self.watermark = Watermark()
        self.latest_unit_us = 0
        self._downs_us.clear()
        self.clock_fell = False
        return True

    def note_low_numbers(self, hello: m.Hello) -> bool:
        """Return whether this HELLO may be older than lines that came before it: its numbers are too low.

        That counts once. If the next HELLO says the same, the unit has booted and has the same boot id again.
        """
        same = self.hello is not None and hello.boot_id == self.hello.boot_id and not self.clock_fell
        before, self._said_fewer = self._said_fewer, same and hello.next_seq <= self.exists_seq
        return self._said_fewer and not before

    def note_next_number(self, next_seq: int) -> bool:
        """Note the unit's next number. Return False if it was given out before: the unit has booted."""
        if next_seq <= self.exists_seq:
            return False
        self.exists_seq = next_seq - 1
        return True

    def note_unit_time(self, t_us: int) -> bool:
        """Note what the unit's clock shows. Return False if that is too early: the unit has booted."""
        if t_us < self.latest_unit_us - CLOCK_SLACK_US:
            return False
        self.latest_unit_us = max(self.latest_unit_us, t_us)
        return True

    def note_ping(self, sent_us: int, t_us: int, now_us: int) -> bool:
        """Note an answered ping. Return False if the clock has gone back: the unit has booted."""
        if not self.note_unit_time(t_us):
            self.clock_fell = True
            return False
        if self.clock.known and sent_us - self.clock.about_us(t_us) > BEHIND_US:
            self.in_doubt = True
        self.clock.note_ping(sent_us, t_us, now_us)
        return True

    def clock_broke(self, now_us: int) -> bool:
        """Return whether a clock has jumped since the last call, so that stated errors did not hold.

        If so, larger errors are stated for a while, and the watermark starts again.
        """
        broke = self.clock.steps > self._steps
        if broke:
            self._steps = self.clock.steps
            if self.clock.missed_us <= MOST_DRIFT_US:
                self.extra_error.note_miss(self.clock.missed_us, now_us)
            else:
                self.clock_jumps += 1
            self.known_us = 0  # it was calculated with a bound that did not hold
            self._know(now_us)
        return broke

    def note_claim(self, next_seq: int, known_us: int, now_us: int) -> None:
        """Note that the unit has given numbers below `next_seq` to everything up to `known_us`."""
        if not self.in_doubt:
            self.watermark.note_claim(next_seq, known_us, self.expected_seq)
            self._know(now_us)

    # An older unit's answer to SINCE: all that existed when it was asked has a lower number. The answer bears
    # no time, and a unit that has booted would give it too, of its new numbers: its clock must tell first.

    def note_answer(self, numbers: Sequence[int], said_us: int | None, now_us: int) -> bool:
        """Note an older unit's answer to the SINCE of `said_us`; return whether to ask for its time now.

        `numbers` are the first number that the unit told again, and how many it told. A `said_us` of None
        means that this SINCE is none of ours.
        """
        if self.says_known:
            return False  # a newer unit states its own watermark
        if said_us is not None:
            self._older_claim = (sum(numbers), said_us - self.older_late_us)
        if self._older_claim is None:
            return False
        if now_us - self._running_us < SHORTEST_BOOT_US:
            self._believe_answer(now_us)
            return False
        return True

    def note_running(self, unit_us: int, now_us: int) -> None:
        """Note that the unit has not booted before `unit_us`: its clock has run on until then."""
        if self.clock.known:
            self._running_us = min(self.clock.about_us(unit_us), now_us)
        self._believe_answer(now_us)

    def _believe_answer(self, now_us: int) -> None:
        """Raise the watermark by the last answer to SINCE, if all events before that are here."""
        if self._older_claim is None:
            return
        (next_seq, known_us), self._older_claim = self._older_claim, None
        if next_seq <= self.expected_seq and not self.in_doubt:
            self.known_us = max(self.known_us, known_us - self.extra_lateness.at(now_us))

    def forget_answer(self) -> None:
        """Forget an answer to SINCE that was not proved yet: it may be of another boot."""
        self._older_claim = None

    def _know(self, now_us: int) -> None:
        """Put the unit's watermark on the host's clock."""
        unit_us = self.watermark.known_us
        if unit_us >= 0 and self.clock.known:
            unit_us = max(unit_us - self.extra_lateness.at(now_us), self.watermark.latest_us)
            self.known_us = max(self.known_us, min(self.clock.earliest_us(unit_us), now_us))

    def note_event(self, event: m.Sequenced, now_us: int) -> int:
        """Note that the next event in the unit's order is here.

        Return by how much it came later than the unit had promised, 0 if it was in time. The watermark is
        stated more carefully for a while then.
        """
        self.expected_seq += 1
        late_us = 0
        if not isinstance(event, m.FaultLine) and _do_of(event) in FIRST_EDGES:
            late_us = self.watermark.note_slap(event.t_us)
            if late_us:
                self.extra_lateness.note_miss(late_us, now_us)
        self.watermark.note_received(self.expected_seq)
        self._know(now_us)
        return late_us

    def is_doubtful(self, event: m.Sequenced, now_us: int) -> bool:
        """Return whether the unit may have booted: by its number an event is new, by its time it is old."""
        if self.in_doubt:
            return True
        if isinstance(event, m.FaultLine) or self.hello is None or event.seq < self.hello.next_seq:
            return False
        return now_us - self.clock.stamp(event.t_us).t_us > STALE_US

    def keeps_order(self, event: m.Sequenced) -> bool:
        """Note the time of a slap or a release. Return False if the unit's clock must have gone back.

        No slap is stamped before a slap that was told earlier, and no release before its own slap.
        """
        if isinstance(event, m.Down):
            floor_us = max(self._downs_us.values(), default=0)
            self._downs_us[event.paddle] = event.t_us
        elif isinstance(event, m.Up):
            floor_us = self._downs_us.get(event.paddle, 0)
        else:
            return True
        return event.t_us >= floor_us - CLOCK_SLACK_US

    def note_lost(self, now_us: int, tell: Callable[[News], None], remedy: str = CHECK_CABLE) -> None:
        """Note that the unit gives no sign of life any more; tell it once."""
        if self.link is Link.CONNECTED:
            self.link = Link.LOST
            text = gettext(LOST, name=self.name, remedy=gettext(remedy))
            tell(UnitNotice(What.LOST, self.name, now_us, text))

    def note_connected(self, now_us: int, tell: Callable[[News], None]) -> None:
        """Note that the unit's events flow; tell if that is new."""
        if self.link is Link.SEARCHING:
            text = gettext("{name} is connected.", name=self.name)
            tell(UnitNotice(What.CONNECTED, self.name, now_us, text))
        elif self.link is Link.LOST:
            text = gettext("{name} is back.", name=self.name)
            tell(UnitNotice(What.FOUND, self.name, now_us, text))
        self.link = Link.CONNECTED

    def paddle_event(self, event: m.Down | m.Up | m.Touch | m.Next, now_us: int) -> PaddleEvent:
        """Put a line on the host's clock, as an event of a paddle."""
        stamp = self.clock.stamp(event.t_us)
        error_us = stamp.error_us + self.extra_error.at(now_us)
        paddle_event = to_paddle_event(event, stamp.t_us, error_us, self.name, now_us)
        if paddle_event.do is Do.TOUCH:
            self.has_touch = True
        if paddle_event.do is Do.DOWN:
            # Slaps across a clock step keep the order in which the unit saw them.
            back_us = max(0, self._latest_down_us - stamp.t_us)
            self._latest_down_us = stamp.t_us + back_us
            paddle_event = replace(
                paddle_event, t_us=paddle_event.t_us + back_us, error_us=error_us + back_us
            )
        return paddle_event


def _do_of(event: m.Down | m.Up | m.Touch | m.Next) -> Do:
    """Translate a line into the hand's movement, in the table's words."""
    match event:
        case m.Down():
            return Do.DOWN
        case m.Up():
            return Do.UP
        case m.Touch():
            return Do.TOUCH if event.made else Do.RELEASE
        case m.Next():
            return Do.NEXT if event.pressed else Do.NEXT_UP


def to_paddle_event(
    event: m.Down | m.Up | m.Touch | m.Next, t_us: int, error_us: int, source: str, read_us: int
) -> PaddleEvent:
    """Return the paddle event of a line. `t_us`: its time on the host's clock."""
    paddle = NO_PADDLE if isinstance(event, m.Next) else event.paddle
    later_us = event.later_us if isinstance(event, m.Down) else 0
    return PaddleEvent(_do_of(event), paddle, t_us, error_us, source, event.t_us, read_us, later_us)
