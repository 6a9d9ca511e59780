"""The unit's half of the wire: lines out, commands in, the replay ring, and what may be out."""

from __future__ import annotations

from array import array
from binascii import crc32
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unit.firmware_source import commands, module

wire: Any = module("wire")

bodies = st.text(st.characters(min_codepoint=32, max_codepoint=126, exclude_characters="$"), max_size=54)
moments = st.tuples(st.integers(0, 10**6), st.integers(0, 10**9 - 1))


def fed(data: bytes) -> list[bytes]:
    """All commands that the unit would take from these bytes."""
    reader = wire.Reader()
    found = []
    for byte in data:
        if reader.feed(byte) and reader.take():
            found.append(reader.body())
    return found


@given(bodies)
def test_a_framed_command_comes_out_as_it_went_in(body: str) -> None:
    assert fed(wire.frame(body.encode())) == [body.encode()]


@settings(max_examples=300)
@given(bodies, st.integers(0, 10**6), st.integers(1, 255))
def test_a_damaged_command_is_never_obeyed(body: str, where: int, damage: int) -> None:
    line = bytearray(wire.frame(body.encode()))
    line[where % (len(line) - 1)] ^= damage
    # what a line feed in its middle leaves over may look like typing, but never like a command
    assert not {one.split(b",")[0].decode() for one in fed(bytes(line))} & set(commands())


@given(bodies, st.integers(1, 200))
def test_a_cut_command_is_never_obeyed(body: str, cut: int) -> None:
    line = wire.frame(body.encode())
    kept = line[: max(1, len(line) - 1 - cut)] + b"\n"
    assert fed(kept) == []
    assert fed(kept[:-1] + line) == [body.encode()], "a `$` starts afresh"


def test_a_person_types_without_dollar_and_check_and_ends_with_return() -> None:
    assert fed(b"GET,hold_us\rPING,x\r\nSAVE\n") == [b"GET,hold_us", b"PING,x", b"", b"SAVE"]


def test_a_machines_line_may_end_with_return_and_line_feed() -> None:
    assert fed(wire.frame(b"SAVE")[:-1] + b"\r\n") == [b"SAVE"]


def test_what_is_too_long_is_dropped_whole() -> None:
    assert fed(b"x" * 65 + b"\n" + wire.frame(b"SAVE")) == [b"SAVE"]
    longest = wire.frame(b"P" * (wire.COMMAND_LIMIT - 10))
    assert fed(longest) == [b"P" * (wire.COMMAND_LIMIT - 10)]
    assert fed(wire.frame(b"P" * (wire.COMMAND_LIMIT - 9))) == []


@given(st.binary(max_size=300))
def test_noise_before_a_command_does_not_spoil_it(noise: bytes) -> None:
    assert fed(noise + wire.frame(b"SAVE"))[-1:] == [b"SAVE"]


@given(st.lists(st.integers(0, 999_999_999), min_size=1, max_size=8))
def test_numbers_are_read_back(values: list[int]) -> None:
    text = ",".join(map(str, values)).encode()
    out = array("i", [0] * 8)
    assert wire.numbers(bytearray(text), 0, len(text), out) == len(values)
    assert list(out[: len(values)]) == values


@pytest.mark.parametrize("text", [b"", b",", b"1,", b"-1", b"1a", b"1234567890", b"1 ", b"1,2,3,4,5,6,7,8,9"])
def test_what_is_no_number_is_refused(text: bytes) -> None:
    assert wire.numbers(bytearray(text), 0, len(text), array("i", [0] * 8)) == -1


@given(st.lists(st.integers(0, 0xFFFFFF), min_size=1, max_size=8), st.booleans())
def test_colours_are_read_back(values: list[int], upper: bool) -> None:
    text = ",".join(f"{value:06x}" for value in values)
    text = text.upper() if upper else text
    out = array("i", [0] * 8)
    assert wire.colours(bytearray(text.encode()), 0, len(text), out) == len(values)
    assert list(out[: len(values)]) == values


@pytest.mark.parametrize(
    "text", [b"", b"12345", b"1234567", b"12345g", b"12345@", b"12345`", b"-12345", b"1_2345"]
)
def test_what_is_no_colour_is_refused(text: bytes) -> None:
    assert wire.colours(bytearray(text), 0, len(text), array("i", [0] * 8)) == -1


def test_an_overrun_says_which_check_saw_it() -> None:
    debounce: Any = module("debounce")
    overrun = wire.FAULTS.index("overrun")
    for check, name in ((debounce.SPOILED, "spoiled"), (debounce.LAPPED, "lapped")):
        body = wire.fault_body(7, wire.NOBODY, overrun | check << 8)
        assert body == b"FAULT,7,-,overrun,%s" % name.encode()


def test_the_table_of_the_check_is_crc32() -> None:
    crc = 0xFFFFFFFF
    for byte in b"123456789":
        crc = (crc >> 8) ^ wire.CRC_TABLE[(crc ^ byte) & 255]
    assert crc ^ 0xFFFFFFFF == crc32(b"123456789")


def test_the_ring_keeps_the_last_512_events_under_their_numbers() -> None:
    ring = wire.Ring()
    for k in range(1, 1001):
        ring.put(wire.DOWN, k % 4, 0, k * 1000, 0)
    assert (ring.oldest, ring.next) == (489, 1001)
    assert ring.time(489) == (0, 489_000)
    assert ring.time(1000) == (0, 1_000_000)
    ring.put(wire.FAULT, 2, 0, 1, wire.FAULTS.index("stuck"))
    assert ring.fault(1001) == b"FAULT,1001,2,stuck"


def test_what_nothing_covers_stops_at_200_bytes() -> None:
    ring = wire.Ring()
    for _ in range(10):
        ring.put(wire.DOWN, 0, 0, 1, 0)
    sent = 0
    while ring.room(30):
        sent += 1
        ring.leave(sent, 30)
    assert sent == 6
    ring.ack(4)
    assert ring.room(140) and not ring.room(141)
    ring.ack(2)  # an older one changes nothing
    assert ring.room(140) and not ring.room(141)
    ring.ack(9)  # not sent yet: nobody can have read it
    assert not ring.room(141)


def test_a_ping_proves_that_the_pong_before_was_read() -> None:
    ring = wire.Ring()
    ring.ping()
    ring.wrote(100)
    ring.pong_left()
    ring.wrote(60)
    assert not ring.room(41)
    ring.ping()
    assert ring.room(140) and not ring.room(141)
    ring.ping()  # a second one without a PONG between proves nothing
    assert not ring.room(141)
    ring.cover_all()
    assert ring.room(200)


@given(st.lists(st.integers(1, 200), max_size=60))
def test_the_byte_counters_run_over_unharmed(portions: list[int]) -> None:
    ring = wire.Ring()
    ring.words[wire.TOTAL] = ring.words[wire.COVERED] = 0xFFFFFFF - 500
    out = 0
    for number, portion in enumerate(portions):
        if ring.room(portion):
            ring.wrote(portion)
            out += portion
        else:
            assert out + portion > 200
            ring.cover_all()
            out = 0
        assert out <= 200, number
