"""A race: one slap that several players answer. Who was first or last, too close to call, or void?"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from slamomatic.engine.judging import OUT, WAITING, Paddles
from slamomatic.engine.setup import copied
from slamomatic.engine.span import Span, TimeLimit, exactly
from slamomatic.engine.vocabulary import Json

FIRST, LAST = "first", "last"


class Verdict(NamedTuple):
    """How a race ended: `seat` was alone first (or last), or all of `tied` were; neither: nobody slapped.

    `void`: the slaps were taken back, and nobody can know how it would have ended. `timed_out`: its time was
    over before it was decided. `window_us`: two slaps had to be so far apart to be told apart.
    """

    seat: int | None = None
    tied: Sequence[int] = ()
    void: bool = False
    timed_out: bool = False
    window_us: int = 0

    @property
    def seats(self) -> Sequence[int]:
        """Everybody who was first (or last)."""
        return self.tied if self.seat is None else [self.seat]


class Race:
    """Notes slaps and says when they can be judged, and how; a game never compares times itself.

    Clocks that are off, slaps that are told loosely, clumps, head starts and hands that fall near the limit
    are all taken into account. The game is told how the race ended by its hook `judged`.
    """

    def __init__(self, paddles: Paddles) -> None:
        self._paddles = paddles
        self._place = FIRST
        # Per seat when it slapped, or WAITING or OUT in both; empty: no race.
        self._early_us: list[int] = []
        self._late_us: list[int] = []
        self._opened = exactly(0)
        self._ends: TimeLimit | None = None
        self._answers: int | None = None

    def start(
        self,
        seats: Iterable[int],
        opened_us: int,
        place: str = FIRST,
        ends_us: int | None = None,
        answers: int | None = None,
    ) -> None:
        """Begin a race of these seats for the first or the last place, from `opened_us` on.

        From `ends_us` on no slap counts any more; None: there is all the time in the world. With `answers`
        only this seat's slap has to come before `ends_us`.
        """
        among = set(seats)
        self._early_us = [WAITING if seat in among else OUT for seat in range(len(self._paddles.live))]
        self._late_us = self._early_us.copy()
        self._place, self._opened, self._answers = place, exactly(opened_us), answers
        self._ends = None if ends_us is None else TimeLimit(ends_us, ends_us)

    @property
    def open(self) -> bool:
        """Whether slaps are awaited or not judged yet."""
        return bool(self._early_us)

    @property
    def waits_for(self) -> list[int]:
        """Who takes part and has not slapped."""
        return [seat for seat, t_us in enumerate(self._early_us) if t_us == WAITING]

    def note(self, seat: int, at: Span) -> None:
        """Note a live slap of this seat, in whatever order slaps are told; a seat's earliest counts."""
        if not self.open or self._early_us[seat] == OUT:
            return
        at = self._paddles.counted(seat, at, self._opened)
        if self._early_us[seat] == WAITING or at.early_us < self._early_us[seat]:
            self._early_us[seat], self._late_us[seat] = at

    def leave(self, seat: int) -> None:
        """Let this seat take part no more."""
        if self.open:
            self._early_us[seat] = self._late_us[seat] = OUT

    def in_time(self, t_us: int) -> bool:
        """Whether a choice, or a slap that counts, at this moment comes before the end."""
        return self.open and (self._ends is None or t_us < self._ends.early_us)

    def end_no_more(self) -> None:
        """Take the time limit away."""
        self._ends = None

    # --- the verdict ------------------------------------------------------------------------------

    @property
    def due_us(self) -> int | None:
        """When the race can be judged if no hand falls before; None: it waits for hands."""
        if not self.open:
            return None
        if max(self._early_us) == OUT:
            return self._opened.early_us  # all have left
        closes_us = self._first_closes_us() if self._place == FIRST else self._last_closes_us()
        if self._ends is None:
            return closes_us
        limit_us = self._paddles.over_us(self._ends)
        return limit_us if closes_us is None else min(closes_us, limit_us)

    def _slapped(self) -> list[int]:
        return [seat for seat, t_us in enumerate(self._early_us) if t_us >= 0]

    def _first_closes_us(self) -> int | None:
        """From when on the seats still waiting are too late for first place; None before the first slap."""
        slapped, paddles = self._slapped(), self._paddles
        if not slapped:
            return None
        return max(
            (
                min(self._late_us[seat] + paddles.window_us(seat, late) for seat in slapped)
                + paddles.handicap_us[late]
                for late in self.waits_for
            ),
            default=max(self._late_us),
        )

    def _last_closes_us(self) -> int | None:
        """From when on the one seat still waiting is certainly last; None while several wait.

        With nobody waiting the race is over at its latest slap.
        """
        missing = self._early_us.count(WAITING)
        if missing > 1:
            return None
        slapped, paddles = self._slapped(), self._paddles
        if not slapped:
            return None
        if not missing:
            return max(self._late_us)
        late = self._early_us.index(WAITING)
        closes_us = max([self._late_us[seat] + paddles.window_us(seat, late) for seat in slapped])
        return closes_us + paddles.handicap_us[late]

    def _before(self, one: int, other: int) -> bool:
        """Whether `one` was certainly before `other`."""
        at = self._late_us[one], self._early_us[other]
        return self._paddles.surely_before(one, at[0], other, at[1])

    def first(self, seats: Iterable[int] | None = None) -> list[int]:
        """The seats that share first place (among these): nobody was certainly before them."""
        slapped = self._slapped() if seats is None else [seat for seat in seats if self._early_us[seat] >= 0]
        return [seat for seat in slapped if not any(self._before(other, seat) for other in slapped)]

    def last(self) -> list[int]:
        """The seats that share last place; a seat still waiting is later than all that slapped."""
        if missing := self.waits_for:
            return missing
        slapped = self._slapped()
        return [seat for seat in slapped if not any(self._before(seat, other) for other in slapped)]

    def limits_us(self, seat: int) -> list[tuple[int, int]]:
        """Around the limit nobody knows whether a slap was in time: such a slap makes the race void."""
        if not self.open or self._ends is None or self._answers not in (None, seat):
            return []
        return [self._paddles.doubtful_us(self._ends, seat)]

    def finish(self) -> Verdict:
        """Close the race and say how it ended."""
        due_us, ends = self.due_us, self._ends
        timed_out = ends is not None and due_us is not None and due_us >= self._paddles.over_us(ends)
        if max(self._early_us, default=OUT) < 0:
            self._close()
            return Verdict(timed_out=timed_out)
        slapped, seats = self._slapped(), self.first() if self._place == FIRST else self.last()
        self._close()
        pairs = combinations(slapped, 2)
        window_us = max([self._paddles.window_us(*pair) for pair in pairs], default=0)
        if len(seats) == 1:
            return Verdict(seats[0], timed_out=timed_out, window_us=window_us)
        return Verdict(tied=seats, timed_out=timed_out, window_us=window_us)

    def void(self) -> Verdict:
        """Close the race as if nobody had slapped."""
        self._close()
        return Verdict(void=True)

    def _close(self) -> None:
        self._early_us, self._late_us = [], []

    # --- saved and loaded -----------------------------------------------------------------------------

    def save(self) -> Json:
        """The race as plain values."""
        return {
            "place": self._place,
            "early_us": copied(self._early_us),
            "late_us": copied(self._late_us),
            "opened_us": list(self._opened),
            "ends_us": None if self._ends is None else list(self._ends),
            "answers": self._answers,
        }

    def load(self, state: Json) -> None:
        """Take over what `save` gave."""
        self._place, self._answers = state["place"], state["answers"]
        self._early_us, self._late_us = copied(state["early_us"]), copied(state["late_us"])
        self._opened = Span(*state["opened_us"])
        self._ends = None if state["ends_us"] is None else TimeLimit(*state["ends_us"])
