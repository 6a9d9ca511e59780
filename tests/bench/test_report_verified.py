"""A report holds its raw data: each figure is calculated again from the file, and every edit shows."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bench.schemas import mismatches
from bench.test_report import a_run
from slamomatic.bench.report.page import report_page
from slamomatic.bench.report.verify import OPENS, seal_of, verify
from slamomatic.bench.result import Series
from slamomatic.cli import main

NOW = datetime.fromtimestamp(a_run().started, UTC) + timedelta(minutes=1)
Document = dict[str, Any]


def page() -> str:
    """A report of two runs, one of them beside an earlier one."""
    return report_page([a_run(), a_run("soak", seed=3)], [a_run(seed=2)])


def document_in(text: str) -> Document:
    found = re.search(re.escape(OPENS) + "(.*?)</script>", text, re.S)
    assert found
    document: Document = json.loads(found[1])
    return document


def resealed(text: str, edit: Callable[[Document], object]) -> str:
    """The work of a careful forger: the document is edited, and its own hash made to fit."""
    document = document_in(text)
    edit(document)
    document["sha256"] = seal_of(document)
    head, _, rest = text.partition(OPENS)
    return head + OPENS + json.dumps(document) + rest[rest.index("</script>") :]


def said_of(text: str, now: datetime = NOW) -> str:
    return "\n".join(f"{finding.ok} {finding.what}: {finding.says}" for finding in verify(text, now))


def slower(document: Document) -> None:
    document["runs"][0]["series"]["single"]["values"][0] += 5000


def test_a_report_holds_and_says_how_many_figures_were_calculated_again() -> None:
    findings = verify(page(), NOW)
    assert all(finding.ok for finding in findings)
    assert "18 figures calculated again" in findings[-1].says, "three runs, one series each, six figures"


def test_the_page_shows_what_anybody_can_calculate_from_its_document() -> None:
    text = page()
    values = sorted(document_in(text)["runs"][0]["series"]["single"]["values"])
    shown = dict(re.findall(r'data-figure="run/latency/single/(\w+)">([^<]*)<', text))
    ranks = {"median": 0.5, "p95": 0.95, "p99": 0.99}
    by_hand = {name: values[math.ceil(share * len(values)) - 1] for name, share in ranks.items()}
    by_hand |= {"min": values[0], "max": values[-1], "count": len(values)}
    assert shown == {name: f"{value:g}" for name, value in by_hand.items()}


EDITS: dict[str, tuple[Callable[[str], str], str]] = {
    "a figure on the page": (
        lambda t: re.sub(r'(run/latency/single/p99">)[^<]*', r"\g<1>12", t, count=1),
        "run/latency/single/p99: the page shows 12, the raw data give",
    ),
    "a figure taken off": (
        lambda t: re.sub(r'<td data-figure="run/soak/single/max">[^<]*</td>', "", t),
        "run/soak/single/max: the page shows -",
    ),
    "a word of the page": (
        lambda t: t.replace("<h2>soak", "<h2>perfect soak"),
        "the page was changed",
    ),
    "the raw data in a plain editor": (
        lambda t: t.replace('"values": [', '"values": [1, ', 1),
        "its own hash differs",
    ),
    "the raw data, and their hash": (lambda t: resealed(t, slower), "run/latency/single/max: the page shows"),
    "a run taken out": (
        lambda t: resealed(t, lambda d: d["runs"].pop()),
        "run/soak/single/min: the page shows",
    ),
    "a date to come": (
        lambda t: resealed(t, lambda d: d["runs"][1].update(started=a_run().started + 10**7)),
        "soak: the date is in the future",
    ),
    "a date that is none": (
        lambda t: resealed(t, lambda d: d["runs"][1].update(started="yesterday")),
        "soak: the date is in the future",
    ),
    "not finite": (
        lambda t: t.replace('"started": 1800000000.0', '"started": Infinity', 1),
        "cut off or damaged",
    ),
    "no runs": (lambda t: resealed(t, lambda d: d.pop("runs")), "cut off or damaged"),
    "cut off": (lambda t: t[: len(t) // 3], "cut off"),
    "cut off near its end": (lambda t: t[:-9], "cut off"),
    "a version to come": (
        lambda t: resealed(t, lambda d: d.update(report=2)),
        "knows versions up to 1. Update",
    ),
    "no report": (lambda t: "<!doctype html><html><body>bench report</body></html>", "no report that can be"),
    "an empty file": (lambda t: "", "no report that can be verified"),
}


@pytest.mark.parametrize("what", EDITS)
def test_an_edited_or_damaged_report_does_not_hold_and_a_sentence_says_so(what: str) -> None:
    edit, sentence = EDITS[what]
    edited = edit(page())
    assert edited != page()
    told = said_of(edited)
    assert "False" in told and sentence in told


def test_a_unit_s_name_can_not_end_the_document() -> None:
    run = a_run()
    odd = type(run)(
        **{name: getattr(run, name) for name in type(run).__slots__}
        | {"series": {"</script><b>": Series("a </script> b", "us", (1.0, 2.0))}}
    )
    assert all(finding.ok for finding in verify(report_page([odd]), NOW))


def test_the_command_verifies_what_it_wrote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept, out = tmp_path / "run.json", tmp_path / "out"
    run = a_run().to_json() | {"started": datetime(2026, 1, 1, tzinfo=UTC).timestamp()}
    kept.write_text(json.dumps(run))
    assert main(["bench", "report", str(kept), "--out", str(out)]) == 0
    capsys.readouterr()
    assert main(["bench", "report", "--verify", str(out / "report.html"), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["ok"] and mismatches("report-verify", answer) == []
    assert main(["bench", "report", "--verify", str(out / "report.html")]) == 0
    assert "The report holds. It is not signed" in capsys.readouterr().out
    assert main(["bench", "report", "--verify", str(out / "junit.xml")]) == 1
    assert "The report does not hold." in capsys.readouterr().out
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    assert main(["bench", "report", "--verify", str(tmp_path / "bytes")]) == 1
    assert main(["bench", "report", "--verify", str(tmp_path / "none.html")]) == 1
    assert "can't be read" in capsys.readouterr().err


@pytest.mark.emulator
def test_without_runs_it_measures_the_unit_and_says_what_was_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shorter = {"monitor": ["--seconds", "1"], "bounce": ["--slaps", "1"]}
    monkeypatch.setattr("slamomatic.bench.report.instrument.SHORT_RUNS", shorter)
    out = tmp_path / "out"
    words = ["bench", "report", "--unit", "emulated", "--without", "bounce", "--out", str(out), "--json"]
    main(words)
    assert json.loads(capsys.readouterr().out)["runs"] == 1
    text = (out / "report.html").read_text("utf-8")
    assert "bounce: It was left out." in text
    assert all(finding.ok for finding in verify(text, datetime.now(UTC)))
