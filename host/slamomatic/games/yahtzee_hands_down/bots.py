"""Yahtzee Hands Down's bots: a random one, one that calls what it has, one that counts, one that searches."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from slamomatic.engine.bots.bot import Bot, offered
from slamomatic.engine.bots.search import Searcher
from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.games.yahtzee_hands_down.deal import HAND
from slamomatic.games.yahtzee_hands_down.dice import DICE, RUN, at_least, best_combo, count_dice, marked
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
WORTH_OF_A_GROUP = {1: 0.0, 2: 0.25, 3: 0.8, 4: 1.3, 5: 1.3}  # by its number of cards: the points it promises
MOST_SEATS = YahtzeeHandsDown.SEATS[-1]
DEPENDS_ON = ("hands", "table", "called", "turn", "left", "drawn", "discards")  # the fields of a situation


class KeepsGroups(Bot):
    """The random bot of this game: with choices all equally likely, nobody would ever have a combo.

    It keeps its best group, and on its turn calls about every other hand that it could.
    """

    def begin(self) -> None:
        self.seen: Json = {}
        self.luck = 0.0

    def choose(self, view: Json, legal: list[Choice]) -> Choice | None:
        """Call, exchange cards or be done, by a random number that stays until the situation changes."""
        hand = view["hands"][self.seat]
        now = {"hand": hand, "table": view["table"], "turn": view["turn"], "called": view["called"]}
        if now != self.seen:
            self.seen, self.luck = now, self.rng.random()
        words = {choice.do for choice in legal}
        if view["turn"] != self.seat:
            return None
        if "down" in words and self.luck < 0.5 and makes_any(hand, view["table"], count_dice(hand)):
            return Choice(self.seat, "down")
        if "discard" in words:
            kept = [] if self.luck > 0.95 else group_to_keep(hand, view["table"])
            return discard_all_but(self.seat, hand, kept)
        return offered(legal, "done")


class Careful(Bot):
    """Calls every combo at once, never fouls, and keeps its best group."""

    RACES = False

    def begin(self) -> None:
        self.looks = 0  # how often the bot had a reason to look at its hand once more
        self.judged: list[str] = []  # the hand for which `waits` was decided
        self.waits = False  # whether it waits for a better combo with this hand

    def notice(self, effect: Json) -> None:
        """Look at the hand once more when a turn of the bot's own begins, and when somebody calls."""
        super().notice(effect)
        if effect["what"] == "called" or (effect["what"] == "turn" and effect["seat"] == self.seat):
            self.looks += 1

    def could_be_slip(self, view: Json, choice: Choice) -> bool:
        """Whether a person might do this by mistake: a call takes a combo, and nobody breaks one up."""
        hand = view["hands"][self.seat]
        made = makes_any(hand, view["table"], count_dice(hand))
        if choice.do == "down":
            return made
        return not (made and choice.data.get("cards"))

    def choose(self, view: Json, legal: list[Choice]) -> Choice | None:
        """Call a combo that the bot sees and wants to call; else exchange cards, or be done."""
        words = {choice.do for choice in legal}
        hand = view["hands"][self.seat]
        made = "down" in words and makes_any(hand, view["table"], count_dice(hand))
        seen = made and not self.overlooks((self.looks, hand), hard=True)
        if seen and self.wants_to_call(view):
            return Choice(self.seat, "down")
        if "discard" in words:
            kept = self.cards_to_keep(view)
            if seen and len(kept) == HAND:  # waiting makes nothing better of it
                return Choice(self.seat, "down")
            return discard_all_but(self.seat, hand, kept)
        return offered(legal, "done")

    def wants_to_call(self, view: Json) -> bool:
        """Whether the bot calls the combo in its hand.

        A greedy one may wait for more while nobody has called.
        """
        hand = view["hands"][self.seat]
        if hand != self.judged:
            self.judged, self.waits = hand, self.rng.random() < self.nature.risk
        return not self.waits or worth_a_call(view, hand)

    def cards_to_keep(self, view: Json) -> Sequence[str]:
        """Return the cards of the hand that the bot does not exchange."""
        return group_to_keep(view["hands"][self.seat], view["table"])


class ToWin(Careful):
    """Tries draws from the cards that it can't see for each group, and may wait for a better combo."""

    def begin(self) -> None:
        super().begin()
        self.decided: tuple[list[str], int, list[str]] | None = (
            None  # (hand, number of discards, cards to keep)
        )

    def wants_to_call(self, view: Json) -> bool:
        """Whether the bot calls: a good combo, or any once somebody has called and one place is left."""
        return worth_a_call(view, view["hands"][self.seat])

    def cards_to_keep(self, view: Json) -> Sequence[str]:
        """Return the group that does best with tried draws, decided once for each hand."""
        hand, discarded = view["hands"][self.seat], len(view["discards"])
        if self.decided is not None and self.decided[:2] == (hand, discarded):
            return self.decided[2]
        unseen = Counter(DICE)
        for shown in (view["discards"], *view["hands"]):
            unseen.subtract(shown or ())
        pool = list((+unseen).elements())
        if view["drawpile"] < len(hand):
            pool += view["discards"]  # the draw will shuffle them in
        kept = max(
            groups_to_try(hand, view["table"]),
            key=lambda group: self.expected_worth(group, pool, view["table"]),
        )
        self.decided = (hand, discarded, kept)
        return kept

    def expected_worth(self, kept: list[str], pool: Sequence[str], table: Sequence[str]) -> float:
        """Return what the group is worth on the average of a few tried draws from the pool."""
        drawn = HAND - len(kept)
        if drawn == 0:
            return worth_of(kept, table)
        tries = [worth_of(kept + self.rng.sample(pool, drawn), table) for _ in range(SAMPLES)]
        return sum(tries) / SAMPLES


class Strong(Searcher, ToWin):
    """Plays the round on in thought, often and with cards that might lie there, to find the best choice."""

    def begin(self) -> None:
        super().begin()
        self.kept = [0] * MOST_SEATS  # how many cards each player kept when it last drew

    def notice(self, effect: Json) -> None:
        """Note how many cards a player kept when it drew; a redrawn hand is all new."""
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
        """Return the choices worth trying on its turn: to call its combo, and to keep each of the groups."""
        words = {choice.do for choice in legal}
        if "discard" not in words:
            return []
        hand, table = view["hands"][self.seat], view["table"]
        ways = [discard_all_but(self.seat, hand, kept) for kept in groups_to_try(hand, table)]
        if "down" in words and makes_any(hand, table, count_dice(hand)):
            ways.append(Choice(self.seat, "down"))
        return [way for at, way in enumerate(ways) if way not in ways[:at]]


def worth_a_call(view: Json, hand: Sequence[str]) -> bool:
    """Whether to call this combo now: always if somebody has called, else if it is worth a first call."""
    called = any(view["called"]) or view["left"] is not None
    return called or worth_a_first_call(hand, view["table"])


def worth_of(hand: Sequence[str], table: Sequence[str]) -> float:
    """Return what a hand is worth: its combo's points, or what its best group promises.

    A combo is worth at least the chance card that the runner-up gets.
    """
    if points := points_of(hand, table):
        return max(points, CHANCE_WORTH)
    return WORTH_OF_A_GROUP[len(group_to_keep(hand, table))]


def groups_to_try(hand: list[str], table: Sequence[str]) -> Iterator[list[str]]:
    """Yield the groups that a player would think of keeping, the usual one first; some may come twice.

    They are the cards of each die that two cards can be, and two such pairs for a full house. Then come the
    best run for each straight, and a whole hand that makes a combo.
    """
    counts = count_dice(hand)
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
    if best_combo(hand, table):
        yield list(hand)


def discard_all_but(seat: int, hand: Sequence[str], kept: Sequence[str]) -> Choice:
    """Return the choice to exchange all cards of the hand but those kept."""
    return Choice(seat, "discard", {"cards": without(hand, kept)})


Strong.LOOK = Ahead
Strong.BELIEVE = deal_as_played
BOTS = {"random": KeepsGroups, "careful": Careful, "to-win": ToWin, "strong": Strong}
