"""Captures as files: sigrok, which PulseView is built on, sees the same edges."""

from __future__ import annotations

import csv
import subprocess
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

import needs
from slamomatic.bench.edges.capture import Capture, changes_only, to_csv, to_vcd

NAMES = ("red", "yellow", "green", "blue")
BOUNCY = Capture(NAMES, ((0, 15), (40, 14), (55, 15), (61, 14), (300, 12), (301, 0), (5000, 15)))


@st.composite
def captures(draw: st.DrawFn) -> Capture:
    gaps = draw(st.lists(st.integers(1, 100_000), min_size=1, max_size=40))
    t_us, changes = 0, []
    for gap in gaps:
        changes.append((t_us, draw(st.integers(0, 15))))
        t_us += gap
    return Capture(NAMES, changes_only(changes))


@given(captures())
def test_a_capture_comes_back_from_csv_as_it_was(capture: Capture) -> None:
    head, *rows = csv.reader(to_csv(capture).splitlines())
    assert head == ["t_us", *NAMES]
    changes = [(int(t_us), sum(int(bit) << n for n, bit in enumerate(bits))) for t_us, *bits in rows]
    assert tuple(changes) == capture.changes


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 15)), max_size=60))
def test_only_changes_are_kept_and_the_last_level_of_a_microsecond_counts(
    steps: list[tuple[int, int]],
) -> None:
    records, t_us = [], 0
    for gap_us, levels in steps:
        t_us += gap_us
        records.append((t_us, levels))
    kept = changes_only(records)
    by_time: dict[int, int] = dict(records)
    now: int | None = None
    for t_us, levels in sorted(by_time.items()):
        if levels != now:
            assert (t_us, levels) in kept
        now = levels
    Capture(NAMES, kept)


def sigrok(*words: str) -> str:
    program = needs.program("sigrok-cli")
    return subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout


def samples(bits: str) -> list[int]:
    """sigrok's `bits` output as one level word a sample."""
    rows: dict[str, str] = {}
    for line in bits.splitlines():
        name, colon, row = line.partition(":")
        if colon and name in NAMES:
            rows[name] = rows.get(name, "") + row.replace(" ", "")
    words = zip(*(rows[name] for name in NAMES), strict=True)
    return [sum(int(bit) << n for n, bit in enumerate(word)) for word in words]


def test_sigrok_sees_every_edge_of_the_vcd_at_its_microsecond(tmp_path: Path) -> None:
    path = tmp_path / "capture.vcd"
    path.write_text(to_vcd(BOUNCY))
    seen = samples(sigrok("-I", "vcd", "-i", str(path), "-O", "bits:width=0"))
    edges = changes_only(list(enumerate(seen)))
    assert edges == BOUNCY.changes


def test_sigrok_sees_the_same_edges_in_the_csv(tmp_path: Path) -> None:
    path = tmp_path / "capture.csv"
    path.write_text(to_csv(BOUNCY))
    seen = samples(sigrok("-I", "csv:column_formats=-,4l:header=true", "-i", str(path), "-O", "bits:width=0"))
    assert seen == [levels for _, levels in BOUNCY.changes]


def test_a_pulse_less_in_the_file_is_seen_by_sigrok(tmp_path: Path) -> None:
    """The control: the comparison above fails when an edge is missing."""
    path = tmp_path / "short.vcd"
    path.write_text(to_vcd(Capture(NAMES, (*BOUNCY.changes[:1], *BOUNCY.changes[3:]))))
    seen = samples(sigrok("-I", "vcd", "-i", str(path), "-O", "bits:width=0"))
    assert changes_only(list(enumerate(seen))) != BOUNCY.changes
