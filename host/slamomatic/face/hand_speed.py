"""The speed of a hand, from the time between touching its paddle and being down. Pure.

The paddle of the kit turns by 24 degrees from where the touch contact shows to where the slap switch clicks.
A hand of half a kilogram behind soft flesh goes 16.7 mm meanwhile, 45 mm from the hinge: a little less than
the paddle there, which runs ahead of it. How far exactly depends on where a switch lets go and where the
click was set, on the hand and on its speed: 3.7 mm more or less. `tests/hardware/test_hands_way.py`
calculates both from the model of the kit.
"""

from dataclasses import dataclass

from slamomatic.words import gettext, number


@dataclass(frozen=True, slots=True)
class Travel:
    """How far a hand goes from touch to down."""

    mm: float
    error_mm: float


KIT = Travel(16.7, 3.7)


@dataclass(frozen=True, slots=True)
class Speed:
    """The mean speed of a hand between touch and down; it is not off by more than the error."""

    mm_per_s: int
    error_mm_per_s: int

    def __str__(self) -> str:
        """For people: "2.3 ± 0.5 m/s"."""
        return gettext(
            "{speed} ± {error} m/s",
            speed=number(self.mm_per_s / 1000, 1),
            error=number(max(0.1, self.error_mm_per_s / 1000), 1),
        )


def speed_of(way_us: int, error_us: int, travel: Travel = KIT) -> Speed | None:
    """How fast the hand was, where the touch contact's times are exact enough to tell."""
    if way_us <= 0 or 2 * error_us >= way_us:
        return None
    mean = travel.mm / way_us * 1e6
    slowest = (travel.mm - travel.error_mm) / (way_us + error_us) * 1e6
    fastest = (travel.mm + travel.error_mm) / (way_us - error_us) * 1e6
    return Speed(round(mean), round(max(mean - slowest, fastest - mean)) + 1)
