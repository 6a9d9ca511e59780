"""The emulated Pico itself, with little MicroPython scripts in place of the firmware."""

from __future__ import annotations

import itertools
import re

import pytest

import needs
from slamomatic.emulator import snapshot
from slamomatic.emulator.boot import booted
from slamomatic.emulator.image import find_image
from slamomatic.emulator.pico import Pico, StoppedError
from slamomatic.errors import UserError
from support.jig import Jig

pytestmark = pytest.mark.emulator

READY = b"ready\r\n"
# One state machine looks at four pins at 10 MHz; DMA pairs each change with the microsecond timer.
WATCHER = """
import machine, rp2, array, uctypes, os, time
boot_id = os.urandom(8)
@rp2.asm_pio(in_shiftdir=rp2.PIO.SHIFT_LEFT, fifo_join=rp2.PIO.JOIN_RX)
def look():
    wrap_target()
    label("again")
    mov(isr, null)
    in_(pins, 4)
    mov(x, isr)
    jmp(x_not_y, "new")
    jmp("again")
    label("new")
    push(block)
    mov(y, x)
    wrap()
for pin in (2, 3, 4, 5):
    machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP)
levels = array.array("I", bytes(1024))
times = array.array("I", bytes(1024))
first, second = rp2.DMA(), rp2.DMA()
ring = 0
first.config(read=0x50200020, write=levels, count=1, ctrl=first.pack_ctrl(
    size=2, inc_read=False, inc_write=True, treq_sel=4, chain_to=second.channel))
second.config(read=0x40054028, write=times, count=1, ctrl=second.pack_ctrl(
    size=2, inc_read=False, inc_write=True, treq_sel=0x3F, chain_to=first.channel))
first.active(1)
machine_0 = rp2.StateMachine(0, look, freq=10_000_000, in_base=machine.Pin(2))
machine_0.active(1)
time.sleep_ms(1)
print("ready")
time.sleep_ms(SLEEP)
print("seen", [(levels[i], times[i]) for i in range((first.write - uctypes.addressof(levels)) // 4)])
print("boot", boot_id.hex())
"""


def image_or_left_out() -> None:
    try:
        find_image()
    except UserError as error:
        needs.left_out(str(error))


def watcher(*, seed: int = 1, sleep_ms: int = 20) -> Pico:
    image_or_left_out()
    script = WATCHER.replace("SLEEP", str(sleep_ms))
    return booted(files={"main.py": script.encode()}, seed=seed, greeting=READY)


def prompt(files: dict[str, bytes] | None = None, *, timer_us: int = 0) -> Pico:
    image_or_left_out()
    pico = Pico(find_image(), files or {}, seed=1, timer_us=timer_us)
    pico.power_on()
    to_prompt(pico)
    return pico


def to_prompt(pico: Pico) -> bytes:
    pico.run_until(lambda: pico.host.connected)
    pico.run_us(50_000)
    pico.host.write(b"\r")
    return pico.wait_for(b">>> \r\n>>> ")


def type_in(pico: Pico, line: str) -> str:
    pico.host.take()
    pico.host.write(line.encode() + b"\r")
    return pico.wait_for(b"\n>>> ").decode().removeprefix(line).removesuffix(">>> ").strip()


def report(pico: Pico) -> tuple[list[tuple[int, int]], str]:
    """The records (levels, time) and the boot id that the watcher prints when its time is over."""
    text = pico.wait_for(b">>> ").decode()
    found = re.search(r"seen \[(.*)\]\s+boot (\w+)", text)
    assert found, text
    return [
        (int(level), int(t)) for level, t in re.findall(r"\((\d+), (\d+)\)", found.group(1))
    ], found.group(2)


def seen(pico: Pico) -> list[tuple[int, int]]:
    return report(pico)[0]


def test_files_are_there_and_come_back() -> None:
    pico = prompt({"main.py": b"print('main')\n", "lib/deep/x.py": b"x = 42\n"})
    assert type_in(pico, "from deep import x; x.x") == "42"
    assert type_in(pico, "with open('new.txt', 'w') as f: f.write('kept')\r").endswith("4")
    assert pico.files["new.txt"] == b"kept"
    assert pico.files["lib/deep/x.py"] == b"x = 42\n"


@pytest.mark.parametrize("gap_ns", [1_000, 800, 2_000])
def test_edges_are_seen_in_order_at_their_times_though_the_core_sleeps(gap_ns: int) -> None:
    pico = watcher()
    start_ns = pico.now_ns + 5_000_000
    order = (4, 2, 5, 3)
    for number, pin in enumerate(order):
        pico.switches.play(pin, [(start_ns + number * gap_ns, True)])
    first_us = pico.timer_us + 5_000
    records = seen(pico)[1:]  # the first is the look at rest
    levels = [level for level, _ in records]
    expected, now = [], 15
    for pin in order:
        now &= ~(1 << (pin - 2))
        expected.append(now)
    assert levels == expected
    for number, (_, t_us) in enumerate(records):
        true_us = first_us + number * gap_ns / 1000
        assert -1 <= t_us - true_us <= 1.6


def test_two_contacts_in_one_look_are_one_record() -> None:
    pico = watcher()
    at_ns = pico.now_ns + 5_000_000
    for pin in (2, 5):
        pico.switches.play(pin, [(at_ns, True)])
    assert [level for level, _ in seen(pico)[1:]] == [0b0110]


def test_a_slow_dma_fills_the_joined_fifo_and_stalls_but_loses_nothing() -> None:
    pico = watcher()
    pico.chip.dma.delay_ns = 2_000
    at_ns = pico.now_ns + 5_000_000
    pico.switches.play(3, [(at_ns + number * 1_500, number % 2 == 0) for number in range(20)])
    longest = 0

    def count() -> bool:
        nonlocal longest
        longest = max(longest, pico.chip.pio[0].machines[0].rx_fifo.item_count)
        return pico.now_ns > at_ns + 200_000

    pico.run_until(count, step_us=1)
    assert longest == 8  # joined: eight deep, not four
    assert pico.chip.pio[0].fdebug & 1
    records = seen(pico)[1:]
    assert records[-1][0] == 0b1111
    assert all(early != late for (early, _), (late, _) in itertools.pairwise(records))


def test_resting_state_machines_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the same edges with the PIO resting between them, and with it always running."""
    runs = []
    for rests in (True, False):
        if not rests:
            monkeypatch.setattr("slamomatic.emulator.switches._Rest.look", lambda *_: None)
        pico = watcher(sleep_ms=40)
        if rests:
            pico.run_us(10)
        start_ns = pico.now_ns - pico.now_ns % 1_000_000 + 3_000_000
        for number in range(24):
            pin = 2 + number % 4
            pico.switches.play(pin, [(start_ns + number * 1_137_208, number % 8 < 4)])
        runs.append(seen(pico))
    assert [level for level, _ in runs[0]] == [level for level, _ in runs[1]]
    for (_, resting_us), (_, running_us) in zip(*runs, strict=True):
        assert abs(resting_us - running_us) <= 1


def test_a_kept_boot_goes_on_like_the_boot_it_was_kept_from() -> None:
    whole = watcher(seed=5)
    again = watcher(seed=5)
    for pico in (whole, again):
        at_ns = pico.now_ns + 4_000_000
        pico.switches.play(2, [(at_ns, True), (at_ns + 2_000_000, False)])
    assert [level for level, _ in seen(whole)] == [level for level, _ in seen(again)] == [15, 14, 15]


def test_a_state_saved_and_put_back_runs_to_the_same_instruction() -> None:
    first = watcher()
    state = snapshot.save(first)
    second = Pico(find_image(), {}, seed=1)
    snapshot.restore(second, state)
    for pico in (first, second):
        pico.run_us(30_000)
    assert first.now_ns == second.now_ns
    assert first.chip.core.cycles == second.chip.core.cycles
    assert list(first.chip.core.registers) == list(second.chip.core.registers)
    assert bytes(first.chip.sram) == bytes(second.chip.sram)


def test_boot_ids_differ_even_from_a_kept_boot() -> None:
    assert len({report(watcher(seed=seed))[1] for seed in range(4)}) == 4


def test_the_timer_starts_where_it_is_preset() -> None:
    preset_us = (1 << 32) - 500_000
    pico = prompt(timer_us=preset_us)
    assert abs(pico.timer_us - preset_us - pico.now_us) < 1
    pico.run_us(1_000_000)
    high = int(type_in(pico, "import machine; machine.mem32[0x40054024]"))
    assert high == 1


def test_reset_and_watchdog_start_anew_and_leave_a_quiet_prompt() -> None:
    pico = prompt({"keep.txt": b"still here"})
    pico.host.write(b"import machine; machine.reset()\r")
    pico.run_until(lambda: not pico.host.connected, limit_us=100_000)
    to_prompt(pico)
    assert type_in(pico, "open('keep.txt').read()") == "'still here'"
    pico.host.write(b"import machine; w = machine.WDT(timeout=400)\r")
    pico.run_us(600_000)
    assert pico.chip.watchdog.bites == 2
    to_prompt(pico)
    assert type_in(pico, "import machine; machine.reset_cause() == machine.WDT_RESET") == "True"
    pico.run_us(5_000_000)
    assert pico.chip.watchdog.bites == 2


def test_a_host_that_does_not_read_holds_the_packets_up() -> None:
    pico = prompt()
    pico.host.reading = False
    pico.host.write(b"for i in range(40): print('line', i)\r\r")
    pico.run_us(300_000)
    assert pico.host.take() == b""
    pico.host.reading = True
    pico.wait_for(b"line 39", limit_us=5_000_000)


def test_packets_bear_the_emulated_time_at_which_they_arrived() -> None:
    pico = prompt()
    before_ns = pico.now_ns
    pico.host.write(b"import time; time.sleep_ms(50); print('late')\r")
    pico.run_us(200_000)
    arrived_ns = next(packet.t_ns for packet in pico.host.received if packet.data.startswith(b"late"))
    assert before_ns + 50_000_000 < arrived_ns < before_ns + 120_000_000


def test_the_jig_pulls_its_inputs_low() -> None:
    pico = prompt()
    Jig(pico, (16,), (2,))
    type_in(
        pico, "from machine import Pin; i = Pin(2, Pin.IN, Pin.PULL_UP); o = Pin(16, Pin.OPEN_DRAIN, value=1)"
    )
    assert type_in(pico, "i.value(), o.value(0), i.value(), o.value(1), i.value()") == "(1, None, 0, None, 1)"


def test_what_never_happens_is_said_with_what_was_heard() -> None:
    pico = prompt()
    with pytest.raises(StoppedError, match="never"):
        pico.wait_for(b"never", limit_us=20_000)
