"""Every recorded evening again: the firmware's pure parts, the wire, the link and the rules find the same.

`slamomatic record` makes such a file; put it into this folder, and it is a test for ever. As long as nobody
has recorded a board, there are emulated ones, marked as such.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from recorded.figures import faulty, run_figures
from slamomatic import messages as m
from slamomatic.bench.recording import file as recording
from slamomatic.bench.recording.file import Recording
from slamomatic.cli import main
from slamomatic.engine.log import replay
from slamomatic.errors import UserError
from slamomatic.units.base import Do, PaddleEvent
from slamomatic.units.recorded import RecordedUnit
from slamomatic.wire import Decoder
from unit.contacts import MASK, RING, Bench
from unit.firmware_source import module

wire: Any = module("wire")
debounce: Any = module("debounce")
FILES = sorted(Path(__file__).parent.glob("*.json"))
EVENINGS = [pytest.param(path, id=path.stem) for path in FILES]
STILL_US = 600_000  # longer than any lockout
LOOK_US = 20_000


def evening(path: Path) -> Recording:
    return recording.read(path.read_text("utf-8"), path.name)


def edges_in(made: Recording) -> list[tuple[int, int]]:
    """(t_us, closed contacts) of all raw edges."""
    found: list[tuple[int, int]] = []
    for _, edges in made.run.during("bounce", m.Edges):
        assert not edges.lost, "edges were left out: this recording can't be judged again"
        at_us = edges.t0_us
        for levels, dt_us in edges.changes:
            at_us += dt_us
            found.append((at_us, levels))
    return found


@pytest.mark.parametrize("path", EVENINGS)
def test_the_debounce_finds_the_same_slaps_in_the_same_edges(path: Path) -> None:
    made = evening(path)
    edges = edges_in(made)
    bench = Bench(start_us=edges[0][0] - STILL_US)
    for key, word in (("hold_us", debounce.HOLD_US), ("lockout_ms", debounce.LOCKOUT_US)):
        value = made.run.setting(key)
        assert value is not None
        bench.cells[word] = value * (1000 if key.endswith("_ms") else 1)
    for number, (t_us, levels) in enumerate(edges):
        bench.put(levels, t_us)
        if number % (RING // 4) == 0:
            bench.step(t_us)
    bench.step(edges[-1][0] + STILL_US)
    downs = [(one.paddle, one.t_us & MASK, one.later_us) for _, one in made.run.during("bounce", m.Down)]
    ups = [(one.paddle, one.t_us & MASK, one.edges) for _, one in made.run.during("bounce", m.Up)]
    assert [(out.contact, out.tick, out.extra) for out in bench.downs] == downs
    assert sorted((out.contact, out.tick, out.extra) for out in bench.ups) == sorted(ups)
    assert len(downs) > 10


def framed(made: Recording) -> bytes:
    return b"".join(wire.frame(body.encode()) for _, body in made.run.lines)


@pytest.mark.parametrize("path", EVENINGS)
def test_every_line_goes_over_the_wire_and_means_something(path: Path) -> None:
    made = evening(path)
    bodies = [body.encode() for _, body in made.run.lines]
    assert list(Decoder().feed(framed(made))) == bodies
    assert [body for body in bodies if m.parse(body) is None] == []


@pytest.mark.parametrize("path", EVENINGS)
def test_the_link_passes_on_the_same_events_at_the_same_times(path: Path, tmp_path: Path) -> None:
    made = evening(path)
    capture = tmp_path / "evening.log"
    capture.write_bytes(framed(made))
    now = [1_000_000]
    unit = RecordedUnit(capture, clock=lambda: now[0])
    unit.start()
    heard: list[PaddleEvent] = []
    for _ in range(round(made.run.seconds * 1e6 / LOOK_US) + 1_000):
        heard += [one for one in unit.drain() if isinstance(one, PaddleEvent)]
        now[0] += LOOK_US
    parsed = [m.parse(body.encode()) for _, body in made.run.lines]
    told = [one for one in parsed if isinstance(one, m.Down | m.Up)]
    assert [(one.do, one.paddle) for one in heard] == [
        (Do.DOWN if isinstance(one, m.Down) else Do.UP, one.paddle) for one in told
    ]
    later_us = [one.later_us if isinstance(one, m.Down) else 0 for one in told]
    assert [one.unit_t_us for one in heard] == [one.t_us for one in told]
    assert [one.later_us for one in heard] == later_us
    shifts = {one.t_us - one.unit_t_us for one in heard}
    assert len(shifts) == 1, "one clock, and so one distance to the host's"


@pytest.mark.parametrize("path", EVENINGS)
def test_its_figures_show_no_fault(path: Path) -> None:
    assert faulty(run_figures(evening(path).run)) == []


@pytest.mark.parametrize("path", EVENINGS)
def test_its_game_is_played_to_the_same_end_without_a_name(path: Path) -> None:
    journal = evening(path).journal
    if not journal:
        assert "journal" in evening(path).not_recorded
        return
    assert all(re.fullmatch("[A-Z]", player["name"]) for player in journal[0]["players"])
    games = [list(replay(journal))[-1][0] for _ in range(2)]
    assert games[0].over
    assert games[0].to_json() == games[1].to_json()


def test_an_emulated_evening_is_marked() -> None:
    assert [path.stem for path in FILES if evening(path).emulated] == ["emulated"]


# -- damaged files


def signed(document: dict[str, Any]) -> str:
    document["sha256"] = recording.digest(document)
    return json.dumps(document)


def changed(change: Callable[[dict[str, Any]], object]) -> Callable[[str], str]:
    def damage(text: str) -> str:
        document = json.loads(text)
        change(document)
        return signed(document)

    return damage


DAMAGES: dict[str, tuple[Callable[[str], str], str]] = {
    "empty": (lambda text: "", "cut short"),
    "cut in the middle": (lambda text: text[: len(text) // 2], "cut short"),
    "a picture": (lambda text: "\ufffdPNG\r\n", "not a recording"),
    "another file": (lambda text: '{"figures": 1}', "not a recording of"),
    "a byte changed": (lambda text: text.replace("DOWN,1,", "DOWN,2,", 1), "changed or damaged"),
    "a newer one": (changed(lambda document: document.update(slamomatic_recording=2)), "newer"),
    "no lines": (changed(lambda document: document["run"].pop("lines")), "Record the evening again"),
    "no unit": (changed(lambda document: document["run"].update(lines=[], steps=[])), "no HELLO"),
    "a step beyond the end": (
        changed(lambda document: document["run"]["steps"][0].update(end=10**6)),
        "Record the evening again",
    ),
    "a game that can't be": (
        changed(lambda document: document["journal"].insert(1, {"do": "no such thing", "t_us": 1})),
        "Record the evening again",
    ),
    "checks of another shape": (changed(lambda document: document.update(checks=[1])), "evening again"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_recording_is_a_sentence(
    damage: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make, says = DAMAGES[damage]
    path = tmp_path / "evening.json"
    path.write_text(make(FILES[0].read_text("utf-8")), "utf-8")
    assert main(["record", "--check", str(path)]) == 1
    said = capsys.readouterr().err
    assert says in said and "Traceback" not in said
    assert path.name in said


def test_names_are_left_out_wherever_they_stand() -> None:
    entries: list[dict[str, Any]] = [
        {"players": [{"name": "Ada"}, {"name": "J"}, {"name": "down"}], "chance": [["J", "4"]]},
        {"do": "down", "seat": 1},
        {"note": "person", "seat": 1, "name": "Cleo"},
    ]
    assert recording.nameless(entries) == [
        {"players": [{"name": "A"}, {"name": "B"}, {"name": "C"}], "chance": [["J", "4"]]},
        {"do": "down", "seat": 1},
        {"note": "person", "seat": 1, "name": "D"},
    ]
    assert recording.without_words("/home/ada/games on adas-pc", ["/home/ada", "adas-pc"]) == "…/games on …"


def test_a_recording_reads_back_as_it_was_written() -> None:
    made = evening(FILES[0])
    assert recording.read(recording.written(made), "again") == made


def test_a_file_that_is_not_there_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["record", "--check", str(tmp_path / "nothing.json")]) == 1
    assert "can't be read" in capsys.readouterr().err
    with pytest.raises(UserError):
        recording.read("{", "half.json")
