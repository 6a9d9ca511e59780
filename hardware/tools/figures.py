"""What the kit stands, as figures with their loads: the table of `guide/strength.md`."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from hardware.tools import (
    board_checks,
    checks,
    copper,
    netlist,
    reach,
    stacks,
    stance,
    strength,
    travel,
)
from hardware.tools.facts import HARDWARE
from hardware.tools.parts import VARIANTS, Variant
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
    Figure("stress in the anvil", "300 N", "30 MPa", "{:.0f} MPa", strength.anvil_mpa),
    Figure("stress in a cover", "100 N, a thumb", "30 MPa", "{:.0f} MPa", strength.cover_mpa),
    Figure("a hinge screw presses on its cheek with", "300 N", "30 MPa", "{:.0f} MPa", strength.hinge_mpa),
    Figure("the lid is squeezed over a foot with", "4 x 300 N", "30 MPa", "{:.0f} MPa", strength.lid_mpa),
)


@dataclass(frozen=True, slots=True)
class BoardFigure:
    """One figure of the boards: what it was in the first edition, what it is, what is allowed."""

    what: str
    before: str
    allowed: str
    of: Callable[[Variant], str]


BOARD_FIGURES = (
    BoardFigure("size", "126 x 86 mm", "100 x 100 mm",
                lambda v: "{0.width:.0f} x {0.height:.0f} mm".format(copper.read(v.board))),
    BoardFigure("supply pin of U1 and of U2 to its capacitor", "20.5 and 14.5 mm", "5 mm",
                lambda v: "{U1:.1f} and {U2:.1f} mm".format(**_capacitor_mm(v))),
    BoardFigure("charges at once from USB 5 V, 20 % more than its value", "564 uF", "10 uF",
                lambda v: f"{board_checks.inrush_f(netlist.of(v.schematic)) * 1e6:.1f} uF"),
    BoardFigure("fuse trips at", "1.5 A", "0.5 A", lambda v: f"{_fuse(v)[1]} A"),
    BoardFigure("fuse holds", "0.75 A", "at least 0.1 A, the lights' cap", lambda v: f"{_fuse(v)[0]} A"),
    BoardFigure("narrowest track of a supply", "0.35 mm", "0.8 mm",
                lambda v: f"{min(board_checks.power_mm(copper.read(v.board)).values()):.1f} mm"),
)  # fmt: skip


def _capacitor_mm(variant: Variant) -> dict[str, float]:
    return board_checks.capacitor_mm(copper.read(variant.board))


def _fuse(variant: Variant) -> tuple[float, float]:
    rows = checks.bom_rows()
    row = next(row for row in rows if row["build"] == variant.build and "F1" in checks.references(row))
    return board_checks.FUSES[row["part_number"]]


def board_rows() -> list[str]:
    return [
        f"| {one.what} | {one.before} | {one.of(VARIANTS[0])} | {one.of(VARIANTS[1])} | {one.allowed} |"
        for one in BOARD_FIGURES
    ]


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
