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
        # The answer to the last touch, for this seat alone. It is English: each phone translates it.
        self.answer = ""

    def offer(self, choices: Sequence[Choice], picks: Sequence[Pick], turned: bool) -> None:
        """Offer the present choices, and the cards that can be touched. If they changed, a moment begins.

        `turned`: another turn has begun, which is another moment even with the same choices.
        """
        self._picks = list(picks)
        if turned or self._done_for == self.moment or list(choices) != self._chooser.choices:
            self._next_moment()
        self._chooser.offer(choices)

    def _next_moment(self) -> None:
        """Begin another moment: touches for the one before come too late."""
        self.moment += 1
        self.answer = ""

    def note_refusal(self, words: str) -> None:
        """Show why the rules refused the choice. `words`: in English."""
        self._next_moment()
        self.answer = words

    def reply(self, words: str) -> None:
        """Answer a touch with these words, in English."""
        self.answer = words

    # --- what a phone says --------------------------------------------------------------------------

    def press(self, moment: int, at: int) -> Choice | None:
        """Press the button with this number; return the choice to play now, None: nothing is to be done."""
        ring = self._chooser.ring()
        if not self.check_moment(moment) or at >= len(ring):
            return None
        return self._do(ring[at])

    def touch(self, moment: int, index: int) -> Choice | None:
        """Touch the card with this number; return the choice to play now, None: nothing is to be done yet.

        A choice is played when its card is touched again, or when the last of several cards is touched.
        """
        if not self.check_moment(moment) or index >= len(self._picks):
            return None
        if not self._chooser.point_at(self._picks[index]):
            return None
        choice = self._chooser.confirmed()
        return None if choice is None else self._do(choice)

    def check_moment(self, moment: int) -> bool:
        """Return whether a touch was meant for the present moment; if it was not, set the answer."""
        if moment == self._done_for:
            return False  # the finger hit twice: the first touch counts
        self.answer = (
            "" if moment == self.moment else N_("Too late: the table has moved on. Nothing was changed.")
        )
        return not self.answer

    def _do(self, entry: Choice) -> Choice | None:
        """Return a choice that can be played now, and wait for the next moment; else ask for more cards."""
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
        """Return whether touching this card can lead to a choice now."""
        return not self.waits and bool(self._chooser.choices_about(self._picks[index]))

    def marked(self, index: int) -> bool:
        """Return whether this card was touched for a choice that is not complete yet."""
        pick, chooser = self._picks[index], self._chooser
        return (pick.value, pick.nth) in chooser.marked or pick in chooser.pointed

    def buttons(self, t: Table) -> list[Json]:
        """Return the buttons: one for each choice, but of many alike only those that fit the touched cards.

        `at` is a choice's number, for `press`. Before a choice that is not `ready` a card must be touched.
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
        """Return whether there are too many choices of this word for a button each.

        Of choices that do not move the game on two are too many: their cards can be touched instead.
        """
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
