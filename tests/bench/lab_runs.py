"""Slaps of two units whose crystals are wrong, through LSL into an XDF recording and out of it again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from slamomatic.bench.lab.clock import read_bracket
from slamomatic.bench.lab.streaming import Streaming
from slamomatic.units.base import now_us
from slamomatic.units.merge import Units
from slamomatic.units.open import open_unit
from slamomatic.units.serial_unit import SerialUnit
from slamomatic.units.sources import OnePort
from support.fake_unit import FakeUnit
from support.lab import lab_library
from support.xdf import Recording

DRIFTS_PPM = (100.0, -100.0)
GAP_S = 0.008
SETTLED_S = 0.3
PATIENCE_S = 300.0
NARROW_US = 4.0
TRIES = 1000


@dataclass(frozen=True, slots=True)
class Slap:
    """One slap: what was true, and what the XDF says."""

    true_us: float  # on LSL's clock
    unsure_us: float  # how well that is known here
    device_us: int  # the unit's own stamp as it gave it
    device_read_us: float
    bound_us: float
    stamp_us: float  # as it was sent
    synchronised_us: float  # after pyxdf has corrected the clocks

    @property
    def device_exact(self) -> bool:
        return abs(self.device_read_us - self.device_us) <= 1

    @property
    def off_us(self) -> float:
        return max(0.0, abs(self.stamp_us - self.true_us) - self.unsure_us)

    @property
    def inside(self) -> bool:
        return self.off_us <= self.bound_us

    @property
    def inside_synchronised(self) -> bool:
        return abs(self.synchronised_us - self.true_us) - self.unsure_us <= self.bound_us

    @property
    def share(self) -> float:
        """How much of its bound was needed."""
        return self.off_us / self.bound_us


@dataclass(frozen=True, slots=True)
class Truth:
    """When a slap truly was, on LSL's clock, and how well this is known."""

    at_us: float
    unsure_us: float


def true_moment(lsl: Any, slap: Callable[[], int]) -> tuple[Truth, int]:
    """Slap; the host's time that `slap` returns, put on LSL's clock between two narrow brackets."""
    before = _narrow_bracket(lsl)
    host_us = slap()
    after = _narrow_bracket(lsl)
    low = min(early - at_us - 1 for early, at_us, _ in (before, after))
    high = max(late - at_us for _, at_us, late in (before, after))
    return Truth(host_us + (low + high) / 2, (high - low) / 2), host_us


def _narrow_bracket(lsl: Any) -> tuple[float, int, float]:
    """Tried again while this program was interrupted in it."""
    best = read_bracket(now_us, lsl.local_clock)
    for _ in range(TRIES):
        if best[2] - best[0] <= NARROW_US:
            break
        best = min(best, read_bracket(now_us, lsl.local_clock), key=lambda one: one[2] - one[0])
    return best


@contextmanager
def drifting(folder: Path) -> Iterator[tuple[list[FakeUnit], Units]]:
    """Units whose crystals are wrong, each in its own way, and the host's side of them."""
    ids = [f"e66148{number:010d}" for number in range(len(DRIFTS_PPM))]
    fakes = [
        FakeUnit(folder, now_us, unit_id, drift_ppm=ppm) for unit_id, ppm in zip(ids, DRIFTS_PPM, strict=True)
    ]
    units = Units([SerialUnit(OnePort(str(fake.port)), clock=now_us) for fake in fakes])
    units.start()
    try:
        yield fakes, units
    finally:
        units.stop()
        for fake in fakes:
            fake.stop()


@contextmanager
def recorded(lsl: Any, units: Units, count: int) -> Iterator[tuple[Streaming, Recording]]:
    """The units' streams, and a recorder that listens to them."""
    streaming = Streaming(lsl, units, "Slam-O-Matic", now_us, keys=True)
    _until(lambda: len(streaming.streams) == count, streaming)
    recording = Recording(lsl, [f"slamomatic-{state.unit_id}-slaps" for state in units.states()])
    with recording.running():
        _until(lambda: all(streams.heard for streams in streaming.streams.values()), streaming)
        yield streaming, recording


def _until(done: Callable[[], bool], streaming: Streaming) -> None:
    ends_s = time.monotonic() + PATIENCE_S
    while not done():
        assert time.monotonic() < ends_s, "nothing came"
        streaming.pump()
        time.sleep(0.001)


def _pause(streaming: Streaming, seconds: float) -> None:
    ends_s = time.monotonic() + seconds
    while time.monotonic() < ends_s:
        streaming.pump()
        time.sleep(0.001)


def drifting_slaps(folder: Path, slaps: int, xdf: Path) -> list[Slap]:
    """So many slaps of two drifting units, into `xdf` and out of it again."""
    lsl = lab_library(folder)
    chance = Random(18)
    truths: list[list[tuple[Truth, int]]] = [[] for _ in DRIFTS_PPM]
    with drifting(folder) as (fakes, units), recorded(lsl, units, len(fakes)) as (streaming, recording):
        _pause(streaming, SETTLED_S)
        for _ in range(slaps):
            number = chance.randrange(len(fakes))
            told: list[int] = []

            def slap(fake: FakeUnit = fakes[number], told: list[int] = told) -> int:
                one = fake.slap(chance.randrange(4))
                told.append(one.unit_us)
                return one.host_us

            truth, _ = true_moment(lsl, slap)
            truths[number].append((truth, told[0]))
            _pause(streaming, GAP_S * chance.random() * 2)
        _until(lambda: recording.count() >= slaps, streaming)
    recording.save(xdf)
    return [slap for number, true in enumerate(truths) for slap in _read(xdf, f"{number:010d}"[-4:], true)]


def emulated_slaps(folder: Path, slaps: int, xdf: Path) -> list[Slap]:
    """Press the emulated Pico's paddles with keys, and return the slaps. Their bound is that of keys."""
    lsl = lab_library(folder)
    units = open_unit("emulated")
    units.start()
    truths: list[tuple[Truth, int]] = []
    try:
        with recorded(lsl, units, 1) as (streaming, recording):
            keys = units.keyboard
            assert keys is not None
            for number in range(slaps):

                def press(paddle: int = number % 4) -> int:
                    pressed_us = now_us()
                    keys.key(paddle, True, pressed_us)
                    return pressed_us

                truth, _ = true_moment(lsl, press)
                _until(lambda number=number: len(streaming.sent) > number, streaming)  # type: ignore[misc]
                truths.append((truth, streaming.sent[-1].device_us))
                keys.key(number % 4, False)
                _pause(streaming, 0.2)
            _until(lambda: recording.count() >= slaps, streaming)
    finally:
        units.stop()
    recording.save(xdf)
    return _read(xdf, "", truths)


def _read(xdf: Path, ending: str, truths: list[tuple[Truth, int]]) -> list[Slap]:
    import pyxdf

    raw, synchronised = (
        _stream(pyxdf.load_xdf(xdf, synchronize_clocks=way)[0], ending) for way in (False, True)
    )
    assert len(raw["time_stamps"]) == len(truths)
    return [
        Slap(
            truth.at_us,
            truth.unsure_us,
            device_us,
            float(values[1]),
            float(values[2]),
            float(sent_s) * 1e6,
            float(synchronised_s) * 1e6,
        )
        for (truth, device_us), values, sent_s, synchronised_s in zip(
            truths, raw["time_series"], raw["time_stamps"], synchronised["time_stamps"], strict=True
        )
    ]


def _stream(streams: list[dict[str, Any]], ending: str) -> dict[str, Any]:
    """The slaps of the unit whose name ends so."""
    named = {stream["info"]["name"][0]: stream for stream in streams}
    (name,) = [one for one in named if one.endswith(ending)]
    return named[name]


def told(title: str, slaps: list[Slap]) -> str:
    bounds = sorted(slap.bound_us for slap in slaps)
    shift_us = max(abs(slap.synchronised_us - slap.stamp_us) for slap in slaps)
    lines = [
        f"{title}: {len(slaps)} slaps",
        f"  device stamps exact to 1 us: {sum(slap.device_exact for slap in slaps)}",
        f"  inside their bound as sent: {sum(slap.inside for slap in slaps)}",
        f"  and as pyxdf synchronises them, by up to {shift_us:.0f} us: "
        f"{sum(slap.inside_synchronised for slap in slaps)}",
        f"  bound: median {bounds[len(bounds) // 2]:.0f} us, largest {bounds[-1]:.0f} us",
        f"  farthest off {max(slap.off_us for slap in slaps):.0f} us; at most "
        f"{max(slap.share for slap in slaps):.0%} of a bound was needed",
        f"  the truth is known to {max(slap.unsure_us for slap in slaps):.1f} us",
    ]
    return "\n".join(lines)
