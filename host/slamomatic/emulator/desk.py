"""The emulated unit as it stands on a desk: in real time, its port open to programs, keys as paddles.

As a process of its own it says one JSON line on stdout: where its port and its keys are, or why it can't
start. Its paddles are pressed through the keys' socket, and it ends with that. Through the socket it says of
each key at which microsecond of the Pico's own clock the contact moved.
"""

import json
import random
import select
import signal
import socket
import sys
import time
from collections.abc import Sequence

from slamomatic.emulator import bounce
from slamomatic.emulator.boot import booted
from slamomatic.emulator.pico import Pico
from slamomatic.emulator.ports import Port, TcpPort
from slamomatic.errors import UserError
from slamomatic.firmware_files import firmware_pins

_STEP_US = 1000
_SLAP_US = 90_000
# A client's bytes are fetched only while few wait for the Pico: the rest stays with the client, as on USB.
_UNSENT_BYTES = 256
SETTLE_US = 5_000  # a key can be released while the contact still bounces from the press; a paddle can't
# A busy computer emulates slowly: a hand that was up for a second may be up for 5 ms of the Pico's time. Its
# next slap would be taken for bounce. So it stays up for as long as it was, at most this: twice a lockout.
UP_FOR_US = 100_000
CLAIM_S = 60.0


class Pace:
    """Keeps emulated time at the pace of real time; time lost by a busy computer is not caught up with."""

    def __init__(self, pico: Pico) -> None:
        self._pico = pico
        self._restart_count()

    def _restart_count(self) -> None:
        self._real_s = time.perf_counter()
        self._emulated_ns = self._pico.now_ns

    def step(self) -> float:
        """Run one emulated millisecond.

        Return the seconds by which emulated time is now ahead of real time.
        """
        self._pico.run_us(_STEP_US)
        ahead_s = (self._pico.now_ns - self._emulated_ns) / 1e9 - (time.perf_counter() - self._real_s)
        if ahead_s < 0:
            # A busy core is slower than real time. Begin to count again, so as not to run fast later.
            self._restart_count()
            return 0.0
        return ahead_s


class Desk:
    """Joins one Pico, one port and the paddles; call turn() for ever."""

    def __init__(self, pico: Pico, port: Port, paddle_pins: Sequence[int]) -> None:
        self.pico = pico
        self.port = port
        self._pins = paddle_pins
        self._pace = Pace(pico)
        self._chance = random.Random()
        pico.host.port_open = False
        # Bytes from before the first program opens the port are for it, as a Pico's buffer is. On a busy
        # computer the next heartbeat may be half a minute away, and a silent port looks dead.
        self._unheard = pico.host.take()

    def turn(self, keyboard: int | None = None) -> bool:
        """Run one emulated millisecond and take what came in; return whether `keyboard` has a key waiting."""
        host = self.pico.host
        host.port_open = self.port.poll()
        if host.unsent < _UNSENT_BYTES:
            host.write(self.port.read())
        ahead_s = self._pace.step()
        said = host.take()
        if host.port_open:
            said, self._unheard = self._unheard + said, b""
        host.reading = self.port.write(said)
        return self._wait(ahead_s, keyboard)

    def _wait(self, seconds: float, keyboard: int | None) -> bool:
        """Wait for so long, or until a byte or a key comes in.

        Return whether `keyboard` has a key waiting.
        """
        sources: list[int | socket.socket] = [] if keyboard is None else [keyboard]
        if self.pico.host.unsent < _UNSENT_BYTES:
            sources += self.port.waiting_on
        if not sources:  # Windows' select refuses to wait for nothing
            time.sleep(seconds)
            return False
        ready, _, _ = select.select(sources, [], [], seconds)
        return keyboard in ready

    # -- paddles

    def slap(self, paddle: int) -> None:
        """Slap a paddle, with the bounce of a good switch on the way down and on the way up."""
        now_us = self.pico.now_us + 1000
        edges = bounce.slap(now_us, _SLAP_US, bounce.GOOD_SWITCH, self._chance)
        self.pico.switches.play(self._pins[paddle], [(t_us * 1000, closed) for t_us, closed in edges])

    def toggle(self, paddle: int) -> bool:
        """Press a paddle that is up, or release one that is down; return whether it is down now."""
        pin = self._pins[paddle]
        down = not self.pico.switches.closed(pin)
        self.pico.switches.play(pin, [(self.pico.now_ns + 1_000_000, down)])
        return down


# --- the process -------------------------------------------------------------------------------------


def main() -> int:
    """Run one emulated unit as a process, driven through the socket of its keys."""
    try:
        pico = booted()
        pins = firmware_pins()["paddles"]
    except UserError as error:
        print(json.dumps({"trouble": str(error)}), flush=True)
        return 1
    except KeyboardInterrupt:
        return 1
    # Ctrl-C reaches every process of a terminal. The one with the keys decides what ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    port = TcpPort(0)
    desk = Desk(pico, port, pins)
    with socket.create_server(("127.0.0.1", 0)) as server:
        print(json.dumps({"port": port.name, "keys": server.getsockname()[1]}), flush=True)
        server.settimeout(CLAIM_S)
        keys, _ = server.accept()
    with keys:
        _obey_keys(desk, keys, pins)
    port.close()
    return 0


class Hand:
    """One paddle's key: the edges that its contact makes, by the Pico's time."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._still_us = 0.0  # since its last edge
        self._moved_s = 0.0  # in real time

    def edges(self, closed: bool, pico_us: float, now_s: float) -> bounce.Edges:
        """Return the edges of a key's move.

        A slap is delayed until the last bounce is over and the hand was up.
        """
        up_for_us = min((now_s - self._moved_s) * 1e6, UP_FOR_US) if closed else 0.0
        t_us = max(pico_us + 100, self._still_us + max(SETTLE_US, up_for_us))
        edges = bounce.bounce(t_us, closed, bounce.GOOD_SWITCH, self._chance)
        self._still_us, self._moved_s = edges[-1][0], now_s
        return edges


def _obey_keys(desk: Desk, keys: socket.socket, pins: tuple[int, ...]) -> None:
    """Run the desk and move the paddles: "d" and a number closes a contact, another letter opens it."""
    hands = [Hand(random.Random()) for _ in pins]
    while True:
        if not desk.turn(keys.fileno()):
            continue
        words = keys.recv(64)
        if not words:
            return
        for at in range(0, len(words) - 1, 2):
            closed, paddle = words[at : at + 1] == b"d", words[at + 1] - ord("0")
            edges = hands[paddle].edges(closed, desk.pico.now_us, time.perf_counter())
            # The time goes out before the unit tells of the press. A release counts from its last edge.
            moved_us = edges[0 if closed else -1][0] - desk.pico.now_us + desk.pico.timer_us
            try:
                keys.sendall(b"%d\n" % moved_us)
            except OSError:
                return
            desk.pico.switches.play(pins[paddle], [(edge_us * 1000, made) for edge_us, made in edges])


if __name__ == "__main__":
    sys.exit(main())
