"""The emulator's process: an emulated Pico on a port, paddles pressed through a socket; ends with it.

Says one JSON line on stdout: where its port and its keys are, or why it can't start. Through the socket it
says of each key at which microsecond of the Pico's own clock the contact moved.
"""

import json
import random
import signal
import socket
import sys
import time

from slamomatic.emulator import bounce
from slamomatic.emulator.boot import booted
from slamomatic.emulator.desk import Desk
from slamomatic.emulator.ports import TcpPort
from slamomatic.errors import UserError
from slamomatic.firmware_files import firmware_pins

SETTLE_US = 5_000  # a key can be released while the contact still bounces from the press; a paddle can't
# A busy computer emulates slowly: a hand that was up for a second may be up for 5 ms of the Pico's time. Its
# next slap would be taken for bounce. So it stays up for as long as it was, at most this: twice a lockout.
UP_FOR_US = 100_000
CLAIM_S = 60.0


def main() -> int:
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
        _play(desk, keys, pins)
    port.close()
    return 0


class Hand:
    """One paddle's key: the edges that its contact makes, by the Pico's time."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._still_us = 0.0  # since its last edge
        self._moved_s = 0.0  # in real time

    def edges(self, closed: bool, pico_us: float, now_s: float) -> bounce.Edges:
        up_for_us = min((now_s - self._moved_s) * 1e6, UP_FOR_US) if closed else 0.0
        t_us = max(pico_us + 100, self._still_us + max(SETTLE_US, up_for_us))
        edges = bounce.bounce(t_us, closed, bounce.GOOD_SWITCH, self._chance)
        self._still_us, self._moved_s = edges[-1][0], now_s
        return edges


def _play(desk: Desk, keys: socket.socket, pins: tuple[int, ...]) -> None:
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
            # Said first, so it is there before the unit tells of the press. A release is its last opening.
            moved_us = edges[0 if closed else -1][0] - desk.pico.now_us + desk.pico.timer_us
            try:
                keys.sendall(b"%d\n" % moved_us)
            except OSError:
                return
            desk.pico.switches.play(pins[paddle], [(edge_us * 1000, made) for edge_us, made in edges])


if __name__ == "__main__":
    sys.exit(main())
