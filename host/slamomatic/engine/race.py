"""A race: one slap that several players answer. Who was first or last, too close to call, or void?"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from slamomatic.engine.fields import copy_plain
from slamomatic.engine.judging import OUT, WAITING, Paddles
from slamomatic.engine.span import Span, TimeLimit, exactly
from slamomatic.engine.vocabulary import Json, make_tuple

# A race finds out who was first, who was last, or the order of all.
FIRST, LAST, ORDER = "first", "last", "order"


def earlier_us(one_us: int | None, other_us: int | None) -> int | None:
    """The earlier of two moments; None is a moment that never comes."""
    if one_us is None or other_us is None:
        return one_us if other_us is None else other_us
    return min(one_us, other_us)


class Verdict(NamedTuple):
    """How a race ended: `seat` was alone first (or last), or all of `tied` were; neither: nobody slapped.

    `void`: the slaps were taken back, and nobody can know how the race would have ended. `timed_out`: its
    time limit came before a verdict. `window_us`: how far apart slaps had to be shown to be told apart.
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
    """One slap that several seats answer: notes their times, and says when and how it can be judged.

    A game never compares times itself: the race knows the errors of clocks, slaps whose time is only known
    to lie within a span, clumps, head starts and time limits. The game learns of the verdict by its hook
    `judged`.
    """

    # Slots, because games are played by the million.
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
        # The bounds of each seat's slap, or WAITING or OUT in both lists; empty without an open race.
        self._early_us: list[int] = []
        self._late_us: list[int] = []
        self._opened = exactly(0)
        self._ends: TimeLimit | None = None
        # As in `start`:
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
        """Begin a race of these seats, in which slaps count from `opened` on.

        `place`: who is looked for. `ends_us`: from then on no slap counts; None: there is no limit.
        `answers`: the only seat whose slap `ends_us` limits; None: it limits all. `places`: how many
        first places there are. `head_starts`: whether the head starts of the set-up count.
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
    def waiting_count(self) -> int:
        """How many seats take part and have not slapped."""
        return self._early_us.count(WAITING)

    @property
    def slapped(self) -> list[int]:
        """The seats that have slapped."""
        return [seat for seat, t_us in enumerate(self._early_us) if t_us >= 0]

    def has_slapped(self, seat: int) -> bool:
        """Whether this seat has slapped."""
        return not self.untouched and self._early_us[seat] >= 0

    def takes_part(self, seat: int) -> bool:
        """Whether this seat takes part."""
        return self.open and self._early_us[seat] != OUT

    @property
    def times_us(self) -> list[int]:
        """Per seat the likeliest moment of its slap, or WAITING or OUT: to be shown, not to judge by."""
        both = zip(self._early_us, self._late_us, strict=True)
        return [early_us if early_us < 0 else Span(early_us, late_us).middle_us for early_us, late_us in both]

    def end_after(self, us: int, seat: int) -> None:
        """Limit the race to `us` after its opening, which was a slap of this seat."""
        self._ends = TimeLimit(*self._opened.later(us), seat)

    def slap_of(self, seat: int) -> Span | None:
        """The time of this seat's slap; None: it has not slapped."""
        if self.untouched or self._early_us[seat] < 0:
            return None
        return make_tuple(Span, (self._early_us[seat], self._late_us[seat]))

    def note(self, seat: int, at: Span, as_told: bool = False) -> bool:
        """Note a live slap of this seat; return whether it counts, now that it is known.

        Of one seat's slaps the earliest counts, in whatever order they are told. `as_told`: take the time
        as it is, without the head start and even before the opening.
        """
        if not self.open or self._early_us[seat] == OUT:
            return False
        if self._head_starts and not as_told:
            at = self._paddles.after_head_start(seat, at, self._opened)
        counts = self._early_us[seat] == WAITING or at.early_us < self._early_us[seat]
        if counts:
            self._early_us[seat], self._late_us[seat] = at
            self.untouched = False
        return counts

    def leave(self, seat: int) -> None:
        """Take this seat out of the race, with its slap."""
        if self.open:
            self._early_us[seat] = self._late_us[seat] = OUT
            self.untouched = max(self._early_us) < 0

    def forget(self, seat: int) -> None:
        """Wait for this seat as if it had not slapped."""
        if self.open:
            self._early_us[seat] = self._late_us[seat] = WAITING
            self.untouched = max(self._early_us) < 0

    def in_time(self, t_us: int) -> bool:
        """Whether the race is open and this moment comes before its limit, for a choice or a counted slap."""
        return self.open and (self._ends is None or t_us < self._ends.early_us)

    def remove_limit(self) -> None:
        """Take the time limit away."""
        self._ends = None

    # --- the verdict ------------------------------------------------------------------------------

    @property
    def due_us(self) -> int | None:
        """When the race can be judged if nobody slaps before; None: it waits for slaps."""
        if not self.open:
            return None
        if self.untouched and max(self._early_us) == OUT:
            return self._opened.early_us  # all have left
        closes_us, ends = self.closes_us, self._ends
        if ends is None or (closes_us is not None and closes_us <= ends.late_us):
            return closes_us
        return earlier_us(closes_us, self._paddles.over_for_all_us(ends))

    @property
    def times_out_us(self) -> int | None:
        """When the time limit is certainly over for every seat; None: there is no limit."""
        return None if self._ends is None else self._paddles.over_for_all_us(self._ends)

    @property
    def closes_us(self) -> int | None:
        """When no further slap can change the verdict; None: not known before more seats have slapped."""
        if self._place == FIRST:
            return self._first_closes_us()
        if self._place == LAST:
            return self._last_closes_us()
        # ORDER: from then on a slap is certainly after all these, so their order stands.
        latest_us = max(self._late_us)
        return None if latest_us < 0 else latest_us + self._paddles.widest_window_us()

    def _first_closes_us(self) -> int | None:
        """When every seat that has not slapped is too late for a first place; None: too few have slapped."""
        slapped, paddles, places = self.slapped, self._paddles, self._places
        if len(slapped) < places:
            return None
        waits_for = self.waits_for
        if not waits_for:
            return max(self._late_us)
        closes_us = 0
        for late in waits_for:
            beaten_us = sorted([self._late_us[seat] + paddles.window_us(seat, late) for seat in slapped])
            # All first places are taken once as many slaps are certainly before this seat's.
            closes_us = max(closes_us, beaten_us[places - 1] + self._head_start_us(late))
        return closes_us

    def _last_closes_us(self) -> int | None:
        """When the one seat that has not slapped is certainly last; None: several have not, or nobody has.

        Where all have slapped, the race closes at the latest slap.
        """
        waiting_count = self._early_us.count(WAITING)
        if waiting_count > 1 or self.untouched:
            return None
        if not waiting_count:
            return max(self._late_us)
        late, paddles = self._early_us.index(WAITING), self._paddles
        closes_us = max([self._late_us[seat] + paddles.window_us(seat, late) for seat in self.slapped])
        return closes_us + self._head_start_us(late)

    def _head_start_us(self, seat: int) -> int:
        return self._paddles.handicap_us[seat] if self._head_starts else 0

    def _surely_before(self, one: int, other: int) -> bool:
        """Whether both slapped, and `one` certainly before `other`."""
        at, other_at = self.slap_of(one), self.slap_of(other)
        return (
            at is not None and other_at is not None and self._paddles.surely_before(one, at, other, other_at)
        )

    def first(self, seats: Iterable[int] | None = None) -> list[int]:
        """The seats that share the race's first places; among `seats`: those that share the first one.

        A seat is among them if fewer seats than there are places were certainly before it.
        """
        slapped = self.slapped if seats is None else sorted(seat for seat in seats if self.has_slapped(seat))
        places = self._places if seats is None else 1
        return [s for s in slapped if sum([self._surely_before(other, s) for other in slapped]) < places]

    def order(self, seats: Iterable[int] | None = None) -> list[list[int]]:
        """All seats that slapped (of `seats`), earliest first, in groups that are too close to call."""
        rest = set(self.slapped if seats is None else seats)
        groups = []
        while group := self.first(rest):
            groups.append(group)
            rest.difference_update(group)
        return groups

    def last(self) -> list[int]:
        """The seats that share last place; seats that have not slapped are later than all that have."""
        if waits_for := self.waits_for:
            return waits_for
        slapped = self.slapped
        return [seat for seat in slapped if not any(self._surely_before(seat, other) for other in slapped)]

    def doubtful_times_us(self, seat: int) -> list[tuple[int, int]]:
        """The times, each from and to, in which nobody knows whether this seat slapped within the limit.

        A slap within one makes the race void. Empty: the race is not open, or nothing limits this seat.
        """
        if not self.open or self._ends is None or self._answers not in (None, seat):
            return []
        return [self._paddles.doubtful_us(self._ends, seat)]

    def finish(self) -> Verdict:
        """Close the race and return how it ended."""
        due_us, ends = self.due_us, self._ends
        timed_out = ends is not None and due_us is not None and due_us >= self._paddles.over_for_all_us(ends)
        if max(self._early_us, default=OUT) < 0:  # nobody slapped
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
        spans = [(seat, at) for seat in seats if (at := self.slap_of(seat)) is not None]
        return max(
            [
                self._paddles.window_us(one, other) + (at.width_us + other_at.width_us + 1) // 2
                for (one, at), (other, other_at) in combinations(spans, 2)
            ],
            default=0,
        )

    def void(self) -> Verdict:
        """Close the race as if nobody had slapped; return the void verdict."""
        self._close()
        return Verdict(void=True)

    def _close(self) -> None:
        self.open, self.untouched = False, True
        self._early_us, self._late_us = [], []

    # --- saved and loaded -----------------------------------------------------------------------------

    def save(self) -> Json:
        """Return the race as plain values."""
        return {
            "place": self._place,
            "early_us": copy_plain(self._early_us),
            "late_us": copy_plain(self._late_us),
            "opened_us": list(self._opened),
            "ends_us": None if self._ends is None else list(self._ends),
            "answers": self._answers,
            "places": self._places,
            "head_starts": self._head_starts,
        }

    def load(self, state: Json) -> None:
        """Set the race to the plain values that `save` returned."""
        self._place, self._answers = state["place"], state["answers"]
        self._places, self._head_starts = state["places"], state["head_starts"]
        self._early_us, self._late_us = copy_plain(state["early_us"]), copy_plain(state["late_us"])
        self.open, self.untouched = bool(self._early_us), max(self._early_us, default=OUT) < 0
        self._opened = Span(*state["opened_us"])
        self._ends = None if state["ends_us"] is None else TimeLimit(*state["ends_us"])


class OwnRace(Race):
    """A race that the game ends itself, instead of hearing from the engine how it ended."""

    __slots__ = ()
