"""`slamomatic bench scope`: raw edges in a window with a time axis, trigger, cursors, WHY and export."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from slamomatic.bench.monitor.instrument import Watched
from slamomatic.bench.result import Count, Measured, Result, Stopwatch, add_json, fault_findings, tell
from slamomatic.options import add_unit, add_word
from slamomatic.words import Sentence, gettext


@dataclass(frozen=True, slots=True)
class Answers:
    """The keys of `bench scope --json`."""

    slaps: Mapping[str, Count]  # by paddle
    edges: Count
    edges_lost: Count
    saved: Sequence[str]  # files


ANSWERS = (Answers,)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_unit(parser)
    says = gettext("the folder for what you save as CSV, VCD or PNG (this one)")
    add_word(parser, "--out", "DIR", says, Path(), Path)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    # pygame is imported when a window is wanted and not before.
    from slamomatic.bench.scope.scene import ScopeScene
    from slamomatic.bench.window.show import show_unit

    watch = Stopwatch()
    scene = show_unit(lambda stage, source: ScopeScene(stage, source, args.out), args.unit)
    measured = scene.source.measured or Measured(args.unit)
    return tell(report(scene.watched, scene.saved, measured, watch), args)


def report(watched: Watched, saved: Sequence[Path], measured: Measured, watch: Stopwatch) -> Result:
    answers = Answers(
        slaps=watched.slaps_by_name,
        edges=watched.edges,
        edges_lost=watched.edges_lost,
        saved=[str(path) for path in saved],
    )
    return watch.result(
        "scope",
        Sentence("raw edges by the unit's own clock (1 us), for as long as the scope was open"),
        Sentence("edges while the unit told why a slap has its time: it streams nothing meanwhile"),
        measured,
        answers,
        findings=tuple(fault_findings(watched.had_faults)),
    )
