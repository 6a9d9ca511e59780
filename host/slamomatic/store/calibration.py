"""Per-paddle corrections of each unit, by its id: kept, looked up, undone. Never sent to the unit."""

import json
import math
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from slamomatic.errors import UserError
from slamomatic.store.disk import data_folder, save_json
from slamomatic.words import N_

FILE = "calibration.json"
CAP_US = 2000  # a switch further off than this is not to be corrected but replaced
# Errors are kept as one standard error. Of 1,000 corrections about 3 are further off than this many.
ERRORS_TO_STATE = 3


class Correction(NamedTuple):
    """The time to subtract from one paddle's stamps, and the error that the corrected stamp has by that."""

    us: int
    error_us: int = 0


@dataclass(frozen=True, slots=True)
class Calibration:
    """The corrections of all paddles of one unit, and how sure they are."""

    corrections_us: tuple[int, ...]
    errors_us: tuple[float, ...]  # one standard error each
    made_at: float

    @property
    def corrections(self) -> tuple[Correction, ...]:
        """The correction of each paddle. A paddle without one keeps its own stamps, with no error added."""
        return tuple(
            Correction(us, math.ceil(ERRORS_TO_STATE * error_us) if us else 0)
            for us, error_us in zip(self.corrections_us, self.errors_us, strict=True)
        )


def _path(home: Path | None) -> Path:
    return (home or data_folder()) / FILE


def _read(home: Path | None) -> dict[str, list[Calibration]]:
    """Return the calibrations of each unit by its id, the one in force last. Raise UserError if damaged."""
    path = _path(home)
    try:
        kept = json.loads(path.read_text("utf-8"))
        return {unit: [_calibration(one) for one in several] for unit, several in kept.items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
        raise UserError(
            "The calibrations in {path} can't be read ({why}). Move that file away, then calibrate again.",
            path=path,
            why=error,
        ) from error


def _calibration(kept: dict[str, Any]) -> Calibration:
    """Make a calibration of what was saved. Raise ValueError, KeyError or TypeError if that is damaged."""
    corrections_us = tuple(int(us) for us in kept["corrections_us"])
    errors_us = tuple(float(us) for us in kept["errors_us"])
    if len(errors_us) != len(corrections_us) or not all(0 <= us < math.inf for us in errors_us):
        raise ValueError(f"errors_us {list(errors_us)}")
    return Calibration(corrections_us, errors_us, float(kept["made_at"]))


def _write(kept: dict[str, list[Calibration]], home: Path | None) -> None:
    """Save the calibrations of all units. Raise UserError if that fails."""
    save_json(
        _path(home),
        {unit: [asdict(one) for one in several] for unit, several in kept.items()},
        N_("The calibration can't be saved in {path} ({why}). Make room there, then try again."),
    )


def calibration_of(unit_id: str, home: Path | None = None) -> Calibration | None:
    """Return the calibration in force; None if the unit has none."""
    several = _read(home).get(unit_id)
    return several[-1] if several else None


def keep(
    unit_id: str, corrections_us: Sequence[int], errors_us: Sequence[float], home: Path | None = None
) -> None:
    """Put a calibration into force. Earlier ones stay, so that `undo` can go back to them."""
    kept = _read(home)
    new = Calibration(tuple(corrections_us), tuple(errors_us), time.time())
    kept.setdefault(unit_id, []).append(new)
    _write(kept, home)


def undo(unit_id: str, home: Path | None = None) -> Calibration | None:
    """Take back the latest calibration of a unit. Return the one now in force; None: there is none.

    Raise UserError if the unit has no calibration.
    """
    kept = _read(home)
    several = kept.get(unit_id, [])
    if not several:
        raise UserError("The unit {unit} has no calibration to undo.", unit=unit_id)
    several.pop()
    if not several:
        del kept[unit_id]
    _write(kept, home)
    return several[-1] if several else None
