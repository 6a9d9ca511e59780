"""The result of an instrument: its answers, the raw numbers behind them, and what it found.

One shape for the terminal, `--json`, the report and CI, so that an instrument only measures.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from slamomatic import __version__
from slamomatic.bench.figures import Figures, figures
from slamomatic.bench.progress import Progress as Progress
from slamomatic.bench.progress import current_display
from slamomatic.errors import UserError, explained
from slamomatic.messages import FaultLine
from slamomatic.options import add_number, add_switch, add_word
from slamomatic.paddles import PADDLES
from slamomatic.words import Sentence, counted, gettext, said

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


class Within(NamedTuple):
    """Limits of a number, both included, for the schemas of the answers (schema.py)."""

    low: float
    high: float | None = None


Count = Annotated[int, Within(0)]


@dataclass(frozen=True, slots=True)
class Measured:
    """The unit on the bench. `emulated` is printed on every page: emulated time is no real time."""

    name: str
    unit_id: str = ""
    firmware: str = ""
    micropython: str = ""
    emulated: bool = False

    @property
    def name_and_id(self) -> str:
        """The unit's name and id, in the reader's language."""
        return f"{said(self.name)} {self.unit_id}".strip()

    @property
    def spoken(self) -> str:
        """The unit's name and id, marked if the unit is emulated."""
        name = self.name_and_id
        return gettext("{unit} (emulated)", unit=name) if self.emulated else name


@dataclass(frozen=True, slots=True)
class Finding:
    """One check of an instrument: a test passed, or a fault with what to do."""

    ok: bool
    what: str  # the short name of the check: the same in every run, so that two runs can be compared
    says: str
    paddle: str = ""

    @property
    def mark(self) -> str:
        """The beginning of the finding's line: OK or FAULT, equally wide."""
        fault, well = gettext("FAULT"), gettext("OK")
        return (well if self.ok else fault).ljust(max(len(well), len(fault)))


def checked(ok: bool, what: str, well: str, wrong: str, paddle: str = "") -> Finding:
    """Return a finding with the sentence `well` or `wrong`."""
    return Finding(ok, what, well if ok else wrong, paddle)


def fault_findings(faults: Sequence[FaultLine]) -> list[Finding]:
    """Return a finding for each fault that began; lines that a fault is over are left out."""
    return [
        Finding(
            False,
            Sentence("fault {what}", what=fault.what),
            Sentence("the unit reported {what}", what=fault.what),
            PADDLES[fault.paddle].name if fault.paddle >= 0 else "",
        )
        for fault in faults
        if not fault.what.endswith("-over")
    ]


def wire_finding(damaged: int, advice: str) -> Finding:
    """Return a finding about damaged lines; `advice` says what to do about {lines}."""
    lines = counted("{n} damaged line", "{n} damaged lines", damaged)
    return checked(not damaged, "wire", lines, Sentence(advice, lines=lines))


def gone_findings(gone: str) -> list[Finding]:
    """Return the finding that the unit was pulled out; [] if `gone` is "": it was not."""
    return [Finding(False, "unit", gone)] if gone else []


@dataclass(frozen=True, slots=True)
class Series:
    """Raw numbers of one kind, in the order they were measured."""

    says: str  # from which edge to which
    unit: str
    values: tuple[float, ...]

    def figures(self) -> Figures | None:
        return figures(self.values, self.unit)


@dataclass(frozen=True, slots=True)
class Result:
    """One run of one instrument."""

    instrument: str
    measures: str  # from which edge to which, and how
    not_meant: str  # what the numbers do not say
    unit: Measured
    started: float
    seconds: float
    answers: Mapping[str, Any]  # the keys that the command promises
    series: Mapping[str, Series] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()

    @property
    def ok(self) -> bool:
        return all(finding.ok for finding in self.findings)

    def to_json(self) -> dict[str, Any]:
        """Return the run as `--json` prints it: its answers, and beside them what all runs have."""
        envelope = asdict(self) | {
            "slamomatic": __version__,
            "seconds": round(self.seconds, 3),
            "ok": self.ok,
        }
        return {**envelope.pop("answers"), **envelope}


# Keys beside an instrument's own answers in its JSON.
ENVELOPE = {"slamomatic", "ok", *(one.name for one in fields(Result))} - {"answers"}


def from_json(run: Mapping[str, Any]) -> Result:
    """Return a run from its JSON. KeyError or TypeError if it is none."""
    return Result(
        **{name: run[name] for name in ("instrument", "measures", "not_meant", "started", "seconds")},
        unit=Measured(**run["unit"]),
        answers={key: value for key, value in run.items() if key not in ENVELOPE},
        series={
            name: Series(one["says"], one["unit"], tuple(one["values"]))
            for name, one in run["series"].items()
        },
        findings=tuple(Finding(**finding) for finding in run["findings"]),
    )


def read_run(path: Path) -> Result:
    """Return a saved run. UserError if the file can't be read or is no run."""
    try:
        with explained("The run {path} can't be read ({why}). Check its name.", path=path):
            return from_json(json.loads(path.read_text("utf-8")))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UserError(
            "{path} is not a bench run. Make one with `slamomatic bench INSTRUMENT --json > {path}`.",
            path=path,
        ) from error


def add_slaps(parser: argparse.ArgumentParser) -> None:
    add_number(parser, "--slaps", "N", 0, gettext("how many slaps the emulated paddles get (0)"))


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add the arguments --json and --save, which every instrument has."""
    add_switch(parser, "--json", gettext("one JSON object instead of the text"))
    add_word(parser, "--save", "FILE", gettext("save the run for `bench report`"), kind=Path)


def tell(result: Result, args: argparse.Namespace) -> int:
    """Show, print and save a run as the arguments ask for; return 0 if all is well, 1 if there is a fault."""
    display = current_display.get()
    if display is not None:
        display.result(result)
    text = json.dumps(result.to_json())
    print(text if args.json else "\n".join(in_words(result)), flush=True)
    if args.save is not None:  # last: a mistyped name must not lose an hour's run
        with explained(
            "The run can't be saved as {save} ({why}). Copy it from above, and choose another name next "
            "time.",
            save=args.save,
        ):
            args.save.write_text(text + "\n", "utf-8")
    return 0 if result.ok else 1


def in_words(result: Result) -> list[str]:
    """Return the lines that a person reads on the terminal."""
    name = result.unit.name_and_id
    if result.unit.emulated:
        name = gettext("{unit} (emulated, in emulated time)", unit=name)
    lines = [
        f"{result.instrument}: {name}",
        "  " + gettext("measures: {what}", what=said(result.measures)),
        "  " + gettext("does not show: {what}", what=said(result.not_meant)),
    ]
    for title, series in result.series.items():
        found = series.figures()
        if found is not None:
            lines.append(f"  {said(title)}: {found.sentence()}")
    for key, value in result.answers.items():
        if isinstance(value, bool | int | float | str) or value is None:
            lines.append(f"  {key}: {value}")
    for finding in result.findings:
        paddle = f" [{said(finding.paddle)}]" if finding.paddle else ""
        lines.append(f"  {finding.mark}{paddle} {said(finding.says)}")
    return lines


class Stopwatch:
    """Takes the time of a run, from its creation on, by the machine's own clocks."""

    def __init__(self) -> None:
        self.started = time.time()
        self._from = time.perf_counter()

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._from

    def result(
        self,
        instrument: str,
        measures: str,
        not_meant: str,
        unit: Measured,
        answers: DataclassInstance,
        series: Mapping[str, Series] | None = None,
        findings: tuple[Finding, ...] = (),
    ) -> Result:
        """Return the result of the run that ends now."""
        told = asdict(answers)
        return Result(
            instrument, measures, not_meant, unit, self.started, self.seconds, told, series or {}, findings
        )
