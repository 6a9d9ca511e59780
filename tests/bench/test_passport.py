"""The timing passport: true figures, calculated twice; every damage or edit is told in a sentence."""

from __future__ import annotations

import base64
import copy
import hashlib
import json
import re
import zlib
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver

import needs
from bench.schemas import mismatches
from slamomatic.bench.passport import instrument as command
from slamomatic.bench.passport.figures import faulty, order
from slamomatic.bench.passport.file import opened, seal_of, verify, written
from slamomatic.bench.passport.instrument import NO_JIG, Amounts, PassportRun
from slamomatic.bench.passport.page import OPENS
from slamomatic.bench.passport.raw import JIG, Step, raw_of
from slamomatic.bench.stand import EmulatedStand
from slamomatic.cli import main
from slamomatic.errors import UserError
from slamomatic.firmware_files import firmware_pins
from support.jig import Jig
from support.passport_again import figures_again
from support.passport_runs import LATE_US, MADE, NOW, UNIT, Played, played

SEEDS = (1, 2, 3)
DIGIT = 0.0011  # figures are rounded to three digits

Document = dict[str, Any]


def text_of(run: Played) -> str:
    return written(run.raw, MADE)[1]


def wrong(text: str) -> list[str]:
    """Return the checks that fail."""
    return [finding.says for finding in verify(text, NOW)[0] if not finding.ok]


# -- the figures


@pytest.mark.parametrize("seed", SEEDS)
def test_a_second_implementation_gives_the_same_figures(seed: int) -> None:
    document, text = written(played(seed).raw, MADE)
    again = figures_again(text)
    assert again.keys() == document["figures"].keys()
    for key, value in document["figures"].items():
        if value is None:
            assert again[key] is None, key
        else:
            assert again[key] == pytest.approx(value, abs=DIGIT), key
    assert wrong(text) == []


@pytest.mark.parametrize(("seed", "ppm"), [(1, 37.0), (2, -80.0), (3, 0.0)])
def test_the_figures_are_what_was_put_in(seed: int, ppm: float) -> None:
    run = played(seed, ppm)
    found = {key: value or 0.0 for key, value in written(run.raw, MADE)[0]["figures"].items()}
    assert found["drift_low_ppm"] <= ppm <= found["drift_high_ppm"]
    assert found["drift_error_ppm"] < 10
    longest_us = max(run.delays_us)
    assert abs(found["latency_max_us"] - longest_us) <= found["latency_bound_us"]
    assert longest_us <= found["latency_most_max_us"] <= longest_us + 2 * found["latency_bound_us"]
    for name, lengths in zip(("red", "yellow", "green", "blue"), run.bounces_us, strict=True):
        assert found[f"bounce_{name}_presses"] == len(lengths)
        assert found[f"bounce_{name}_max_us"] == max(lengths)
    for name, late_us in zip(("red", "yellow", "green", "blue"), LATE_US, strict=True):
        assert abs(found[f"offset_{name}_us"] - late_us) <= 4 * found[f"offset_{name}_error_us"]
    assert (found["order_pairs"], found["order_wrong"], found["order_ties"]) == (24, 0, 3)
    assert (found["order_smallest_told_us"], found["order_widest_not_told_us"]) == (1, 1)
    assert (found["quiet_spikes"], found["quiet_slaps"], found["lockout_ms"]) == (2, 0, 50)


def test_a_step_that_was_not_done_has_no_figure_and_says_why() -> None:
    told = played().told
    told["steps"] = [step for step in told["steps"] if step["step"] not in ("order", "bounce")]
    told["not_measured"] = {"order": NO_JIG, "bounce": "It was left out."}
    document, text = written(raw_of(told), MADE)
    for key, value in document["figures"].items():
        assert (value is None) == key.startswith(("order", "bounce", "lockout_advised")), key
    assert NO_JIG in text and text.count("Not measured.") == 2
    assert wrong(text) == []


def test_what_no_sound_unit_has_stands_on_top_of_the_page() -> None:
    told = played().told
    slaps = told["steps"][1]["trials"][3]["slaps"]  # 100 us apart, and now said to be the other way round
    slaps[0][1], slaps[1][1] = slaps[1][1], slaps[0][1]
    document, text = written(raw_of(told), MADE)
    assert faulty(document["figures"]) == ["order_wrong"]
    assert "This unit has a fault" in text
    assert "This unit has a fault" not in text_of(played())
    assert faulty({"lockout_ms": 5, "lockout_advised_ms": 10, "quiet_slaps": 0}) == ["lockout_ms"]


def test_an_emulated_unit_is_marked_and_a_real_one_is_not() -> None:
    told = played().told
    assert "EMULATED" not in written(raw_of(told), MADE)[1]
    document, text = written(raw_of(told | {"emulated": True}), MADE)
    assert "EMULATED" in text and document["emulated"]
    assert UNIT in text


def test_raw_data_come_back_from_the_file_as_they_were() -> None:
    raw = raw_of(played().told)
    passport = opened(written(raw, MADE)[1])
    assert passport.raw == raw
    assert json.loads(json.dumps(passport.raw.to_json())) == json.loads(json.dumps(raw.to_json()))


# -- damaged and edited


def resealed(text: str, edit: Callable[[Document], None]) -> str:
    """The work of a careful forger: the document is edited, and its own hash made to fit."""
    before, _, rest = text.partition(OPENS)
    inside, _, after = rest.partition("</script>")
    document = json.loads(inside)
    edit(document)
    document["sha256"] = seal_of(document)
    return f"{before}{OPENS}{json.dumps(document)}</script>{after}"


def with_raw(text: str, edit: Callable[[Document], None]) -> str:
    """The raw data edited and their hash made to fit; the figures are left."""

    def repack(document: Document) -> None:
        told = json.loads(zlib.decompress(base64.b64decode(document["raw"])))
        edit(told)
        packed = zlib.compress(json.dumps(told).encode())
        document["raw"] = base64.b64encode(packed).decode()
        document["raw_sha256"] = hashlib.sha256(packed).hexdigest()

    return resealed(text, repack)


def setting(**values: object) -> Callable[[str], str]:
    return lambda text: resealed(text, lambda document: document.update(values))


def figure(key: str, value: object) -> Callable[[str], str]:
    return lambda text: resealed(text, lambda document: document["figures"].update({key: value}))


def first_slap_later(told: Document) -> None:
    number = next(n for n, (_, body) in enumerate(told["lines"]) if body.startswith("DOWN"))
    kind, seq, paddle, t_us, solid = told["lines"][number][1].split(",")
    told["lines"][number][1] = f"{kind},{seq},{paddle},{int(t_us) + 7},{solid}"


def another_unit(told: Document) -> None:
    told["lines"][0][1] = told["lines"][0][1].replace(UNIT, "e661000000000bad")


def shown_otherwise(text: str) -> str:
    """The number on the page edited, and the page's hash made to fit too."""
    start = text.index(">", text.index('data-figure="latency_most_p99_us"')) + 1
    changed = text[:start] + "12" + text[text.index("<", start) :]
    page = opened(changed).page
    return resealed(
        changed, lambda document: document.update(page_sha256=hashlib.sha256(page.encode()).hexdigest())
    )


def when(**apart: int) -> str:
    return (NOW + timedelta(**apart)).strftime("%Y-%m-%dT%H:%M:%SZ")


EDITS: dict[str, tuple[Callable[[str], str], str]] = {
    "a figure": (figure("order_ties", 0), "order_ties: the passport says 0, the raw data give 3"),
    "a figure in a plain editor": (
        lambda t: t.replace('"order_ties": 3', '"order_ties": 0'),
        "its own hash differs",
    ),
    "a figure left out": (
        lambda t: resealed(t, lambda d: d["figures"].pop("drift_ppm")),
        "drift_ppm: the passport says -",
    ),
    "a figure more": (figure("order_perfect", 1), "order_perfect: the passport says 1, the raw data give -"),
    "what the page shows": (shown_otherwise, "latency_most_p99_us: the page shows 12"),
    "a word of the page": (
        lambda t: t.replace("Timing passport</h1>", "Perfect passport</h1>"),
        "the page was changed",
    ),
    "the raw data": (lambda t: with_raw(t, first_slap_later), "the raw data give"),
    "the raw data's hash": (setting(raw_sha256="0" * 64), "their hash differs"),
    "the raw data's letters": (
        lambda t: resealed(t, lambda d: d.update(raw=d["raw"][:-8] + "AAAAAAA=")),
        "their hash differs",
    ),
    "no raw data": (lambda t: resealed(t, lambda d: d.pop("raw")), "The raw data are missing"),
    "cut off": (lambda t: t[: len(t) // 2], "cut off"),
    "cut off near its end": (lambda t: t[:-20], "cut off"),
    "another unit's id": (
        setting(unit_id="e661000000000bad"),
        "the passport says e661000000000bad, the raw data say",
    ),
    "another unit's data": (lambda t: with_raw(t, another_unit), "the raw data say e661000000000bad"),
    "emulated made real": (
        lambda t: with_raw(t, lambda d: d.update(emulated=True)),
        "emulated: the passport says False",
    ),
    "a version to come": (setting(passport=2), "knows versions up to 1. Update"),
    "not a passport": (
        lambda t: "<!doctype html><html><body>Timing passport</body></html>",
        "not a timing passport",
    ),
    "an empty file": (lambda t: "", "not a timing passport"),
    "not finite": (lambda t: re.sub('"drift_ppm": [-0-9.]+', '"drift_ppm": NaN', t), "not finite"),
    "not finite in the raw data": (
        lambda t: with_raw(t, lambda d: d["lines"][5].__setitem__(0, float("inf"))),
        "not finite",
    ),
    "a number beyond all": (
        lambda t: with_raw(t, lambda d: d["lines"][5].__setitem__(0, 10**400)),
        "The raw data are damaged",
    ),
    "a date to come": (setting(made_at=when(days=3)), "in the future"),
    "a date before the run": (setting(made_at=when(hours=-5)), "the run ended at"),
    "a date that is none": (setting(made_at="2026-02-30T10:00:00Z"), "is no date"),
    "lines in another order": (
        lambda t: with_raw(t, lambda d: d["lines"].insert(3, d["lines"].pop(40))),
        "do not stand in the order",
    ),
    "a ping sent at another time": (
        lambda t: with_raw(t, lambda d: d["pings"][7].__setitem__(1, 3.5)),
        "do not stand in the order",
    ),
    "a drop made up": (
        lambda t: with_raw(t, lambda d: d["steps"][-1]["quarters"][0][0].__setitem__(0, 5)),
        "in no line of the unit",
    ),
    "an emulated unit called real": (
        lambda t: with_raw(
            t, lambda d: d["lines"][0].__setitem__(1, d["lines"][0][1].replace(UNIT, "f" * 16))
        ),
        "that of an emulated unit",
    ),
    "a step made up": (lambda t: with_raw(t, lambda d: d["steps"].append({"step": "magic"})), "damaged"),
    "a slap made up": (
        lambda t: with_raw(t, lambda d: d["lines"].append([d["lines"][-1][0], "DOWN,9999,0,6000000,0"])),
        "contradict the unit's heartbeats",
    ),
}


@pytest.mark.parametrize("what", EDITS)
def test_what_was_damaged_or_edited_does_not_hold_and_a_sentence_says_so(what: str) -> None:
    edit, sentence = EDITS[what]
    text = text_of(played())
    edited = edit(text)
    assert edited != text
    told = wrong(edited)
    assert any(sentence in says for says in told), told


def test_who_edits_data_and_figures_together_goes_unnoticed_and_the_page_says_so() -> None:
    told = copy.deepcopy(played().told)
    told["steps"][1]["trials"] = told["steps"][1]["trials"][1:]
    text = written(raw_of(told), MADE)[1]
    assert wrong(text) == []
    assert "this page is not signed" in text


# -- as a tester uses it


def test_verify_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.html", tmp_path / "bad.html"
    good.write_text(text_of(played()), "utf-8")
    bad.write_bytes(b"\xff\xfe no passport")
    assert main(["bench", "passport", "--verify", str(bad), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert mismatches("passport-verify", answer) == [] and not answer["ok"]
    code = main(["bench", "passport", "--verify", str(good), "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert mismatches("passport-verify", answer) == [] and answer["unit_id"] == UNIT
    others = [finding for finding in answer["findings"] if finding["what"] != "date"]
    assert all(finding["ok"] for finding in others), "the made-up date is judged by today's"
    assert (code == 0) == answer["ok"]
    assert main(["bench", "passport", "--verify", str(tmp_path / "none.html")]) == 1
    assert "can't be read" in capsys.readouterr().err


@pytest.mark.browser
def test_the_page_needs_nothing_and_fits_a_phone(browser: webdriver.Chrome, tmp_path: Path) -> None:
    page = tmp_path / "passport.html"
    page.write_text(text_of(played()), "utf-8")
    browser.get(page.as_uri())
    assert browser.get_log("browser") == []  # type: ignore[no-untyped-call]
    wide, room = browser.execute_script("return [document.documentElement.scrollWidth, innerWidth]")
    assert wide <= room
    shown = browser.execute_script(
        "return document.querySelector('.cards data[data-figure=drift_ppm]').textContent"
    )
    assert shown == "36.9"


@pytest.fixture(scope="module")
def stand() -> EmulatedStand:
    try:
        return EmulatedStand(seed=5)
    except UserError as error:
        needs.left_out(str(error))
        raise


@pytest.mark.emulator
def test_a_run_on_the_emulated_unit(
    stand: EmulatedStand, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "open_stand", lambda spec: stand)
    monkeypatch.setattr("slamomatic.bench.passport.instrument.TRIALS", 1)
    page = tmp_path / "passport.html"
    words = ["bench", "passport", "--unit", "emulated", "--rounds", "1", "--out", str(page), "--json"]
    assert main([*words, "--without", "offsets", "bounce"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert mismatches("passport", answer) == []
    assert answer["ok"] and answer["emulated"] and set(answer["not_measured"]) == {"offsets", "bounce"}
    assert answer["figures"]["order_wrong"] == 0 and answer["figures"]["latency_slaps"] == 4
    assert answer["figures"]["drift_low_ppm"] <= 0 <= answer["figures"]["drift_high_ppm"], (
        "one clock for both"
    )
    again = figures_again(page.read_text("utf-8"))
    for key, value in answer["figures"].items():
        assert again[key] == (None if value is None else pytest.approx(value, abs=DIGIT)), key
    assert main(["bench", "passport", "--verify", str(page)]) == 0
    assert "The passport holds" in capsys.readouterr().out


@pytest.mark.long
@pytest.mark.emulator
def test_the_order_of_a_real_unit_comes_from_its_jig_and_without_one_is_not_measured(
    stand: EmulatedStand,
) -> None:
    run = PassportRun(stand, Amounts.of_rounds(1), [], 1)
    stand.overhear(run.overheard)
    with pytest.raises(UserError, match="jig was not fitted"):
        run.by_jig(Step("order", 0, 0), 4)
    Jig(stand.pico, firmware_pins()["jig"], stand.pins)
    step = run.by_jig(Step("order", 0, 0), 4)
    assert step.by == JIG and len(step.trials) == 4
    raw = replace(run.raw(), steps=(replace(step, end=len(run.raw().lines)),))
    found = order(raw)
    assert (found["order_pairs"], found["order_wrong"], found["order_missed"], found["order_invented"]) == (
        4,
        0,
        0,
        0,
    )
    assert (found["order_gap_error_us"] or 0) <= 2
