"""Hands Down's contacts before the turn player's slap: which came too early, as far as clocks can tell."""

from typing import ClassVar

from slamomatic.engine.core import Game
from slamomatic.engine.judging import WAITING
from slamomatic.games.hands_down.cards import HANDS_WAY_US, TOUCH_US

# Asked for at every turn, so made once: for so many seats, the others from each seat leftwards.
OTHERS = [
    [tuple((seat + step) % seats for step in range(1, seats)) for seat in range(seats)] for seats in range(5)
]


class Contacts(Game):
    """The contacts of an incident: from the first one until the paddles come live again."""

    SLAP_STATE: ClassVar[tuple[str, ...]] = (
        "incident",
        "had",
        "paid",
        "touch_us",
        "down_us",
        "playing",
        "opened_us",
        "was_early",
        "race",
    )

    incident: bool
    had: list[str]  # the pairs of the turn player's hand as the incident began
    paid: list[bool]
    touch_us: list[int]  # contacts of this incident that are not judged yet
    down_us: list[int]

    def _first_us(self, seat: int) -> int:
        """This seat's first contact in the incident that is not judged yet, or WAITING."""
        touch_us, down_us = self.touch_us[seat], self.down_us[seat]
        if touch_us == WAITING or down_us == WAITING:
            return max(touch_us, down_us)
        return min(touch_us, down_us)

    def _before_turn_touch(self, seat: int) -> bool:
        """Early whatever the turn player's touch becomes."""
        assert self.turn is not None
        touch_us = self.touch_us[self.turn]
        return touch_us == WAITING or self._in_contact_before(seat, touch_us)

    def _early_from_us(self, seat: int) -> int:
        """With no slap of the turn player's by then, this seat's contact is certainly early."""
        assert self.turn is not None
        window_us = self.paddles.loose_window_us(seat, self.turn)
        touch_us, down_us = self.touch_us[seat], self.down_us[seat]
        if touch_us == WAITING or self._sees_touches_alike(seat):
            return self._first_us(seat) + max(1, window_us)
        touched_us = touch_us + HANDS_WAY_US + self._unsure_us(seat)
        return touched_us if down_us == WAITING else min(touched_us, down_us + max(1, window_us))

    def _unsure_us(self, seat: int) -> int:
        """So close to the turn player's slap nobody knows whether this hand came or went before it."""
        paddles = self.paddles
        assert self.turn is not None
        window_us = paddles.loose_window_us(seat, self.turn)
        return (
            window_us - paddles.clump_us if paddles.source[seat] == paddles.source[self.turn] else window_us
        )

    def _up_known_after_us(self, seat: int) -> int:
        """How long after the turn player's slap it is known that this hand was up before it, or was not."""
        return self.paddles.up_of(seat) + self._unsure_us(seat)

    def _sees_touches_alike(self, seat: int) -> bool:
        """Where only this seat has a touch contact, the turn player's hand was there before its `down`."""
        assert self.turn is not None
        return self.touch_fitted[self.turn] or not self.touch_fitted[seat]

    def _in_contact_before(self, seat: int, t_us: int) -> bool:
        """Whether this seat's first contact was certainly before the turn player's, which was at `t_us`."""
        assert self.turn is not None
        if self._sees_touches_alike(seat):
            return self.paddles.before(seat, self._first_us(seat), self.turn, t_us)
        # A touch early enough has been charged when it was due; that leaves the `down`.
        down_us = self.down_us[seat]
        return down_us != WAITING and self.paddles.before(seat, down_us, self.turn, t_us)

    def _was_early(self, seat: int, t_us: int) -> bool:
        """Like with like: touch with touch, down with down; where they disagree, the touch decides."""
        turn = self.turn
        assert turn is not None
        touch_us, turn_touch_us = self.touch_us[seat], self.touch_us[turn]
        if touch_us != WAITING and turn_touch_us != WAITING:
            return self.paddles.before(seat, touch_us, turn, turn_touch_us)
        if not self._sees_touches_alike(seat):
            return self._in_contact_before(seat, t_us)
        down_us = self.down_us[seat]
        return self.paddles.before(seat, touch_us if down_us == WAITING else down_us, turn, t_us)

    def _update_contacts_deadline(self) -> None:
        """The next moment at which a contact is certainly early, or the turn player's touch no slap."""
        assert self.turn is not None
        dues = [
            self._early_from_us(seat)
            for seat in OTHERS[self.seats][self.turn]
            if self._first_us(seat) != WAITING and self._before_turn_touch(seat)
        ]
        if self.touch_us[self.turn] != WAITING:
            dues.append(self.touch_us[self.turn] + TOUCH_US)
        self.deadline_us = min(dues, default=None)

    def forget_contacts(self, seat: int) -> None:
        self.touch_us[seat] = self.down_us[seat] = WAITING
