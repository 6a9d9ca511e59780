"""Every instrument on the emulated unit: it reports the truth that was put in, and names what is broken."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest

import needs
from slamomatic.bench import bounce as bounce_bench
from slamomatic.bench import calibrate, monitor, soak
from slamomatic.bench.bursts import STILL_OPEN_US
from slamomatic.bench.order_jig import order_by_jig
from slamomatic.bench.result import Result, Stopwatch
from slamomatic.bench.stand import EmulatedStand
from slamomatic.emulator import bounce
from slamomatic.emulator.paddles import Jig
from slamomatic.errors import UserError
from slamomatic.firmware_files import firmware_pins

# Minutes of emulated bounce: asked for by name, not with every change.
FULL = bool(os.environ.get("SLAMOMATIC_FULL"))
pytestmark = [
    pytest.mark.emulator,
    pytest.mark.skipif(not FULL, reason="takes minutes: SLAMOMATIC_FULL=1 runs it"),
]

# The unit records what lasts a look of its state machine (0.5 us) and stamps whole microseconds.
STAMP_US = 2.0


@pytest.fixture(scope="module")
def stand() -> Iterator[EmulatedStand]:
    """One booted unit for all: each test leaves its paddles up and its settings as they were."""
    try:
        made = EmulatedStand(seed=5)
    except UserError as error:
        needs.left_out(str(error))
        raise
    yield made


def bad(result: Result) -> set[tuple[str, str]]:
    return {(finding.what, finding.paddle) for finding in result.findings if not finding.ok}


def measure_bounce(
    stand: EmulatedStand, model: bounce.Model, *, slaps: int = 1
) -> tuple[Result, list[list[bounce.Edges]]]:
    recorder = bounce_bench.Recorder(stand.paddles)
    with stand.raw_edges():
        played = bounce_bench.play(stand, recorder, slaps, model, random.Random(3))
    lockout_ms, hold_us = int(stand.setting("lockout_ms")), int(stand.setting("hold_us"))
    return bounce_bench.report(recorder, stand.measured, Stopwatch(), lockout_ms, hold_us), played


def test_bounce_reports_the_bounce_that_was_played(stand: EmulatedStand) -> None:
    result, played = measure_bounce(stand, bounce.GOOD_SWITCH)
    assert result.answers["edges_lost"] == 0
    for number, patterns in enumerate(played):
        found = result.answers["paddles"][number]
        assert (found["presses"], found["releases"], found["spikes"]) == (len(patterns), len(patterns), 0)
        name = found["name"]
        for kind, wanted in (("press", presses(patterns)), ("release", releases(patterns))):
            measured = result.series[f"{name} {kind}"].values
            for length_us, true_us in zip(measured, wanted, strict=True):
                assert abs(length_us - true_us) <= STAMP_US
    assert bad(result) == set()


def presses(patterns: list[bounce.Edges]) -> list[float]:
    """How long each press bounced: its edges up to the long contact."""
    return [_ends(pattern)[0] for pattern in patterns]


def releases(patterns: list[bounce.Edges]) -> list[float]:
    return [_ends(pattern)[1] for pattern in patterns]


def _ends(pattern: bounce.Edges) -> tuple[float, float]:
    held = max(range(len(pattern) - 1), key=lambda n: pattern[n + 1][0] - pattern[n][0])
    return pattern[held][0] - pattern[0][0], pattern[-1][0] - pattern[held + 1][0]


def test_bounce_names_a_lockout_that_is_too_short(stand: EmulatedStand) -> None:
    was = stand.setting("lockout_ms")
    stand.ask("SET,lockout_ms,5")
    try:
        result, _ = measure_bounce(stand, bounce.DRUM)
    finally:
        stand.ask(f"SET,lockout_ms,{was}")
    assert {what for what, _ in bad(result)} == {"lockout"}
    advised_us = result.answers["advised_lockout_ms"] * 1000
    longest_us = max(one["longest_still_us"] for one in result.answers["paddles"])
    assert longest_us < advised_us <= STILL_OPEN_US * 2


def test_bounce_names_a_switch_that_does_nothing_and_one_that_picks_up_static(stand: EmulatedStand) -> None:
    recorder = bounce_bench.Recorder(stand.paddles)
    chance = random.Random(8)
    with stand.raw_edges():
        for paddle in (0, 1):
            slap = bounce.slap(stand.now_us() + 1000, 80_000, bounce.CLEAN, chance)
            stand.play(paddle, slap)
            for message in stand.listen(300_000):
                recorder.take(message)
        for _ in range(4):
            stand.play(1, bounce.spike(stand.now_us() + 1000, 20.0))
            for message in stand.listen(150_000):
                recorder.take(message)
    result = bounce_bench.report(recorder, stand.measured, Stopwatch(), 50, 100)
    assert bad(result) == {("switch works", "green"), ("switch works", "blue"), ("spikes", "yellow")}


def test_calibrate_finds_a_late_paddle_and_leaves_equal_ones_alone(stand: EmulatedStand) -> None:
    late_us = [700.0, 0.0, 0.0, -300.0]
    quarters = calibrate.drop_emulated(stand, late_us, random.Random(2))
    result = calibrate.report(quarters, stand.measured, Stopwatch())
    mean_us = sum(late_us) / 4
    for offset_us, error_us, true_us in zip(
        result.answers["offsets_us"], result.answers["errors_us"], late_us, strict=True
    ):
        assert abs(offset_us - (true_us - mean_us)) <= 3 * error_us
    assert result.answers["offered"][0]
    assert abs(result.answers["corrections_us"][0] - 600) < 300


def test_soak_counts_every_slap_and_a_lossy_wire_is_named(stand: EmulatedStand) -> None:
    result = soak.soak(stand, 0.1, 4)
    assert result.answers["slaps"] == result.answers["played"] > 8
    assert (result.answers["lost"], result.answers["duplicated"], result.answers["invented"]) == (0, 0, 0)
    assert bad(result) == set()
    read, chance = stand._read, random.Random(6)

    def lossy(for_us: float) -> bytes:
        return bytes(byte for byte in read(for_us) if chance.random() > 0.01)

    stand._read = lossy  # type: ignore[method-assign]
    try:
        result = soak.soak(stand, 0.1, 4)
    finally:
        stand._read = read  # type: ignore[method-assign]
    assert {"wire", "nothing lost or twice"} & {what for what, _ in bad(result)}
    assert result.answers["damaged_lines"] > 0


def test_monitor_shows_slaps_and_names_static_and_a_stuck_switch(stand: EmulatedStand) -> None:
    result, watched = monitor.monitor(stand, 1.0, 4, show=False)
    assert result.answers["slaps"] == {"red": 1, "yellow": 1, "green": 1, "blue": 1}
    assert bad(result) == set()
    assert watched.capture().changes[-1][1] == 0
    chance = random.Random(1)
    at_us = stand.now_us() + 1000
    for _ in range(40):
        stand.play(2, bounce.spike(at_us, bounce.spike_width_us(chance) + 1.0))
        at_us += 30_000
    stand.play(3, [(at_us, True)])
    result, _ = monitor.monitor(stand, 33.0, 0, show=False)
    stand.play(3, [(stand.now_us() + 1000, False)])
    stand.listen(1_500_000)
    assert ("spikes", "") in bad(result) and ("fault stuck", "blue") in bad(result)


def test_order_by_the_jig_finds_the_blind_time_and_says_when_there_is_no_jig(stand: EmulatedStand) -> None:
    without = order_by_jig(stand)
    assert without.answers["blind_ns"] is None and bad(without) == set()
    assert "skipped" in without.answers["tests"]["jig"]
    Jig(stand.pico.chip, stand.pico.stepper, firmware_pins()["jig"], stand.pins)
    with_jig = order_by_jig(stand)
    # One look of the 10 MHz state machine takes half a microsecond: closer edges share a record.
    assert with_jig.answers["blind_ns"] in (500, 600, 700, 800)
    assert bad(with_jig) == set()
