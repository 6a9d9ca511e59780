"""A unit plays on after days, after floods, and after a half written file."""

from __future__ import annotations

import json

import pytest

from support.length import count
from unit.emulated import PINS, configured, frame, unit

pytestmark = pytest.mark.emulator

# Nobody but these calls takes memory meanwhile; what they take is kept until somebody plays.
TAKES = """
import gc
from slap import commands, pen, settings, unit, wire
it = unit.Unit(settings.Settings(), watchdog=False)
# What 50 calls take.
def taken(call):
    call()
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for _ in range(50):
        call()
    after = gc.mem_alloc()
    gc.enable()
    return after - before
print(taken(it._tick))
# With a fault.
it._faulty = 1
print(taken(it._tick))
# With a full ring.
while it.ring.room(wire.EVENT_LIMIT):
    it.ring.wrote(1)
it.fault(0, "chatter")
print(taken(it._pump_rare))
it._faulty = 0
# With a slap.
def slapped():
    it._words[pen.SLAPPED] = 1
    it._words[pen.LAST_DOWN] = 5
    it._tick()
print(taken(slapped))
# With a question.
question = b"PING,abc\\n"
def asked():
    it.ring.cover_all()
    for byte in question:
        it.reader.feed(byte)
    it.reader.take()
    commands.often(it, it.reader)
write = it._write
it._write = lambda view: None
print(taken(asked))
it._write = write
it.stop()
# With more light than the lights may draw.
values = settings.Settings()
values.put("lights", "ws2812")
it = unit.Unit(values, watchdog=False)
white = [0xFFFFFF] * 4
def painted():
    while it.lights._machine.tx_fifo():
        pass
    it.lights.host(white)
print(taken(painted))
it.stop()
"""
# A unit that finds its heap nearly full as it starts.
NARROW = """
import gc
from slap import unit
start = unit.Unit.start
hold = []
def narrow(it):
    try:
        while True:
            hold.append(bytearray(1_000))
    except MemoryError:
        del hold[-12:]
    start(it)
unit.Unit.start = narrow
"""
UNITS = """
from slap import settings, unit
for count in (1, 2, 3, 4):
    for lights in ("off", "leds", "ws2812"):
        # A unit with so many paddles and these lights.
        values = settings.Settings()
        values.put("lights", lights)
        values.put("paddles", values["paddles"][:count])
        it = unit.Unit(values, watchdog=False)
        it._tick()
        it.host_lights([0x80] * 8)
        it.stop()
        print(count, lights)
"""
CUT = """
from slap import settings
text = {text!r}
for end in range(len(text) + 1):
    with open(settings.FILE, "w") as file:
        file.write(text[:end])
    print(settings.Settings().load())
"""


def test_waiting_takes_no_memory() -> None:
    """Without a host, with a contact in trouble, with a line that nobody fetches, with lights too bright."""
    it = unit()
    it.interrupt()
    assert it.exec(TAKES).split() == ["0"] * 6


def test_a_heap_that_fills_while_a_contact_is_never_still_is_collected() -> None:
    it = unit()
    it.interrupt()
    it.exec(NARROW)
    it.start_again()
    start_ns = it.pico.now_ns + 1_000_000
    it.pico.switches.play(PINS[0], [(start_ns + 5_000_000 * k, k % 2 == 0) for k in range(600)])
    for _ in range(count(40, 120)):
        it.cover()
        assert it.ask("GET,hold_us", "OK,GET") == ["OK", "GET", "hold_us", "100"]
    it.cover()
    t_us = it.press(2, 5_000)
    it.run_ms(30)
    assert [int(event[3]) for event in it.events() if event[0] == "DOWN"][-1] == pytest.approx(t_us, abs=2)


def test_any_number_of_paddles_with_any_lights_is_a_unit() -> None:
    it = unit()
    it.interrupt()
    assert it.exec(UNITS).split("\r\n")[:-1] == [
        f"{count} {lights}" for count in (1, 2, 3, 4) for lights in ("off", "leds", "ws2812")
    ]


def test_a_settings_file_cut_short_anywhere_is_refused() -> None:
    text = json.dumps({"hold_us": 250, "lights": "off"})
    it = unit()
    it.interrupt()
    reasons = it.exec(CUT.format(text=text)).split("\r\n")[:-1]
    assert reasons == ["cut short"] * len(text) + ["None"]


def test_static_faster_than_the_loop_is_an_overrun_and_keeps_nobody_waiting() -> None:
    it = unit()
    start_ns = it.pico.now_ns + 1_000_000
    it.pico.switches.play(PINS[0], [(start_ns + 2_000 * k, k % 2 == 0) for k in range(40_000)])
    it.run_ms(75)  # of 80
    assert [event[3] for event in it.events() if event[0] == "FAULT"] == ["overrun"], "said while it goes on"
    it.cover()
    it.run_ms(1_100)  # a beat, whenever it is due
    assert max(int(line.split(",")[6]) for line in it.lines if line.startswith("BEAT,")) < 20_000


def test_after_an_overrun_of_the_second_capture_a_held_paddle_is_not_told_with_the_next_slap() -> None:
    it = configured({"capture": "irq"})
    it.events()
    start_ns = it.pico.now_ns + 1_000_000
    it.pico.switches.play(PINS[0], [(start_ns + 25_000 * k, k % 2 == 0) for k in range(4_000)])
    static_over_us = it.pico.timer_us + 101_000
    held_us = it.press(1, 50_000, 600_000)
    slap_us = it.press(2, 350_000)
    heard = []
    for _ in range(5):
        it.run_ms(100)
        it.cover()
        heard += it.events()
    assert "overrun" in [event[3] for event in heard if event[0] == "FAULT"]
    downs = {int(event[2]): int(event[3]) for event in heard if event[0] == "DOWN"}
    assert downs[2] == pytest.approx(slap_us, abs=100)
    assert held_us - 100 <= downs[1] < static_over_us + 100_000


def test_a_slap_during_the_self_test_counts() -> None:
    it = unit()
    it.run_ms(1_200)
    it.cover()
    it.events()
    truth = [(paddle, it.press(paddle, in_us)) for paddle, in_us in ((1, 12_000), (2, 15_000), (3, 40_000))]
    it.say("SELFTEST")
    heard = []
    for _ in range(6):
        it.run_ms(60)
        it.cover()
        heard += it.events()
    downs = [(int(event[2]), int(event[3])) for event in heard if event[0] == "DOWN"]
    assert [paddle for paddle, _ in downs] == [paddle for paddle, _ in truth]
    assert [t_us for _, t_us in downs] == [pytest.approx(t_us, abs=2) for _, t_us in truth]


def test_a_settings_file_of_any_length_is_a_fault_and_no_dead_unit() -> None:
    it = unit()
    it.interrupt()
    it.exec(
        "with open('settings.json', 'w') as file:\n"
        " file.write('{\"hold_us\": 250')\n"
        " for _ in range(100):\n"
        "  file.write(' ' * 1000)\n"
        " file.write('}')\n"
    )
    it.start_again()
    it.run_ms(50)
    assert [event[3] for event in it.events() if event[0] == "FAULT"] == ["settings"]
    assert it.ask("GET,hold_us", "OK,GET")[3] == "100"


SECONDS = count(4, 20)


def test_a_host_that_only_reads_hears_the_unit_every_second() -> None:
    it = unit()
    it.events()
    slaps = [(paddle, it.press(paddle, 3_300_000 + 30_000 * paddle)) for paddle in range(4)]
    heard = []
    for second in range(SECONDS):
        it.lines.clear()
        it.run_ms(1_050)  # a beat may be a few ticks late
        assert it.lines, f"nothing in second {second}"
        heard += it.events()
    downs = [event for event in heard if event[0] == "DOWN"]
    assert [int(event[2]) for event in downs] == [paddle for paddle, _ in slaps]
    assert [int(event[3]) for event in downs] == pytest.approx([t_us for _, t_us in slaps], abs=2)


def test_nothing_is_written_to_a_host_that_stopped_fetching() -> None:
    """A host that only reads is not one whose port is full: the unit must not wait in a write."""
    it = unit()
    it.run_ms(4_000)
    it.host.reading = False
    for number in range(12):
        it.press(number % 4, 50_000 + 100_000 * number)
    it.run_ms(1_800)
    it.host.reading = True
    it.lines.clear()
    it.run_ms(1_100)  # a beat, whenever it is due
    assert max(int(line.split(",")[6]) for line in it.lines if line.startswith("BEAT,")) < 20_000


def test_a_terminal_that_echoes_starts_no_quarrel() -> None:
    it = unit()
    it.press(1, 300_000)
    it.say("GET,nonsense")
    answers = 0
    for _ in range(count(240, 400)):
        it.run_ms(5)
        for line in it.lines:
            answers += line.startswith("NO,")
            it.host.write(frame(line))
        it.lines.clear()
    assert answers == 1, "one for the question, none for its echo"


COLLECTIONS = count(1, 12)


def test_a_slap_that_begins_with_a_collection_appears_within_late_us() -> None:
    """A collection is the longest that the loop is away."""
    it = unit()
    late_us = int(it.ask("HELLO,1", "HELLO,")[11])
    it.cover()
    waits_us = []
    for number in range(COLLECTIONS):
        for _ in range(42):  # rarer commands: the unit collects once all has been quiet for a while
            it.ask("GET,hold_us", "OK,GET")
            it.cover()
        awake_ms = 0.0
        while awake_ms < 2:
            it.pico.run_us(250)
            awake_ms = 0 if it.pico.chip.core.waiting else awake_ms + 0.25
        start_ns = it.pico.now_ns + 50_000
        t_us = it.pico.timer_us + 50
        bounce_us = [at_us for k in range(6) for at_us in (700 * k, 700 * k + 60)] + [4_200]  # then held
        edges = [(start_ns + at_us * 1_000, k % 2 == 0) for k, at_us in enumerate(bounce_us)]
        it.events()
        it.pico.switches.play(PINS[number % 4], edges)
        while not (downs := [event for event in it.events() if event[0] == "DOWN"]):
            it.run_ms(0.25)
        assert int(downs[0][3]) == pytest.approx(t_us, abs=2)
        waits_us.append(it.pico.timer_us - t_us)
        it.run_ms(150)
        it.pico.switches.set(PINS[number % 4], False)
        it.run_ms(150)
        it.cover()
        it.lines.clear()
    assert max(waits_us) > 10_000, "else this test tests nothing"
    assert max(waits_us) <= late_us, waits_us
