"""A race: one slap that several players answer. Who was first or last, too close to call, or void?"""

from collections.abc import Sequence
from typing import NamedTuple

from slamomatic.engine.judging import OUT, WAITING, Paddles, slap_into, waiting
from slamomatic.engine.setup import copied
from slamomatic.engine.vocabulary import Json

FIRST, LAST = "first", "last"


class Verdict(NamedTuple):
    """How a race ended: `seat` was alone first (or last), or all of `tied` were; neither: nobody slapped.

    `void`: the slaps were taken back, and nobody can know how it would have ended.
    """

    seat: int | None = None
    tied: Sequence[int] = ()
    void: bool = False


class Race:
    """Notes slaps and says when they can be judged, and how; a game never compares times itself.

    Clocks that are off, slaps that are told loosely, clumps, head starts and hands that fall near the limit
    are all taken into account. The game is told how the race ended by its hook `judged`.
    """

    def __init__(self, paddles: Paddles) -> None:
        self._paddles = paddles
        self._place = FIRST
        self._times: list[int] = []  # per seat: when it slapped, WAITING or OUT; empty: no race
        self._opened_us = 0
        self._ends_us: int | None = None

    def start(
        self, seats: Sequence[int], opened_us: int, place: str = FIRST, ends_us: int | None = None
    ) -> None:
        """These seats race for the first or the last place, from `opened_us` on.

        From `ends_us` on no slap counts any more; None: there is all the time in the world.
        """
        self._times = [WAITING if seat in seats else OUT for seat in range(len(self._paddles.live))]
        self._place, self._opened_us, self._ends_us = place, opened_us, ends_us

    @property
    def open(self) -> bool:
        """Whether slaps are awaited or not judged yet."""
        return bool(self._times)

    @property
    def waits_for(self) -> list[int]:
        """Who takes part and has not slapped."""
        return waiting(self._times)

    def note(self, seat: int, t_us: int) -> None:
        """A live slap of this seat, in whatever order slaps are told; of one seat the earliest counts."""
        if self.open:
            slap_into(self._times, seat, self._paddles.counted_us(seat, t_us, self._opened_us))

    def leave(self, seat: int) -> None:
        """This seat takes part no more."""
        if self.open:
            self._times[seat] = OUT

    @property
    def due_us(self) -> int | None:
        """When the race can be judged if no hand falls before; None: it waits for hands."""
        if not self.open:
            return None
        if max(self._times) == OUT:
            return self._opened_us  # all have left
        first = self._place == FIRST
        closes_us = (self._paddles.first_closes_us if first else self._paddles.closes_us)(self._times)
        limit_us = self._limit_us()
        if closes_us is None or limit_us is None:
            return limit_us if closes_us is None else closes_us
        return min(closes_us, limit_us)

    def _limit_us(self) -> int | None:
        """From when on all are certainly too late, whatever clock tells their slaps."""
        return None if self._ends_us is None else self._ends_us + self._paddles.worst_us()

    def limits_us(self, seat: int) -> list[tuple[int, int]]:
        """Around the limit nobody knows whether a slap was in time: such a slap makes the race void."""
        limit_us = self._limit_us()
        if not self.open or self._ends_us is None or limit_us is None:
            return []
        return [(self._ends_us, limit_us - self._paddles.error_of(seat))]

    def finish(self) -> Verdict:
        """Close the race and say how it ended."""
        times, self._times = self._times, []
        if max(times, default=OUT) < 0:
            return Verdict()
        seats = self._paddles.first(times) if self._place == FIRST else self._paddles.last(times)
        return Verdict(seats[0]) if len(seats) == 1 else Verdict(tied=seats)

    def void(self) -> Verdict:
        """Close the race as if nobody had slapped."""
        self._times = []
        return Verdict(void=True)

    # --- saved and loaded -----------------------------------------------------------------------------

    def save(self) -> Json:
        """The race as plain values."""
        return {
            "place": self._place,
            "times": copied(self._times),
            "opened_us": self._opened_us,
            "ends_us": self._ends_us,
        }

    def load(self, state: Json) -> None:
        self._place, self._times = state["place"], copied(state["times"])
        self._opened_us, self._ends_us = state["opened_us"], state["ends_us"]
