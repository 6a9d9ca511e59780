"""`bench link`: its figures are of the real thing, and it names a wire that loses slaps."""

from __future__ import annotations

import json
import time

import pytest

from slamomatic.bench.link import damage
from slamomatic.bench.link import instrument as link
from slamomatic.bench.link.instrument import events_in_noise, reading_speeds
from slamomatic.cli import main
from slamomatic.units.unit_record import UnitRecord


def test_lines_are_read_ten_times_as_fast_as_by_pynmea2() -> None:
    """A ratio of processor times, so neither a slow machine nor a busy one makes it worse."""
    checked, typed, yardstick = reading_speeds(time.thread_time)
    assert yardstick is not None
    assert checked / yardstick >= 10
    assert typed < checked


def test_nothing_is_lost_on_a_wire_that_damages_one_byte_in_a_hundred() -> None:
    repaired = damage.repair(minutes=3, seed=5)
    assert (repaired.lost, repaired.duplicated) == (0, 0)
    assert repaired.slaps > 300
    assert repaired.repaired > 100 and repaired.damaged_lines > 300, "the wire was really bad"


def test_a_host_that_does_not_ask_again_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(record: UnitRecord, next_seq: int) -> bool:
        record.expected_seq = max(record.expected_seq, next_seq)
        return True

    monkeypatch.setattr(UnitRecord, "note_next_number", careless)
    assert damage.repair(minutes=1, seed=5).lost > 0


def test_noise_makes_no_events() -> None:
    assert events_in_noise(200_000, seed=3) == (200_000, 0)


def test_one_json_object_with_the_promised_keys(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["bench", "link", "--slaps", "30", "--minutes", "0.5", "--random-bytes", "10000", "--json"]
    assert main(words) in (0, 1), "its hand-over time is this machine's, and may be found too long"
    found = json.loads(capsys.readouterr().out)
    assert found["instrument"] == "link"
    assert {"lines_per_s", "repaired", "lost"} <= found.keys()
    assert all(len(series["values"]) >= 30 for series in found["series"].values())
    assert {"hand_over", "hand_over_pty"} == found["series"].keys(), "a terminal too, where there are any"
    assert found["made_up_events"] == 0
    assert link.MANY_TIMES == 10
