"""A turn of Hands Down: the draw, the turn player's slap, the race that follows, and the views of them."""

from itertools import combinations_with_replacement

from slamomatic.engine.race import LAST, Race, earlier_us
from slamomatic.engine.span import Span, exactly
from slamomatic.engine.vocabulary import Choice, Json, make_tuple
from slamomatic.games.hands_down.cards import DECK, JOKER_POINTS, NUMBERS, PAIRS_OF_A_NUMBER
from slamomatic.games.hands_down.contacts import OTHERS, Contacts

SEATS = range(3, 5)

# The choices of each seat, made once.
PASS = [Choice(seat, "pass") for seat in range(SEATS[-1])]
DOWN = [Choice(seat, "down") for seat in range(SEATS[-1])]
CHOOSE = [
    {number: Choice(seat, "choose", {"number": number}) for number in NUMBERS} for seat in range(SEATS[-1])
]
NEVER = -1

MOST_UNSURE_US = 2_000_000  # the table takes no slap whose time is less sure than this


class Turn(Contacts):
    """A turn of the game, and the race that the turn player's slap opens."""

    dealer: int
    drawpile: list[str]
    hands: list[list[str]]
    pairs: list[list[str]]
    joker_seat: int | None
    to_take: int  # how many cards the turn player has to take from others, the drawpile being out
    chosen: str | None  # the number of the pair that the turn player picked for the next slap
    dry_turns: int  # for the house rule: turns since a pair was laid or the drawpile ran out

    # --- the turn ---------------------------------------------------------------------------------

    def _start_turn(self, seat: int) -> None:
        """Give the turn to this seat, which draws a card; without any card, two."""
        self.turn = seat
        self.chosen = None
        self.tell("turn", seat)
        self._draw(1 if self.hands[seat] else 2)

    def _draw(self, count: int) -> None:
        """Give the turn player so many cards from the drawpile; the rest has to be taken from other players.

        If there is a rest, paddles are dark until the player has named whom to take from.
        """
        turn, pile = self.turn, self.drawpile
        assert turn is not None
        if pile:
            cards = pile[: -count - 1 : -1]
            del pile[-count:]
            self.hands[turn] += cards
            self.tell("draw", turn, {"count": len(cards), "left": len(pile)}, {turn: {"cards": cards}})
            count -= len(cards)
        if count:
            count = min(count, sum(map(len, self.hands)) - len(self.hands[turn]))
        self.to_take = count
        if count:
            self.tell("must-take", turn, {"count": count})
            quiet_us = self.paddles.quiet_us
            self.paddles.hold(True, self.now_us)
            self.darken()
            self.paddles.quiet_us = quiet_us  # a take is not a slap: hands need no rest after it
        else:
            self._continue_turn()

    def _continue_turn(self) -> None:
        """After cards have moved: end the game if all pairs are out, or the turn if no pair is possible."""
        assert self.turn is not None
        if sum(map(len, self.pairs)) == PAIRS_OF_A_NUMBER * self.options["numbers"]:
            self._end_game()
        elif len(self.hands[self.turn]) < 2:
            self.darken()
            self._end_turn(forced=True)

    def _end_game(self) -> None:
        raise NotImplementedError

    def _end_turn(self, forced: bool) -> None:
        """Tell that the turn ends and start the next; `forced`: the player had too few cards to go on."""
        self.tell("pass", self.turn, {"forced": forced})
        self._next_turn()

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

    def _end_if_dry(self) -> bool:
        raise NotImplementedError

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
        self.playing: str | None = None
        self.opened_us = NEVER
        self.was_early = [False] * self.seats
        self.asked = []
        self.deadline_us = None
        self.paddles.hold(False, self.now_us)

    # --- contacts ---------------------------------------------------------------------------------

    def takes_part(self, seat: int) -> bool:
        return bool(self.hands[seat])

    def _pair_numbers(self, seat: int) -> list[str]:
        """Return the numbers of which this seat's hand holds a pair, lowest first."""
        once: set[str] = set()
        twice: set[str] = set()
        for card in self.hands[seat]:
            (twice if card in once else once).add(card)
        return sorted(twice, key=int)

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
        if not self.hands[seat]:
            return
        self._begin_incident()
        self.paid[seat] = True
        self._pay(seat, "early")
        # Players who have not paid in this incident can still be fooled, and the turn player can still slap.
        self.darken(keep=[s for s in range(self.seats) if not self.paid[s] and not self.gone[s]])

    def _pay(self, seat: int, why: str) -> None:
        """Move one random card from this player to the turn player; `why`: "take", "early" or "last"."""
        to = self.turn
        assert to is not None
        card = self.chance.take(self.hands[seat])
        self.hands[to].append(card)
        which = {"card": card}
        self.tell("pays", seat, {"to": to, "why": why}, {seat: which, to: which})

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
        rested.
        """
        paddles = self.paddles
        if self.opened_us >= 0:
            return self.race.doubtful_times_us(seat)
        if seat != self.turn:
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
        self.settled_us = max(self.settled_us, at.early_us)
        if not self.had:
            self._foul("no-pair", self.touches.slap_of(turn) or at)
            return
        for seat in self._early_hands():
            if self._was_early(seat, at):
                self._pay_early(seat)
        self.playing = self.chosen if self.chosen in self.had else self.had[-1]
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
        if not self.hands[seat] or self.gone[seat]:
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

    def _judge_race(self) -> None:
        raise NotImplementedError

    # --- what is seen -----------------------------------------------------------------------------

    def legal(self, seat: int | None) -> list[Choice]:
        """Return the slaps of an open race, or the turn player's choices: take, or pass, choose and slap.

        In the public form nothing tells whether the turn player holds a pair.
        """
        turn = self.turn
        if self.over or turn is None:
            return []
        if self.opened_us >= 0:
            eyes = self.asked if seat is None else [s for s in self.asked if s == seat]
            return [DOWN[s] for s in eyes]
        if seat is not None and seat != turn:
            return []
        if self.to_take:
            return [make_tuple(Choice, (turn, "take", {"from": sources})) for sources in self._ways_to_take()]
        choices = [PASS[turn]]
        numbers = [] if seat is None else self._pair_numbers(turn)
        if seat is None:
            choices.append(Choice(turn, "choose"))
        else:
            choices += [CHOOSE[turn][number] for number in numbers]
        can_slap = self.paddles.live[turn] and not self.paddles.down[turn]
        pairs = self.had if self.incident else numbers  # within an incident, the pairs at its beginning count
        if can_slap and (seat is None or pairs):
            choices.append(DOWN[turn])
        return choices

    def _ways_to_take(self) -> list[list[int]]:
        """Return every list of players that can be taken from: each has enough cards, which is public."""
        hands = self.hands
        holders = [seat for seat in range(self.seats) if hands[seat] and seat != self.turn]
        if self.to_take == 1:
            return [[seat] for seat in holders]
        ways = combinations_with_replacement(holders, self.to_take)
        return [list(way) for way in ways if all(len(hands[s]) >= way.count(s) for s in way)]

    def _sorted_hand(self, seat: int) -> list[str]:
        """Return a hand sorted: the order in which cards came in stays hidden."""
        return sorted(self.hands[seat], key=DECK.index)

    def sees(self, seat: int | None) -> Json:
        """Return what all may see, and for a seat its own hand and secret choice."""
        public: Json = {
            "dealer": self.dealer,
            "drawpile": len(self.drawpile),
            "hands": [len(hand) for hand in self.hands],
            "pairs": [list(pairs) for pairs in self.pairs],
            "joker": self.joker_seat,
            "to_take": self.to_take,
            "incident": self.incident,
            "paid": list(self.paid),
            "open": self.opened_us >= 0,
            "race": self.race.times_us,
        }
        if seat is not None:
            public["hand"] = self._sorted_hand(seat)
            public["chosen"] = self.chosen if seat == self.turn else None
            public["playing"] = self.playing if seat == self.turn else None
        return public

    def scores(self) -> list[int]:
        """Return a point for each pair, and two for the Joker."""
        points = list(map(len, self.pairs))
        if self.joker_seat is not None:
            points[self.joker_seat] += JOKER_POINTS
        return points
