"""The phone pages of one game: started on demand, fed with each seat's own view, gone with the table."""

from __future__ import annotations

import importlib.util
from typing import Any

from slamomatic.errors import UserError
from slamomatic.face.cards import png
from slamomatic.face.faces import face_of
from slamomatic.paddles import PADDLES
from slamomatic.table.sitting import Sitting


class PhonePages:
    """A page per seat. The optional packages are imported here and nowhere sooner."""

    def __init__(self, sitting: Sitting) -> None:
        if not all(importlib.util.find_spec(name) for name in ("aiohttp", "segno")):
            raise UserError(
                "Phone pages need two more packages: install them with: pip install 'slamomatic[phone]'"
            )
        from slamomatic.phone.pages import picture_key
        from slamomatic.phone.server import PhoneServer

        self._sitting = sitting
        self._shown: dict[int, dict[str, Any]] = {}
        self._face = face_of(sitting.name)
        faces = (*(self._face.deck.FACES if self._face.deck else ()), "?")
        self._pictures = {picture_key(face): png(sitting.name, face) for face in faces}
        self._server = PhoneServer(len(sitting.seats), self._pictures)
        self._server.start()
        self.publish()

    def publish(self) -> None:
        """Every seat gets its own view and nothing else; pages that did not change are not sent."""
        from slamomatic.phone.pages import page, picture_key

        names = [seat.name for seat in self._sitting.seats]
        for seat, sits in enumerate(self._sitting.seats):
            if seat in self._sitting.people:
                view = self._sitting.view(seat)
                on_phone = self._face.on_phone(view)
                # Of a deck that nobody drew the pictures are made as its cards come.
                for card in filter(None, on_phone.cards):
                    if picture_key(card) not in self._pictures:
                        self._pictures[picture_key(card)] = png(self._sitting.name, card)
                shown = page(view, on_phone, names, PADDLES[sits.colour])
                self._shown[seat] = shown
            elif seat in self._shown:  # its player went: the hand is somebody else's now
                shown = self._shown[seat] | {"cards": [], "facts": [], "state": "You have left the table"}
            else:
                continue
            self._server.publish(seat, shown)

    def code(self, seat: int) -> tuple[tuple[bool, ...], ...]:
        """The seat's address as squares, dark is True."""
        from slamomatic.phone.qr import squares

        return squares(self._server.url(seat))

    def stop(self) -> None:
        self._server.stop()
