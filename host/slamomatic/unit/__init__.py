"""Where slaps come from: serial, keyboard, emulated and recorded units behind one interface."""

from slamomatic.unit.base import (
    NO_PADDLE,
    Do,
    Fault,
    Link,
    News,
    PaddleEvent,
    Rgb,
    Unit,
    UnitNotice,
    UnitState,
    What,
    now_us,
)
from slamomatic.unit.keyboard import KeyboardUnit
from slamomatic.unit.open import open_unit
from slamomatic.unit.side_by_side import Place, SideBySide

__all__ = [
    "NO_PADDLE",
    "Do",
    "Fault",
    "KeyboardUnit",
    "Link",
    "News",
    "PaddleEvent",
    "Place",
    "Rgb",
    "SideBySide",
    "Unit",
    "UnitNotice",
    "UnitState",
    "What",
    "now_us",
    "open_unit",
]
