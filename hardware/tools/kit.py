"""All checks of the kit's mechanics, by name: each a list of complaints, empty when all is well."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hardware.tools import assembly, checks, manual, meets, reach, stacks, stance, strength, travel
from hardware.tools.unit import Unit


def _paths(unit: Unit) -> list[str]:
    _, steps = manual.load(unit)
    return [
        line
        for build in checks.BUILDS
        for line in assembly.path_complaints(unit, manual.assembly_steps(steps, build))
    ]


def _counts(unit: Unit) -> list[str]:
    _, steps = manual.load(unit)
    rows = checks.bom_rows(unit.bom)
    return [
        *manual.part_complaints(steps, rows), *manual.count_complaints(unit, rows),
        *manual.step_count_complaints(unit, steps, rows),
    ]  # fmt: skip


CHECKS: dict[str, Callable[[Unit], list[str]]] = {
    "tipping": stance.complaints,
    "stacks": stacks.complaints,
    "neighbour": stacks.neighbour_complaints,
    "overtravel": travel.complaints,
    "deck": strength.sag_complaints,
    "blade": strength.blade_complaints,
    "tongue": strength.tongue_complaints,
    "cheek": strength.cheek_complaints,
    "parts": strength.part_complaints,
    "meets": meets.complaints,
    "jig": meets.jig_complaints,
    "plug": reach.plug_complaints,
    "leads": reach.lead_complaints,
    "spring": reach.spring_complaints,
    "finger": reach.finger_complaints,
    "clashes": assembly.clashes,
    "bites": assembly.bite_complaints,
    "paths": _paths,
    "counts": _counts,
    "board": reach.board_complaints,
}


def complaints(unit: Unit | None = None, names: Iterable[str] = CHECKS) -> list[str]:
    """What is wrong with the kit, one sentence each."""
    unit = unit or Unit()
    return [f"{name}: {line}" for name in names for line in CHECKS[name](unit)]
