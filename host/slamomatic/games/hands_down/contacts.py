"""Contacts before the turn player's slap in Hands Down: which came too early, as far as clocks can tell."""

from slamomatic.engine.core import Game
from slamomatic.engine.race import OwnRace, earlier_us
from slamomatic.engine.span import Span
from slamomatic.games.hands_down.cards import HANDS_WAY_US, TOUCH_US

# OTHERS[seats][seat]: all other seats, from the one to the left on. Every turn needs them, so they are made
# once.
OTHERS = [
    [tuple((seat + step) % seats for step in range(1, seats)) for seat in range(seats)] for seats in range(5)
]


class Contacts(Game):
    """The contacts of an incident: from the first one until the paddles come live again."""

    incident: bool  # whether there was a contact since the paddles came live
    had: list[str]  # the numbers of the turn player's pairs when the incident began
    paid: list[bool]  # who has paid for being early in this incident
    playing: str | None  # the number of the pair that the turn player has slapped
    opened_us: int  # when the turn player slapped, or NEVER: no race is open
    was_early: list[bool]  # whose hand lay on the paddle then

    race: OwnRace  # for the last place; also shown when it is over, until paddles are live again
    touches: OwnRace  # touches of this incident that are not judged yet
    downs: OwnRace  # the same for slaps

    def _first_contact(self, seat: int) -> Span | None:
        """This seat's first contact, by touch or slap, that is not judged yet; None: there is none."""
        touch, down = self.touches.slap_of(seat), self.downs.slap_of(seat)
        if touch is None or down is None:
            return touch or down
        return Span(min(touch.early_us, down.early_us), min(touch.late_us, down.late_us))

    def _surely_before(self, seat: int, contact: Span | None, turn_at: Span) -> bool:
        """Whether there is this contact, and it was certainly before the turn player's."""
        assert self.turn is not None
        return contact is not None and self.paddles.surely_before(seat, contact, self.turn, turn_at)

    def _early_by_any_touch(self, seat: int) -> bool:
        """Whether this seat was early even if the turn player's touch becomes a slap."""
        assert self.turn is not None
        touch = self.touches.slap_of(self.turn)
        return touch is None or self._in_contact_before(seat, touch)

    def _early_from_us(self, seat: int) -> int | None:
        """When this seat's contact is certainly early if the turn player has not slapped by then.

        None: the seat has no contact. A touch is only compared with a `down` where the turn player's touches
        can't be seen: the hand's way between the two is allowed for.
        """
        assert self.turn is not None
        window_us = max(1, self.paddles.window_us(seat, self.turn))
        touch, down, first = self.touches.slap_of(seat), self.downs.slap_of(seat), self._first_contact(seat)
        if touch is None or self._sees_touches_alike(seat):
            return None if first is None else first.late_us + window_us
        touched_us = touch.late_us + HANDS_WAY_US + self._unsure_us(seat)
        return touched_us if down is None else min(touched_us, down.late_us + window_us)

    def _unsure_us(self, seat: int) -> int:
        """How close to the turn player's slap this hand can come or go without its order being known."""
        paddles = self.paddles
        assert self.turn is not None
        same = paddles.source[seat] == paddles.source[self.turn]
        return 0 if same else paddles.window_us(seat, self.turn)

    def _sees_touches_alike(self, seat: int) -> bool:
        """Whether this seat's first contact can be compared with the turn player's.

        It can't where only this seat has a touch contact: then the turn player's touch is not known, only the
        `down` after it.
        """
        assert self.turn is not None
        return self.touch_fitted[self.turn] or not self.touch_fitted[seat]

    def _in_contact_before(self, seat: int, at: Span) -> bool:
        """Whether this seat's first contact was certainly before this one of the turn player's."""
        # A touch can't be compared with a slap. If it was early, its player has paid for it by now, so only
        # the player's own slap is left to compare.
        alike = self._sees_touches_alike(seat)
        return self._surely_before(seat, self._first_contact(seat) if alike else self.downs.slap_of(seat), at)

    def _was_early(self, seat: int, at: Span) -> bool:
        """Whether this seat was in contact before the turn player's slap `at`.

        Touches are compared with touches and slaps with slaps; if both are known, the touches decide.
        """
        assert self.turn is not None
        touch, turn_touch = self.touches.slap_of(seat), self.touches.slap_of(self.turn)
        if touch is not None and turn_touch is not None:
            return self._surely_before(seat, touch, turn_touch)
        if not self._sees_touches_alike(seat):
            return self._in_contact_before(seat, at)
        return self._surely_before(seat, self.downs.slap_of(seat) or touch, at)

    def _update_contacts_deadline(self) -> None:
        """Set the deadline: a contact is certainly early, or the turn player's touch certainly no slap."""
        assert self.turn is not None
        due_us = self._touch_ends_us()
        for seat in OTHERS[self.seats][self.turn]:
            if self._early_by_any_touch(seat):
                due_us = earlier_us(due_us, self._early_from_us(seat))
        self.deadline_us = due_us

    def _touch_ends_us(self) -> int | None:
        """When the turn player's touch can no longer become a slap; None: there is none."""
        assert self.turn is not None
        touch = self.touches.slap_of(self.turn)
        return None if touch is None else touch.late_us + TOUCH_US

    def _clear_contacts(self) -> None:
        """Forget all contacts, and note new ones from now on."""
        for contacts in (self.touches, self.downs):
            if not (contacts.open and contacts.untouched):  # most turns leave none to forget
                contacts.start(range(self.seats), 0, head_starts=False)

    def forget_contacts(self, seat: int) -> None:
        """Forget this seat's contacts: they are judged."""
        self.touches.forget(seat)
        self.downs.forget(seat)
