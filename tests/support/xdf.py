"""Records LSL streams into an XDF file, as LabRecorder does: headers, samples, clock offsets, footers."""

from __future__ import annotations

import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FIND_WITHIN_S = CORRECT_WITHIN_S = 300.0  # a guard against hanging, not a measure
OFFSET_EVERY_S = 1.0
PULL_EVERY_S = 0.02
MAGIC = b"XDF:"
FILE_HEADER, STREAM_HEADER, SAMPLES, CLOCK_OFFSET, STREAM_FOOTER = 1, 2, 3, 4, 6


@dataclass
class Recorded:
    """One stream as it came in."""

    inlet: Any
    xml: str
    numeric: bool
    samples: list[tuple[float, list[Any]]] = field(default_factory=list)
    offsets: list[tuple[float, float]] = field(default_factory=list)  # (when by our clock, how much)


class Recording:
    """Inlets on the streams with these source ids; `pull` takes what has come."""

    def __init__(self, lsl: Any, source_ids: list[str]) -> None:
        self._lsl = lsl
        self._offset_due_s = 0.0
        self.streams: list[Recorded] = []
        for source_id in source_ids:
            found = lsl.resolve_byprop("source_id", source_id, 1, FIND_WITHIN_S)
            assert found, f"no stream {source_id} on this network"
            inlet = lsl.StreamInlet(found[0])
            inlet.open_stream(FIND_WITHIN_S)
            info = inlet.info(FIND_WITHIN_S)
            numeric = info.channel_format() == lsl.cf_double64
            self.streams.append(Recorded(inlet, info.as_xml(), numeric))

    def pull(self) -> None:
        for stream in self.streams:
            values, stamps = stream.inlet.pull_chunk(0.0, 4096)
            stream.samples += zip(stamps, values, strict=True)
        now_s = self._lsl.local_clock()
        if now_s >= self._offset_due_s:
            self._offset_due_s = now_s + OFFSET_EVERY_S
            for stream in self.streams:
                offset_s = stream.inlet.time_correction(CORRECT_WITHIN_S)
                stream.offsets.append((self._lsl.local_clock(), offset_s))

    @contextmanager
    def running(self) -> Iterator[None]:
        """Pulls in a thread of its own until all is over."""
        stopping = threading.Event()

        def run() -> None:
            while not stopping.wait(PULL_EVERY_S):
                self.pull()
            self.pull()

        thread = threading.Thread(target=run, name="recorder", daemon=True)
        thread.start()
        try:
            yield
        finally:
            stopping.set()
            thread.join()

    def count(self) -> int:
        return sum(len(stream.samples) for stream in self.streams if stream.numeric)

    def save(self, path: Path) -> None:
        chunks = [_chunk(FILE_HEADER, b'<?xml version="1.0"?><info><version>1.0</version></info>')]
        for number, stream in enumerate(self.streams, start=1):
            chunks.append(_of_stream(STREAM_HEADER, number, stream.xml.encode()))
        for number, stream in enumerate(self.streams, start=1):
            samples = b"".join(_sample(stamp_s, values) for stamp_s, values in stream.samples)
            chunks.append(_of_stream(SAMPLES, number, b"\x04", _u32(len(stream.samples)), samples))
            for at_s, offset_s in stream.offsets:
                # By the stream's own clock, as LabRecorder says when it was.
                chunks.append(_of_stream(CLOCK_OFFSET, number, struct.pack("<dd", at_s - offset_s, offset_s)))
            footer = f"<info><sample_count>{len(stream.samples)}</sample_count></info>"
            chunks.append(_of_stream(STREAM_FOOTER, number, footer.encode()))
        path.write_bytes(MAGIC + b"".join(chunks))


def _chunk(tag: int, *content: bytes) -> bytes:
    body = struct.pack("<H", tag) + b"".join(content)
    return b"\x04" + _u32(len(body)) + body


def _of_stream(tag: int, number: int, *content: bytes) -> bytes:
    return _chunk(tag, _u32(number), *content)


def _sample(stamp_s: float, values: list[Any]) -> bytes:
    return b"\x08" + struct.pack("<d", stamp_s) + b"".join(_value(value) for value in values)


def _value(value: Any) -> bytes:
    if isinstance(value, str):
        said = value.encode()
        return b"\x04" + _u32(len(said)) + said
    return struct.pack("<d", value)


def _u32(number: int) -> bytes:
    return struct.pack("<I", number)
