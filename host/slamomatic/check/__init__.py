"""Does a game, ours or somebody else's, keep what every game must keep? Pure: no clock, no I/O."""

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
    """How one promise came out: the stories that were tried, and the first that broke it, made short."""

    name: str
    says: str
    tried: int = 0
    broken: str = ""
    replay: list[Json] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.broken

    def to_json(self) -> Json:
        answer: Json = {"name": self.name, "ok": self.ok, "says": self.says, "tried": self.tried}
        return answer | {"broken": self.broken, "replay": self.replay}


def check_game(
    kind: Kind, seed: int, enough: Callable[[int], bool], promises: Sequence[Promise] = PROMISES
) -> list[Kept]:
    """Try stories of every promise in turn until `enough`, which gets the round's number, says so."""
    kept = {promise.name: Kept(promise.name, promise.says) for promise in promises}
    number = 0
    while not enough(number) and not all(not one.ok for one in kept.values()):
        for promise in promises:
            one = kept[promise.name]
            if one.ok and int(number * promise.share) < int((number + 1) * promise.share):
                _try(kind, promise, one, Random(f"{seed} {promise.name} {number}"))
        number += 1
    return list(kept.values())


def _try(kind: Kind, promise: Promise, one: Kept, rng: Random) -> None:
    story = promise.draw(kind, rng)
    if story is None:
        return
    one.tried += 1
    if complaint(kind, story, promise.broken):
        story = shortest(kind, story, promise.broken)
        one.broken = complaint(kind, story, promise.broken)
        one.replay = story.lines(kind)
