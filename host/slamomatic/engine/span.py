"""When something happened, as far as it is known."""

from typing import NamedTuple


class Span(NamedTuple):
    """The time of a slap: no earlier than `early_us`, no later than `late_us`.

    The error of the clock that told it comes on top. Between two times of one clock it cancels out, so
    `Paddles.before` adds it only where two clocks meet.
    """

    early_us: int
    late_us: int

    @property
    def middle_us(self) -> int:
        """The likeliest moment: to show it, never to judge by."""
        return (self.early_us + self.late_us + 1) // 2

    @property
    def width_us(self) -> int:
        """How loosely the time is known."""
        return self.late_us - self.early_us

    def later(self, us: int) -> "Span":
        """Return the span moved so much later."""
        return Span(self.early_us + us, self.late_us + us) if us else self

    def not_before(self, other: "Span") -> "Span":
        """The later of the two, whichever that is."""
        return Span(max(self.early_us, other.early_us), max(self.late_us, other.late_us))


def exactly(t_us: int) -> Span:
    """A time that is known to the microsecond."""
    return Span(t_us, t_us)


class TimeLimit(NamedTuple):
    """A moment from which on a slap is too late, and at which something ends by itself.

    `seat`: it runs from a slap of this seat, so that the error of its clock counts too; None: from the
    game's own clock.
    """

    early_us: int
    late_us: int
    seat: int | None = None
