"""The players of one table: people, bots, and seats whose player has gone."""

from collections.abc import Sequence
from dataclasses import replace

from slamomatic.paddles import name_today
from slamomatic.seat import Seat


class Players:
    """The seats of one game, and which of them people play."""

    def __init__(self, seats: Sequence[Seat] = ()) -> None:
        self.seats = list(seats)
        self.people: list[int] = []  # seats of people who still play; empty where everybody only watches

    def sit(self, seats: Sequence[Seat], gone: Sequence[bool]) -> None:
        """Note who sits where from now on; `gone` says of each seat whether its player has left."""
        self.seats[:] = seats
        self.people = [seat for seat, sits in enumerate(seats) if not sits.bot and not gone[seat]]

    def replace(self, seat: int, sits: Seat, gone: Sequence[bool]) -> None:
        """Let another player take this seat."""
        self.sit([*self.seats[:seat], sits, *self.seats[seat + 1 :]], gone)

    def translate_names(self) -> None:
        """Say in today's language the names that nobody typed: those of the paddles."""
        self.seats[:] = [replace(sits, name=name_today(sits.name)) for sits in self.seats]

    @property
    def alone(self) -> int | None:
        """The one person among bots, whose hand the screen always shows; None when several share it."""
        return self.people[0] if len(self.people) == 1 else None
