"""The first round explains itself: each kind of sentence in full till everybody had a turn, then in short."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from slamomatic.engine.vocabulary import Json
from slamomatic.face.face import Tip
from slamomatic.words import gettext

# Where turns take a second (the table turns cards) a round is over before a sentence is read.
READ_US = 20_000_000


@dataclass(slots=True)
class Heard:
    """One kind of sentence since it was first said."""

    first_us: int
    seats: set[int] = field(default_factory=set)  # whose turn began since then


@dataclass(slots=True)
class Lessons:
    """Told whose turn it is; what one pair of eyes was taught never shows to another."""

    tips: Sequence[Tip]
    turn: int | None = None
    turn_us: int = 0  # when it began
    looked: str | None = None  # the phase of this turn in which its player has looked
    _heard: dict[tuple[int | None, int], Heard] = field(default_factory=dict)  # by eyes and number of the tip

    def follow(self, turn: int | None, now_us: int) -> None:
        if turn is None or turn == self.turn:
            return
        self.turn, self.turn_us, self.looked = turn, now_us, None
        for heard in self._heard.values():
            heard.seats.add(turn)

    def words(self, eyes: int | None, view: Json, said_us: int, now_us: int) -> str:
        """The first sentence whose fact holds now; a short one gives way to news of this turn."""
        number = next((n for n, (fact, _, _) in enumerate(self.tips) if fact(view)), None)
        if number is None:
            return ""
        _, full, short = self.tips[number]
        heard = self._heard.setdefault((eyes, number), Heard(now_us))
        out = view.get("out", ())
        playing = {seat for seat, gone in enumerate(view["gone"]) if not (gone or (out and out[seat]))}
        if not playing <= heard.seats or now_us - heard.first_us < READ_US:
            return gettext(full)
        return gettext(short) if said_us <= self.turn_us else ""
