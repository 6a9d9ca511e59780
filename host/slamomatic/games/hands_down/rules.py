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
    """The game: the deal, choices, how a race ends, who leaves, the end. Its bases hold the turn."""

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
        self.tell("deal", None, {"dealer": self.dealer}, {s: {"cards": self._sorted(s)} for s in range(n)})
        self._start_turn(first)

    # --- choices ----------------------------------------------------------------------------------

    def choose(self, do: str, seat: int, data: Data) -> None:
        if seat != self.turn:
            raise OpenlyRefused("it is {seat}'s turn", seat=self.turn)
        if self.opened_us >= 0:
            raise OpenlyRefused("a Hands Down is open: all must slap first")
        if do == "take":
            self._take(seat, list(data["from"]))
        elif self.to_take:
            raise OpenlyRefused("take cards from the other players first")
        elif do == "choose":
            if data["number"] not in self._numbers(seat):
                raise Refused("you have no pair of {number}s", number=data["number"])
            self.chosen = data["number"]
            self.tell("chosen", seat, None, {seat: {"number": self.chosen}})
        else:
            self._pass(self.touches.slap_of(seat))

    def _pass(self, touch: Span | None) -> None:
        """Settles the contacts before it; the turn player's own touch can no longer become a slap."""
        if touch is not None:
            self._foul("not-down", touch)
            return
        for seat in self._early_hands():
            self._pay_early(seat)
        self._end_turn(forced=False)

    def _take(self, seat: int, sources: list[int]) -> None:
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
        self._go_on()

    # --- what is known later ------------------------------------------------------------------------

    def touched(self, seat: int, at: Span, live: bool) -> None:
        if not live or self.opened_us >= 0 or self.turn is None:
            return
        self._contact(self.touches, seat, at)

    def fell_due(self, t_us: int) -> None:
        assert self.turn is not None
        if self.opened_us >= 0:
            closes_us, ends_us = self._closes_us(), self.race.times_out_us
            if closes_us is not None and closes_us <= t_us:
                self._settle_race()
            elif ends_us is not None and ends_us <= t_us:
                self.tell("timed-out", None, {"seats": self.race.waits_for})
                self._race_off()
            else:
                self._race_on()  # a loose slap meanwhile: it closes later
            return
        for seat in self._early_hands():
            early_us = self._early_from_us(seat)
            if early_us is not None and early_us <= t_us and self._before_turn_touch(seat):
                self._pay_early(seat)
        touch, ends_us = self.touches.slap_of(self.turn), self._touch_ends_us()
        if touch is not None and ends_us is not None and ends_us <= t_us:
            self._foul("not-down", touch)
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
            self.race.start([], 0)

    def lifted(self, seat: int, t_us: int) -> None:
        if self.opened_us < 0 or not self.was_early[seat] or self.paddles.drums(seat):
            return
        opened, unsure_us = self.race.opened, self._unsure_us(seat)
        if t_us < opened.early_us and t_us + unsure_us <= opened.early_us:
            # The hand was up again when the turn player's slap landed, and this is told only now.
            self.was_early[seat] = False
            self.race.forget(seat)
            self.wake([seat])
            self._race_on()
        elif t_us < opened.late_us + unsure_us:
            self._void_doubtful_slap()  # nobody knows whether it still lay there

    def void_open_slap(self) -> bool:
        if self.opened_us >= 0:
            self._race_off()
            return True
        contacts = not (self.touches.untouched and self.downs.untouched)
        self._no_contacts()
        self.deadline_us = None
        if contacts:
            self.darken()
        return contacts

    # --- the end of a race --------------------------------------------------------------------------

    def _settle_race(self) -> None:
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
        self._close()
        self.darken()
        if len(last) > 1:
            self.tell("clump", None, {"seats": last, "window_us": self.race.window_us(last)})
            return
        for seat in last:
            self.tell("lost", seat, {"race": self.race.times_us})
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
        self.race.start([], 0)
        self._close()
        self.darken()

    # --- who leaves -------------------------------------------------------------------------------

    def dropped(self, seat: int) -> None:
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
            self._race_on()
        elif self.to_take:
            # The drawpile lives again: the turn starts from it after all.
            self.paddles.resume()
            self._draw(self.to_take)
        else:
            self._update_contacts_deadline()

    # --- what might be ------------------------------------------------------------------------------

    def face_down(self, eye: int | None) -> list[list[Place]]:
        hands = [hand for seat, hand in enumerate(self.hands) if seat != eye]
        return [[*every_card(self.drawpile), *(place for hand in hands for place in every_card(hand))]]

    def redealt(self, eye: int | None, chance: Chance) -> None:
        """Whose Hands Down is open must hold a pair; which one, and what was chosen, is its secret."""
        turn = self.turn
        if turn is None or turn == eye:
            return
        self.chosen = None
        if self.opened_us >= 0 and not self._numbers(turn):
            self._give_a_pair(turn, eye, chance)
        if self.incident:
            self.had = self._numbers(turn)
        if self.opened_us >= 0:
            self.playing = self.had[-1]

    def _give_a_pair(self, turn: int, eye: int | None, chance: Chance) -> None:
        hand = self.hands[turn]
        places = self.face_down(eye)[0]
        cards = [pile[at] for pile, at in places]
        ways = [number for number in NUMBERS if cards.count(number) >= 2]
        number = ways[chance.below(len(ways))]
        for at in range(2):
            if hand[at] != number:
                found = [(p, i) for p, i in places if p[i] == number and not (p is hand and i < 2)]
                pile, i = found[chance.below(len(found))]
                pile[i], hand[at] = hand[at], number

    # --- the end ----------------------------------------------------------------------------------

    def _ends_dry(self) -> bool:
        """The house rule: rounds without a pair, the drawpile out; then all pairs in hand are laid."""
        if self.drawpile:
            return False
        self.dry_turns += 1
        rounds: int = self.options["dry_rounds"]
        if self.dry_turns < rounds * (self.seats - sum(self.gone)):
            return False
        for seat in range(self.seats):
            while numbers := self._numbers(seat):
                self._lay_pair(seat, numbers[-1])
        self._end_game()
        return True

    def _end_game(self) -> None:
        for seat, hand in enumerate(self.hands):
            if JOKER in hand:
                hand.remove(JOKER)
                self.joker_seat = seat
                self.tell("joker", seat)
        self.finish()

    def best(self) -> list[int]:
        """Of those with most points, who has the highest numbers on the pairs."""
        worth = {s: sum(map(int, self.pairs[s])) + 20 * (s == self.joker_seat) for s in super().best()}
        return [seat for seat in worth if worth[seat] == max(worth.values())]

    def cards(self) -> dict[str, list[str]]:
        places = {"drawpile": list(self.drawpile)}
        for seat in range(self.seats):
            places[f"hand {seat}"] = list(self.hands[seat])
            places[f"pairs {seat}"] = [number for number in self.pairs[seat] for _ in range(2)]
        if self.joker_seat is not None:
            places["laid Joker"] = [JOKER]
        return places
