"""What a board draws from: one view, and whose eyes it is for. Nothing here holds more than that view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.face.chooser import Pick, Piece
from slamomatic.kit.easel import Easel
from slamomatic.kit.geometry import Box
from slamomatic.table.photo import PhotoFinish
from slamomatic.table.seats import Seat

Fact = Callable[[Json], bool]
Tip = tuple[Fact, str, str]  # when, the sentence of the first round, the short one after it
Hidden = tuple[Fact, str]  # when, and what it is


def always(_: Json) -> bool:
    return True


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
    marks: Mapping[int, str] = field(default_factory=dict)  # what each paddle wears: foul, a rank ...
    photo: PhotoFinish | None = None
    slap_order: tuple[int, ...] = ()
    loser: int | None = None
    clumped: tuple[int, ...] = ()
    jerks: int | None = None  # whose hand pretends to slap right now
    whisper: Json | None = None  # what told only these eyes of a card just now
    keys: tuple[str, ...] = ()
    seats_on_keys: frozenset[int] = frozenset()
    last: Mapping[str, Json] = field(default_factory=dict)  # the newest public effect of each kind
    shown: tuple[Json, ...] = ()  # hands that the last scoring turned up
    last_grids: tuple[list[str | None], ...] = ()  # of the hand just scored, while they are to be read
    options: Mapping[str, Any] = field(default_factory=dict)

    def name(self, seat: int | None) -> str:
        return self.seats[seat].name if seat is not None else ""

    @property
    def chosen(self) -> Choice | None:
        return self.choices[self.cursor] if self.cursor < len(self.choices) else None


class Board(Protocol):
    """How one game lies on the table."""

    DECK: str
    SEATS_SHARE: float  # of the height between the top and the prompt
    PADDLE_SHARE: float  # of a seat's width; 0: the paddle sits beside the name
    TIPS: tuple[Tip, ...]  # how the game is played, said while it is; the first that holds
    HIDDEN: tuple[Hidden, ...]  # what only its player may look at; the first that holds
    OPEN_WORDS: tuple[str, ...]  # choices whose every detail lies open: no look is needed; in this order

    def draw(self, e: Easel, t: Table, area: Box) -> None: ...
    def seat(self, e: Easel, t: Table, seat: int, box: Box) -> None: ...
    def status(self, t: Table, seat: int) -> tuple[str, bool]: ...
    def label(self, t: Table, choice: Choice) -> str: ...
    def say(self, t: Table, effect: Json) -> str: ...
    def matches(self, choice: Choice, pick: Pick) -> bool: ...
