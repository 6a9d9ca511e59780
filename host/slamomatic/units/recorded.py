"""A capture played back: any log of a unit's lines, such as `cat /dev/ttyACM0 > evening.log` leaves."""

from collections import deque
from pathlib import Path

from slamomatic import messages as m
from slamomatic.errors import UserError, explained
from slamomatic.units.base import (
    PADDLES_PER_PICO,
    Clock,
    Link,
    News,
    Unit,
    UnitNotice,
    UnitState,
    What,
    now_us,
)
from slamomatic.units.faults import FaultBook, foreign_paddle, sees_light, unbelievable
from slamomatic.units.talking_unit import LONGEST_LOCKOUT_US
from slamomatic.units.unit_record import to_paddle_event
from slamomatic.wire import Decoder
from slamomatic.words import N_, Sentence, gettext

LEAD_US = 1_000_000  # from the start to the first slap
EXACT_GAP_US = 100_000  # the waiting is played faster, never the slaps: a clump stays the clump it was
EDGE_US = 1
PLAYING = N_("{name} is playing.")
ENDED = N_("{name} has ended.")


_Event = m.Down | m.Up | m.Touch | m.Next | m.FaultLine
# When an event is passed on, when it was (both since the start), and the event; None: the unit boots again.
_Due = tuple[int, int, _Event | None]


class RecordedUnit(Unit):
    """Plays the events of a capture; `speed` shortens the waits between slaps and leaves the slaps alone."""

    paddles = PADDLES_PER_PICO
    finds_news = True

    def __init__(self, file: Path, speed: float = 1.0, clock: Clock = now_us) -> None:
        if not 0 < speed < float("inf"):
            raise UserError(
                "A recording can't be played at a speed of {speed:g}. Choose one above 0.", speed=speed
            )
        self._name = Sentence("recording {file}", file=file.name)
        self._clock = clock
        self._hello, boots = _boots(_messages(file))
        self._due = deque(_timed(boots, speed))
        if not self._due:
            raise UserError("{file} holds no slaps. Record what a unit sends, from its HELLO on.", file=file)
        self._started_us: int | None = None
        self._stopped = False
        self.news = deque[News]()
        self._faults = FaultBook(self.news.append)

    def start(self) -> None:
        self._started_us = self._clock()
        self._tell(What.CONNECTED, PLAYING)

    def stop(self) -> None:
        self._stopped = True

    def find_news(self) -> None:
        """Play everything whose time has come."""
        if self._started_us is not None and not self._stopped:
            played_us = self._clock() - self._started_us
            while self._due and self._due[0][0] <= played_us:
                _, t_us, event = self._due.popleft()
                self._play(self._started_us + t_us, event)

    def known_us(self) -> int:
        return self._clock()  # what is due by now is in the next `drain`

    def state(self) -> UnitState:
        ended = self._stopped or not self._due
        hello = self._hello
        return UnitState(
            name=self._name,
            link=Link.ENDED if ended else Link.CONNECTED,
            text=gettext(ENDED if ended else PLAYING, name=self._name),
            paddles=PADDLES_PER_PICO,
            unit_id=hello.unit_id if hello else self._name,
            boot_id=hello.boot_id if hello else "",
            firmware=hello.firmware if hello else "",
            micropython=hello.micropython if hello else "",
            error_us=EDGE_US,
            blind_us=max(hello.blind_us, hello.resolution_us) if hello else EDGE_US,
            up_us=LONGEST_LOCKOUT_US,
            late_us=hello.late_us if hello else 0,
            faults=self._faults.standing,
        )

    def _play(self, t_us: int, event: _Event | None) -> None:
        """Tell of one event as a unit on a port would; None: the unit booted here."""
        now = self._clock()
        if event is None:
            self._faults.clear()
            self._tell(What.RESTARTED, N_("{name} started again here. A slap in progress does not count."))
        elif sees_light(self._hello, event):
            return
        elif (foreign := foreign_paddle(None, event)) is not None:
            self._faults.refuse(foreign, self._name, now)
        elif isinstance(event, m.FaultLine):
            self._faults.note_line(event, self._name, now)
        else:
            self.news.append(to_paddle_event(event, t_us, EDGE_US, self._name, now))

    def _tell(self, what: What, says: str) -> None:
        self.news.append(UnitNotice(what, self._name, self._clock(), gettext(says, name=self._name)))


def _messages(file: Path) -> list[m.Message]:
    """Return the good lines of a capture. Raise UserError if the file can't be read."""
    says = N_("The recording {file} can't be read ({strerror}). Check its name and your rights to it.")
    with explained(says, file=file):
        data = file.read_bytes()
    bodies = Decoder().feed(data + b"\n")
    return [message for message in map(m.parse, bodies) if message is not None]


def _boots(messages: list[m.Message]) -> tuple[m.Hello | None, list[list[_Event]]]:
    """Return the first HELLO, and the events of each boot by number. Repeated events count once."""
    first: m.Hello | None = None
    latest: m.Hello | None = None
    boots: list[dict[int, _Event]] = [{}]
    nameless = False  # the latest boot began without a HELLO: the next one is its own
    for message in messages:
        if isinstance(message, m.Hello):
            if unbelievable(message):
                continue
            if latest is not None and message.boot_id != latest.boot_id:
                if not nameless:
                    boots.append({})
                nameless = False
            first, latest = first or message, message
        elif isinstance(message, _Event) and boots[-1].setdefault(message.seq, message) != message:
            boots.append({message.seq: message})  # its number was another event's: it has booted
            nameless = True
    return first, [[boot[seq] for seq in sorted(boot)] for boot in boots]


def _timed(boots: list[list[_Event]], speed: float) -> list[_Due]:
    """Return when each event is played. A boot begins LEAD_US after the last event of the one before."""
    timed: list[_Due] = []
    begins_us = LEAD_US
    for number, events in enumerate(boots):
        if number:
            timed.append((begins_us, begins_us, None))
        played = _shortened(
            sorted({event.t_us for event in events if not isinstance(event, m.FaultLine)}), speed
        )
        due_us = begins_us
        for event in events:
            t_us = due_us if isinstance(event, m.FaultLine) else begins_us + played[event.t_us]
            due_us = max(due_us, t_us)  # an UP is told after DOWNs that are younger
            timed.append((due_us, t_us, event))
        begins_us = due_us + LEAD_US
    return timed


def _shortened(stamps: list[int], speed: float) -> dict[int, int]:
    """Return each stamp's place in the play-back: long gaps are divided by `speed`, short ones stay."""
    played: dict[int, int] = {}
    at_us = 0
    for earlier, later in zip([*stamps[:1], *stamps], stamps, strict=False):
        gap_us = later - earlier
        at_us += min(gap_us, EXACT_GAP_US) + int(max(0, gap_us - EXACT_GAP_US) / speed)
        played[later] = at_us
    return played
