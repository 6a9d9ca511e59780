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
    """The lines to a unit that are on their way, and those that are due."""

    def __init__(self, record: UnitRecord) -> None:
        self._record = record
        self._out: list[bytes] = []
        self._said_us: dict[str, int] = {}  # when a kind of line was last sent
        self._pings: dict[str, tuple[int, int]] = {}  # token: when it was said, how many HELLOs before it
        self._round_trip_us = 0  # of the last ping that came back
        self._token = 0
        self._hellos_said = 0
        self._hellos_settled = 0  # of these: answered, or will never be
        self._since_due_us: int | None = None
        self._since_said_us = 0
        self._sinces: list[tuple[int, int]] = []  # under way: (first number asked for, when it was said)
        self._lights: Sequence[Rgb] = ()  # as the table wants them, even if the unit shows others
        self._lights_due: list[int] = []
        self.ping_patience_us = PING_LOST_US

    def opened(self) -> None:
        """The port was opened: what was said before is gone."""
        self._out.clear()
        self._hellos_settled = self._hellos_said

    def greet(self) -> None:
        """Begin again, as with a unit that was never met."""
        self._said_us.clear()
        self._pings.clear()
        self._sinces.clear()

    def write(self, data: bytes) -> None:
        self._out.append(data)

    def take_output(self) -> bytes:
        data = b"".join(self._out)
        self._out.clear()
        return data

    def _say(self, body: str, now_us: int) -> None:
        self._said_us[body.partition(",")[0]] = now_us
        self._out.append(encode(body))

    def has_said(self, kind: str) -> bool:
        return kind in self._said_us

    def due(self, kind: str, every_us: int, now_us: int) -> bool:
        return kind not in self._said_us or now_us - self._said_us[kind] >= every_us

    def answered(self, kind: str) -> None:
        """The next line of this kind is a new question and may be sent at once."""
        self._said_us.pop(kind, None)

    # --- HELLO and PING -----------------------------------------------------------------------------

    def hello(self, now_us: int) -> None:
        self._hellos_said += 1
        self._say(f"HELLO,{PROTOCOL}", now_us)

    def hello_answered(self) -> bool:
        """Note a HELLO. Return False if nobody had asked for it."""
        asked = self._hellos_settled < self._hellos_said
        self._hellos_settled += asked
        return asked

    def ping(self, now_us: int, patience_us: int) -> None:
        """Ping if the last ping was answered. If it was not for a long time, send HELLO first, as the wire
        asks."""
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

    def ponged(self, token: str, now_us: int) -> int | None:
        """When the ping was said that has come back; None: it is none of ours."""
        if token not in self._pings:
            return None
        # A late answer counts as well (on a slow way all are late): only what was asked before it is lost.
        while token in self._pings:
            sent_us, hellos_said = self._pings.pop(next(iter(self._pings)))
        self._hellos_settled = max(self._hellos_settled, hellos_said)
        self._round_trip_us = now_us - sent_us
        self.ping_patience_us = max(PING_LOST_US, 4 * self._round_trip_us)
        return sent_us

    # --- SINCE --------------------------------------------------------------------------------------

    def since(self, now_us: int) -> None:
        self._out.append(ENTER)  # what was damaged on the way takes up the unit's room no more
        self._say(f"SINCE,{self._record.expected_seq}", now_us)
        self._sinces.append((self._record.expected_seq, now_us))
        self._since_said_us = now_us
        self._since_due_us = None

    def since_answered(self, numbers: Sequence[int]) -> int | None:
        """When that SINCE was said which these numbers answer; None: none of ours."""
        while self._sinces:
            first, said_us = self._sinces.pop(0)
            if numbers[:1] == [first] and len(numbers) == 2:
                return said_us  # of several that asked for the same the earliest: later would be a hope
        return None

    def ask_for_missing(self, due_us: int) -> None:
        """Not all is here that the unit has given out: ask, but not too often."""
        if self._since_due_us is None:
            self._since_due_us = max(due_us, self._said_us.get("SINCE", -SINCE_EVERY_US) + SINCE_EVERY_US)

    # --- what is due --------------------------------------------------------------------------------

    def asks_at_us(self, asked_us: int) -> int:
        """When to ask for those who have waited since `asked_us`."""
        if not self._record.says_known:
            if self._since_due_us is not None:
                return max(asked_us, self._since_due_us)
            return max(asked_us + self._record.older_late_us, self._since_said_us + ASK_OLDER_EVERY_US)
        wait_us = max(ASK_LOST_US, 2 * self._round_trip_us) if self._pings else ASK_EVERY_US
        return max(asked_us, self._said_us.get("PING", 0) + wait_us)

    def ask_now(self, now_us: int) -> None:
        """Somebody waits for what the unit knows."""
        if self._record.says_known:
            self.ping(now_us, 0)
        elif self._since_due_us is None:
            self.since(now_us)

    def say_what_is_due(self, now_us: int) -> None:
        if self.due("PING", PING_EVERY_US, now_us):
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
        self._lights = tuple(colours)
        self._lights_due = [now_us, now_us + LIGHTS_AGAIN_US]

    def lights_again(self, now_us: int) -> None:
        """Send the lights again: the unit may have been without power meanwhile."""
        if self._lights:
            self.lights(self._lights, now_us)
