"""`slamomatic record` with a unit at a port, and somebody who does what it asks."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from threading import Thread

import pytest

import needs
from link.emulated_pico import EmulatedPico
from recorded.test_recorded_evenings import (
    test_every_line_goes_over_the_wire_and_means_something,
    test_its_figures_show_no_fault,
    test_its_game_is_played_to_the_same_end_without_a_name,
    test_the_debounce_finds_the_same_slaps_in_the_same_edges,
    test_the_link_passes_on_the_same_events_at_the_same_times,
)
from slamomatic.bench import stand
from slamomatic.bench.bounce import instrument as bounce
from slamomatic.bench.recording import file as recording
from slamomatic.bench.recording import run
from slamomatic.cli import main
from slamomatic.emulator.image import find_image
from slamomatic.errors import UserError
from slamomatic.paddles import PADDLES

SLAPS = 4  # of each paddle, half of them softly
PRESSES = 20  # of any
PATIENCE_US = 600_000_000
JOURNAL = Path(__file__).resolve().parents[2] / "host" / "docs" / "evening.journal"
REPLAYED = (
    test_the_debounce_finds_the_same_slaps_in_the_same_edges,
    test_every_line_goes_over_the_wire_and_means_something,
    test_its_figures_show_no_fault,
    test_its_game_is_played_to_the_same_end_without_a_name,
)


@pytest.fixture
def pico(tmp_path: Path) -> Iterator[EmulatedPico]:
    try:
        find_image()
    except UserError as error:
        needs.left_out(str(error))
    with EmulatedPico(tmp_path, None, tcp=sys.platform == "win32") as pico:
        yield pico


def asked(line: str) -> list[int]:
    """The paddles to slap now, in order."""
    if "any paddles" in line:
        return [number % 4 for number in range(PRESSES)]
    found = re.search(r"Slap (\w+) (\d+) times", line)
    names = [paddle.name for paddle in PADDLES]
    return [names.index(found[1])] * int(found[2]) if found else []


class Person(io.StringIO):
    """Somebody at the screen who slaps what the program asks for."""

    def __init__(self, pico: EmulatedPico) -> None:
        super().__init__()
        self._pico = pico
        self._to_slap: Queue[int | None] = Queue()
        self._hands = Thread(target=self._slap)

    def __enter__(self) -> Person:
        self._hands.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._to_slap.put(None)
        self._hands.join()

    def write(self, text: str) -> int:
        for paddle in asked(text):
            self._to_slap.put(paddle)
        return super().write(text)

    def _slap(self) -> None:
        while (paddle := self._to_slap.get()) is not None:
            self._pico.slap(paddle)


@pytest.mark.long
@pytest.mark.emulator
def test_an_evening_at_a_port_is_recorded_and_replayed(
    pico: EmulatedPico, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for limit in ("HELLO_WITHIN_US", "ANSWER_WITHIN_US", "SELFTEST_WITHIN_US"):
        monkeypatch.setattr(stand, limit, PATIENCE_US)  # a busy machine emulates slowly
    for module in (run, bounce):
        monkeypatch.setattr(module, "PATIENCE_US", PATIENCE_US)
    out = tmp_path / "evening.json"
    words = ["record", "--unit", f"serial:{pico.port}", "--out", str(out), "--slaps", str(SLAPS)]
    words += ["--minutes", "0.05", "--journal", str(JOURNAL), "--json"]
    with Person(pico) as person, monkeypatch.context() as at_the_screen:
        at_the_screen.setattr(sys, "stderr", person)
        code = main(words)
    assert code == 0, person.getvalue()
    answer = json.loads(capsys.readouterr().out)
    assert answer["not_recorded"].keys() == {"order"}, answer["not_recorded"]  # no jig is fitted
    assert answer["emulated"] and answer["steps"] == ["quiet", "latency", "bounce"]
    made = recording.read(out.read_text("utf-8"), out.name)
    assert os.fspath(tmp_path) not in out.read_text("utf-8")
    assert {check["name"] for check in made.checks} >= {"python", "ports"}
    for replayed in REPLAYED:
        replayed(out)
    test_the_link_passes_on_the_same_events_at_the_same_times(out, tmp_path)


def test_a_place_that_nobody_may_write_to_is_said_before_the_evening(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["record", "--unit", "emulated", "--out", str(tmp_path / "none" / "evening.json")]) == 1
    said = capsys.readouterr()
    assert "can't be written" in said.err and "Name another place with --out" in said.err
    assert "Take your hands off" not in said.err
