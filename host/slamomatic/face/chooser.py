"""What can be chosen now, by one pair of eyes or in the open, and the ring of it to walk through. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from slamomatic.engine.vocabulary import TURNED_BY_THE_TABLE, Choice, Json

if TYPE_CHECKING:
    from slamomatic.face.face import Face

# From this many on, choices of lists (two of nine cells, any of five cards) are picked piece by piece.
TOO_MANY = 10


@dataclass(frozen=True, slots=True)
class Pick:
    """Something on the table that a hand points at: a card, a cell of a grid, a seat, a pile."""

    what: str
    value: Any
    seat: int | None = None
    nth: int = 0  # of several equal cards, which one


Piece = tuple[Any, int]  # a value, and the how-manieth of its kind: two equal cards are two pieces


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
    if len(prepared) == 1 and not looking:
        # There is nothing to choose between: what is left to do is the slap itself.
        slaps = [choice for choice in legal if choice.do == "down" and choice.seat == seat]
        whole = [*slaps, *(choice for choice in whole if choice not in prepared)] if slaps else whole
    first = (face.first_choice, "down")
    return sorted(whole, key=lambda choice: (choice.do in face.asides, choice.do not in first))


def of_the_room(
    people: Sequence[int], legal: Mapping[int | None, Sequence[Choice]], view: Json, face: Face
) -> list[Choice]:
    """Only what hides nothing: what everybody knows to be possible, where no hidden card decides more.

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
class Chooser:
    """Remembers the cursor and the pieces picked so far, while choices come and go."""

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
        """What is legal now; a cursor that was moved stays with its choice where that is still there."""
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
        words = [choice.do for choice in fresh if _lists(choice)]
        self.picked_in_pieces = next((word for word in words if words.count(word) >= TOO_MANY), "")
        self.pieces = _pieces(fresh, self.picked_in_pieces) if self.picked_in_pieces else ()

    @property
    def piece_pointed_at(self) -> Piece | None:
        """Where the arrow keys are."""
        return self.pieces[self.piece % len(self.pieces)] if self.pieces else None

    @property
    def chosen(self) -> Choice | None:
        return self.choices[self.cursor] if self.choices else None

    @property
    def undecided(self) -> bool:
        """The cursor stands nowhere yet, until somebody moves it."""
        return not self.walked and len(self.choices) > 1 and self.choices[0].do in self.whom

    @property
    def wanted(self) -> int | None:
        """How many pieces make the choice whole; None where it may be any number."""
        word = self.picked_in_pieces
        sizes = {len(value) for choice in self.choices if choice.do == word for value in _lists(choice)}
        return sizes.pop() if len(sizes) == 1 else None

    def ring(self) -> list[Choice]:
        """One entry per thing to walk to: a choice in pieces is one entry, as it is marked now."""
        pieces = self.picked_in_pieces
        whole = [choice for choice in self.choices if choice.do != pieces]
        if pieces:
            whole.insert(0, self._in_pieces(pieces) or Choice(self.choices[0].seat, pieces))
        return whole

    def _in_pieces(self, word: str) -> Choice | None:
        wanted = sorted(str(value) for value, _ in self.marked)
        for choice in self.choices:
            if choice.do == word and any(sorted(map(str, value)) == wanted for value in _lists(choice)[:1]):
                return choice
        return None

    def walk(self, step: int) -> None:
        ring = self.ring()
        if not ring:
            return
        at = -min(1, max(0, step)) if self.undecided else self.ring_at()
        self.go_to((at + step) % len(ring))

    def go_to(self, at: int) -> None:
        """The cursor to this entry of the ring."""
        self._stand_on(self.ring()[at])
        self.walked, self.here = True, None

    def ring_at(self) -> int:
        chosen, pieces = self.chosen, self.picked_in_pieces
        if chosen is None:
            return 0
        ring = enumerate(self.ring())
        return next((at for at, e in ring if e == chosen or e.do == pieces == chosen.do), 0)

    def stand_on(self, entry: Choice) -> bool:
        """Back to where the cursor was; False when that has gone."""
        if entry in self.choices:
            self._stand_on(entry)
        return entry in self.choices

    def _stand_on(self, entry: Choice) -> None:
        pieces, choices = self.picked_in_pieces, enumerate(self.choices)
        self.cursor = next((at for at, c in choices if c == entry or c.do == entry.do == pieces), self.cursor)

    def confirmed(self) -> Choice | None:
        """The choice as it stands, whole; None while pieces are missing."""
        ring = self.ring()
        if not ring or self.undecided:
            return None
        entry = ring[self.ring_at()]
        return entry if entry in self.choices else None

    def point_at(self, pick: Pick, matches: Callable[[Choice, Pick], bool]) -> bool:
        """A hand points at something. True if the one thing that is already chosen is pointed at again."""
        pieces = self.picked_in_pieces
        if pieces and any(choice.do == pieces and matches(choice, pick) for choice in self.choices):
            self.toggle((pick.value, pick.nth))
            return False
        fitting = [index for index, choice in enumerate(self.choices) if matches(choice, pick)]
        if not fitting:
            return False
        # Of a steal a hand points at both cards, one after the other: the second doesn't forget the first.
        before, known = (
            [p for p in self.pointed if p != pick and self._fit(p, pick, matches)],
            pick in self.pointed,
        )
        both = [n for n in fitting if all(matches(self.choices[n], other) for other in before)]
        self.pointed = [*before, pick] if both else [pick]
        fitting = both or fitting
        stood = not self.undecided
        self.walked = True
        if stood and self.cursor in fitting:
            again = len(fitting) == 1 and (known or not before)
            self.cursor = fitting[(fitting.index(self.cursor) + 1) % len(fitting)]
            return again
        self.cursor = fitting[0]
        return False

    def _fit(self, one: Pick, other: Pick, matches: Callable[[Choice, Pick], bool]) -> bool:
        """Whether some choice is about both."""
        return any(matches(choice, one) and matches(choice, other) for choice in self.choices)

    def stand_at(self, pick: Pick, matches: Callable[[Choice, Pick], bool]) -> None:
        """The arrow keys come to this place: what is lit then can be done there."""
        self.here, self.walked = pick, True
        piece = (pick.value, pick.nth)
        if piece in self.pieces and any(
            c.do == self.picked_in_pieces and matches(c, pick) for c in self.choices
        ):
            self.piece = self.pieces.index(piece)
            self.cursor = next(n for n, c in enumerate(self.choices) if c.do == self.picked_in_pieces)
            return
        fitting = self._left_by(pick, matches)
        if fitting and self.cursor not in fitting:
            self.cursor = fitting[0]

    def act(self, picks: Sequence[object], matches: Callable[[Choice, Pick], bool]) -> bool:
        """Enter: True if what is lit is to be done, False if this has picked a part of it."""
        chosen = self.chosen
        if chosen is not None and self.picked_in_pieces == chosen.do:
            piece = self.piece_pointed_at
            if self.wanted is None or piece is None or self._in_pieces(chosen.do) is not None:
                return True
            self.toggle(piece)
            return False
        if self.here is None or chosen is None:
            return True
        # Of a steal the other card is missing; a card that can be laid here as well is not asked for one.
        left = [self.choices[index] for index in self._left_by(self.here, matches)]
        left = [choice for choice in left if choice.do == chosen.do]
        asked = any(
            0 < sum(matches(choice, pick) for choice in left) < len(left)
            for pick in picks
            if isinstance(pick, Pick)
        )
        if asked:
            fits = all(self._fit(other, self.here, matches) for other in self.pointed)
            self.pointed = [*self.pointed, self.here] if fits else [self.here]
        return not asked

    def _left_by(self, pick: Pick, matches: Callable[[Choice, Pick], bool]) -> list[int]:
        """The choices about this place, and about what was picked before where both go together."""
        fitting = [index for index, choice in enumerate(self.choices) if matches(choice, pick)]
        both = [n for n in fitting if all(matches(self.choices[n], other) for other in self.pointed)]
        return both or fitting

    def walk_pieces(self, action: str) -> None:
        """Up and down go to another piece, the mark key takes it or puts it back."""
        piece = self.piece_pointed_at
        if piece is None:
            return
        if action == "mark":
            self.toggle(piece)
        else:
            self.piece = (self.piece + (1 if action == "down" else -1)) % len(self.pieces)

    def toggle(self, piece: Piece) -> None:
        """Take a piece, or put it back."""
        if piece in self.marked:
            self.marked.remove(piece)
        else:
            self.marked.append(piece)
        word, self.walked = self.picked_in_pieces, True
        self.cursor = next((i for i, choice in enumerate(self.choices) if choice.do == word), self.cursor)


def _lists(choice: Choice) -> list[list[Any]]:
    """What it puts together from pieces: cards, cells."""
    return [value for value in choice.data.values() if isinstance(value, list)]


def _pieces(choices: Sequence[Choice], word: str) -> list[Piece]:
    most = Counter[Any]()  # of each, in one choice
    for choice in choices:
        if choice.do == word and (lists := _lists(choice)):
            most |= Counter(lists[0])
    return [(value, nth) for value in sorted(most, key=str) for nth in range(most[value])]
