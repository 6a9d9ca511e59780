"""Lowdown: grids of face-down cards, few points wanted; three of one colour in a row can be slapped away."""

from slamomatic.engine.span import Span
from slamomatic.engine.vocabulary import Data, OpenlyRefused, Refused
from slamomatic.games.lowdown.deal import LowdownDeal
from slamomatic.games.lowdown.grid import ACTIONS, CELLS, highest, is_open_line, lines


class Lowdown(LowdownDeal):
    """Lowdown: turns, actions, claims and the end. Its base class holds the cards and lists the choices."""

    BOTS = "slamomatic.games.lowdown.bots:BOTS"
    FACE = "slamomatic.games.lowdown.face:FACE"

    # --- choices ----------------------------------------------------------------------------------

    def choose(self, do: str, seat: int, data: Data) -> None:
        """Make a choice by the method of its word: "draw" by `_draw`, and so on."""
        if seat != self.turn and do not in ("aim", "open"):
            raise OpenlyRefused("it is not your turn (a line may be claimed at any time)")
        getattr(self, f"_{do}")(seat, data)

    def _occupied_cell(self, seat: int, cell: object) -> int:
        """Return the cell if a card lies there; OpenlyRefused: it is empty, or no cell."""
        if not isinstance(cell, int) or not 0 <= cell < CELLS:
            raise OpenlyRefused("a grid has the cells 0 to {last}, not {cell}", last=CELLS - 1, cell=cell)
        if self.grids[seat][cell] is None:
            raise OpenlyRefused("that cell is empty, and stays so: {cell}", cell=cell)
        return cell

    def _face_down_cell(self, seat: int, cell: object) -> int:
        """Return the cell if a face-down card lies there; OpenlyRefused: none does."""
        at = self._occupied_cell(seat, cell)
        if self.up[seat][at]:
            raise OpenlyRefused("that card lies open already: {cell}", cell=at)
        return at

    def _two_cells(self, seat: int, cells: object) -> tuple[int, int]:
        """Return two different cells with cards; OpenlyRefused: `cells` names something else."""
        if not isinstance(cells, list) or len(cells) != 2 or cells[0] == cells[1]:
            raise OpenlyRefused("name two different cells")
        return self._occupied_cell(seat, cells[0]), self._occupied_cell(seat, cells[1])

    def _open(self, seat: int, data: Data) -> None:
        """Open this player's first two cards, which everybody does before the first turn."""
        if not self.unopened[seat]:
            raise OpenlyRefused("you have opened your two cards")
        pair = self._two_cells(seat, data["cells"])
        for cell in pair:
            self.up[seat][cell] = True
        self.unopened[seat] = False
        self.tell("opened", seat, {"cells": list(pair), "cards": [self.grids[seat][cell] for cell in pair]})
        self._next_to_open()

    def _next_to_open(self) -> None:
        """Give the turn to the next player who has two cards to open; once all have, the starter begins."""
        for seat in self.in_turn(self.starter):
            if self.unopened[seat]:
                self._give_turn(seat)
                return
        self.phase = "draw"
        self._give_turn(self.next_seat(self.starter - 1))  # the starter, or the next seat if that player left

    def _give_turn(self, seat: int) -> None:
        """Give the turn to this seat and tell it, unless the same player is only opening cards."""
        if seat != self.turn or self.phase == "draw":
            self.turn = seat
            self.tell("turn", seat)

    def _draw(self, seat: int, data: Data) -> None:
        """Take the top card of the pile or of the discards into the hand."""
        source = data["from"]
        if self.phase != "draw":
            raise OpenlyRefused("this is not the time to draw a card")
        if source not in ("pile", "discard"):
            raise OpenlyRefused(
                "there is no '{source}': draw from {one} or {other}",
                source=source,
                one="pile",
                other="discard",
            )
        pile = self.drawpile if source == "pile" else self.discards
        if not pile:
            other = "discard" if source == "pile" else "pile"
            raise OpenlyRefused("no card is left there: draw from {other}", other=other)
        self.drawn = card = pile.pop()
        self.drawn_from = source
        self.phase = "place"
        if self.drawn_is_public():
            self.tell("drew", seat, {"from": source, "card": card})
        else:
            self.tell("drew", seat, {"from": source}, {seat: {"card": card}})

    def _drawn_card(self) -> str:
        """Return the drawn card; OpenlyRefused: none was drawn."""
        if self.drawn is None:
            raise OpenlyRefused("you hold no card: draw one first")
        return self.drawn

    def _place(self, seat: int, data: Data) -> None:
        """Put the drawn card into the grid, face up or down; the old card goes to the discards."""
        card, face = self._drawn_card(), data["face"]
        at = self._occupied_cell(seat, data["cell"])
        if face not in ("up", "down"):
            raise OpenlyRefused(
                "a card lies {one} or {other}, not '{face}'", one="up", other="down", face=face
            )
        if face == "down" and self.drawn_from == "discard":
            raise OpenlyRefused("a card from the discards is placed face up")
        old = self.grids[seat][at]
        assert old is not None
        self.grids[seat][at] = card
        self.up[seat][at] = face == "up"
        self.discards.append(old)
        self.drawn = self.drawn_from = None
        shown = {"card": card} if face == "up" else {}
        self.tell("placed", seat, {"cell": at, "face": face, "old": old, **shown})
        self._end_turn()

    def _throw(self, seat: int, data: Data) -> None:
        """Put the drawn card on the discards; then the player may look at a face-down card."""
        card = self._drawn_card()
        if self.drawn_from == "discard":
            raise OpenlyRefused("a card from the discards must be placed")
        if card in ACTIONS:
            raise Refused("a drawn {card} is performed or placed, not thrown away", card=card)
        self.discards.append(card)
        self.drawn = self.drawn_from = None
        self.phase = "look"
        self.tell("threw", seat, {"card": card})

    def _look(self, seat: int, data: Data) -> None:
        """Show this player one of their face-down cards, after a throw."""
        if self.phase != "look":
            raise OpenlyRefused("you may look at a card only after you have thrown one away, and only once")
        at = self._face_down_cell(seat, data["cell"])
        self.looked = at
        self.phase = "turn"
        self.tell("looked", seat, {"cell": at}, {seat: {"card": self.grids[seat][at]}})

    def _turn(self, seat: int, data: Data) -> None:
        """Open the card that this player has just looked at, and end the turn."""
        if self.phase != "turn":
            raise OpenlyRefused("you may open a card only after you have looked at it")
        cell = data["cell"]
        if cell != self.looked:
            raise OpenlyRefused("you may open only the card you looked at: {cell}", cell=self.looked)
        self.up[seat][cell] = True
        self.tell("turned", seat, {"cell": cell, "card": self.grids[seat][cell]})
        self._end_turn()

    def _done(self, seat: int, data: Data) -> None:
        """End the turn without a look, or the player's time to claim lines at the end of a hand."""
        if self.phase == "claim":
            self._next_claimant()
        elif self.phase in ("look", "turn"):
            self._end_turn()
        else:
            raise OpenlyRefused("your turn is not over yet: draw, then place, throw or act")

    # --- actions ----------------------------------------------------------------------------------

    def _act(self, seat: int, data: Data) -> None:
        """Perform the drawn action by its method (`_peek`, `_swap`, `_steal`), and put the card away.

        After a Peek the player draws again. A refusal is for the player alone: only the player knows which
        action was drawn.
        """
        card = self._drawn_card()
        if self.drawn_from == "discard" or card not in ACTIONS:
            raise Refused("only an action card from the drawpile can be performed")
        try:
            getattr(self, f"_{card}")(seat, data)
        except Refused as refused:
            # Not OpenlyRefused: that would tell everybody which action it is.
            raise Refused(refused.sentence, **refused.fields) from refused
        self.under.append(card)
        self.under.sort()
        self.drawn = self.drawn_from = None
        if card == "peek":
            self.phase = "draw"
        else:
            self._end_turn()

    def _peek(self, seat: int, data: Data) -> None:
        """Show this player a face-down card of anybody's grid."""
        of = self._playing_seat(data.get("of"))
        at = self._face_down_cell(of, data.get("cell"))
        self.tell("peeked", seat, {"of": of, "cell": at}, {seat: {"card": self.grids[of][at]}})

    def _swap(self, seat: int, data: Data) -> None:
        """Let two cards of this player's grid change places, face up or down as they are."""
        one, other = self._two_cells(seat, data.get("cells"))
        grid, up = self.grids[seat], self.up[seat]
        grid[one], grid[other] = grid[other], grid[one]
        up[one], up[other] = up[other], up[one]
        self.tell("swapped", seat, {"cells": [one, other]})

    def _steal(self, seat: int, data: Data) -> None:
        """Exchange a card with another player's; both are opened."""
        of = self._playing_seat(data.get("from"))
        if of == seat:
            raise OpenlyRefused("you can't steal from yourself: name another player")
        mine = self._occupied_cell(seat, data.get("mine"))
        theirs = self._occupied_cell(of, data.get("theirs"))
        gave, got = self.grids[seat][mine], self.grids[of][theirs]
        self.grids[seat][mine], self.grids[of][theirs] = got, gave
        self.up[seat][mine] = self.up[of][theirs] = True
        self.tell("stole", seat, {"mine": mine, "from": of, "theirs": theirs, "got": got, "gave": gave})

    def _playing_seat(self, seat: object) -> int:
        """Return the seat if a player sits there; OpenlyRefused: nobody does."""
        if not isinstance(seat, int) or not 0 <= seat < self.seats or self.gone[seat]:
            raise OpenlyRefused("there is no player at {seat}", seat=seat)
        return seat

    # --- claims -----------------------------------------------------------------------------------

    def _aim(self, seat: int, data: Data) -> None:
        """Note which line this player's next slap is for; only this player knows."""
        line = tuple(sorted(data["cells"]))
        if line not in lines(self.grids[seat], self.up[seat]):
            raise OpenlyRefused("these are not three open cards of one colour in a row: aim at such a line")
        self.aims[seat] = list(line)

    def slapped(self, seat: int, at: Span, live: bool) -> None:
        """Clear the line that this player aimed at, else the one worth most; without a line nothing happens.

        At the end of a hand only the player on turn may claim, until no line is left.
        """
        t_us = at.middle_us
        if not live or (self.phase == "claim" and seat != self.turn):
            return
        self.darken_seat(seat, t_us)
        grid, up, aim = self.grids[seat], self.up[seat], self.aims[seat]
        self.aims[seat] = None
        if aim is None:
            line = highest(grid, up)
        else:
            one, between, end = aim
            line = (one, between, end) if is_open_line(grid, up, (one, between, end)) else None
        if line is None:
            self.tell("no-line", seat, t_us=t_us)
            return
        cards = [str(grid[cell]) for cell in line]
        for cell in line:
            grid[cell] = None
        self.under += cards
        self.under.sort()
        self.tell("cleared", seat, {"cells": list(line), "cards": cards}, t_us=t_us)
        if self.phase == "claim" and not lines(grid, up):
            self._next_claimant()

    # --- the end of a turn, a hand, the game ------------------------------------------------------

    def _end_turn(self) -> None:
        """Give the turn to the next player, or end the hand.

        The hand ends when any grid has no face-down card left (an empty grid has none), or the drawpile is
        empty.
        """
        assert self.turn is not None
        self.looked = None
        all_open = any(all(up) and not gone for up, gone in zip(self.up, self.gone, strict=True))
        if all_open or not self.drawpile:
            self._end_hand(self.turn)
            return
        self.phase = "draw"
        self._give_turn(self.next_seat(self.turn))

    def _end_hand(self, by: int) -> None:
        """Open all cards and let the players claim lines in turn, from `by` on, who ended the hand."""
        self.up = [[True] * len(grid) for grid in self.grids]
        self.ender = by
        self.claimants = [(by + step) % self.seats for step in range(self.seats)]
        self.phase = "claim"
        self.tell("hand-over", by, {"grids": [self.shown(seat) for seat in range(self.seats)]})
        self._next_claimant()

    def _next_claimant(self) -> None:
        """Give the turn to the next player with a line to claim; after the last of them score the hand."""
        self.darken()  # a slap that was meant for the player before must not count for the next one
        while self.claimants:
            seat = self.claimants.pop(0)
            if not self.gone[seat] and lines(self.grids[seat], self.up[seat]):
                self.turn = seat
                self.tell("last-claims", seat)
                return
        self._score_hand()

    def _score_hand(self) -> None:
        """Add up the points; end the game if somebody has reached the target, else deal the next hand."""
        points = self.points()
        playing = self.in_turn(self.starter)
        for seat in playing:
            self.totals[seat] += points[seat]
        won_by = min(playing, key=points.__getitem__)  # if several are level, the first from the starter on
        self.tell("hand-scored", None, {"points": points, "won_by": won_by})
        if any(self.totals[seat] >= self.options["target"] for seat in playing):
            self.finish()
            return
        self.starter = won_by
        self.dealer = self.next_seat(self.dealer)
        self.deal(None)

    def dropped(self, seat: int) -> None:
        """Take the player's cards out of this round. If it was this player's turn, the next one goes on."""
        self.out += [card for card in self.grids[seat] if card is not None]
        if self.turn == seat and self.drawn is not None:
            self.out.append(self.drawn)
            self.drawn = self.drawn_from = None
        self.grids[seat] = []
        self.up[seat] = []
        self.aims[seat] = None
        self.unopened[seat] = False
        if self.seats - sum(self.gone) < self.SEATS[0]:
            return  # too few are left: the engine ends the game
        if self.phase == "open":
            self._next_to_open()
        elif self.turn == seat:
            if self.phase == "claim":
                self._next_claimant()
            else:
                self._end_turn()
