"""What public effects leave on the table: a sentence, marks on paddles, the stack of hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from slamomatic.engine.vocabulary import Json
from slamomatic.face.face import Calls, Face, Means, Weight
from slamomatic.words import N_

# How long an important sentence stays before another one may cover it (a pair is laid, then a turn begins).
WEIGHTY_US = 1_800_000
VERDICT_US = 3_500_000  # who lost, and what it costs
# The drum roll begins when two hands are awaited. A verdict that falls meanwhile is judged and written down
# at once, and shown when the roll ends: the paddles rest for longer than that.
ROLL_US = 500_000
LAST_TWO = 2

# When these come later than a shout, the table is what matters.
CALMS = ("live", "turn", "flipped")

NOTHING_OPEN = N_("There is no slap to undo.")


@dataclass(slots=True)
class Aftermath:
    """Fed with the public form of every effect; never with anything else."""

    face: Face
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
    clumped: tuple[int, ...] = ()  # whose hands of this slap came too close to each other
    last: dict[str, Json] = field(default_factory=dict)
    settled: bool = True  # the slap that the marks belong to is over
    cleared: bool = False  # they are: there is nothing to be shown of it
    fell_us: dict[int, int] = field(default_factory=dict)  # when each hand came down last
    live_us: int | None = None  # when paddles came live last
    shouts: list[tuple[Json, int]] = field(default_factory=list)  # what may be shouted now, and since when
    last_two: tuple[int, ...] = ()  # of this slap, as soon as only their hands are awaited
    rolls_us: int | None = None  # since when the drum rolls for them
    _shouted_us: int | None = None  # when what is shouted was decided
    _turned: bool = False  # a turn has begun since that slap
    _early: set[int] = field(default_factory=set)  # who was too early, and must slap again

    def hear(self, effect: Json, words: str, now_us: int) -> None:
        what, seat = effect["what"], effect.get("seat")
        told = self.face.telling[what]
        means = told.means(effect) if callable(told.means) else told.means
        self.last[what] = effect
        calms = what in CALMS or told.weight is Weight.CALL or (what == "slap" and effect.get("live"))
        if what == "live" and any(self.face.telling[effect["what"]].lingers for effect, _ in self.shouts):
            calms = False
        if calms and self._shouted_us is not None and now_us > self._shouted_us:
            self.shouts = []
        if what in CALMS or what == "void" or told.calls:
            self.last_two, self.rolls_us = (), None
        if told.shout:
            decides = means in (Means.LOSER, Means.CLUMP) and self.rolls_us is not None
            shown_us = max(now_us, (self.rolls_us or 0) + ROLL_US) if decides else now_us
            self.shouts, self._shouted_us = [*self.shouts[-3:], (effect, shown_us)], now_us
        if what == "slap" and seat is not None:
            self.fell_us[seat] = now_us
        elif what == "live":
            self.live_us = now_us
        if what == "slap" and (effect.get("live") or self._too_late(seat)):
            self._slap(int(seat or 0))
        elif told.weight is Weight.CALL:
            self.loser = None
            if told.calls is Calls.SEAT:
                self._opened()
        elif means is Means.LOSER:
            self.loser = seat
        elif means is Means.CLUMP:
            self.clumped = (*self.clumped, seat) if isinstance(seat, int) else tuple(effect["seats"])
        elif means is Means.FOUL and isinstance(seat, int):
            self.marks[seat] = "foul"
        elif what == "fault" and isinstance(seat, int):
            self.marks[seat] = "fault" if effect.get("on") else ""
        elif what == "live":
            self.settled = True
        elif what == "turn":
            self._forgive(effect)
            self._turned = self.face.heap
        if self._turned and self.settled:
            self._clear()
        if words:
            # The mark stands for who is named first; of several, none alone.
            about = told.about(effect) if told.about else seat
            about = None if means is Means.CLUMP else about
            forced = effect.get("forced", what == "slap")
            weight = Weight.NEWS if told.weight is Weight.BELOW and not forced else told.weight
            self._say("forced-pass" if effect.get("forced") else what, words, about, now_us, weight)

    def await_hands(self, asked: Sequence[int], now_us: int) -> bool:
        """Whether the drum roll begins: two hands are still awaited, and one of them will lose."""
        if self.last_two or not self.face.names_a_loser:
            return False
        self.last_two, self.rolls_us = tuple(asked), now_us
        return True

    def rolling(self, now_us: int) -> bool:
        """Whether the drum rolls: nobody is named on the screen meanwhile."""
        return self.rolls_us is not None and self.rolls_us <= now_us < self.rolls_us + ROLL_US

    def shown_us(self, effect: Json, now_us: int) -> int:
        """When the screen shows this effect: together with its verdict, if the drum rolls for that."""
        return max((at_us for told, at_us in self.shouts if told["t_us"] == effect["t_us"]), default=now_us)

    def _forgive(self, turn: Json) -> None:
        """Who erred before this turn plays on unmarked; a foul that brought it is still to be seen."""
        brought = {foul["seat"] for foul in (self.last.get("foul"),) if foul and foul["t_us"] == turn["t_us"]}
        self.marks = {s: mark for s, mark in self.marks.items() if mark != "foul" or s in brought}

    def _too_late(self, seat: int | None) -> bool:
        """The loser's hand comes late, on paddles that are dark by now. It lies on all others."""
        return seat is not None and seat == self.loser and not self.settled

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

    def _say(self, what: str, words: str, seat: int | None, now_us: int, weight: Weight) -> None:
        weighty = weight in (Weight.CALL, Weight.VERDICT)
        if self.weighty and not weighty and now_us - self.since_us < self.stands_us:
            if weight is Weight.BELOW:
                lines = self.words.splitlines()
                # Who came too late is one line, however many they become.
                self.words = "\n".join([*(lines[:-1] if what == self.below == "slap" else lines), words])
                self.below = what
            return
        self.words, self.saying, self.about, self.below = words, what, seat, ""
        self.since_us, self.weighty = now_us, weighty
        self.verdict = weight is Weight.VERDICT

    @property
    def verdict_until_us(self) -> int | None:
        """How long a verdict stands before anything may be taught again."""
        return self.since_us + self.stands_us if self.verdict else None

    @property
    def stands_us(self) -> int:
        """How long an important sentence stays: each further line takes time to read."""
        first_us = VERDICT_US if self.verdict else WEIGHTY_US
        return first_us + WEIGHTY_US * (len(self.words.splitlines()) - 1)
