"""A race: one slap that several players answer. Who was first or last, too close to call, or void?"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from slamomatic.engine.judging import OUT, WAITING, Paddles
from slamomatic.engine.setup import copied
from slamomatic.engine.span import Span, TimeLimit, exactly
from slamomatic.engine.vocabulary import Json, made

FIRST, LAST, ORDER = "first", "last", "order"  # who is looked for: one place, or the order of all


def earlier_us(one_us: int | None, other_us: int | None) -> int | None:
    """The earlier of two moments, of which neither may ever come (None)."""
    if one_us is None or other_us is None:
        return one_us if other_us is None else other_us
    return min(one_us, other_us)


class Verdict(NamedTuple):
    """How a race ended: `seat` was alone first (or last), or all of `tied` were; neither: nobody slapped.

    `void`: the slaps were taken back, and nobody can know how it would have ended. `timed_out`: its time was
    over before it was decided. `window_us`: slaps had to be shown so far apart to be told apart.
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

    # Games are played by the million of them: slots are quicker.
    __slots__ = (
        "_answers",
        "_early_us",
        "_ends",
        "_head_starts",
        "_late_us",
        "_opened",
        "_paddles",
        "_place",
        "_places",
        "open",
        "untouched",
    )

    def __init__(self, paddles: Paddles) -> None:
        self._paddles = paddles
        self.open = False  # whether slaps are awaited or not judged yet
        self.untouched = True  # whether nobody has slapped
        self._place = FIRST
        # Per seat when it slapped, or WAITING or OUT in both; empty: no race.
        self._early_us: list[int] = []
        self._late_us: list[int] = []
        self._opened = exactly(0)
        self._ends: TimeLimit | None = None
        self._answers: int | None = None
        self._places = 1
        self._head_starts = True

    def start(
        self,
        seats: Iterable[int],
        opened: int | Span,
        place: str = FIRST,
        ends_us: int | None = None,
        answers: int | None = None,
        places: int = 1,
        head_starts: bool = True,
    ) -> None:
        """Begin a race of these seats for the first or the last place, from `opened` on.

        From `ends_us` on no slap counts any more; None: there is all the time in the world. With `answers`
        only this seat's slap has to come before `ends_us`. `places`: how many first places there are.
        """
        self._early_us = [OUT] * len(self._paddles.live)
        for seat in seats:
            self._early_us[seat] = WAITING
        self._late_us = self._early_us.copy()
        self.open = self.untouched = True
        self._place, self._places, self._head_starts = place, places, head_starts
        self._opened = exactly(opened) if isinstance(opened, int) else opened
        self._answers = answers
        self._ends = None if ends_us is None else TimeLimit(ends_us, ends_us)

    @property
    def opened(self) -> Span:
        """When the race began."""
        return self._opened

    @property
    def waits_for(self) -> list[int]:
        """The seats that take part and have not slapped."""
        return [seat for seat, t_us in enumerate(self._early_us) if t_us == WAITING]

    @property
    def missing(self) -> int:
        """How many take part and have not slapped."""
        return self._early_us.count(WAITING)

    @property
    def slapped(self) -> list[int]:
        """The seats that have slapped."""
        return [seat for seat, t_us in enumerate(self._early_us) if t_us >= 0]

    def has(self, seat: int) -> bool:
        """Whether this seat has slapped."""
        return not self.untouched and self._early_us[seat] >= 0

    def takes(self, seat: int) -> bool:
        """Whether this seat takes part."""
        return self.open and self._early_us[seat] != OUT

    @property
    def times_us(self) -> list[int]:
        """Per seat the likeliest moment of its slap, or WAITING or OUT: to be shown, not to judge by."""
        both = zip(self._early_us, self._late_us, strict=True)
        return [early_us if early_us < 0 else Span(early_us, late_us).middle_us for early_us, late_us in both]

    def end_after(self, us: int, seat: int) -> None:
        """Let the race end so long after its opening, which was a slap of this seat."""
        self._ends = TimeLimit(*self._opened.later(us), seat)

    def at(self, seat: int) -> Span | None:
        """When this seat slapped; None: it has not."""
        if self.untouched or self._early_us[seat] < 0:
            return None
        return made(Span, (self._early_us[seat], self._late_us[seat]))

    def note(self, seat: int, at: Span, as_told: bool = False) -> bool:
        """Note a live slap of this seat, in whatever order slaps are told; return whether it counts.

        Of one seat's slaps the earliest does. `as_told`: without its head start, even before the opening.
        """
        if not self.open or self._early_us[seat] == OUT:
            return False
        if self._head_starts and not as_told:
            at = self._paddles.counted(seat, at, self._opened)
        counts = self._early_us[seat] == WAITING or at.early_us < self._early_us[seat]
        if counts:
            self._early_us[seat], self._late_us[seat] = at
            self.untouched = False
        return counts

    def leave(self, seat: int) -> None:
        """Let this seat take part no more."""
        if self.open:
            self._early_us[seat] = self._late_us[seat] = OUT
            self.untouched = max(self._early_us) < 0

    def forget(self, seat: int) -> None:
        """Wait for this seat as if it had not slapped."""
        if self.open:
            self._early_us[seat] = self._late_us[seat] = WAITING
            self.untouched = max(self._early_us) < 0

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
        if self.untouched and max(self._early_us) == OUT:
            return self._opened.early_us  # all have left
        closes_us, ends = self.closes_us, self._ends
        if ends is None or (closes_us is not None and closes_us <= ends.late_us):
            return closes_us
        return earlier_us(closes_us, self._paddles.over_us(ends))

    @property
    def times_out_us(self) -> int | None:
        """From when on all are certainly too late; None: they have all the time they want."""
        return None if self._ends is None else self._paddles.over_us(self._ends)

    @property
    def closes_us(self) -> int | None:
        """From when on no further slap can change the verdict; None: not yet known."""
        if self._place == FIRST:
            return self._first_closes_us()
        if self._place == LAST:
            return self._last_closes_us()
        latest_us = max(self._late_us)
        return None if latest_us < 0 else latest_us + self._paddles.widest_us()

    def _first_closes_us(self) -> int | None:
        """From when on seats that still wait are too late for the first places; None: too few slapped."""
        slapped, paddles, last = self.slapped, self._paddles, self._places - 1
        if len(slapped) <= last:
            return None
        waits_for = self.waits_for
        if not waits_for:
            return max(self._late_us)
        closes_us = 0
        for late in waits_for:
            beaten_us = sorted([self._late_us[seat] + paddles.window_us(seat, late) for seat in slapped])[
                last
            ]
            closes_us = max(closes_us, beaten_us + self._head_start_us(late))
        return closes_us

    def _last_closes_us(self) -> int | None:
        """From when on the one seat still waiting is certainly last; None while several wait.

        With nobody waiting the race is over at its latest slap.
        """
        missing = self._early_us.count(WAITING)
        if missing > 1:
            return None
        if self.untouched:
            return None
        if not missing:
            return max(self._late_us)
        late, paddles = self._early_us.index(WAITING), self._paddles
        closes_us = max([self._late_us[seat] + paddles.window_us(seat, late) for seat in self.slapped])
        return closes_us + self._head_start_us(late)

    def _head_start_us(self, seat: int) -> int:
        return self._paddles.handicap_us[seat] if self._head_starts else 0

    def _before(self, one: int, other: int) -> bool:
        """Whether `one` was certainly before `other`."""
        at, other_at = self.at(one), self.at(other)
        return at is not None and other_at is not None and self._paddles.before(one, at, other, other_at)

    def first(self, seats: Iterable[int] | None = None) -> list[int]:
        """The seats that share the first places (among these): too few were certainly before them."""
        slapped = self.slapped if seats is None else sorted(seat for seat in seats if self.has(seat))
        places = self._places if seats is None else 1
        return [s for s in slapped if sum([self._before(other, s) for other in slapped]) < places]

    def order(self, seats: Iterable[int] | None = None) -> list[list[int]]:
        """All who slapped (of these), earliest first, in groups that are too close to call."""
        rest = set(self.slapped if seats is None else seats)
        groups = []
        while group := self.first(rest):
            groups.append(group)
            rest.difference_update(group)
        return groups

    def last(self) -> list[int]:
        """The seats that share last place; a seat still waiting is later than all that slapped."""
        if missing := self.waits_for:
            return missing
        slapped = self.slapped
        return [seat for seat in slapped if not any(self._before(seat, other) for other in slapped)]

    def doubtful_times_us(self, seat: int) -> list[tuple[int, int]]:
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
        seats = self.first() if self._place == FIRST else self.last()
        alone = len(seats) == 1
        window_us = self.window_us(self.slapped if alone else seats)
        self._close()
        if alone:
            return Verdict(seats[0], timed_out=timed_out, window_us=window_us)
        return Verdict(tied=seats, timed_out=timed_out, window_us=window_us)

    def window_us(self, seats: Iterable[int]) -> int:
        """How far apart slaps of these seats had to be shown to be told apart; 0 for fewer than two."""
        spans = [(seat, at) for seat in seats if (at := self.at(seat)) is not None]
        return max(
            [
                self._paddles.window_us(one, other) + (at.width_us + other_at.width_us + 1) // 2
                for (one, at), (other, other_at) in combinations(spans, 2)
            ],
            default=0,
        )

    def void(self) -> Verdict:
        """Close the race as if nobody had slapped."""
        self._close()
        return Verdict(void=True)

    def _close(self) -> None:
        self.open, self.untouched = False, True
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
            "places": self._places,
            "head_starts": self._head_starts,
        }

    def load(self, state: Json) -> None:
        """Take over what `save` gave."""
        self._place, self._answers = state["place"], state["answers"]
        self._places, self._head_starts = state["places"], state["head_starts"]
        self._early_us, self._late_us = copied(state["early_us"]), copied(state["late_us"])
        self.open, self.untouched = bool(self._early_us), max(self._early_us, default=OUT) < 0
        self._opened = Span(*state["opened_us"])
        self._ends = None if state["ends_us"] is None else TimeLimit(*state["ends_us"])
