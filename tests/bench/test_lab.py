"""`bench lab`: slaps on LSL's clock, inside the bound that is stated with each, as recorders keep them."""

from __future__ import annotations

import json
import runpy
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.lab_runs import Slap, drifting_slaps, told
from bench.schemas import mismatches
from slamomatic.bench.lab.clock import FASTEST, LabClock
from slamomatic.bench.lab.scene import LabScene
from slamomatic.bench.lab.streaming import Streaming
from slamomatic.cli import main
from slamomatic.screen.offscreen import BareStage
from slamomatic.units.base import What, now_us
from slamomatic.units.merge import Units
from support.fake_unit import FakeUnit
from support.lab import lab_library
from support.page import Page
from support.scripted_unit import HandClock, ScriptedUnit
from support.xdf import Recording

EXAMPLE = Path(__file__).parents[2] / "host" / "docs" / "examples" / "psychopy_slaps.py"
SLAPS = 100


@pytest.fixture(scope="module")
def lsl(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return lab_library(tmp_path_factory.mktemp("lsl"))


# -- the clock


# gap, rate from then on, width of the bracket, how much of it is early, where in the gap a slap comes
LEG = st.tuples(
    st.integers(5_000, 200_000),
    st.floats(-FASTEST, FASTEST),
    st.floats(0, 40),
    st.floats(0, 1),
    st.floats(0, 1),
)


@settings(max_examples=60)
@given(st.lists(LEG, min_size=2, max_size=12))
def test_a_moment_lies_within_its_bound_however_the_clock_is_corrected(
    legs: list[tuple[int, float, float, float, float]],
) -> None:
    """LSL's clock changes its rate at any moment."""
    lab, host_us, lsl_us = LabClock(), 1_000_000, 7e12
    slaps = []
    for gap_us, rate, width_us, early, share in legs:
        after_us = int(gap_us * share)
        slaps.append((host_us + after_us, lsl_us + after_us * (1 + rate)))
        host_us, lsl_us = host_us + gap_us, lsl_us + gap_us * (1 + rate)
        lab.note_bracket(lsl_us - early * width_us, host_us, lsl_us + (1 - early) * width_us)
    for at_us, true_us in slaps:
        stamp = lab.stamp(at_us)
        assert abs(stamp.t_us - true_us) <= stamp.error_us


def test_a_narrow_pair_of_brackets_gives_a_narrow_bound_and_an_old_moment_a_wide_one() -> None:
    lab = LabClock()
    for host_us in (1_000_000, 1_010_000):
        lab.note_bracket(host_us, host_us, host_us + 2)
    assert lab.stamp(1_005_000).error_us <= 10
    assert lab.stamp(400_000).error_us >= 600


def test_a_clock_corrected_faster_than_anybody_should_is_still_between_its_brackets() -> None:
    lab = LabClock()
    lab.note_bracket(1_000_000, 1_000_000, 1_000_002)
    lab.note_bracket(1_020_000, 1_010_000, 1_020_002)
    stamp = lab.stamp(1_005_000)
    assert stamp.t_us - stamp.error_us <= 1_000_000 and stamp.t_us + stamp.error_us >= 1_020_000


# -- from the paddle to the recording


@pytest.fixture(scope="module")
def slaps(lsl: Any, tmp_path_factory: pytest.TempPathFactory) -> list[Slap]:
    folder = tmp_path_factory.mktemp("drifting")
    return drifting_slaps(folder, SLAPS, folder / "drifting.xdf")


def test_slaps_of_units_that_drift_by_100_ppm_stand_in_the_xdf_inside_their_bound(slaps: list[Slap]) -> None:
    assert len(slaps) == SLAPS
    assert all(slap.device_exact for slap in slaps), told("drifting", slaps)
    assert all(slap.inside for slap in slaps), told("drifting", slaps)


def test_a_stamp_that_is_off_by_more_than_its_bound_would_be_seen(slaps: list[Slap]) -> None:
    one = slaps[0]
    wrong = replace(one, stamp_us=one.true_us + one.unsure_us + one.bound_us + 2)
    assert not wrong.inside and not replace(one, device_read_us=one.device_us + 2).device_exact


def test_the_description_says_which_unit_it_was_and_what_a_sample_means(lsl: Any) -> None:
    clock = now_us
    units = Units([ScriptedUnit(clock, unit_id="e661")], clock=clock)
    streaming = Streaming(lsl, units, "Lab 3", clock, keys=False)
    streaming.pump()
    xml = Recording(lsl, ["slamomatic-e661-slaps"]).streams[0].xml
    assert "<name>Lab 3 e661</name>" in xml and "<type>Events</type>" in xml
    for said in ("<id>e661</id>", "<emulated>false</emulated>", "<label>device_stamp</label>"):
        assert said in xml
    for said in ("<bound_at_start_us>300</bound_at_start_us>", "<colour>red</colour>", "by no more than"):
        assert said in xml


def test_what_may_have_cost_a_slap_is_recorded_too_and_found_in_the_report(lsl: Any, tmp_path: Path) -> None:
    unit = ScriptedUnit(now_us, unit_id="e662")
    streaming = Streaming(lsl, Units([unit], clock=now_us), "Lab", now_us, keys=False)
    streaming.pump()
    recording = Recording(lsl, ["slamomatic-e662-notices"])
    unit.notice(What.LOST, now_us())
    unit.notice(What.FAULT, now_us(), 2)
    unit.notice(What.CONNECTED, now_us())
    streaming.pump()
    ends_s = time.monotonic() + 60
    while len(recording.streams[0].samples) < 2 and time.monotonic() < ends_s:
        recording.pull()
    path = tmp_path / "notices.xdf"
    recording.save(path)
    import pyxdf

    (stream,), _ = pyxdf.load_xdf(path)
    assert stream["time_series"] == [["lost"], ["fault, paddle 2"]]
    assert [notice.what for notice in streaming.notices] == [What.LOST, What.FAULT]


def test_keys_slap_in_the_window_and_it_says_that_no_recorder_listens(lsl: Any, tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    scene = LabScene(stage, Streaming(lsl, stage.unit, "Lab", stage.clock, keys=True))
    page = Page(stage, scene, (1280, 720))
    stage.clock.at_us = 1_000_000
    scene.pump()
    keys = stage.unit.keyboard
    assert keys is not None
    keys.key(2, True)
    scene.news(stage.unit.drain())
    assert "Lab keys" in page.words() and "1 slap" in page.words()
    assert "green, known within 8 ms" in page.words()
    assert "No recorder listens yet." in page.words()
    page.press("pause")
    assert stage.left


# -- the command


def test_the_command_streams_a_unit_at_a_port(
    lsl: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stopping = threading.Event()
    with FakeUnit(tmp_path, now_us) as fake:

        def slap() -> None:
            while not stopping.wait(0.05):
                fake.slap(1)

        hand = threading.Thread(target=slap, daemon=True)
        hand.start()
        code = main(["bench", "lab", "--unit", f"serial:{fake.port}", "--seconds", "3", "--json"])
        stopping.set()
        hand.join()
    answer = json.loads(capsys.readouterr().out)
    assert mismatches("lab", answer) == [] and mismatches("lab", {**answer, "slap": 1})
    assert answer["streams"] == ["Slam-O-Matic 3456"]
    assert answer["slaps"] == answer["unheard"] > 0 and code == 1  # nobody recorded it


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--unit", "keyboard"], "Add --window."),
        (["--json"], "--seconds"),
        (["--slaps", "3"], "--unit emulated"),
    ],
)
def test_a_wrong_call_says_what_to_do(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "lab", *words]) == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    ("broken", "says"),
    [("raise ImportError('no')", "slamomatic[lab]"), ("raise RuntimeError('no')", "liblsl")],
)
def test_without_the_library_a_sentence_says_how_to_get_it(
    broken: str,
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "pylsl.py").write_text(broken)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "pylsl", raising=False)
    assert main(["bench", "lab", "--unit", "emulated", "--seconds", "1"]) == 1
    assert says in capsys.readouterr().err


# -- the example


def test_the_psychopy_example_reads_the_slaps(
    lsl: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """PsychoPy itself is too large for a test: what the example asks of it stands in, the stream is real."""
    clock = now_us
    unit = ScriptedUnit(clock, unit_id="e663")
    streaming = Streaming(lsl, Units([unit], clock=clock), "Slam-O-Matic", clock, keys=False)
    streaming.pump()

    class Window:
        def __init__(self, **_: object) -> None:
            self._then: list[Any] = []

        def callOnFlip(self, then: Any) -> None:
            self._then.append(then)

        def flip(self) -> None:
            for then in self._then:  # the signal: a hand follows at once
                then()
                unit.slap(3, clock() + 1000)
                streaming.pump()
            self._then.clear()

        def close(self) -> None: ...

    psychopy: Any = ModuleType("psychopy")
    psychopy.visual = SimpleNamespace(
        Window=Window, TextStim=lambda *_, **__: SimpleNamespace(draw=lambda: None)
    )
    psychopy.core = SimpleNamespace(wait=lambda _: None)
    monkeypatch.setitem(sys.modules, "psychopy", psychopy)
    runpy.run_path(str(EXAMPLE))
    told = [line for line in capsys.readouterr().out.splitlines() if line.startswith("paddle 3: ")]
    assert len(told) == 10 and all("known within 0.3 ms" in line or "false start" in line for line in told)
    assert len(EXAMPLE.read_text().splitlines()) <= 30


def test_the_hand_clock_is_not_lsls(lsl: Any) -> None:
    """The control: a mapping that took the host's clock for LSL's would be off by all their difference."""
    clock = HandClock(5_000_000)
    lab = LabClock()
    before_s = lsl.local_clock()
    lab.note_bracket(before_s * 1e6, clock(), lsl.local_clock() * 1e6)
    stamp = lab.stamp(5_000_000)
    assert abs(stamp.t_us - before_s * 1e6) <= stamp.error_us + 1 and abs(stamp.t_us - 5_000_000) > 1_000_000
