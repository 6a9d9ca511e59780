"""What people can wish for at the table. A button or a key stands for one of these, a card for a `Pick`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


class Wish(Enum):
    """A wish that says everything by its name."""

    GO_ON = auto()  # what lies open to be read has been read
    LOOK = auto()  # see one hand, while the others look away
    HIDE = auto()  # hide that hand again
    FAKE = auto()  # jerk the hand on the screen, to fool the others
    CALL = auto()  # say the word that one's game asks for now
    SHOW_PHOTO = auto()  # see the last slap again
    CLOSE_PHOTO = auto()  # back to the table
    PAUSE = auto()  # let time stand still, and open the menu
    RESUME = auto()  # let time go on
    DISPUTE = auto()  # take the open slap back
    SHOW_RULES = auto()  # read the rules of this game
    SHOW_SETTINGS = auto()  # change keys, sound and picture
    SHOW_CODES = auto()  # get your own hand on a phone
    STAY = auto()  # nobody goes
    LEAVE = auto()  # keep the game for later
    BEGIN = auto()  # everybody is ready
    FINISH = auto()  # all people are out: play the rest quickly


@dataclass(frozen=True, slots=True)
class Choose:
    """Walk to this entry of the ring; if the mark is there already, choose it."""

    entry: int


@dataclass(frozen=True, slots=True)
class Tap:
    """A hand on the paddle that is drawn for this seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class UseKeys:
    """These seats slap by their keys from now on."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AskToGo:
    """This player may want to go."""

    seat: int


@dataclass(frozen=True, slots=True)
class Go:
    """This player goes for the rest of the game."""

    seat: int
