"""Hands Down: slap to play a pair; the last to slap loses a card to you."""

from __future__ import annotations

from itertools import combinations_with_replacement

from slamomatic.engine.chance import Chance
from slamomatic.engine.hooks import Place, every_card
from slamomatic.engine.judging import OUT
from slamomatic.engine.native import mypyc_attr
from slamomatic.engine.setup import ready_deck
from slamomatic.engine.vocabulary import Choice, Data, Json, OpenlyRefused, Refused, made
from slamomatic.games.hands_down import cards as tables
from slamomatic.games.hands_down.cards import DEALT, DECK, JOKER, NUMBERS, PAIRS_OF_A_NUMBER
from slamomatic.games.hands_down.slaps import Slaps

SEATS = range(3, 5)

# What a seat may choose, made once.
PASS = [Choice(seat, "pass") for seat in range(SEATS[-1])]
DOWN = [Choice(seat, "down") for seat in range(SEATS[-1])]
CHOOSE = [
    {number: Choice(seat, "choose", {"number": number}) for number in NUMBERS} for seat in range(SEATS[-1])
]


@mypyc_attr(allow_interpreted_subclasses=True)
class HandsDown(Slaps):
    """The cards and the turn; the slaps are judged in `Slaps`."""

    NAME = "hands-down"
    VERSION = 4  # 2: each seat has a contact of its own; 3: house rule of dry rounds; 4: no rest after a take
    SEATS = SEATS
    EVENTS = tables.EVENTS
    EFFECTS = tables.EFFECTS
    OPTIONS = tables.OPTIONS
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
        *Slaps.SLAP_STATE,
    )

    def begin(self) -> None:
        n = self.seats
        self.dealer = self.first_dealer()
        played = NUMBERS[: self.options["numbers"]]
        full = [card for card in DECK if card == JOKER or card in played]
        deck = ready_deck(self.NAME, full, self.setup.deck, self.chance)
        order = [(self.dealer + 1 + i) % n for i in range(n)]
        self.hands: list[list[str]] = [[] for _ in range(n)]
        for i in range(DEALT * n):
            self.hands[order[i % n]].append(deck[i])
        self.drawpile = deck[DEALT * n :][::-1]  # the top card is the last: popping it is cheap
        self.pairs: list[list[str]] = [[] for _ in range(n)]
        self.joker_seat: int | None = None
        self.to_take = 0
        self.dry_turns = 0  # of the house rule: since a pair was laid, or the drawpile was out
        self._clear_slaps()
        self.race = [OUT] * n
        self.tell("deal", None, {"dealer": self.dealer}, {s: {"cards": self._sorted(s)} for s in range(n)})
        self._start_turn(order[0])

    # --- the turn ---------------------------------------------------------------------------------

    def _start_turn(self, seat: int) -> None:
        self.turn = seat
        self.chosen: str | None = None
        self.tell("turn", seat)
        self._draw(1 if self.hands[seat] else 2)

    def _draw(self, count: int) -> None:
        """From the drawpile, and what that lacks from other players."""
        assert self.turn is not None
        pile = self.drawpile
        if pile:
            cards = pile[: -count - 1 : -1]
            del pile[-count:]
            self.hands[self.turn] += cards
            self.tell(
                "draw",
                self.turn,
                {"count": len(cards), "left": len(pile)},
                {self.turn: {"cards": cards}},
            )
            count -= len(cards)
        if count:
            count = min(count, sum([len(self.hands[seat]) for seat in self._others()]))
        self.to_take = count
        if count:
            self.tell("must-take", self.turn, {"count": count})
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
        for seat, hand in enumerate(self.hands):
            if JOKER in hand:
                hand.remove(JOKER)
                self.joker_seat = seat
                self.tell("joker", seat)
        self.finish()

    def _too_long_without_a_pair(self) -> bool:
        """The house rule: counts the turn that ends, and whether it was one too many."""
        if self.drawpile:
            return False
        self.dry_turns += 1
        rounds: int = self.options["dry_rounds"]
        return self.dry_turns >= rounds * (self.seats - sum(self.gone))

    def _lay_every_pair(self) -> None:
        for seat in range(self.seats):
            while numbers := self._numbers(seat):
                self._lay_pair(seat, numbers[-1])
        self._end_game()

    def _end_turn(self, forced: bool) -> None:
        assert self.turn is not None
        self.tell("pass", self.turn, {"forced": forced})
        self._next_turn()

    def _next_turn(self) -> None:
        assert self.turn is not None
        self._clear_slaps()
        if self.options["dry_rounds"] and self._too_long_without_a_pair():
            self._lay_every_pair()
            return
        if self.paddles.dark_all:
            # A paddle pressed in the old turn does not count in the new one.
            self.darken()
        self._start_turn(self.next_seat(self.turn))

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
        elif not self._foul_by_pass():
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
            self.race[seat] = OUT
            self._race_on()
        elif self.to_take:
            # The drawpile lives again: the turn starts from it after all.
            self.paddles.resume()
            self._draw(self.to_take)
        else:
            self._update_contacts_deadline()

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
        elif numbers:
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
            "race": list(self.race),
        }
        if seat is not None:
            public["hand"] = self._sorted(seat)
            public["chosen"] = self.chosen if seat == self.turn else None
            public["playing"] = self.playing if seat == self.turn else None
        return public

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

    def scores(self) -> list[int]:
        return [len(pairs) + 2 * (seat == self.joker_seat) for seat, pairs in enumerate(self.pairs)]

    def best(self) -> list[int]:
        scores = self.scores()
        playing = [seat for seat in range(self.seats) if not self.gone[seat]]
        top = max(scores[seat] for seat in playing)
        tied = [seat for seat in playing if scores[seat] == top]
        worth = {s: sum(map(int, self.pairs[s])) + 20 * (s == self.joker_seat) for s in tied}
        return [seat for seat in tied if worth[seat] == max(worth.values())]

    def cards(self) -> dict[str, list[str]]:
        places = {"drawpile": list(self.drawpile)}
        for seat in range(self.seats):
            places[f"hand {seat}"] = list(self.hands[seat])
            places[f"pairs {seat}"] = [number for number in self.pairs[seat] for _ in range(2)]
        if self.joker_seat is not None:
            places["laid Joker"] = [JOKER]
        return places
