"""Hands Down: slap to play a pair; the last to slap loses a card to you."""

from itertools import combinations_with_replacement

from slamomatic.engine.chance import Chance
from slamomatic.engine.hooks import Place, every_card
from slamomatic.engine.setup import ready_deck
from slamomatic.engine.vocabulary import Choice, Data, Json, OpenlyRefused, Refused, make_tuple
from slamomatic.games.hands_down import cards as tables
from slamomatic.games.hands_down.cards import (
    DEALT,
    DECK,
    JOKER,
    JOKER_POINTS,
    NUMBERS,
    PAIRS_OF_A_NUMBER,
)
from slamomatic.games.hands_down.turn import Turn

SEATS = range(3, 5)

# The choices of each seat, made once.
PASS = [Choice(seat, "pass") for seat in range(SEATS[-1])]
DOWN = [Choice(seat, "down") for seat in range(SEATS[-1])]
CHOOSE = [
    {number: Choice(seat, "choose", {"number": number}) for number in NUMBERS} for seat in range(SEATS[-1])
]


class HandsDown(Turn):
    """Hands Down: the cards, choices, views and the end. Its base classes judge the slaps."""

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
    dealer: int
    drawpile: list[str]  # the top card is the last
    hands: list[list[str]]
    pairs: list[list[str]]  # of each seat, the numbers of its pairs
    joker_seat: int | None
    to_take: int  # how many cards the turn player has to take from others, the drawpile being out
    chosen: str | None  # the number of the pair that the turn player picked for the next slap
    dry_turns: int  # for the house rule: turns since a pair was laid or the drawpile ran out

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
        self._check_turn(seat)
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
            self._pass()

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

    # --- turns and their cards ----------------------------------------------------------------------

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

    def _end_turn(self, forced: bool) -> None:
        """Tell that the turn ends and start the next; `forced`: the player had too few cards to go on."""
        self.tell("pass", self.turn, {"forced": forced})
        self._next_turn()

    def takes_part(self, seat: int) -> bool:
        return bool(self.hands[seat])

    def _pair_numbers(self, seat: int) -> list[str]:
        """Return the numbers of which this seat's hand holds a pair, lowest first."""
        once: set[str] = set()
        twice: set[str] = set()
        for card in self.hands[seat]:
            (twice if card in once else once).add(card)
        return sorted(twice, key=int)

    def _number_to_play(self) -> str:
        return self.chosen if self.chosen in self.had else super()._number_to_play()

    def _pay(self, seat: int, why: str) -> None:
        """Move one random card from this player to the turn player; `why`: "take", "early" or "last"."""
        to = self.turn
        assert to is not None
        card = self.chance.take(self.hands[seat])
        self.hands[to].append(card)
        which = {"card": card}
        self.tell("pays", seat, {"to": to, "why": why}, {seat: which, to: which})

    def _lay_pair(self, turn: int, number: str) -> None:
        """Move the two cards of this number from the hand to the player's pairs."""
        for _ in range(2):
            self.hands[turn].remove(number)
        self.pairs[turn].append(number)
        self.chosen = None
        self.dry_turns = 0
        self.tell("pair", turn, {"number": number})

    # --- who leaves -------------------------------------------------------------------------------

    def dropped(self, seat: int) -> None:
        """Shuffle the player's hand into the drawpile.

        Let the turn, race or take go on without the player.
        """
        hand, self.hands[seat] = self.hands[seat], []
        if hand:
            self.drawpile += hand
            self.chance.shuffle(self.drawpile)
            self.tell("returned", seat, {"count": len(hand), "left": len(self.drawpile)})
        if self.to_take and self.seats - sum(self.gone) >= self.SEATS[0]:
            if seat != self.turn:
                # The drawpile has cards again: draw from it, and take only the rest from other players.
                self.forget_contacts(seat)
                self.paddles.resume()
                self._draw(self.to_take)
                return
            self.to_take = 0
        super().dropped(seat)

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
