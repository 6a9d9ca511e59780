"""The speed of a hand, from the time between touching its paddle and being down. Pure.

The kit has no touch contacts: this is for a builder's own, on the upper side of its paddle. The paddle turns
by some 2 degrees from where a hand meets it to where its switch clicks, 58 mm from the pin. A hand of half a
kilogram behind soft flesh goes 2.8 mm meanwhile. How far exactly depends on where the click was set, on the
hand and on its speed: 1.3 mm more or less. `tests/hardware/test_hands_way.py` holds the model of the hand
against the printed parts.
"""

from dataclasses import dataclass

from slamomatic.words import gettext, number


@dataclass(frozen=True, slots=True)
class Travel:
    """How far a hand goes from touch to down, and how far off that may be."""

    mm: float
    error_mm: float


KIT = Travel(2.8, 1.3)


@dataclass(frozen=True, slots=True)
class Speed:
    """The mean speed of a hand between touch and down; it is not off by more than the error."""

    mm_per_s: int
    error_mm_per_s: int

    def __str__(self) -> str:
        """Return the speed for people: "2.3 ± 0.5 m/s"."""
        return gettext(
            "{speed} ± {error} m/s",
            speed=number(self.mm_per_s / 1000, 1),
            error=number(max(0.1, self.error_mm_per_s / 1000), 1),
        )


def speed_of(way_us: int, error_us: int, travel: Travel = KIT) -> Speed | None:
    """Return the speed of a hand whose way took so long; None: that is off by half of it or more."""
    if way_us <= 0 or 2 * error_us >= way_us:
        return None
    mean = travel.mm / way_us * 1e6
    slowest = (travel.mm - travel.error_mm) / (way_us + error_us) * 1e6
    fastest = (travel.mm + travel.error_mm) / (way_us - error_us) * 1e6
    rounding = 1  # rounding may take half a millimetre a second off each of the two figures
    return Speed(round(mean), round(max(mean - slowest, fastest - mean)) + rounding)
