"""The buttons and touched cards of one seat's phones, each for the moment it was shown in. Pure."""

from collections.abc import Sequence

from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.face.chooser import Chooser, Pick
from slamomatic.face.face import Face
from slamomatic.face.model import Table
from slamomatic.words import N_

MOST_BUTTONS = 8  # of one word: of more, only those that fit the touched cards


class Hand:
    """The choices of one seat and the cards that it touched, shared by all phones of the seat."""

    def __init__(self, face: Face) -> None:
        self._face = face
        self._chooser = Chooser(matches=face.matches)
        self._picks: list[Pick] = []
        self._done_for: int | None = None  # the moment for which something was chosen last
        self.moment = 0  # what a phone names with its choice
        # To what was touched last, for this seat alone; in English, each phone tells it in its own language.
        self.answer = ""

    def offer(self, choices: Sequence[Choice], picks: Sequence[Pick], turned: bool) -> None:
        """Take the legal choices of now. `turned`: another turn has begun, even if nothing else changed."""
        self._picks = list(picks)
        if turned or self._done_for == self.moment or list(choices) != self._chooser.choices:
            self._next_moment()
        self._chooser.offer(choices)

    def _next_moment(self) -> None:
        self.moment += 1
        self.answer = ""

    def refused(self, words: str) -> None:
        """The rules said no to what was chosen."""
        self._next_moment()
        self.answer = words

    def reply(self, words: str) -> None:
        """Answer what was touched, in English."""
        self.answer = words

    # --- what a phone says --------------------------------------------------------------------------

    def press(self, moment: int, at: int) -> Choice | None:
        """A button; the choice that is to be done now, if any."""
        ring = self._chooser.ring()
        if not self.in_time(moment) or at >= len(ring):
            return None
        return self._do(ring[at])

    def touch(self, moment: int, index: int) -> Choice | None:
        """A card; touched again, or the last of what belongs together, it is done."""
        if not self.in_time(moment) or index >= len(self._picks):
            return None
        if not self._chooser.point_at(self._picks[index]):
            return None
        choice = self._chooser.confirmed()
        return None if choice is None else self._do(choice)

    def in_time(self, moment: int) -> bool:
        """Return whether a touch was meant for this moment; say so if it was not."""
        if moment == self._done_for:
            return False  # a finger that hit twice: the first was heard
        self.answer = (
            "" if moment == self.moment else N_("Too late: the table has moved on. Nothing was changed.")
        )
        return not self.answer

    def _do(self, entry: Choice) -> Choice | None:
        if entry not in self._chooser.choices:
            self.answer = N_("Touch more cards first.")
            return None
        self._done_for = self.moment
        self._chooser.marked, self._chooser.pointed = [], []
        return entry

    # --- what is shown ------------------------------------------------------------------------------

    @property
    def waits(self) -> bool:
        """Whether a choice was made and is not done yet."""
        return self._done_for == self.moment

    def touchable(self, index: int) -> bool:
        """Return whether a finger on this card means something."""
        return not self.waits and bool(self._chooser.about(self._picks[index]))

    def marked(self, index: int) -> bool:
        pick, chooser = self._picks[index], self._chooser
        return (pick.value, pick.nth) in chooser.marked or pick in chooser.pointed

    def buttons(self, t: Table) -> list[Json]:
        """The words of all that can be done; of too many alike, those that fit what was touched.

        `at` is the place among all that can be done. Where it is not `ready` a card has to be touched first.
        """
        chooser = self._chooser
        ring, ready = [] if self.waits else chooser.ring(), chooser.choices
        stands = chooser.ring_at() if chooser.walked else None
        return [
            {"words": self._face.label(t, entry), "at": at, "ready": entry in ready, "lit": at == stands}
            for at, entry in enumerate(ring)
            if not self._crowded(entry.do, ring) or self._fits(entry)
        ]

    def _crowded(self, word: str, ring: Sequence[Choice]) -> bool:
        """Too many for a button each. What does not move the game on can be touched on a card instead."""
        most = 1 if word in self._face.asides else MOST_BUTTONS
        return sum(entry.do == word for entry in ring) > most

    @property
    def touch_first(self) -> bool:
        """Whether there are choices without a button, until a card is touched."""
        ring = [] if self.waits else self._chooser.ring()
        words = {entry.do for entry in ring} - {*self._face.asides}
        return not self._chooser.pointed and any(self._crowded(word, ring) for word in words)

    def _fits(self, entry: Choice) -> bool:
        """Return whether a choice fits the touched cards; one that no card stands for always does."""
        matches, pointed = self._face.matches, self._chooser.pointed
        if not any(matches(entry, pick) for pick in self._picks):
            return True
        return bool(pointed) and all(matches(entry, pick) for pick in pointed)
