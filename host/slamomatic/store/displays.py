"""The screen whose delay was measured: kept, looked up, forgotten."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from slamomatic.errors import explained
from slamomatic.store.disk import DISK, data_folder, save_json
from slamomatic.words import N_

FILE = "display.json"


@dataclass(frozen=True, slots=True)
class Display:
    """The measured delay of one screen, which is known again by the sizes of its desktop."""

    name: str
    median_us: int
    p10_us: int
    p90_us: int
    bound_us: int
    desktop: tuple[tuple[int, int], ...]
    measured_at: float


def _path(home: Path | None) -> Path:
    return (home or data_folder()) / FILE


def measured(home: Path | None = None) -> Display | None:
    """Return the screen that was measured; None if there is none, or its file can't be read."""
    try:
        one = json.loads(_path(home).read_text("utf-8"))
        return Display(
            str(one["name"]),
            int(one["median_us"]),
            int(one["p10_us"]),
            int(one["p90_us"]),
            int(one["bound_us"]),
            tuple((int(width), int(height)) for width, height in one["desktop"]),
            float(one["measured_at"]),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError):
        return None  # times then include the screen's delay, and say so


def in_use(desktop: Sequence[tuple[int, int]], home: Path | None = None) -> Display | None:
    """Return the measured screen if its desktop is still the same; None: no screen's delay is known."""
    display = measured(home)
    return display if display is not None and display.desktop == tuple(desktop) else None


def keep(display: Display, home: Path | None = None) -> None:
    """Keep the measurement of this screen from now on."""
    refused = N_("The screen can't be saved in {path} ({why}). Make room there, then try again.")
    save_json(_path(home), asdict(display), refused)


def forget(home: Path | None = None) -> Display | None:
    """Forget the measured screen and return it; None if there is none. Raise UserError if that fails."""
    was = measured(home)
    with explained("The screen in {path} can't be forgotten ({why}). Remove that file.", path=_path(home)):
        try:
            DISK.remove(_path(home))
        except FileNotFoundError:
            return None
    return was
