"""Other features of the unit: settings, touch, NEXT, lights, raw edges, faults, second capture, self-test."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from typing import Any

import pytest

from slamomatic.emulator import bounce
from slamomatic.engine.photo import STAMPS_US
from slamomatic.face.hand_speed import speed_of
from slamomatic.firmware_files import firmware_pins
from support.hand_model import any_slap
from support.jig import Jig
from support.length import count
from unit.emulated import PINS, Unit, configured, unit
from unit.firmware_source import commands, module

pytestmark = pytest.mark.emulator

ALL_PINS = firmware_pins()


def switch(it: Unit, pin: int, in_us: float, closed: bool) -> None:
    it.pico.switches.play(pin, [(it.pico.now_ns + in_us * 1000, closed)])


def test_settings_are_checked_kept_and_forgotten() -> None:
    it = unit()
    assert it.ask("GET,hold_us", "OK,GET") == ["OK", "GET", "hold_us", "100"]
    assert it.ask("SET,hold_us,9999", "NO,SET") == ["NO", "SET", "0 to 2000"]
    assert it.ask("SET,lockout_ms,19", "NO,SET") == ["NO", "SET", "20 to 500"], "a collection takes 18"
    assert it.ask("GET,hold_us", "OK,GET")[3] == "100"
    assert it.ask("SET,hold_us,250", "OK,SET") == ["OK", "SET", "hold_us", "250"]
    assert it.ask("SET,capture,irq", "OK,SET")[4:] == ["reset"]
    assert it.ask("NONSENSE,1", "NO,") == ["NO", "NONSENSE", "unknown"]
    assert it.ask("SINCE,x", "NO,") == ["NO", "SINCE", "fields"]
    it.cover()
    it.press(0, 1_000)
    it.run_ms(200)
    assert it.ask("SAVE", "NO,SAVE") == ["NO", "SAVE", "in play"]
    assert "settings.json" not in it.pico.files
    it.cover()
    it.run_ms(1_300)
    assert it.ask("SAVE", "OK,SAVE")
    assert json.loads(it.pico.files["settings.json"]) == {"hold_us": 250, "capture": "irq"}
    it.cover()
    t_us = it.press(3, 2_000)
    it.run_ms(100)
    down = next(event for event in it.events() if event[:3] == ["DOWN", "3", "3"])
    assert int(down[3]) == pytest.approx(t_us, abs=2), "time is right after the flash was written"
    it.run_ms(1_300)
    it.cover()
    assert it.ask("FACTORY", "OK,FACTORY") == ["OK", "FACTORY", "reset"]
    assert "settings.json" not in it.pico.files


def test_a_bad_settings_file_is_a_fault_and_no_dead_unit() -> None:
    it = configured('{"hold_us": "soon"')
    it.run_ms(50)
    assert [event[3] for event in it.events() if event[0] == "FAULT"] == ["settings"]
    it.press(1, 1_000)
    it.run_ms(150)
    assert [event[0] for event in it.events()] == ["DOWN", "UP"]


def test_a_host_that_comes_later_is_told_of_the_faults_that_are_not_over() -> None:
    it = configured('{"hold_us": "soon"')
    it.run_ms(50)
    first_ns = it.pico.now_ns + 1_000_000
    it.pico.switches.play(PINS[2], [(first_ns + 30_000_000 * k, k % 2 == 0) for k in range(60)])
    faults: list[list[str]] = []

    def told() -> list[list[str]]:
        it.cover()
        return [event[2:4] for event in it.events() if event[0] == "FAULT"]

    while not faults or faults[-1][1] != "chatter":
        it.run_ms(100)
        faults += told()
    assert faults == [["-", "settings"], ["2", "chatter"]]
    next_seq = it.ask("HELLO,1", "HELLO,")[-1]
    it.run_ms(20)
    assert next(event[1] for event in it.events() if event[0] == "FAULT") == next_seq, "under new numbers"
    it.ask("HELLO,1", "HELLO,")
    it.run_ms(20)
    assert told() == [["-", "settings"], ["2", "chatter"]]
    while ["2", "chatter-over"] not in faults:
        it.run_ms(100)
        faults += told()
    it.ask("HELLO,1", "HELLO,")
    it.run_ms(20)
    assert told() == [["-", "settings"]]


def test_touch_and_next_are_seen_in_the_same_look() -> None:
    it = configured({"touch": 1, "next": 1})
    touch, after = ALL_PINS["touch"], ALL_PINS["next"]
    switch(it, touch[2], 1_000, True)
    switch(it, PINS[2], 9_000, True)
    switch(it, PINS[2], 40_000, False)
    switch(it, touch[2], 45_000, False)
    switch(it, after, 120_000, True)
    switch(it, after, 150_000, False)
    it.run_ms(260)
    kinds = [line.split(",") for line in it.lines if line.split(",")[0] in ("DOWN", "UP", "TOUCH", "NEXT")]
    assert [(line[0], line[2]) for line in kinds if line[0] != "NEXT"] == [
        ("TOUCH", "2"),
        ("DOWN", "2"),
        ("UP", "2"),
        ("TOUCH", "2"),
    ]
    assert [line[4] for line in kinds if line[0] == "TOUCH"] == ["1", "0"]
    assert [line[3] for line in kinds if line[0] == "NEXT"] == ["1", "0"]
    assert [int(line[1]) for line in kinds] == list(range(1, 7))


def test_touch_and_down_give_the_speed_of_the_hand() -> None:
    it = configured({"touch": 1})
    chance = random.Random(9)
    for m_per_s in (0.5, 1.0, 2.0, 4.0):
        hand, paddle = any_slap(chance, m_per_s), chance.randrange(4)
        touch_us = it.pico.now_us + 1_000
        slap = bounce.slap(touch_us + hand.way_us, 40_000, bounce.GOOD_SWITCH, chance)
        it.pico.switches.play(
            ALL_PINS["touch"][paddle], [(touch_us * 1000, True), ((touch_us + 110_000) * 1000, False)]
        )
        it.pico.switches.play(PINS[paddle], [(t_us * 1000, closed) for t_us, closed in slap])
        it.run_ms(200)
        it.cover()
        told = [line.split(",") for line in it.lines]
        it.lines.clear()
        (touched,) = [int(line[3]) for line in told if line[0] == "TOUCH" and line[4] == "1"]
        (down,) = [line for line in told if line[0] == "DOWN"]
        assert int(touched) == pytest.approx(int(down[3]) - hand.way_us, abs=2)
        found = speed_of(int(down[3]) - touched, STAMPS_US + int(down[4]))
        assert found is not None
        assert abs(found.mm_per_s - hand.mean_mm_per_s) <= found.error_mm_per_s


@pytest.mark.parametrize("touch", [0, 1])
def test_light_is_stamped_like_a_slap_and_never_is_a_button(touch: int) -> None:
    it = configured({"touch": touch, "light": 1})
    photo = ALL_PINS["next"]
    t_us = it.pico.timer_us
    switch(it, photo, 1_000, True)
    switch(it, PINS[3], 1_200, True)
    switch(it, photo, 90_000, False)
    it.run_ms(200)
    told = [line.split(",") for line in it.lines if line.split(",")[0] in ("DOWN", "UP", "TOUCH", "NEXT")]
    assert [(line[0], line[2], line[4]) for line in told] == [
        ("TOUCH", "4", "1"),
        ("DOWN", "3", "0"),
        ("TOUCH", "4", "0"),
    ]
    assert [int(line[3]) - t_us for line in told] == pytest.approx([1_000, 1_200, 90_000], abs=2)
    switch(it, PINS[3], 1_000, False)
    switch(it, photo, 1_000, True)
    for k in range(60):
        switch(it, photo, 100_000 + 20_000 * k, k % 2 == 1)
    it.run_ms(1_400)
    assert not [event for event in it.events() if event[0] == "FAULT"], "a screen may flicker"


def lit(it: Unit) -> list[bool]:
    return [bool(it.pico.chip.gpio[pin].output_value) for pin in ALL_PINS["leds"]]


def test_without_a_host_the_last_paddle_down_lights_up() -> None:
    it = unit()
    it.run_ms(3_300)
    for paddles in ((2,), (0,), (1, 3)):
        at_ns = it.pico.now_ns + 2_000_000
        for paddle in paddles:  # two at the same time: nobody can say which was last
            it.pico.switches.play(PINS[paddle], [(at_ns, True), (at_ns + 2e7, False)])
        it.run_ms(40)
        assert lit(it) == [paddle in paddles for paddle in range(4)]
        it.run_ms(600)
        assert lit(it) == [paddle in paddles for paddle in range(4)]
    it.say("LIGHTS,ff0000,000000,000000,000000")
    it.run_ms(30)
    assert lit(it) == [True, False, False, False]
    it.press(3, 1_000)
    it.run_ms(300)
    assert lit(it) == [True, False, False, False], "with a host they are the host's"


def test_hands_that_drum_without_a_host_make_no_light_flash_more_than_three_times_a_second() -> None:
    it = unit()
    it.run_ms(3_300)
    shown, changes = lit(it), 0
    for hit in range(16):  # eight a second, left and right
        at_ns = it.pico.now_ns + 2_000_000
        it.pico.switches.play(PINS[hit % 2], [(at_ns, True), (at_ns + 2e7, False)])
        for _ in range(5):
            it.run_ms(25)
            changes += lit(it)[0] != shown[0]
            shown = lit(it)
    assert 2 <= changes <= 2 * 2 * 3, "of the first paddle's light, in two seconds"


WIRELESS = """
import machine, rp2, time, uctypes
@rp2.asm_pio()
def idle():
    nop()
# The first words of the memory.
START = 0x20000000
memory = uctypes.bytearray_at(START, 24_000)
before = bytes(memory)
rp2.StateMachine(5, idle)
found = []
# Where a machine is claimed.
for part in range(0, 24_000, 96):
    if memory[part:part + 96] != before[part:part + 96]:
        for at in range(part, part + 96, 4):
            if memory[at] == before[at] | 0x20 and not before[at] & 0x30:
                found.append(START + at)
del before
# As wireless does it.
def claim():
    for at in found:
        machine.mem32[at] |= 0x10
        try:
            rp2.StateMachine(4, idle)
        except ValueError:
            return True
        machine.mem32[at] &= ~0x10
    return False
print(claim())
# Then the unit starts.
from slap import lights, settings, unit
from slap.bench import selftest
values = settings.Settings()
values.put("lights", "ws2812")
it = unit.Unit(values, watchdog=False)
it.start()
time.sleep_ms(2)
selftest._take(it, 1)
print(selftest.run(it))
it.stop()
"""


def test_lights_and_jig_leave_the_wireless_chip_its_state_machine() -> None:
    """A Pico W's LED hangs on the wireless chip, which claims the second block's first machine for good."""
    it = unit()
    it.interrupt()
    Jig(it.pico, ALL_PINS["jig"], PINS)
    said = it.exec(WIRELESS).split()
    assert said[0] == "True", "else this test tests nothing"
    assert said[-1] == "0"
    assert "TEST,jig,ok" in it.lines


def edges_in(lines: list[str]) -> list[tuple[int, int]]:
    """(t_us, levels) of all EDGES lines."""
    found = []
    for line in lines:
        if line.startswith("EDGES,"):
            _, t0, *fields, lost = line.split(",")
            assert lost == "0"
            at_us = int(t0)
            for field in fields:
                levels, gap = field.split(":")
                at_us += int(gap)
                found.append((at_us, int(levels, 16)))
    return found


def test_why_tells_the_edges_around_a_slap_afterwards() -> None:
    it = unit()
    start_us = it.pico.timer_us
    times = [5_000 + gap for gap in (0, 40, 300, 330, 900, 15_000)]
    for number, at_us in enumerate(times):
        switch(it, PINS[1], at_us, number % 2 == 0)
    switch(it, PINS[3], 7_000, True)
    switch(it, PINS[3], 9_000, False)
    switch(it, PINS[0], 150_000, True)
    it.run_ms(200)
    it.cover()
    slap = next(event for event in it.events() if event[:1] == ["DOWN"])
    it.lines.clear()
    answer = it.ask(f"WHY,{slap[1]}", "OK,WHY")
    for _ in range(6):
        it.cover()
    told = edges_in(it.lines)
    assert len(told) == int(answer[3])
    around = [(round(t_us - start_us), levels) for t_us, levels in told if t_us >= start_us]
    expected = [(5_000, 2), (5_040, 0), (5_300, 2), (5_330, 0), (5_900, 2)]
    expected += [(7_000, 10), (9_000, 2), (20_000, 0)]
    assert [levels for _, levels in around] == [levels for _, levels in expected]
    assert [t for t, _ in around] == pytest.approx([t for t, _ in expected], abs=2)
    assert it.ask("WHY,99", "NO,WHY") == ["NO", "WHY", "fields"]
    it.cover()
    storm_ns = it.pico.now_ns + 1_000_000
    it.pico.switches.play(PINS[2], [(storm_ns + 40_000 * k, k % 2 == 0) for k in range(1_200)])
    it.run_ms(80)
    it.cover()
    assert it.ask(f"WHY,{slap[1]}", "NO,WHY") == ["NO", "WHY", "gone"]


@pytest.mark.parametrize("which", ["kinds", "commands", "keys", "faults"])
def test_hello_tells_by_name_what_the_unit_knows(which: str) -> None:
    it = unit()
    wire: Any = module("wire")
    known = {
        "kinds": {*wire.EVENTS, *wire.REPORTS},
        "commands": {*commands()},
        "keys": {*module("settings").TABLE},
        "faults": {*wire.FAULTS},
    }
    names: list[str] = []
    total = 1
    while len(names) < total:
        answer = it.ask(f"HELLO,1,{which},{len(names)}", "OK,HELLO")
        assert answer[2:4] == [which, str(len(names))]
        total = int(answer[4])
        names += answer[5:]
        it.cover()
    assert len(names) == total and set(names) == known[which]
    assert it.ask("HELLO,1,nothing,0", "NO,HELLO") == ["NO", "HELLO", "fields"]


def test_plain_leds_show_what_the_host_paints() -> None:
    it = unit()
    it.say("LIGHTS,ff0000,000000,00FF00,080808")
    it.run_ms(30)
    assert lit(it) == [True, False, True, False]
    assert it.ask("LIGHTS,ff0000,000000,00ff00", "NO,LIGHTS") == ["NO", "LIGHTS", "fields"]


def test_ws2812_bits_go_out_without_the_cpu_and_under_the_cap() -> None:
    it = configured({"lights": "ws2812", "light_cap_ma": 24})
    it.say("PING,x")
    it.run_ms(400)
    edges: list[tuple[float, bool]] = []
    pin = it.pico.chip.gpio[ALL_PINS["ws2812"]]
    pin.add_listener(lambda *_: edges.append((it.pico.now_ns, bool(pin.output_value))))
    it.say("LIGHTS,ff0000,00ff00,0000ff,000000")
    # the PIO is kept in step as it is around edges
    it.pico.stepper.cover_until(it.pico.now_ns + 12_000_000)
    it.run_ms(12)
    bits = "".join("1" if low - high > 550 else "0" for (high, up), (low, _) in pairwise(edges) if up)
    assert len(bits) % 96 == 0 and bits
    frame = bits[-96:]
    colours = [int(frame[at : at + 24], 2) for at in range(0, 96, 24)]
    # three LEDs of 12 mA would be 36: all dimmed to two thirds; green goes first
    dimmed = 255 * 24 // 36
    assert colours == [dimmed << 8, dimmed << 16, dimmed, 0]


def test_raw_edges_are_those_of_the_contact() -> None:
    it = unit()
    assert it.ask("RAW,1", "OK,RAW")
    it.cover()
    start_us = it.pico.timer_us
    for at_us, closed in ((2_000, True), (2_030, False), (2_090, True), (22_000, False)):
        switch(it, PINS[1], at_us, closed)
    it.run_ms(60)
    seen = []
    for line in [line for line in it.lines if line.startswith("EDGES,")]:
        _, t0, *fields, lost = line.split(",")
        assert lost == "0"
        at_us = int(t0)
        for field in fields:
            levels, gap = field.split(":")
            at_us += int(gap)
            seen.append((round(at_us - start_us), int(levels, 16)))
    assert [levels for _, levels in seen] == [2, 0, 2, 0]
    assert [t for t, _ in seen] == pytest.approx([2_000, 2_030, 2_090, 22_000], abs=2)
    assert it.ask("RAW,0", "OK,RAW")


def test_a_restless_contact_is_chatter_and_does_not_hold_up_the_others() -> None:
    it = unit()
    start_ns = it.pico.now_ns + 1_000_000
    fast = [(start_ns + 25_000 * k, k % 2 == 0) for k in range(6_000)]
    later_ns = [start_ns + 150_000_000 + 2_000_000 * k for k in range(500)]
    slow = [edge for at_ns in later_ns for edge in ((at_ns, True), (at_ns + 50_000, False))]
    it.pico.switches.play(PINS[0], fast + slow)
    it.run_ms(40)
    delays = []
    for paddle in (1, 2, 3):
        it.events()
        t_us = it.press(paddle, 5_000)
        while not (downs := [event for event in it.events() if event[:1] == ["DOWN"]]):
            it.run_ms(0.5)
        delays.append(it.pico.timer_us - t_us)
        assert downs[0][2] == str(paddle)
        assert int(downs[0][3]) == pytest.approx(t_us, abs=2)
        it.run_ms(20)
        it.cover()
    assert it.pico.now_ns < later_ns[0], "in the midst of it"
    assert max(delays) < 5_000, "far less than its lockout, let alone a second"
    it.run_ms(1_000)
    it.cover()
    it.run_ms(200)
    faults = [event[2:] for event in it.events() if event[0] == "FAULT"]
    assert faults == [["0", "chatter"], ["0", "chatter-over"]]


def test_the_second_capture_never_names_a_wrong_order() -> None:
    it = configured({"capture": "irq"})
    hello = it.ask("HELLO,1", "HELLO,")
    assert hello[7] == "irq"
    blind_us = int(hello[9])
    assert blind_us <= 250
    it.cover()
    chance = random.Random(9)
    ties = 0
    for number in range(count(12, 200)):
        order = chance.sample(range(4), 4)
        gap_us = chance.choice([1, 5, 20, 60, 150, 300, 1_000])
        truth = {}
        for place, paddle in enumerate(order):
            at_us = 1_000 + place * gap_us
            truth[paddle] = it.pico.timer_us + at_us
            edges = [(it.pico.now_ns + at_us * 1000.0, True)]
            for _ in range(chance.choice([0, 20, 110])):
                edges.append((edges[-1][0] + chance.uniform(1e3, 6e3), len(edges) % 2 == 0))
            last_ns = edges[-1][0] + 10_000
            if len(edges) % 2 == 0:
                edges.append((last_ns, True))
            edges.append((last_ns + 20e6, False))
            it.pico.switches.play(PINS[paddle], edges)
        it.run_ms(15)
        downs = {int(event[2]): int(event[3]) for event in it.events() if event[0] == "DOWN"}
        assert len(downs) == 4, number
        for one in range(4):
            for other in range(4):
                if truth[one] < truth[other]:
                    assert downs[one] <= downs[other], "a wrong order"
                    if downs[one] == downs[other]:
                        ties += 1
                        assert truth[other] - truth[one] < blind_us
            assert downs[one] - truth[one] < blind_us
        it.cover()
        it.run_ms(110)
        it.cover()
        it.events()
    assert ties, "else the blind time was not met"


def test_the_self_test_finds_the_blind_time_with_a_jig_and_leaves_it_out_without() -> None:
    it = unit()
    it.run_ms(1_100)
    it.cover()
    assert it.ask("SELFTEST", "OK,SELFTEST", 3_000) == ["OK", "SELFTEST", "0"]
    results = dict(line.split(",", 2)[1:] for line in it.lines if line.startswith("TEST,"))
    assert results == {
        "heap": "ok",
        "check": "ok",
        "clock": "ok",
        "ring": "ok",
        "jig": "skipped: none is fitted",
    }
    it.lines.clear()
    Jig(it.pico, ALL_PINS["jig"], PINS)
    it.run_ms(1_100)
    it.cover()
    assert it.ask("SELFTEST", "OK,SELFTEST", 6_000) == ["OK", "SELFTEST", "0"]
    results = dict(line.split(",", 2)[1:] for line in it.lines if line.startswith("TEST,"))
    assert results["jig"] == "ok"
    assert 200 <= int(results["blind_ns"]) <= 1_500
    it.cover()
    it.press(2, 5_000)
    it.run_ms(150)
    assert [event[0] for event in it.events()] == ["DOWN", "UP"], "the unit plays on"


def test_press_pulls_two_jig_outputs_low_in_time_and_says_when() -> None:
    it = unit()
    it.run_ms(1_100)
    it.cover()
    moved: list[tuple[float, int, bool]] = []
    for number, output in enumerate(ALL_PINS["jig"]):
        pin = it.pico.chip.gpio[output]
        pin.add_listener(
            lambda *_, number=number, pin=pin: moved.append((it.pico.timer_us, number, pin.output_enable))
        )
    it.pico.stepper.cover_until(it.pico.chip.clock.nanos + 60_000_000)  # no step of the player is left out
    said = it.ask("PRESS,2,0,1500,4000", "OK,PRESS", 60)
    downs = [(t_us, number) for t_us, number, low in moved if low]
    ups = [(t_us, number) for t_us, number, low in moved if not low]
    assert [number for _, number in downs] == [2, 0]
    assert downs[1][0] - downs[0][0] == pytest.approx(1_500, abs=2)
    assert {number for _, number in ups} >= {0, 2}
    assert max(t_us for t_us, _ in ups) - downs[1][0] == pytest.approx(4_000, abs=2)
    assert int(said[2]) == pytest.approx(downs[0][0], abs=60)
    assert it.ask("PRESS,0,4,0,1000", "NO,PRESS") == ["NO", "PRESS", "fields"]
    assert it.ask("PRESS,0,1,0,100001", "NO,PRESS") == ["NO", "PRESS", "fields"]
    it.cover()
    it.press(2, 5_000)
    it.run_ms(150)
    assert [event[0] for event in it.events()] == ["DOWN", "UP"], "the unit plays on"
    assert it.ask("PRESS,0,1,0,1000", "NO,PRESS") == ["NO", "PRESS", "in play"]
