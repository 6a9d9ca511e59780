"""What effects lead to: what a board draws from, how each effect is told, and what it leaves on the table.

Nothing here holds more than one pair of eyes may know; whatever hears effects gets their public form.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any

from slamomatic.engine.photo import PhotoFinish
from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.face.bot_faces import Feeling
from slamomatic.face.chooser import Pick, Piece
from slamomatic.face.hand_speed import KIT, Travel
from slamomatic.seat import Seat
from slamomatic.words import gettext, listed, ngettext

if TYPE_CHECKING:
    from slamomatic.face.face import Face

# How long an important sentence stays before another one may cover it (a pair is laid, then a turn begins).
WEIGHTY_US = 1_800_000
VERDICT_US = 3_500_000  # who lost, and what it costs
# The drum roll begins when two hands are awaited. A verdict that falls meanwhile is judged and written down
# at once, and shown when the roll ends: the paddles rest for longer than that.
ROLL_US = 500_000

# When these come later than a shout, the table is what matters.
CALMS = ("live", "turn", "flipped")

Fact = Callable[[Json], bool]


def always(_: Json) -> bool:
    return True


class Memory:
    """What a board needs of earlier effects; it hears the public form of every one, and nothing else.

    A game whose table changes too fast to be read (a hand is scored, the next is dealt) keeps the old one in
    sight with `until_us`. The base remembers nothing.
    """

    # Until then the end of the game is kept back, while cards are turned up at these moments.
    holds_us: int | None = None
    beats_us: Sequence[int] = ()
    holding: bool = False  # whether it is, in the picture that was asked for last
    until_us: int | None = None  # the board shows what was, until then or until somebody goes on

    def hear(self, effects: Sequence[Json], now_us: int) -> None:
        """This has happened, all by one event."""

    def go_on(self) -> None:
        """Somebody wants to see the table as it is now."""
        self.until_us = None

    def shows_what_was(self, now_us: int) -> bool:
        self.holding = self.holds_us is not None and now_us < self.holds_us
        if self.until_us is not None and now_us >= self.until_us:
            self.go_on()
        return self.until_us is not None


@dataclass(frozen=True)
class Table:
    """One moment of a game as one pair of eyes may see it; `eyes` None is everybody in the room."""

    game: str
    view: Json
    eyes: int | None
    seats: tuple[Seat, ...]
    choices: tuple[Choice, ...] = ()
    cursor: int = 0
    marked: frozenset[Piece] = frozenset()  # picked so far, where a choice takes several
    piece: Piece | None = None  # the one the arrow keys are at
    here: Pick | None = None  # the place they are at, where a board is walked by its places
    pointed: tuple[Pick, ...] = ()  # the places picked so far of a choice that takes several
    marks: Mapping[int, str] = field(default_factory=dict)  # what each paddle wears: foul, a rank ...
    photo: PhotoFinish | None = None
    slap_order: tuple[int, ...] = ()
    loser: int | None = None
    clumped: tuple[int, ...] = ()
    good_to_us: Callable[[int], int] = lambda seat: 0  # how true the times of this seat are
    screen_us: int = 0  # the screen's measured delay; times that it called for are shown without it
    travel: Travel = KIT  # how far a hand goes on a paddle, from touch to down
    tie_us: Callable[[Sequence[int]], int] = lambda seats: 0  # slaps of these closer than this are a tie
    jerks: int | None = None  # whose hand pretends to slap right now
    whisper: Json | None = None  # what told only these eyes of a card just now
    keys: tuple[str, ...] = ()
    seats_on_keys: frozenset[int] = frozenset()
    last: Mapping[str, Json] = field(default_factory=dict)  # the newest public effect of each kind
    memory: Memory = field(default_factory=Memory)  # of earlier effects, the game's own kind of it
    what_was: bool = False  # the board shows what it remembers, not what is now
    options: Mapping[str, Any] = field(default_factory=dict)

    def name(self, seat: int | None) -> str:
        return self.seats[seat].name if seat is not None else ""

    def shouted(self, words: str, effect: Json) -> str:
        """A line across the whole screen, "" for none; names are in capitals as the rest of it."""
        return gettext(words, seat=self.name(effect.get("seat")).upper()) if words else ""

    def won(self, winners: Sequence[int]) -> str:
        """Who has won, in words: several players share a tie, and an abandoned game has no winner."""
        if not winners:
            return gettext("nobody wins")
        names = listed([self.name(seat) for seat in winners])
        return ngettext("{names} wins", "{names} win", len(winners), names=names)

    @property
    def chosen(self) -> Choice | None:
        return self.choices[self.cursor] if self.cursor < len(self.choices) else None


class Weight(Enum):
    """How long a sentence stands when others follow it."""

    NEWS = "gives way to whatever comes next"
    BELOW = "stands below a verdict, if nobody chose it (`forced`); else it is news"
    CALL = "calls hands: lesser news waits, but what to do now may take its place at once"
    VERDICT = "says who lost or erred, or what that costs: it stays to be read"


class Means(Enum):
    """What an effect leaves on the paddles."""

    NOTHING = ""
    LOSER = "its seat was last"
    CLUMP = "its seats were too close to tell"
    FOUL = "its seat has made a mistake"


class Calls(Enum):
    """Who calls the hands that reactions are timed from."""

    SEAT = "the effect's seat, by its own slap"
    SCREEN = "the screen, at the moment that it shows the effect"


@dataclass(frozen=True, slots=True)
class Telling:
    """How the table tells one effect: a sound, a sentence, a card that flies, a mark on a paddle."""

    sound: str = ""  # one of kit/tunes.py
    # {seat}, {turn}, {to}: names; {card}: the effect's own field. Several: one for each `why` of the effect.
    says: str | Mapping[str, str] | Callable[[Table, Json], str] = ""
    weight: Weight = Weight.NEWS
    means: Means | Callable[[Json], Means] = Means.NOTHING
    about: str | Callable[[Json], int | None] = "seat"  # whom the sentence is about; or that field
    shout: str | Callable[[Table, Json], str] = ""  # across the whole screen; {seat} is a name in capitals
    shows: Callable[[Table, Json], Sequence[str]] = lambda t, effect: ()  # the cards beside the shout
    lingers: bool = False  # whether the shout outlasts live paddles: till a card falls, or somebody slaps
    calls: Calls | None = None  # to slap; a word may call in one game and not in another
    flies: tuple[str, str] | None = None  # from, to: a place on the board, or "@" and a field with a seat
    card: str = ""  # the field with the card that flies; else it flies face down
    torn: Callable[[Json], bool] | None = None  # whether that card is torn out of the seat's hand
    once: bool = False  # what only one pair of eyes is told of it is shown till the turn ends
    mood: Feeling | None = None  # the face that its seat makes, if a bot sits there; a loser winces anyway
    silent: str = ""  # why it has no sound

    def sentence(self, t: Table, effect: Json) -> str:
        """Word an effect; return "" if there is nothing to say."""
        if callable(self.says):
            return self.says(t, effect)
        says = self.says if isinstance(self.says, str) else self.says.get(effect["why"])
        if not says:
            return ""
        seats = {"seat": t.name(effect.get("seat")), "turn": t.name(t.view["turn"])}
        if isinstance(effect.get("to"), int):
            seats["to"] = t.name(effect["to"])
        return gettext(says, **{**effect, **seats})

    def meaning(self, effect: Json) -> Means:
        return self.means(effect) if callable(self.means) else self.means


HEARD = Telling("card")  # what nobody has described


@dataclass(slots=True)
class Aftermath:
    """Fed with the public form of every effect; never with anything else."""

    face: Face
    words: str = ""
    saying: str = ""  # the kind of effect that the words are about
    below: str = ""  # the kind of effect that stands below it
    about: int | None = None
    since_us: int = 0
    weight: Weight = Weight.NEWS  # of the words
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
        means = told.meaning(effect) if callable(told.means) else told.means
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
            about = told.about(effect) if callable(told.about) else effect.get(told.about)
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
        heavy = (Weight.CALL, Weight.VERDICT)
        if self.weight in heavy and weight not in heavy and now_us - self.since_us < self.stands_us:
            if weight is Weight.BELOW:
                lines = self.words.splitlines()
                # Who came too late is one line, however many they become.
                self.words = "\n".join([*(lines[:-1] if what == self.below == "slap" else lines), words])
                self.below = what
            return
        self.words, self.saying, self.about, self.below = words, what, seat, ""
        self.since_us, self.weight = now_us, weight

    @property
    def verdict_until_us(self) -> int | None:
        """How long a verdict stands before anything may be taught again."""
        return self.since_us + self.stands_us if self.weight is Weight.VERDICT else None

    @property
    def stands_us(self) -> int:
        """How long an important sentence stays: each further line takes time to read."""
        first_us = VERDICT_US if self.weight is Weight.VERDICT else WEIGHTY_US
        return first_us + WEIGHTY_US * (len(self.words.splitlines()) - 1)
