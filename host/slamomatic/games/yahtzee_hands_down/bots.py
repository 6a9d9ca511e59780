"""Yahtzee Hands Down's bots: one keeps its best group, one calls what it has, one counts and may wait."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from slamomatic.engine.bots.bot import Bot, Nature
from slamomatic.engine.bots.search import Searcher
from slamomatic.engine.core import Game
from slamomatic.engine.judging import WAITING
from slamomatic.engine.vocabulary import Choice, Event, Json
from slamomatic.games.yahtzee_hands_down.dice import (
    COMBOS,
    COUNTS,
    DICE,
    OF_A_KIND,
    RUN,
    at_least,
    count,
    marked,
    sums,
)
from slamomatic.games.yahtzee_hands_down.groups import best_place, best_run, group_to_keep, makes_any
from slamomatic.games.yahtzee_hands_down.rules import YahtzeeHandsDown

SAMPLES = 14  # draws tried for each group that might be kept
WORTH_OF_A_GROUP = {1: 0.0, 2: 0.25, 3: 0.8, 4: 1.3, 5: 1.3}  # what a group of so many cards promises
WORTH_A_FIRST_CALL = 6  # a lesser combo waits for somebody else's call and grows meanwhile
CHANCE_WORTH = 2.9  # a chance card's points on the average
MOST_OF_A_ROUND = 200  # events of a round that is played on in thought
APART_US = 100_000
A_CARD_COMES = 0.4  # how likely a missing card is to come before somebody else is done, about
DEPENDS_ON = ("hands", "table", "called", "turn", "left", "drawn", "discards")


class KeepsGroups(Bot):
    """Keeps its best group and, on its turn, calls every other hand that it could; may throw all away."""

    def __init__(self, seat: int, rng: Random, nature: Nature) -> None:
        super().__init__(seat, rng, nature)
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
        return Choice(self.seat, "done") if "done" in words else None


class Careful(Bot):
    """Calls whatever it has at once, never anything else, and keeps its best group."""

    RACES = False

    def __init__(self, seat: int, rng: Random, nature: Nature) -> None:
        super().__init__(seat, rng, nature)
        self.judged: list[str] = []
        self.waits = False

    def sensible(self, view: Json, choice: Choice) -> bool:
        """Nobody calls a hand that makes nothing, or throws a made one away."""
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
        return Choice(self.seat, "done") if "done" in words else None

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

    def __init__(self, seat: int, rng: Random, nature: Nature) -> None:
        super().__init__(seat, rng, nature)
        self.decided: tuple[list[str], int, list[str]] | None = None

    def calls(self, view: Json) -> bool:
        """At once when another hand is down: the second place is soon taken. Else only what is worth it."""
        return worth_a_call(view, view["hands"][self.seat])

    def keeps(self, view: Json) -> Sequence[str]:
        hand, discarded = view["hands"][self.seat], len(view["discards"])
        if self.decided is not None and self.decided[:2] == (hand, discarded):
            return self.decided[2]
        unseen = Counter(DICE)
        unseen.subtract(hand)
        unseen.subtract(view["discards"])
        for other, shown in enumerate(view["hands"]):
            if shown is not None and other != self.seat:
                unseen.subtract(shown)
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


def play_the_round(game: Game, seat: int, rng: Random) -> float:
    """Plays on until the round is over: what this seat wins more than the others do.

    The others play as careful ones do, this seat calls as to-win does.
    """
    assert isinstance(game, YahtzeeHandsDown)
    before = [worth_of_cards(game, each) for each in range(game.seats)]
    left = len(game.table)
    for _ in range(MOST_OF_A_ROUND):
        if game.over or len(game.table) < left:
            break
        if game.due_us is not None:
            game.apply(Event("time", None, game.due_us))
            continue
        callers = [
            each
            for each in range(game.seats)
            if game.calls[each] == WAITING
            and game.paddles.live[each]
            and makes_any(game.hands[each], game.table, count(game.hands[each]))
            and (each != seat or worth_a_call(table_of(game), game.hands[seat]))
        ]
        if callers:
            rng.shuffle(callers)
            for each in callers:
                game.apply(Event("down", each, game.now_us + APART_US))
                game.apply(Event("up", each, game.now_us))
            continue
        turn = game.turn
        if turn is None:
            break
        if game.drawn:
            game.apply(Event("done", turn, game.now_us))
        else:
            keeps = likeliest_group if turn == seat else group_to_keep
            kept = keeps(game.hands[turn], game.table)
            game.apply(discard_all_but(turn, game.hands[turn], kept).at(game.now_us + APART_US))
    won = [worth_of_cards(game, each) - before[each] for each in range(game.seats)]
    return won[seat] - (sum(won) - won[seat]) / (game.seats - 1)


def likeliest_group(hand: Sequence[str], table: Sequence[str]) -> Sequence[str]:
    """The group whose combo is worth most, less for every card that is still missing."""
    place = best_place(count(hand))
    kind = [card for card in hand if COUNTS[card] >> place & 1]
    runs = {combo: best_run(hand, length) for combo, length in RUN.items() if combo in table}

    def promise(combo: str) -> float:
        lacks = RUN[combo] - len(runs[combo]) if combo in runs else OF_A_KIND.get(combo, 5) - len(kind)
        return COMBOS[combo] * float(A_CARD_COMES ** max(0, lacks))

    return runs.get(max(table, key=promise), kind)


def table_of(game: YahtzeeHandsDown) -> Json:
    """What of a view a call depends on."""
    return {"called": [t_us >= 0 for t_us in game.calls], "left": game.left, "table": game.table}


def worth_of_cards(game: YahtzeeHandsDown, seat: int) -> float:
    return sum(COMBOS[combo] for combo in game.won[seat]) + CHANCE_WORTH * len(game.chances[seat])


def worth_a_call(view: Json, hand: Sequence[str]) -> bool:
    if any(view["called"]) or view["left"] is not None:
        return True
    made = sums(hand)
    return max(COMBOS[combo] for combo in view["table"] if combo in made) >= WORTH_A_FIRST_CALL


def worth(hand: Sequence[str], table: Sequence[str]) -> float:
    """A made combo's points, at least the runner-up's chance card; else what its best group promises."""
    made = sums(hand)
    points = max((COMBOS[combo] for combo in table if combo in made), default=0)
    if points:
        return max(points, CHANCE_WORTH)
    return WORTH_OF_A_GROUP[len(group_to_keep(hand, table))]


def groups(hand: list[str], table: Sequence[str]) -> Iterator[list[str]]:
    """The groups that a player would think of: of each die at least twice there, each straight, two kinds."""
    counts = count(hand)
    kinds = [[card for card in hand if COUNTS[card] >> place & 1] for place, _ in marked(at_least(counts, 2))]
    yield group_to_keep(hand, table)
    yield from kinds
    if "fh" in table:
        for at, one in enumerate(kinds):
            for other in kinds[at + 1 :]:
                both = [card for card in hand if card in one or card in other]
                if len(both) == 4:
                    yield both
    for combo, length in (("ss", 4), ("ls", 5)):
        if combo in table:
            yield best_run(hand, length)
    made = sums(hand)
    if any(combo in made for combo in table):
        yield list(hand)


def discard_all_but(seat: int, hand: Sequence[str], kept: Sequence[str]) -> Choice:
    away = list(hand)
    for card in kept:
        away.remove(card)
    return Choice(seat, "discard", {"cards": away})


Strong.ROLLOUT = play_the_round
BOTS = {"random": KeepsGroups, "careful": Careful, "to-win": ToWin, "strong": Strong}
