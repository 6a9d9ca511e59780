"""The photo finish: every hand of the last slap to the microsecond, made from public effects alone."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter

from slamomatic.engine.vocabulary import Json

# Nobody reacts to a call within a tenth of a second: such a slap was a lucky guess (athletics' rule).
GUESS_US = 100_000
# A hand's way goes from the touch contact down to the paddle's stop.
LONGEST_WAY_US = 60_000  # a hand that takes longer was laid on the paddle, not slapped
STAMPS_US = 6  # how far off a way's time may be: a microsecond for each stamp, and the inputs' filters


@dataclass(frozen=True, slots=True)
class Hit:
    """One hand coming down."""

    seat: int
    t_us: int
    live: bool
    way_us: int = 0  # how long the hand's way from touch to down took; 0: not known
    way_error_us: int = 0  # how far off that may be


@dataclass(frozen=True, slots=True)
class PhotoFinish:
    """The hands of one slap, earliest first, and the moment `go_us` that they answered to."""

    go_us: int
    opener: int | None  # the seat whose slap the others answered; None: the screen called
    hits: tuple[Hit, ...]
    over: bool = False
    window_us: int = 0  # slaps closer than this were a tie; 0: the verdict was no tie

    @property
    def single(self) -> bool:
        """Whether only one hand came down: there is nothing to compare."""
        return len(self.hits) < 2

    @property
    def shows_times(self) -> bool:
        """Whether there is a time to show: of a second hand, or of one that answered the screen."""
        return not self.single or self.by_screen

    @property
    def by_screen(self) -> bool:
        """Whether the screen called for these slaps: then its delay is in their times."""
        return self.opener is None and all(hit.t_us != self.go_us for hit in self.hits)

    def reaction_us(self, hit: Hit) -> int:
        """The time from the call to this hand. Where the screen called, this includes its delay."""
        return hit.t_us - self.go_us


class Photographer:
    """Watches the public effects and keeps the picture of the last slap."""

    def __init__(self, calls: Mapping[str, bool], is_mistake: Callable[[Json], bool]) -> None:
        """Watch from the beginning of a game.

        `calls` names the effects that call for a slap, each with True if the seat's own slap is the call.
        False: the screen calls, as it shows a card. `is_mistake` says that its seat should not have slapped.
        """
        self._calls = calls
        self._is_mistake = is_mistake
        self._words = {*calls, "turn", "left", "touch", "release", "slap", "too-soon", "live", "over"}
        self.last: PhotoFinish | None = None
        # One for each slap that answered a call: (seat, reaction_us, whether the screen called)
        self.reactions: list[tuple[int, int, bool]] = []
        self.ways: list[tuple[int, int, int]] = []  # (seat, us, error us) of each hand's way that is known
        self.counts: Counter[tuple[str, int]] = Counter()  # how often each effect happened to each seat
        self._window_us = 0
        self._go_us: int | None = None
        self._opener: int | None = None
        self._hits: dict[int, Hit] = {}
        # By seat: (t_us, later_us) of a touch whose slap has not come yet.
        self._touched: dict[int, tuple[int, int]] = {}
        self._mistaken: set[int] = set()  # seats whose hand in this picture was a mistake, and no answer
        # Hands of these seats are in no picture: they left the game, or are out of the round.
        self._left: set[int] = set()
        self._too_soon: set[int] = set()

    def watch(self, effects: Iterable[Json], later_us: int = 0) -> None:
        """Take in the public effects of one event; `later_us` is the event's own (vocabulary.LATER)."""
        for effect in effects:
            what, seat = effect["what"], effect.get("seat")
            if isinstance(seat, int):
                self.counts[what, seat] += 1
                if "why" in effect:
                    self.counts[f"{what}-{effect['why']}", seat] += 1
                if isinstance(effect.get("to"), int):
                    self.counts[f"{what}-to", effect["to"]] += 1
                if self._is_mistake(effect):
                    self._mistaken.add(seat)
            if what in self._words:
                self._watch_slap(effect, later_us)
            if "window_us" in effect:
                self._window_us = effect["window_us"]
                self._take_picture()

    def _watch_slap(self, effect: Json, later_us: int) -> None:
        """Take in an effect that changes the picture: a call, a hand, or the end of the slap."""
        what, seat, t_us = effect["what"], effect.get("seat"), effect["t_us"]
        if what in self._calls:
            self._opener = seat if self._calls[what] else None
            self._go_us = t_us
            if self._opener is None:
                self._hits = {}
            elif self._opener in self._hits:
                self._go_us = self._hits[self._opener].t_us
            self._take_picture()
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
                touch_us, touch_later_us = self._touched.pop(seat)
                if 0 < t_us - touch_us <= LONGEST_WAY_US:
                    error_us = STAMPS_US + (touch_later_us + later_us + 1) // 2
                    hit = replace(hit, way_us=t_us - touch_us, way_error_us=error_us)
                    self.ways.append((seat, hit.way_us, error_us))
            if not hit.live and not self._hits and self._go_us is None:
                return  # a dark paddle, pressed while no slap was open
            if seat not in self._hits or t_us < self._hits[seat].t_us:
                self._hits[seat] = hit
            self._take_picture()
        elif what == "too-soon":
            self._too_soon.add(seat)
            self._hits.pop(seat, None)  # it answered nothing
            self.last = None
            self._take_picture()

    def _take_picture(self) -> None:
        """Set `last` to the slap as it is known so far; without a hand the older picture stays."""
        hits = tuple(sorted(self._hits.values(), key=attrgetter("t_us", "seat")))
        if hits:
            go_us = hits[0].t_us if self._go_us is None else self._go_us
            self.last = PhotoFinish(go_us, self._opener, hits, window_us=self._window_us)

    def _close(self, t_us: int) -> None:
        """End the picture and note its reactions: paddles are live again at `t_us`, or the game is over.

        Hits from `t_us` on stay, for the next picture: the turn player's slap can be what made paddles live
        that were dark because somebody was early.
        """
        if self.last is not None and not self.last.over:
            self.last = replace(self.last, over=True)
            go_us, hits = self._go_us, self.last.hits
            nobody = {self._opener} | self._mistaken
            answers = [h for h in hits if go_us is not None and h.seat not in nobody and h.t_us > go_us]
            by_screen = self._opener is None
            self.reactions += [(hit.seat, self.last.reaction_us(hit), by_screen) for hit in answers]
        self._hits = {seat: hit for seat, hit in self._hits.items() if hit.t_us >= t_us}
        self._window_us, self._opener, self._go_us = 0, None, None
        self._mistaken.clear()
