"""Slip slaps: who slapped where nothing was to be slapped pays a card, and the turn moves."""

from slamomatic.engine.judging import OUT
from slamomatic.engine.native import mypyc_attr
from slamomatic.games.slamwich.slaps import Slaps


@mypyc_attr(allow_interpreted_subclasses=True)
class Slips(Slaps):
    """Slaps by mistake: settled together, in the order of their slaps, once none before can be told."""

    def settle_slips(self) -> None:
        """In the order of their slaps; in one instant from the last flipper's left on."""
        slips = sorted(self.slipped, key=lambda slap: (slap[0], (slap[1] - self.flipper - 1) % self.seats))
        self.slipped = []
        broke = [seat for _, seat in slips if not self.hands[seat]]
        # When all who are left slip without cards the last one stays in, or the last clump.
        spared = self.paddles.last(self._slip_race(slips)) if set(broke) == set(self.in_play()) else []
        for t_us, seat in slips:
            card = self.hands[seat].pop(0) if self.hands[seat] else None
            if card is not None:
                self.slips.insert(0, card)
            self.tell("slip", seat, {"card": card})
            if seat in broke and seat not in spared:
                self.put_out(seat)
            else:
                self.darken_seat(seat, t_us)
        self._move_turn(slips)
        if len(self.in_play()) == 1:
            self.take(self.in_play()[0], "last")
        elif not self.stake:
            self.ask()
            self.armed([])

    def _slip_race(self, slips: list[list[int]]) -> list[int]:
        slipped_us = {seat: t_us for t_us, seat in slips}
        return [slipped_us.get(seat, OUT) for seat in range(self.seats)]

    def _move_turn(self, slips: list[list[int]]) -> None:
        """Left of the earliest flips; not in a clump, and not while a muncher is being stopped."""
        if self.muncher is not None:
            if self.turn is not None and not self.hands[self.turn]:
                self.turn = None
        elif self.turn is not None:
            first = self.paddles.first(self._slip_race(slips))
            if len(first) == 1 and not self.moved:
                self.turn = self.left_of(first[0])
            elif not self.hands[self.turn]:
                self.turn = self.left_of(self.turn)
        self.moved = True

    # --- who can go on ----------------------------------------------------------------------------

    def _stopper(self, seat: int) -> int | None:
        """Who must stop the muncher: the next seat with cards, not the muncher itself."""
        left = self.left_of(seat)
        return None if left == self.muncher else left

    def put_out(self, seat: int) -> None:
        self.out[seat] = True
        self.paddles.absent[seat] = True
        self.paddles.live[seat] = False
        self.tell("out", seat)
        self._plays_no_more(seat)

    def _plays_no_more(self, seat: int) -> None:
        """A player who is out or has left munches nothing, flips nothing and wins no open slap."""
        if self.flipper == seat:
            self.flipper = min(self.in_play(), key=lambda s: (seat - s) % self.seats, default=seat)
        if self.muncher == seat:
            self.muncher = None
            self.throws = 0
            self.turn = self.left_of(seat)
        elif self.turn == seat:
            self.turn = self.left_of(seat) if self.muncher is None else self._stopper(seat)
        self.leave_slap(seat)
