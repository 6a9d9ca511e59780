"""The psychometric curve of `bench device` as inline SVG: how often two presses come out in order. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from slamomatic.bench.charts import FLOOR, HEIGHT, LEFT, RIGHT, TOP, WIDTH, Axis, svg, text
from slamomatic.words import gettext

_TOP = TOP - 24


def curve_chart(answers: Mapping[str, Any]) -> str:
    """The share in order by gap, its 95 % band, and the threshold with its interval."""
    points = answers["curve"]
    if not points:
        return ""
    at_us, low_us, high_us = (answers[f"threshold{name}_us"] for name in ("", "_low", "_high"))
    # The few wide gaps say nothing new: the picture ends soon after the threshold.
    end_us = min(points[-1]["gap_us"], 1.6 * (high_us or at_us or points[-1]["gap_us"]))
    shown = [point for point in points if point["gap_us"] <= end_us]
    axis = Axis(0.0, end_us)

    def place(point: Mapping[str, float], key: str) -> str:
        return f"{axis.at(point['gap_us']):.1f},{FLOOR - point[key] * (FLOOR - _TOP):.1f}"

    band = [place(point, "high") for point in shown] + [place(point, "low") for point in reversed(shown)]
    parts = [
        f'<polygon class="band" points="{" ".join(band)}"/>',
        f'<polyline class="curve" points="{" ".join(place(point, "in_order") for point in shown)}"/>',
        f'<line class="axis" x1="{LEFT}" y1="{FLOOR}" x2="{WIDTH - RIGHT}" y2="{FLOOR}"/>',
    ]
    if at_us is not None:
        x = axis.at(at_us)
        if high_us is not None:
            left, right = axis.at(low_us), axis.at(high_us)
            parts.append(
                f'<rect class="band" x="{left:.1f}" y="{_TOP}" width="{right - left:.1f}" '
                f'height="{FLOOR - _TOP}"/>'
            )
        parts.append(f'<line class="mark" x1="{x:.1f}" y1="{_TOP}" x2="{x:.1f}" y2="{FLOOR}"/>')
        parts.append(text(x, _TOP - 6, f"99 %: {at_us / 1000:.2f} ms", kind="figure"))
    parts += [
        text(LEFT - 6, _TOP + 4, "100 %", "end"),
        text(LEFT - 6, FLOOR, "0 %", "end"),
        text(LEFT, FLOOR + 24, "0 ms", "start"),
        text(WIDTH - RIGHT, FLOOR + 24, f"{end_us / 1000:.2f} ms", "end"),
    ]
    title = gettext("How often two presses come out in order, by the gap between them")
    return f"<h3>{escape(title)}</h3>{svg(HEIGHT, title, parts)}"
