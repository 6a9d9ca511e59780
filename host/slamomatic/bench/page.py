"""The report: one HTML page that needs nothing else, of any runs, alone or against earlier ones. Pure."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from html import escape
from importlib import resources

from slamomatic.bench.charts import histogram_chart, order_chart
from slamomatic.bench.result import Finding, Result, Series

# The page loads nothing at all, wherever it is opened.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
FIGURE_NAMES = ("min", "median", "p95", "p99", "max", "count")


def report_page(runs: Sequence[Result], before: Sequence[Result] = ()) -> str:
    """The whole page. With `before`, each instrument stands beside its earlier run."""
    style = resources.files("slamomatic.bench").joinpath("report.css").read_text("utf-8")
    title = "Slap unit: before and after" if before else "Slap unit: bench report"
    body = [f"<h1>{title}</h1>", _emulated_mark([*runs, *before]), _summary(runs)]
    earlier = {run.instrument: run for run in before}
    for run in runs:
        then = earlier.get(run.instrument)
        body.append(f"<h2>{escape(run.instrument)}</h2>")
        if then is None:
            body.append(_run(run))
        else:
            body.append(_changes(then, run))
            body.append(f'<div class="pair"><div><h3>before</h3>{_run(then)}</div>')
            body.append(f"<div><h3>after</h3>{_run(run)}</div></div>")
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}"><link rel="icon" href="data:,">'
        f"<title>{title}</title><style>{style}</style></head><body>{''.join(body)}</body></html>\n"
    )


def _emulated_mark(runs: Sequence[Result]) -> str:
    names = sorted({run.instrument for run in runs if run.unit.emulated})
    if not names:
        return ""
    return (
        '<p class="emulated">Measured on an emulated unit, in emulated time: '
        f"{escape(', '.join(names))}. A real board has delays that the emulator does not have.</p>"
    )


def _summary(runs: Sequence[Result]) -> str:
    rows = []
    for run in runs:
        bad = sum(not finding.ok for finding in run.findings)
        verdict = f"{bad} found" if bad else "well"
        rows.append(
            f"<tr><td>{escape(run.instrument)}</td><td>{_unit(run)}</td><td>{_when(run)}</td>"
            f"<td>{run.seconds:.1f} s</td><td>{verdict}</td></tr>"
        )
    head = "<tr><th>instrument</th><th>unit</th><th>when</th><th>took</th><th>result</th></tr>"
    return f'<div class="wide"><table>{head}{"".join(rows)}</table></div>'


def _unit(run: Result) -> str:
    unit = run.unit
    kind = " (emulated)" if unit.emulated else ""
    return escape(f"{unit.name} {unit.unit_id}".strip() + kind)


def _when(run: Result) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(run.started))


def _run(run: Result) -> str:
    facts = {
        "measures": run.measures,
        "does not mean": run.not_meant,
        "unit": f"{run.unit.name} {run.unit.unit_id}".strip() + (" (emulated)" if run.unit.emulated else ""),
        "firmware": f"{run.unit.firmware}, MicroPython {run.unit.micropython}" if run.unit.firmware else "",
    }
    rows = "".join(f"<dt>{name}</dt><dd>{escape(says)}</dd>" for name, says in facts.items() if says)
    parts = [f"<dl>{rows}</dl>", _findings(run.findings)]
    parts += [_series(name, series) for name, series in run.series.items()]
    answers = json.dumps(run.answers, indent=1)
    parts.append(f"<details><summary>All answers</summary><pre>{escape(answers)}</pre></details>")
    return "".join(parts)


def _findings(findings: Sequence[Finding]) -> str:
    if not findings:
        return ""
    items = [
        f'<li class="{"good" if finding.ok else "bad"}"><b>{"well" if finding.ok else "found"}</b>'
        f"{escape(f'[{finding.paddle}] ' if finding.paddle else '')}{escape(finding.says)}</li>"
        for finding in findings
    ]
    return f'<ul class="findings">{"".join(items)}</ul>'


def _figures_row(series: Series) -> list[str]:
    found = series.figures()
    if found is None:
        return ["-"] * len(FIGURE_NAMES)
    return [f"{found.to_json()[name]:g}" for name in FIGURE_NAMES]


def _series(name: str, series: Series) -> str:
    found = series.figures()
    if found is None:
        return f"<h3>{escape(name)}</h3><p>{escape(series.says)}: nothing measured.</p>"
    head = "".join(f"<th>{figure}</th>" for figure in FIGURE_NAMES)
    cells = "".join(f"<td>{cell}</td>" for cell in _figures_row(series))
    rows = f"<tr><th>{escape(series.unit)}</th>{head}</tr><tr><td></td>{cells}</tr>"
    marked = f"<p>Outliers, marked in red and counted in every figure: {len(found.outliers)}.</p>"
    return (
        f"<h3>{escape(name)}</h3><p>{escape(series.says)}</p>"
        f'<div class="wide"><table>{rows}</table></div>'
        f"{histogram_chart(series)}{order_chart(series)}{marked if found.outliers else ''}"
    )


def _changes(before: Result, after: Result) -> str:
    """What became of each series and each finding."""
    rows = []
    for name, series in after.series.items():
        then = before.series.get(name)
        old = then.figures() if then else None
        new = series.figures()
        if old is None or new is None:
            continue
        cells = "".join(
            f"<td>{a:g} → {b:g}</td>"
            for a, b in ((old.median, new.median), (old.p99, new.p99), (old.maximum, new.maximum))
        )
        rows.append(f"<tr><td>{escape(name)} ({escape(series.unit)})</td>{cells}</tr>")
    was = {(finding.what, finding.paddle): finding.ok for finding in before.findings}
    news = [
        f'<li class="{"good" if finding.ok else "bad"}"><b>{"mended" if finding.ok else "new"}</b>'
        f"{escape(finding.says)}</li>"
        for finding in after.findings
        if was.get((finding.what, finding.paddle), True) != finding.ok
    ]
    table = (
        f'<div class="wide"><table><tr><th>before → after</th><th>median</th><th>p99</th><th>max</th></tr>'
        f"{''.join(rows)}</table></div>"
        if rows
        else ""
    )
    return table + (f'<ul class="findings">{"".join(news)}</ul>' if news else "")
