"""What public effects leave on the table: a sentence, marks on paddles, the stack of hands."""

from __future__ import annotations

from dataclasses import dataclass, field

from slamomatic.engine.vocabulary import Json
from slamomatic.games.hit_the_deck.race import LAST_DRAWS

# A new sentence of these stays when a lesser one follows at once (a pair is laid, then a turn begins).
WEIGHTY = (
    "lost",
    "clump",
    "foul",
    "last",
    "pays",
    "faked-out",
    "uncalled",
    "over",
    "void",
    "hands-down",
    "race",
    "shown",
    "replaced",
    "combo-won",
    "hand-over",
    "called",
    "last-claims",
    "hand-scored",
    "cleared",
    "won",
    "slip",
    "muncher",
    "thief",
    "out",
    "unit",
    "left",
    "early",
    "first",
)
WEIGHTY_US = 1_800_000
VERDICT_US = 3_500_000  # who lost, and what it costs

# Lesser, but said at most once and by nobody's choice: they stand below a verdict instead of being lost.
BELOW = ("forced-pass", "slap")

COMMON_SAYS = {
    "void": "That slap is off: nobody pays",
    "named": "{seat}: hand still on the paddle, play goes on",
    "left": "{seat} left the game",
    "over": "The game is over: {won}",
}
NOTHING_OPEN = "No slap is open: there is nothing to take back"
TIME_UP = "Time is up: {won}"

# Weighty, but they only call hands: what to do now may stand in their place at once.
CALLS = ("hands-down", "race", "thief", "called")

# What turns hands up, or covers those that lie open.
TURNS_UP = ("shown", "called", "void")


@dataclass(slots=True)
class Happenings:
    """Fed with the public form of every effect; never with anything else."""

    words: str = ""
    saying: str = ""  # the kind of effect that the words are about
    below: str = ""  # the kind of effect that stands below it
    about: int | None = None
    since_us: int = 0
    weighty: bool = False
    verdict: bool = False  # the sentence says who lost or erred, or that nobody did
    marks: dict[int, str] = field(default_factory=dict)
    slap_order: list[int] = field(default_factory=list)
    loser: int | None = None
    clumped: tuple[int, ...] = ()  # whose hands of this slap can't be told apart
    last: dict[str, Json] = field(default_factory=dict)
    shown: list[Json] = field(default_factory=list)  # the hands turned up at the last scoring
    settled: bool = True  # the slap that the marks belong to is over
    each_turn: bool = False  # whether a new turn clears away the hands of the last slap
    cleared: bool = False  # they are: there is nothing to be shown of it
    _turned: bool = False  # a turn has begun since that slap
    _early: set[int] = field(default_factory=set)  # who was too early, and must slap again

    def hear(self, effect: Json, words: str, now_us: int) -> None:
        what, seat = effect["what"], effect.get("seat")
        self.last[what] = effect
        if what == "slap" and (effect.get("live") or self._too_late(seat)):
            self._slap(int(seat or 0))
        elif what in CALLS:
            self.loser = None
            if what == "hands-down":
                self._opened()
        elif what == "last" and effect["draws"] < LAST_DRAWS:
            self.clumped = (*self.clumped, int(seat or 0))
        elif what in ("lost", "last"):
            self.loser = seat
        elif what == "clump" or (what == "first" and len(effect["seats"]) > 1):
            self.clumped = tuple(effect["seats"])
        elif isinstance(seat, int) and (what in ("foul", "early") or effect.get("why") == "early"):
            self.marks[seat] = "foul"
        elif what == "fault" and isinstance(seat, int):
            self.marks[seat] = "fault" if effect.get("on") else ""
        elif what == "live":
            self.settled = True
        elif what == "turn":
            self._forgive(effect)
            self._turned = self.each_turn
        if self._turned and self.settled:
            self._clear()
        if what in TURNS_UP:
            self._turn_up(what, effect)
        if words:
            # The mark stands for who is named first: whoever takes; of several, none alone.
            about = effect["to"] if effect.get("why") == "take" else seat
            about = None if what == "hands-down" or (what == "last" and self.clumped) else about
            self._say("forced-pass" if effect.get("forced") else what, words, about, now_us)

    def _forgive(self, turn: Json) -> None:
        """Who erred before this turn plays on unmarked; a foul that brought it is still to be seen."""
        brought = {foul["seat"] for foul in (self.last.get("foul"),) if foul and foul["t_us"] == turn["t_us"]}
        self.marks = {s: mark for s, mark in self.marks.items() if mark != "foul" or s in brought}

    def _too_late(self, seat: int | None) -> bool:
        """The loser's hand still comes, to paddles that are dark by now: it lies on all others."""
        return seat is not None and seat == self.loser and not self.settled

    def _turn_up(self, what: str, effect: Json) -> None:
        """Hands stay shown until the next call; a real one that another's foul kept on the table longer."""
        if what == "shown":
            self.shown.append(effect)
        elif what == "called":
            won_us = self.last.get("combo-won", {}).get("t_us", -1)
            self.shown = [hand for hand in self.shown if not hand["foul"] and hand["t_us"] > won_us]
        elif what == "void":
            self.shown = []

    def _slap(self, seat: int) -> None:
        if self.settled:
            self._clear()
            self.settled = self.cleared = False
            self.marks = {s: mark for s, mark in self.marks.items() if mark == "fault"}
        if seat in self._early:
            self._early.discard(seat)
            self.slap_order.remove(seat)  # it was lifted and falls again
        if seat not in self.slap_order:
            self.slap_order.append(seat)

    def _opened(self) -> None:
        """The hands before it belong to this slap. It has just woken the paddles of who was early: no end."""
        self.settled = False
        self._early = {seat for seat in self.slap_order if self.marks.get(seat) == "foul"}

    def _clear(self) -> None:
        self.slap_order, self.loser, self.clumped = [], None, ()
        self._early.clear()
        self.cleared, self._turned = True, False

    def _say(self, what: str, words: str, seat: int | None, now_us: int) -> None:
        weighty = what in WEIGHTY
        if self.weighty and not weighty and now_us - self.since_us < self.stands_us:
            if what in BELOW:
                lines = self.words.splitlines()
                # Who came too late is one line, however many they become.
                self.words = "\n".join([*(lines[:-1] if what == self.below == "slap" else lines), words])
                self.below = what
            return
        self.words, self.saying, self.about, self.below = words, what, seat, ""
        self.since_us, self.weighty = now_us, weighty
        self.verdict = weighty and what not in CALLS

    @property
    def verdict_until_us(self) -> int | None:
        """How long a verdict stands before anything may be taught again."""
        return self.since_us + self.stands_us if self.verdict else None

    @property
    def stands_us(self) -> int:
        """How long a weighty sentence stands: each further line takes its own time to read."""
        first_us = VERDICT_US if self.verdict else WEIGHTY_US
        return first_us + WEIGHTY_US * (len(self.words.splitlines()) - 1)
