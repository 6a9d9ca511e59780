"""The report: one page that needs nothing, honest about emulation, before beside after."""

from __future__ import annotations

import json
import random
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from selenium import webdriver

from slamomatic.bench.report.page import report_page
from slamomatic.bench.result import Finding, Measured, Result, Series, from_json, in_words
from slamomatic.cli import main


def a_run(
    instrument: str = "latency", *, emulated: bool = True, stuck: bool = False, seed: int = 1
) -> Result:
    chance = random.Random(seed)
    values = tuple(round(chance.gauss(400, 30)) for _ in range(200))
    findings = (
        Finding(True, "order", "named the right loser in 200 of 200 slaps"),
        Finding(
            not stuck, "stuck", "red stays down: look at its lever" if stuck else "no switch is stuck", "red"
        ),
    )
    return Result(
        instrument,
        "from the first edge at the pin to the first USB packet",
        "what the host adds <b>after</b> that",
        Measured("emulated Pico", "e661", "0.1.0", "1.25.0", emulated),
        1_800_000_000.0,
        12.3,
        {"single_us": {"p50": 400}},
        {"single": Series("first edge to first packet", "us", (*values, 4000))},
        findings,
    )


def saved(path: Path, run: Result) -> str:
    path.write_text(json.dumps(run.to_json()))
    return str(path)


def test_a_run_comes_back_from_json_as_it_was() -> None:
    assert from_json(json.loads(json.dumps(a_run().to_json()))) == a_run()


def test_runs_of_an_emulated_unit_are_marked_as_such_and_real_ones_are_not() -> None:
    assert "emulated" in report_page([a_run()])
    assert "emulated" in " ".join(in_words(a_run()))
    real = Result(**{**{n: getattr(a_run(), n) for n in Result.__slots__}, "unit": Measured("Pico")})
    assert "Measured on an emulated unit" not in report_page([real])


def test_words_from_a_run_are_text_never_markup() -> None:
    assert "<b>after</b> that" not in report_page([a_run()])


def test_outliers_are_marked_and_stay_in_the_figures() -> None:
    page = report_page([a_run()])
    assert 'class="outlier"' in page and re.search('max">4000</td><td [^>]*>201</td>', page)


def test_what_was_fixed_and_what_is_new_stands_first_in_a_comparison() -> None:
    page = report_page([a_run()], [a_run(stuck=True, seed=2)])
    assert "<b>fixed</b>no switch is stuck" in page
    assert "<b>new</b>red stays down" in report_page([a_run(stuck=True)], [a_run()])


def test_the_command_writes_page_numbers_and_junit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = saved(tmp_path / "a.json", a_run()), saved(tmp_path / "b.json", a_run("soak", stuck=True))
    out = tmp_path / "out"
    assert main(["bench", "report", good, bad, "--out", str(out), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["runs"] == 2 and answer["ok"] is False
    suites = ElementTree.parse(out / "junit.xml").getroot()
    assert [suite.get("failures") for suite in suites] == ["0", "1"]
    assert len(json.loads((out / "report.json").read_text())["runs"]) == 2
    assert main(["bench", "report", good, "--out", str(out), "--before", good]) == 0


def test_a_file_that_is_no_run_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"instrument": 1}')
    assert main(["bench", "report", str(path), "--out", str(tmp_path / "out")]) == 1
    assert "not a bench run" in capsys.readouterr().err
    assert main(["bench", "report", str(tmp_path / "none.json")]) == 1
    assert "can't be read" in capsys.readouterr().err


@pytest.mark.browser
def test_the_page_opens_in_a_browser_without_network_or_error(
    browser: webdriver.Chrome, tmp_path: Path
) -> None:
    path = tmp_path / "report.html"
    path.write_text(report_page([a_run()], [a_run(stuck=True, seed=2)]), "utf-8")
    browser.set_network_conditions(offline=True, latency=0, throughput=0)
    browser.get(path.as_uri())
    log = browser.get_log("browser")  # type: ignore[no-untyped-call]
    errors = [line for line in log if line["level"] in ("SEVERE", "WARNING")]
    browser.delete_network_conditions()
    assert errors == []
    assert len(browser.find_elements("css selector", "svg .bar")) > 10
    loaded = browser.execute_script("return performance.getEntriesByType('resource').length")
    assert loaded == 0
