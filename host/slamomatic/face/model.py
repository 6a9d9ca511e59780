"""The table as one pair of eyes has it: a view of the game, what effects left, and what can be chosen. Pure.

Nothing here holds more than one pair of eyes may know; whatever hears effects gets their public form.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from slamomatic.engine.photo import PhotoFinish
from slamomatic.engine.vocabulary import TURNED_BY_THE_TABLE, Choice, Json
from slamomatic.face.face import BoardMemory, Face, Plural
from slamomatic.face.hand_speed import KIT, Travel
from slamomatic.face.telling import telling_of
from slamomatic.seat import Seat
from slamomatic.words import gettext, listed, ngettext

if TYPE_CHECKING:
    from slamomatic.face.chooser import Pick, Piece

# From this many on, choices of lists (two of nine cells, any of five cards) are picked piece by piece.
TOO_MANY = 10


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
    jerks: int | None = None  # whose hand pretends to slap right now
    whisper: Json | None = None  # what told only these eyes of a card just now
    keys: tuple[str, ...] = ()
    seats_on_keys: frozenset[int] = frozenset()
    last: Mapping[str, Json] = field(default_factory=dict)  # the newest public effect of each kind
    memory: BoardMemory = field(default_factory=BoardMemory)  # of earlier effects, the game's own kind of it
    what_was: bool = False  # the board shows what it remembers, not what is now
    left_us: int | None = None  # until the time of the game is up, where it has such

    @property
    def options(self) -> Mapping[str, Any]:
        """The house rules of this game, by name."""
        options: Mapping[str, Any] = self.view["options"]
        return options

    def name(self, seat: int | None) -> str:
        return self.seats[seat].name if seat is not None else ""

    def sentence(self, face: Face, effect: Json) -> str:
        """Word an effect; return "" if there is nothing to say."""
        told = telling_of(face, effect["what"])
        says = told.says
        if callable(says):
            return says(self, effect)
        if isinstance(says, Mapping):
            value = told.by(effect) if callable(told.by) else effect.get(told.by)
            says = says.get(value if value in says else bool(value), "")
        names = {who: self.name(effect.get(who)) for who in ("seat", "to")}
        all_of_them = listed([self.name(seat) for seat in effect.get("seats", ())])
        who = {**names, "turn": self.name(self.view["turn"]), "names": all_of_them}
        fields = {**self.options, **effect, **who}
        if face.names is not None:
            fields |= face.names(self, effect)
        if isinstance(says, Plural):
            return ngettext(says.one, says.many, effect[says.of], **fields)
        return gettext(says, **fields)

    def shouted(self, words: str, effect: Json) -> str:
        """A line across the whole screen, "" for none; names are in capitals as the rest of it."""
        return gettext(words, seat=self.name(effect.get("seat")).upper()) if words else ""

    @property
    def chosen(self) -> Choice | None:
        return self.choices[self.cursor] if self.cursor < len(self.choices) else None


def of_seat(
    seat: int,
    legal: Sequence[Choice],
    view: Json,
    face: Face,
    complete: Callable[[Choice], bool],
    looking: bool = False,
) -> list[Choice]:
    """Slaps aside; what moves the game on comes first: a key must do more than prepare something.

    But with a pair in hand it must not throw the turn away either: marking the pair comes before a pass.
    """
    by_itself = ("down", TURNED_BY_THE_TABLE)  # slaps come from paddles, and cards fall by themselves
    choices = [choice for choice in legal if choice.do not in by_itself and choice.seat == seat]
    whole = [choice for choice in choices if complete(choice) and face.worth(choice, view)]
    prepared = [choice for choice in whole if choice.do == face.first_choice]
    prepared = [choice for choice in whole if face.made(choice, view)] or prepared
    if len(prepared) == 1 and not looking:
        # There is nothing to choose between: only the slap itself is left to do.
        slaps = [choice for choice in legal if choice.do == "down" and choice.seat == seat]
        whole = [*slaps, *(choice for choice in whole if choice not in prepared)] if slaps else whole
    first = (face.first_choice, "down")
    return sorted(whole, key=lambda choice: (choice.do in face.asides, choice.do not in first))


def of_the_room(
    people: Sequence[int], legal: Mapping[int | None, Sequence[Choice]], view: Json, face: Face
) -> list[Choice]:
    """Return the choices that hide nothing: everybody knows that they are possible.

    What all may do (open two cards) is asked of one player at a time. When the table waits for one alone (who
    has slapped a thief and must call) it is that one.
    """
    known = {(choice.seat, choice.do) for choice in legal[None] if choice.do in face.open_words}
    if view["asked"]:
        # No slap waits for it: in the heat of one "out of cards" is a key hit by mistake.
        known = {(seat, word) for seat, word in known if word != "empty"}
    asked = [seat for seat in people if any(seat == whose for whose, _ in known)]
    choices = [choice for seat in asked for choice in legal[seat] if (choice.seat, choice.do) in known]
    alone = view["asked"][0] if len(view["asked"]) == 1 else None
    on = alone if any(choice.seat == alone for choice in choices) else view["turn"]
    own = {choice.do for choice in choices if choice.seat == on} - {*face.asides}
    shown = [choice for choice in choices if choice.seat == on or choice.do not in own]
    return [choice for word in face.open_words for choice in shown if choice.do == word]


@dataclass(slots=True)
class OfferedChoices:
    """The choices on offer. The cursor and the pieces picked so far stay while choices come and go."""

    # Choices that hit a player: Enter, pressed for what stood there before, must not pick the victim.
    whom: Sequence[str] = ()
    choices: list[Choice] = field(default_factory=list)
    cursor: int = 0
    marked: list[Piece] = field(default_factory=list)
    walked: bool = False  # somebody moved the cursor
    piece: int = 0  # which of `pieces` the arrow keys are at
    here: Pick | None = None  # the place on the table that the arrow keys are at
    pointed: list[Pick] = field(default_factory=list)  # what fits together of all that a hand pointed at
    picked_in_pieces: str = ""  # the word of the choice that is put together from pieces, if there is one
    pieces: Sequence[Piece] = ()  # what it can be put together from, in a fixed order

    def offer(self, choices: Sequence[Choice]) -> None:
        """Offer these choices. A cursor that was moved stays with its choice while that is on offer."""
        fresh = list(choices)
        if fresh == self.choices:
            return
        was = self.choices[self.cursor] if self.choices else None
        self.choices = fresh
        self.walked = self.walked and was in fresh
        self.cursor = fresh.index(was) if self.walked and was in fresh else 0
        self.marked = []
        self.pointed = []
        self.here = None
        words = [choice.do for choice in fresh if lists_of(choice)]
        self.picked_in_pieces = next((word for word in words if words.count(word) >= TOO_MANY), "")
        self.pieces = _pieces(fresh, self.picked_in_pieces) if self.picked_in_pieces else ()

    @property
    def piece_pointed_at(self) -> Piece | None:
        """The piece that the arrow keys are at."""
        return self.pieces[self.piece % len(self.pieces)] if self.pieces else None

    @property
    def chosen(self) -> Choice | None:
        return self.choices[self.cursor] if self.choices else None

    @property
    def undecided(self) -> bool:
        """The cursor stands nowhere yet, until somebody moves it."""
        return not self.walked and len(self.choices) > 1 and self.choices[0].do in self.whom


def lists_of(choice: Choice) -> list[list[Any]]:
    """Return the lists of pieces, such as cards or cells, that a choice is put together from."""
    return [value for value in choice.data.values() if isinstance(value, list)]


def _pieces(choices: Sequence[Choice], word: str) -> list[Piece]:
    most = Counter[Any]()  # of each, in one choice
    for choice in choices:
        if choice.do == word and (lists := lists_of(choice)):
            most |= Counter(lists[0])
    return [(value, nth) for value in sorted(most, key=str) for nth in range(most[value])]
