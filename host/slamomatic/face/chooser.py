"""The ring of choices: walked through one by one, or picked on the cards where they lie. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from slamomatic.engine.vocabulary import Choice
from slamomatic.face.model import OfferedChoices, lists_of


@dataclass(frozen=True, slots=True)
class Pick:
    """Something on the table that a hand points at: a card, a cell of a grid, a seat, a pile."""

    what: str
    value: Any
    seat: int | None = None
    nth: int = 0  # the number of a card among equal ones, from 0


Piece = tuple[Any, int]  # (value, its number among equal ones, from 0): two equal cards are two pieces


@dataclass(slots=True)
class Chooser(OfferedChoices):
    """Chooses among the offered choices, by walking through them or by pointing at cards and places.

    They form a ring. A choice that is put together from pieces is one entry of it.
    """

    # Whether a pick points at a choice.
    matches: Callable[[Choice, Pick], bool] = lambda choice, pick: False

    def unmark(self) -> None:
        """Put back the pieces that were picked."""
        self.marked = []

    def begin_again(self) -> None:
        """Put back the pieces; with the next choices the cursor begins at the one that is suggested then."""
        self.unmark()
        self.walked, self.suggested = False, None

    @property
    def wanted(self) -> int | None:
        """How many pieces make the choice whole; None: any number may."""
        word = self.picked_in_pieces
        sizes = {len(value) for choice in self.choices if choice.do == word for value in lists_of(choice)}
        return sizes.pop() if len(sizes) == 1 else None

    def ring(self) -> list[Choice]:
        """Return an entry for each thing to walk to: a choice in pieces is one entry, as it is marked now."""
        pieces = self.picked_in_pieces
        whole = [choice for choice in self.choices if choice.do != pieces]
        if pieces:
            whole.insert(0, self._choice_of_marked(pieces) or Choice(self.choices[0].seat, pieces))
        return whole

    def _choice_of_marked(self, word: str) -> Choice | None:
        """Return the choice with this word that the marked pieces make; None: they make none yet."""
        wanted = sorted(str(value) for value, _ in self.marked)
        for choice in self.choices:
            if choice.do == word and any(sorted(map(str, value)) == wanted for value in lists_of(choice)[:1]):
                return choice
        return None

    def walk(self, step: int) -> None:
        """Move the cursor along the ring, forward (1) or back (-1).

        From nowhere, a step forward leads to the first entry and one back to the last.
        """
        ring = self.ring()
        if not ring:
            return
        before_first = -1 if step > 0 else 0
        at = before_first if self.undecided else self.ring_at()
        self.go_to((at + step) % len(ring))

    def go_to(self, at: int) -> None:
        """Move the cursor to this entry of the ring."""
        self._put_cursor_on(self.ring()[at])
        self.walked, self.here = True, None

    def ring_at(self) -> int:
        """Return the index in the ring of the entry that the cursor is at; 0 without a choice.

        A choice in pieces is one entry, however it is put together.
        """
        chosen = self.chosen
        if chosen is None:
            return 0
        in_pieces = chosen.do == self.picked_in_pieces
        ring = enumerate(self.ring())
        return next((at for at, e in ring if e == chosen or (in_pieces and e.do == chosen.do)), 0)

    def return_to(self, entry: Choice) -> bool:
        """Move the cursor back to this choice; return False if it is not on offer any more."""
        if entry in self.choices:
            self._put_cursor_on(entry)
        return entry in self.choices

    def _put_cursor_on(self, entry: Choice) -> None:
        """Move the cursor to this choice, or to any that is put together from the same pieces."""
        pieces, choices = self.picked_in_pieces, enumerate(self.choices)
        self.cursor = next((at for at, c in choices if c == entry or c.do == entry.do == pieces), self.cursor)

    def confirmed(self) -> Choice | None:
        """Return the choice that the cursor is at; None: pieces of it are missing, or nothing is chosen."""
        ring = self.ring()
        if not ring or self.undecided:
            return None
        entry = ring[self.ring_at()]
        return entry if entry in self.choices else None

    def choices_about(self, *picks: Pick) -> list[int]:
        """Return the indices of the choices that are about all of these places."""
        choices = enumerate(self.choices)
        return [n for n, choice in choices if all(self.matches(choice, pick) for pick in picks)]

    def point_at(self, pick: Pick) -> bool:
        """Choose what a hand points at; return True if that was chosen already and nothing else fits.

        Pointing at a piece takes it or puts it back. Of several choices about a place, pointing again walks
        on to the next one.
        """
        fitting, pieces = self.choices_about(pick), self.picked_in_pieces
        if pieces and any(self.choices[n].do == pieces for n in fitting):
            self.toggle((pick.value, pick.nth))
            return False
        if not fitting:
            return False
        # In a steal a hand points at two cards, one after the other: the second must not unmark the first.
        was_pointed_at = pick in self.pointed
        others = [other for other in self.pointed if other != pick and self.choices_about(other, pick)]
        about_all = self.choices_about(pick, *others)
        self.pointed = [*others, pick] if about_all else [pick]
        fitting = about_all or fitting
        was_decided = not self.undecided
        self.walked = True
        if was_decided and self.cursor in fitting:
            is_confirmed = len(fitting) == 1 and (was_pointed_at or not others)
            self.cursor = fitting[(fitting.index(self.cursor) + 1) % len(fitting)]
            return is_confirmed
        self.cursor = fitting[0]
        return False

    def walk_to_place(self, pick: Pick) -> None:
        """Let the arrow keys come to this place, and choose something that can be done there."""
        self.here, self.walked = pick, True
        piece, pieces = (pick.value, pick.nth), self.picked_in_pieces
        if piece in self.pieces and any(self.choices[n].do == pieces for n in self.choices_about(pick)):
            self.piece = self.pieces.index(piece)
            self.cursor = next(n for n, c in enumerate(self.choices) if c.do == pieces)
            return
        fitting = self._choices_still_about(pick)
        if fitting and self.cursor not in fitting:
            self.cursor = fitting[0]

    def press_enter(self, places: Sequence[object]) -> bool:
        """Take Enter; return True if the lit choice is to be made, False if this has picked a part of it.

        A choice in pieces is made once it is whole. A choice that needs two places, such as a steal, is made
        with the second one. `places`: all places on the board that can be pointed at.
        """
        chosen = self.chosen
        if chosen is not None and self.picked_in_pieces == chosen.do:
            piece = self.piece_pointed_at
            if self.wanted is None or piece is None or self._choice_of_marked(chosen.do) is not None:
                return True
            self.toggle(piece)
            self._walk_to_missing_piece(places)
            return False
        if self.here is None or chosen is None:
            return True
        # If some other place is about a part of the choices that are still possible here, one is missing.
        possible = {n for n in self._choices_still_about(self.here) if self.choices[n].do == chosen.do}
        picks = [place for place in places if isinstance(place, Pick)]
        needs_another = any(
            0 < len(possible.intersection(self.choices_about(pick))) < len(possible) for pick in picks
        )
        if needs_another:
            fits = all(self.choices_about(other, self.here) for other in self.pointed)
            self.pointed = [*self.pointed, self.here] if fits else [self.here]
        return not needs_another

    def _walk_to_missing_piece(self, places: Sequence[object]) -> None:
        """Move the arrow keys from a piece that was taken to the next one that is not.

        They stay where they are if the choice is whole, or if the piece was put back.
        """
        count = len(self.pieces)
        after = [(self.piece + step) % count for step in range(1, count)]
        missing = next((at for at in after if self.pieces[at] not in self.marked), None)
        taken = self.pieces[self.piece % count] in self.marked
        if not taken or missing is None or self._choice_of_marked(self.picked_in_pieces) is not None:
            return
        self.piece = missing
        if self.here is not None:
            seat, there = self.here.seat, self.pieces[missing]
            own = (p for p in places if isinstance(p, Pick) and p.seat == seat and (p.value, p.nth) == there)
            self.here = next(own, None)

    def _choices_still_about(self, pick: Pick) -> list[int]:
        """Return the indices of the choices about this place and all places picked before.

        If there is none, return those about this place alone.
        """
        return self.choices_about(pick, *self.pointed) or self.choices_about(pick)

    def walk_pieces(self, action: str) -> None:
        """Walk to another piece with up and down; the mark key takes it or puts it back."""
        piece = self.piece_pointed_at
        if piece is None:
            return
        if action == "mark":
            self.toggle(piece)
        else:
            self.piece = (self.piece + (1 if action == "down" else -1)) % len(self.pieces)

    def toggle(self, piece: Piece) -> None:
        """Take a piece, or put it back. One more than is wanted goes in place of the first."""
        if piece in self.marked:
            self.marked.remove(piece)
        else:
            self.marked.append(piece)
            if self.wanted is not None and len(self.marked) > self.wanted:
                del self.marked[0]
        word, self.walked = self.picked_in_pieces, True
        self.cursor = next((i for i, choice in enumerate(self.choices) if choice.do == word), self.cursor)
