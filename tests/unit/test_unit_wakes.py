"""An input just as the unit goes to sleep does not wait for the next tick."""

from __future__ import annotations

import pytest

from slamomatic.emulator.usb import bus_ns
from support.length import count
from unit.emulated import Unit, frame, unit

pytestmark = pytest.mark.emulator

AIMED = count(24, 140)
SPAN_US = 44  # before the sleep
REST_MS = 2_500  # by then the unit has collected and counted its memory, which takes it 27 ms
PROMPT_US = 8_000  # a tick later it would be ten


def asleep(it: Unit) -> bool:
    return bool(it.pico.chip.core.waiting)


def sleep_to_its_end(it: Unit) -> None:
    """Run from alarm to alarm of the chip: nothing else ends a sleep."""
    clock = it.pico.chip.clock
    while asleep(it):
        it.pico.run_us(max(1, (min(clock.due_ns.values()) - clock.nanos) / 1000))


def awake_us(it: Unit) -> float:
    """Run to the end of a sleep that follows an ordinary tick; how long the one before kept it awake."""
    spans = []
    for _ in range(3):
        while not asleep(it):
            it.pico.run_us(1)
        sleep_to_its_end(it)
        woke_us = it.pico.now_us
        while not asleep(it):
            it.pico.run_us(1)
        spans.append(it.pico.now_us - woke_us)
    sleep_to_its_end(it)
    return sorted(spans)[1]


def test_a_question_just_before_the_sleep_is_answered_at_once() -> None:
    it = unit()
    it.run_ms(REST_MS)
    late = []
    question = frame("PING,w")
    for number in range(AIMED):
        sleep_in_us = awake_us(it)
        before_us = number * SPAN_US / AIMED
        it.pico.run_us(sleep_in_us - before_us - bus_ns(len(question)) / 1000)
        asked_us = it.pico.now_us
        it.host.write(question)
        while not any(line.startswith("PONG,w") for line in it.lines):
            it.run_ms(0.2)
            assert it.pico.now_us - asked_us < 60_000
        if it.pico.now_us - asked_us > PROMPT_US:
            late.append(round(before_us, 1))
        it.lines.clear()
        it.cover()
    assert not late, f"late when this long before the sleep, in us: {late}"


def test_a_slap_on_its_way_is_sent_on_just_before_the_sleep() -> None:
    """The packet before it arrives at that moment: the slap's has to be handed to the wire then."""
    it = unit()
    it.run_ms(REST_MS)
    late = []
    for number in range(AIMED):
        it.host.reading = False
        it.say("PING,first")
        it.run_ms(9)
        it.press(number % 4, 300)
        it.run_ms(14)  # the slap's line waits behind the answer
        before_us = number * SPAN_US / AIMED
        sleep_in_us = awake_us(it)
        length = len(frame(f"PONG,first,{it.pico.timer_us:.0f},10,{it.pico.timer_us:.0f}"))
        it.pico.run_us(sleep_in_us - before_us - bus_ns(length) / 1000)
        fetched_us = it.pico.now_us
        it.host.reading = True
        while not it.events():
            it.run_ms(0.2)
            assert it.pico.now_us - fetched_us < 60_000
        if it.pico.now_us - fetched_us > PROMPT_US:
            late.append(round(before_us, 1))
        it.run_ms(100)
        it.cover()
        it.lines.clear()
    assert not late, f"late when this long before the sleep, in us: {late}"
