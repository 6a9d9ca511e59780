"""`slamomatic bench report`: one self-contained page of any runs, their raw numbers as JSON, and JUnit."""

import argparse
import contextlib
import importlib
import io
import json
import tempfile
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from slamomatic.bench.report.page import report_page
from slamomatic.bench.result import Count, Finding, Result, read_run
from slamomatic.errors import explained
from slamomatic.options import add_switch, add_word
from slamomatic.units.specs import AUTO
from slamomatic.words import Sentence, gettext, ngettext

# Without saved runs the report makes short ones itself: instrument -> the words it is called with.
SHORT_RUNS: dict[str, list[str]] = {
    "order": ["--trials", "50"],
    "latency": ["--presses", "100"],
    "bounce": ["--slaps", "3"],
    "soak": ["--minutes", "1"],
    "link": ["--minutes", "5", "--random-bytes", "1000000"],
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


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_word(parser, "runs", "RUN", gettext("runs saved with --save or --json"), kind=Path, nargs="*")
    add_word(parser, "--before", "RUN", gettext("earlier runs to compare with"), kind=Path, nargs="+")
    add_word(parser, "--out", "DIR", "(bench-report)", Path("bench-report"), Path)
    add_word(parser, "--unit", "U", gettext("the unit for new runs (auto)"), AUTO)
    add_switch(parser, "--json", gettext("print where the files are, as one JSON object"))


def run(args: argparse.Namespace) -> int:
    runs = [read_run(path) for path in args.runs] or _short_runs(args.unit, quiet=args.json)
    before = [read_run(path) for path in args.before or ()]
    page, raw, junit = write(args.out, runs, before)
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


def write(out: Path, runs: Sequence[Result], before: Sequence[Result] = ()) -> tuple[Path, Path, Path]:
    """The report's three files."""
    page, raw, junit = out / "report.html", out / "report.json", out / "junit.xml"
    numbers = {"runs": [one.to_json() for one in runs], "before": [one.to_json() for one in before]}
    with explained("The report can't be written to {out} ({why}). Choose another place with --out.", out=out):
        out.mkdir(parents=True, exist_ok=True)
        page.write_text(report_page(runs, before), "utf-8")
        raw.write_text(json.dumps(numbers) + "\n", "utf-8")
        junit.write_text(to_junit(runs), "utf-8")
    return page, raw, junit


def to_junit(runs: Sequence[Result]) -> str:
    """A suite a run, a case a finding; a run without findings is one case that passed by running."""
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


def _short_runs(unit: str, *, quiet: bool) -> list[Result]:
    """Make a short run of each instrument that the unit can be put through by itself."""
    results = []
    with tempfile.TemporaryDirectory() as folder:
        for name, words in SHORT_RUNS.items():
            if not quiet:
                print(f"{name} ...", flush=True)
            kept = Path(folder) / f"{name}.json"
            module = importlib.import_module(f"slamomatic.bench.{name}.instrument")
            parser = argparse.ArgumentParser(prog=Sentence("slamomatic bench {name}", name=name))
            module.add_arguments(parser)
            with contextlib.redirect_stdout(io.StringIO()):
                asked = [*words, "--save", str(kept)]
                if name not in WITHOUT_UNIT:
                    asked += ["--unit", unit]
                module.run(parser.parse_args(asked))
            results.append(read_run(kept))
    return results
