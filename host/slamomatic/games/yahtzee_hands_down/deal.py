"""The cards of Yahtzee Hands Down: the three packs, how they are dealt and drawn, and who sees them."""

from slamomatic.engine.chance import Chance
from slamomatic.engine.core import Game
from slamomatic.engine.hooks import Place, every_card
from slamomatic.engine.race import OwnRace
from slamomatic.engine.setup import ready_deck
from slamomatic.engine.vocabulary import Json
from slamomatic.errors import UserError
from slamomatic.games.yahtzee_hands_down import words as yahtzee_words
from slamomatic.games.yahtzee_hands_down.dice import CHANCE, COMBO_COPIES, COMBOS, DICE

HAND = 5

PACKS: dict[str, list[str]] = {
    "dice": [card for card, copies in DICE.items() for _ in range(copies)],
    "combos": list(COMBOS) * COMBO_COPIES,
    "chance": [str(points) for points, copies in CHANCE.items() for _ in range(copies)],
}


class YahtzeeDeal(Game):
    """The part of Yahtzee Hands Down that deals, draws and shows the cards."""

    NAME = "yahtzee-hands-down"
    VERSION = 2  # 2: the house rule that deals another card for the last combo
    SEATS = range(2, 7)
    EVENTS = yahtzee_words.EVENTS
    EFFECTS = yahtzee_words.EFFECTS
    OPTIONS = yahtzee_words.OPTIONS
    VERDICTS = ("combo-won", "chance-won")
    hands: list[list[str]]
    aims: list[str | None]  # the combo that each player aims at in secret
    known: list[bool]  # called hands that were turned up, are real, and lie open
    drawpile: list[str]  # the top card is the last
    discards: list[str]
    buried: list[str]  # hands of players who left: unseen, under the discards
    table: list[str]  # the combos that can be won
    won: list[list[str]]  # of each player, the combos
    chances: list[list[str]]  # of each player, the chance cards: unknown to their owners too
    chance_pile: list[str]
    box: list[str]  # combos and chance cards that are not played with
    starter: int
    left: int | None  # turns left in the round after a call; None: they are not counted
    drawn: bool  # whether the player of the last such turn has drawn
    dry_turns: int  # for the house rule: turns since the last combo was dealt

    calls: OwnRace  # who has called, and when: these hands lie on the table

    # --- set-up -----------------------------------------------------------------------------------

    def begin(self) -> None:
        """Deal combos, chance cards and hands, and start the first round."""
        seats, played = self.seats, self.options["combos"]
        # By the rulebook there is one card of each combo: the first half of the pack as it is.
        combos = self._pack("combos", shuffled=played != len(COMBOS))
        chances = self._pack("chance", shuffled=True)
        self.table = combos[:played]
        self.won = [[] for _ in range(seats)]
        self.chance_pile = chances[:played][::-1]
        self.chances = [[] for _ in range(seats)]
        self.box = combos[played:] + chances[played:]
        self.starter = (self.first_dealer() + 1) % seats
        dice = self._pack("dice", shuffled=True)
        self.drawpile = dice[HAND * seats :][::-1]
        self.discards = []
        self.buried = []
        self.hands = [sorted(dice[(s - self.starter) % seats : HAND * seats : seats]) for s in range(seats)]
        self.aims = [None] * seats
        self.known = [False] * seats
        self.left = None
        self.drawn = False
        self.dry_turns = 0
        self.tell("combos", None, {"cards": list(self.table)})
        for seat, hand in enumerate(self.hands):
            self.tell("dealt", seat, {"count": len(hand)}, {seat: {"cards": list(hand)}})
        self.start_round()

    def _pack(self, name: str, shuffled: bool) -> list[str]:
        """Return one of the PACKS as the deck file stacks it, else shuffled or in its own order.

        UserError: the deck file has other packs or cards.
        """
        deck = self.setup.deck or {}
        if not isinstance(deck, dict):
            raise UserError(
                "a stacked deck of {name} is an object with {packs}, each a list",
                name=self.NAME,
                packs=", ".join(PACKS),
            )
        for key in deck:
            if key not in PACKS:
                raise UserError(
                    "a deck of {name} has no '{key}'; it has {packs}",
                    name=self.NAME,
                    key=key,
                    packs=", ".join(PACKS),
                )
        if name in deck:
            return ready_deck(f"{self.NAME}'s {name}", PACKS[name], deck[name], self.chance)
        cards = list(PACKS[name])
        if shuffled:
            self.chance.shuffle(cards)
        return cards

    def start_round(self) -> None:
        """Give the turn to the starter and wait for calls."""
        self.turn = self.starter
        self.calls.start(self.in_play(), self.now_us, places=2)  # the first two hands are turned up
        self.tell("starter", self.starter)
        self.tell("turn", self.turn, {"left": None})

    def draw(self, count: int) -> list[str]:
        """Return so many cards from the drawpile, or as many as there are with the discards shuffled in."""
        pile = self.drawpile
        if len(pile) >= count:
            keep = len(pile) - count
            drew = pile[keep:][::-1]
            del pile[keep:]
            return drew
        drew = pile[::-1]
        pile.clear()
        if self.discards or self.buried:
            self.drawpile, self.discards, self.buried = self.buried + self.discards, [], []
            self.chance.shuffle(self.drawpile)
            self.tell("reshuffled", None, {"count": len(self.drawpile)})
            drew += [self.drawpile.pop() for _ in range(min(count - len(drew), len(self.drawpile)))]
        return drew

    # --- what is seen -----------------------------------------------------------------------------

    def sees(self, seat: int | None) -> Json:
        """Return what all may see, and for a seat its own hand and aim; the chance cards only at the end."""
        return {
            "hands": [
                list(hand) if owner == seat or self.known[owner] else None
                for owner, hand in enumerate(self.hands)
            ],
            "counts": [len(hand) for hand in self.hands],
            "aim": None if seat is None else self.aims[seat],
            "called": [self.calls.has_slapped(seat) for seat in range(self.seats)],
            "known": list(self.known),
            "table": list(self.table),
            "won": [list(cards) for cards in self.won],
            "chances": [list(cards) if self.over else len(cards) for cards in self.chances],
            "drawpile": len(self.drawpile),
            "discards": list(self.discards),
            "buried": len(self.buried),
            "starter": self.starter,
            "left": self.left,
            "drawn": self.drawn,
        }

    def face_down(self, eye: int | None) -> list[list[Place]]:
        """Return the places of hidden dice cards and, before the end, of all chance cards."""
        hands = [hand for seat, hand in enumerate(self.hands) if seat != eye and not self.known[seat]]
        dice = [place for pile in (self.drawpile, self.buried, *hands) for place in every_card(pile)]
        boxed = [(self.box, at) for at, card in enumerate(self.box) if card not in COMBOS]
        if self.over:
            return [dice]  # the chance cards have been turned up
        piles = (self.chance_pile, *self.chances)
        return [dice, [*boxed, *(place for pile in piles for place in every_card(pile))]]

    def redealt(self, eye: int | None, chance: Chance) -> None:
        """Sort the hands that were dealt again, and forget their secret aims."""
        for seat, hand in enumerate(self.hands):
            if seat != eye and not self.known[seat]:
                hand.sort()
                self.aims[seat] = None

    def scores(self) -> list[int]:
        """Return the points of each player's combos, and at the end of their chance cards too."""
        points = [sum(COMBOS[combo] for combo in cards) for cards in self.won]
        if self.over:
            chances = [sum(map(int, cards)) for cards in self.chances]
            points = [won + more for won, more in zip(points, chances, strict=True)]
        return points

    def cards(self) -> dict[str, list[str]]:
        """Return every card of the three packs by its place."""
        by_seat = {
            f"{place} {seat}": list(cards)
            for place, piles in (("hand", self.hands), ("won", self.won), ("chances", self.chances))
            for seat, cards in enumerate(piles)
        }
        return by_seat | {
            "drawpile": list(self.drawpile),
            "discards": list(self.discards),
            "buried": list(self.buried),
            "table": list(self.table),
            "chance pile": list(self.chance_pile),
            "box": list(self.box),
        }
