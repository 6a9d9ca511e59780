"""The phone pages of one game: each phone gets its own seat's view, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slamomatic.face.cards import png
from slamomatic.face.faces import face_of
from slamomatic.paddles import PADDLES
from slamomatic.table.sitting import Sitting

if TYPE_CHECKING:
    from slamomatic.phone.messages import Message
    from slamomatic.phone.room import Phone
    from slamomatic.screen.phones import Phones, Squares
    from slamomatic.screen.preferences import SeatPreference


class PhonePages:
    """A page per seat, for every phone of that seat."""

    def __init__(self, phones: Phones, sitting: Sitting, chairs: tuple[SeatPreference, ...]) -> None:
        """`chairs` as they are on the start screen: a phone's seat is the one with the name and colour."""
        from slamomatic.phone.pages import picture_key

        self.phones, self._sitting, self._chairs = phones, sitting, chairs
        self._invited: dict[int, int] = {}  # phones that came by a seat's own code
        self._codes: dict[int, Phone] = {}
        self._face = face_of(sitting.name)
        faces = (*(self._face.deck.FACES if self._face.deck else ()), "?")
        self._pictures = {picture_key(sitting.name, face): png(sitting.name, face) for face in faces}
        phones.server.pictures = self._pictures
        phones.game = self
        self.publish()

    def seat_of(self, phone: Phone) -> int | None:
        """Whose hand it shows; None where its chair is not part of this game."""
        if phone.number in self._invited:
            return self._invited[phone.number]
        chair, seats = self._chairs[phone.chair], self._sitting.seats
        if phone.chair >= len(seats):
            return None
        sits = seats[phone.chair]
        return phone.chair if (sits.name, sits.colour) == (chair.name, chair.paddle) else None

    def publish(self) -> None:
        """Every seat's phones get that seat's view and nothing else; what did not change is not sent."""
        from slamomatic.phone.pages import page, picture_key, waiting

        sitting, server = self._sitting, self.phones.server
        names = [seat.name for seat in sitting.seats]
        for phone in self.phones.room.phones():
            seat = self.seat_of(phone)
            if seat is None:
                continue
            paddle = PADDLES[sitting.seats[seat].colour]
            if seat not in sitting.people:  # its player went: the hand is somebody else's now
                server.publish(phone.number, waiting(names[seat], paddle, "You have left the table"))
                continue
            view = sitting.view(seat)
            shown = self._face.on_phone(view)
            # Of a deck that nobody drew the pictures are made as its cards come.
            for card in filter(None, shown.cards):
                key = picture_key(sitting.name, card)
                if key not in self._pictures:
                    self._pictures[key] = png(sitting.name, card)
            server.publish(phone.number, page(sitting.name, view, shown, names, paddle))

    def hear(self, phone: Phone, message: Message) -> None:
        """What a phone said."""

    def code(self, seat: int) -> Squares:
        """The seat's own address as squares, dark is True."""
        from slamomatic.phone.qr import squares

        if seat not in self._codes:
            self._codes[seat] = self.phones.room.sit(seat)
            self._invited[self._codes[seat].number] = seat
            self.publish()
        return squares(self.phones.server.url_of(self._codes[seat]))

    def end(self) -> None:
        """The game was left: no phone shows a hand of it any more."""
        if self.phones.game is self:
            self.phones.game = None
