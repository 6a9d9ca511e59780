"""The host's talk with one unit, over all its reconnects. Pure: bytes and the time in, bytes and news out.

GREET   HELLO until the unit answers           (events are ignored: they can be asked for again).
TIME    a few quick pings for the clock, then HELLO again: if both HELLOs are of one boot, the pings are too.
RESUME  SINCE until the unit begins to answer.
LIVE    events, beats, a ping a second.
"""

from collections.abc import Callable
from enum import Enum, auto

from slamomatic import messages as m
from slamomatic.units import sentences
from slamomatic.units.base import News, UnitNotice, What
from slamomatic.units.faults import REFUSED, FaultBook, foreign_paddle, sees_light, unbelievable
from slamomatic.units.prompt import AT_PROMPT, PROMPT, Manner, PromptWatch
from slamomatic.units.speaker import ENTER, HELLO_EVERY_US, SINCE_EVERY_US, Speaker
from slamomatic.units.unit_record import UnitRecord
from slamomatic.wire import PROTOCOL, Decoder
from slamomatic.words import gettext

QUICK_PINGS = 4
GAP_PATIENCE_US = 100_000  # what a BEAT says is still to come may simply be on its way
ASK_GAP_PATIENCE_US = 20_000  # while somebody waits for it
DEAD_AFTER_US = 2_500_000  # two beats missed and half a second


class Stage(Enum):
    """How far the conversation with a unit has come."""

    GREET = auto()
    TIME = auto()
    RESUME = auto()
    LIVE = auto()


class Conversation:
    """The talk with one unit: `feed` and `tick` move it on, `take_output` returns the bytes to write."""

    def __init__(self, record: UnitRecord, tell: Callable[[News], None]) -> None:
        self.record = record
        self.faults = FaultBook(tell)
        self.stage = Stage.GREET
        self.trouble = ""  # a sentence: why the unit can't be used; "" if nothing is known to be wrong
        self.speaker = Speaker(record)
        self._tell = tell
        self._decoder = Decoder()
        self._prompt = PromptWatch()
        self._manner = Manner.FREE
        self._pongs = 0  # answered pings in this stage
        self._mistimed = False  # a clock jumped, and its unit was not timed again yet
        self._heard_us = 0  # when the last line came
        self._greeting_since_us = 0
        self._asked_us: int | None = None  # something waits to be judged at this moment
        self._uncovered = False  # lines were read that the unit doesn't know to be read
        self._ticks = {
            Stage.GREET: self._tick_greet,
            Stage.TIME: self._tick_time,
            Stage.RESUME: self._tick_resume,
            Stage.LIVE: self._tick_live,
        }
        self._handlers: dict[type, Callable[..., None]] = {
            m.Hello: self._on_hello,
            m.Pong: self._on_pong,
            m.Beat: self._on_beat,
            m.Ok: self._on_ok,
            m.No: self._on_no,
            m.Gone: self._on_gone,
            **dict.fromkeys((m.Down, m.Up, m.Touch, m.Next, m.FaultLine), self._on_event),
        }

    # Called by the port's thread

    def opened(self, now_us: int, manner: Manner = Manner.FREE) -> None:
        """Greet the unit at a port that was just opened. `manner`: how much may be typed there."""
        self._manner = manner
        self._decoder = Decoder()
        self.speaker.forget_unsent()
        self.trouble = ""  # another unit may be there now, or the same with other firmware
        self._prompt.opened()
        self._heard_us = now_us
        self._greet(now_us)

    def feed(self, data: bytes, now_us: int) -> None:
        """Take in the bytes read at `now_us`, line by line."""
        counts = self._decoder.counts
        damaged_before = counts.thrown_away
        for body in self._decoder.feed(data):
            self._heard_us = now_us
            self._uncovered = True
            message = m.parse(body)
            if message is not None:
                self._manner = Manner.FREE  # it speaks as a unit does
            handler = self._handlers.get(type(message))
            if handler is not None:
                handler(message, now_us)
        self.record.damaged += counts.thrown_away - damaged_before
        booted = self._prompt.look_through(self._decoder.take_console(), self._decoder.rest)
        if booted and self.stage is not Stage.GREET:
            self._greet(now_us)

    def tick(self, now_us: int) -> None:
        """Say what is due; called often, also when nothing was read."""
        if self._uncovered and self.stage is not Stage.GREET:
            # A unit waits with the next slap while 200 bytes are unanswered. So every line is covered at
            # once, slaps and BEATs alike. Enter does it with one byte: reading an ACK of twenty costs a unit
            # 2 ms.
            self.speaker.write(ENTER)
            self._uncovered = False
        self._ticks[self.stage](now_us)

    def take_output(self) -> bytes:
        return self.speaker.take_output()

    def dead(self, now_us: int) -> bool:
        """Return whether the unit has given no sign of life for as long as two beats and a half."""
        unanswered = self.stage is Stage.GREET and now_us - self._greeting_since_us > DEAD_AFTER_US
        return unanswered or now_us - self._heard_us > DEAD_AFTER_US

    def ask(self, t_us: int) -> None:
        """Learn what happened up to `t_us` as soon as possible: something waits there to be judged."""
        self._asked_us = t_us

    @property
    def asks_at_us(self) -> int | None:
        """When to ask the unit something for those who wait to judge; None: nobody waits."""
        asked_us = self._asked_us
        if asked_us is None or self.record.known_us >= asked_us or self.stage is not Stage.LIVE:
            return None
        return self.speaker.asks_at_us(asked_us)

    def _greet(self, now_us: int) -> None:
        """Go back to the first stage: the unit is new, or may have booted."""
        self.stage = Stage.GREET
        self._greeting_since_us = now_us
        self.speaker.start_over()
        self.record.forget_answer()
        self._pongs = 0

    # Ticks, one a stage

    def _tick_greet(self, now_us: int) -> None:
        """Send HELLO again and again, and start a unit that sits at its prompt.

        A Pico that may be anybody's gets one HELLO at most, and nothing else is typed there.
        """
        if self._manner is not Manner.FREE:
            if self._manner is Manner.ONCE:
                self._manner = Manner.LISTEN
                self.speaker.hello(now_us)
            elif self._decoder.rest.endswith(PROMPT):
                self.trouble = gettext(AT_PROMPT)
            return
        if self.speaker.is_due("HELLO", HELLO_EVERY_US, now_us):
            self.speaker.hello(now_us)
            self.speaker.write(self._prompt.probe())
        if typed := self._prompt.answer(now_us):
            self.speaker.write(typed)
            self._greeting_since_us = self._heard_us = now_us  # booting takes a while
        self.trouble = self._prompt.trouble or self.trouble

    def _tick_time(self, now_us: int) -> None:
        """Ping until the clock is known, then send HELLO: an answer by the same boot proves the pings."""
        if not self._timed:
            self.speaker.ping(now_us, self.speaker.ping_patience_us)
        elif self.speaker.is_due("HELLO", max(HELLO_EVERY_US, self.speaker.ping_patience_us), now_us):
            self.speaker.hello(now_us)

    def _tick_resume(self, now_us: int) -> None:
        if self.speaker.is_due("SINCE", max(SINCE_EVERY_US, self.speaker.ping_patience_us), now_us):
            self.speaker.since(now_us)

    def _tick_live(self, now_us: int) -> None:
        if (asks_at_us := self.asks_at_us) is not None and asks_at_us <= now_us:
            self.speaker.ask_now(now_us)
        self.speaker.say_what_is_due(now_us)

    # Hearing

    def _on_hello(self, hello: m.Hello, now_us: int) -> None:
        """Refuse a unit that can't be used; else go on to the next stage, from the clock if it has booted.

        An old HELLO that later lines overtook must not count as a boot: it is asked for again.
        """
        if hello.protocol != PROTOCOL:
            theirs, name = hello.protocol, self.record.name
            self.trouble = gettext(sentences.OTHER_PROTOCOL, name=name, theirs=theirs, ours=PROTOCOL)
            return
        if what := unbelievable(hello):
            self.trouble = gettext(REFUSED, name=self.record.name, what=what)
            return
        if self.record.unit_id and hello.unit_id != self.record.unit_id:
            self.trouble = gettext(sentences.OTHER_UNIT, other=hello.unit_id, unit=self.record.unit_id)
            return
        if self.record.note_low_numbers(hello):
            self._greet(now_us)
            return
        self.trouble = ""
        self._prompt = PromptWatch()
        restarted = self.record.note_hello(hello)
        if restarted:
            self.faults.clear()
            self._notice(What.RESTARTED, now_us, sentences.RESTARTED)
        asked = self.speaker.match_hello()
        if restarted or self.stage is Stage.GREET or not asked:
            # A unit says HELLO unasked when it has booted.
            self._begin_timing()
        elif self._timed:
            self.stage = Stage.RESUME
            self.speaker.allow_at_once("SINCE")

    @property
    def _timed(self) -> bool:
        """Whether enough pings were answered, so that only the second HELLO is missing."""
        return self.stage is Stage.TIME and self._pongs >= QUICK_PINGS

    def _begin_timing(self) -> None:
        """Learn the unit's clock from new pings before any stamp is believed."""
        self.stage = Stage.TIME
        self._pongs = 0
        self.speaker.forget_pings()

    def _on_pong(self, pong: m.Pong, now_us: int) -> None:
        """Learn from an answered ping: the clock first, and only then what it proves of events."""
        sent_us = self.speaker.match_pong(pong.token, now_us)
        if sent_us is None:
            return
        if not self.record.note_ping(sent_us, pong.t_us, now_us):
            self._greet(now_us)  # it has booted, even if it gave itself the same boot id
            return
        self._check_clock(now_us)
        self.record.note_running(pong.t_us, now_us)
        if self.record.in_doubt and self.stage is not Stage.TIME:
            self.speaker.hello(now_us)
        self.record.says_known = pong.known_us is not None
        if pong.next_seq is not None and self.stage in (Stage.RESUME, Stage.LIVE):
            if not self.record.note_next_number(pong.next_seq):
                self._greet(now_us)
                return
            self._claimed(pong, now_us, ASK_GAP_PATIENCE_US)
        self._pongs += 1
        if self._timed:
            self.speaker.allow_at_once("HELLO")

    def _on_beat(self, beat: m.Beat, now_us: int) -> None:
        """Learn from a sign of life; if its time or its number is too low, greet the unit again."""
        if not self.record.note_unit_time(beat.t_us) or not self.record.note_next_number(beat.next_seq):
            if self.stage is not Stage.GREET:  # a restart, or an old line: HELLO and PING will tell
                self._greet(now_us)
            return
        self._heard_at(beat.t_us, now_us)
        self.record.note_running(beat.t_us, now_us)
        if self.stage in (Stage.RESUME, Stage.LIVE):
            self._claimed(beat, now_us, GAP_PATIENCE_US)

    def _claimed(self, line: m.Beat | m.Pong, now_us: int, patience_us: int) -> None:
        """Note which events the unit has sent, and up to when it knows everything.

        `patience_us`: how long missing events may still be on their way before they are asked for.
        """
        if line.next_seq is None:
            return
        if line.next_seq > self.record.expected_seq:
            self.speaker.ask_for_missing(now_us + patience_us)
        known_us = line.known_us
        if known_us is None and isinstance(line, m.Beat) and not self.record.says_known:
            known_us = line.t_us - self.record.older_late_us  # by what it states of its own lateness
        if known_us is not None:
            self.record.note_claim(line.next_seq, known_us, now_us)

    def _check_clock(self, now_us: int) -> None:
        """Act on a clock that has jumped: void an open slap, and time the unit again."""
        if not self.record.clock_broke(now_us):
            return
        if not self._mistimed:  # until it is timed again, a second break is the same jump
            self._notice(What.UNSURE, now_us, sentences.CLOCK_JUMPED)
        self._mistimed = True
        self.time_again()

    def time_again(self) -> None:
        """Stamp nothing before new pings: one of the clocks jumped (the host slept)."""
        self.record.forget_answer()
        if self._timed or self.stage in (Stage.RESUME, Stage.LIVE):
            self._begin_timing()

    def _heard_at(self, unit_us: int, now_us: int) -> None:
        """Learn from a line that the unit stamped `unit_us`."""
        self.record.clock.note_line(unit_us, now_us)
        self._check_clock(now_us)

    def _on_ok(self, ok: m.Ok, now_us: int) -> None:
        """Take the answer to SINCE: from here on events are believed, and the unit is in use."""
        if ok.kind != "SINCE" or self.stage not in (Stage.RESUME, Stage.LIVE):
            return
        numbers = [int(field) for field in ok.fields[:2] if field.isdecimal()]
        # The first number that comes again, plus how many come: the unit's next number.
        if not self.record.note_next_number(sum(numbers)):
            self._greet(now_us)
            return
        self.speaker.allow_at_once("SINCE")  # events that are missing from now on are asked for at once
        said_us = self.speaker.match_since(numbers)
        if self.record.note_answer(numbers, said_us, now_us):
            self.speaker.ping(now_us, self.speaker.ping_patience_us)
        if self.stage is Stage.RESUME:
            self.stage = Stage.LIVE
            self._mistimed = False
            self.speaker.lights_again(now_us)
            self.record.note_connected(now_us, self._tell)

    def _on_no(self, no: m.No, now_us: int) -> None:
        """Take a refused command: the unit has booted, or can't be used."""
        if no.kind == "SINCE" and self.stage in (Stage.RESUME, Stage.LIVE):
            self._greet(now_us)  # it has not given out that number: it has booted
        elif no.kind == "HELLO":
            self.trouble = gettext(sentences.NOT_OUR_PROTOCOL, name=self.record.name, ours=PROTOCOL)

    def _on_gone(self, gone: m.Gone, now_us: int) -> None:
        """Go on behind events that the unit does not keep any more: nobody will ever know them."""
        if self.stage not in (Stage.RESUME, Stage.LIVE):
            return
        if (missing := gone.oldest_seq - self.record.expected_seq) > 0:
            self.record.missing += missing
            self.record.expected_seq = gone.oldest_seq
            # The unit has numbered all of these. If a BEAT says less from now on, the unit has booted.
            self.record.exists_seq = max(self.record.exists_seq, gone.oldest_seq - 1)
            self._notice(What.GONE, now_us, sentences.EVENTS_LOST, count=missing)
        self.speaker.allow_at_once("SINCE")
        self.speaker.ask_for_missing(now_us)

    def _on_event(self, event: m.Sequenced, now_us: int) -> None:
        """Pass on an event if it is the next one in the unit's order, and surely of this boot.

        The clock learns from every stamp. An event behind a gap or of an unsure boot is dropped and asked for
        again.
        """
        record = self.record
        if not isinstance(event, m.FaultLine):
            self._heard_at(event.t_us, now_us)
        if self.stage is not Stage.LIVE:
            return  # before the answer to SINCE it may be a line from before, even from before a restart
        record.exists_seq = max(record.exists_seq, event.seq)
        if event.seq > record.expected_seq:
            # Events behind a gap come again with SINCE.
            record.repairing_to = max(record.repairing_to, event.seq)
            self.speaker.ask_for_missing(now_us)
            return
        if event.seq < record.expected_seq:
            return
        if record.is_doubtful(event, now_us):
            if self.speaker.is_due("HELLO", SINCE_EVERY_US, now_us):
                self.speaker.hello(now_us)
            self.speaker.ask_for_missing(now_us)
            return
        foreign = foreign_paddle(record.hello, event)
        if foreign is None and not record.keeps_order(event):
            self._greet(now_us)  # its clock fell: another boot, whose HELLO did not get through
            return
        if event.seq <= record.repairing_to:
            record.repaired += 1
        if foreign is not None:
            self.faults.refuse(foreign, record.name, now_us)
        elif isinstance(event, m.FaultLine):
            self.faults.note_line(event, record.name, now_us)
        elif not sees_light(record.hello, event):
            self._tell(record.paddle_event(event, now_us))
        late_us = record.note_event(event, now_us)
        if late_us:
            self._notice(What.UNSURE, now_us, sentences.TOLD_LATE, late=late_us)

    def _notice(self, what: What, now_us: int, says: str, **fields: int) -> None:
        name = self.record.name
        self._tell(UnitNotice(what, name, now_us, gettext(says, name=name, **fields)))
