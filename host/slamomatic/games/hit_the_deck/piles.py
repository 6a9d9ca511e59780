"""The piles of Hit the Deck: drawing, reshuffling, cutting, flipping over, burying."""

from slamomatic.engine.core import Game
from slamomatic.engine.native import mypyc_attr
from slamomatic.games.hit_the_deck.cards import FLIPS


@mypyc_attr(allow_interpreted_subclasses=True)
class Piles(Game):
    """Piles are lists with their top card last."""

    def begin(self) -> None:
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.drawpile: list[str] = []
        self.discards: list[str] = []
        self.step = 1  # play goes left, -1: right

    def draw_cards(self, seat: int, count: int) -> list[str]:
        """As many as there are; the discards come in as soon as the pile is empty."""
        drawn: list[str] = []
        while len(drawn) < count and self.drawpile:
            drawn.append(self.drawpile.pop())
            if not self.drawpile:
                self.reshuffle()
        self.hands[seat] += drawn
        self.tell("drew", seat, {"count": len(drawn)}, {seat: {"cards": drawn}})
        return drawn

    def reshuffle(self) -> None:
        """The top discard stays, the others become the draw pile; with one discard there is nothing to do."""
        if len(self.discards) > 1:
            self.drawpile, self.discards = self.discards[:-1], self.discards[-1:]
            self.chance.shuffle(self.drawpile)
            self.tell("reshuffled", None, {"count": len(self.drawpile)})

    def cut(self, seat: int) -> bool:
        """Lifts between a third and two thirds of the draw pile; the lowest lifted card is exposed."""
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
        """Swap the piles, upside down; return whether the new top card may ask for something."""
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
        """The top card goes to a random place below the next one."""
        card = pile.pop()
        place = self.chance.below(len(pile))
        pile.insert(place, card)
        self.tell("buried", None, {"card": card, "place": place})
