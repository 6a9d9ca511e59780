"""The cards of Lowdown: how they are dealt, who sees them, and what each seat may do now."""

from collections.abc import Iterator
from itertools import combinations, islice
from random import Random

from slamomatic.engine.chance import Chance
from slamomatic.engine.core import Game
from slamomatic.engine.hooks import Place, every_card
from slamomatic.engine.setup import ready_deck
from slamomatic.engine.vocabulary import Choice, Data, Json
from slamomatic.games.lowdown import words as lowdown_words
from slamomatic.games.lowdown.grid import ACTIONS, CELLS, FACE_DOWN, PACK, lines, total

Grid = list[str | None]


class LowdownDeal(Game):
    """The part of Lowdown that holds the cards, shows them to those who may see them, and lists choices."""

    NAME = "lowdown"
    SEATS = range(2, 7)
    FEWEST_WIN = True
    EVENTS = lowdown_words.EVENTS
    EFFECTS = lowdown_words.EFFECTS
    OPTIONS = lowdown_words.OPTIONS
    VERDICTS = ("cleared",)

    grids: list[Grid]
    up: list[list[bool]]  # of each grid, which cards lie open; a hole counts as open
    drawpile: list[str]  # the top card is the last
    discards: list[str]
    under: list[str]  # under the discards, in no order: performed actions and cleared lines
    out: list[str]  # grids of players who left
    drawn: str | None  # the card that the player on turn has drawn
    drawn_from: str | None  # "pile" or "discard"
    looked: int | None  # the cell just looked at after a throw
    phase: str  # the word of what is to be done now: "open", "draw", "place", "look", "turn" or "claim"
    unopened: list[bool]  # who has not opened two cards yet
    aims: list[list[int] | None]  # the cells of the line that each player aims at in secret
    ender: int | None  # who has ended the hand
    claimants: list[int]  # seats whose turn to claim at the end of the hand is still to come
    totals: list[int]  # points of all hands
    dealer: int
    starter: int
    hand: int  # the number of the hand, from 1

    # --- the deal ---------------------------------------------------------------------------------

    def begin(self) -> None:
        """Set the scores and deal the first hand."""
        self.totals = [0] * self.seats
        self.dealer = self.first_dealer()
        self.starter = self.next_seat(self.dealer)
        self.hand = 0
        self.deal(self.setup.deck)

    def deal(self, stacked: object) -> None:
        """Deal a new hand with all the cards; `stacked`: a stacked deck, or None."""
        cards = ready_deck(self.NAME, PACK, stacked, self.chance)
        cards.reverse()  # the top card is the last
        self.hand += 1
        self.drawn = None
        self.drawn_from = None
        self.looked = None
        self.aims = [None] * self.seats
        self.ender = None
        self.claimants = []
        self.under = []
        self.out = []
        self.grids = [[] for _ in range(self.seats)]
        players = self.in_turn(self.next_seat(self.dealer))
        for _ in range(CELLS):
            for seat in players:
                self.grids[seat].append(cards.pop())
        self.up = [[False] * len(grid) for grid in self.grids]
        self.unopened = [bool(grid) for grid in self.grids]
        self.discards = [cards.pop()]
        self.drawpile = cards
        self.tell("dealt", None, {"count": CELLS, "discard": self.discards[-1]})
        self.tell("starter", self.starter)
        self.phase = "open"
        self.turn = self.starter
        self.tell("turn", self.turn)

    # --- what is seen -----------------------------------------------------------------------------

    def shown(self, seat: int) -> Grid:
        """Return a grid as everybody sees it, its owner too."""
        return [card if up else FACE_DOWN for card, up in zip(self.grids[seat], self.up[seat], strict=True)]

    def drawn_is_public(self) -> bool:
        """Whether everybody sees the drawn card: it is from the discards, or the house rule says so."""
        return self.drawn_from == "discard" or bool(self.options["drawn_open"])

    def sees(self, seat: int | None) -> Json:
        """Return what all may see, and for a seat its aim; the drawn card only if the seat may see it."""
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
        """Return the places of drawpile, face-down cards, cards of players who left, and a hidden drawn card.

        The drawn card lies in no pile: its place is the field.
        """
        grids = [(grid, cell) for seat, grid in enumerate(self.grids) for cell in self._hidden_cells(seat)]
        drawn_is_hidden = self.drawn is not None and eye != self.turn and not self.drawn_is_public()
        drawn = [(vars(self), "drawn")] if drawn_is_hidden else []
        return [[*every_card(self.drawpile), *grids, *every_card(self.out), *drawn]]

    def redealt(self, eye: int | None, chance: Chance) -> None:
        """Forget the aims of other players, which are secret."""
        self.aims = [aim if seat == eye else None for seat, aim in enumerate(self.aims)]

    def scores(self) -> list[int]:
        return list(self.totals)

    def points(self) -> list[int]:
        """Return the points in each grid, with its face-down cards: for the end of a hand."""
        return [total(grid) for grid in self.grids]

    def cards(self) -> dict[str, list[str]]:
        """Return every card by its place."""
        grids = {
            f"grid {seat}": [card for card in grid if card is not None]
            for seat, grid in enumerate(self.grids)
        }
        piles = {"drawpile": self.drawpile, "discards": self.discards, "under": self.under, "out": self.out}
        return grids | piles | {"drawn": [] if self.drawn is None else [self.drawn]}

    # --- what is on offer -------------------------------------------------------------------------

    def legal(self, seat: int | None) -> list[Choice]:
        if seat is None:
            return [choice for each in range(self.seats) for choice in self._choices(each, public=True)]
        return self._choices(seat)

    def _choices(self, seat: int, public: bool = False) -> list[Choice]:
        """Return everything that this seat may do; in the public form without the data of a choice."""
        if self.over or self.gone[seat]:
            return []
        words = self._turn_words(seat)
        claims = self._claimable_lines(seat)
        if claims:
            words.append("aim")
        if public:
            choices = [Choice(seat, word) for word in words]
        else:
            choices = [Choice(seat, word, data) for word in words for data in self._ways_to(seat, word)]
        if claims and self.paddles.live[seat]:
            choices.append(Choice(seat, "down"))
        return choices

    def _cells_with_card(self, seat: int) -> list[int]:
        """Return the cells of this grid with a card."""
        return [cell for cell, card in enumerate(self.grids[seat]) if card is not None]

    def _hidden_cells(self, seat: int) -> list[int]:
        """Return the cells of this grid with a face-down card."""
        return [cell for cell, up in enumerate(self.up[seat]) if not up]

    def _claimable_lines(self, seat: int) -> list[tuple[int, int, int]]:
        """Return the lines that a slap of this seat could clear."""
        if self.phase == "claim" and seat != self.turn:
            return []
        return lines(self.grids[seat], self.up[seat])

    def _turn_words(self, seat: int) -> list[str]:
        """Return the words of the choices that this seat may have by turn and phase.

        They are public, so they don't depend on the drawn card: `_ways_to` may find no way for a word.
        """
        phase = self.phase
        if phase == "open":
            return ["open"] if self.unopened[seat] else []
        if seat != self.turn:
            return []
        if phase == "place":
            return ["place"] if self.drawn_from == "discard" else ["place", "throw", "act"]
        if phase in ("look", "turn"):
            return [phase, "done"]
        return ["done" if phase == "claim" else phase]

    def _ways_to(self, seat: int, word: str) -> Iterator[Data]:
        """Yield the data of every choice of this seat with this word."""
        if word == "open":
            yield from ({"cells": list(pair)} for pair in combinations(range(CELLS), 2))
        elif word == "draw":
            if self.drawpile:
                yield {"from": "pile"}
            if self.discards:
                yield {"from": "discard"}
        elif word == "place":
            faces = ("up",) if self.drawn_from == "discard" else ("up", "down")
            cells = self._cells_with_card(seat)
            yield from ({"cell": cell, "face": face} for cell in cells for face in faces)
        elif word == "throw":
            if self.drawn not in ACTIONS:
                yield {}
        elif word == "act":
            yield from self._ways_to_act(seat)
        elif word == "look":
            yield from ({"cell": cell} for cell in self._hidden_cells(seat))
        elif word == "turn":
            yield {"cell": self.looked}
        elif word == "aim":
            yield from ({"cells": list(line)} for line in self._claimable_lines(seat))
        else:
            yield {}

    def _ways_to_act(self, seat: int) -> Iterator[Data]:
        """Yield the data of every way to perform the drawn action; none if the card is no action."""
        if self.drawn == "peek":
            for of in range(self.seats):
                yield from ({"of": of, "cell": cell} for cell in self._hidden_cells(of))
        elif self.drawn == "swap":
            yield from ({"cells": list(pair)} for pair in combinations(self._cells_with_card(seat), 2))
        elif self.drawn == "steal":
            own = self._cells_with_card(seat)
            others = (
                (of, cell) for of in range(self.seats) if of != seat for cell in self._cells_with_card(of)
            )
            yield from ({"mine": mine, "from": of, "theirs": theirs} for of, theirs in others for mine in own)

    def random_choice(self, seat: int, rng: Random) -> Choice | None:
        """Return a random choice for the player on turn; a line is claimed every other time.

        Otherwise every choice that `legal` lists, but for aims, is equally likely. The long lists of ways to
        place or act are not made for that, which takes a fraction of the time. None: wait for the paddle.
        """
        claims = self.paddles.live[seat] and bool(self._claimable_lines(seat))
        if claims and rng.random() < 0.5:
            return Choice(seat, "down")
        phase = self.phase
        if phase == "place":
            return self._random_placing(seat, rng)
        if phase == "draw":
            pile = self.drawpile and (not self.discards or rng.random() < 0.5)
            return Choice(seat, "draw", {"from": "pile" if pile else "discard"})
        if phase == "claim":
            return Choice(seat, "done") if claims else None  # wait till the paddle is live
        words = self._turn_words(seat)
        ways = [Choice(seat, word, data) for word in words for data in self._ways_to(seat, word)]
        return ways[int(rng.random() * len(ways))]

    def _random_placing(self, seat: int, rng: Random) -> Choice:
        """Return a random choice for the drawn card: place, throw or act, every way equally likely.

        The ways are counted and one of the numbers is drawn, so that no list has to be made.
        """
        cells, card = self._cells_with_card(seat), self.drawn
        placings = len(cells)
        others = 0  # the other ways to use the card
        if self.drawn_from == "pile":
            placings *= 2
            if card == "peek":
                others = sum([up.count(False) for up in self.up])
            elif card == "swap":
                others = len(cells) * (len(cells) - 1) // 2
            elif card == "steal":
                others = len(cells) * sum(
                    [len(self._cells_with_card(of)) for of in range(self.seats) if of != seat]
                )
            else:
                others = 1
        drawn = int(rng.random() * (placings + others))
        if drawn < placings:
            face = "up" if drawn < len(cells) else "down"
            return Choice(seat, "place", {"cell": cells[drawn % len(cells)], "face": face})
        if card == "swap":
            return Choice(seat, "act", {"cells": list(rng.sample(cells, 2))})
        if card in ACTIONS:
            return Choice(seat, "act", next(islice(self._ways_to_act(seat), drawn - placings, None)))
        return Choice(seat, "throw")
