"""The room: phones and their chairs, joining, coming back, being removed. Pure.

Chairs have the numbers that they have on the start screen. A phone is known only by its token, which ends
with its chair.
"""

import itertools
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from slamomatic.errors import Told
from slamomatic.words import N_

BUSY = N_("The table is busy. Try again in a moment.")
LOCKED = N_("The room is locked. Ask at the table to unlock it.")
LONGEST_NAME = 10  # letters
MOST_PER_CHAIR = 4  # phones
TOKEN_BYTES = 16  # 128 bits
WATCH = 0  # the number of all pages that show the room's view; phones begin with 1


@dataclass(frozen=True, slots=True)
class Chair:
    """One chair as everybody in the room sees it."""

    name: str
    colour: int
    free: bool  # whether a phone may take it now
    person: bool = False  # somebody sits there without a phone
    plays: bool = False  # a bot plays there in a game that has begun


@dataclass(frozen=True, slots=True)
class Join:
    """A wish to sit down: the chair, the colour and the name."""

    chair: int
    colour: int
    name: str


@dataclass(frozen=True, slots=True)
class Phone:
    """One phone that has a chair."""

    number: int
    token: str
    chair: int


class Refusal(Told):
    """Why somebody can't sit down, as a sentence with the next step."""


def clean_name(name: str) -> str:
    """Return a name as it is shown: only letters that can be printed, and LONGEST_NAME of them at most."""
    return "".join(letter for letter in name if letter.isprintable()).strip()[:LONGEST_NAME].strip()


class Room:
    """The phones of one evening."""

    def __init__(self) -> None:
        self._phones: dict[int, Phone] = {}
        self._numbers = itertools.count(1)
        self.locked = False  # nobody new may sit down

    def phones(self) -> list[Phone]:
        return list(self._phones.values())

    def phone(self, number: int) -> Phone | None:
        return self._phones.get(number)

    def at(self, chair: int) -> list[Phone]:
        """Return the phones of this chair, the oldest first."""
        return [phone for phone in self._phones.values() if phone.chair == chair]

    def vet(self, chairs: Sequence[Chair], wish: Join) -> Join:
        """Return the wish with a name as it is shown. Raise Refusal if it can't be granted."""
        if self.locked:
            raise Refusal(LOCKED)
        if not 0 <= wish.chair < len(chairs) or not chairs[wish.chair].free or self.at(wish.chair):
            raise Refusal("Somebody else sits there now. Choose another chair.")
        name = clean_name(wish.name) or chairs[wish.chair].name
        others = [
            chair
            for index, chair in enumerate(chairs)
            if index != wish.chair and (not chair.free or chair.plays)
        ]
        if wish.colour not in {chair.colour for chair in chairs} - {chair.colour for chair in others}:
            raise Refusal("Somebody else has that colour now. Choose another one.")
        if name.casefold() in [chair.name.casefold() for chair in others]:
            raise Refusal("{name} sits here already. Type another name.", name=name)
        return Join(wish.chair, wish.colour, name)

    def sit(self, chair: int) -> Phone:
        """Give this chair one more phone and return it; if there are too many, the oldest is removed."""
        here = self.at(chair)
        if len(here) >= MOST_PER_CHAIR:
            self.remove(here[0].number)
        phone = Phone(next(self._numbers), secrets.token_urlsafe(TOKEN_BYTES), chair)
        self._phones[phone.number] = phone
        return phone

    def known(self, token: str) -> Phone | None:
        """Return the phone that has this token; None: no phone has.

        Every wrong token takes equally long: the time says nothing about how much of it was right.
        """
        said, found = token.encode(), None
        for phone in list(self._phones.values()):
            if secrets.compare_digest(said, phone.token.encode()):
                found = phone
        return found

    def remove(self, number: int) -> None:
        """Remove a phone: its token is worth nothing from now on."""
        self._phones.pop(number, None)
