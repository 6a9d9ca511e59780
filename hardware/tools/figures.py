"""What the kit stands, as figures with their loads: the table of `guide/strength.md`."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from hardware.tools import reach, stacks, stance, strength, travel
from hardware.tools.facts import HARDWARE
from hardware.tools.unit import Unit

PAGE = HARDWARE / "guide" / "strength.md"


@dataclass(frozen=True, slots=True)
class Figure:
    """One calculated figure, how it is written, and what is allowed."""

    what: str
    load: str
    allowed: str
    write: str
    of: Callable[[Unit], float]


def _least(unit: Unit) -> float:
    return stance.stance(unit).least_n


FIGURES = (
    Figure(
        "least force on a blade that tips the unit", "anywhere on a blade", "above 300 N", "{:.0f} N", _least
    ),
    Figure(
        "share of a blade outside the feet",
        "",
        "0 %",
        "{:.0f} %",
        lambda u: 100 * stance.stance(u).outside_share,
    ),
    Figure(
        "highest last blade of 24 stacks, above its stop",
        "none",
        "GO gauge less 0.3 mm",
        "{:.2f} mm",
        lambda u: max(stacks.last_heights(u).values()),
    ),
    Figure(
        "stacks whose last blade stands too high",
        "none",
        "0 of 24",
        "{:.0f} of 24",
        lambda u: sum(h > u.n["gauge_go"] - stacks.MARGIN_MM for h in stacks.last_heights(u).values()),
    ),
    Figure(
        "a neighbour can be pushed down below",
        "",
        "below 24 degrees, where its touch shows",
        "{:.0f} degrees",
        stacks.neighbour_free,
    ),
    Figure("pusher's way after the click", "300 N", "1.60 mm", "{:.2f} mm", lambda u: travel.travel(u).total),
    Figure("of that, the paddle's bending", "300 N", "", "{:.2f} mm", lambda u: travel.travel(u).paddle),
    Figure(
        "deck sinks at the stops, one slap",
        "300 N",
        "",
        "{:.2f} mm",
        lambda u: strength.base_sag(u)[0].stop_mm,
    ),
    Figure(
        "deck's middle sinks, four slaps",
        "4 x 300 N",
        "room to the Pico less 1 mm",
        "{:.1f} mm",
        lambda u: strength.base_sag(u)[1].middle_mm,
    ),
    Figure("stress at a tongue's root", "10 N on its last 5 mm", "30 MPa", "{:.0f} MPa", strength.tongue_mpa),
    Figure(
        "stress at a cheek's foot, across the layers",
        "60 N sideways",
        "17 MPa",
        "{:.0f} MPa",
        strength.cheek_mpa,
    ),
)
TODAY = (
    Figure(
        "spring's torque at rest",
        "",
        "1.4 times the paddle's weight",
        "{:.0f} Nmm",
        lambda u: reach.spring_torque_nmm(u, u.n["rest"]),
    ),
    Figure(
        "paddle's weight at rest", "", "", "{:.1f} Nmm", lambda u: reach.weight_torque_nmm(u, u.n["rest"])
    ),
    Figure(
        "stress in a blade", "300 N", "30 MPa", "{:.0f} MPa", lambda u: strength.paddle_bend(u).stress_mpa
    ),
)


def written(figure: Figure, unit: Unit) -> str:
    value = figure.of(unit)
    return "none" if math.isinf(value) else figure.write.format(value)


def rows(now: Unit, before: Unit) -> list[str]:
    """The table's rows; what the first edition did not have stays empty there."""
    found = []
    for figure in (*FIGURES, *TODAY):
        then = written(figure, before) if figure in FIGURES else ""
        found.append(
            f"| {figure.what} | {figure.load} | {then} | {written(figure, now)} | {figure.allowed} |"
        )
    return found
