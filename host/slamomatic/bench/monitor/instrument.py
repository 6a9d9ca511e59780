"""`slamomatic bench monitor`: live paddles, last slaps, rates, spikes, faults; captures of raw edges."""

import argparse
import random
import sys
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from slamomatic import messages as m
from slamomatic.bench.edges.capture import WRITERS, Capture, changes_only, records_of
from slamomatic.bench.figures import rounded
from slamomatic.bench.result import (
    Count,
    Measured,
    Result,
    Series,
    Stopwatch,
    add_json,
    add_slaps,
    checked,
    fault_findings,
    gone_findings,
    tell,
    wire_finding,
)
from slamomatic.bench.stand import EmulatedStand, Stand, open_stand
from slamomatic.emulator import bounce
from slamomatic.errors import UsageError, UserError, explained
from slamomatic.options import add_count, add_switch, add_unit, add_word
from slamomatic.paddles import PADDLES, paddle_name
from slamomatic.units.base import spoken_us
from slamomatic.words import N_, Sentence, as_sentence, counted, gettext, listed, ngettext

REDRAW_US = 100_000
RATE_OVER_US = 10_000_000
LAST_SLAPS = 6
# A spike now and then is static; this many a minute is a lead that picks up something.
SPIKES_A_MINUTE = 10


@dataclass(frozen=True, slots=True)
class Answers:
    """The keys of `bench monitor --json`."""

    slaps: Mapping[str, Count]  # by paddle
    spikes: Count
    damaged_lines: Count
    edges: Count
    edges_lost: Count
    free_bytes: Count | None
    worst_loop_us: Count | None
    clock_bound_us: float | None


ANSWERS = (Answers,)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_unit(parser)
    add_count(parser, "--seconds", "S", None, gettext("stop after S seconds"), float)
    says = gettext("save the raw edges as FILE.csv or FILE.vcd (PulseView)")
    add_word(parser, "--capture", "FILE", says, kind=Path)
    add_slaps(parser)
    add_switch(parser, "--window", gettext("open a window with a scope of the raw edges"))
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Watch the unit, report, and save a capture of the raw edges if asked for."""
    if args.capture is not None and args.capture.suffix not in WRITERS:
        raise UsageError(
            "{capture} has the wrong ending. End its name in .csv or .vcd.", capture=args.capture
        )
    if args.json and args.seconds is None:
        raise UsageError("With --json, also give --seconds S: how long to watch.")
    if args.window:
        return _in_window(args)
    with open_stand(args.unit) as stand:
        result, records = monitor(stand, args.seconds, args.slaps, show=not args.json)
        code = tell(result, args)
        if args.capture is not None:
            write_capture(records, stand.paddles, args.capture)
        return code


def _in_window(args: argparse.Namespace) -> int:
    from slamomatic.bench.monitor.scene import MonitorScene
    from slamomatic.bench.window.show import show_unit

    watch = Stopwatch()
    scene = show_unit(MonitorScene, args.unit)
    measured = scene.source.measured or Measured(args.unit)
    return tell(report(scene.watched, measured, scene.source.damaged, watch), args)


def write_capture(records: Sequence[tuple[int, int]], paddles: int, path: Path) -> None:
    """Save the raw edges as CSV or VCD, by the ending of `path`. UserError if the file can't be written."""
    names = tuple(paddle.name for paddle in PADDLES[:paddles])
    says = N_("The capture can't be written to {path} ({why}). Choose another place with --capture.")
    with explained(says, path=path):
        path.write_text(WRITERS[path.suffix](Capture(names, changes_only(records))), "utf-8")


class Watched:
    """Everything seen of a unit: slaps, levels, faults and counts, for the picture and the report."""

    def __init__(self, paddles: int) -> None:
        self.levels = 0
        self.slaps = [0] * paddles
        self.recent: deque[m.Down] = deque(maxlen=200)
        self.presses_us: list[list[int]] = [[] for _ in range(paddles)]
        self.faults: set[tuple[int, str]] = set()
        self.had_faults: list[m.FaultLine] = []
        self.beats: list[m.Beat] = []
        self.edges = 0
        self.edges_lost = 0
        self.clock_bound_us: float | None = None
        self.unit_us = 0  # the unit's clock, as it was last told
        self._down_at: dict[int, int] = {}

    def take(self, message: m.Message) -> list[tuple[int, int]]:
        """Note a message; return its raw edges, which are not kept, as a window may be open for days."""
        if isinstance(message, m.Beat | m.Down):
            self.unit_us = message.t_us
        if isinstance(message, m.Down):
            self.slaps[message.paddle] += 1
            self.recent.append(message)
            self._down_at[message.paddle] = message.t_us
        elif isinstance(message, m.Up):
            if message.paddle in self._down_at:
                self.presses_us[message.paddle].append(message.t_us - self._down_at.pop(message.paddle))
        elif isinstance(message, m.FaultLine):
            if message.what.endswith("-over"):
                self.faults.discard((message.paddle, message.what.removesuffix("-over")))
            else:
                self.faults.add((message.paddle, message.what))
                self.had_faults.append(message)
        elif isinstance(message, m.Beat):
            self.beats.append(message)
            self.levels = message.levels
        elif isinstance(message, m.Edges):
            self.edges_lost += message.lost
            self.edges += len(message.changes)
            if message.changes:
                self.levels = message.changes[-1][0]
            return records_of(message)
        return []

    def faults_of(self, paddle: int) -> list[str]:
        """Return the faults of a paddle (-1: of the whole unit) that are not over."""
        return [what for at, what in sorted(self.faults) if at == paddle]

    @property
    def spikes(self) -> int:
        """The spikes that the unit counted from its first heartbeat on."""
        return self.beats[-1].spikes - self.beats[0].spikes if self.beats else 0

    @property
    def slaps_by_name(self) -> dict[str, int]:
        return {paddle.name: slaps for paddle, slaps in zip(PADDLES, self.slaps, strict=False)}

    def counts_in_words(self, now_us: float, damaged: int) -> list[str]:
        """Return in words: slaps a second (over ten seconds), spikes, damaged lines."""
        slaps = sum(now_us - down.t_us <= RATE_OVER_US for down in self.recent)
        return [
            gettext("{rate} slaps a second", rate=f"{slaps / (RATE_OVER_US / 1e6):.1f}"),
            ngettext("{n} spike", "{n} spikes", self.spikes),
            ngettext("{n} damaged line", "{n} damaged lines", damaged),
        ]


def monitor(
    stand: Stand, seconds: float | None, slaps: int, *, show: bool
) -> tuple[Result, list[tuple[int, int]]]:
    """Watch until the time is up or Ctrl-C; return the report and all raw edges.

    A unit that is pulled out ends the watch too; UserError if nothing was seen by then.
    """
    watch = Stopwatch()
    watched = Watched(stand.paddles)
    records: list[tuple[int, int]] = []
    before = stand.decoder.counts.thrown_away
    end_us = None if seconds is None else stand.now_us() + seconds * 1e6
    if isinstance(stand, EmulatedStand) and slaps:
        _play_slaps(stand, slaps)
    gone = ""
    height = 0
    live = show and sys.stdout.isatty()
    try:
        with stand.raw_edges():
            while end_us is None or stand.now_us() < end_us:
                for message in stand.listen(REDRAW_US):
                    records += watched.take(message)
                watched.clock_bound_us = stand.clock_bound_us
                if live:
                    lines = picture(watched, stand.measured, stand.decoder.counts.thrown_away - before)
                    height = _redraw(height, lines)
    except KeyboardInterrupt:
        pass
    except UserError as error:  # pulled out: the messages so far are still worth a report and a capture
        if not watched.beats and not records:
            raise
        gone = as_sentence(error)
    if live:
        _redraw(height, [])
    damaged = stand.decoder.counts.thrown_away - before
    return report(watched, stand.measured, damaged, watch, gone), records


def _play_slaps(stand: EmulatedStand, slaps: int) -> None:
    """Queue slaps of the emulated paddles in turn, eight a second."""
    chance = random.Random(1)
    at_us = stand.now_us() + 50_000
    for number in range(slaps):
        pattern = bounce.slap(at_us, 80_000, bounce.GOOD_SWITCH, chance)
        stand.play(number % stand.paddles, pattern)
        at_us += 130_000


def _redraw(height: int, lines: Sequence[str]) -> int:
    """Print lines over the last `height` lines of the terminal; return how many there are now."""
    back = f"\x1b[{height}F\x1b[J" if height else ""
    print(back + "".join(line + "\n" for line in lines), end="", flush=True)
    return len(lines)


def picture(watched: Watched, unit: Measured, damaged: int) -> list[str]:
    """Return the monitor's picture for a terminal."""
    now_us = watched.beats[-1].t_us if watched.beats else 0
    lines = [f"{unit.spoken}   {gettext('Ctrl-C ends')}", ""]
    for number, (paddle, count) in enumerate(zip(PADDLES, watched.slaps, strict=False)):
        state = gettext("DOWN") if watched.levels >> number & 1 else gettext("up")
        slaps = ngettext("{n} slap", "{n} slaps", count)
        lines.append(
            f"  {gettext(paddle.name):<8} {state:<5} {slaps:>12}  {' '.join(watched.faults_of(number))}"
        )
    lines += ["", f"  {gettext('last slaps:')}"]
    last = list(watched.recent)[-LAST_SLAPS:]
    for before, down in zip([None, *last], last, strict=False):
        gap = f"{down.t_us - before.t_us:>+12} us" if before else ""
        lines.append(f"    {paddle_name(down.paddle):<8} {down.t_us / 1e6:12.6f} s {gap}")
    lines += [""] * (LAST_SLAPS - len(last))
    lines.append(f"  {listed(watched.counts_in_words(now_us, damaged))} {' '.join(watched.faults_of(-1))}")
    lines.append("  " + spoken_bound(watched.clock_bound_us))
    return lines


def spoken_bound(bound_us: float | None) -> str:
    """Say how exactly the unit's times are known on the host's clock."""
    return (
        gettext("clock not known yet")
        if bound_us is None
        else gettext("clock known within {time}", time=spoken_us(round(bound_us)))
    )


def report(watched: Watched, measured: Measured, damaged: int, watch: Stopwatch, gone: str = "") -> Result:
    """Report slaps, spikes, faults, damaged lines and press times; `gone`: why the unit went away, or ""."""
    few = watched.spikes <= SPIKES_A_MINUTE * max(1.0, len(watched.beats) / 60)
    spikes = counted("{n} spike", "{n} spikes", watched.spikes)
    static = Sentence(
        "{spikes}: an input picks up static. Shield its lead, or fit the input parts.", spikes=spikes
    )
    findings = [
        checked(few, "spikes", spikes, static),
        wire_finding(damaged, N_("{lines}: try another cable and port")),
        *gone_findings(gone),
        *fault_findings(watched.had_faults),
    ]
    answers = Answers(
        slaps=watched.slaps_by_name,
        spikes=watched.spikes,
        damaged_lines=damaged,
        edges=watched.edges,
        edges_lost=watched.edges_lost,
        free_bytes=watched.beats[-1].free_bytes if watched.beats else None,
        worst_loop_us=max((beat.worst_loop_us for beat in watched.beats), default=None),
        clock_bound_us=rounded(watched.clock_bound_us),
    )
    series: dict[str, Series] = {}
    for paddle, times in zip(PADDLES, watched.presses_us, strict=False):
        if times:
            name = Sentence(paddle.name)
            says = Sentence("{name}: from first contact to last opening", name=name)
            series[Sentence("{name} down", name=name)] = Series(says, "us", tuple(times))
    return watch.result(
        "monitor",
        Sentence(
            "what the unit reports while it is watched: slaps, spikes (from its first heartbeat on), "
            "faults and raw edges (1 us). The clock bound is half of a PING's shortest round trip."
        ),
        Sentence("anything about slaps that nobody made"),
        measured,
        answers,
        series,
        tuple(findings),
    )
