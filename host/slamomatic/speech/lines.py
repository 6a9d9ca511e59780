"""What is spoken next: lines wait for their turn, more important ones cut in, and none is said late. Pure.

A line about something that happened is dropped when it is older than a second. A line about how things stand
(whose turn it is) stays true as long as the scene still says so, and is as old as the last time it did.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import accumulate

OFF, SHORT, NORMAL, FULL = "off", "short", "normal", "full"
LENGTHS = (OFF, SHORT, NORMAL, FULL)

STALE_US = 1_000_000  # no line begins later than this after what it is about
HURRIED_US = 700_000  # a line that has waited so long cuts in on what is no more important
CALLED_US = 500_000  # a call has been understood by then, and may be cut off
# How long words are likely to take. Most voices don't say when they have finished.
LETTER_US, BREATH_US = 62_000, 250_000
MOST_NEWS = 3  # lines of news in one breath; of more, the newest


class Rank(IntEnum):
    """The importance of a line: a higher one cuts a lower one off."""

    HINT = 0  # how something is done: said only at full length
    NEWS = 1  # what somebody else did: not said at short length
    STATE = 2  # whose turn it is, what can be chosen
    VERDICT = 3  # who lost, who won, what it costs
    ANSWER = 4  # to a key that somebody has just pressed
    CALL = 5  # hands are called: slap


LEAST = {Rank.HINT: FULL, Rank.NEWS: NORMAL}  # the shortest length at which a rank is said; else SHORT


@dataclass(frozen=True, slots=True)
class Line:
    """One thing to say. `stands`: it tells how things are, not what happened."""

    words: str
    rank: Rank
    at_us: int = 0  # when it became true, by the table's clock
    stands: bool = False
    brief: str = ""  # what is said of it at short length; "": the same


def duration_us(words: str) -> int:
    """Return how long a voice is likely to take for these words."""
    return BREATH_US + LETTER_US * len(words)


@dataclass(frozen=True, slots=True)
class Utterance:
    """The words that a voice begins now, in place of whatever it says, and since when they are true."""

    words: str
    at_us: int
    language: str = ""  # of the words


class Mouth:
    """Keeps the lines that wait, and knows about how long what is said now will take."""

    def __init__(self, length: str = OFF) -> None:
        self.length = length
        self.waiting: list[Line] = []
        self._saying: list[tuple[Line, int]] = []  # each line with when it is likely to be over

    def put(self, line: Line) -> None:
        """Let this line wait for its turn, unless the length leaves it out."""
        if self.length == SHORT and line.brief:
            self.waiting.append(replace(line, words=line.brief))
        elif line.words and LENGTHS.index(self.length) >= LENGTHS.index(LEAST.get(line.rank, SHORT)):
            self.waiting.append(line)

    def confirm(self, standing: Collection[str], now_us: int) -> None:
        """Keep the lines that still stand as fresh as now; forget those that don't, and old news.

        `standing`: the words of all lines that the scene would say now about how things are.
        """
        fresh = [
            replace(line, at_us=now_us) for line in self.waiting if line.stands and line.words in standing
        ]
        news = [line for line in self.waiting if not line.stands and now_us - line.at_us <= STALE_US]
        self.waiting = [*news, *fresh]
        self._saying = [said for said in self._saying if not said[0].stands or said[0].words in standing]

    def give_way(self) -> None:
        """Let anything cut off what is said now: somebody has pressed a key, and has heard enough."""
        self._saying = []

    def hush(self) -> None:
        """Forget everything: what is said now, and what waits."""
        self.waiting, self._saying = [], []

    def next_us(self, now_us: int) -> int | None:
        """Return when to ask again, if nothing happens until then; None: nothing waits."""
        if not self.waiting:
            return None
        times_us = [ends_us for _, ends_us in self._saying]
        times_us += [line.at_us + HURRIED_US for line in self.waiting]
        return min((us for us in times_us if us > now_us), default=now_us + HURRIED_US)

    def take(self, now_us: int) -> Utterance | None:
        """Return the words to begin now; None: go on with what is said, or be silent."""
        self.waiting = [line for line in self.waiting if now_us - line.at_us <= STALE_US]
        if not self.waiting or not self._may_begin(now_us):
            return None
        top = max(line.rank for line in self.waiting)
        chosen = self._chosen(top)
        # Of several answers, and of much news, only the newest is said.
        over = Rank.ANSWER if top == Rank.ANSWER else Rank.NEWS if top < Rank.ANSWER else None
        self.waiting = [line for line in self.waiting if line not in chosen and line.rank != over]
        # Whose turn it is was cut off by something else: it is said again, if it is still so.
        if top != Rank.ANSWER:
            words = {line.words for line in (*self.waiting, *chosen)}
            cut_off = [
                line for line, ends_us in self._saying if now_us < ends_us - duration_us(line.words) // 2
            ]
            again = [line for line in cut_off if line.stands and line.words not in words]
            self.waiting += [replace(line, at_us=now_us) for line in again]
        ends_us = list(accumulate(chosen, lambda us, line: us + duration_us(line.words), initial=now_us))[1:]
        self._saying = list(zip(chosen, ends_us, strict=True))
        return Utterance(joined([line.words for line in chosen]), min(line.at_us for line in chosen))

    def _may_begin(self, now_us: int) -> bool:
        """Return whether something that waits may be said now, over what is said already."""
        said = max((line.rank for line, ends_us in self._saying if now_us < ends_us), default=None)
        if said is None:
            return True
        top = max(line.rank for line in self.waiting)
        began_us = min(ends_us - duration_us(line.words) for line, ends_us in self._saying)
        if said == Rank.CALL and top >= Rank.VERDICT and now_us >= began_us + CALLED_US:
            return True
        if top >= Rank.VERDICT and (top > said or (top == said and top > Rank.VERDICT)):
            return True
        hurried = [line.rank for line in self.waiting if now_us - line.at_us >= HURRIED_US]
        return any(rank >= (Rank.NEWS if said <= Rank.STATE else Rank.VERDICT) for rank in hurried)

    def _chosen(self, top: Rank) -> list[Line]:
        """Return the lines of the next breath: a call or an answer alone, all else together."""
        alone = [line for line in self.waiting if line.rank == top][-1:] if top >= Rank.ANSWER else []
        if top == Rank.CALL:
            return alone
        if alone:  # what the key has brought about is told with the answer to it
            happened = [line for line in self.waiting if not line.stands and line.rank < Rank.ANSWER]
            return [line for line in happened if line.at_us >= alone[0].at_us] + alone
        news = [line for line in self.waiting if line.rank == Rank.NEWS and not line.stands][-MOST_NEWS:]
        news += [line for line in self.waiting if line.rank == Rank.NEWS and line.stands]
        chosen = [line for line in self.waiting if line.rank != Rank.NEWS or line in news]
        return sorted(chosen, key=lambda line: line.stands)  # what happened comes before how things stand


def joined(lines: Sequence[str]) -> str:
    """Return several lines as one text, each with a stop at its end."""
    told = []
    for line in (part.strip() for words in lines for part in words.splitlines()):
        if line:
            told.append(line if line[-1] in ".!?…:;," else f"{line}.")
    return " ".join(told)
