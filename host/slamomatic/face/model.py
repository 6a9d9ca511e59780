"""The table as one pair of eyes sees it: a view of the game, traces of effects, and choices. Pure.

Nothing here holds more than one pair of eyes may know: only the public forms of effects get here.
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
from slamomatic.face.telling import says_of, telling_of
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
    marked: frozenset[Piece] = frozenset()  # the pieces picked so far for a choice that takes several
    piece: Piece | None = None  # the piece that the arrow keys are at
    here: Pick | None = None  # the place that the arrow keys are at, where a board is walked by its places
    pointed: tuple[Pick, ...] = ()  # the places picked so far for a choice that takes several
    marks: Mapping[int, str] = field(default_factory=dict)  # the mark on each paddle: "foul", a rank ...
    photo: PhotoFinish | None = None
    slap_order: tuple[int, ...] = ()
    loser: int | None = None
    clumped: tuple[int, ...] = ()
    good_to_us: Callable[[int], int] = lambda seat: 0  # the error of the times of this seat
    screen_us: int = 0  # the screen's measured delay: reactions to the screen's calls are shown without it
    travel: Travel = KIT  # how far a hand goes on a paddle, from touch to down
    jerks: int | None = None  # the seat whose hand pretends to slap right now
    whisper: Json | None = None  # the effect that has just told only these eyes of a card
    keys: tuple[str, ...] = ()
    seats_on_keys: frozenset[int] = frozenset()
    last: Mapping[str, Json] = field(default_factory=dict)  # the newest public effect of each kind
    memory: BoardMemory = field(default_factory=BoardMemory)  # the game's own notes of earlier effects
    what_was: bool = False  # whether the board shows the old table that it remembers
    left_us: int | None = None  # until the game's time is up; None: it has no time limit

    @property
    def options(self) -> Mapping[str, Any]:
        """The house rules of this game, by name."""
        options: Mapping[str, Any] = self.view["options"]
        return options

    def name(self, seat: int | None) -> str:
        """Return the name of the player of this seat; "" for no seat."""
        return self.seats[seat].name if seat is not None else ""

    def sentence(self, face: Face, effect: Json, spoken: bool = False) -> str:
        """Return the sentence of an effect, as the face tells it; "": there is nothing to say.

        `spoken`: for ears that do not see the picture beside the sentence.
        """
        telling = telling_of(face, effect["what"])
        says = says_of(face, effect["what"], spoken)
        if callable(says):
            return says(self, effect)
        if isinstance(says, Mapping):
            value = telling.by(effect) if callable(telling.by) else effect.get(telling.by)
            # A value without a sentence of its own has the one for any value (True) or for none (False).
            says = says.get(value if value in says else bool(value), "")
        names = {field: self.name(effect.get(field)) for field in ("seat", "to")}
        names["turn"] = self.name(self.view["turn"])
        names["names"] = listed([self.name(seat) for seat in effect.get("seats", ())])
        fields = {**self.options, **effect, **names}
        if face.names is not None:
            fields |= face.names(self, effect)
        if isinstance(says, Plural):
            return ngettext(says.one, says.many, effect["count"], **fields)
        return gettext(says, **fields)

    def shouted(self, words: str, effect: Json) -> str:
        """Return `words` translated, with the player's name in capitals, as a shout; "": there is none."""
        return gettext(words, seat=self.name(effect.get("seat")).upper()) if words else ""

    @property
    def chosen(self) -> Choice | None:
        """The choice that the cursor is at; None: there is none."""
        return self.choices[self.cursor] if self.cursor < len(self.choices) else None


def choices_of_seat(
    seat: int,
    legal: Sequence[Choice],
    view: Json,
    face: Face,
    complete: Callable[[Choice], bool],
    looking: bool = False,
) -> list[Choice]:
    """Return the choices that the screen or a phone offers this player, in the order of offering.

    Choices that move the game on come first, as a key must do more than prepare something. But with a pair in
    hand a key must not throw the turn away: marking the pair comes before a pass. Slaps are left out, unless
    everything is prepared and only the slap is left to do (`looking`: the player only looks at the hand).
    """
    by_itself = ("down", TURNED_BY_THE_TABLE)  # slaps come from paddles, and cards fall by themselves
    choices = [choice for choice in legal if choice.do not in by_itself and choice.seat == seat]
    whole = [choice for choice in choices if complete(choice) and face.worth(choice, view)]
    prepared = [choice for choice in whole if choice.do == face.first_choice]
    prepared = [choice for choice in whole if face.made(choice, view)] or prepared
    if len(prepared) == 1 and not looking:
        # The player has chosen already, or there is only one way to choose.
        slaps = [choice for choice in legal if choice.do == "down" and choice.seat == seat]
        whole = [*slaps, *(choice for choice in whole if choice not in prepared)] if slaps else whole
    first = (face.first_choice, "down")
    return sorted(whole, key=lambda choice: (choice.do in face.asides, choice.do not in first))


def choices_of_room(
    people: Sequence[int], legal: Mapping[int | None, Sequence[Choice]], view: Json, face: Face
) -> list[Choice]:
    """Return the choices to offer on the shared screen: those that everybody knows to be possible.

    A choice that several players have (open two cards) is offered to one of them at a time. If only one slap
    is awaited (after a slap on a thief), it is that player, else the player on turn.
    """
    known = {(choice.seat, choice.do) for choice in legal[None] if choice.do in face.open_words}
    if view["asked"]:
        # "Out of cards" can wait: while a slap is open, its key would be hit by mistake.
        known = {(seat, word) for seat, word in known if word != "empty"}
    asked = [seat for seat in people if any(seat == whose for whose, _ in known)]
    choices = [choice for seat in asked for choice in legal[seat] if (choice.seat, choice.do) in known]
    alone = view["asked"][0] if len(view["asked"]) == 1 else None
    first = alone if any(choice.seat == alone for choice in choices) else view["turn"]
    own = {choice.do for choice in choices if choice.seat == first} - {*face.asides}
    shown = [choice for choice in choices if choice.seat == first or choice.do not in own]
    return [choice for word in face.open_words for choice in shown if choice.do == word]


@dataclass(slots=True)
class OfferedChoices:
    """The choices on offer, the cursor among them, and the pieces picked so far."""

    # Words of choices that hit a player. An Enter that was meant for the choices before must not pick the
    # victim.
    whom: Sequence[str] = ()
    choices: list[Choice] = field(default_factory=list)
    cursor: int = 0
    marked: list[Piece] = field(default_factory=list)
    walked: bool = False  # whether somebody has moved the cursor
    piece: int = 0  # the index in `pieces` of the one that the arrow keys are at
    here: Pick | None = None  # the place on the table that the arrow keys are at
    # The places that a hand pointed at, as far as they fit together.
    pointed: list[Pick] = field(default_factory=list)
    picked_in_pieces: str = ""  # the word of the choice that is put together from pieces, if there is one
    pieces: Sequence[Piece] = ()  # the pieces that it can be put together from, in a fixed order
    suggested: Choice | None = None  # the choice that the cursor is at before anybody moves it

    def offer(self, choices: Sequence[Choice], suggested: Choice | None = None) -> None:
        """Offer these choices. A cursor that was moved stays with its choice while that is on offer.

        `suggested`: the choice that the cursor begins at, with its pieces picked; None: the first one.
        """
        fresh = list(choices)
        if fresh == self.choices and (suggested == self.suggested or self.walked):
            return
        was = self.choices[self.cursor] if self.choices else None
        self.choices = fresh
        self.walked = self.walked and was in fresh
        begins = fresh.index(suggested) if suggested in fresh else 0
        self.cursor = fresh.index(was) if self.walked and was in fresh else begins
        self.suggested = suggested
        self.pointed = []
        self.here = None
        words = [choice.do for choice in fresh if lists_of(choice)]
        self.picked_in_pieces = next((word for word in words if words.count(word) >= TOO_MANY), "")
        self.pieces = _pieces(fresh, self.picked_in_pieces) if self.picked_in_pieces else ()
        picked = [suggested] if suggested is not None and suggested.do == self.picked_in_pieces else []
        self.marked = list(_pieces(picked, self.picked_in_pieces))

    @property
    def piece_pointed_at(self) -> Piece | None:
        """The piece that the arrow keys are at."""
        return self.pieces[self.piece % len(self.pieces)] if self.pieces else None

    @property
    def chosen(self) -> Choice | None:
        """The choice that the cursor is at; None: nothing is on offer."""
        return self.choices[self.cursor] if self.choices else None

    @property
    def undecided(self) -> bool:
        """Whether the cursor is at none of the choices, because they hit a player and nobody has moved it."""
        return not self.walked and len(self.choices) > 1 and self.choices[0].do in self.whom


def lists_of(choice: Choice) -> list[list[Any]]:
    """Return the lists of pieces, such as cards or cells, that a choice is put together from."""
    return [value for value in choice.data.values() if isinstance(value, list)]


def _pieces(choices: Sequence[Choice], word: str) -> list[Piece]:
    """Return the pieces that the choices with this word are put together from.

    Of equal values there are as many pieces as one choice takes at most.
    """
    most = Counter[Any]()  # for each value, how often it comes in one choice at most
    for choice in choices:
        if choice.do == word and (lists := lists_of(choice)):
            most |= Counter(lists[0])
    return [(value, nth) for value in sorted(most, key=str) for nth in range(most[value])]
