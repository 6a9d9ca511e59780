"""Hands Down's slaps: who touched too early, who was last, what was a foul."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from slamomatic.engine.core import Game
from slamomatic.engine.judging import OUT, WAITING, slap_into, waiting
from slamomatic.engine.native import mypyc_attr
from slamomatic.games.hands_down.cards import HANDS_WAY_US, NUMBERS, TOUCH_US

# Asked for at every turn, so made once: for so many seats, the others from each seat leftwards.
OTHERS = [
    [tuple((seat + step) % seats for step in range(1, seats)) for seat in range(seats)] for seats in range(5)
]
NO_CONTACT = [[WAITING] * seats for seats in range(5)]


@mypyc_attr(allow_interpreted_subclasses=True)
class Slaps(Game):
    """An incident runs from the first contact until the paddles come live again; a race is part of one."""

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

    hands: list[list[str]]
    pairs: list[list[str]]
    chosen: str | None
    dry_turns: int

    def _go_on(self) -> None:
        """After anything that moved cards: is the game over, can the turn go on?"""
        raise NotImplementedError

    def _next_turn(self) -> None:
        raise NotImplementedError

    def _clear_slaps(self) -> None:
        n = self.seats
        self.incident = False
        self.had: list[str] = []
        self.paid = [False] * n
        self.touch_us = [WAITING] * n  # contacts of this incident that are not judged yet
        self.down_us = [WAITING] * n
        self._close()

    def _close(self) -> None:
        self.playing: str | None = None
        self.opened_us = WAITING
        self.was_early = [False] * self.seats
        self.asked = []
        self.deadline_us = None
        self.paddles.hold(False, self.now_us)

    def _others(self) -> Sequence[int]:
        """To the left of the turn player, round to the right."""
        assert self.turn is not None
        return OTHERS[self.seats][self.turn]

    def _numbers(self, seat: int) -> list[str]:
        """The numbers of which this hand holds a pair, lowest first."""
        hand = self.hands[seat]
        different = set(hand)
        if len(different) == len(hand):
            return []  # asked at every choice, and mostly so
        return [number for number in NUMBERS if number in different and hand.count(number) >= 2]

    def _pay(self, seat: int, why: str) -> None:
        """One random card of this player's goes to the turn player."""
        to = self.turn
        assert to is not None
        card = self.chance.take(self.hands[seat])
        self.hands[to].append(card)
        which = {"card": card}
        self.tell("pays", seat, {"to": to, "why": why}, {seat: which, to: which})

    # --- contacts before the turn player's slap ---------------------------------------------------

    def takes_part(self, seat: int) -> bool:
        return bool(self.hands[seat])

    def touched(self, seat: int, t_us: int, live: bool) -> None:
        if not live or self.opened_us >= 0 or self.turn is None:
            return
        self._contact(self.touch_us, seat, t_us)

    def slapped(self, seat: int, t_us: int, live: bool) -> None:
        if self.opened_us >= 0:
            if live and slap_into(self.race, seat, self.paddles.counted_us(seat, t_us, self.opened_us)):
                self._race_on()
        elif not live:
            if self.paddles.dark_all:
                # For the photo finish: how late the loser was.
                slap_into(self.race, seat, t_us)
        elif seat == self.turn:
            self._turn_slap(t_us)
        else:
            self._contact(self.down_us, seat, t_us)

    def _contact(self, contacts: list[int], seat: int, t_us: int) -> None:
        self._begin_incident()
        if contacts[seat] == WAITING or t_us < contacts[seat]:
            contacts[seat] = t_us
        self._reckon_contacts()

    def _begin_incident(self) -> None:
        if not self.incident:
            assert self.turn is not None
            self.incident = True
            self.had = self._numbers(self.turn)

    def _first_us(self, seat: int) -> int:
        """This seat's first contact in the incident that is not judged yet, or WAITING."""
        touch_us, down_us = self.touch_us[seat], self.down_us[seat]
        if touch_us == WAITING or down_us == WAITING:
            return max(touch_us, down_us)
        return min(touch_us, down_us)

    def _in_time_order(self, seats: Sequence[int]) -> list[int]:
        if self.touch_us == self.down_us == NO_CONTACT[self.seats]:
            return []  # asked at every pass, and mostly so
        return sorted((s for s in seats if self._first_us(s) != WAITING), key=self._first_us)

    def _before_turn_touch(self, seat: int) -> bool:
        """Early whatever the turn player's touch becomes."""
        assert self.turn is not None
        touch_us = self.touch_us[self.turn]
        return touch_us == WAITING or self._in_contact_before(seat, touch_us)

    def _early_from_us(self, seat: int) -> int:
        """With no slap of the turn player's by then, this seat's contact is certainly early."""
        assert self.turn is not None
        window_us = self.paddles.window_us(seat, self.turn)
        touch_us, down_us = self.touch_us[seat], self.down_us[seat]
        if touch_us == WAITING or self._sees_touches_alike(seat):
            return self._first_us(seat) + max(1, window_us)
        touched_us = touch_us + HANDS_WAY_US + window_us - self.paddles.clump_us
        return touched_us if down_us == WAITING else min(touched_us, down_us + max(1, window_us))

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

    def _reckon_contacts(self) -> None:
        """The next moment at which a contact is certainly early, or the turn player's touch no slap."""
        assert self.turn is not None
        dues = [
            self._early_from_us(seat)
            for seat in self._in_time_order(self._others())
            if self._before_turn_touch(seat)
        ]
        if self.touch_us[self.turn] != WAITING:
            dues.append(self.touch_us[self.turn] + TOUCH_US)
        self.deadline_us = min(dues, default=None)

    def _pay_early(self, seat: int) -> None:
        """Touched or slapped before the turn player: one card; the paddle goes dark until re-arm."""
        self.forget_contacts(seat)
        if not self.hands[seat]:
            return
        self._begin_incident()
        self.paid[seat] = True
        self._pay(seat, "early")
        # Who has not paid in this incident can still be fooled; the turn player's slap stays live through it.
        self.darken(keep=[s for s in range(self.seats) if not self.paid[s] and not self.gone[s]])

    def fell_due(self, t_us: int) -> None:
        assert self.turn is not None
        if self.opened_us >= 0:
            closes_us = self._closes_us()
            if closes_us is not None and closes_us <= t_us:
                self._settle_race()
            else:
                self.tell("timed-out", None, {"seats": waiting(self.race)})
                self._race_off()
            return
        for seat in self._in_time_order(self._others()):
            if self._early_from_us(seat) <= t_us and self._before_turn_touch(seat):
                self._pay_early(seat)
        touch_us = self.touch_us[self.turn]
        if touch_us != WAITING and touch_us + TOUCH_US <= t_us:
            self._foul("not-down", touch_us)
        else:
            self._reckon_contacts()

    def widened(self) -> None:
        if self.opened_us >= 0:
            self._race_on()
        elif self.turn is not None:
            self._reckon_contacts()

    def armed(self, seats: list[int]) -> None:
        if self.opened_us < 0 and not self.paddles.dark_all:
            self.incident = False
            self.paid = [False] * self.seats
            self.race = [OUT] * self.seats

    def _foul_by_pass(self) -> bool:
        """A pass settles the contacts before it; the turn player's own touch can no longer become a slap."""
        assert self.turn is not None
        touch_us = self.touch_us[self.turn]
        if touch_us != WAITING:
            self._foul("not-down", touch_us)
            return True
        for seat in self._in_time_order(self._others()):
            self._pay_early(seat)
        return False

    # --- the turn player's slap -------------------------------------------------------------------

    def _turn_slap(self, t_us: int) -> None:
        turn = self.turn
        assert turn is not None
        self._begin_incident()
        self.settled_us = max(self.settled_us, t_us)
        if not self.had:
            touch_us = self.touch_us[turn]
            self._foul("no-pair", t_us if touch_us == WAITING else touch_us)
            return
        for seat in self._in_time_order(self._others()):
            if self._was_early(seat, t_us):
                self._pay_early(seat)
        self.playing = self.chosen if self.chosen in self.had else self.had[-1]
        self.opened_us = t_us
        self.race = [OUT] * self.seats
        self.race[turn] = t_us
        for seat in self._others():
            self.race[seat] = self._place_at_start(seat, t_us)
        self.touch_us = [WAITING] * self.seats
        self.down_us = [WAITING] * self.seats
        self.paddles.hold(True, t_us)
        self.wake([seat for seat in waiting(self.race) if not self.paddles.live[seat]])
        self.tell("hands-down", turn, {"waits_for": waiting(self.race)})
        self._race_on()

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

    def _place_at_start(self, seat: int, t_us: int) -> int:
        """Where a player stands when the turn player's slap lands."""
        paddles = self.paddles
        if paddles.named[seat] and paddles.down[seat] and not self.paid[seat]:
            # A hand left lying on the paddle since the last incident.
            self._pay_early(seat)
        if not self.hands[seat] or self.gone[seat]:
            return OUT
        if self.down_us[seat] != WAITING:
            # Down, but not certainly before: it slapped together with the turn player.
            return t_us
        if not paddles.down[seat] or not self.paid[seat]:
            return WAITING
        self.was_early[seat] = True
        return min(t_us, paddles.since_us[seat])

    def _race_on(self) -> None:
        self.asked = waiting(self.race)
        closes_us = self._closes_us()
        if not self.asked and closes_us is not None and closes_us <= self.now_us:
            self._settle_race()
            return
        timeout_ms = self.options["timeout_ms"]
        dues = [] if closes_us is None else [closes_us]
        if timeout_ms:
            dues.append(self.opened_us + timeout_ms * 1000)
        self.deadline_us = min(dues, default=None)

    def _closes_us(self) -> int | None:
        """When the loser is certain: also that who was early still had a hand down when the race opened."""
        closes_us = self.paddles.closes_us(self.race)
        if closes_us is None or True not in self.was_early:
            return closes_us
        early = [seat for seat, was in enumerate(self.was_early) if was]
        return max(closes_us, self.opened_us + max(map(self.paddles.up_of, early)))

    def lifted(self, seat: int, t_us: int) -> None:
        if self.opened_us > t_us and self.was_early[seat]:
            # The hand was up again when the turn player's slap landed, and this is told only now.
            self.was_early[seat] = False
            self.race[seat] = WAITING
            self.wake([seat])
            self._race_on()

    def _settle_race(self) -> None:
        turn, number = self.turn, self.playing
        assert turn is not None
        assert number is not None
        late = [s for s in range(self.seats) if s != turn and self.race[s] != OUT and not self.was_early[s]]
        last = self.paddles.last(self.race) if late else []
        self.settled_us = max(self.settled_us, self.now_us)
        self._close()
        self.darken()
        if len(last) > 1:
            self.tell("clump", None, {"seats": last})
            return
        for seat in last:
            self.tell("lost", seat, {"race": list(self.race)})
        self._lay_pair(turn, number)
        for seat in last:
            self._pay(seat, "last")
        self._go_on()

    def _lay_pair(self, turn: int, number: str) -> None:
        for _ in range(2):
            self.hands[turn].remove(number)
        self.pairs[turn].append(number)
        self.chosen = None
        self.dry_turns = 0
        self.tell("pair", turn, {"number": number})

    def _race_off(self) -> None:
        self.race = [OUT] * self.seats
        self._close()
        self.darken()

    def _foul(self, why: str, first_contact_us: int) -> None:
        """Ends the turn; only who was certainly in contact before it still pays."""
        turn = self.turn
        assert turn is not None
        for seat in self._in_time_order(self._others()):
            if self._in_contact_before(seat, first_contact_us):
                self._pay_early(seat)
        self.tell("foul", turn, {"why": why})
        self.darken()
        self._next_turn()

    def forget_contacts(self, seat: int) -> None:
        self.touch_us[seat] = self.down_us[seat] = WAITING

    def voided(self) -> bool:
        if self.opened_us >= 0:
            self._race_off()
            return True
        contacts = any(self._first_us(seat) != WAITING for seat in range(self.seats))
        self.touch_us = [WAITING] * self.seats
        self.down_us = [WAITING] * self.seats
        self.deadline_us = None
        if contacts:
            self.darken()
        return contacts
