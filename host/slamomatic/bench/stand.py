"""A unit on the test stand: its raw lines, its settings, and (emulated) its paddles at exact times.

The table's units hide gaps, clocks and reconnects; an instrument wants to see what the wire really says.
`listen` lets time pass: real time at a port, emulated time on the emulated Pico, which stands still between.
"""

import contextlib
import json
import signal
import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from typing import Self

from slamomatic import messages as m
from slamomatic.bench.result import Measured
from slamomatic.emulator.bounce import Edges
from slamomatic.errors import UsageError, UserError
from slamomatic.firmware_files import firmware_pins
from slamomatic.units.ports import PORT_ERRORS, find_picos, open_port
from slamomatic.units.specs import AUTO, EMULATED, ON_A_WIRE, SERIAL, split, spoken
from slamomatic.wire import PROTOCOL, Decoder, encode
from slamomatic.words import Sentence

ANSWER_WITHIN_US = 400_000
HELLO_WITHIN_US = 500_000
SELFTEST_WITHIN_US = 30_000_000
ASK_TIMES = 4
ACK_AFTER = 3  # events: a table only says Enter, another host may well acknowledge
PING_EVERY_US = 1_000_000
PINGS_KEPT = 30
READ_S = 0.02

Listener = Callable[[bytes, float], None]


class Stand(ABC):
    """Speaks the wire for an instrument and keeps the unit's output flowing."""

    hello: m.Hello  # from `greet` on

    def __init__(self) -> None:
        self.decoder = Decoder()
        self._queue: deque[m.Message] = deque()
        self._since_ack = 0
        self.pings: list[tuple[str, float]] = []  # (token, when it was sent), the latest last
        self._listener: Listener | None = None
        self._round_trips_us: deque[float] = deque(maxlen=PINGS_KEPT)

    # -- what a kind of unit brings

    name: str
    emulated = False

    @abstractmethod
    def now_us(self) -> float:
        """The time that passes while listening."""

    @abstractmethod
    def write(self, data: bytes) -> None: ...

    @abstractmethod
    def read(self, for_us: float) -> bytes:
        """Return the bytes that come in within at most `for_us`; may return early when some did."""

    @abstractmethod
    def close(self) -> None: ...

    # -- for instruments

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def measured(self) -> Measured:
        hello = self.hello
        return Measured(self.name, hello.unit_id, hello.firmware, hello.micropython, self.emulated)

    def overhear(self, listener: Listener) -> None:
        """Pass all bytes that come in to `listener` from now on, each piece with its time."""
        self._listener = listener

    def say(self, body: str) -> None:
        self.write(encode(body))

    def listen(self, for_us: float, until: Callable[[m.Message], bool] | None = None) -> list[m.Message]:
        """The messages of the next `for_us`, or up to the first one that `until` accepts."""
        heard: list[m.Message] = []
        end_us = self.now_us() + for_us
        try:
            while True:
                with _interrupted_later():
                    while self._queue:
                        heard.append(self._queue.popleft())
                        if until is not None and until(heard[-1]):
                            return heard
                    left_us = end_us - self.now_us()
                    if left_us <= 0:
                        return heard
                    self._pump(left_us)
        except KeyboardInterrupt:
            self._queue.extendleft(reversed(heard))  # a run that is stopped still counts them
            raise

    def ask(self, body: str) -> tuple[str, ...]:
        """Send a command; return the fields of its OK. A NO is the unit's own reason in one sentence.

        A unit that has much to say may drop an answer; asking again does no harm to any command.
        """
        kind = body.split(",")[0]
        for _ in range(ASK_TIMES):
            self.say(body)
            heard = self.listen(ANSWER_WITHIN_US, until=lambda one: _answers(one, kind))
            answer = heard.pop() if heard and _answers(heard[-1], kind) else None
            self._queue.extendleft(reversed(heard))  # for the next one who listens
            if isinstance(answer, m.No):
                raise UserError("The unit refused {body}: {reason}.", body=body, reason=answer.reason)
            if isinstance(answer, m.Ok):
                return answer.fields
        raise UserError("The unit did not answer {body}. Unplug it, plug it in again and retry.", body=body)

    def self_test(self) -> dict[str, str]:
        """Run the unit's self-test; return the result of each check, {} if the test does not end.

        It refuses while somebody plays, and just after it has started: then it is asked again.
        """
        end_us = self.now_us() + SELFTEST_WITHIN_US
        while (left_us := end_us - self.now_us()) > 0:
            self.say("SELFTEST")
            heard = self.listen(left_us, until=lambda one: _answers(one, "SELFTEST"))
            if heard and isinstance(heard[-1], m.Ok):
                return {one.name: one.result for one in heard if isinstance(one, m.Test)}
            self.listen(ANSWER_WITHIN_US)
        return {}

    @property
    def paddles(self) -> int:
        return self.hello.paddles

    @property
    def clock_bound_us(self) -> float | None:
        """The bound of the unit's clock: half of the shortest way there and back of late."""
        return min(self._round_trips_us) / 2 if self._round_trips_us else None

    def setting(self, key: str) -> str:
        return self.ask(f"GET,{key}")[1]

    @contextlib.contextmanager
    def raw_edges(self) -> Iterator[None]:
        """The unit streams every edge while this lasts."""
        self.ask("RAW,1")
        try:
            yield
        finally:
            self.ask("RAW,0")

    # -- so that the unit never waits for us

    def greet(self) -> None:
        """HELLO until the unit says who it is."""
        for _ in range(5):
            self.say(f"HELLO,{PROTOCOL}")
            heard = self.listen(HELLO_WITHIN_US, until=lambda message: isinstance(message, m.Hello))
            if heard and isinstance(heard[-1], m.Hello):
                self.hello = heard[-1]
                self._queue.extendleft(reversed(heard[:-1]))  # for the next one who listens
                return
        raise UserError(
            "Nothing on this port answers like a slap unit. Check the port, or put the firmware on it with "
            "`slamomatic flash`."
        )

    def _pump(self, for_us: float) -> None:
        """Take in what comes within `for_us`, and say what keeps it coming."""
        data = self.read(for_us)
        if self._listener is not None:
            self._listener(data, self.now_us())
        for body in self.decoder.feed(data):
            message = m.parse(body)
            if message is None:
                continue
            self._queue.append(message)
            if isinstance(message, m.Pong) and self.pings and message.token == self.pings[-1][0]:
                self._round_trips_us.append(self.now_us() - self.pings[-1][1])
                continue
            self._since_ack += isinstance(message, m.Sequenced)
            if isinstance(message, m.Sequenced) and self._since_ack >= ACK_AFTER:
                self._since_ack = 0
                self.say(f"ACK,{message.seq}")
            else:
                # Nothing may wait for the instrument's word. Enter covers all that is out with one byte.
                self.write(b"\n")
        if not self.pings or self.now_us() >= self.pings[-1][1] + PING_EVERY_US:
            token = str(len(self.pings) + 1)
            self.pings.append((token, self.now_us()))
            self.say(f"PING,{token}")


@contextlib.contextmanager
def _interrupted_later() -> Iterator[None]:
    """Ctrl-C comes at the end of this, not amid it: a line half read, or a Pico in half a step, is lost."""
    signals_are_ours = threading.current_thread() is threading.main_thread()
    # Ignored: this is one process among several; the first one is told, and stops the others.
    if not signals_are_ours or signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        yield
        return
    came: list[int] = []
    usual = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
    if came:
        raise KeyboardInterrupt


def _answers(message: m.Message, kind: str) -> bool:
    return isinstance(message, m.Ok | m.No) and message.kind == kind


class EmulatedStand(Stand):
    """The real firmware on the emulated Pico, in emulated time, its paddles played to the nanosecond."""

    name = Sentence("emulated Pico")
    emulated = True

    def __init__(self, seed: int | None = None, **settings: object) -> None:
        """Start the firmware with these settings, or as it comes."""
        from slamomatic.emulator.boot import booted

        super().__init__()
        self.pico = booted(seed=seed)
        if settings:
            self._start_again_with(json.dumps(settings))
        self.pico.host.take()
        self.greet()
        self.pins = tuple(firmware_pins()["paddles"])

    def _start_again_with(self, settings: str) -> None:
        """Start the firmware again from the prompt, where it is loaded: a boot would take longer."""
        self.pico.host.write(b"\x03")
        self.pico.wait_for(b">>> ")
        kept = f"f = open('settings.json', 'w'); f.write({settings!r}); f.close()"
        self.pico.host.write(f"{kept}; import main; main.main()\r".encode())
        self.pico.wait_for(b"$HELLO,")

    def now_us(self) -> float:
        return self.pico.now_us

    def play(self, paddle: int, pattern: Edges) -> None:
        """Contact edges at (emulated us, closed?)."""
        self.pico.switches.play(self.pins[paddle], [(t_us * 1000, closed) for t_us, closed in pattern])

    def unit_us(self, t_us: float) -> float:
        """The unit's own time for an emulated time."""
        return t_us - self.pico.now_us + self.pico.timer_us

    def emulated_us(self, unit_us: float) -> float:
        """The emulated time for a time of the unit's own."""
        return unit_us - self.pico.timer_us + self.pico.now_us

    def write(self, data: bytes) -> None:
        self.pico.host.write(data)

    def read(self, for_us: float) -> bytes:
        self.pico.run_us(min(for_us, 1000))
        return self.pico.host.take()

    def overhear(self, listener: Listener) -> None:
        """Pass all bytes to `listener`, each timed to the nanosecond: `read` looks once a millisecond."""
        self.pico.host.on_data = lambda data: listener(data, self.pico.now_us)

    def close(self) -> None:
        """Nothing is open."""


class PortStand(Stand):
    """A unit at a serial port (any pyserial URL), in real time."""

    def __init__(self, port: str) -> None:
        super().__init__()
        self._at = port
        self.name = Sentence("unit at {name}", name=port)
        self._port = open_port(port, READ_S)
        try:
            self.greet()
        except BaseException:
            self._port.close()
            raise

    def now_us(self) -> float:
        return time.perf_counter_ns() / 1000

    def write(self, data: bytes) -> None:
        with self._told():
            self._port.write(data)

    def read(self, for_us: float) -> bytes:
        with self._told():
            return bytes(self._port.read(max(1, self._port.in_waiting)))

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except PORT_ERRORS as error:
            raise UserError(
                "The unit at {name} is gone ({error}). Plug it in and start again.",
                name=self._at,
                error=error,
            ) from error

    def close(self) -> None:
        self._port.close()


def open_stand(spec: str) -> EmulatedStand | PortStand:
    """Return the unit that `--unit` names, if it is on a wire; for `auto` the first Pico that answers."""
    word, rest = split(spec)
    if word == EMULATED:
        return EmulatedStand()
    if word == SERIAL and rest:
        return PortStand(rest)
    if word == AUTO:
        for port in find_picos():
            return PortStand(port.name)
        raise UserError(
            "No Pico is plugged in. Connect the unit, name its port (--unit serial:PORT), or measure the "
            "emulated one (--unit emulated)."
        )
    raise UsageError(
        'No instrument can measure "{spec}". Choose one of {units}.', spec=spec, units=spoken(ON_A_WIRE)
    )
