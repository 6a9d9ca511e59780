"""Commands of the host to one unit, and their repetition: HELLO, PING, SINCE, LIGHTS. Pure."""

from collections.abc import Sequence

from slamomatic.units.base import Rgb
from slamomatic.units.unit_record import UnitRecord
from slamomatic.wire import PROTOCOL, encode

HELLO_EVERY_US = 500_000
PING_EVERY_US = 1_000_000
PING_LOST_US = 200_000  # first; doubled each time one is lost
SLOWEST_PING_US = 1_000_000
SINCE_EVERY_US = 300_000
# While something waits to be judged everybody at the table waits with it.
ASK_EVERY_US = 2_000
ASK_LOST_US = 60_000
ASK_OLDER_EVERY_US = 20_000
LIGHTS_AGAIN_US = 1_000_000  # LIGHTS has no answer; one repetition replaces a damaged one
ENTER = b"\n"


class Speaker:
    """The lines to one unit: those that are due, and the questions that have no answer yet."""

    def __init__(self, record: UnitRecord) -> None:
        self._record = record
        self._out: list[bytes] = []
        self._said_us: dict[str, int] = {}  # when a kind of line was last sent
        # Pings without an answer, by their token: when each was sent, and how many HELLOs went before it.
        self._pings: dict[str, tuple[int, int]] = {}
        self._round_trip_us = 0  # of the last ping that came back
        self._token = 0
        self._hellos_said = 0
        self._hellos_settled = 0  # how many of these were answered, or never will be
        self._since_due_us: int | None = None  # when to send SINCE; None: nothing is missing
        self._since_said_us = 0
        # SINCEs without an answer: the first number asked for, and when it was said.
        self._sinces: list[tuple[int, int]] = []
        self._lights: Sequence[Rgb] = ()  # as the table wants them, even if the unit shows others
        self._lights_due: list[int] = []  # when to send them
        self.ping_patience_us = PING_LOST_US  # how long to wait for a ping's answer

    def forget_unsent(self) -> None:
        """Drop lines that were never sent: a port was opened, and no HELLO from before will be answered."""
        self._out.clear()
        self._hellos_settled = self._hellos_said

    def start_over(self) -> None:
        """Forget all questions, so that each may be asked at once, as with a unit that was never met."""
        self._said_us.clear()
        self._pings.clear()
        self._sinces.clear()

    def write(self, data: bytes) -> None:
        self._out.append(data)

    def take_output(self) -> bytes:
        """Return the bytes to write since the last call."""
        data = b"".join(self._out)
        self._out.clear()
        return data

    def _say(self, body: str, now_us: int) -> None:
        self._said_us[body.partition(",")[0]] = now_us
        self._out.append(encode(body))

    def has_said(self, kind: str) -> bool:
        return kind in self._said_us

    def is_due(self, kind: str, every_us: int, now_us: int) -> bool:
        """Return whether a line of this kind was not sent for `every_us`."""
        return kind not in self._said_us or now_us - self._said_us[kind] >= every_us

    def allow_at_once(self, kind: str) -> None:
        """Let the next line of this kind be sent at once: the last one was answered."""
        self._said_us.pop(kind, None)

    # --- HELLO and PING -----------------------------------------------------------------------------

    def hello(self, now_us: int) -> None:
        self._hellos_said += 1
        self._say(f"HELLO,{PROTOCOL}", now_us)

    def match_hello(self) -> bool:
        """Note a HELLO. Return False if nobody had asked for it."""
        asked = self._hellos_settled < self._hellos_said
        if asked:
            self._hellos_settled += 1
        return asked

    def ping(self, now_us: int, patience_us: int) -> None:
        """Send a ping, unless the last one has no answer yet and was sent less than `patience_us` ago.

        If the last one got lost, HELLO goes first, as the wire asks.
        """
        if self._pings:
            if now_us - self._said_us["PING"] < patience_us:
                return
            self.hello(now_us)
            self.ping_patience_us = min(2 * self.ping_patience_us, SLOWEST_PING_US)  # the way may be long
        self._token += 1
        self._pings[f"{self._token:x}"] = (now_us, self._hellos_said)
        self._say(f"PING,{self._token:x}", now_us)

    def forget_pings(self) -> None:
        self._pings.clear()

    def match_pong(self, token: str, now_us: int) -> int | None:
        """Note a ping's answer. Return when that ping was sent; None: it is none of ours."""
        if token not in self._pings:
            return None
        # A late answer counts as well: on a slow way all are late. Only the pings before this one are lost.
        while token in self._pings:
            sent_us, hellos_said = self._pings.pop(next(iter(self._pings)))
        self._hellos_settled = max(self._hellos_settled, hellos_said)
        self._round_trip_us = now_us - sent_us
        self.ping_patience_us = max(PING_LOST_US, 4 * self._round_trip_us)
        return sent_us

    # --- SINCE --------------------------------------------------------------------------------------

    def since(self, now_us: int) -> None:
        """Ask for all events from the next expected number on."""
        self._out.append(ENTER)  # ends a line that was damaged on the way, which the unit still holds
        self._say(f"SINCE,{self._record.expected_seq}", now_us)
        self._sinces.append((self._record.expected_seq, now_us))
        self._since_said_us = now_us
        self._since_due_us = None

    def match_since(self, numbers: Sequence[int]) -> int | None:
        """Note an answer to SINCE: the first number that comes again, and how many come.

        Return when that SINCE was sent; None: it is none of ours. SINCEs before it will not be answered.
        """
        while self._sinces:
            first, said_us = self._sinces.pop(0)
            if numbers[:1] == [first] and len(numbers) == 2:
                # Several SINCEs may have asked for this number: this may be the answer to the earliest.
                return said_us
        return None

    def ask_for_missing(self, due_us: int) -> None:
        """Ask for events that the unit has numbered and that are not here, at `due_us` but not too often."""
        if self._since_due_us is None:
            self._since_due_us = max(due_us, self._said_us.get("SINCE", -SINCE_EVERY_US) + SINCE_EVERY_US)

    # --- what is due --------------------------------------------------------------------------------

    def asks_at_us(self, asked_us: int) -> int:
        """Return when to ask the unit for everything up to `asked_us`: somebody waits to judge it."""
        if not self._record.says_known:
            if self._since_due_us is not None:
                return max(asked_us, self._since_due_us)
            return max(asked_us + self._record.older_late_us, self._since_said_us + ASK_OLDER_EVERY_US)
        wait_us = max(ASK_LOST_US, 2 * self._round_trip_us) if self._pings else ASK_EVERY_US
        return max(asked_us, self._said_us.get("PING", 0) + wait_us)

    def ask_now(self, now_us: int) -> None:
        """Ask the unit at once up to when it knows everything: somebody waits for that."""
        if self._record.says_known:
            self.ping(now_us, 0)
        elif self._since_due_us is None:
            self.since(now_us)

    def say_what_is_due(self, now_us: int) -> None:
        """Send the pings, the SINCE and the lights whose time has come."""
        if self.is_due("PING", PING_EVERY_US, now_us):
            self.ping(now_us, self.ping_patience_us)
        if self._since_due_us is not None and now_us >= self._since_due_us:
            if self._record.exists_seq >= self._record.expected_seq:
                self.since(now_us)
            self._since_due_us = None
        if self._lights_due and now_us >= self._lights_due[0]:
            self._lights_due = [due for due in self._lights_due if due > now_us]
            # One colour for each paddle that the unit has: it refuses any other number.
            shown = [*self._lights, *[(0, 0, 0)] * self._record.paddles][: self._record.paddles]
            self._say("LIGHTS," + ",".join(f"{r:02x}{g:02x}{b:02x}" for r, g, b in shown), now_us)

    def lights(self, colours: Sequence[Rgb], now_us: int) -> None:
        """Send these colours now, and once more a little later."""
        self._lights = tuple(colours)
        self._lights_due = [now_us, now_us + LIGHTS_AGAIN_US]

    def lights_again(self, now_us: int) -> None:
        """Send the lights again: the unit may have been without power meanwhile."""
        if self._lights:
            self.lights(self._lights, now_us)
