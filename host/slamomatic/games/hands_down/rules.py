"""Hands Down: slap to play a pair; the last to slap loses a card to you."""

from slamomatic.engine.chance import Chance
from slamomatic.engine.hooks import Place, every_card
from slamomatic.engine.setup import ready_deck
from slamomatic.engine.span import Span
from slamomatic.engine.vocabulary import Data, OpenlyRefused, Refused
from slamomatic.games.hands_down import cards as tables
from slamomatic.games.hands_down.cards import DEALT, DECK, JOKER, NUMBERS
from slamomatic.games.hands_down.contacts import OTHERS
from slamomatic.games.hands_down.turn import SEATS, Turn


class HandsDown(Turn):
    """Hands Down: the deal, choices, verdicts, players who leave, the end. Its base classes hold the turn."""

    NAME = "hands-down"
    VERSION = 4  # 2: each seat has a contact of its own; 3: house rule of dry rounds; 4: no rest after a take
    SEATS = SEATS
    EVENTS = tables.EVENTS
    EFFECTS = tables.EFFECTS
    OPTIONS = tables.OPTIONS
    VERDICTS = ("pays", "lost", "foul")
    BOTS = "slamomatic.games.hands_down.bots:BOTS"
    FACE = "slamomatic.games.hands_down.face:FACE"
    PAPER = "slamomatic.games.hands_down.paper:PaperHandsDown"
    STATE = (
        "dealer",
        "drawpile",
        "hands",
        "pairs",
        "joker_seat",
        "to_take",
        "chosen",
        "dry_turns",
        *Turn.SLAP_STATE,
    )

    def begin(self) -> None:
        """Deal four cards to everybody and start the turn of the seat to the dealer's left."""
        n = self.seats
        self.dealer = self.first_dealer()
        played = NUMBERS[: self.options["numbers"]]
        full = [card for card in DECK if card == JOKER or card in played]
        deck = ready_deck(self.NAME, full, self.setup.deck, self.chance)
        first = (self.dealer + 1) % n
        self.hands = [deck[(seat - first) % n : DEALT * n : n] for seat in range(n)]
        self.drawpile = deck[DEALT * n :][::-1]  # the top card is the last: popping it is cheap
        self.pairs = [[] for _ in range(n)]
        self.joker_seat = None
        self.to_take = 0
        self.dry_turns = 0
        self._clear_slaps()
        self.race.start([], 0)
        self.tell(
            "deal", None, {"dealer": self.dealer}, {s: {"cards": self._sorted_hand(s)} for s in range(n)}
        )
        self._start_turn(first)

    # --- choices ----------------------------------------------------------------------------------

    def choose(self, do: str, seat: int, data: Data) -> None:
        """Take cards, choose a pair in secret or pass; Refused: not this player's turn, or not now."""
        if seat != self.turn:
            raise OpenlyRefused("it is {seat}'s turn", seat=self.turn)
        if self.opened_us >= 0:
            raise OpenlyRefused("a Hands Down is open: all must slap first")
        if do == "take":
            self._take(seat, list(data["from"]))
        elif self.to_take:
            raise OpenlyRefused("take cards from the other players first")
        elif do == "choose":
            if data["number"] not in self._pair_numbers(seat):
                raise Refused("you have no pair of {number}s", number=data["number"])
            self.chosen = data["number"]
            self.tell("chosen", seat, None, {seat: {"number": self.chosen}})
        else:
            self._pass(self.touches.slap_of(seat))

    def _pass(self, touch: Span | None) -> None:
        """End the turn without a slap: players who touched a paddle before pay.

        `touch`: the turn player's own touch that did not become a slap, which makes the pass a foul.
        """
        if touch is not None:
            self._foul("not-down", touch)
            return
        for seat in self._early_hands():
            self._pay_early(seat)
        self._end_turn(forced=False)

    def _take(self, seat: int, sources: list[int]) -> None:
        """Take one random card from each of these players for an empty drawpile; refuse other lists."""
        if not self.to_take:
            raise OpenlyRefused("there is nothing to take now")
        if len(sources) != self.to_take:
            raise OpenlyRefused(
                "take 1 card: name one seat"
                if self.to_take == 1
                else "take {n} cards: name one seat for each",
                n=self.to_take,
            )
        for source in sources:
            if source == seat or not 0 <= source < self.seats:
                raise OpenlyRefused("{seat} is not another player", seat=source)
            if len(self.hands[source]) < sources.count(source):
                raise OpenlyRefused("{seat} has not enough cards", seat=source)
        self.to_take = 0
        for source in sources:
            self._pay(source, "take")
        self.paddles.resume()
        self._continue_turn()

    # --- contacts and deadlines ---------------------------------------------------------------------

    def touched(self, seat: int, at: Span, live: bool) -> None:
        """Note a touch before the turn player's slap; in the race only slaps count."""
        if not live or self.opened_us >= 0 or self.turn is None:
            return
        self._note_contact(self.touches, seat, at)

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
        self.settled_us = max(self.settled_us, self.now_us)
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

    def _lay_pair(self, turn: int, number: str) -> None:
        """Move the two cards of this number from the hand to the player's pairs."""
        for _ in range(2):
            self.hands[turn].remove(number)
        self.pairs[turn].append(number)
        self.chosen = None
        self.dry_turns = 0
        self.tell("pair", turn, {"number": number})

    def _call_off_race(self) -> None:
        """End the race without a verdict, as if nobody had slapped."""
        self.race.start([], 0)
        self._clear_race()
        self.darken()

    # --- who leaves -------------------------------------------------------------------------------

    def dropped(self, seat: int) -> None:
        """Shuffle the player's hand into the drawpile.

        Let the turn, race or take go on without the player.
        """
        hand, self.hands[seat] = self.hands[seat], []
        self.forget_contacts(seat)
        if hand:
            self.drawpile += hand
            self.chance.shuffle(self.drawpile)
            self.tell("returned", seat, {"count": len(hand), "left": len(self.drawpile)})
        if self.seats - sum(self.gone) < self.SEATS[0]:
            return
        if seat == self.turn:
            self.to_take = 0
            self.paddles.hold(False, self.now_us)
            self.darken()
            self._next_turn()
        elif self.opened_us >= 0:
            self._update_race()
        elif self.to_take:
            # The drawpile has cards again: draw from it, and take only the rest from other players.
            self.paddles.resume()
            self._draw(self.to_take)
        else:
            self._update_contacts_deadline()

    # --- what might be ------------------------------------------------------------------------------

    def face_down(self, eye: int | None) -> list[list[Place]]:
        hands = [hand for seat, hand in enumerate(self.hands) if seat != eye]
        return [[*every_card(self.drawpile), *(place for hand in hands for place in every_card(hand))]]

    def redealt(self, eye: int | None, chance: Chance) -> None:
        """Give another player's hand a pair while its slap is open: the slap shows that it holds one.

        Which pair it is, and which one was chosen, is not known: both follow from the new cards.
        """
        turn = self.turn
        if turn is None or turn == eye:
            return
        self.chosen = None
        if self.opened_us >= 0 and not self._pair_numbers(turn):
            self._give_a_pair(turn, eye, chance)
        if self.incident:
            self.had = self._pair_numbers(turn)
        if self.opened_us >= 0:
            self.playing = self.had[-1]

    def _give_a_pair(self, turn: int, eye: int | None, chance: Chance) -> None:
        """Make the turn player's first two cards a pair, by swaps with cards that the eye can't see."""
        hand = self.hands[turn]
        places = self.face_down(eye)[0]
        cards = [pile[at] for pile, at in places]
        possible = [number for number in NUMBERS if cards.count(number) >= 2]
        number = possible[chance.below(len(possible))]
        for at in range(2):
            if hand[at] != number:
                found = [(p, i) for p, i in places if p[i] == number and not (p is hand and i < 2)]
                pile, i = found[chance.below(len(found))]
                pile[i], hand[at] = hand[at], number

    # --- the end ----------------------------------------------------------------------------------

    def _end_if_dry(self) -> bool:
        """Count a turn without a pair while the drawpile is out; return whether that ended the game.

        By the house rule the game ends after so many rounds of such turns: all pairs in hand are laid.
        """
        if self.drawpile:
            return False
        self.dry_turns += 1
        rounds: int = self.options["dry_rounds"]
        if self.dry_turns < rounds * (self.seats - sum(self.gone)):
            return False
        for seat in range(self.seats):
            while numbers := self._pair_numbers(seat):
                self._lay_pair(seat, numbers[-1])
        self._end_game()
        return True

    def _end_game(self) -> None:
        """Lay the Joker for its holder, then finish."""
        for seat, hand in enumerate(self.hands):
            if JOKER in hand:
                hand.remove(JOKER)
                self.joker_seat = seat
                self.tell("joker", seat)
        self.finish()

    def best(self) -> list[int]:
        """Return the seats with most points; of several, those whose cards are worth most."""
        worth = {s: sum(map(int, self.pairs[s])) for s in super().best()}
        if self.joker_seat in worth:
            worth[self.joker_seat] += tables.JOKER_WORTH
        return [seat for seat in worth if worth[seat] == max(worth.values())]

    def cards(self) -> dict[str, list[str]]:
        """Return every card by its place; a pair lies there as its two cards."""
        places = {"drawpile": list(self.drawpile)}
        for seat in range(self.seats):
            places[f"hand {seat}"] = list(self.hands[seat])
            places[f"pairs {seat}"] = [number for number in self.pairs[seat] for _ in range(2)]
        if self.joker_seat is not None:
            places["laid Joker"] = [JOKER]
        return places
