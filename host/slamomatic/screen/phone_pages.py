"""The phone pages of one game: started on demand, fed with each seat's own view, gone with the table."""

from __future__ import annotations

import importlib.util

from slamomatic.errors import UserError
from slamomatic.paddles import PADDLES
from slamomatic.screen.art import decks
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
        faces = (*decks.FACES[sitting.name], "?")
        pictures = {picture_key(face): decks.png(sitting.name, face) for face in faces}
        self._server = PhoneServer(len(sitting.seats), pictures)
        self._server.start()
        self.publish()

    def publish(self) -> None:
        """Every seat gets its own view and nothing else; pages that did not change are not sent."""
        from slamomatic.phone.pages import page

        names = [seat.name for seat in self._sitting.seats]
        for seat in self._sitting.people:
            paddle = PADDLES[self._sitting.seats[seat].colour]
            self._server.publish(seat, page(self._sitting.view(seat), names, paddle))

    def code(self, seat: int) -> tuple[tuple[bool, ...], ...]:
        """The seat's address as squares, dark is True."""
        from slamomatic.phone.qr import squares

        return squares(self._server.url(seat))

    def stop(self) -> None:
        self._server.stop()
