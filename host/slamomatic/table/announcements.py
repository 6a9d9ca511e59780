"""Announcements of what happened at the table: a sentence that stays, a drum roll, a shout, marks on paddles.

A Moment is the truth. Announcements say how it is told: screen, phones and films draw from both. Sentences
are kept untranslated, and read in whatever language is spoken where they are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from slamomatic.engine.vocabulary import Json
from slamomatic.face.face import Calls, Face, Means, Weight
from slamomatic.face.model import Table
from slamomatic.face.telling import mark_of, names_a_loser, says_of, telling_of
from slamomatic.seat import Seat
from slamomatic.table.moment import Moment
from slamomatic.words import gettext
from slamomatic.words.languages import language

# How long an important sentence stays before another one may cover it (a pair is laid, then a turn begins).
WEIGHTY_US = 1_800_000
VERDICT_US = 3_500_000  # who lost, and what it costs
# The drum roll begins when two hands are awaited. A verdict that falls meanwhile is judged and written down
# at once, and shown when the roll ends: the paddles rest for longer than that.
ROLL_US = 500_000
LAST_TWO = 2

# When these come later than a shout, the table is what matters.
CALMS = ("live", "turn", "flipped")

Words = Callable[[], str]  # says something in the language that is spoken now


class Announcement:
    """One sentence that is not translated yet; each translation is made once."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._translated: dict[str, str] = {}

    def __str__(self) -> str:
        code = language()
        if code not in self._translated:
            self._translated[code] = self._words()
        return self._translated[code]


@dataclass(slots=True)
class SlapMarks:
    """Marks that the hands of the newest slap left on the paddles, from public effects."""

    face: Face
    worn: dict[int, str] = field(default_factory=dict)  # what each paddle wears: "foul", "fault"
    order: list[int] = field(default_factory=list)  # the hands as they lie, from the bottom
    loser: int | None = None
    clumped: tuple[int, ...] = ()  # whose hands of this slap came too close to each other
    settled: bool = True  # the slap that the marks belong to is over
    cleared: bool = False  # there is nothing to be shown of it any more
    _turned: bool = False  # a turn has begun since that slap
    _early: set[int] = field(default_factory=set)  # seats that were too early, and must slap again

    def hear(self, effect: Json, means: Means, last: dict[str, Json]) -> None:
        """Change the marks by what this public effect says; `last` has the newest effect of each kind.

        In games with a heap the marks go once their slap is over and a turn has begun; else the next slap
        takes them away.
        """
        what, seat, telling = effect["what"], effect.get("seat"), telling_of(self.face, effect["what"])
        if what == "slap" and (effect.get("live") or self._is_late_loser(seat)):
            self._slap(int(seat or 0))
        elif telling.weight is Weight.CALL:
            self.loser = None
            if telling.calls is Calls.SEAT:
                self._opened()
        elif means is Means.LOSER:
            self.loser = seat
        elif means is Means.CLUMP:
            self.clumped = (*self.clumped, seat) if isinstance(seat, int) else tuple(effect["seats"])
        elif means is Means.FOUL and isinstance(seat, int):
            self.worn[seat] = "foul"
        elif what == "fault" and isinstance(seat, int):
            self.worn[seat] = "fault" if effect.get("on") else ""
        elif what == "live":
            self.settled = True
        elif what == "turn":
            self._forgive(effect, last)
            self._turned = self.face.heap
        if self._turned and self.settled:
            self._clear()

    @property
    def decided(self) -> bool:
        """Whether it is known how the slap ended."""
        return self.loser is not None or bool(self.clumped)

    def _forgive(self, turn: Json, last: dict[str, Json]) -> None:
        """Take away the marks of older fouls. A foul that has just brought this turn about stays marked."""
        foul = last.get("foul")
        ended_by = foul["seat"] if foul and foul["t_us"] == turn["t_us"] else None
        self.worn = {seat: mark for seat, mark in self.worn.items() if mark != "foul" or seat == ended_by}

    def _is_late_loser(self, seat: int | None) -> bool:
        """Return whether this is the hand of the loser, who slaps after paddles have gone dark.

        Such a hand belongs to the slap all the same: it lies on top of all others.
        """
        return seat is not None and seat == self.loser and not self.settled

    def _slap(self, seat: int) -> None:
        """Lay this hand on the heap. If the slap before is over, its marks go first, but for faults."""
        if self.settled:
            self._clear()
            self.settled = self.cleared = False
            self.worn = {s: mark for s, mark in self.worn.items() if mark == "fault"}
        if seat in self._early:
            self._early.discard(seat)
            self.order.remove(seat)  # it was lifted and falls again
        if seat not in self.order:
            self.order.append(seat)

    def _opened(self) -> None:
        """Note that a player has opened a slap. Hands that were down already belong to it.

        Those that were too early have to slap again.
        """
        self.settled = False
        self._early = {seat for seat in self.order if self.worn.get(seat) == "foul"}

    def _clear(self) -> None:
        """Take the heap away: nothing is shown of this slap any more."""
        self.order, self.loser, self.clumped = [], None, ()
        self._early.clear()
        self.cleared, self._turned = True, False


@dataclass(frozen=True, slots=True)
class ShownState:
    """The state of the game that may be shown now: while the drum rolls, the one before the verdict."""

    view: Json
    last: dict[str, Json]  # the newest public effect of each kind
    marks: dict[int, str]
    loser: int | None
    clumped: tuple[int, ...]
    held: bool = False  # the drum rolls, and a verdict waits behind it


class Announcements:
    """Hears the public effects of every moment, in order; never anything else."""

    def __init__(self, face: Face) -> None:
        self.face = face
        self.slap = SlapMarks(face)
        self.last: dict[str, Json] = {}  # the newest public effect of each kind
        self.means = Means.NOTHING  # what the newest effect left on the paddles
        self.shouts: list[tuple[Json, int]] = []  # what may be shouted now, and since when
        self.saying = ""  # the kind of effect that the sentence is about
        self.below = ""  # the kind of effect that stands below it
        self.about: int | None = None  # the seat that the sentence is about
        self.since_us = 0  # when the sentence was said
        self.last_two: tuple[int, ...] = ()  # of this slap, as soon as only their hands are awaited
        self.rolls_us: int | None = None  # since when the drum rolls for them
        self._lines: list[Announcement] = []
        self._weight = Weight.NEWS
        self._shouted_us: int | None = None  # when what is shouted was decided
        self._undecided: tuple[Moment, dict[str, Json]] | None = None  # the newest one without a verdict

    # --- hearing ------------------------------------------------------------------------------------

    def sentence_of(
        self, effect: Json, moment: Moment, seats: Sequence[Seat], game: str, spoken: bool = False
    ) -> Announcement | None:
        """Return the sentence about an effect of this moment; None where there is no sentence.

        `spoken`: for ears that do not see the picture beside it.
        """
        if not says_of(self.face, effect["what"], spoken):
            return None
        table = Table(  # for sentences: nobody chooses from it
            game=game,
            view=moment.room,
            eyes=None,
            seats=tuple(seats),
            photo=None if self.slap.cleared else moment.photo,
            clumped=self.slap.clumped,
            last=dict(self.last),
        )
        return Announcement(partial(table.sentence, self.face, effect, spoken))

    def hear(self, effect: Json, sentence: Announcement | None, now_us: int) -> None:
        """Hear the public form of one effect, and the sentence about it; None: there is no sentence.

        An effect that calms ends older shouts, then its own is added. The shout of a verdict that falls
        during the drum roll waits for the roll's end.
        """
        what = effect["what"]
        telling = telling_of(self.face, what)
        means = self.means = mark_of(telling, effect)
        self.last[what] = effect
        calms = what in CALMS or telling.weight is Weight.CALL or (what == "slap" and effect.get("live"))
        if what == "live" and any(telling_of(self.face, effect["what"]).lingers for effect, _ in self.shouts):
            calms = False
        if calms and self._shouted_us is not None and now_us > self._shouted_us:
            self.shouts = []
        if what in CALMS or what == "void" or telling.calls:
            self.last_two, self.rolls_us = (), None
        if telling.shout:
            decides = means in (Means.LOSER, Means.CLUMP) and self.rolls_us is not None
            shown_us = max(now_us, (self.rolls_us or 0) + ROLL_US) if decides else now_us
            self.shouts, self._shouted_us = [*self.shouts[-3:], (effect, shown_us)], now_us
        self.slap.hear(effect, means, self.last)
        if sentence is not None and str(sentence):
            # The mark stands for who is named first; of several, none alone.
            about = telling.about(effect) if callable(telling.about) else effect.get(telling.about)
            about = None if means is Means.CLUMP else about
            forced = effect.get("forced", what == "slap")
            weight = Weight.NEWS if telling.weight is Weight.BELOW and not forced else telling.weight
            kind = "forced-pass" if effect.get("forced") else what
            self._say(kind, sentence, about, now_us, weight)

    def remark(self, words: Words, about: int | None, now_us: int) -> None:
        """Say something that no effect says, as important as a verdict, about this seat if there is one."""
        self._say("remark", Announcement(words), about, now_us, Weight.VERDICT)

    def end_moment(self, moment: Moment, eyes: int | None, now_us: int) -> bool:
        """Note that all effects of a moment were heard; keep it, to be shown if the drum rolls next.

        Return whether two hands are awaited, one of which will lose.
        """
        asked = moment.room["asked"]
        undecided = asked or not self.slap.decided
        # A past moment answers no new questions: it can be shown only to eyes that have asked before.
        if undecided and (not moment.is_past or eyes in moment.view):
            self._undecided = moment, dict(self.last)
        return len(asked) == LAST_TWO and not self.last_two and names_a_loser(self.face)

    def roll(self, moment: Moment, now_us: int) -> None:
        """Begin the drum roll for the two hands that this moment waits for."""
        self.last_two, self.rolls_us = tuple(moment.room["asked"]), now_us

    # --- what is shown when -------------------------------------------------------------------------

    @property
    def words(self) -> str:
        """The sentence that stands, in the language that is spoken now; further lines stand below it."""
        return "\n".join(map(str, self._lines))

    def words_at(self, seats: Sequence[Seat], now_us: int) -> str:
        """Return the sentence to read now. While the drum rolls it asks who is last."""
        if not (self.last_two and self.rolling(now_us)):
            return self.words
        one, other = (seats[seat].name for seat in self.last_two)
        return gettext("Who is last: {one} or {other}?", one=one, other=other)

    def rolling(self, now_us: int) -> bool:
        """Return whether the drum rolls: nobody is named on the screen meanwhile."""
        return self.rolls_us is not None and self.rolls_us <= now_us < self.rolls_us + ROLL_US

    def shown_us(self, effect: Json, now_us: int) -> int:
        """Return when this effect is shown. If its event's verdict waits for the drum roll, so does this."""
        if self.rolls_us is None:
            return now_us
        return max(
            (at_us for shouted, at_us in self.shouts if shouted["t_us"] == effect["t_us"]), default=now_us
        )

    def shown(self, moment: Moment, eyes: int | None, now_us: int) -> ShownState:
        """Return what may be shown of this moment, the newest one.

        While the drum rolls nobody is named, and no card that comes or goes may name the loser either: only
        the paddles are as they are now. Eyes that did not see the earlier state get the present one.
        """
        slap, view = self.slap, moment.view[eyes]
        if not self.last_two or not self.rolling(now_us):
            marks = {} if slap.loser is None else {slap.loser: "last"}
            return ShownState(view, self.last, marks | slap.worn, slap.loser, slap.clumped)
        marks = dict.fromkeys(self.last_two, "?") | slap.worn
        if self._undecided is None or self._undecided[0] is moment:
            return ShownState(view, self.last, marks, None, ())
        before, last = self._undecided
        paddles = {what: view[what] for what in ("live", "down")}
        return ShownState({**before.view.get(eyes, view), **paddles}, last, marks, None, (), held=True)

    @property
    def verdict_until_us(self) -> int | None:
        """The time until which a verdict stands alone: no tip is shown before."""
        return self.since_us + self.stands_us if self._weight is Weight.VERDICT else None

    @property
    def stands_us(self) -> int:
        """The time that an important sentence stays: each further line takes time to read."""
        first_us = VERDICT_US if self._weight is Weight.VERDICT else WEIGHTY_US
        return first_us + WEIGHTY_US * (len(self.words.splitlines()) - 1)

    def _say(self, what: str, sentence: Announcement, seat: int | None, now_us: int, weight: Weight) -> None:
        """Let this sentence stand from now on. A call or a verdict stays for a while: others wait below it.

        Of the others only those stay that may stand below.
        """
        heavy = (Weight.CALL, Weight.VERDICT)
        if self._weight in heavy and weight not in heavy and now_us - self.since_us < self.stands_us:
            if weight is Weight.BELOW:
                # All who came too late share one line, however many they become.
                self._lines = [*(self._lines[:-1] if what == self.below == "slap" else self._lines), sentence]
                self.below = what
            return
        self._lines, self.saying, self.about, self.below = [sentence], what, seat, ""
        self.since_us, self._weight = now_us, weight
