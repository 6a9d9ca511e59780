"""The lines of a journal, read back: each is checked, numbered and chained to the one before. Pure.

Damage fails the check; a line that is missing, doubled or out of place does not continue the chain. Lines of
the first edition are `check text`: they are still read, and can be continued with chained ones.
"""

import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from slamomatic.store.journal import BOOT, CLOSED, START, Chain, Entry, is_event

CHAINED = re.compile(rb"([0-9a-f]{8}) (([0-9a-f]{8}) (0|[1-9][0-9]{0,9}) (.+))", re.DOTALL)
NUMBERED = re.compile(rb"[0-9a-f]{8} [0-9a-f]{8} ([0-9]{1,10}) ")
FIRST_EDITION = re.compile(rb"([0-9a-f]{8}) (\{.*)", re.DOTALL)


class Line(NamedTuple):
    """One line that is whole; `previous` is None in a line of the first edition."""

    chain: Chain
    previous: int | None
    entry: Entry | None  # None: the line says that the journal was closed


class Loss(NamedTuple):
    """How many events the dropped part of a journal held. Not exact: there may have been more."""

    events: int
    exact: bool


@dataclass(frozen=True, slots=True)
class Contents:
    """What a journal holds up to its first bad line, and what that cost."""

    entries: list[Entry]
    good_bytes: int
    newline_missing: bool
    chain: Chain
    lost: Loss | None  # None: nothing was dropped
    boot: str | None  # the start of the computer it was last opened in; None: closed, or never said


def decode(line: bytes) -> Line | None:
    """Return what a line says, or None if a byte of it is wrong. Its place in the chain isn't checked."""
    line = line.removesuffix(b"\n")
    found = CHAINED.fullmatch(line)
    if found is not None:
        check, rest, previous, events, text = found.groups()
    elif (found := FIRST_EDITION.fullmatch(line)) is not None:
        check, rest = found.groups()
        previous, events, text = None, b"0", rest
    if found is None or check != b"%08x" % zlib.crc32(rest):
        return None
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict) and said != CLOSED:
        return None
    chain = Chain(int(check, 16), int(events))
    return Line(chain, None if previous is None else int(previous, 16), None if said == CLOSED else said)


def read(data: bytes) -> Contents:
    """Return every entry up to the first line that is damaged or out of place."""
    entries: list[Entry] = []
    boot: str | None = None
    chain, chained = START, False
    at = 0
    for piece in _pieces(data):
        line = decode(piece)
        if line is None or (line.previous is None and chained):
            break
        after = _after(line, chain)
        chained = line.previous is not None
        if chained and (line.previous, line.chain) != (chain.check, after):
            break
        if line.entry is None:
            boot = None
        else:
            boot = line.entry.pop(BOOT, boot)
            entries.append(line.entry)
        chain = after
        at += len(piece)
    # A cut between a line and its newline has lost nothing: the check says that the line is whole.
    missing = at > 0 and not data[:at].endswith(b"\n")
    lost = _lost_from(data[at:], chain) if at < len(data) else None
    return Contents(entries, at, missing, chain, lost, boot)


def _after(line: Line, chain: Chain) -> Chain:
    """The chain after this line, if it stands at its place."""
    check = line.chain.check
    if line.previous is None:  # it does not cover the lines before it, so that is done here
        check = zlib.crc32(b"%08x" % check, chain.check)
    return Chain(check, chain.events + is_event(line.entry))


def _lost_from(dropped: bytes, chain: Chain) -> Loss:
    """How many events a dropped part held: by its own numbers as far as they can be read."""
    last, since, exact = chain.events, 0, False
    for piece in _pieces(dropped):
        line = decode(piece)
        if line is None:
            since += _was_event(piece, last + since + 1)
        elif line.previous is None:
            since += is_event(line.entry)
        elif line.chain.events >= last:
            last, since = line.chain.events, 0
            exact = line.entry is None
    return Loss(last - chain.events + since, exact and since == 0)


def _was_event(piece: bytes, number: int) -> bool:
    """Whether an unreadable line was this event, as far as it shows. Too few are better than too many."""
    begins = NUMBERED.match(piece)
    return begins is not None and int(begins[1]) == number


def _pieces(data: bytes) -> Iterator[bytes]:
    at = 0
    while at < len(data):
        end = data.find(b"\n", at)
        stop = len(data) if end < 0 else end + 1
        yield data[at:stop]
        at = stop
