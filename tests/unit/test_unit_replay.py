"""A host that does not read: nothing blocks, nothing is lost."""

from __future__ import annotations

import pytest

from support.length import count
from unit.emulated import unit
from unit.firmware_source import module

pytestmark = pytest.mark.emulator

SLAPS = count(30, 200)
KEPT: int = module("wire").KEPT
STALL_MS = count(1_300, 10_000)


def near(stamp_us: int, true_us: float) -> int:
    """The true time rounded, if the stamp is within the microsecond that a look takes."""
    return round(true_us) if abs(stamp_us - true_us) <= 2 else stamp_us


def test_slaps_while_the_host_does_not_read_are_all_there_afterwards() -> None:
    it = unit()
    it.wait_for("BEAT,", 1_500)  # its worst loop so far is told and forgotten with this line
    it.host.reading = False
    truth = [
        (number % 4, it.press(number % 4, 5_000 + number * (STALL_MS - 200) * 1000 / SLAPS, 20_000))
        for number in range(SLAPS)
    ]
    it.run_ms(STALL_MS)
    it.host.reading = True
    got: dict[int, list[str]] = {}
    it.run_ms(5)
    it.say("SINCE,1")
    answer = f"OK,SINCE,1,{2 * SLAPS}"
    order: list[int] = []
    for _ in range(8 * SLAPS):  # it comes in portions of 200 bytes
        it.run_ms(4)
        if answer in it.lines:
            del it.lines[: it.lines.index(answer) + 1]
            answer = ""
        if answer:
            continue
        for event in it.events():
            order.append(int(event[1]))
            got[int(event[1])] = event
            it.host.write(b"\n")  # each line is covered, as a host does
        if len(got) == 2 * SLAPS:
            break
    assert order == list(range(1, 2 * SLAPS + 1)), "each once, in order"
    downs = [event for event in got.values() if event[0] == "DOWN"]
    assert [
        (int(event[2]), near(int(event[3]), t_us)) for event, (_, t_us) in zip(downs, truth, strict=True)
    ] == [(paddle, round(t_us)) for paddle, t_us in truth]
    it.ask("HELLO,1", "HELLO,")
    worst_us = int(it.wait_for("BEAT,", 1_500)[6])
    assert worst_us <= 5_000, "no write waited for the host"


def test_what_the_ring_no_longer_has_is_said_to_be_gone() -> None:
    it = unit()
    assert it.ask("SET,lockout_ms,20", "OK,SET")  # so that it takes half as long
    it.cover()
    it.host.reading = False
    slaps = 265
    for number in range(slaps):
        it.press(number % 4, 2_000 + number * 12_500, 8_000)
    it.run_ms(slaps * 12.5 + 200)
    it.host.reading = True
    it.run_ms(20)
    it.say("HELLO,1")
    oldest = 2 * slaps + 1 - KEPT
    assert it.wait_for("GONE,") == ["GONE", str(oldest)], "what could not leave in time"
    it.lines.clear()
    assert it.ask("SINCE,1", "GONE,") == ["GONE", str(oldest)]
