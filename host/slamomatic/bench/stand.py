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
HELLO_TIMES = 5
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
        """Return the stand's time, which passes while listening: real or emulated."""

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
        """Return the messages of the next `for_us`, or up to and with the first one that `until` accepts.

        KeyboardInterrupt loses none: the messages so far wait for the next call.
        """
        heard: list[m.Message] = []
        end_us = self.now_us() + for_us
        try:
            while True:
                with _ctrl_c_at_the_end():
                    while self._queue:
                        heard.append(self._queue.popleft())
                        if until is not None and until(heard[-1]):
                            return heard
                    left_us = end_us - self.now_us()
                    if left_us <= 0:
                        return heard
                    self._pump(left_us)
        except KeyboardInterrupt:
            self._queue.extendleft(reversed(heard))  # for the next call
            raise

    def ask(self, body: str) -> tuple[str, ...]:
        """Send a command; return the fields of its OK. UserError if the unit refuses it or never answers.

        A unit that has much to say may drop an answer, so a command is repeated; none does harm twice.
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

        A unit refuses while somebody plays, and just after it has started: then it is asked again.
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
        """The error of the unit's clock: half of the shortest of the latest round trips.

        None: no PING answered yet.
        """
        return min(self._round_trips_us) / 2 if self._round_trips_us else None

    def setting(self, key: str) -> str:
        return self.ask(f"GET,{key}")[1]

    @contextlib.contextmanager
    def raw_edges(self) -> Iterator[None]:
        """Have the unit stream every raw edge for as long as the context lasts."""
        self.ask("RAW,1")
        try:
            yield
        finally:
            self.ask("RAW,0")

    # -- so that the unit never waits for us

    def greet(self) -> None:
        """Say HELLO until the unit answers, and keep its answer in `hello`. UserError if it never does."""
        for _ in range(HELLO_TIMES):
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
        """Read for at most `for_us`: queue the messages, confirm them, and send a PING when one is due."""
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
                continue  # the next PING confirms this answer
            if isinstance(message, m.Sequenced):
                self._since_ack += 1
                if self._since_ack >= ACK_AFTER:
                    self._since_ack = 0
                    self.say(f"ACK,{message.seq}")
                    continue
            # The unit must not wait for a confirmation. Enter confirms all that was sent, with one byte.
            self.write(b"\n")
        if not self.pings or self.now_us() >= self.pings[-1][1] + PING_EVERY_US:
            token = str(len(self.pings) + 1)
            self.pings.append((token, self.now_us()))
            self.say(f"PING,{token}")


@contextlib.contextmanager
def _ctrl_c_at_the_end() -> Iterator[None]:
    """Delay Ctrl-C to the end of the context.

    Amid it, a line would be lost half read, or an emulated Pico be left in half a step.
    """
    signals_are_ours = threading.current_thread() is threading.main_thread()
    # Ctrl-C is ignored in a worker process: the first process gets it, and stops the others.
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
    """Return whether a message is the OK or NO to the command `kind`."""
    return isinstance(message, m.Ok | m.No) and message.kind == kind


class EmulatedStand(Stand):
    """The real firmware on the emulated Pico, in emulated time, its paddles played to the nanosecond."""

    name = Sentence("emulated Pico")
    emulated = True

    def __init__(self, seed: int | None = None, **settings: object) -> None:
        """Start the firmware, with these settings instead of the defaults."""
        from slamomatic.emulator.boot import booted

        super().__init__()
        self.pico = booted(seed=seed)
        if settings:
            self._start_again_with(json.dumps(settings))
        self.pico.host.take()
        self.greet()
        self.pins = tuple(firmware_pins()["paddles"])

    def _start_again_with(self, settings: str) -> None:
        """Save the settings and start the firmware again from the prompt: a whole boot would take longer."""
        self.pico.host.write(b"\x03")
        self.pico.wait_for(b">>> ")
        kept = f"f = open('settings.json', 'w'); f.write({settings!r}); f.close()"
        self.pico.host.write(f"{kept}; import main; main.main()\r".encode())
        self.pico.wait_for(b"$HELLO,")

    def now_us(self) -> float:
        return self.pico.now_us

    def play(self, paddle: int, pattern: Edges) -> None:
        """Move a paddle's contact at these times: (emulated us, closed?)."""
        self.pico.switches.play(self.pins[paddle], [(t_us * 1000, closed) for t_us, closed in pattern])

    def unit_us(self, t_us: float) -> float:
        """Return the unit's own time at an emulated time."""
        return t_us - self.pico.now_us + self.pico.timer_us

    def emulated_us(self, unit_us: float) -> float:
        """Return the emulated time at a time of the unit's own clock."""
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
        with self._lost_port_explained():
            self._port.write(data)

    def read(self, for_us: float) -> bytes:
        with self._lost_port_explained():
            return bytes(self._port.read(max(1, self._port.in_waiting)))

    @contextlib.contextmanager
    def _lost_port_explained(self) -> Iterator[None]:
        """Turn the errors of a port that is gone into a UserError that says what to do."""
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
    """Open the unit that `--unit` names; for `auto` the first Pico that is plugged in.

    UserError if none is.
    """
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
