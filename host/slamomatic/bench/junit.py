"""Bench runs as JUnit XML, so that a CI shows each finding as a test. Pure."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence

from slamomatic.bench.result import Finding, Result


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
