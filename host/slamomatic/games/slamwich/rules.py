"""Slamwich: flip cards onto one pile, slap pairs, sandwiches and thieves, beware of munchers."""

from slamomatic.engine.hooks import Place, every_card
from slamomatic.engine.setup import ready_deck
from slamomatic.engine.vocabulary import Choice, Data, Json, OpenlyRefused
from slamomatic.games.slamwich import words
from slamomatic.games.slamwich.cards import DECK, DECK_WITHOUT_MUNCHERS, MUNCHERS, THIEF_CARD, is_combination
from slamomatic.games.slamwich.slaps import FREE, GOOD, LOCKED, SLAP_US, SLIP, THIEF, Slaps

MINUTE_US = 60_000_000
FLIP = [Choice(seat, "flip") for seat in range(6)]


class Slamwich(Slaps):
    """Slamwich: the deal, flips, munchers, slip slaps and the end. Its base class judges the slaps."""

    NAME = "slamwich"
    VERSION = 2  # 2: a player who is out stays out; a player who leaves does not end an open slap
    SEATS = range(2, 7)
    EVENTS = words.EVENTS
    EFFECTS = words.EFFECTS
    OPTIONS = words.OPTIONS
    VERDICTS = ("slip", "won", "out", "thief")
    BOTS = "slamomatic.games.slamwich.bots:BOTS"
    FACE = "slamomatic.games.slamwich.face:FACE"
    # --- the deal ---------------------------------------------------------------------------------

    def begin(self) -> None:
        """Deal all cards; the rest begins the pile. Paddles stay dark until the first flip."""
        super().begin()
        full = DECK if self.options["munchers"] else DECK_WITHOUT_MUNCHERS
        deck = ready_deck(self.NAME, full, self.setup.deck, self.chance)
        each = len(deck) // self.seats
        dealt, left_over = deck[: each * self.seats], deck[each * self.seats :]
        left = (self.flipper + 1) % self.seats
        self.hands = [dealt[(seat - left) % self.seats :: self.seats] for seat in range(self.seats)]
        self.pile = left_over
        self.throws = 0
        self.turn = left
        self.tell("dealt", None, {"counts": self.scores()})
        if left_over:
            self.tell("left-over", None, {"cards": list(left_over)})
        self.darken()
        self.paddles.hold(True, self.now_us)  # until the first flip

    # --- choices ----------------------------------------------------------------------------------

    def choose(self, do: str, seat: int, data: Data) -> None:
        """Call on a thief or flip a card; OpenlyRefused: not this player's turn, or not now."""
        if do == "call":
            self.call(seat)
        elif seat != self.turn:
            raise OpenlyRefused("it is not your card that falls next")
        elif self._no_card_falls():
            raise OpenlyRefused("paddles are dark or a slap is open: wait until they are live")
        else:
            self._flip(seat)

    def _no_card_falls(self) -> bool:
        """Whether no card may be flipped now; the first flip may be made with dark paddles."""
        return self.blocked or (self.paddles.dark_all and self.new != LOCKED)

    def _begin_play(self) -> None:
        """Let paddles come live with the first flip, and start the time limit."""
        self.paddles.hold(False, self.now_us)
        woken, named = self.paddles.wake_rested(self.now_us)
        self.tell("live", None, {"seats": woken})
        for seat in named:
            self.tell("named", seat)
        if self.options["minutes"]:
            limit_us = self.now_us + self.options["minutes"] * MINUTE_US
            self.wait("limit", limit_us)
            if self.options["minutes"] > 1:
                self.wait("last_minute", limit_us - MINUTE_US)

    def _flip(self, seat: int) -> None:
        """Turn this player's top card onto the pile, and find out what a slap is now and who flips next.

        A muncher has to be stopped by the next player, who flips as many cards as its number says. Nobody is
        next (`turn` None) after the last of them, or when nobody has cards: then the pile waits for a slap.
        """
        if self.new == LOCKED:
            self._begin_play()
        card = self.hands[seat].pop(0)
        self.pile.append(card)
        combination = is_combination(self.pile)
        self.old = self.new
        self.new = THIEF if card == THIEF_CARD else GOOD if combination else SLIP
        self.flipped_us = self.now_us
        self.flipper = seat
        self.tell("flipped", seat, {"card": card})
        if card in MUNCHERS and not combination:
            self.muncher = seat
            self.throws = MUNCHERS[card]
            self.turn = self._seat_to_stop_muncher(seat)
            self.tell("muncher", seat, {"throws": self.throws})
        elif self.muncher is None:
            self.turn = self.left_of(seat)
        else:  # one of the cards thrown to stop the muncher
            self.throws -= 1
            if not self.throws or not self.hands[seat]:
                self.turn = None
        if self.turn is None:
            self.wait("lie", self.now_us + SLAP_US)
        if self.new != SLIP or self.asked:
            self.update_asked()

    # --- winning a pile ---------------------------------------------------------------------------

    def win_pile(self, seat: int, how: str) -> None:
        """Put the pile under this player's stack, put out all without cards, and end the game or go on.

        `how`: "slap", "call", "munch", or "last" where nobody else can play on. The pile is turned over as a
        block, so that its lowest card comes up first.
        """
        won = self.slips + self.pile
        self.hands[seat] += won
        self.slips, self.pile = [], []
        self.close_slap()
        self.stop_waiting("lie")
        self.muncher = None
        self.throws = 0
        self.old = self.new = SLIP if how == "munch" else FREE
        self.turn = seat
        self.asked = []
        self.tell("won", seat, {"count": len(won), "how": how})
        for loser in self.in_play():
            if not self.hands[loser] or (how == "last" and loser != seat):
                self.put_out(loser)
        if len(self.in_play()) == 1:
            self.finish()
        elif how != "munch":
            self.go_dark()
        self.end_if_time_is_up()

    def scores(self) -> list[int]:
        return [len(hand) for hand in self.hands]

    def dropped(self, seat: int) -> None:
        """Put the player's cards under the pile and go on; an open slap of others is judged as usual."""
        self.slips[:0] = self.hands[seat]
        self.hands[seat] = []
        self._end_playing(seat)
        left = self.in_play()
        if len(left) == 1 and self.seats - sum(self.gone) > 1:
            self.win_pile(left[0], "last")
        elif not self.stake and not self.slipped.open:
            self.stop_waiting("lie")
            if self.new != LOCKED:
                self.go_dark()
            self.end_if_time_is_up()

    # --- slip slaps: a slap where nothing was to be slapped costs a card --------------------------

    def _end_slip(self) -> None:
        """Let all who slipped pay a card each, in the order of their slaps; without cards they are out.

        Slaps of one microsecond go from the last flipper's left on. Then the turn moves, and the slap ends.
        """
        times_us, first, last = self.slipped.times_us, self.slipped.first(), self.slipped.last()
        from_left = self.in_turn((self.flipper + 1) % self.seats)
        slips = [seat for seat in from_left if self.slipped.has_slapped(seat)]
        slips.sort(key=times_us.__getitem__)
        self.slipped.void()
        broke = [seat for seat in slips if not self.hands[seat]]
        # If all remaining players slip without cards, the last of them stays in, or all that tied for last.
        spared = last if set(broke) == set(self.in_play()) else []
        for seat in slips:
            card = self.hands[seat].pop(0) if self.hands[seat] else None
            if card is not None:
                self.slips.insert(0, card)
            self.tell("slip", seat, {"card": card})
            if seat in broke and seat not in spared:
                self.put_out(seat)
            else:
                self.darken_seat(seat, times_us[seat])
        self._move_turn(first)
        if len(self.in_play()) == 1:
            self.win_pile(self.in_play()[0], "last")
        elif not self.stake:
            self.update_asked()
            self.armed([])

    def _move_turn(self, first: list[int]) -> None:
        """Move the turn after slip slaps: the player to the left of the earliest one flips next.

        `first`: the seats that slipped earliest. The turn stays if they tied, if this incident has moved it
        already, or if a muncher is being stopped. A player without cards loses the turn in any case.
        """
        if self.muncher is not None:
            if self.turn is not None and not self.hands[self.turn]:
                self.turn = None
        elif self.turn is not None:
            if len(first) == 1 and not self.moved:
                self.turn = self.left_of(first[0])
            elif not self.hands[self.turn]:
                self.turn = self.left_of(self.turn)
        self.moved = True

    # --- who can go on ----------------------------------------------------------------------------

    def _seat_to_stop_muncher(self, seat: int) -> int | None:
        """Return who must stop the muncher: the next seat with cards; None: only the muncher has any."""
        left = self.left_of(seat)
        return None if left == self.muncher else left

    def put_out(self, seat: int) -> None:
        """Take a player who has lost everything out of the game: the paddle counts no more."""
        self.out[seat] = True
        self.paddles.absent[seat] = True
        self.paddles.live[seat] = False
        self.tell("out", seat)
        self._end_playing(seat)

    def _end_playing(self, seat: int) -> None:
        """Let a player who is out or has left be nothing any more: no flipper, muncher or slapper."""
        if self.flipper == seat:
            self.flipper = min(self.in_play(), key=lambda s: (seat - s) % self.seats, default=seat)
        if self.muncher == seat:
            self.muncher = None
            self.throws = 0
            self.turn = self.left_of(seat)
        elif self.turn == seat:
            self.turn = self.left_of(seat) if self.muncher is None else self._seat_to_stop_muncher(seat)
        self.leave_open_slap(seat)

    # --- what is seen -----------------------------------------------------------------------------

    def legal(self, seat: int | None) -> list[Choice]:
        """Return the slaps that are awaited, the calls on a thief, and the flip of the player on turn.

        In the public form nothing tells whether the pile can be slapped.
        """
        if self.over:
            return []
        down = self.paddles.down
        asked = self._awaited() if seat is None else self.asked
        choices = [Choice(s, "down") for s in asked if seat in (None, s) and not down[s]]
        if self.thief_us is not None:
            callers = [s for s in self.calls.waits_for if not self.out[s] and seat in (None, s)]
            choices += [Choice(s, "call") for s in callers if self.may_call()]
        elif self.turn is not None and seat in (None, self.turn) and not self._no_card_falls():
            choices.append(FLIP[self.turn])
        return choices

    def _awaited(self) -> list[int]:
        """Return the seats that everybody may be told to wait for: spotting a pair is left to the players."""
        if self.again:
            return self.race.waits_for
        return [seat for seat in self.in_play() if seat == self.first]

    def sees(self, seat: int | None) -> Json:
        """Return the same for all eyes: stacks are face down even for their owners."""
        return {
            "asked": self._awaited(),
            "counts": self.scores(),
            "pile": list(self.pile),
            "slips": list(self.slips),
            "out": list(self.out),
            "flipper": self.flipper,
            "flipped_us": self.flipped_us,
            "muncher": self.muncher,
            "throws": self.throws,
            "first": self.first,
            "called": self.calls.slapped,
            "again": self.again,
            "ends_us": self.waits.get("limit"),
        }

    def face_down(self, eye: int | None) -> list[list[Place]]:
        return [[place for hand in self.hands for place in every_card(hand)]]

    def cards(self) -> dict[str, list[str]]:
        piles = {"pile": self.pile, "slips": self.slips}
        return piles | {f"hand {seat}": hand for seat, hand in enumerate(self.hands)}
