"""`slamomatic bench report`: one self-contained page of any runs, that anybody can verify; and JUnit."""

import argparse
import contextlib
import importlib
import io
import json
import tempfile
import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from slamomatic.bench.report.page import NO_REASONS, report_page
from slamomatic.bench.report.verify import verify
from slamomatic.bench.result import Count, Finding, Result, read_run
from slamomatic.errors import UsageError, UserError, explained
from slamomatic.options import add_switch, add_word
from slamomatic.units.specs import AUTO
from slamomatic.words import Sentence, gettext, ngettext, said

# Without saved runs the report makes short ones itself: instrument -> the words it is called with.
SHORT_RUNS: dict[str, list[str]] = {
    "order": ["--trials", "50"],
    "latency": ["--presses", "100"],
    "bounce": ["--slaps", "3"],
    "soak": ["--minutes", "1"],
    "link": ["--minutes", "5", "--random-bytes", "1000000"],
    "monitor": ["--seconds", "20"],
    "calibrate": [],
}
WITHOUT_UNIT = ("link",)  # measures the host's half of the wire


@dataclass(frozen=True, slots=True)
class Written:
    """The keys of `bench report --json`: its three files, and whether all runs are well."""

    page: str
    raw: str
    junit: str
    runs: Count
    ok: bool


@dataclass(frozen=True, slots=True)
class Verified:
    """The keys of `bench report --verify FILE --json`."""

    file: str
    ok: bool
    findings: Sequence[Finding]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_word(parser, "runs", "RUN", gettext("runs saved with --save or --json"), kind=Path, nargs="*")
    add_word(parser, "--before", "RUN", gettext("earlier runs to compare with"), kind=Path, nargs="+")
    add_word(parser, "--out", "DIR", "(bench-report)", Path("bench-report"), Path)
    add_word(parser, "--unit", "U", gettext("the unit for new runs (auto)"), AUTO)
    says = gettext("instruments to leave out: {instruments}", instruments=", ".join(SHORT_RUNS))
    parser.add_argument("--without", choices=SHORT_RUNS, nargs="+", default=[], metavar="NAME", help=says)
    add_word(parser, "--verify", "FILE", gettext("check a report instead of making one"), kind=Path)
    add_switch(parser, "--json", gettext("print where the files are, as one JSON object"))


def run(args: argparse.Namespace) -> int:
    """Write a report of the saved runs, or of short new ones; or check a report. 1 if a run has a fault."""
    if args.verify is not None:
        return _verify(args.verify, as_json=args.json)
    left_out: dict[str, str] = {}
    runs = [read_run(path) for path in args.runs]
    if not runs:
        runs, left_out = _short_runs(args.unit, args.without, quiet=args.json)
    before = [read_run(path) for path in args.before or ()]
    page, raw, junit = write(args.out, runs, before, left_out)
    well = all(result.ok for result in runs)
    if args.json:
        print(json.dumps(asdict(Written(str(page), str(raw), str(junit), len(runs), well))))
    else:
        print(
            ngettext(
                "The report of {n} run is {page}; its raw numbers are {raw}",
                "The report of {n} runs is {page}; their raw numbers are {raw}",
                len(runs),
                page=page,
                raw=raw,
            )
        )
    return 0 if well else 1


def _verify(path: Path, *, as_json: bool) -> int:
    """Check a report and print what holds; 1 if anything does not."""
    try:
        with explained("The report {path} can't be read ({why}). Check its name.", path=path):
            text = path.read_text("utf-8")
    except UnicodeDecodeError:
        text = ""  # no report is anything but text
    findings = verify(text, datetime.now(UTC))
    ok = all(finding.ok for finding in findings)
    if as_json:
        print(json.dumps(asdict(Verified(str(path), ok, findings))))
        return int(not ok)
    for finding in findings:
        print(f"{finding.mark} {said(finding.what)}: {said(finding.says)}")
    holds = gettext(
        "The report holds. It is not signed: nobody can tell whether somebody changed data and figures "
        "together."
    )
    print(holds if ok else gettext("The report does not hold."))
    return int(not ok)


def write(
    out: Path,
    runs: Sequence[Result],
    before: Sequence[Result] = (),
    left_out: Mapping[str, str] = NO_REASONS,
) -> tuple[Path, Path, Path]:
    """Write the page, the raw numbers and the JUnit file into `out`; return their paths."""
    page, raw, junit = out / "report.html", out / "report.json", out / "junit.xml"
    numbers = {"runs": [one.to_json() for one in runs], "before": [one.to_json() for one in before]}
    with explained("The report can't be written to {out} ({why}). Choose another place with --out.", out=out):
        out.mkdir(parents=True, exist_ok=True)
        page.write_text(report_page(runs, before, left_out), "utf-8")
        raw.write_text(json.dumps(numbers) + "\n", "utf-8")
        junit.write_text(to_junit(runs), "utf-8")
    return page, raw, junit


def to_junit(runs: Sequence[Result]) -> str:
    """Return the runs as JUnit: a suite a run, a case a finding.

    A run without findings is one passed case.
    """
    root = ElementTree.Element("testsuites", name="slamomatic bench")
    for run in runs:
        kind = f"bench.{run.instrument}{'.emulated' if run.unit.emulated else ''}"
        findings = run.findings or (Finding(True, "measured", ""),)
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=run.instrument,
            tests=str(len(findings)),
            failures=str(sum(not finding.ok for finding in findings)),
            time=f"{run.seconds:.3f}",
        )
        for finding in findings:
            name = f"{finding.what} {finding.paddle}".strip()
            case = ElementTree.SubElement(suite, "testcase", classname=kind, name=name)
            if not finding.ok:
                ElementTree.SubElement(case, "failure", message=finding.says)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _short_runs(unit: str, without: Sequence[str], *, quiet: bool) -> tuple[list[Result], dict[str, str]]:
    """Run each instrument shortly; return the runs, and by name why others were left out.

    UserError if none could measure.
    """
    results: list[Result] = []
    left_out: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, words in SHORT_RUNS.items():
            if name in without:
                left_out[name] = gettext("It was left out.")
                continue
            if not quiet:
                print(f"{name} ...", flush=True)
            kept = Path(folder) / f"{name}.json"
            module = importlib.import_module(f"slamomatic.bench.{name}.instrument")
            parser = argparse.ArgumentParser(prog=Sentence("slamomatic bench {name}", name=name))
            module.add_arguments(parser)
            asked = [*words, "--json", "--save", str(kept)]
            if name not in WITHOUT_UNIT:
                asked += ["--unit", unit]
            try:
                with contextlib.redirect_stdout(io.StringIO()):
                    module.run(parser.parse_args(asked))
            except UsageError:
                raise
            except UserError as error:
                left_out[name] = said(error)
            else:
                results.append(read_run(kept))
    if not results:
        raise UserError("Nothing was measured. {why}", why=next(iter(left_out.values()), ""))
    return results, left_out
