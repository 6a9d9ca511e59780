"""The deck of Hit the Deck: its piles, and the slaps on it, in time, late or by mistake."""

from slamomatic.engine.core import Game
from slamomatic.engine.race import LAST, Race, Verdict
from slamomatic.engine.span import Span
from slamomatic.engine.vocabulary import OpenlyRefused
from slamomatic.games.hit_the_deck.cards import FLIPS

LAST_DRAWS = 4
CLUMPED_LAST_DRAWS = 2
UNCALLED_DRAWS = 4
FAKED_OUT_DRAWS = 2
CALL_US = 2_000_000  # how long the player of a hand card has for the call


class Deck(Game):
    """The piles, lists with their top card last, and the race after a hand card."""

    hands: list[list[str]]
    drawpile: list[str]
    discards: list[str]
    points: list[int]
    dealer: int
    step: int  # 1: play goes left, -1: right
    drew: bool  # whether the player on turn has drawn a card that fits
    blocked: bool  # no card falls: paddles are dark or a slap is open
    caller: int | None  # who must call, while a hand card is out
    called: bool  # whether the caller has called
    faked: list[list[int]]  # slaps at nothing that are still to be paid for: [early_us, late_us, seat]
    paid: list[bool]  # who was faked out in this incident

    race: Race

    def begin(self) -> None:
        """Set the fields: no card is dealt yet, and no slap is open."""
        self.hands = [[] for _ in range(self.seats)]
        self.drawpile = []
        self.discards = []
        self.step = 1
        self.dealer = self.first_dealer()
        self.drew = False
        self.blocked = True
        self.caller = None
        self.called = False
        self.faked = []
        self.paid = [False] * self.seats

    def turn_to(self, seat: int) -> None:
        """Give the turn to this seat."""
        self.turn = seat
        self.drew = False

    # --- piles ------------------------------------------------------------------------------------

    def draw_cards(self, seat: int, count: int) -> list[str]:
        """Give this seat so many cards, or as many as there are; return them.

        The discards are reshuffled as soon as the pile is empty.
        """
        drawn: list[str] = []
        while len(drawn) < count and self.drawpile:
            drawn.append(self.drawpile.pop())
            if not self.drawpile:
                self.reshuffle()
        self.hands[seat] += drawn
        self.tell("drew", seat, {"count": len(drawn)}, {seat: {"cards": drawn}})
        return drawn

    def reshuffle(self) -> None:
        """Shuffle all discards but the top one into a new draw pile; do nothing if there is only that one."""
        if len(self.discards) > 1:
            self.drawpile, self.discards = self.discards[:-1], self.discards[-1:]
            self.chance.shuffle(self.drawpile)
            self.tell("reshuffled", None, {"count": len(self.drawpile)})

    def cut(self, seat: int) -> bool:
        """Cut the draw pile between a third and two thirds of its height, and expose the lowest lifted card.

        That card goes onto the discards. Returns False if there is no pile to cut.
        """
        size = len(self.drawpile)
        if not size:
            self.tell("cut", seat, {"depth": 0, "card": None})
            return False
        least, most = max(1, size // 3), max(1, size * 2 // 3)
        depth = least + self.chance.below(most - least + 1)
        card = self.drawpile.pop(-depth)
        self.discards.append(card)
        self.tell("cut", seat, {"depth": depth, "card": card})
        if not self.drawpile:
            self.reshuffle()
        return True

    def flip(self, seat: int) -> bool:
        """Turn play round and swap the piles, upside down; bury Flips that come up on top.

        Returns whether a card that may ask for something came up: False without a pile, or with only Flips.
        """
        self.step = -self.step
        if not self.drawpile:
            self.tell("flipped", seat, {"card": None, "step": self.step})
            return False
        self.drawpile, self.discards = self.discards[::-1], self.drawpile[::-1]
        self.tell("flipped", seat, {"card": self.discards[-1], "step": self.step})
        if FLIPS.issuperset(self.discards):
            return False
        while self.discards[-1] in FLIPS:
            self.bury(self.discards)
        return True

    def bury(self, pile: list[str]) -> None:
        """Move the top card of this pile to a random place below the next one."""
        card = pile.pop()
        place = self.chance.below(len(pile))
        pile.insert(place, card)
        self.tell("buried", None, {"card": card, "place": place})

    # --- a hand on the deck -----------------------------------------------------------------------

    def open_race(self, caller: int) -> None:
        """Wait for this player's call and for all hands; the race starts once the paddles are live."""
        self.turn = None
        self.caller = caller
        self.called = False
        if not self.blocked:
            self._start_race()

    def _start_race(self) -> None:
        """The last hand on the deck draws; a caller who does not call in time draws too."""
        self.race.start(self.in_play(), self.now_us, LAST, self.now_us + CALL_US, answers=self.caller)
        self.tell("race", self.caller)

    def may_call(self) -> bool:
        """Whether the call is still to come and its time still runs."""
        return not self.called and self.race.in_time(self.now_us)

    def call(self, seat: int) -> None:
        """Take the call by key or button; OpenlyRefused: it is not possible now."""
        if not self.race.open:
            raise OpenlyRefused("no hand card is out")
        if seat != self.caller:
            raise OpenlyRefused("only the player of the hand card calls")
        if self.called:
            raise OpenlyRefused("you have called already")
        if not self.may_call():
            raise OpenlyRefused("the time for the call is over")
        self._note_call()

    def _note_call(self) -> None:
        """Note the call: from now on the race waits for the last hand, however long that takes."""
        self.called = True
        self.race.remove_limit()
        self.tell("called", self.caller)

    def judged(self, race: Race, verdict: Verdict) -> None:
        """Let the last hand draw cards, or each of several.

        Without a call in time the caller draws instead.
        """
        caller = self.clear_hand_card()
        if verdict.void:
            return
        if verdict.timed_out:
            self.tell("uncalled", caller, {"draws": UNCALLED_DRAWS})
            self.draw_cards(caller, UNCALLED_DRAWS)
            return
        draws = LAST_DRAWS if verdict.seat is not None else CLUMPED_LAST_DRAWS
        tie = {"window_us": verdict.window_us} if verdict.tied else {}
        for seat in sorted(verdict.seats, key=lambda seat: (seat - caller) * self.step % self.seats):
            self.tell("last", seat, {"draws": draws, **tie})
            self.draw_cards(seat, draws)

    def clear_hand_card(self) -> int:
        """Forget the hand card and give the turn to the player after its caller; return the caller."""
        caller = self.caller
        assert caller is not None
        self.caller = None
        self.called = False
        self.turn_to(self.next_seat(caller, self.step))
        return caller

    # --- slaps ------------------------------------------------------------------------------------

    def slapped(self, seat: int, at: Span, live: bool) -> None:
        """Note a slap in the race, where the caller's slap is the call too; else note a slap at nothing."""
        if not live:
            return
        if self.race.open:
            self.race.note(seat, at)
            if seat == self.caller and not self.called and self.race.in_time(at.early_us):
                self._note_call()
        elif not self.paid[seat]:
            self.paid[seat] = True
            self.faked.append([at.early_us, at.late_us, seat])
            self.blocked = True
            self._update_faked_deadline()

    def _update_faked_deadline(self) -> None:
        """Set when slaps at nothing are paid for: an earlier one may still be delivered until then."""
        self.deadline_us = min(late_us for _, late_us, _ in self.faked) + self.paddles.widest_window_us()

    def widened(self) -> None:
        if self.faked:
            self._update_faked_deadline()

    def fell_due(self, t_us: int) -> None:
        """Let all who slapped at nothing draw cards and go dark, in the order of their slaps.

        Slaps of one microsecond go from the player on turn on.
        """
        start = self.dealer if self.turn is None else self.turn
        self.faked.sort(key=lambda slap: (slap[0], (slap[2] - start) * self.step % self.seats))
        for early_us, _, seat in self.faked:
            self.tell("faked-out", seat, {"draws": FAKED_OUT_DRAWS})
            self.draw_cards(seat, FAKED_OUT_DRAWS)
            self.darken_seat(seat, early_us)
        self.faked = []

    def go_dark(self) -> None:
        self.darken()
        self.blocked = True

    def armed(self, seats: list[int]) -> None:
        """Go on once all hands are up: cards may fall again, and the race for a hand card starts."""
        if self.faked or self.paddles.anybody_awaited():
            return
        self.blocked = False
        self.paid = [False] * self.seats
        if self.caller is not None and not self.race.open:
            self._start_race()

    def void_open_slap(self) -> bool:
        """Take back the race, or slaps at nothing before they are paid for; return whether there was one."""
        if not self.faked:
            return super().void_open_slap()
        self.faked = []
        self.deadline_us = None
        self.go_dark()
        return True
