"""Hands Down's slaps: who was last, what was a foul."""

from __future__ import annotations

from typing import ClassVar

from slamomatic.engine.judging import OUT, WAITING, slap_into, waiting
from slamomatic.engine.native import mypyc_attr
from slamomatic.games.hands_down.cards import TOUCH_US
from slamomatic.games.hands_down.contacts import Contacts

NO_CLOCK_IS_SO_FAR_OFF_US = 2_000_000  # the table takes no slap so unsure


@mypyc_attr(allow_interpreted_subclasses=True)
class Slaps(Contacts):
    """A race is part of an incident: from the turn player's slap until its loser is known."""

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
        self.had = []
        self.paid = [False] * n
        self.touch_us = [WAITING] * n
        self.down_us = [WAITING] * n
        self._close()

    def _close(self) -> None:
        self.playing: str | None = None
        self.opened_us = WAITING
        self.was_early = [False] * self.seats
        self.asked = []
        self.deadline_us = None
        self.paddles.hold(False, self.now_us)

    # --- what happens -----------------------------------------------------------------------------

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

    def limits_us(self, seat: int) -> list[tuple[int, int]]:
        """Whether an early or a lying hand was up before the turn player's slap decides who is asked."""
        paddles = self.paddles
        if self.opened_us >= 0:
            ends_us = self._times_out_us()
            if ends_us is None:
                return []
            return [
                (ends_us - 2 * self._opened_off_us() - paddles.worst_us(), ends_us - paddles.error_of(seat))
            ]
        if seat != self.turn:
            return []
        limits_us: list[tuple[int, int]] = []
        recent_us = max(0, self.now_us - NO_CLOCK_IS_SO_FAR_OFF_US)
        source, error_us = paddles.source, paddles.error_us
        for s, up_us in enumerate(paddles.since_us):
            if up_us > recent_us and not paddles.down[s] and self.touch_us[s] == self.down_us[s] == WAITING:
                # Of two that one clock tells the order is known.
                off_us = error_us[source[s]] if source[s] != source[seat] else -error_us[source[s]]
                limits_us.append((up_us - off_us, up_us + off_us))
        return limits_us

    def fell_due(self, t_us: int) -> None:
        assert self.turn is not None
        if self.opened_us >= 0:
            closes_us = self._closes_us()
            ends_us = self._times_out_us()
            if closes_us is not None and closes_us <= t_us:
                self._settle_race()
            elif ends_us is not None and ends_us <= t_us:
                self.tell("timed-out", None, {"seats": waiting(self.race)})
                self._race_off()
            else:
                self._race_on()  # a loose slap meanwhile: it closes later
            return
        for seat in self._in_time_order(self._others()):
            if self._early_from_us(seat) <= t_us and self._before_turn_touch(seat):
                self._pay_early(seat)
        touch_us = self.touch_us[self.turn]
        if touch_us != WAITING and touch_us + TOUCH_US <= t_us:
            self._foul("not-down", touch_us)
        else:
            self._update_contacts_deadline()

    def widened(self) -> None:
        if self.opened_us >= 0:
            self._race_on()
        elif self.turn is not None:
            self._update_contacts_deadline()

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

    def _place_at_start(self, seat: int, t_us: int) -> int:
        """Where a player stands when the turn player's slap lands."""
        paddles = self.paddles
        # A hand left lying on the paddle since the last incident pays once it is known that it lay there.
        lies = paddles.named[seat] and paddles.down[seat] and not self.paid[seat]
        if lies and not self._up_known_after_us(seat):
            self._pay_early(seat)
        if not self.hands[seat] or self.gone[seat]:
            return OUT
        if self.down_us[seat] != WAITING:
            # Down, but not certainly before: it slapped together with the turn player, or a little later.
            return paddles.counted_us(seat, self.down_us[seat], t_us)
        if not (lies or (paddles.down[seat] and self.paid[seat])):
            return WAITING
        self.was_early[seat] = True
        return min(t_us, paddles.since_us[seat])

    def _race_on(self) -> None:
        self.asked = waiting(self.race)
        closes_us = self._closes_us()
        if not self.asked and closes_us is not None and closes_us <= self.now_us:
            self._settle_race()
            return
        self.deadline_us = closes_us
        ends_us = self._times_out_us()
        if ends_us is not None:
            self.deadline_us = ends_us if closes_us is None else min(closes_us, ends_us)

    def _times_out_us(self) -> int | None:
        """When all are certainly too late; None: they have all the time they want."""
        timeout_ms: int = self.options["timeout_ms"]
        if not timeout_ms:
            return None
        return self.opened_us + timeout_ms * 1000 + self._opened_off_us() + self.paddles.worst_us()

    def _opened_off_us(self) -> int:
        """How far the turn player's slap may be off."""
        assert self.turn is not None
        return self.paddles.error_of(self.turn) + self.paddles.loose_us[self.turn]

    def _closes_us(self) -> int | None:
        """When the loser is certain: also that who was early still had a hand down when the race opened."""
        closes_us = self.paddles.closes_us(self.race)
        if closes_us is None or True not in self.was_early:
            return closes_us
        known_us = [self._up_known_after_us(seat) for seat, was in enumerate(self.was_early) if was]
        return max(closes_us, self.opened_us + max(known_us))

    def _up_known_after_us(self, seat: int) -> int:
        """How long after the turn player's slap it is known that this hand was up before it, or was not."""
        return self.paddles.up_of(seat) + self._unsure_us(seat)

    def lifted(self, seat: int, t_us: int) -> None:
        if self.opened_us < 0 or not self.was_early[seat]:
            return
        if abs(self.opened_us - t_us) < self._unsure_us(seat):
            self._take_back()  # nobody knows whether it still lay there
        elif self.opened_us > t_us:
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
        for seat in self._others():
            if self.was_early[seat] and not self.paid[seat]:
                self._pay_early(seat)
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
