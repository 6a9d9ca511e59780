"""Inline SVG for the report: a histogram, a series in order, and the curve of `bench device`. Pure."""

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from slamomatic.bench.figures import Figures, histogram
from slamomatic.bench.result import Series
from slamomatic.words import gettext, said

WIDTH, HEIGHT = 640, 204
LEFT, RIGHT, TOP, FLOOR = 46, 14, 48, 164
FLOOR_LINE = f'<line class="axis" x1="{LEFT}" y1="{FLOOR}" x2="{WIDTH - RIGHT}" y2="{FLOOR}"/>'
NAMES_TOP = 14  # the figures' names stand above the tallest bar, in up to three rows
CURVE_TOP = TOP - 24
MARKS = ("median", "p99", "max")

Axis = Callable[[float], float]


def svg(height: int, says: str, parts: list[str]) -> str:
    head = f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(says)}">'
    return f"{head}{''.join(parts)}</svg>"


def text(x: float, y: float, words: str, anchor: str = "middle", kind: str = "") -> str:
    attribute = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{attribute}>{escape(words)}</text>'


def axis(low: float, high: float) -> Axis:
    """Return a function from a value between `low` and `high` to its x in the chart."""
    span = (high - low) or 1.0
    return lambda value: LEFT + (value - low) / span * (WIDTH - LEFT - RIGHT)


def histogram_chart(series: Series, found: Figures) -> str:
    """Draw how often each value was measured. Outliers are drawn at the ends: they would flatten the rest."""
    far = set(found.outliers)
    bins = histogram([value for value in series.values if value not in far])
    x_of = axis(bins[0][0], bins[-1][1])
    most = max(count for _, _, count in bins)
    parts = []
    for low, high, count in bins:
        if count:
            tall = count / most * (FLOOR - TOP)
            left, right = x_of(low), x_of(high)
            values = {"low": f"{low:g}", "high": f"{high:g}", "unit": series.unit, "count": count}
            says = gettext("{low} to {high} {unit}: {count}", **values)
            parts.append(
                f'<rect class="bar" x="{left:.1f}" y="{FLOOR - tall:.1f}" '
                f'width="{max(1.0, right - left - 1):.1f}" height="{tall:.1f}">'
                f"<title>{escape(says)}</title></rect>"
            )
    marks = {name: getattr(found, name) for name in MARKS if getattr(found, name) not in far}
    parts += [
        FLOOR_LINE,
        *_outlier_marks(found.outliers, bins[0][0]),
        *_figure_marks(marks, x_of),
        text(LEFT, FLOOR + 24, f"{bins[0][0]:g} {series.unit}", "start"),
        text(WIDTH - RIGHT, FLOOR + 24, f"{bins[-1][1]:g} {series.unit}", "end"),
        text(LEFT - 6, TOP + 4, str(most), "end"),
    ]
    title = gettext("Histogram: {what}. {figures}", what=said(series.says), figures=found.sentence())
    return svg(HEIGHT, title, parts)


def _outlier_marks(outliers: tuple[float, ...], low: float) -> list[str]:
    """Draw the outliers at the left or right end, with the values of up to four."""
    below = [value for value in outliers if value < low]
    above = [value for value in outliers if value >= low]
    parts = []
    for values, x, anchor, arrow in ((below, LEFT, "start", "←"), (above, WIDTH - RIGHT, "end", "→")):
        if values:
            named = ", ".join(f"{value:g}" for value in values[-4:])
            if len(values) > 4:
                named = gettext("{values} and {more} more", values=named, more=len(values) - 4)
            parts.append(f'<circle class="outlier" cx="{x}" cy="{FLOOR - 4}" r="4"/>')
            parts.append(text(x, FLOOR - 14, f"{arrow} {named}", anchor, "far"))
    return parts


def _figure_marks(values: dict[str, float], x_of: Axis) -> list[str]:
    """Draw a line for each figure; names that would overlap move down a row."""
    parts, last_x, row = [], -1000.0, 0
    for name, value in values.items():
        x = x_of(value)
        row = row + 1 if x - last_x < 90 else 0
        last_x = x
        parts.append(f'<line class="mark" x1="{x:.1f}" y1="{NAMES_TOP - 10}" x2="{x:.1f}" y2="{FLOOR}"/>')
        anchor = "end" if x > WIDTH - 110 else "start"
        shift = -4 if anchor == "end" else 4
        parts.append(text(x + shift, NAMES_TOP + 14 * row, f"{name} {value:g}", anchor, "figure"))
    return parts


def order_chart(series: Series, found: Figures) -> str:
    """Draw every measurement in order, so that a drift or a burst shows; "" for fewer than two."""
    if found.count < 2:
        return ""
    span = (found.max - found.min) or 1.0
    floor, top = 92.0, 10.0
    x_of = axis(0, len(series.values) - 1)
    far = set(found.outliers)
    dots = []
    for n, value in enumerate(series.values):
        kind, size = ("outlier", 3) if value in far else ("dot", 1.6)
        y = floor - (value - found.min) / span * (floor - top)
        dots.append(f'<circle class="{kind}" cx="{x_of(n):.1f}" cy="{y:.1f}" r="{size}"/>')
    labels = [
        text(LEFT - 6, top + 8, f"{found.max:g}", "end"),
        text(LEFT - 6, floor, f"{found.min:g}", "end"),
        text(LEFT, 110, gettext("first"), "start"),
        text(WIDTH - RIGHT, 110, gettext("last"), "end"),
    ]
    return svg(116, gettext("In the order measured: {what}", what=said(series.says)), dots + labels)


def curve_chart(answers: Mapping[str, Any]) -> str:
    """Draw the share of pairs in order by gap, its 95 % band and the threshold (`bench device`).

    "" without data.
    """
    points = answers["curve"]
    if not points:
        return ""
    at_us, low_us, high_us = (answers[f"threshold{name}_us"] for name in ("", "_low", "_high"))
    # The few wide gaps say nothing new: the picture ends soon after the threshold.
    end_us = min(points[-1]["gap_us"], 1.6 * (high_us or at_us or points[-1]["gap_us"]))
    shown = [point for point in points if point["gap_us"] <= end_us]
    x_of = axis(0.0, end_us)

    def place(point: Mapping[str, float], key: str) -> str:
        return f"{x_of(point['gap_us']):.1f},{FLOOR - point[key] * (FLOOR - CURVE_TOP):.1f}"

    band = [place(point, "high") for point in shown] + [place(point, "low") for point in reversed(shown)]
    parts = [
        f'<polygon class="band" points="{" ".join(band)}"/>',
        f'<polyline class="curve" points="{" ".join(place(point, "in_order") for point in shown)}"/>',
        FLOOR_LINE,
    ]
    if at_us is not None:
        x = x_of(at_us)
        if high_us is not None:
            left, right = x_of(low_us), x_of(high_us)
            parts.append(
                f'<rect class="band" x="{left:.1f}" y="{CURVE_TOP}" width="{right - left:.1f}" '
                f'height="{FLOOR - CURVE_TOP}"/>'
            )
        parts.append(f'<line class="mark" x1="{x:.1f}" y1="{CURVE_TOP}" x2="{x:.1f}" y2="{FLOOR}"/>')
        parts.append(text(x, CURVE_TOP - 6, f"99 %: {at_us / 1000:.2f} ms", kind="figure"))
    parts += [
        text(LEFT - 6, CURVE_TOP + 4, "100 %", "end"),
        text(LEFT - 6, FLOOR, "0 %", "end"),
        text(LEFT, FLOOR + 24, "0 ms", "start"),
        text(WIDTH - RIGHT, FLOOR + 24, f"{end_us / 1000:.2f} ms", "end"),
    ]
    title = gettext("How often two presses come out in order, by the gap between them")
    return f"<h3>{escape(title)}</h3>{svg(HEIGHT, title, parts)}"
