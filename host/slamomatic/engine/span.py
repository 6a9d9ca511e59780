"""Times that are only known within bounds: of a slap, and of a time limit."""

from typing import NamedTuple


class Span(NamedTuple):
    """The time of a slap: no earlier than `early_us`, no later than `late_us`.

    The error of the clock that told this time comes on top. Between two times of one clock the error
    cancels out, so `Paddles.surely_before` adds it only where two clocks meet.
    """

    early_us: int
    late_us: int

    @property
    def middle_us(self) -> int:
        """The likeliest moment: to show it, never to judge by."""
        return (self.early_us + self.late_us + 1) // 2

    @property
    def width_us(self) -> int:
        """How far apart the two bounds are; 0: the time is known exactly."""
        return self.late_us - self.early_us

    def later(self, us: int) -> "Span":
        """Return the span moved later by `us` (earlier, where that is negative)."""
        return Span(self.early_us + us, self.late_us + us) if us else self

    def not_before(self, other: "Span") -> "Span":
        """Return the later of two times, of which it may be unknown which is later."""
        return Span(max(self.early_us, other.early_us), max(self.late_us, other.late_us))


def exactly(t_us: int) -> Span:
    """Return the span of a time that is known to the microsecond."""
    return Span(t_us, t_us)


class TimeLimit(NamedTuple):
    """The moment from which on a slap is too late, no earlier than `early_us` and no later than `late_us`.

    `seat`: the limit runs from a slap of this seat, so the error of that seat's clock counts too; None: the
    limit runs from the game's own clock.
    """

    early_us: int
    late_us: int
    seat: int | None = None
