"""The stand at a port: it has the port alone, and a run stopped by Ctrl-C counts all that had arrived."""

from __future__ import annotations

import argparse
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

import pytest

from slamomatic import messages as m
from slamomatic.bench.bounce.instrument import Recorder
from slamomatic.bench.bounce.instrument import report as bounce_report
from slamomatic.bench.first_unit import first_state, measured, wait_for_unit
from slamomatic.bench.latency.instrument import latency_to_host
from slamomatic.bench.link.instrument import events_in_noise
from slamomatic.bench.link.queue_latency import _StampedQueue, queue_latency
from slamomatic.bench.result import Measured, Result, Stopwatch, tell
from slamomatic.bench.soak.instrument import Ledger
from slamomatic.bench.stand import PortStand, Stand
from slamomatic.cli import build_parser, main
from slamomatic.commands.bench import INSTRUMENTS
from slamomatic.errors import UserError
from slamomatic.store.calibration import calibration_of
from slamomatic.units.base import Link, News, now_us
from slamomatic.units.emulated import EmulatedUnit
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units
from slamomatic.units.open import open_unit
from slamomatic.wire import Decoder
from support.fake_unit import FakeUnit
from support.waiting import until


class Scripted(Stand):
    """A port that delivers a slap every millisecond; Ctrl-C comes in the middle of the third read."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = 0

    @property
    def measured(self) -> Measured:
        return Measured("scripted")

    def now_us(self) -> float:
        return self.reads * 1000.0

    def write(self, data: bytes) -> None:
        pass

    def read(self, for_us: float) -> bytes:
        self.reads += 1
        if self.reads == 3:
            os.kill(os.getpid(), signal.SIGINT)
        body = b"DOWN,%d,0,%d" % (self.reads, self.reads * 1000)
        return b"$%s*%08x\n" % (body, crc32(body))

    def close(self) -> None:
        pass


def test_what_was_heard_before_ctrl_c_is_still_heard() -> None:
    stand = Scripted()
    with pytest.raises(KeyboardInterrupt):
        stand.listen(100_000)
    heard = [one.seq for one in stand.listen(2_000) if isinstance(one, m.Down)]
    assert heard == [1, 2, 3, 4, 5]


@pytest.fixture
def fake(tmp_path: Path) -> Iterator[FakeUnit]:
    with FakeUnit(tmp_path, now_us) as fake:
        yield fake


def test_a_port_in_use_is_not_read_by_two(fake: FakeUnit) -> None:
    units = open_unit(f"serial:{fake.port}")
    units.start()
    try:
        assert until(lambda: units.states()[0].link is Link.CONNECTED)
        with pytest.raises(UserError, match="in use by another program"):
            PortStand(str(fake.port))
    finally:
        units.stop()


def test_reaction_finds_the_unit_behind_the_one_interface_and_names_it(fake: FakeUnit) -> None:
    units = open_unit(f"serial:{fake.port}", "keyboard")
    units.start()
    try:
        wait_for_unit(units)
        assert first_state(units).firmware and measured(units).unit_id == fake.unit.unit_id
    finally:
        units.stop()
    assert measured(open_unit("emulated")).emulated
    assert isinstance(open_unit("emulated").units[0], EmulatedUnit)


def test_latency_says_that_no_unit_answers_and_does_not_wait_for_keys(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("slamomatic.bench.first_unit.CONNECT_WITHIN_US", 0)
    assert main(["bench", "latency", "--unit", "auto"]) == 2
    assert "No paddles answered. Plug the unit in" in capsys.readouterr().err


def test_latency_to_the_host_stopped_early_reports_the_slaps_so_far() -> None:
    class Stopped(KeyboardUnit):
        finds_news = True

        def find_news(self) -> None:
            if not self.news:
                raise KeyboardInterrupt

    unit = Stopped(4, "hands")
    unit.start()
    unit.key(0, True)
    try:
        result = latency_to_host(Units([unit]), 10)
    except KeyboardInterrupt:  # pytest itself would stop
        pytest.fail("the slap was not reported")
    assert result.answers["presses"] == 1


def test_a_run_that_can_not_be_saved_is_told_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Result("soak", "", "", Measured("unit"), 0.0, 0.0, {"slaps": 7})
    asked = argparse.Namespace(json=True, save=tmp_path / "nowhere" / "run.json")
    with pytest.raises(UserError, match="can't be saved"):
        tell(run, asked)
    assert '"slaps": 7' in capsys.readouterr().out


def test_link_stopped_among_its_slaps_or_its_noise_has_those_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stopped(_StampedQueue):
        def append(self, news: News) -> None:
            before = len(self.delays_us)
            super().append(news)
            if before < len(self.delays_us) == 3:
                os.kill(os.getpid(), signal.SIGINT)

    class StoppedDecoder(Decoder):
        def feed(self, data: bytes) -> list[bytes]:
            if self.counts.console > 2_000:
                raise KeyboardInterrupt
            return super().feed(data)

    monkeypatch.setattr("slamomatic.bench.link.queue_latency._StampedQueue", Stopped)
    monkeypatch.setattr("slamomatic.bench.link.instrument.Decoder", StoppedDecoder)
    try:
        delays_us = queue_latency(2_000, "tcp")
        count, made_up = events_in_noise(1_000_000_000, seed=1)
    except KeyboardInterrupt:  # pytest itself would stop
        pytest.fail("what came so far was not reported")
    assert 3 <= len(delays_us) < 2_000
    assert 0 < count < 1_000_000_000 and made_up == 0


def test_what_is_heard_while_greeting_is_heard_by_the_next_who_listens(fake: FakeUnit) -> None:
    stand = PortStand(str(fake.port))
    fake.slap(0)
    assert until(lambda: fake.unit.send_seq == 2)
    stand.greet()
    heard = [one.seq for one in stand.listen(100_000) if isinstance(one, m.Down)]
    stand.close()
    assert heard == [1]


def test_a_restart_in_a_soak_is_no_slap_twice() -> None:
    ledger = Ledger(1, "boot1")
    for seq in range(1, 4):
        ledger.take(m.Down(seq, 0, seq * 1_000_000))
    ledger.take(m.Hello(1, "0.1.0", "1.25.0", "unit", "boot2", 4, "pio", 1, 2, 100, 5600, 1, 1))
    for seq in range(1, 3):
        ledger.take(m.Down(seq, 0, seq * 1000))
    assert (ledger.restarts, len(ledger.downs), ledger.lost, ledger.duplicated, ledger.unordered) == (
        1,
        5,
        0,
        0,
        0,
    )


def test_of_a_paddle_that_nobody_was_asked_to_slap_nothing_is_said() -> None:
    recorder = Recorder(4)
    recorder.ask(0)
    recorder.take(m.Edges(1_000_000, ((1, 0), (0, 100_000)), 0))
    found = bounce_report(recorder, Measured("unit"), Stopwatch(), 50, 100)
    assert {finding.paddle for finding in found.findings if finding.what == "switch works"} == {"red"}
    assert found.ok


def test_of_the_paddle_that_was_asked_for_when_the_run_was_stopped_nothing_is_said() -> None:
    recorder = Recorder(4)
    recorder.ask(0)
    recorder.take(m.Edges(1_000_000, ((1, 0), (0, 100_000)), 0))
    recorder.ask(1)
    recorder.stop()
    found = bounce_report(recorder, Measured("unit"), Stopwatch(), 50, 100)
    assert {finding.paddle for finding in found.findings if finding.what == "switch works"} == {"red"}


@pytest.mark.parametrize("us", ['"late"', "null", "Infinity"])
def test_a_calibration_of_no_numbers_is_a_sentence(tmp_path: Path, us: str) -> None:
    made = f'"corrections_us": [{us}, 0, 0, 0], "errors_us": [1, 1, 1, 1], "made_at": 1'
    text = '{"unit": [{' + made + "}]}"
    (tmp_path / "calibration.json").write_text(text)
    with pytest.raises(UserError, match="can't be read"):
        calibration_of("unit", tmp_path)


def test_the_readme_says_which_instruments_measure_the_emulated_unit_by_themselves() -> None:
    required = {"device": ["--device", "sdl"]}
    emulated = []
    for name in INSTRUMENTS:
        words = ["bench", name, *required.get(name, [])]
        if getattr(build_parser(words).parse_args(words), "unit", None) == "emulated":
            emulated.append(f"`{name}`")
    named = " and ".join(emulated)
    root = Path(__file__).resolve().parents[2]
    assert f"{named} measure the emulated unit; add `--unit auto`" in (root / "README.md").read_text("utf-8")
    assert f"{named} measure the emulated one" in (root / "host/docs/bench.md").read_text("utf-8")
