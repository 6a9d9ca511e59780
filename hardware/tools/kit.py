"""All checks of the kit by name, each a list of complaints; and its figures."""

from __future__ import annotations

import math
from collections.abc import Callable

from hardware.mechanics import places
from hardware.mechanics.dimensions import Dimensions
from hardware.tools import (
    checks,
    copper,
    fabrication,
    facts,
    fe,
    fits,
    gaps,
    loads,
    netlist,
    prints,
    spice,
    tolerance,
    wiring,
)


def electronics() -> list[str]:
    """Return what is wrong between firmware, sheet, board, wiring and list."""
    table, rows, sheet = facts.pins(), checks.bom_rows(), netlist.of()
    return [
        *checks.inputs(table), *checks.wiring(wiring.read(), table), *checks.bom_rows_whole(rows),
        *checks.sheet_pins(sheet, table), *checks.sheet_contacts(sheet), *checks.sheet_legs(sheet),
        *checks.bom_against_sheet(rows, sheet), *checks.guide_counts(rows),
        *checks.board_fits(copper.read(), Dimensions()), *spice.checked(sheet),
        *fabrication.electrical_rules(), *fabrication.design_rules(),
    ]  # fmt: skip


def mechanics(d: Dimensions | None = None, units: int = 10_000, quick: bool = False) -> list[str]:
    """Return what is wrong with the printed parts; `quick` leaves out what is solved by finite elements."""
    d = d or Dimensions()
    bending = loads.TYPICAL_BENDING_MM if quick else loads.bending_mm(d)
    return [
        *fits.complaints(d), *gaps.complaints(d), *tolerance.complaints(d, bending, units),
        *loads.complaints(d, quick),
    ]  # fmt: skip


CHECKS: dict[str, Callable[[], list[str]]] = {
    "electronics": electronics,
    "mechanics": mechanics,
    "slicer": lambda: prints.complaints(prints.read_table()),
}


def complaints() -> list[str]:
    """Return all that is wrong, one sentence each."""
    return [f"{name}: {line}" for name, check in CHECKS.items() for line in check()]


def figures() -> list[str]:
    """Return what a unit stands, line by line."""
    d = Dimensions()
    lines = []
    for players in places.PLAYERS:
        palm, edge = (loads.tipping_n(d, players, inset) for inset in (loads.PALM_MM, 0.5))
        says = (
            "no force where a palm fits tips it"
            if math.isinf(palm)
            else f"{palm:.0f} N where a palm fits tip it"
        )
        lines.append(
            f"unit for {players}: {says}; a fingertip on a paddle's very edge does with {edge:.0f} N"
        )
    lines += [
        f"{load.what}: {load.mpa:.1f} MPa under {load.force_n:.0f} N, allowed {load.allowed_mpa:.1f}"
        for load in loads.every(d)
    ]
    most = max(load.mpa for load in loads.every(d) if load.force_n) * loads.ORDINARY_N / loads.SLAP_N
    often = most / fe.PETG_YIELD_MPA
    lines.append(
        f"an ordinary slap of {loads.ORDINARY_N:.0f} N strains no part by more than {often:.0%} of yield: "
        f"{loads.SLAPS} of them are taken to be borne"
    )
    bending = loads.bending_mm(d)
    drawn = tolerance.draw(d, bending)
    lines.append(f"a hard slap presses the switch {bending:.2f} mm further than the hand that set it")
    lines += [f"{count} of 10000 units: {what}" for what, count in drawn.counts().items()]
    for speed, (most, worst) in tolerance.differences_ms(d, drawn).items():
        lines.append(
            f"first and last paddle differ at {speed} m/s by {most:.2f} ms in 99 of 100 units, "
            f"{worst:.2f} ms at worst"
        )
    lines.append(f"widest gap round a paddle: {gaps.widest(d):.1f} mm")
    rows = prints.read_table()
    hours = sum(int(row["count"]) * int(row["minutes"]) for row in rows) / 60
    lines.append(f"{prints.grams(rows):.0f} g of filament, {hours:.0f} hours of printing")
    return lines
