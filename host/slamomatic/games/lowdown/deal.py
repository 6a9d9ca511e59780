"""The cards of Lowdown: the deal, the grids, who sees what."""

from slamomatic.engine.chance import Chance
from slamomatic.engine.core import Game
from slamomatic.engine.hooks import Place, every_card
from slamomatic.engine.native import mypyc_attr
from slamomatic.engine.setup import ready_deck
from slamomatic.engine.vocabulary import Json
from slamomatic.games.lowdown import words as lowdown_words
from slamomatic.games.lowdown.grid import CELLS, FACE_DOWN, PACK, total

Grid = list[str | None]


@mypyc_attr(allow_interpreted_subclasses=True)
class LowdownDeal(Game):
    """The cards of a game: dealt, in grids and piles, and seen by those who may see them."""

    in_hand: list[str | None]  # the drawn card while cards are dealt again

    NAME = "lowdown"
    SEATS = range(2, 7)
    FEWEST_WIN = True
    EVENTS = lowdown_words.EVENTS
    EFFECTS = lowdown_words.EFFECTS
    OPTIONS = lowdown_words.OPTIONS
    STATE = (
        "grids",
        "up",
        "drawpile",
        "discards",
        "under",
        "out",
        "drawn",
        "drawn_from",
        "looked",
        "phase",
        "unopened",
        "aims",
        "ender",
        "claimants",
        "totals",
        "dealer",
        "starter",
        "hand",
    )

    # --- the deal ---------------------------------------------------------------------------------

    def begin(self) -> None:
        self.totals = [0] * self.seats
        self.dealer = self.first_dealer()
        self.starter = self.next_seat(self.dealer)
        self.hand = 0
        deck = self.setup.deck
        self.deal(None if deck is None else ready_deck(self.NAME, PACK, deck, self.chance))

    def deal(self, given: list[str] | None) -> None:
        """A new hand: all the cards together again."""
        cards = list(PACK) if given is None else given
        if given is None:
            self.chance.shuffle(cards)
        cards.reverse()  # the top card is the last
        self.hand += 1
        self.drawn: str | None = None
        self.drawn_from: str | None = None
        self.looked: int | None = None  # the cell just looked at after a throw
        self.aims: list[list[int] | None] = [None] * self.seats
        self.ender: int | None = None
        self.claimants: list[int] = []  # who may still claim at the end of the hand, in turn
        self.under: list[str] = []  # under the discards, in no order: performed actions and cleared lines
        self.out: list[str] = []  # grids of players who left
        self.grids: list[Grid] = [[] for _ in range(self.seats)]
        players = self.in_turn(self.next_seat(self.dealer))
        for _ in range(CELLS):
            for seat in players:
                self.grids[seat].append(cards.pop())
        self.up = [[False] * len(grid) for grid in self.grids]  # a hole counts as open
        self.unopened = [bool(grid) for grid in self.grids]  # who has not opened two cards yet
        self.discards = [cards.pop()]
        self.drawpile = cards
        self.tell("dealt", None, {"count": CELLS, "discard": self.discards[-1]})
        self.tell("starter", self.starter)
        self.phase = "open"
        self.turn = self.starter
        self.tell("turn", self.turn)

    # --- what is seen -----------------------------------------------------------------------------

    def shown(self, seat: int) -> Grid:
        """A grid as everybody sees it, its owner too."""
        return [card if up else FACE_DOWN for card, up in zip(self.grids[seat], self.up[seat], strict=True)]

    def drawn_is_public(self) -> bool:
        return self.drawn_from == "discard" or bool(self.options["drawn_open"])

    def sees(self, seat: int | None) -> Json:
        drawn = self.drawn
        if drawn is not None and seat != self.turn and not self.drawn_is_public():
            drawn = FACE_DOWN
        return {
            "hand": self.hand,
            "phase": self.phase,
            "grids": [self.shown(each) for each in range(self.seats)],
            "unopened": list(self.unopened),
            "drawn": drawn,
            "drawn_from": self.drawn_from,
            "looked": self.looked,
            "aim": None if seat is None else self.aims[seat],
            "discard": self.discards[-1] if self.discards else None,
            "discards": len(self.discards) + len(self.under),
            "drawpile": len(self.drawpile),
            "starter": self.starter,
            "ender": self.ender,
        }

    def face_down(self, eye: int | None) -> list[list[Place]]:
        grids = [
            (grid, cell)
            for grid, up in zip(self.grids, self.up, strict=True)
            for cell in range(len(grid))
            if not up[cell]
        ]
        self.in_hand = [self.drawn]
        held = self.drawn is not None and eye != self.turn and not self.drawn_is_public()
        drawn = every_card(self.in_hand) if held else []
        return [[*every_card(self.drawpile), *grids, *every_card(self.out), *drawn]]

    def redealt(self, eye: int | None, chance: Chance) -> None:
        (self.drawn,) = self.in_hand
        self.aims = [aim if seat == eye else None for seat, aim in enumerate(self.aims)]

    def scores(self) -> list[int]:
        return list(self.totals)

    def points(self) -> list[int]:
        """What each grid holds now, its face-down cards too: for the end of a hand."""
        return [total(grid) for grid in self.grids]

    def cards(self) -> dict[str, list[str]]:
        grids = {
            f"grid {seat}": [card for card in grid if card is not None]
            for seat, grid in enumerate(self.grids)
        }
        return grids | {
            "drawpile": list(self.drawpile),
            "discards": list(self.discards),
            "under": list(self.under),
            "out": list(self.out),
            "drawn": [] if self.drawn is None else [self.drawn],
        }
