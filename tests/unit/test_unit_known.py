"""BEAT and PONG say up to when every first edge has its number; DOWN says when it may have begun later."""

from __future__ import annotations

import random

import pytest

from support.length import count
from unit.emulated import PINS, Unit, unit

pytestmark = pytest.mark.emulator

ROUNDS = count(10, 400)


def ping(it: Unit, token: str = "k") -> tuple[int, int, int]:
    """The PONG's t_us, next seq and known_us."""
    fields = it.ask(f"PING,{token}", "PONG,")
    return int(fields[2]), int(fields[3]), int(fields[4])


def test_a_unit_at_rest_knows_everything_up_to_the_question() -> None:
    it = unit()
    t_us, next_seq, known_us = ping(it)
    assert t_us <= known_us <= it.pico.timer_us
    it.press(1, 2_000)
    it.run_ms(120)
    assert ping(it)[1] == next_seq + 2
    it.cover()
    beat = it.wait_for("BEAT,", 1_500)
    assert int(beat[2]) == next_seq + 2
    assert 0 <= int(beat[1]) - int(beat[7]) <= 1_000


def test_no_slap_comes_that_was_said_not_to_come_any_more() -> None:
    """Questions at any moment of a race of bouncing slaps: what is known stays true."""
    it = unit()
    chance = random.Random(21)
    told = []
    seen: dict[int, list[str]] = {}
    for _ in range(ROUNDS):
        for pin in chance.sample(PINS, 3):
            at_ns = it.pico.now_ns + chance.uniform(0.2e6, 6e6)
            edges = [(at_ns, True)]
            for _ in range(2 * chance.randrange(0, 6)):
                at_ns += chance.choice([2e4, 9e4, 3e5, 9e5])
                edges.append((at_ns, len(edges) % 2 == 0))
            it.pico.switches.play(pin, [*edges, (at_ns + 15e6, False)])
        for _ in range(6):
            it.run_ms(chance.uniform(0.1, 2))
            told.append(ping(it, "t"))
            it.cover()
        it.run_ms(90)
        it.cover()
        for event in it.events():
            seen[int(event[1])] = event
    assert len([event for event in seen.values() if event[0] == "DOWN"]) > 2 * ROUNDS
    assert [known for *_, known in told] == sorted(known for *_, known in told)
    for _, next_seq, known_us in told:
        for seq, event in seen.items():
            if event[0] == "DOWN" and seq >= next_seq:
                assert int(event[3]) > known_us, (event, next_seq, known_us)


@pytest.mark.parametrize(("spike_us", "open_us"), [(30, 900), (60, 400)])
def test_a_slap_shortly_after_a_spike_says_both_its_times(spike_us: int, open_us: int) -> None:
    it = unit()
    start_ns = it.pico.now_ns + 3_000_000
    start_us = it.pico.timer_us + 3_000
    true_ns = start_ns + (spike_us + open_us) * 1_000
    edges = [(start_ns, True), (start_ns + spike_us * 1_000, False), (true_ns, True), (true_ns + 3e7, False)]
    it.pico.switches.play(PINS[2], edges)
    it.run_ms(20)
    (down,) = it.events()
    assert int(down[3]) == pytest.approx(start_us, abs=2)
    later_us = spike_us + open_us if open_us > 650 else 0
    assert int(down[4]) == pytest.approx(later_us, abs=2)
