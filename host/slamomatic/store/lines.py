"""A journal's line: checked by a CRC, so that a torn or damaged one is seen and never obeyed. Pure."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Entry = dict[str, Any]


def encode(entry: Mapping[str, Any]) -> bytes:
    """One line: crc32 of the JSON text in eight hex digits, a space, the text, a newline."""
    text = json.dumps(entry, separators=(",", ":"), ensure_ascii=True).encode()
    return b"%08x %s\n" % (zlib.crc32(text), text)


def decode(line: bytes) -> Entry | None:
    """The entry of one line (with or without its newline), or None if a byte of it is wrong."""
    check, space, text = line.rstrip(b"\n").partition(b" ")
    if len(check) != 8 or space != b" ":
        return None
    if check != b"%08x" % zlib.crc32(text):
        return None
    try:
        entry = json.loads(text)
    except ValueError:
        return None
    return entry if isinstance(entry, dict) else None


@dataclass(frozen=True, slots=True)
class Contents:
    """What a journal holds: its good entries from the start, and how many bytes they fill."""

    entries: list[Entry]
    good_bytes: int
    dropped_bytes: int
    newline_missing: bool


def read(data: bytes) -> Contents:
    """Every entry up to the first bad line: what follows that one can't be trusted to fit."""
    entries: list[Entry] = []
    at = 0
    while at < len(data):
        end = data.find(b"\n", at)
        stop = len(data) if end < 0 else end + 1
        entry = decode(data[at:stop])
        if entry is None:
            break
        entries.append(entry)
        at = stop
    # A cut between a line and its newline has lost nothing: the check says that the line is whole.
    return Contents(entries, at, len(data) - at, bool(entries) and not data[:at].endswith(b"\n"))
