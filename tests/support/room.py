"""A server of phone pages on this machine with a phone on each of its first chairs."""

from __future__ import annotations

from slamomatic.phone.room import Phone, Room
from slamomatic.phone.server import PhoneServer


def started(seats: int) -> tuple[PhoneServer, list[Phone]]:
    """A running server, and its phones in the order of the chairs."""
    room = Room()
    phones = [room.sit(seat) for seat in range(seats)]
    server = PhoneServer(room, address="127.0.0.1")
    server.start()
    return server, phones
