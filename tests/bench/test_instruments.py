"""Every instrument on the emulated unit: it reports the truth that was put in, and names what is broken.

Each kind of breakage has its control: the same instrument finds nothing of the kind on the good unit.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import needs
from bench.schemas import mismatches
from slamomatic import messages as m
from slamomatic.bench.bounce import instrument as bounce_bench
from slamomatic.bench.calibrate import instrument as calibrate
from slamomatic.bench.edges.bursts import STILL_OPEN_US
from slamomatic.bench.edges.why import ask_why
from slamomatic.bench.monitor import instrument as monitor
from slamomatic.bench.order import instrument as order
from slamomatic.bench.order.instrument import order_by_jig
from slamomatic.bench.result import Result, Stopwatch
from slamomatic.bench.soak import instrument as soak
from slamomatic.bench.stand import EmulatedStand
from slamomatic.cli import main
from slamomatic.emulator import bounce
from slamomatic.errors import UserError
from slamomatic.firmware_files import firmware_pins
from support.jig import Jig
from support.length import count

pytestmark = pytest.mark.emulator

# The unit records what lasts a look of its state machine (0.5 us) and stamps whole microseconds.
STAMP_US = 2.0
SOAK_MIN = 0.05

Answer = dict[str, Any]


@pytest.fixture(scope="module")
def stand() -> Iterator[EmulatedStand]:
    """One booted unit for all: each test leaves its paddles up and its settings as they were."""
    try:
        made = EmulatedStand(seed=5)
    except UserError as error:
        needs.left_out(str(error))
        raise
    yield made


@pytest.fixture
def answer(
    stand: EmulatedStand, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Answer]:
    """Calls an instrument as a script would, on the unit that is booted already; checked by its schema."""
    for instrument in (bounce_bench, calibrate, monitor, order, soak):
        monkeypatch.setattr(instrument, "open_stand", lambda spec: stand)

    def called(name: str, *words: str) -> Answer:
        assert main(["bench", name, "--json", *words]) in (0, 1)
        found: Answer = json.loads(capsys.readouterr().out)
        assert mismatches(name, found) == []
        return found

    return called


def bad(found: Result | Answer) -> set[tuple[str, str]]:
    """Return the fault that the instrument names, and the paddle."""
    findings = (found.to_json() if isinstance(found, Result) else found)["findings"]
    return {(one["what"], one["paddle"]) for one in findings if not one["ok"]}


# -- scope


def test_why_of_a_slap_tells_the_edges_that_were_played_while_raw_edges_stream(stand: EmulatedStand) -> None:
    heard: list[m.Message] = []
    with stand.raw_edges():
        start_us = stand.now_us() + 5_000
        played = [(start_us + gap_us, n % 2 == 0) for n, gap_us in enumerate((0, 40, 300, 20_000))]
        stand.play(1, played)
        heard += stand.listen(40_000)
        slap = next(one for one in heard if isinstance(one, m.Down))
        why = ask_why(stand, slap, heard.append)
        stand.play(2, bounce.slap(stand.now_us() + 1_000, 9_000, bounce.GOOD_SWITCH, random.Random(1)))
        after = stand.listen(30_000)
        with pytest.raises(UserError, match="Slap again"):
            ask_why(stand, slap._replace(seq=10_000), heard.append)
    assert why.lost == 0 and any(isinstance(one, m.Edges) for one in after)  # it streams again
    moved = [t_us for t_us, _ in why.records if t_us >= slap.t_us]
    assert moved[:3] == pytest.approx([stand.unit_us(t_us) for t_us, _ in played[:3]], abs=STAMP_US)
    still_us = moved[2] - slap.t_us  # as the unit stamped it, which may be a microsecond off what was played
    assert why.sentence("yellow").endswith(f"3 edges, and still after {still_us:.0f} µs.")
    stand.listen(100_000)


# -- bounce


@pytest.fixture
def one_slap_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not softly and hard: the emulated hand knows no difference."""
    monkeypatch.setattr(bounce_bench, "STYLES", ("once",))


def slap_all(
    stand: EmulatedStand, model: bounce.Model
) -> tuple[bounce_bench.Recorder, list[list[bounce.Edges]]]:
    recorder = bounce_bench.Recorder(stand.paddles)
    with stand.raw_edges():
        played = bounce_bench.play(stand, recorder, 1, model, random.Random(3))
    return recorder, played


def bounce_report(stand: EmulatedStand, recorder: bounce_bench.Recorder) -> Result:
    lockout_ms, hold_us = int(stand.setting("lockout_ms")), int(stand.setting("hold_us"))
    return bounce_bench.report(recorder, stand.measured, Stopwatch(), lockout_ms, hold_us)


@pytest.mark.usefixtures("one_slap_each")
def test_bounce_reports_the_bounce_that_was_played(stand: EmulatedStand) -> None:
    recorder, played = slap_all(stand, bounce.GOOD_SWITCH)
    result = bounce_report(stand, recorder)
    assert mismatches("bounce", result.to_json()) == []
    assert result.answers["edges_lost"] == 0
    for number, patterns in enumerate(played):
        found = result.answers["paddles"][number]
        assert (found["presses"], found["releases"], found["spikes"]) == (len(patterns), len(patterns), 0)
        name = found["name"]
        assert found["moved"] == name
        for kind, which in (("press", 0), ("release", 1)):
            measured = result.series[f"{name} {kind}"].values
            for length_us, pattern in zip(measured, patterns, strict=True):
                assert abs(length_us - lengths(pattern)[which]) <= STAMP_US
    assert bad(result) == set()


def lengths(pattern: bounce.Edges) -> tuple[float, float]:
    """How long the press bounced, up to the long contact, and how long the release did."""
    held = max(range(len(pattern) - 1), key=lambda n: pattern[n + 1][0] - pattern[n][0])
    return pattern[held][0] - pattern[0][0], pattern[-1][0] - pattern[held + 1][0]


@pytest.mark.usefixtures("one_slap_each")
def test_bounce_names_a_lockout_that_is_too_short(
    stand: EmulatedStand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compare the same slaps with the lockout of today and with 5 ms, which older firmware took."""
    recorder, _ = slap_all(stand, bounce.DRUM)
    assert bad(bounce_report(stand, recorder)) == set()
    monkeypatch.setattr(
        stand, "setting", {"lockout_ms": "5", "hold_us": stand.setting("hold_us")}.__getitem__
    )
    short = bounce_report(stand, recorder)
    assert {what for what, _ in bad(short)} == {"lockout"}
    longest_us = max(one["longest_still_us"] for one in short.answers["paddles"])
    assert longest_us < short.answers["advised_lockout_ms"] * 1000 <= STILL_OPEN_US * 2


@pytest.mark.usefixtures("one_slap_each")
def test_bounce_names_two_swapped_pins(
    stand: EmulatedStand, answer: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["bounce", "--slaps", "1", "--switch", bounce.CLEAN.name]
    assert bad(answer(*words)) == set()
    red, yellow, green, blue = stand.pins
    monkeypatch.setattr(stand, "pins", (red, green, yellow, blue))
    swapped = answer(*words)
    assert bad(swapped) == {("wiring", "yellow"), ("wiring", "green")}
    assert [one["moved"] for one in swapped["paddles"]] == ["red", "green", "yellow", "blue"]


def test_bounce_names_a_dead_switch_and_one_that_picks_up_static(stand: EmulatedStand) -> None:
    recorder = bounce_bench.Recorder(stand.paddles)
    recorder.were_asked.update(range(stand.paddles))
    chance = random.Random(8)
    with stand.raw_edges():
        for paddle in (0, 1):
            slap = bounce.slap(stand.now_us() + 1000, 80_000, bounce.CLEAN, chance)
            stand.play(paddle, slap)
            for message in stand.listen(200_000):
                recorder.take(message)
        for _ in range(4):
            stand.play(1, bounce.spike(stand.now_us() + 1000, 20.0))
            for message in stand.listen(100_000):
                recorder.take(message)
    result = bounce_bench.report(recorder, stand.measured, Stopwatch(), 50, 100)
    assert bad(result) == {("switch works", "green"), ("switch works", "blue"), ("spikes", "yellow")}


# -- calibrate


def test_calibrate_finds_a_late_paddle_and_leaves_equal_ones_alone(
    answer: Callable[..., Answer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SLAMOMATIC_HOME", str(tmp_path))
    monkeypatch.setattr(calibrate, "DROPS_A_QUARTER", count(2, 5))
    late_us = [700.0, 0.0, 0.0, -300.0]
    found = answer("calibrate", "--seed", "2", "--late", *map(str, late_us))
    mean_us = sum(late_us) / 4
    for offset_us, error_us, true_us in zip(found["offsets_us"], found["errors_us"], late_us, strict=True):
        assert abs(offset_us - (true_us - mean_us)) <= 3 * error_us
    assert found["offered"][0] and abs(found["corrections_us"][0] - 600) < 300
    assert list(tmp_path.iterdir()) == [], "nobody has agreed to it"


def test_calibration_that_can_not_be_kept_is_reported_all_the_same(
    answer: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty drops by hand are more than a full disk may cost."""

    def full(*_: object) -> None:
        raise UserError("The disk is full.")

    monkeypatch.setattr("slamomatic.store.calibration.keep", full)
    monkeypatch.setattr(calibrate, "DROPS_A_QUARTER", 1)
    found = answer("calibrate", "--seed", "2", "--late", "700", "0", "0", "-300", "--apply")
    assert found["offered"][0]


# -- soak


def test_soak_counts_every_slap_and_names_a_lossy_wire(
    stand: EmulatedStand, answer: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["soak", "--minutes", str(SOAK_MIN), "--seed", "4"]
    good = answer(*words)
    assert good["slaps"] == good["played"] > 4
    assert (good["lost"], good["duplicated"], good["invented"]) == (0, 0, 0)
    assert bad(good) == set()
    read, chance = stand.read, random.Random(6)

    def lossy(for_us: float) -> bytes:
        return bytes(byte for byte in read(for_us) if chance.random() > 0.01)

    monkeypatch.setattr(stand, "read", lossy)
    damaged = answer(*words)
    assert ("wire", "") in bad(damaged)
    assert damaged["damaged_lines"] > 0
    assert damaged["lost"] >= damaged["played"] - damaged["slaps"] > 0


def test_soak_of_a_unit_that_is_pulled_out_still_reports(
    stand: EmulatedStand, answer: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch
) -> None:
    read, ends_us = stand.read, stand.now_us() + 1_000_000

    def pulled(for_us: float) -> bytes:
        if stand.now_us() > ends_us:
            raise UserError("The unit at /dev/ttyACM0 is gone: plug it in and start again.")
        return read(for_us)

    with monkeypatch.context() as plug:
        plug.setattr(stand, "read", pulled)
        found = answer("soak", "--minutes", "1")
    stand.listen(500_000)  # plugged in again: what was under way comes in
    assert found["stopped_early"] and found["minutes"] < 0.1
    assert found["slaps"] > 0 and ("unit", "") in bad(found)


# -- monitor


def test_monitor_counts_what_was_slapped_and_what_was_static(
    stand: EmulatedStand, answer: Callable[..., Answer], tmp_path: Path
) -> None:
    file = tmp_path / "slaps.csv"
    good = answer("monitor", "--seconds", "1.2", "--slaps", "4", "--capture", str(file))
    assert good["slaps"] == {"red": 1, "yellow": 1, "green": 1, "blue": 1}
    assert bad(good) == set()
    assert len(file.read_text().splitlines()) == good["edges"] + 1
    chance = random.Random(1)
    played = count(15, 30)
    for number in range(played):
        at_us = stand.now_us() + 1_150_000 + number * 30_000  # after the first heartbeat that is watched
        stand.play(2, bounce.spike(at_us, bounce.spike_width_us(chance) + 1.0))
    spiky = answer("monitor", "--seconds", count("2.7", "3.3"))
    assert spiky["spikes"] == played and sum(spiky["slaps"].values()) == 0
    assert bad(spiky) == {("spikes", "")}


def test_the_clock_bound_holds(stand: EmulatedStand) -> None:
    """The middle of a PING's way against the moment at which the unit truly had it."""
    pong = stand.listen(2_000_000, until=lambda message: isinstance(message, m.Pong))[-1]
    assert isinstance(pong, m.Pong) and stand.clock_bound_us is not None
    _, pinged_us = stand.pings[-1]
    middle_us = (pinged_us + stand.now_us()) / 2
    assert abs(stand.unit_us(middle_us) - pong.t_us) <= (stand.now_us() - pinged_us) / 2
    assert 0 < stand.clock_bound_us <= (stand.now_us() - pinged_us) / 2


@pytest.mark.long
def test_monitor_names_a_stuck_switch_and_no_other(
    stand: EmulatedStand, answer: Callable[..., Answer]
) -> None:
    """The unit itself says so after half a minute; the three good switches beside it are the control."""
    stand.play(3, [(stand.now_us() + 1000, True)])
    stuck = answer("monitor", "--seconds", "31")
    stand.play(3, [(stand.now_us() + 1000, False)])
    stand.listen(1_500_000)
    assert bad(stuck) == {("fault stuck", "blue")}


# -- order


def test_order_by_the_jig_says_when_there_is_none(
    stand: EmulatedStand, answer: Callable[..., Answer]
) -> None:
    """Somebody has just slapped: the unit refuses its self-test for a second, and is asked again."""
    stand.play(0, [(stand.now_us() + 1_000, True), (stand.now_us() + 60_000, False)])
    stand.listen(100_000)
    without = answer("order", "--unit", "serial:jig")
    assert without["blind_ns"] is None and bad(without) == set()
    assert "skipped" in without["tests"]["jig"]


def test_order_by_the_jig_finds_the_blind_time(stand: EmulatedStand) -> None:
    Jig(stand.pico, firmware_pins()["jig"], stand.pins)
    with_jig = order_by_jig(stand)
    # One look of the 10 MHz state machine takes half a microsecond: closer edges share a record.
    assert with_jig.answers["blind_ns"] in (500, 600, 700, 800)
    assert bad(with_jig) == set()
    assert mismatches("order", with_jig.to_json()) == []


def test_order_names_no_paddle_wrongly_until_two_pins_are_swapped(
    answer: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["order", "--trials", count("1", "4"), "--seed", "2"]
    assert bad(answer(*words)) == set()
    monkeypatch.setattr("slamomatic.bench.stand.firmware_pins", lambda: {"paddles": (2, 4, 3, 5)})
    assert {what for what, _ in bad(answer(*words))} & {"never a wrong order", "no spike is a slap"}


# -- latency


def test_latency_of_a_few_presses(answer: Callable[..., Answer]) -> None:
    """The figures themselves are held against a known delay in tests/unit/test_bench_latency.py."""
    found = answer("latency", "--presses", "4", "--fours", "1")
    assert found["single_us"]["count"] == 4 and found["four_us"]["count"] == 1 and found["lost"] == 0
