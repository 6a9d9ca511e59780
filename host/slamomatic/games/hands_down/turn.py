"""A turn of Hands Down: the turn player's slap and the race that follows. No cards are known here."""

from slamomatic.engine.race import LAST, Race, earlier_us
from slamomatic.engine.span import Span, exactly
from slamomatic.engine.vocabulary import OpenlyRefused
from slamomatic.games.hands_down.contacts import OTHERS, Contacts

NEVER = -1

MOST_UNSURE_US = 2_000_000  # the table takes no slap whose time is less sure than this


class Turn(Contacts):
    """A turn of the game, and the race that the turn player's slap opens.

    The cards are the business of `HandsDown`, or of people where they are real (`PaperHandsDown`).
    """

    # --- the cards: for the game to fill in ---------------------------------------------------------

    def _pair_numbers(self, seat: int) -> list[str]:
        """Return the numbers of which this seat's hand holds a pair, lowest first."""
        raise NotImplementedError

    def _number_to_play(self) -> str:
        """Return the number of the pair that the turn player's slap plays."""
        return self.had[-1]

    def _pay(self, seat: int, why: str) -> None:
        """Move one random card from this player to the turn player; `why`: "take", "early" or "last"."""
        raise NotImplementedError

    def _lay_pair(self, turn: int, number: str) -> None:
        """Move the two cards of this number from the hand to the player's pairs."""
        raise NotImplementedError

    def _start_turn(self, seat: int) -> None:
        """Give the turn to this seat."""
        raise NotImplementedError

    def _continue_turn(self) -> None:
        """After cards have moved: end the game if all pairs are out, or the turn if no pair is possible."""
        raise NotImplementedError

    def _end_turn(self, forced: bool) -> None:
        """Start the next turn; `forced`: the player had too few cards to go on."""
        self._next_turn()

    def _end_if_dry(self) -> bool:
        """Return whether the house rule of dry rounds ended the game with this turn."""
        return False

    # --- the turn ---------------------------------------------------------------------------------

    def _check_turn(self, seat: int) -> None:
        """Raise OpenlyRefused if this player may not make a choice now."""
        if seat != self.turn:
            raise OpenlyRefused("it is {seat}'s turn", seat=self.turn)
        if self.opened_us >= 0:
            raise OpenlyRefused("a Hands Down is open: all must slap first")

    def _pass(self) -> None:
        """End the turn without a slap: players who touched a paddle before pay.

        The turn player's own touch that did not become a slap makes the pass a foul.
        """
        assert self.turn is not None
        touch = self.touches.slap_of(self.turn)
        if touch is not None:
            self._foul("not-down", touch)
            return
        for seat in self._early_hands():
            self._pay_early(seat)
        self._end_turn(forced=False)

    def _next_turn(self) -> None:
        """Forget the slaps of this turn and start the next player's, unless the house rule ends the game."""
        assert self.turn is not None
        self._clear_slaps()
        if self.options["dry_rounds"] and self._end_if_dry():
            return
        if self.paddles.dark_all:
            # A paddle pressed in the old turn does not count in the new one.
            self.darken()
        self._start_turn(self.next_seat(self.turn))

    def _clear_slaps(self) -> None:
        """Forget the incident with its contacts and its race."""
        n = self.seats
        self.incident = False
        self.had = []
        self.paid = [False] * n
        self._clear_contacts()
        self._clear_race()

    def _clear_race(self) -> None:
        """Close the race: nobody is asked for a slap, and paddles may come live again."""
        self.playing = None
        self.opened_us = NEVER
        self.was_early = [False] * self.seats
        self.asked = []
        self.deadline_us = None
        self.paddles.hold(False, self.now_us)

    # --- contacts ---------------------------------------------------------------------------------

    def touched(self, seat: int, at: Span, live: bool) -> None:
        """Note a touch before the turn player's slap; in the race only slaps count."""
        if not live or self.opened_us >= 0 or self.turn is None:
            return
        self._note_contact(self.touches, seat, at)

    def slapped(self, seat: int, at: Span, live: bool) -> None:
        """Note a slap in the race or before it as a contact; the turn player's slap opens the race.

        A dark paddle's slap right after a race is noted too, for the photo finish.
        """
        if self.opened_us >= 0:
            if live and self.race.note(seat, at):
                self._update_race()
        elif not live:
            if self.paddles.dark_all:
                self.race.note(seat, at, as_told=True)  # shows how late the loser was
        elif seat == self.turn:
            self._judge_turn_slap(at)
        else:
            self._note_contact(self.downs, seat, at)

    def _note_contact(self, contacts: Race, seat: int, at: Span) -> None:
        """Note a contact before the race in `touches` or `downs`: it is judged later, as clocks allow."""
        self._begin_incident()
        contacts.note(seat, at)
        self._update_contacts_deadline()

    def _begin_incident(self) -> None:
        """Note the turn player's pairs at the first contact: no card paid later may make one for it."""
        if not self.incident:
            assert self.turn is not None
            self.incident = True
            self.had = self._pair_numbers(self.turn)

    def _early_hands(self) -> list[int]:
        """Return the other players whose contacts are not judged yet, earliest first."""
        if self.touches.untouched and self.downs.untouched:
            return []  # at nearly every pass
        assert self.turn is not None
        others = OTHERS[self.seats][self.turn]
        contacts = [(at, seat) for seat in others if (at := self._first_contact(seat)) is not None]
        return [seat for _, seat in sorted(contacts, key=lambda contact: contact[0].middle_us)]

    def _pay_early(self, seat: int) -> None:
        """Let this player pay a card for a contact before the turn player's slap, and go dark."""
        self.forget_contacts(seat)
        if not self.takes_part(seat):
            return
        self._begin_incident()
        self.paid[seat] = True
        self._pay(seat, "early")
        # Players who have not paid in this incident can still be fooled, and the turn player can still slap.
        self.darken(keep=[s for s in range(self.seats) if not self.paid[s] and not self.gone[s]])

    def _foul(self, why: str, first_contact: Span) -> None:
        """End the turn by the turn player's foul: "no-pair" or "not-down".

        Other players pay only if they were certainly in contact before the turn player's first contact.
        """
        turn = self.turn
        assert turn is not None
        for seat in self._early_hands():
            if self._in_contact_before(seat, first_contact):
                self._pay_early(seat)
        self.tell("foul", turn, {"why": why})
        self.darken()
        self._next_turn()

    # --- the turn player's slap -------------------------------------------------------------------

    def doubtful_times_us(self, seat: int) -> list[tuple[int, int]]:
        """Return the doubtful times of the race; before it, for the turn player, those around lifted hands.

        If a hand was up before the turn player's slap, its player has to slap; if it still lay there, not.
        So a slap too close to such a lift is doubtful. A drumming hand counts as lying there until it has
        rested. On a dark paddle a slap is none, so nothing about it is doubtful.
        """
        paddles = self.paddles
        if self.opened_us >= 0:
            return self.race.doubtful_times_us(seat)
        if seat != self.turn or not paddles.live[seat]:
            return []
        doubtful_times_us: list[tuple[int, int]] = []
        recent_us = max(0, self.now_us - MOST_UNSURE_US)
        source, error_us = paddles.source, paddles.error_us
        for s, changed_us in enumerate(paddles.since_us):
            up_us = changed_us + paddles.rearm_us if paddles.drums(s) else changed_us
            if up_us > recent_us and not (
                paddles.down[s] or self.touches.has_slapped(s) or self.downs.has_slapped(s)
            ):
                # `is_doubtful` adds the error of the turn player's clock. If both hands are told by that
                # clock, their order is certain: then the error is subtracted here, and cancels out.
                off_us = error_us[source[s]] if source[s] != source[seat] else -error_us[source[s]]
                doubtful_times_us.append((up_us - off_us, up_us + off_us))
        return doubtful_times_us

    def _judge_turn_slap(self, at: Span) -> None:
        """Open the race by the turn player's slap; without a pair the slap is a foul.

        Players who were early pay first. Those with a hand on the paddle need not slap: they are noted in the
        race as they stand. The others are asked, and their paddles come live.
        """
        turn = self.turn
        assert turn is not None
        self._begin_incident()
        self.judge_nothing_before(at.early_us)
        if not self.had:
            self._foul("no-pair", self.touches.slap_of(turn) or at)
            return
        for seat in self._early_hands():
            if self._was_early(seat, at):
                self._pay_early(seat)
        self.playing = self._number_to_play()
        self.opened_us = at.middle_us
        self.race.start(range(self.seats), at, LAST)
        if self.options["timeout_ms"]:
            self.race.end_after(1000 * self.options["timeout_ms"], turn)
        self.race.note(turn, at)
        for seat in OTHERS[self.seats][turn]:
            self._place_at_start(seat, at)
        self._clear_contacts()
        self.paddles.hold(True, at.early_us)
        self.wake([seat for seat in self.race.waits_for if not self.paddles.live[seat]])
        self.tell("hands-down", turn, {"waits_for": self.race.waits_for})
        self._update_race()

    def _place_at_start(self, seat: int, at: Span) -> None:
        """Note in the race where a player's hand is as the turn player's slap opens it.

        A player without cards takes no part. A hand on the paddle counts as a slap that was early.
        """
        paddles = self.paddles
        # A hand left lying on the paddle since the last incident pays once it is known that it lay there.
        # A hand that drums counts as lying there all the time: else its lifts would make slaps doubtful.
        drums = paddles.drums(seat)
        lies = (drums or (paddles.named[seat] and paddles.down[seat])) and not self.paid[seat]
        if lies and (drums or self._up_known_us(seat, at) <= at.early_us):
            self._pay_early(seat)
        down = self.downs.slap_of(seat)
        if not self.takes_part(seat) or self.gone[seat]:
            self.race.leave(seat)
        elif down is not None:
            # This slap was not certainly early: it came with the turn player's, or a little later.
            self.race.note(seat, down)
        elif lies or drums or (paddles.down[seat] and self.paid[seat]):
            self.was_early[seat] = True
            since_us = min(at.early_us, paddles.since_us[seat])
            self.race.note(seat, exactly(since_us), as_told=True)

    def _up_known_us(self, seat: int, at: Span) -> int:
        """When it is known whether this hand was up before the turn player's slap."""
        return at.late_us + self.paddles.up_delay_us(seat) + self._unsure_us(seat)

    def _update_race(self) -> None:
        """Set whom the race waits for and when it can be judged; judge it now if that is possible."""
        self.asked = self.race.waits_for
        closes_us = self._closes_us()
        if not self.asked and closes_us is not None and closes_us <= self.now_us:
            self._judge_race()
            return
        self.deadline_us = earlier_us(closes_us, self.race.times_out_us)

    def _closes_us(self) -> int | None:
        """When the loser is certain; None: not before further slaps.

        By then it must also be known that early hands were still down when the race opened.
        """
        closes_us = self.race.closes_us
        if closes_us is None or True not in self.was_early:
            return closes_us
        early = [seat for seat, was in enumerate(self.was_early) if was and not self.paddles.drums(seat)]
        return max([closes_us, *(self._up_known_us(seat, self.race.opened) for seat in early)])

    # --- deadlines and disputes -------------------------------------------------------------------

    def fell_due(self, t_us: int) -> None:
        """Judge the race, or call it off at its time limit. Without a race, judge a contact.

        Such a contact is another player's that is certainly early, or the turn player's touch that was no
        slap.
        """
        assert self.turn is not None
        if self.opened_us >= 0:
            closes_us, ends_us = self._closes_us(), self.race.times_out_us
            if closes_us is not None and closes_us <= t_us:
                self._judge_race()
            elif ends_us is not None and ends_us <= t_us:
                self.tell("timed-out", None, {"seats": self.race.waits_for})
                self._call_off_race()
            else:
                self._update_race()  # a slap since then, of uncertain time, lets the race close later
            return
        for seat in self._early_hands():
            early_us = self._early_from_us(seat)
            if early_us is not None and early_us <= t_us and self._early_by_any_touch(seat):
                self._pay_early(seat)
        touch, ends_us = self.touches.slap_of(self.turn), self._touch_ends_us()
        if touch is not None and ends_us is not None and ends_us <= t_us:
            self._foul("not-down", touch)
        else:
            self._update_contacts_deadline()

    def widened(self) -> None:
        """Calculate again when the race, or before it the contacts, can be judged."""
        if self.opened_us >= 0:
            self._update_race()
        elif self.turn is not None:
            self._update_contacts_deadline()

    def armed(self, seats: list[int]) -> None:
        """End the incident: each player can be made to pay again."""
        if self.opened_us < 0 and not self.paddles.dark_all:
            self.incident = False
            self.paid = [False] * self.seats
            self.race.start([], 0)

    def lifted(self, seat: int, t_us: int) -> None:
        """Correct the race: an early hand, thought to lie on its paddle, was up before the race opened."""
        if self.opened_us < 0 or not self.was_early[seat] or self.paddles.drums(seat):
            return
        opened, unsure_us = self.race.opened, self._unsure_us(seat)
        if t_us < opened.early_us and t_us + unsure_us <= opened.early_us:
            # The hand was up when the turn player's slap landed: it has to slap like all others.
            self.was_early[seat] = False
            self.race.forget(seat)
            self.wake([seat])
            self._update_race()
        elif t_us < opened.late_us + unsure_us:
            self._void_doubtful_slap()  # nobody knows whether the hand still lay there

    def void_open_slap(self) -> bool:
        """Take back the race, or contacts that are not judged yet; return whether there was one of them."""
        if self.opened_us >= 0:
            self._call_off_race()
            return True
        had_contacts = not (self.touches.untouched and self.downs.untouched)
        self._clear_contacts()
        self.deadline_us = None
        if had_contacts:
            self.darken()
        return had_contacts

    # --- the end of a race --------------------------------------------------------------------------

    def _judge_race(self) -> None:
        """End the race: early players pay, the pair is laid, then the last one pays. A tie ends it before.

        A player who was early has paid for that and can't also be the last. The turn player gets the payments
        of the early even in a tie.
        """
        turn, number = self.turn, self.playing
        assert turn is not None
        assert number is not None
        late = [
            s for s in range(self.seats) if s != turn and self.race.takes_part(s) and not self.was_early[s]
        ]
        last = self.race.last() if late else []
        for seat in OTHERS[self.seats][turn]:
            if self.was_early[seat] and not self.paid[seat]:
                self._pay_early(seat)
        self.judge_nothing_before(self.now_us)
        self._clear_race()
        self.darken()
        if len(last) > 1:
            self.tell("clump", None, {"seats": last, "window_us": self.race.window_us(last)})
            return
        for seat in last:
            self.tell("lost", seat, {"race": self.race.times_us})
        self._lay_pair(turn, number)
        for seat in last:
            self._pay(seat, "last")
        self._continue_turn()

    def _call_off_race(self) -> None:
        """End the race without a verdict, as if nobody had slapped."""
        self.race.start([], 0)
        self._clear_race()
        self.darken()

    # --- who leaves -------------------------------------------------------------------------------

    def dropped(self, seat: int) -> None:
        """Let the turn or the race go on without this player."""
        self.forget_contacts(seat)
        if self.seats - sum(self.gone) < self.SEATS[0]:
            return
        if seat == self.turn:
            self.paddles.hold(False, self.now_us)
            self.darken()
            self._next_turn()
        elif self.opened_us >= 0:
            self._update_race()
        else:
            self._update_contacts_deadline()
