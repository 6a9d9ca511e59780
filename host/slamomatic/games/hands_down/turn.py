"""A turn of Hands Down: the draw, the turn player's slap, the race that it opens, and what eyes see of it."""

from itertools import combinations_with_replacement

from slamomatic.engine.race import LAST, Race, earlier_us
from slamomatic.engine.span import Span, exactly
from slamomatic.engine.vocabulary import Choice, Json, made
from slamomatic.games.hands_down.cards import DECK, NUMBERS, PAIRS_OF_A_NUMBER
from slamomatic.games.hands_down.contacts import OTHERS, Contacts

SEATS = range(3, 5)

# What a seat may choose, made once.
PASS = [Choice(seat, "pass") for seat in range(SEATS[-1])]
DOWN = [Choice(seat, "down") for seat in range(SEATS[-1])]
CHOOSE = [
    {number: Choice(seat, "choose", {"number": number}) for number in NUMBERS} for seat in range(SEATS[-1])
]
NEVER = -1

NO_CLOCK_IS_SO_FAR_OFF_US = 2_000_000  # the table takes no slap so unsure


class Turn(Contacts):
    """A turn, and the race that its slap opens: part of an incident until its loser is known."""

    dealer: int
    drawpile: list[str]
    hands: list[list[str]]
    pairs: list[list[str]]
    joker_seat: int | None
    to_take: int
    chosen: str | None
    dry_turns: int  # of the house rule: since a pair was laid, or the drawpile was out

    # --- the turn ---------------------------------------------------------------------------------

    def _start_turn(self, seat: int) -> None:
        self.turn = seat
        self.chosen = None
        self.tell("turn", seat)
        self._draw(1 if self.hands[seat] else 2)

    def _draw(self, count: int) -> None:
        """From the drawpile, and what that lacks from other players."""
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
            self._go_on()

    def _go_on(self) -> None:
        """After anything that moved cards: is the game over, can the turn go on?"""
        assert self.turn is not None
        if sum(map(len, self.pairs)) == PAIRS_OF_A_NUMBER * self.options["numbers"]:
            self._end_game()
        elif len(self.hands[self.turn]) < 2:
            self.darken()
            self._end_turn(forced=True)

    def _end_game(self) -> None:
        raise NotImplementedError

    def _end_turn(self, forced: bool) -> None:
        self.tell("pass", self.turn, {"forced": forced})
        self._next_turn()

    def _next_turn(self) -> None:
        assert self.turn is not None
        self._clear_slaps()
        if self.options["dry_rounds"] and self._ends_dry():
            return
        if self.paddles.dark_all:
            # A paddle pressed in the old turn does not count in the new one.
            self.darken()
        self._start_turn(self.next_seat(self.turn))

    def _ends_dry(self) -> bool:
        raise NotImplementedError

    def _clear_slaps(self) -> None:
        n = self.seats
        self.incident = False
        self.had = []
        self.paid = [False] * n
        self._no_contacts()
        self._close()

    def _close(self) -> None:
        self.playing: str | None = None
        self.opened_us = NEVER
        self.was_early = [False] * self.seats
        self.asked = []
        self.deadline_us = None
        self.paddles.hold(False, self.now_us)

    # --- contacts ---------------------------------------------------------------------------------

    def takes_part(self, seat: int) -> bool:
        return bool(self.hands[seat])

    def _numbers(self, seat: int) -> list[str]:
        """The numbers of which this hand holds a pair, lowest first."""
        once: set[str] = set()
        twice: set[str] = set()
        for card in self.hands[seat]:
            (twice if card in once else once).add(card)
        return sorted(twice, key=int)

    def slapped(self, seat: int, at: Span, live: bool) -> None:
        if self.opened_us >= 0:
            if live and self.race.note(seat, at):
                self._race_on()
        elif not live:
            if self.paddles.dark_all:
                self.race.note(seat, at, as_told=True)  # for the photo finish: how late the loser was
        elif seat == self.turn:
            self._turn_slap(at)
        else:
            self._contact(self.downs, seat, at)

    def _contact(self, contacts: Race, seat: int, at: Span) -> None:
        self._begin_incident()
        contacts.note(seat, at)
        self._update_contacts_deadline()

    def _begin_incident(self) -> None:
        if not self.incident:
            assert self.turn is not None
            self.incident = True
            self.had = self._numbers(self.turn)

    def _early_hands(self) -> list[int]:
        """The other players whose contacts are not judged yet, earliest first."""
        if self.touches.untouched and self.downs.untouched:
            return []  # asked at every pass, and mostly so
        assert self.turn is not None
        firsts = [(first, s) for s in OTHERS[self.seats][self.turn] if (first := self._first(s)) is not None]
        return [seat for _, seat in sorted(firsts, key=lambda contact: contact[0].middle_us)]

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

    def _pay(self, seat: int, why: str) -> None:
        """One random card of this player's goes to the turn player."""
        to = self.turn
        assert to is not None
        card = self.chance.take(self.hands[seat])
        self.hands[to].append(card)
        which = {"card": card}
        self.tell("pays", seat, {"to": to, "why": why}, {seat: which, to: which})

    def _foul(self, why: str, first_contact: Span) -> None:
        """Ends the turn; only who was certainly in contact before it still pays."""
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
        """Whether an early or a lying hand was up before the turn player's slap decides who is asked.

        A hand that drums pays whether it is up or down, so only the end of its rest counts.
        """
        paddles = self.paddles
        if self.opened_us >= 0:
            return self.race.doubtful_times_us(seat)
        if seat != self.turn:
            return []
        doubtful_times_us: list[tuple[int, int]] = []
        recent_us = max(0, self.now_us - NO_CLOCK_IS_SO_FAR_OFF_US)
        source, error_us = paddles.source, paddles.error_us
        for s, changed_us in enumerate(paddles.since_us):
            up_us = changed_us + paddles.rearm_us if paddles.drums(s) else changed_us
            if up_us > recent_us and not (
                paddles.down[s] or self.touches.has_slapped(s) or self.downs.has_slapped(s)
            ):
                # Of two that one clock tells the order is known.
                off_us = error_us[source[s]] if source[s] != source[seat] else -error_us[source[s]]
                doubtful_times_us.append((up_us - off_us, up_us + off_us))
        return doubtful_times_us

    def _turn_slap(self, at: Span) -> None:
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
        self._no_contacts()
        self.paddles.hold(True, at.early_us)
        self.wake([seat for seat in self.race.waits_for if not self.paddles.live[seat]])
        self.tell("hands-down", turn, {"waits_for": self.race.waits_for})
        self._race_on()

    def _place_at_start(self, seat: int, at: Span) -> None:
        """Note where a player stands when the turn player's slap lands."""
        paddles = self.paddles
        # A hand left lying on the paddle since the last incident pays once it is known that it lay there.
        # A hand that drums counts as lying there all the time: else its lifts would make slaps unknown.
        drums = paddles.drums(seat)
        lies = (drums or (paddles.named[seat] and paddles.down[seat])) and not self.paid[seat]
        if lies and (drums or self._up_known_us(seat, at) <= at.early_us):
            self._pay_early(seat)
        down = self.downs.slap_of(seat)
        if not self.hands[seat] or self.gone[seat]:
            self.race.leave(seat)
        elif down is not None:
            self.race.note(
                seat, down
            )  # not certainly before: together with the turn player, or a little later
        elif lies or drums or (paddles.down[seat] and self.paid[seat]):
            self.was_early[seat] = True
            since_us = min(at.early_us, paddles.since_us[seat])
            self.race.note(seat, exactly(since_us), as_told=True)

    def _up_known_us(self, seat: int, at: Span) -> int:
        """When it is known whether this hand was up before the turn player's slap."""
        return at.late_us + self.paddles.up_delay_us(seat) + self._unsure_us(seat)

    def _race_on(self) -> None:
        self.asked = self.race.waits_for
        closes_us = self._closes_us()
        if not self.asked and closes_us is not None and closes_us <= self.now_us:
            self._settle_race()
            return
        self.deadline_us = earlier_us(closes_us, self.race.times_out_us)

    def _closes_us(self) -> int | None:
        """When the loser is certain: also that who was early still had a hand down when the race opened."""
        closes_us = self.race.closes_us
        if closes_us is None or True not in self.was_early:
            return closes_us
        early = [seat for seat, was in enumerate(self.was_early) if was and not self.paddles.drums(seat)]
        return max([closes_us, *(self._up_known_us(seat, self.race.opened) for seat in early)])

    def _settle_race(self) -> None:
        raise NotImplementedError

    # --- what is seen -----------------------------------------------------------------------------

    def legal(self, seat: int | None) -> list[Choice]:
        turn = self.turn
        if self.over or turn is None:
            return []
        if self.opened_us >= 0:
            eyes = self.asked if seat is None else [s for s in self.asked if s == seat]
            return [DOWN[s] for s in eyes]
        if seat is not None and seat != turn:
            return []
        if self.to_take:
            return [made(Choice, (turn, "take", {"from": sources})) for sources in self._sources()]
        choices = [PASS[turn]]
        numbers = [] if seat is None else self._numbers(turn)
        if seat is None:
            choices.append(Choice(turn, "choose"))
        else:
            choices += [CHOOSE[turn][number] for number in numbers]
        counts = self.paddles.live[turn] and not self.paddles.down[turn]
        if counts and (seat is None or (self.had if self.incident else numbers)):
            choices.append(DOWN[turn])
        return choices

    def _sources(self) -> list[list[int]]:
        """Every way to name the players to take from: how many cards each holds is public."""
        hands = self.hands
        holders = [seat for seat in range(self.seats) if hands[seat] and seat != self.turn]
        if self.to_take == 1:
            return [[seat] for seat in holders]
        ways = combinations_with_replacement(holders, self.to_take)
        return [list(way) for way in ways if all(len(hands[s]) >= way.count(s) for s in way)]

    def _sorted(self, seat: int) -> list[str]:
        """A hand as its holder sorts it: where a card came in stays hidden."""
        return sorted(self.hands[seat], key=DECK.index)

    def sees(self, seat: int | None) -> Json:
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
            public["hand"] = self._sorted(seat)
            public["chosen"] = self.chosen if seat == self.turn else None
            public["playing"] = self.playing if seat == self.turn else None
        return public

    def scores(self) -> list[int]:
        return [len(pairs) + 2 * (seat == self.joker_seat) for seat, pairs in enumerate(self.pairs)]
