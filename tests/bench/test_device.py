"""`bench device`: the order of presses that any device reports, measured on models and behind a reader."""

from __future__ import annotations

import json
import os
import struct
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bench.device_runs import CASES, run_once
from bench.schemas import mismatches
from slamomatic.bench.device.instrument import device
from slamomatic.bench.device.pairs import TOO_MANY, WINDOW, Pair, biases, pair_of, rising, threshold
from slamomatic.bench.device.readers import EvdevReader
from slamomatic.bench.device.rig import MODELS, JigRig, ModelRig
from slamomatic.bench.report.page import report_page
from slamomatic.bench.report.verify import OPENS
from slamomatic.bench.result import Measured, in_words
from slamomatic.cli import main
from slamomatic.errors import UserError
from slamomatic.messages import Ok, Pong
from slamomatic.words.languages import languages, speaking


@pytest.mark.parametrize("name", CASES)
def test_a_models_threshold_and_biases_are_recovered(name: str) -> None:
    run = run_once(name, seed=7, pairs=6000)
    assert run.held
    assert run.threshold_off < 0.1
    assert run.bias_off < 0.1


def test_every_model_has_its_truth() -> None:
    assert set(CASES) == set(MODELS)


def test_a_perfect_device_is_fair_and_a_swapping_one_never_in_order() -> None:
    def pairs(sign: int) -> list[Pair]:
        chance = Random(1)
        pressed = [(chance.sample(range(4), 2), chance.uniform(1.0, 20_000)) for _ in range(3000)]
        return [Pair(one, other, gap, 0.0, sign * gap) for (one, other), gap in pressed]

    good = threshold(pairs(1))
    assert good.us is not None and good.us < 100 and good.high_us is not None
    assert all(abs(bias.us) <= bias.error_us + 1 for bias in biases(pairs(1), 4))
    assert threshold(pairs(-1)).us is None


def test_too_few_pairs_show_no_upper_limit() -> None:
    assert threshold([Pair(0, 1, float(n), 0.0, float(n)) for n in range(1, 500)]).high_us is None


def test_so_many_failures_in_a_window_come_by_chance_in_one_of_200_runs() -> None:
    def by_chance(least: int) -> float:
        """So many failures or more, where one press in a hundred fails."""
        return 1 - sum(comb(WINDOW, n) * 0.01**n * 0.99 ** (WINDOW - n) for n in range(least))

    assert by_chance(TOO_MANY) < 0.005 <= by_chance(TOO_MANY - 1)
    assert 0.99**WINDOW < 0.005 <= 0.99 ** (WINDOW - 1)


def test_a_rising_curve_never_falls_and_keeps_the_mean() -> None:
    assert rising([0.0, 1.0, 0.0, 1.0, 1.0]) == [0.0, 0.5, 0.5, 1.0, 1.0]


def test_lost_presses_and_reports_without_a_press_are_counted() -> None:
    pair, invented = pair_of(0, 2, 500.0, [(2, 900.0), (2, 950.0), (1, 10.0)])
    assert (pair.order, invented) == (None, 2)
    assert pair.latencies_us == ((0, None), (2, 400.0))


def test_the_command_answers_by_its_schema_and_names_the_slow_button(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["bench", "device", "--device", "model:slow-button", "--pairs", "3000", "--json"]) == 1
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert mismatches("device", answer) == []
    del answer["buttons"][0]["bias_us"]
    assert mismatches("device", answer)
    says = [finding["says"] for finding in answer["findings"] if not finding["ok"]]
    assert [one for one in says if one.startswith("button 4 comes out 3.0") and "later" in one]


@pytest.mark.parametrize("code", languages())
def test_its_findings_are_told_in_every_language(code: str) -> None:
    run = device(ModelRig("eager", Random(1)), 100, 1)
    with speaking(code):
        assert report_page([run]) and in_words(run)


def test_the_page_draws_the_curve_and_keeps_the_presses_out_of_sight() -> None:
    page = report_page([device(ModelRig("scan", Random(1)), 2000, 1)])
    raw, _, seen = page.partition(OPENS)[2].partition("</script>")
    assert "99 %:" in seen and 'class="curve"' in seen and "presses&quot;" not in seen
    assert "presses" in raw


def test_a_device_that_is_unknown_or_cannot_be_read_is_a_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["bench", "device", "--device", "model:nothing"]) == 2
    assert "model:slow-button" in capsys.readouterr().err
    assert main(["bench", "device", "--device", f"evdev:{tmp_path}/none"]) == 1
    assert "can't be read" in capsys.readouterr().err


# -- a real device: the jig presses, the kernel's events are read

EVENT = struct.Struct("@llHHi")
KEYS = (30, 48, 46)  # the three buttons that are wired
LATENCY_US = 2_500


class PressingStand:
    """A unit whose jig presses a keyboard: it writes what the kernel would into the reader's pipe."""

    measured = Measured("unit", "e661", "0.2", "1.25")
    clock_bound_us = 200.0
    ahead_us = 5_000_000  # the unit's clock against the host's

    def __init__(self, pipe: int, deaf: bool = False) -> None:
        self._pipe, self._deaf = pipe, deaf
        self._now_us = 1_000_000.0
        self._said = ""

    def now_us(self) -> float:
        self._now_us += 50
        return self._now_us

    def say(self, body: str) -> None:
        self._said = body

    def listen(self, for_us: float, until: Any = None) -> list[Any]:
        return [Pong(self._said.split(",")[1], int(self.now_us()) + self.ahead_us, 1, 0)]

    def setting(self, key: str) -> str:
        return {"jig_pins": "16 17 18 19"}[key]

    def ask(self, body: str) -> tuple[str, ...]:
        first, second, gap_us, _ = (int(field) for field in body.split(",")[1:])
        pressed_us = int(self.now_us())
        for output, t_us in sorted({(first, 0), (second, gap_us)}, key=lambda one: one[1]):
            if output < len(KEYS) and not self._deaf:
                self._write(KEYS[output], pressed_us + t_us + LATENCY_US)
        return Ok("PRESS", ("PRESS", str(pressed_us + self.ahead_us))).fields

    def _write(self, key: int, t_us: int) -> None:
        for value in (1, 2, 0):  # pressed, repeated, released: only the first is a press
            os.write(self._pipe, EVENT.pack(*divmod(t_us, 1_000_000), 1, key, value))
        os.write(self._pipe, EVENT.pack(*divmod(t_us, 1_000_000), 0, 0, 0))


@pytest.fixture
def wired(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[EvdevReader, int]:
    monkeypatch.setattr("slamomatic.bench.device.rig.PATIENCE_S", 0.01)
    monkeypatch.setattr("slamomatic.bench.device.rig.REST_S", (0.0, 0.0))
    os.mkfifo(tmp_path / "event0")
    reader = EvdevReader(str(tmp_path / "event0"))
    return reader, os.open(tmp_path / "event0", os.O_WRONLY)


def test_the_jig_learns_the_buttons_and_latency_is_counted_from_the_press(
    wired: tuple[EvdevReader, int],
) -> None:
    reader, pipe = wired
    rig = JigRig(PressingStand(pipe), reader)  # type: ignore[arg-type]
    assert rig.buttons == len(KEYS)
    came = rig.press(2, 0, 700.0)
    assert [button for button, _ in came] == [2, 0]
    assert [t_us for _, t_us in came] == pytest.approx([LATENCY_US, LATENCY_US + 700], abs=200)
    os.close(pipe)
    reader.close()


def test_wires_that_press_nothing_are_a_sentence(wired: tuple[EvdevReader, int]) -> None:
    reader, pipe = wired
    with pytest.raises(UserError, match="Wire at least the first two"):
        JigRig(PressingStand(pipe, deaf=True), reader)  # type: ignore[arg-type]
    os.close(pipe)
    with pytest.raises(UserError, match="is gone"):
        reader.read(0.01)
    reader.close()
