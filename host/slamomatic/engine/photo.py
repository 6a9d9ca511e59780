"""The photo finish: the last slap's every hand to the microsecond, made from public effects alone."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter

from slamomatic.engine.vocabulary import Json

LONGEST_WAY_US = 60_000  # from touch to down: who takes longer laid the hand on the paddle
STAMPS_US = 6  # how far off that may be: a microsecond for each stamp, and the inputs' filters


@dataclass(frozen=True, slots=True)
class Hit:
    """One hand coming down."""

    seat: int
    t_us: int
    live: bool
    way_us: int = 0  # from the touch contact to here; 0: not known
    way_error_us: int = 0


@dataclass(frozen=True, slots=True)
class PhotoFinish:
    """The hands of one slap, earliest first; `go_us` is what they answered to."""

    go_us: int
    opener: int | None
    hits: tuple[Hit, ...]
    over: bool = False
    window_us: int = 0  # by which the verdict was a tie; 0: there is none

    @property
    def by_screen(self) -> bool:
        """Whether the screen called these hands: then its delay is in their times."""
        return self.opener is None and all(hit.t_us != self.go_us for hit in self.hits)

    def reaction_us(self, hit: Hit) -> int:
        """From the call to the hand. Where the screen called, this includes its delay."""
        return hit.t_us - self.go_us


class Photographer:
    """Watches the public effects and keeps the picture of the last slap."""

    def __init__(self, calls: Mapping[str, bool]) -> None:
        """`calls`: which effects call for a slap, and whether their seat opened it (else: the screen did)."""
        self._calls = calls
        self._words = {*calls, "turn", "left", "touch", "release", "slap", "too-soon", "live", "over"}
        self.last: PhotoFinish | None = None
        # (seat, us, whether the screen called), of slaps that answered to somebody
        self.reactions: list[tuple[int, int, bool]] = []
        self.ways: list[tuple[int, int, int]] = []  # (seat, us, error us) from touch to down, where known
        self.counts: Counter[tuple[str, int]] = Counter()  # how often each seat had what happen to it
        self._window_us = 0
        self._go_us: int | None = None
        self._opener: int | None = None
        self._hits: dict[int, Hit] = {}
        self._touched: dict[int, tuple[int, int]] = {}  # when each hand touched, and how much later perhaps
        self._left: set[int] = set()  # who has left the game has no hand in it
        self._too_soon: set[int] = set()  # nor who is out of the round, however often that hand falls

    def watch(self, effects: Iterable[Json], later_us: int = 0) -> None:
        """What one event did, in its public form; `later_us`: the event's own, how loose its time is."""
        for effect in effects:
            what, seat = effect["what"], effect.get("seat")
            if isinstance(seat, int):
                self.counts[what, seat] += 1
                if "why" in effect:
                    self.counts[f"{what}-{effect['why']}", seat] += 1
                if isinstance(effect.get("to"), int):
                    self.counts[f"{what}-to", effect["to"]] += 1
            if what in self._words:
                self._see(effect, later_us)
            if "window_us" in effect:
                self._window_us = effect["window_us"]
                self._take()

    def _see(self, effect: Json, later_us: int) -> None:
        what, seat, t_us = effect["what"], effect.get("seat"), effect["t_us"]
        if what in self._calls:
            self._opener = seat if self._calls[what] else None
            self._go_us = t_us
            if self._opener is None:
                self._hits = {}
            elif self._opener in self._hits:
                self._go_us = self._hits[self._opener].t_us
            self._take()
        elif what in ("live", "over"):
            self._close(t_us)
        elif what == "turn":
            self._too_soon.clear()
        elif not isinstance(seat, int):
            return
        elif what == "left":
            self._left.add(seat)
        elif what == "touch":
            self._touched[seat] = (t_us, later_us)
        elif what == "release":
            self._touched.pop(seat, None)
        elif what == "slap" and seat not in self._left | self._too_soon:
            hit = Hit(seat, t_us, bool(effect.get("live")))
            if seat in self._touched:  # one slap for each touch
                touch_us, loose_us = self._touched.pop(seat)
                if 0 < t_us - touch_us <= LONGEST_WAY_US:
                    off_us = STAMPS_US + (loose_us + later_us + 1) // 2
                    hit = replace(hit, way_us=t_us - touch_us, way_error_us=off_us)
                    self.ways.append((seat, hit.way_us, off_us))
            if not hit.live and not self._hits and self._go_us is None:
                return  # a dark paddle that was touched in passing
            if seat not in self._hits or t_us < self._hits[seat].t_us:
                self._hits[seat] = hit
            self._take()
        elif what == "too-soon":
            self._too_soon.add(seat)
            self._hits.pop(seat, None)  # it answered nothing
            self.last = None
            self._take()

    def _take(self) -> None:
        hits = tuple(sorted(self._hits.values(), key=attrgetter("t_us", "seat")))
        if hits:
            go_us = hits[0].t_us if self._go_us is None else self._go_us
            self.last = PhotoFinish(go_us, self._opener, hits, window_us=self._window_us)

    def _close(self, t_us: int) -> None:
        """The paddles are live again, or the game is over: slaps from now on belong to another picture.

        The turn's own slap can be what made them live, where somebody was early before it.
        """
        if self.last is not None and not self.last.over:
            self.last = replace(self.last, over=True)
            go_us, hits = self._go_us, self.last.hits
            answers = [h for h in hits if go_us is not None and h.seat != self._opener and h.t_us > go_us]
            by_screen = self._opener is None
            self.reactions += [(hit.seat, self.last.reaction_us(hit), by_screen) for hit in answers]
        self._hits = {seat: hit for seat, hit in self._hits.items() if hit.t_us >= t_us}
        self._window_us, self._opener, self._go_us = 0, None, None
