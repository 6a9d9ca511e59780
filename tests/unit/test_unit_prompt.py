"""Ctrl-C, soft reset, watchdog: the unit releases everything and always answers."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import needs
from slamomatic.emulator.boot import booted
from slamomatic.errors import UserError
from slamomatic.firmware_files import firmware_files
from support.length import LONG, count
from unit.emulated import PINS, Unit, frame, unit

pytestmark = pytest.mark.emulator

INTERRUPTIONS = count(2, 50)
PROMPT_MS = count(4_500, 20_000)  # the watchdog bites after four seconds
_TIMER_RAN_OUT = 1
_DMA_CTRL = 0x10  # CTRL_TRIG's twin that doesn't trigger

PATTERN = """
block = bytes(range(256))
pattern = bytearray(40960)
for at in range(0, len(pattern), 256):
    pattern[at:at + 256] = block
print(len(pattern))
"""
WHOLE = "print(all(pattern[at:at + 256] == block for at in range(0, len(pattern), 256))); del pattern"


def edges_for(it: Unit, ms: float, chance: random.Random) -> None:
    """All four paddles restless from now on."""
    start_ns = it.pico.now_ns + 50_000
    for pin in PINS:
        at_ns = start_ns
        edges = []
        closed = False
        while at_ns < start_ns + ms * 1e6:
            at_ns += chance.uniform(2e3, 2e6)
            closed = not closed
            edges.append((at_ns, closed))
        it.pico.switches.play(pin, [*edges, (at_ns + 1e5, False)])


def test_ctrl_c_at_any_moment_leaves_nothing_running() -> None:
    it = unit()
    boot_ids = {it.ask("HELLO,1", "HELLO,")[5]}
    chance = random.Random(7)
    for number in range(INTERRUPTIONS):
        edges_for(it, 60, chance)
        it.run_ms(chance.uniform(1, 50))
        it.host.write(b"\x03" * chance.choice([1, 1, 2]))
        it.wait_for_console(b">>> ")
        if number == 0 or LONG:
            assert int(it.exec(PATTERN)) == 40_960
        edges_for(it, 30, chance)
        it.run_ms(40)
        if number == 0 or LONG:
            assert it.exec(WHOLE).strip() == "True", "DMA wrote into memory handed out again"
        assert it.exec("import rp2\nprint(rp2.DMA().channel)").strip() == "0", "a DMA channel was kept"
        boot_ids.add(it.start_again()[5])
        it.cover()
        it.press(number % 4, 3_000)
        it.run_ms(150)
        assert [event[0] for event in it.events()] == ["DOWN", "UP"]
    assert len(boot_ids) == 1 + INTERRUPTIONS, "a host must see that the unit began again"


def running(it: Unit) -> list[str]:
    """Return what must not run at the prompt and still does."""
    chip = it.pico.chip
    found = [f"DMA channel {n}" for n, dma in enumerate(chip.dma.channels) if dma.read_uint32(_DMA_CTRL) & 1]
    found += [f"state machine {n}" for n, look in enumerate(chip.pio[0].machines) if look.enabled]
    return found + ["watchdog"] * (chip.watchdog.read_uint32(0) >> 30 & 1)


@pytest.mark.parametrize("apart_us", count([1, 20, 40, 60, 80, 100, 130], [*range(1, 200, 3)]))
def test_a_second_ctrl_c_right_after_the_first_leaves_nothing_running(apart_us: int) -> None:
    it = unit()
    it.run_ms(20)
    assert len(running(it)) == 4, "else this test tests nothing"
    it.host.write(b"\x03")
    it.pico.run_us(apart_us)
    it.host.write(b"\x03")
    it.wait_for_console(b">>> ")
    it.run_ms(5)
    assert running(it) == []


FULL_HEAP = """
import micropython
from slap import settings, unit
values = settings.Settings()
values.put("lights", "ws2812")
it = unit.Unit(values)
it.start()
micropython.heap_lock()
it.stop()
micropython.heap_unlock()
it = unit.Unit(values)
it.start()
it.stop()
print("stopped")
"""


def test_stopping_takes_no_memory() -> None:
    """A heap that is full must not keep the DMA and the watchdog on."""
    it = unit()
    it.interrupt()
    assert it.exec(FULL_HEAP).strip() == "stopped"
    assert running(it) == []


# The boot with its safe mode is the firmware's own, only the loop is a small one: it is compiled at once.
SMALL_LOOP = (
    b"HELLO = %r" % frame("HELLO,small")
    + b"""
import sys, time
from slap import safety
class Unit:
    def __init__(self, values):
        pass
    def run(self):
        watchdog = safety.watch(4_000)
        sys.stdout.buffer.write(HELLO)
        while True:
            watchdog.feed()
            time.sleep_ms(10)
    def stop(self):
        safety.unwatch()
"""
)


def small_unit() -> Unit:
    """A booted unit that says HELLO, feeds its watchdog and does nothing else."""
    files = {**firmware_files(), "slap/unit.py": SMALL_LOOP, "slap/wire.py": b""}
    try:
        return Unit(booted(files=files, seed=1))
    except UserError as error:
        needs.left_out(str(error))
        raise


@pytest.mark.long
def test_a_soft_reset_starts_the_unit_again_with_a_new_boot_id() -> None:
    it = unit()
    before = it.ask("HELLO,1", "HELLO,")
    it.interrupt()
    it.host.write(b"\x04")
    after = it.wait_for("HELLO,", 8_000)
    assert after[4] == before[4] and after[5] != before[5]
    it.press(2, 3_000)
    it.run_ms(150)
    assert [(event[0], event[2]) for event in it.events()] == [("DOWN", "2"), ("UP", "2")]


def test_a_ctrl_c_that_arrives_as_data_gives_the_prompt_too() -> None:
    it = unit()
    it.interrupt()
    it.lines.clear()
    it.type("import main, micropython; micropython.kbd_intr(-1); main.main()")  # as before main.py runs
    it.wait_for("HELLO,", 3_000)
    it.interrupt()
    assert it.exec("print(6 * 7)").strip() == "42"


def test_the_watchdog_does_not_bite_at_the_prompt() -> None:
    it = unit()
    it.interrupt()
    it.run_ms(PROMPT_MS)
    assert it.pico.chip.watchdog.bites == 0
    assert it.exec("print(6 * 7)").strip() == "42"


def bite(it: Unit) -> None:
    """As if the loop had hung: the watchdog's counter is nearly out."""
    watchdog = it.pico.chip.watchdog
    before = watchdog.bites
    watchdog.write_uint32(0x04, 2)
    it.pico.run_us(5)
    assert watchdog.bites == before + 1
    assert watchdog.read_uint32(0x08) == _TIMER_RAN_OUT


@pytest.mark.parametrize("make", [small_unit, pytest.param(unit, marks=pytest.mark.long)])
def test_three_watchdog_boots_in_a_row_end_at_the_prompt(make: Callable[[], Unit]) -> None:
    it = make()
    for _ in range(2):
        bite(it)
        it.lines.clear()
        it.wait_for("HELLO,", 8_000)
    bite(it)
    said = it.wait_for_console(b">>> ", 8_000)
    assert b"safe mode, the watchdog ended the firmware 3 times in a row" in said
    assert it.exec("print(6 * 7)").strip() == "42"
    it.type("import machine; machine.reset()")
    it.wait_for("HELLO,", 8_000)


def test_two_paddles_held_at_power_on_start_to_the_prompt() -> None:
    it = small_unit()
    for paddle in (1, 3):
        it.pico.switches.set(PINS[paddle], True)
    it.pico.press_reset()
    it.lines.clear()
    said = it.wait_for_console(b">>> ", 8_000)
    assert b"safe mode, paddles 1 and 3 are held down" in said
    assert not it.lines
