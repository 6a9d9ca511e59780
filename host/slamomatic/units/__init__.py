"""Where slaps come from: serial, keyboard, emulated and recorded units behind one interface."""

from slamomatic.units.base import (
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
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Place, Units
from slamomatic.units.open import open_unit

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
    "Unit",
    "UnitNotice",
    "UnitState",
    "Units",
    "What",
    "now_us",
    "open_unit",
]
