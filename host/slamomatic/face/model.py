"""What a board draws from: one view, and whose eyes it is for. Nothing here holds more than that view."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from slamomatic.engine.photo import PhotoFinish
from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.face.chooser import Pick, Piece
from slamomatic.face.hand_speed import KIT, Travel
from slamomatic.seat import Seat
from slamomatic.words import gettext, listed, ngettext

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

    def wakes_at_us(self, now_us: int) -> int | None:
        """When the board looks different by itself."""
        return min((at_us for at_us in self.beats_us if at_us > now_us), default=self.until_us)

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
