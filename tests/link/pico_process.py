"""An emulated Pico in a process of its own, its flash filled as told, on a pty or a TCP port.

Run with a JSON file {"files": {path: text}, "flash": file or null, "tcp": bool}; says its port, then obeys
lines on stdin.

power      pulls its plug and puts it in again.
restart    the same for the booted firmware, which is spared its compiling.
files      says what is in its flash.
slap N     slaps, and says when that is over.
written    says how many commands its flash has had since it started.
tape PATH  stores them.

It ends with stdin.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from link import flash_tape  # noqa: E402
from slamomatic.emulator import flash_image  # noqa: E402
from slamomatic.emulator.boot import booted  # noqa: E402
from slamomatic.emulator.desk import Desk  # noqa: E402
from slamomatic.emulator.image import find_image  # noqa: E402
from slamomatic.emulator.pico import Pico  # noqa: E402
from slamomatic.emulator.ports import Port, PtyPort, TcpPort  # noqa: E402
from slamomatic.firmware_files import firmware_pins  # noqa: E402

SLAP_US = 200_000  # down, up, and the lockout behind it: the next slap of this paddle is another one


def main(orders: Path) -> None:
    order = json.loads(orders.read_text("utf-8"))
    if order["files"] is None:
        pico = booted()
    else:
        pico = Pico(find_image(), {path: text.encode("latin-1") for path, text in order["files"].items()})
        if order["flash"]:
            pico.chip.flash[: flash_image.FLASH_BYTES] = Path(order["flash"]).read_bytes()
        pico.power_on()
        pico.run_until(lambda: pico.host.connected)
    tape = flash_tape.record(pico)
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
        elif word == "restart":
            pico = booted()
            desk = Desk(pico, port, firmware_pins()["paddles"])
            print("restarted", flush=True)
        elif word == "files":
            print(json.dumps({path: data.decode("latin-1") for path, data in pico.files.items()}), flush=True)
        elif word == "written":
            print(len(tape.commands), flush=True)
        elif word == "tape":
            flash_tape.save(tape, Path(rest[0]))
            print("stored", flush=True)
        elif word in ("slap", "rest"):
            if word == "slap":
                desk.slap(int(rest[0]))
            over_us = pico.now_us + SLAP_US
            while pico.now_us < over_us:
                desk.turn()
            print("slapped", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
