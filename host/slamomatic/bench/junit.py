"""Bench runs as JUnit XML, so that a CI shows each finding as a test. Pure."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence

from slamomatic.bench.result import Result


def to_junit(runs: Sequence[Result]) -> str:
    """A suite a run, a case a finding; a run without findings is one case that passed by running."""
    root = ElementTree.Element("testsuites", name="slamomatic bench")
    for run in runs:
        kind = ".emulated" if run.unit.emulated else ""
        bad = [finding for finding in run.findings if not finding.ok]
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=run.instrument,
            tests=str(max(1, len(run.findings))),
            failures=str(len(bad)),
            time=f"{run.seconds:.3f}",
        )
        for finding in run.findings:
            name = f"{finding.what} {finding.paddle}".strip()
            case = ElementTree.SubElement(
                suite, "testcase", classname=f"bench.{run.instrument}{kind}", name=name
            )
            if not finding.ok:
                ElementTree.SubElement(case, "failure", message=finding.says)
        if not run.findings:
            ElementTree.SubElement(
                suite, "testcase", classname=f"bench.{run.instrument}{kind}", name="measured"
            )
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"
