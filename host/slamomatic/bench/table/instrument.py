"""`slamomatic bench table`: from a key to the frame that shows it, frame times, idle load, start-up."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import slamomatic
from slamomatic.bench.figures import quantile
from slamomatic.bench.result import Count, Finding, Measured, Result, Series, Stopwatch, add_json, tell
from slamomatic.options import add_count, add_size
from slamomatic.words import Sentence, gettext, number

FRAME_US = 1_000_000 / 60
# Limits of the table: one frame and 2 ms; a frame's work; a second to the first frame; an idle core.
SEEN_P99_US, FRAME_P99_US, START_US, HELP_US, IDLE_PERCENT = FRAME_US + 2_000, 10_000.0, 1e6, 2e5, 5.0
STARTS = 5


@dataclass(frozen=True, slots=True)
class Answers:
    """The keys of `bench table --json`."""

    size: str
    driver: str
    cores: Count
    python_loops_per_s: Count
    idle_percent: float
    frames: Count


ANSWERS = (Answers,)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_count(parser, "--seconds", "S", 20, gettext("how many seconds to play (20)"))
    add_size(parser, gettext("the window's size (1920x1080)"), (1920, 1080))
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    with _display(args.size):
        return tell(_measure(args.size, args.seconds), args)


@contextmanager
def _display(size: tuple[int, int]) -> Iterator[None]:
    """Use a virtual display (Xvfb) while the context lasts, if there is none; without Xvfb, SDL's dummy."""
    named = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    missing = sys.platform.startswith("linux") and not named
    if not missing or not shutil.which("Xvfb"):
        if missing:
            os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
        yield
        return
    read, write = os.pipe()
    command = [
        "Xvfb",
        "-displayfd",
        str(write),
        "-screen",
        "0",
        f"{size[0]}x{size[1]}x24",
        "-nolisten",
        "tcp",
        "-noreset",
    ]
    server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as pipe:
            os.environ["DISPLAY"] = ":" + pipe.readline().strip()
        yield
    finally:
        os.environ.pop("DISPLAY", None)  # it is gone; whatever runs here next must not look for it
        server.terminate()
        server.wait()


def _measure(size: tuple[int, int], seconds: int) -> Result:
    """Measure a game, an idle table, the start and the help; compare each with its limit."""
    from slamomatic.bench.table import play as table_play

    watch = Stopwatch()
    with tempfile.TemporaryDirectory() as folder:
        played = table_play.play(size, seconds, Path(folder))
        idle = table_play.idle_percent(size, Path(folder))
    starts = [_first_frame_us(size) for _ in range(STARTS)]
    helps = [_help_us() for _ in range(STARTS)]
    times_us = {
        "event_to_frame": (Sentence("from a key event to the frame that shows it"), played.seen_us),
        "frame": (Sentence("from the start of a frame's work to its flip"), played.frames_us),
        "frame_cpu": (
            Sentence("processor time from one frame to the next, for all the table's work"),
            played.cpu_us,
        ),
        "start": (Sentence("from the start of `python3 host play` to its first frame"), starts),
        "help": (Sentence("from the start to the end of `slamomatic --help`"), helps),
    }
    seen_us, work_us = (quantile(sorted(us), 0.99) for us in (played.seen_us, played.frames_us))
    checks = (
        (Sentence("event to frame"), seen_us, SEEN_P99_US, Sentence("us at p99")),
        (Sentence("frame time"), work_us, FRAME_P99_US, Sentence("us at p99")),
        ("idle", idle, IDLE_PERCENT, "% of a core"),
        (Sentence("first frame"), min(starts), START_US, Sentence("us at best")),
        ("help", min(helps), HELP_US, Sentence("us at best")),
    )
    return watch.result(
        instrument="table",
        measures=Sentence(
            "a game of Hands Down with three bots in the real window, with keys at random moments"
        ),
        not_meant=Sentence("the display's own delay, which no program can see"),
        unit=Measured("keys", emulated=False),
        answers=Answers(
            size=f"{size[0]}x{size[1]}",
            driver=played.driver,
            cores=os.cpu_count() or 0,
            python_loops_per_s=round(machine_speed()),
            idle_percent=round(idle, 2),
            frames=len(played.frames_us),
        ),
        series={name: Series(says, "us", tuple(us)) for name, (says, us) in times_us.items()},
        findings=tuple(
            Finding(
                value <= most,
                name,
                Sentence(
                    "{name}: {value} {what}, at most {most} promised",
                    name=name,
                    value=number(value),
                    what=what,
                    most=number(most),
                ),
            )
            for name, value, most, what in checks
        ),
    )


def _first_frame_us(size: tuple[int, int]) -> float:
    """Start `python3 host play` as a user does; return the time until a pipe tells of the first frame."""
    host = Path(slamomatic.__file__).resolve().parents[1]
    words = [str(host)] if (host / "__main__.py").exists() else ["-P", "-m", "slamomatic.cli"]
    read, write = os.pipe()
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as home:
        program = subprocess.Popen(
            [sys.executable, *words, "play", "--size", f"{size[0]}x{size[1]}", "--frames", str(write)],
            pass_fds=[write],
            env={**os.environ, "SLAMOMATIC_HOME": home},
            stdout=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as pipe:
            pipe.readline()
            took_us = (time.perf_counter() - began) * 1e6
            program.terminate()
            program.wait()
    return took_us


def _help_us() -> float:
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-P", "-m", "slamomatic.cli", "--help"], check=True, stdout=subprocess.DEVNULL
    )
    return (time.perf_counter() - began) * 1e6


def machine_speed() -> float:
    """Return the turns per second of a plain loop: a figure to compare machines by."""
    turns = 2_000_000
    began = time.perf_counter()
    for _ in range(turns):
        pass
    return turns / (time.perf_counter() - began)
