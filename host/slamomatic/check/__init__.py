"""Check that a game, ours or somebody else's, keeps what every game must keep. Pure: no clock, no I/O."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from slamomatic.check.judged import JUDGED
from slamomatic.check.promises import EVERYWHERE, Promise
from slamomatic.check.story import Kind, complaint, shortest
from slamomatic.engine.vocabulary import Json

PROMISES: Sequence[Promise] = (*EVERYWHERE, *JUDGED)


@dataclass
class Kept:
    """The outcome of one promise: how many stories were tried, and the first that broke it, made short."""

    name: str
    says: str
    tried: int = 0
    broken: str = ""  # what broke in that story
    replay: list[Json] = field(default_factory=list)  # that story as a log

    @property
    def ok(self) -> bool:
        return not self.broken

    def to_json(self) -> Json:
        answer: Json = {"name": self.name, "ok": self.ok, "says": self.says, "tried": self.tried}
        return answer | {"broken": self.broken, "replay": self.replay}


def check_game(
    kind: Kind, seed: int, enough: Callable[[int], bool], promises: Sequence[Promise] = PROMISES
) -> list[Kept]:
    """Try stories of every promise, round by round, and return the outcome of each promise.

    It ends when `enough`, which is called with the number of rounds, returns True, or when all promises are
    broken. A promise with a share of 0.5 gets a story in every other round.
    """
    outcomes = {promise.name: Kept(promise.name, promise.says) for promise in promises}
    number = 0
    while not enough(number) and any(outcome.ok for outcome in outcomes.values()):
        for promise in promises:
            outcome = outcomes[promise.name]
            if outcome.ok and int(number * promise.share) < int((number + 1) * promise.share):
                _try_story(kind, promise, outcome, Random(f"{seed} {promise.name} {number}"))
        number += 1
    return list(outcomes.values())


def _try_story(kind: Kind, promise: Promise, outcome: Kept, rng: Random) -> None:
    """Draw a story and check it; if it breaks the promise, note the shortest such story in the outcome."""
    story = promise.draw(kind, rng)
    if story is None:
        return
    outcome.tried += 1
    if complaint(kind, story, promise.broken):
        story = shortest(kind, story, promise.broken)
        outcome.broken = complaint(kind, story, promise.broken)
        outcome.replay = story.lines(kind)
