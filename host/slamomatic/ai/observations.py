"""What a seat may see, as numbers between 0 and 1 or near it: its view, flattened, its own chair first."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from slamomatic.engine.vocabulary import Json
from slamomatic.games.hands_down.cards import JOKER, NUMBERS
from slamomatic.games.hit_the_deck.cards import COUNTS
from slamomatic.games.lowdown.grid import CELLS, FACE_DOWN, PACK
from slamomatic.games.slamwich.cards import COUNTS as FILLINGS
from slamomatic.games.yahtzee_hands_down.dice import COMBOS, DICE

T = TypeVar("T")
Numbers = list[float]
SEEN_OF_A_PILE = 4  # its uppermost cards: what makes a pile worth a slap, and one more


def many(cards: Sequence[object], words: Sequence[object]) -> Numbers:
    """How many there are of each word, in fives."""
    return [cards.count(word) / 5 for word in words]


def one(word: object, words: Sequence[object]) -> Numbers:
    """One bit for each word; none where it is none of them."""
    return [float(word == known) for known in words]


def share(values: Sequence[float], whole: float) -> Numbers:
    return [value / whole for value in values]


def common(view: Json, seat: int) -> Numbers:
    """What every game shows."""
    chairs = turned(range(len(view["live"])), seat)
    numbers = one(view["turn"], chairs)
    for name in ("live", "down", "gone"):
        numbers += share(turned(view[name], seat), 1)
    numbers += [float(chair in view["asked"]) for chair in chairs]
    return numbers + share(turned(view["scores"], seat), 100)


def turned(values: Sequence[T], seat: int) -> list[T]:
    """One value for each seat, the own first."""
    return [*values[seat:], *values[:seat]]


def hands_down(view: Json, seat: int) -> Numbers:
    words = (*NUMBERS, JOKER)
    numbers = many(view["hand"], words) + one(view["chosen"], NUMBERS)
    for pairs in turned(view["pairs"], seat):
        numbers += many(pairs, NUMBERS)
    numbers += share(turned(view["hands"], seat), 20)
    numbers += share(turned(view["paid"], seat), 1)
    now = [float(view["incident"]), float(view["open"])]
    return [*numbers, view["drawpile"] / 41, view["to_take"] / 2, *now]


def slamwich(view: Json, seat: int) -> Numbers:
    pile = [None] * SEEN_OF_A_PILE + view["pile"]
    numbers = [bit for at in range(1, SEEN_OF_A_PILE + 1) for bit in one(pile[-at], list(FILLINGS))]
    numbers += share(turned(view["counts"], seat), 55) + share(turned(view["out"], seat), 1)
    for name in ("flipper", "muncher", "first"):
        numbers += one(view[name], turned(range(len(view["counts"])), seat))
    return [*numbers, len(view["pile"]) / 55, view["throws"] / 3, float(view["again"])]


def hit_the_deck(view: Json, seat: int) -> Numbers:
    words = list(COUNTS)
    numbers = many(view["hand"], words) + one(view["top"], words)
    numbers += share(turned(view["counts"], seat), 20)
    caller = float(view["caller"] is not None)
    rest = [view["drawpile"] / 110, view["discards"] / 110, view["step"], float(view["drew"])]
    return [*numbers, *rest, caller, float(view["called"]), view["target"] / 100]


def yahtzee(view: Json, seat: int) -> Numbers:
    dice, combos = list(DICE), list(COMBOS)
    numbers: Numbers = []
    for hand, won in turned(list(zip(view["hands"], view["won"], strict=True)), seat):
        numbers += many(hand or [], dice) + many(won, combos)
    for card in (view["hands"][seat] + [None] * 5)[:5]:  # a discard names cards by their places
        numbers += one(card, dice)
    numbers += many(view["table"], combos) + one(view["aim"], combos) + many(view["discards"], dice)
    numbers += share(turned(view["called"], seat), 1)
    return [*numbers, view["drawpile"] / 84, (view["left"] or 0) / 12, float(view["drawn"])]


def lowdown(view: Json, seat: int) -> Numbers:
    words = [*dict.fromkeys(PACK), FACE_DOWN]
    numbers = one(view["drawn"], words) + one(view["discard"], words)
    for grid in turned(view["grids"], seat):
        numbers += [bit for card in grid or [None] * CELLS for bit in one(card, words)]
    numbers += one(view["phase"], ("open", "draw", "place", "look", "turn", "claim"))
    numbers += one(view["drawn_from"], ("pile", "discard")) + one(view["looked"], range(CELLS))
    return [*numbers, view["drawpile"] / 84]


def quick_draw(view: Json, seat: int) -> Numbers:
    soon = share(turned(view["soon"], seat), 1)
    return [*soon, float(view["steady"]), float(view["open"]), view["round"] / view["rounds"]]


OBSERVATIONS: Mapping[str, Callable[[Json, int], Numbers]] = {
    "hands-down": hands_down,
    "slamwich": slamwich,
    "hit-the-deck": hit_the_deck,
    "yahtzee-hands-down": yahtzee,
    "lowdown": lowdown,
    "quick-draw": quick_draw,
}


def numbers_of(view: Json, seat: int) -> Numbers:
    return common(view, seat) + OBSERVATIONS[view["game"]](view, seat)
