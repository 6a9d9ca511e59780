"""The guided run of a recording at a port: what a person is told, and what counts when they stop."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast
from zlib import crc32

import pytest

from recorded.figures import run_figures
from slamomatic import messages as m
from slamomatic.bench.recording import run as unit_run
from slamomatic.bench.recording.raw import Raw
from slamomatic.bench.recording.run import NO_HANDS, NO_JIG, STOPPED, Amounts, UnitRun
from slamomatic.bench.result import Measured
from slamomatic.bench.stand import PortStand, Stand

READ_US = 1_000.0
TELLS_AFTER_US = 500.0
AHEAD_US = 7_000_000  # the unit was switched on so much earlier


class AtAPort(Stand):
    """A unit without a jig. `hand` says when it is slapped; it tells each slap half a millisecond later."""

    def __init__(self, hand: Callable[[int], bool] = lambda second: False, stops_at_us: float = 1e12) -> None:
        super().__init__()
        self._hand, self._stops_at_us = hand, stops_at_us
        self._at_us = 0.0
        self._second = self._seq = 0
        self._out: list[str] = []

    @property
    def measured(self) -> Measured:
        return Measured("unit")

    def now_us(self) -> float:
        return self._at_us

    def _unit_us(self) -> int:
        return int(self._at_us) + AHEAD_US

    def write(self, data: bytes) -> None:
        body = data.decode().strip().strip("$").split("*")[0]
        kind, *fields = body.split(",")
        if kind == "HELLO":
            self._out.append(
                f"HELLO,1,0.2.0,1.26.1,e6614864d3123456,0badcafe,4,pio,1,1,100,25001,1,{self._seq + 1}"
            )
        elif kind == "GET":
            self._out.append(f"OK,GET,{fields[0]},{ {'hold_us': 100, 'lockout_ms': 50}[fields[0]] }")
        elif kind == "RAW":
            self._out.append(f"OK,RAW,{fields[0]}")
        elif kind == "PING":
            self._out.append(f"PONG,{fields[0]},{self._unit_us()},{self._seq + 1},{self._unit_us() - 1}")
        elif kind == "SELFTEST":
            self._out += ["TEST,jig,skipped: none is fitted", "OK,SELFTEST,0"]

    def read(self, for_us: float) -> bytes:
        self._at_us += min(READ_US, for_us)
        if self._at_us >= self._stops_at_us:
            self._stops_at_us = 1e12
            raise KeyboardInterrupt
        if self._at_us // 1_000_000 > self._second:
            self._second = int(self._at_us // 1_000_000)
            known = self._unit_us() - 2_000
            self._out.append(f"BEAT,{self._unit_us()},{self._seq + 1},0,0,150000,12900,{known}")
            if self._hand(self._second):
                self._seq += 2
                paddle, at_us = self._second % 4, self._unit_us() - int(TELLS_AFTER_US)
                self._out += [
                    f"DOWN,{self._seq - 1},{paddle},{at_us},0",
                    f"UP,{self._seq},{paddle},{at_us + 1},0",
                ]
        lines = [body.encode() for body in self._out]
        self._out.clear()
        return b"".join(b"$%s*%08x\n" % (body, crc32(body)) for body in lines)

    def close(self) -> None:
        """Nothing is open."""


def run(stand: AtAPort, *without: str) -> Raw:
    try:
        return UnitRun(
            cast(PortStand, stand), Amounts(quiet_us=2_000_000, trials=3, presses=4, slaps=1), without, 1
        ).run()
    except KeyboardInterrupt:  # pytest itself would stop
        pytest.fail("what was measured was not reported")


def test_a_person_is_told_what_to_do_and_their_slaps_are_timed(capsys: pytest.CaptureFixture[str]) -> None:
    raw = run(AtAPort(hand=lambda second: second > 8), "bounce", "offsets")
    told = capsys.readouterr().err
    assert "touch nothing for 3 s" in told
    assert "Slap any paddles, 4 times in all" in told
    assert raw.not_measured["order"] == NO_JIG and not raw.emulated
    found = run_figures(raw)
    assert "order_pairs" not in found
    assert found["latency_slaps"] == 4
    bound_us = found["latency_bound_us"]
    assert bound_us is not None and bound_us <= READ_US
    for key in ("latency_median_us", "latency_max_us"):
        assert abs((found[key] or 0) - TELLS_AFTER_US) <= bound_us, key


def test_where_nobody_slaps_nothing_is_made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unit_run, "PATIENCE_US", 5_000_000)
    raw = run(AtAPort(), "bounce", "offsets")
    assert raw.not_measured["latency"] == NO_HANDS
    assert "latency_median_us" not in run_figures(raw)


def test_after_ctrl_c_there_is_a_run_of_what_was_measured() -> None:
    raw = run(AtAPort(hand=lambda second: 8 < second < 11, stops_at_us=14_000_000))
    assert [step.name for step in raw.steps] == ["quiet", "latency"]
    assert raw.not_measured["offsets"] == raw.not_measured["bounce"] == STOPPED
    assert run_figures(raw)["latency_slaps"] == len(raw.all_of(m.Down)) == 2
