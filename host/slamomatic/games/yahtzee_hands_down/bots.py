"""Yahtzee Hands Down's bots: one keeps its best group, one calls what it has, one counts and may wait."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from slamomatic.engine.bots.bot import Bot, offered
from slamomatic.engine.bots.search import Searcher
from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.games.yahtzee_hands_down.deal import HAND
from slamomatic.games.yahtzee_hands_down.dice import DICE, RUN, at_least, best, count, marked
from slamomatic.games.yahtzee_hands_down.groups import best_run, group_to_keep, makes_any, of_a_kind, without
from slamomatic.games.yahtzee_hands_down.rules import YahtzeeHandsDown
from slamomatic.games.yahtzee_hands_down.thought import (
    CHANCE_WORTH,
    Ahead,
    deal_as_played,
    points_of,
    worth_a_first_call,
)

SAMPLES = 14  # draws tried for each group that might be kept
WORTH_OF_A_GROUP = {1: 0.0, 2: 0.25, 3: 0.8, 4: 1.3, 5: 1.3}  # what a group of so many cards promises
MOST_SEATS = YahtzeeHandsDown.SEATS[-1]
DEPENDS_ON = ("hands", "table", "called", "turn", "left", "drawn", "discards")


class KeepsGroups(Bot):
    """Keeps its best group and, on its turn, calls every other hand that it could; may throw all away."""

    def begin(self) -> None:
        self.seen: Json = {}
        self.luck = 0.0

    def choose(self, view: Json, legal: list[Choice]) -> Choice | None:
        hand = view["hands"][self.seat]
        now = {"hand": hand, "table": view["table"], "turn": view["turn"], "called": view["called"]}
        if now != self.seen:  # a new situation, a new mood
            self.seen, self.luck = now, self.rng.random()
        words = {choice.do for choice in legal}
        if view["turn"] != self.seat:
            return None
        if "down" in words and self.luck < 0.5 and makes_any(hand, view["table"], count(hand)):
            return Choice(self.seat, "down")
        if "discard" in words:
            kept = [] if self.luck > 0.95 else group_to_keep(hand, view["table"])
            return discard_all_but(self.seat, hand, kept)
        return offered(legal, "done")


class Careful(Bot):
    """Calls whatever it has at once, never anything else, and keeps its best group."""

    RACES = False

    def begin(self) -> None:
        self.judged: list[str] = []
        self.waits = False

    def could_be_slip(self, view: Json, choice: Choice) -> bool:
        """A bot calls only with a made hand, and keeps a made hand."""
        hand = view["hands"][self.seat]
        made = makes_any(hand, view["table"], count(hand))
        return made if choice.do == "down" else not made or not choice.data.get("cards")

    def choose(self, view: Json, legal: list[Choice]) -> Choice | None:
        words = {choice.do for choice in legal}
        hand = view["hands"][self.seat]
        made = "down" in words and makes_any(hand, view["table"], count(hand))
        if made and not self.overlooks(hand, hard=True) and self.calls(view):
            return Choice(self.seat, "down")
        if "discard" in words:
            return discard_all_but(self.seat, hand, self.keeps(view))
        return offered(legal, "done")

    def calls(self, view: Json) -> bool:
        """Whether what it has is enough; the greedy wait for more while nobody has called."""
        hand = view["hands"][self.seat]
        if hand != self.judged:
            self.judged, self.waits = hand, self.rng.random() < self.nature.risk
        return not self.waits or worth_a_call(view, hand)

    def keeps(self, view: Json) -> Sequence[str]:
        return group_to_keep(view["hands"][self.seat], view["table"])


class ToWin(Careful):
    """Counts the cards that it can't see, tries what they would make of each group, may wait for more."""

    def begin(self) -> None:
        super().begin()
        self.decided: tuple[list[str], int, list[str]] | None = None

    def calls(self, view: Json) -> bool:
        """At once when another hand is down: the second place is soon taken. Else only what is worth it."""
        return worth_a_call(view, view["hands"][self.seat])

    def keeps(self, view: Json) -> Sequence[str]:
        hand, discarded = view["hands"][self.seat], len(view["discards"])
        if self.decided is not None and self.decided[:2] == (hand, discarded):
            return self.decided[2]
        unseen = Counter(DICE)
        for shown in (view["discards"], *view["hands"]):
            unseen.subtract(shown or ())
        pool = list((+unseen).elements())
        if view["drawpile"] < len(hand):
            pool += view["discards"]  # they will be shuffled in
        kept = max(groups(hand, view["table"]), key=lambda group: self.promise(group, pool, view["table"]))
        self.decided = (hand, discarded, kept)
        return kept

    def promise(self, kept: list[str], pool: Sequence[str], table: Sequence[str]) -> float:
        """What the group is worth with a few draws tried."""
        drawn = 5 - len(kept)
        if drawn == 0:
            return worth(kept, table)
        tries = [worth(kept + self.rng.sample(pool, drawn), table) for _ in range(SAMPLES)]
        return sum(tries) / SAMPLES


class Strong(Searcher, ToWin):
    """Plays the round on many times with cards that might lie there, and does what came out best."""

    def begin(self) -> None:
        super().begin()
        self.kept = [0] * MOST_SEATS  # how many cards each player kept when it last drew

    def notice(self, effect: Json) -> None:
        super().notice(effect)
        if effect["what"] in ("discarded", "replaced"):
            self.kept[effect["seat"]] = HAND - effect["count"]
        elif effect["what"] == "redrawn":
            self.kept[effect["seat"]] = 0

    def memory(self) -> list[int]:
        return self.kept.copy()

    def situation(self, view: Json) -> Json:
        return {name: view[name] for name in DEPENDS_ON}

    def ways(self, view: Json, legal: list[Choice]) -> list[Choice]:
        """What is worth trying on its own turn: a call of what it has, every group to keep."""
        words = {choice.do for choice in legal}
        if "discard" not in words:
            return []
        hand, table = view["hands"][self.seat], view["table"]
        ways = [discard_all_but(self.seat, hand, kept) for kept in groups(hand, table)]
        if "down" in words and makes_any(hand, table, count(hand)):
            ways.append(Choice(self.seat, "down"))
        return [way for at, way in enumerate(ways) if way not in ways[:at]]


def worth_a_call(view: Json, hand: Sequence[str]) -> bool:
    called = any(view["called"]) or view["left"] is not None
    return called or worth_a_first_call(hand, view["table"])


def worth(hand: Sequence[str], table: Sequence[str]) -> float:
    """A made combo's points, at least the runner-up's chance card; else what its best group promises."""
    if points := points_of(hand, table):
        return max(points, CHANCE_WORTH)
    return WORTH_OF_A_GROUP[len(group_to_keep(hand, table))]


def groups(hand: list[str], table: Sequence[str]) -> Iterator[list[str]]:
    """The groups that a player would think of: of each die at least twice there, each straight, two kinds."""
    counts = count(hand)
    kinds = [of_a_kind(hand, place) for place, _ in marked(at_least(counts, 2))]
    yield group_to_keep(hand, table)
    yield from kinds
    if "fh" in table:
        for one, other in combinations(kinds, 2):
            both = [card for card in hand if card in one or card in other]
            if len(both) == 4:
                yield both
    for combo, length in RUN.items():
        if combo in table:
            yield best_run(hand, length)
    if best(hand, table):
        yield list(hand)


def discard_all_but(seat: int, hand: Sequence[str], kept: Sequence[str]) -> Choice:
    return Choice(seat, "discard", {"cards": without(hand, kept)})


Strong.LOOK = Ahead
Strong.BELIEVE = deal_as_played
BOTS = {"random": KeepsGroups, "careful": Careful, "to-win": ToWin, "strong": Strong}
