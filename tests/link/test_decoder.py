"""The decoder: any chunks of any bytes, good lines out, everything else counted and kept apart."""

from __future__ import annotations

import random
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slamomatic.messages import parse
from slamomatic.wire import HOST_LINE_LIMIT, LINE_LIMIT, Decoder, encode


def line(body: bytes, end: bytes = b"\n") -> bytes:
    return b"$%s*%08x" % (body, crc32(body)) + end


BODIES = st.text(
    alphabet=st.characters(min_codepoint=32, max_codepoint=126, exclude_characters="$"),
    max_size=LINE_LIMIT - 10,
).map(str.encode)
GARBAGE = st.one_of(
    st.binary(max_size=300),
    st.sampled_from([b"\n", b"\r\n", b"$", b"*", b">>> ", b"Traceback:\r\n", b"$DOWN,1"]),
    BODIES.map(line),
    BODIES.map(lambda body: line(body)[:-4]),
)


def decode_at_once(data: bytes) -> tuple[list[bytes], tuple[int, ...], list[str]]:
    return decode_in_chunks(data, [len(data)])


def decode_in_chunks(data: bytes, sizes: list[int]) -> tuple[list[bytes], tuple[int, ...], list[str]]:
    decoder = Decoder()
    bodies: list[bytes] = []
    at = 0
    for size in [*sizes, len(data)]:
        bodies += decoder.feed(data[at : at + size])
        at += size
    counts = decoder.counts
    return bodies, (counts.lines, counts.console, counts.damaged, counts.too_long), decoder.take_console()


def test_a_good_line_comes_out_as_its_body() -> None:
    assert Decoder().feed(line(b"DOWN,17,2,1000")) == [b"DOWN,17,2,1000"]


@given(st.lists(BODIES), st.sampled_from([b"\n", b"\r\n"]))
def test_lines_in_are_lines_out_in_order(bodies: list[bytes], end: bytes) -> None:
    decoder = Decoder()
    assert decoder.feed(b"".join(line(body, end) for body in bodies)) == bodies
    assert decoder.counts.lines == len(bodies)
    assert decoder.counts.damaged == decoder.counts.console == decoder.counts.too_long == 0


@settings(max_examples=300)
@given(st.lists(GARBAGE).map(b"".join), st.lists(st.integers(1, 50)))
def test_where_the_bytes_are_cut_makes_no_difference(data: bytes, sizes: list[int]) -> None:
    data += b"\n"
    assert decode_in_chunks(data, sizes) == decode_at_once(data)


@settings(max_examples=300)
@given(st.lists(GARBAGE).map(b"".join))
def test_the_quick_way_and_the_careful_way_agree(data: bytes) -> None:
    data += b"\n"
    careful = Decoder()
    slow = careful._line_by_line(data)
    assert Decoder().feed(data) == slow


@settings(max_examples=300)
@given(st.lists(BODIES, min_size=1, max_size=6), st.data())
def test_a_line_with_any_byte_changed_is_dropped_and_counted(
    bodies: list[bytes], data: st.DataObject
) -> None:
    whole = b"".join(line(body) for body in bodies)
    starts = [sum(len(line(body)) for body in bodies[:index]) for index in range(len(bodies))]
    hit = data.draw(st.integers(0, len(bodies) - 1))
    at = starts[hit] + data.draw(st.integers(1, len(line(bodies[hit])) - 2))
    new = data.draw(st.integers(0, 255).filter(lambda byte: byte != whole[at] and byte not in b"$\n\r"))
    decoder = Decoder()
    got = decoder.feed(whole[:at] + bytes((new,)) + whole[at + 1 :])
    assert got == bodies[:hit] + bodies[hit + 1 :]
    assert decoder.counts.damaged + decoder.counts.too_long == 1


def test_a_dollar_inside_a_line_starts_afresh() -> None:
    decoder = Decoder()
    assert decoder.feed(b"$DOWN,17,2,10" + line(b"DOWN,18,3,1200")) == [b"DOWN,18,3,1200"]
    assert decoder.counts.damaged == 1


def test_a_dollar_in_a_body_is_never_taken_even_with_a_true_check() -> None:
    decoder = Decoder()
    assert decoder.feed(line(b"NO,A$B") * 3) == []
    assert decoder.counts.damaged == 6, "the beginning of each, and what follows its second dollar"


def test_console_text_is_kept_apart_and_the_line_behind_it_is_read() -> None:
    decoder = Decoder()
    data = b"MicroPython v1.25.0\r\nType help\r\n>>> " + line(b"PONG,a,5")
    assert decoder.feed(data) == [b"PONG,a,5"]
    assert decoder.take_console() == ["MicroPython v1.25.0", "Type help", ">>> "]
    assert decoder.counts.damaged == 0


def test_a_prompt_without_line_end_can_be_seen() -> None:
    decoder = Decoder()
    decoder.feed(b"\r\n>>> ")
    assert decoder.rest == b">>> "


def test_a_line_of_just_the_limit_passes_and_one_byte_more_does_not() -> None:
    fits = line(b"x" * (LINE_LIMIT - 10))
    assert len(fits.rstrip()) == LINE_LIMIT
    for end in (b"\n", b"\r\n"):
        decoder = Decoder()
        assert len(decoder.feed(fits.rstrip() + end)) == 1
        assert decoder.feed(line(b"x" * (LINE_LIMIT - 9), end)) == []
        assert decoder.counts.too_long == 1


def test_endless_rubbish_takes_no_memory() -> None:
    decoder = Decoder()
    for piece in (b"$" + b"x" * 1000, b"y" * 1000):
        for _ in range(300):
            decoder.feed(piece)
            assert len(decoder.rest) < 400
    assert decoder.feed(b"\n" + line(b"PONG,a,5")) == [b"PONG,a,5"]
    assert len(decoder.take_console()) <= 200


def test_random_bytes_never_make_an_event() -> None:
    chance = random.Random(4)
    decoder = Decoder()
    for _ in range(200):
        assert decoder.feed(chance.randbytes(1000)) == []


def test_random_wire_characters_never_make_an_event() -> None:
    """Harder than random bytes: rubbish that looks like lines."""
    chance = random.Random(5)
    alphabet = b"$*,\nDOWNUP0123456789abcdef"
    decoder = Decoder()
    for _ in range(200):
        assert decoder.feed(bytes(chance.choices(alphabet, k=1000))) == []


def test_what_the_host_sends_fits_the_unit() -> None:
    assert encode("HELLO,1") == line(b"HELLO,1")
    longest = "LIGHTS,ffffff,ffffff,ffffff,ffffff"
    assert len(encode(longest)) <= HOST_LINE_LIMIT
    with pytest.raises(ValueError, match="too long"):
        encode("x" * HOST_LINE_LIMIT)


@given(st.binary(max_size=110))
def test_no_body_whatever_upsets_the_reading_of_it(body: bytes) -> None:
    parse(body)
    for kind in (b"HELLO,", b"DOWN,", b"EDGES,", b"OK,", b"FAULT,", b"BEAT,"):
        parse(kind + body)
