"""The two beginnings that a maker reads: ten lines on a Pico, thirty on the computer. Both are run here."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import IO

import pytest

from link.emulated_pico import EmulatedPico
from slamomatic.emulator.image import find_image
from slamomatic.emulator.pico import Pico
from unit.emulated import PINS
from unit.firmware_source import FIRMWARE

pytestmark = pytest.mark.emulator

WHO_WAS_FIRST = FIRMWARE.parent / "host/docs/examples/who_was_first.py"
PATIENCE_S = 120
LATE_US = 200  # of a look in plain Python


def test_the_smallest_program_stamps_one_switch() -> None:
    (program,) = re.findall(r"```python\n(.*?)```", (FIRMWARE / "README.md").read_text("utf-8"), re.DOTALL)
    assert len(program.splitlines()) <= 10
    pico = Pico(find_image(), {"main.py": program.encode()}, seed=1)
    pico.power_on()
    pico.run_until(lambda: pico.host.connected)
    pico.run_us(100_000)
    at_us = pico.timer_us + 5_000
    pico.switches.play(PINS[0], [(pico.now_ns + 5_000_000, True), (pico.now_ns + 9_000_000, False)])
    pico.run_us(20_000)
    heard = [line.split() for line in pico.host.take().decode().splitlines()]
    assert [what for _, what in heard] == ["closed", "open"]
    for (stamp, _), true_us in zip(heard, (at_us, at_us + 4_000), strict=True):
        assert 0 <= int(stamp) - true_us < LATE_US


@pytest.fixture
def pico(tmp_path: Path) -> Iterator[EmulatedPico]:
    with EmulatedPico(tmp_path, None) as one:
        yield one


def pass_on(lines: IO[str], said: Queue[str]) -> None:
    for line in lines:
        said.put(line.strip())


def test_thirty_lines_on_the_computer_say_who_was_first(pico: EmulatedPico) -> None:
    program = WHO_WAS_FIRST.read_text("utf-8")
    assert len([line for line in program.splitlines() if line.strip()]) <= 30
    command = [sys.executable, str(WHO_WAS_FIRST), pico.port]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        said: Queue[str] = Queue()
        assert running.stdout is not None
        listening = Thread(target=pass_on, args=(running.stdout, said))
        listening.start()
        try:
            assert said.get(timeout=PATIENCE_S) == "Ready: slap!"
            for paddles, says in (((2, 0), "Green was first"), ((1,), "Yellow was first")):
                for paddle in paddles:
                    pico.slap(paddle)
                assert said.get(timeout=PATIENCE_S) == says
                for _ in range(6):  # the next round begins a second later
                    pico.rest()
        finally:
            running.terminate()
            listening.join()
