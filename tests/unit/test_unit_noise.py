"""Nonsense into the unit's port: it still answers, and only what was asked for has changed."""

from __future__ import annotations

import random
from typing import Any

import pytest

from support.length import count
from unit.emulated import Unit, frame, unit
from unit.firmware_source import module

pytestmark = pytest.mark.emulator

BYTES = count(1_800, 8_000)
COMMANDS = ["SAVE", "FACTORY", "RESET", "SET,hold_us,7", "SET,capture,irq", "SELFTEST", "RAW,1", "SINCE,1"]


def all_settings(it: Unit) -> list[str]:
    table: Any = module("settings")
    return [",".join(it.ask(f"GET,{key}", "OK,GET,")) for key in table.TABLE]


def test_random_and_cut_bytes_change_nothing() -> None:
    it = unit()
    it.press(1, 1_000)
    it.run_ms(100)
    before = it.ask("HELLO,1", "HELLO,")
    known = all_settings(it)
    files = it.pico.files
    chance = random.Random(11)
    noise = b""
    while len(noise) < BYTES:
        if chance.random() < 0.3:
            line = bytearray(frame(chance.choice(COMMANDS)))
            if chance.random() < 0.5:
                line = line[: chance.randrange(1, len(line) - 1)]
            else:
                line[chance.randrange(1, len(line) - 1)] ^= chance.choice([1, 2, 4, 64, 128])
            noise += bytes(line) + chance.choice([b"", b"\n"])
        else:
            noise += chance.randbytes(chance.randrange(1, 60))
    noise = noise.replace(b"\x03", b"\x83")[:BYTES]
    for at in range(0, len(noise), 500):
        it.host.write(noise[at : at + 500])
        it.run_ms(30)
        it.lines.clear()
    while it.host.unsent:
        it.run_ms(20)
    it.host.write(b"\n")
    it.run_ms(150)
    it.lines.clear()
    after = it.ask("HELLO,1", "HELLO,")
    assert after == before, "the same boot, the same numbers"
    assert all_settings(it) == known
    assert it.pico.files == files
    it.press(2, 1_000)
    it.run_ms(100)
    assert [(event[0], event[2]) for event in it.events()] == [("DOWN", "2"), ("UP", "2")]
    it.interrupt()
