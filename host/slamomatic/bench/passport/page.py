"""The page of a timing passport: one HTML file that needs nothing else, to show and to share. Pure."""

from collections.abc import Mapping
from html import escape
from typing import Any

from slamomatic.bench.passport.figures import Figures, drawn_values, faulty
from slamomatic.bench.passport.raw import Raw
from slamomatic.bench.passport.words import CHAPTERS, FOUR, LINES, Chapter, error_of, unit_of
from slamomatic.bench.report.charts import histogram_chart
from slamomatic.bench.report.page import facts_list, html_page
from slamomatic.bench.result import Series
from slamomatic.words import gettext

OPENS = '<script type="application/json" id="slamomatic-passport">'
CLOSES = "</script>"
COLOUR = "{paddle}"
MAKER = "Slam-O-Matic"
VERIFY = ("slamomatic", "bench", "passport", "--verify")


def passport_page(document: Mapping[str, Any], raw: Raw) -> str:
    """The whole page, its script element still empty."""
    figures: Figures = document["figures"]
    title = gettext("Timing passport")
    drawn = drawn_values(raw)
    parts = [
        _cover(document, title),
        _headlines(figures),
        _faults(figures),
        *(_chapter(chapter, figures, raw, drawn) for chapter in CHAPTERS),
        _check(document),
        _machine_lines(document),
    ]
    body = f"<main>{''.join(parts)}</main>"
    return html_page(f"{title} {document['unit_id']}", "passport", body, OPENS + CLOSES)


def shown(value: float | None) -> str:
    """A figure as it is shown, the same in every language."""
    if value is None:
        return "\N{EM DASH}"
    if value == int(value):
        return f"{int(value)}"
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def _figure(key: str, figures: Figures, *, with_unit: bool = True) -> str:
    value = figures.get(key)
    exact = "" if value is None else value
    unit = unit_of(key) if with_unit and value is not None else ""
    spoken = f' <span class="unit">{escape(unit)}</span>' if unit else ""
    return f'<data data-figure="{key}" value="{exact}">{shown(value)}</data>{spoken}'


def _cover(document: Mapping[str, Any], title: str) -> str:
    facts = {
        gettext("unit"): document["unit_id"],
        gettext("measured"): str(document["made_at"]).replace("T", " ").removesuffix("Z") + " UTC",
        gettext("firmware"): f"{document['firmware']}, MicroPython {document['micropython']}",
        "slamomatic": document["slamomatic"],
    }
    emulated = ""
    if document["emulated"]:
        words = gettext(
            "Emulated unit. The firmware is the real one, but the board, its switches and the time are "
            "modelled. These figures are of no board that you can hold."
        )
        emulated = f'<p class="emulated"><b>{escape(gettext("EMULATED"))}</b> {escape(words)}</p>'
    dots = "".join(f'<i style="background:rgb{paddle.rgb}"></i>' for paddle in FOUR)
    return (
        f'<header><div class="band">{dots}</div><p class="maker">{MAKER}</p><h1>{escape(title)}</h1>'
        f"{facts_list(facts)}</header>{emulated}"
    )


def _headlines(figures: Figures) -> str:
    cards = []
    for chapter in CHAPTERS:
        key = chapter.headline or _largest_offset(figures)
        label = gettext(chapter.headline_label)
        value = _figure(key, figures)
        if figures.get(error_of(key)) is not None:
            value += f"<small>± {_figure(error_of(key), figures)}</small>"
        note = "" if figures.get(key) is not None else f"<small>{escape(gettext('not measured'))}</small>"
        cards.append(f'<a href="#{chapter.name}"><span>{escape(label)}</span><b>{value}</b>{note}</a>')
    dash = gettext("A dash stands where there was nothing to count, or nothing was measured.")
    return f'<nav class="cards">{"".join(cards)}</nav><p class="legend">{escape(dash)}</p>'


def _faults(figures: Figures) -> str:
    keys = faulty(figures)
    items = "".join(
        f"<li>{escape(gettext(line.label))}: {_figure(line.key, figures)}</li>"
        for line in LINES
        if line.key in keys
    )
    title = escape(gettext("This unit has a fault"))
    return f'<div class="faults"><b>{title}</b><ul>{items}</ul></div>' if items else ""


def _largest_offset(figures: Figures) -> str:
    """Its key."""
    return max((f"offset_{paddle.name}_us" for paddle in FOUR), key=lambda key: abs(figures.get(key) or 0.0))


def _chapter(chapter: Chapter, figures: Figures, raw: Raw, drawn: Mapping[str, list[float]]) -> str:
    title = f'<h2 id="{chapter.name}">{escape(gettext(chapter.title))}</h2>'
    why = raw.not_measured.get(chapter.step or chapter.name)
    if why is not None:
        words = f"{gettext('Not measured.')} {gettext(why)}"
        return f'<section>{title}<p class="missing">{escape(words)}</p></section>'
    rows = f"{_by_paddle(chapter, figures)}<table>{_table(chapter, figures)}</table>"
    series = Series(gettext(chapter.drawn_says), "µs", tuple(drawn.get(chapter.name, ())))
    chart = ""
    if found := series.figures():
        chart = histogram_chart(series, found)
        chart = f"<figure>{chart}<figcaption>{escape(series.says)}</figcaption></figure>"
    emulated = f'<p class="note">{escape(gettext(chapter.emulated))}</p>' if raw.emulated else ""
    return (
        f"<section>{title}{rows}{chart}"
        f'<div class="words">{_words(gettext("What it means"), chapter.means)}'
        f"{_words(gettext('What it does not mean'), chapter.not_meant)}</div>{emulated}</section>"
    )


def _words(title: str, says: str) -> str:
    return f"<p><b>{escape(title)}</b> {escape(gettext(says))}</p>"


def _table(chapter: Chapter, figures: Figures) -> str:
    return "".join(
        f"<tr><th>{escape(gettext(line.label))}</th><td>{_figure(line.key, figures)}</td></tr>"
        for line in chapter.lines
        if COLOUR not in line.key
    )


def _by_paddle(chapter: Chapter, figures: Figures) -> str:
    """What each paddle has of its own: a row a paddle."""
    lines = [line for line in chapter.lines if COLOUR in line.key]
    if not lines:
        return ""
    head = "".join(f"<td>{escape(gettext(line.label))}</td>" for line in lines)
    rows = []
    for paddle in FOUR:
        dot = f'<i style="background:rgb{paddle.rgb}"></i>'
        keys = [line.key.format(paddle=paddle.name) for line in lines]
        cells = "".join(f"<td>{_figure(key, figures, with_unit=False)}</td>" for key in keys)
        rows.append(f"<tr><th>{dot}{escape(gettext(paddle.name))}</th>{cells}</tr>")
    return f'<div class="wide"><table class="paddles"><tr><th></th>{head}</tr>{"".join(rows)}</table></div>'


def _check(document: Mapping[str, Any]) -> str:
    command = " ".join((*VERIFY, f"passport-{document['unit_id']}.html"))
    above = gettext(
        "All lines that the unit sent are in this file. This command calculates every figure again from "
        "them, and says what holds and what does not:"
    )
    below = gettext(
        "What it can't tell: this page is not signed. Somebody may change the raw data, or call another "
        "unit's data this one's, and calculate all figures and hashes again. The page then holds. So "
        "trust it as much as you trust the person who gave it to you, or measure again."
    )
    return (
        f'<section class="check"><h2>{escape(gettext("Check this page"))}</h2><p>{escape(above)}</p>'
        f"<pre>{escape(command)}</pre><p>{escape(below)}</p></section>"
    )


def _machine_lines(document: Mapping[str, Any]) -> str:
    """Two lines as at the foot of a passport."""
    kind = "E" if document["emulated"] else "P"
    top = f"{kind}<SLAMOMATIC<<TIMING<<{document['unit_id'].upper()}"
    digits = "".join(c for c in document["made_at"] if c.isdigit())
    foot = f"{digits}<<{document['raw_sha256'][:24].upper()}"
    lines = "\n".join(line.ljust(44, "<")[:44] for line in (top, foot))
    return f'<pre class="machine" aria-hidden="true">{escape(lines)}</pre>'
