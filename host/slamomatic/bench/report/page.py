"""The report: one HTML page that needs nothing else, of any runs, alone or against earlier ones. Pure."""

import json
import time
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib import resources

from slamomatic.bench.report.charts import curve_chart, histogram_chart, order_chart
from slamomatic.bench.report.verify import CLOSES, FIGURE_NAMES, OPENS, sealed
from slamomatic.bench.result import Finding, Result, Series
from slamomatic.words import gettext, listed, ngettext, said
from slamomatic.words.languages import language

# The page loads nothing at all, wherever it is opened.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
NO_REASONS: Mapping[str, str] = {}
RAW = ("presses", "frames")  # thousands of numbers are for programs: they stand in report.json
NOTHING = Series("", "", ())


def report_page(
    runs: Sequence[Result], before: Sequence[Result] = (), left_out: Mapping[str, str] = NO_REASONS
) -> str:
    """Return the whole page, with its raw data inside. `before`: earlier runs beside those of now.

    `left_out`: instruments that could not measure, each with the reason.
    """
    compared = [run for run in before if run.instrument in {one.instrument for one in runs}]
    title = gettext("Slap unit: before and after") if before else gettext("Slap unit: bench report")
    body = [f"<h1>{escape(title)}</h1>", _emulated_mark([*runs, *before]), _summary(runs)]
    body += [f"<p>{escape(name)}: {escape(said(why))}</p>" for name, why in left_out.items()]
    earlier = {run.instrument: run for run in compared}
    for run in runs:
        then = earlier.get(run.instrument)
        body.append(f"<h2>{escape(run.instrument)}</h2>")
        if then is None:
            body.append(_run(run))
        else:
            body.append(_changes(then, run))
            body.append(
                f'<div class="pair"><div><h3>{escape(gettext("before"))}</h3>{_run(then, "before")}</div>'
            )
            body.append(f"<div><h3>{escape(gettext('after'))}</h3>{_run(run)}</div></div>")
    return sealed(_html(title, "".join(body)), runs, list(earlier.values()))


def _html(title: str, body: str) -> str:
    """Return a page that needs nothing else, its document still empty."""
    css = resources.files("slamomatic.bench.report").joinpath("report.css").read_text("utf-8")
    return (
        f'<!doctype html><html lang="{language()}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}"><link rel="icon" href="data:,">'
        f"<title>{escape(title)}</title>{OPENS}{CLOSES}<style>{css}</style></head><body>{body}</body></html>\n"
    )


def _facts(facts: Mapping[str, str]) -> str:
    rows = (f"<dt>{escape(name)}</dt><dd>{escape(says)}</dd>" for name, says in facts.items())
    return f"<dl>{''.join(rows)}</dl>"


def _table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [("th", titles), *(("td", row) for row in rows)]
    cells = ("".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in line) for tag, line in lines)
    return f'<div class="wide"><table>{"".join(f"<tr>{row}</tr>" for row in cells)}</table></div>'


def _emulated_mark(runs: Sequence[Result]) -> str:
    """Return the warning that some runs were made in emulated time; "" if none was."""
    names = sorted({run.instrument for run in runs if run.unit.emulated})
    if not names:
        return ""
    words = gettext(
        "Measured on an emulated unit, in emulated time: {instruments}. A real board has delays that the "
        "emulator does not have.",
        instruments=listed(names),
    )
    return f'<p class="emulated">{escape(words)}</p>'


def _summary(runs: Sequence[Result]) -> str:
    """Return the table with one line a run: its unit, time, length and verdict."""
    rows = []
    for run in runs:
        bad = sum(not finding.ok for finding in run.findings)
        verdict = ngettext("{n} fault", "{n} faults", bad) if bad else gettext("OK")
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(run.started))
        rows.append([run.instrument, run.unit.spoken, when, f"{run.seconds:.1f} s", verdict])
    titles = [gettext("instrument"), gettext("unit"), gettext("when"), gettext("took"), gettext("result")]
    return _table(titles, rows)


def _run(run: Result, when: str = "run") -> str:
    """Return the section of one run. `when` ("run" or "before") begins the names of its figures."""
    unit = run.unit
    firmware = f"{unit.firmware}, MicroPython {unit.micropython}" if unit.firmware else ""
    facts = {
        gettext("measures"): said(run.measures),
        gettext("does not show"): said(run.not_meant),
        gettext("unit"): unit.spoken,
        gettext("firmware"): firmware,
    }
    parts = [_facts({name: says for name, says in facts.items() if says}), _findings(run.findings)]
    for name, series in run.series.items():
        parts.append(_series(f"{when}/{run.instrument}/{name}", name, series))
    if run.instrument == "device":
        parts.append(curve_chart(run.answers))
    answers = json.dumps({key: value for key, value in run.answers.items() if key not in RAW}, indent=1)
    parts.append(
        f"<details><summary>{escape(gettext('All answers'))}</summary><pre>{escape(answers)}</pre></details>"
    )
    return "".join(parts)


def _findings(findings: Sequence[Finding]) -> str:
    items = []
    for finding in findings:
        paddle = f"[{said(finding.paddle)}] " if finding.paddle else ""
        items.append(_item(finding, gettext("OK") if finding.ok else gettext("fault"), paddle))
    return _listed(items)


def _item(finding: Finding, mark: str, paddle: str = "") -> str:
    words = escape(f"{paddle}{said(finding.says)}")
    return f'<li class="{"good" if finding.ok else "bad"}"><b>{escape(mark)}</b>{words}</li>'


def _listed(items: Sequence[str]) -> str:
    return f'<ul class="findings">{"".join(items)}</ul>' if items else ""


def _series(key: str, name: str, series: Series) -> str:
    """Return figures and charts of one series; `key` names its figures, for whoever verifies the page."""
    found = series.figures()
    if found is None:
        nothing = gettext("{what}: nothing measured.", what=said(series.says))
        return f"<h3>{escape(said(name))}</h3><p>{escape(nothing)}</p>"
    cells = "".join(
        f'<td data-figure="{escape(key)}/{figure}">{getattr(found, figure):g}</td>' for figure in FIGURE_NAMES
    )
    titles = "".join(f"<th>{escape(title)}</th>" for title in (series.unit, *FIGURE_NAMES))
    outliers = gettext(
        "Outliers, marked in red and counted in every figure: {count}.", count=len(found.outliers)
    )
    marked = f"<p>{escape(outliers)}</p>"
    return (
        f"<h3>{escape(said(name))}</h3><p>{escape(said(series.says))}</p>"
        f'<div class="wide"><table><tr>{titles}</tr><tr><td></td>{cells}</tr></table></div>'
        f"{histogram_chart(series, found)}{order_chart(series, found)}{marked if found.outliers else ''}"
    )


def _changes(before: Result, after: Result) -> str:
    """Return what changed between two runs: figures of each series, and faults that are new or fixed."""
    rows = []
    for name, series in after.series.items():
        old, new = before.series.get(name, NOTHING).figures(), series.figures()
        if old and new:
            pairs = ((old.median, new.median), (old.p99, new.p99), (old.max, new.max))
            rows.append([f"{said(name)} ({series.unit})", *(f"{a:g} → {b:g}" for a, b in pairs)])
    was = {(finding.what, finding.paddle): finding.ok for finding in before.findings}
    news = [
        _item(finding, gettext("fixed") if finding.ok else gettext("new"))
        for finding in after.findings
        if was.get((finding.what, finding.paddle), True) != finding.ok
    ]
    titles = [gettext("before → after"), gettext("median"), gettext("p99"), gettext("max")]
    return (_table(titles, rows) if rows else "") + _listed(news)
