"""Time and memory: the timer runs over its small and its whole words, and the heap stays as it is."""

from __future__ import annotations

import pytest

from support.length import LONG, count
from unit.emulated import PINS, Unit, unit

pytestmark = pytest.mark.emulator

LEAD_US = count(1_300_000, 7_000_000)
SLAPS = count(48, 10_000)
FIRST = count(8, 100)


def jump_to(it: Unit, t_us: float) -> None:
    """Move the chip's timer forward while only the prompt runs."""
    timer = it.pico.chip.timer
    timer._epoch_nanos -= (t_us - it.pico.timer_us) * 1000


@pytest.mark.parametrize("bits", [30, 31, 32])
def test_order_and_stamps_are_right_on_both_sides_of_the_timers_words(bits: int) -> None:
    it = unit()
    it.interrupt()
    border_us = 1 << bits
    jump_to(it, border_us - LEAD_US)
    it.start_again()
    slap_in_turn(it, 4)
    free_before = loop_free(it) if LONG else 0
    it.events()
    truth = []
    lead_us = border_us - it.pico.timer_us
    assert 100_000 < lead_us < LEAD_US
    while border_us - it.pico.timer_us > 1_000_000:
        it.run_ms(400)
        it.cover()
    lead_us = border_us - it.pico.timer_us
    for paddle, offset_us in ((3, -60_000), (1, -1), (2, 1), (0, 3)):
        truth.append((paddle, it.press(paddle, lead_us + offset_us)))
    it.run_ms(lead_us / 1000 + 300)
    downs = [event for event in it.events() if event[0] == "DOWN"]
    assert [int(event[2]) for event in downs] == [paddle for paddle, _ in truth]
    for event, (_, t_us) in zip(downs, truth, strict=True):
        assert int(event[3]) == pytest.approx(t_us, abs=2)
    assert int(downs[1][3]) <= border_us <= int(downs[2][3])
    if LONG:
        assert abs(loop_free(it) - free_before) <= 256


# Prints how much memory the loop takes from its 10th to its 60th tick, and the debounce's time at both.
TAKEN = """
import gc
from slap import debounce, settings, unit
it = unit.Unit(settings.Settings(), watchdog=False)
tick = it._tick
turn = 0
noted = []
def counted():
    global turn
    tick()
    turn += 1
    if turn == 10:
        gc.collect()
        gc.disable()
    if turn == 60:
        debounce.blind(it.cells, debounce.TICK_MASK)
    if turn in (10, 60):
        noted.append(it.cells[debounce.HORIZON])
        noted.append(gc.mem_alloc())
    if turn == 60:
        raise StopIteration
it._tick = counted
try:
    it.run()
except StopIteration:
    gc.enable()
it.stop()
print()
print(noted[0], noted[2], noted[3] - noted[1])
"""


def test_the_loop_takes_no_memory_where_ticks_run_over() -> None:
    """Neither asleep, nor while slaps are being decided, nor in a tie: on both sides of the wrap."""
    it = unit()
    it.interrupt()
    jump_to(it, (1 << 30) - 600_000)
    wrap_ns = it.pico.now_ns + 600_000_000
    for k in range(4):
        bounce_us = [2_000 * k - 1_000 + 350 * bounce for bounce in range(10)]
        edges = [(wrap_ns + at_us * 1_000, number % 2 == 0) for number, at_us in enumerate(bounce_us)]
        it.pico.switches.play(PINS[k], edges)
    before, after, taken = (int(word) for word in it.exec(TAKEN).split("\n")[-2].split())
    assert after < 1 << 29 < before, "else this test tests nothing"
    assert taken == 0


def slap_in_turn(it: Unit, count: int) -> None:
    for number in range(count):
        it.press(number % 4, 2_000, 5_000)
        it.run_ms(17)
        if number % 8 == 7:
            it.say(f"ACK,{2 * number}")
            it.say("PING,m")
            it.say("LIGHTS,ff0000,00ff00,0000ff,000000")
            it.run_ms(3)
        if number % 2:
            it.host.write(b"\r")  # two slaps fit into what may be out
        it.lines.clear()


def test_memory_after_many_slaps_is_as_after_a_few() -> None:
    it = unit()
    slap_in_turn(it, FIRST)
    first = loop_free(it)
    slap_in_turn(it, SLAPS - FIRST)
    last = loop_free(it)
    assert abs(last - first) <= 256
    assert it.ask("HELLO,1", "HELLO,")[13] == str(2 * SLAPS + 1), "and all were slaps"


def loop_free(it: Unit) -> int:
    """Free bytes as the unit itself tells them, after a collection: forty rarer commands make it collect."""
    it.run_ms(60)
    it.cover()
    for _ in range(45):
        it.ask("GET,hold_us", "OK,GET")
        it.cover()
    it.run_ms(200)
    it.lines.clear()
    for _ in range(4):
        it.run_ms(780)
        it.cover()
    it.run_ms(20)
    beats = [line for line in it.lines if line.startswith("BEAT,")]
    it.lines.clear()
    return int(beats[-1].split(",")[5])
