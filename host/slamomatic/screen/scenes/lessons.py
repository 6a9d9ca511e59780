"""Tips: what to do now, told in full in the first round of a game that is new, and in short from then on."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from slamomatic.engine.vocabulary import Json
from slamomatic.face.face import Tip
from slamomatic.words import gettext

# A full tip stays at least so long: where turns take a second, a round is over before it is read.
READ_US = 20_000_000
# News of the turn stays so long; then the player reads again what to do.
NEWS_US = 1_800_000


@dataclass(slots=True)
class Lessons:
    """The tips shown so far, by the eyes that saw them: tips for one player never show to another."""

    tips: Sequence[Tip]
    turns: Sequence[tuple[int, int]]  # (seat, when it began) of each; the last one is now
    explained: bool = False  # whether people have played this game before: no tip is told in full
    looked: tuple[int, str] | None = None  # the turn's number and phase when its player last looked
    # When each tip was first shown, by the eyes that saw it and its number.
    _first_us: dict[tuple[int | None, int], int] = field(default_factory=dict)

    def note_look(self, turn_and_phase: tuple[int, str]) -> None:
        """Remember that the turn player has looked at cards in this turn and phase."""
        self.looked = turn_and_phase

    def words(self, eyes: int | None, view: Json, said_us: int, now_us: int) -> str:
        """Return the first tip whose condition holds in this view; "": there is none.

        `said_us`: when the table last announced something. A short tip gives way to news of this turn for a
        moment, and comes back.
        """
        number = next((n for n, (fact, _, _) in enumerate(self.tips) if fact(view)), None)
        if number is None:
            return ""
        _, full, short = self.tips[number]
        first_us = self._first_us.setdefault((eyes, number), now_us)
        out = view.get("out", ())
        playing = {seat for seat, gone in enumerate(view["gone"]) if not (gone or (out and out[seat]))}
        had_a_turn = {seat for seat, began_us in self.turns if began_us > first_us}
        if not self.explained and (not playing <= had_a_turn or now_us - first_us < READ_US):
            return gettext(full)
        turn_us = self.turns[-1][1] if self.turns else 0
        return "" if turn_us < said_us and now_us < said_us + NEWS_US else gettext(short)
