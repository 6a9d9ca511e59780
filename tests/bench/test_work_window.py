"""An instrument in its window: how far it is shows, it can be stopped, what it found is still reported."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from bench.schemas import mismatches
from slamomatic.bench.instrument_thread import InstrumentThread
from slamomatic.bench.link.damage import repair
from slamomatic.bench.progress import Progress, confirmed, say
from slamomatic.errors import UserError
from support import display

PATIENCE_S = 300.0


def until(done: object) -> None:
    ends = time.monotonic() + PATIENCE_S
    assert callable(done)
    while not done():
        assert time.monotonic() < ends
        time.sleep(0.002)


def test_what_an_instrument_says_is_seen_and_a_stop_reaches_it() -> None:
    said = threading.Event()

    def work() -> int:
        say("Slap red.")
        progress = Progress("soak", 10)
        for n in range(1_000_000):
            progress.at(5, {"slaps": n})
            said.set()
        return 0

    running = InstrumentThread(work)
    running.start()
    assert said.wait(PATIENCE_S)
    seen = running.seen
    assert (seen.step, seen.share, seen.words) == ("soak", 0.5, "Slap red.")
    assert dict(seen.facts).keys() == {"slaps"} and not seen.over
    running.join()
    assert running.seen.over and "Stopped" in running.seen.trouble


@pytest.mark.parametrize("yes", [True, False])
def test_a_question_waits_for_its_answer(yes: bool) -> None:
    running = InstrumentThread(lambda: int(confirmed("Set it?")))
    running.start()
    until(lambda: running.seen.question)
    running.answer(yes)
    until(lambda: running.seen.over)
    assert running.code == int(yes) and running.seen.question == ""


def test_who_leaves_has_not_agreed() -> None:
    running = InstrumentThread(lambda: int(confirmed("Set it?")))
    running.start()
    until(lambda: running.seen.question)
    running.join()
    assert running.code == 0


def test_trouble_is_shown_as_its_sentence() -> None:
    def work() -> int:
        raise UserError("No Pico is plugged in.")

    running = InstrumentThread(work)
    running.start()
    until(lambda: running.seen.over)
    assert running.seen.trouble == "No Pico is plugged in." and running.code == 1


def test_a_damaged_wire_stopped_early_is_still_accounted_for() -> None:
    found = []
    running = InstrumentThread(lambda: found.append(repair(100_000, 3)) or 0)  # type: ignore[func-returns-value]
    running.start()
    until(lambda: dict(running.seen.facts).get("asked for again", "0") != "0")
    running.join()
    assert found[0].slaps > 0 and (found[0].lost, found[0].duplicated) == (0, 0)


@pytest.mark.desktop
@pytest.mark.skipif(not display.available(), reason="needs Xvfb and xdotool")
def test_escape_stops_it_shows_what_it_found_and_leaves_with_the_report(tmp_path: Path) -> None:
    """In the real window: minutes of simulated damage without end, until Escape."""
    words = ["link", "--minutes", "100000", "--slaps", "20", "--random-bytes", "1000", "--json", "--window"]
    with display.virtual_display((800, 480)) as name:
        environment = {
            **os.environ,
            "DISPLAY": name,
            "SLAMOMATIC_HOME": str(tmp_path),
            "SDL_VIDEODRIVER": "x11",
            "SDL_AUDIODRIVER": "dummy",
        }
        command = [sys.executable, "-m", "slamomatic.cli", "bench", *words]
        program = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        ends = time.monotonic() + PATIENCE_S
        while program.poll() is None:
            assert time.monotonic() < ends
            time.sleep(1.0)
            subprocess.run(["xdotool", "key", "Escape"], env=environment, check=True)
        assert program.stdout is not None
        answer = json.loads(program.stdout.read())
    assert program.returncode in (0, 1)
    assert mismatches("link", answer) == []
