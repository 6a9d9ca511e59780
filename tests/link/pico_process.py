"""An emulated Pico in a process of its own, its flash filled as told, on a pty or a TCP port.

Run with a JSON file {"files": {path: text}, "tcp": bool}; says its port, then obeys lines on stdin: `power`
pulls its plug and puts it in again, `files` says what is in its flash, `slap N` slaps and says
when that is over; ends with stdin.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from slamomatic.emulator.boot import booted
from slamomatic.emulator.desk import Desk
from slamomatic.emulator.image import find_image
from slamomatic.emulator.pico import Pico
from slamomatic.emulator.ports import Port, PtyPort, TcpPort
from slamomatic.firmware_files import firmware_pins

SLAP_US = 200_000  # down, up, and the lockout behind it: the next slap of this paddle is another one


def main(orders: Path) -> None:
    order = json.loads(orders.read_text("utf-8"))
    if order["files"] is None:
        pico = booted()
    else:
        pico = Pico(find_image(), {path: text.encode() for path, text in order["files"].items()})
        pico.power_on()
        pico.run_until(lambda: pico.host.connected)
    port: Port = TcpPort(0) if order["tcp"] else PtyPort()
    desk = Desk(pico, port, firmware_pins()["paddles"])
    print(port.name, flush=True)
    while True:
        if not desk.turn(sys.stdin.fileno()):
            continue
        word, *rest = sys.stdin.readline().split() or ["end"]
        if word == "end":
            return
        if word == "power":
            pico.press_reset()
        elif word == "files":
            print(json.dumps({path: data.decode() for path, data in pico.files.items()}), flush=True)
        elif word == "slap":
            desk.slap(int(rest[0]))
            over_us = pico.now_us + SLAP_US
            while pico.now_us < over_us:
                desk.turn()
            print("slapped", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
