"""What a seat may see, as numbers between 0 and 1 or near it: its view, flattened, its own chair first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from slamomatic.engine.vocabulary import Json
from slamomatic.games.hands_down.cards import JOKER, NUMBERS
from slamomatic.games.hit_the_deck.cards import COUNTS
from slamomatic.games.lowdown.grid import PACK
from slamomatic.games.slamwich.cards import COUNTS as FILLINGS
from slamomatic.games.yahtzee_hands_down.dice import COMBOS, DICE

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
    seats = len(view["live"])
    turn = -1 if view["turn"] is None else (view["turn"] - seat) % seats
    numbers = one(turn, range(seats))
    for name in ("live", "down", "gone"):
        numbers += share(turned(view[name], seat), 1)
    numbers += [float((seat + step) % seats in view["asked"]) for step in range(seats)]
    return numbers + share(turned(view["scores"], seat), 100)


def turned(values: Sequence[float], seat: int) -> list[float]:
    """One value for each seat, the own first."""
    return [float(value) for value in (*values[seat:], *values[:seat])]


def hands_down(view: Json, seat: int) -> Numbers:
    words = (*NUMBERS, JOKER)
    seats = len(view["hands"])
    numbers = many(view["hand"], words) + one(view["chosen"], NUMBERS)
    for step in range(seats):
        numbers += many(view["pairs"][(seat + step) % seats], NUMBERS)
    numbers += share(turned(view["hands"], seat), 20)
    numbers += share(turned(view["paid"], seat), 1)
    return [
        *numbers,
        view["drawpile"] / 41,
        view["to_take"] / 2,
        float(view["incident"]),
        float(view["open"]),
    ]


def slamwich(view: Json, seat: int) -> Numbers:
    pile = [None] * SEEN_OF_A_PILE + view["pile"]
    numbers = [bit for at in range(1, SEEN_OF_A_PILE + 1) for bit in one(pile[-at], list(FILLINGS))]
    numbers += share(turned(view["counts"], seat), 55) + share(turned(view["out"], seat), 1)
    seats = len(view["counts"])
    for name in ("flipper", "muncher", "first"):
        who = view[name]
        numbers += one(-1 if who is None else (who - seat) % seats, range(seats))
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
    seats = len(view["counts"])
    numbers: Numbers = []
    for step in range(seats):
        other = (seat + step) % seats
        numbers += many(view["hands"][other] or [], dice) + many(view["won"][other], combos)
    for place in range(5):  # a discard names cards by their places
        hand = view["hands"][seat]
        numbers += one(hand[place] if place < len(hand) else None, dice)
    numbers += many(view["table"], combos) + one(view["aim"], combos) + many(view["discards"], dice)
    numbers += share(turned(view["called"], seat), 1)
    left = 0 if view["left"] is None else view["left"] / 12
    return [*numbers, view["drawpile"] / 84, left, float(view["drawn"])]


def lowdown(view: Json, seat: int) -> Numbers:
    words = [*dict.fromkeys(PACK), "?"]
    seats = len(view["grids"])
    numbers = one(view["drawn"], words) + one(view["discard"], words)
    for step in range(seats):
        grid = view["grids"][(seat + step) % seats] or [None] * 9
        numbers += [bit for card in grid for bit in one(card, words)]
    numbers += one(view["phase"], ("open", "draw", "place", "look", "turn", "claim"))
    numbers += one(view["drawn_from"], ("pile", "discard")) + one(view["looked"], range(9))
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
