"""Turn a seat's view into a list of numbers, and its choices into places of a fixed list.

Seats are counted from the own one to the left, so that what is learned at one chair holds at all of them.
The numbers of a view lie between 0 and 1, or near it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from typing import TypeVar

from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.games.hands_down.cards import JOKER, NUMBERS
from slamomatic.games.hit_the_deck.cards import COUNTS
from slamomatic.games.lowdown.grid import CELLS, FACE_DOWN, LINES, PACK
from slamomatic.games.slamwich.cards import COUNTS as FILLINGS
from slamomatic.games.yahtzee_hands_down.deal import HAND
from slamomatic.games.yahtzee_hands_down.dice import COMBOS, DICE
from slamomatic.games.yahtzee_hands_down.rules import NO_AIM

T = TypeVar("T")
Key = tuple[object, ...]  # a choice as it reads from the own chair
Numbers = list[float]
WAIT: Key = ("wait",)
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
    """Return the numbers that stand for the fields which every game has in its view."""
    chairs = turned(range(len(view["live"])), seat)
    numbers = one(view["turn"], chairs)
    for name in ("live", "down", "gone"):
        numbers += share(turned(view[name], seat), 1)
    numbers += [float(chair in view["asked"]) for chair in chairs]
    return numbers + share(turned(view["scores"], seat), 100)


def turned(values: Sequence[T], seat: int) -> list[T]:
    """One value for each seat, the own first."""
    return [*values[seat:], *values[:seat]]


def hands_down_actions(seats: int) -> Iterator[Key]:
    yield from (("pass",), ("down",))
    yield from (("choose", number) for number in NUMBERS)
    for count in (1, 2):
        yield from (("take", *away) for away in combinations_with_replacement(range(1, seats), count))


def hands_down_seen(view: Json, seat: int) -> Numbers:
    words = (*NUMBERS, JOKER)
    numbers = many(view["hand"], words) + one(view["chosen"], NUMBERS)
    for pairs in turned(view["pairs"], seat):
        numbers += many(pairs, NUMBERS)
    numbers += share(turned(view["hands"], seat), 20)
    numbers += share(turned(view["paid"], seat), 1)
    now = [float(view["incident"]), float(view["open"])]
    return [*numbers, view["drawpile"] / 41, view["to_take"] / 2, *now]


def slamwich_actions(seats: int) -> Iterator[Key]:
    yield from (("flip",), ("call",), ("down",))


def slamwich_seen(view: Json, seat: int) -> Numbers:
    pile = [None] * SEEN_OF_A_PILE + view["pile"]
    numbers = [bit for at in range(1, SEEN_OF_A_PILE + 1) for bit in one(pile[-at], list(FILLINGS))]
    numbers += share(turned(view["counts"], seat), 55) + share(turned(view["out"], seat), 1)
    for name in ("flipper", "muncher", "first"):
        numbers += one(view[name], turned(range(len(view["counts"])), seat))
    return [*numbers, len(view["pile"]) / 55, view["throws"] / 3, float(view["again"])]


def hit_the_deck_actions(seats: int) -> Iterator[Key]:
    yield from (("draw",), ("call",), ("down",))
    yield from (("play", card) for card in COUNTS)


def hit_the_deck_seen(view: Json, seat: int) -> Numbers:
    words = list(COUNTS)
    numbers = many(view["hand"], words) + one(view["top"], words)
    numbers += share(turned(view["counts"], seat), 20)
    caller = float(view["caller"] is not None)
    rest = [view["drawpile"] / 110, view["discards"] / 110, view["step"], float(view["drew"])]
    return [*numbers, *rest, caller, float(view["called"]), view["options"]["target"] / 100]


def yahtzee_actions(seats: int) -> Iterator[Key]:
    """A discard is named by places in the sorted hand, one bit each."""
    yield from (("down",), ("done",))
    yield from (("aim", combo) for combo in (*COMBOS, NO_AIM))
    yield from (("discard", places) for places in range(1 << HAND))


def yahtzee_seen(view: Json, seat: int) -> Numbers:
    dice, combos = list(DICE), list(COMBOS)
    numbers: Numbers = []
    for hand, won in turned(list(zip(view["hands"], view["won"], strict=True)), seat):
        numbers += many(hand or [], dice) + many(won, combos)
    for card in (view["hands"][seat] + [None] * 5)[:5]:  # a discard names cards by their places
        numbers += one(card, dice)
    numbers += many(view["table"], combos) + one(view["aim"], combos) + many(view["discards"], dice)
    numbers += share(turned(view["called"], seat), 1)
    return [*numbers, view["drawpile"] / 84, (view["left"] or 0) / 12, float(view["drawn"])]


def lowdown_actions(seats: int) -> Iterator[Key]:
    cells, pairs = range(CELLS), list(combinations(range(CELLS), 2))
    yield from (("down",), ("done",), ("throw",), ("draw", "pile"), ("draw", "discard"))
    yield from (("open", *pair) for pair in pairs)
    yield from (("place", cell, face) for cell in cells for face in ("up", "down"))
    yield from (("look", cell) for cell in cells)
    yield from (("turn", cell) for cell in cells)
    yield from (("aim", *line) for line in LINES)
    yield from (("swap", *pair) for pair in pairs)
    yield from (("peek", of, cell) for of in range(seats) for cell in cells)
    yield from (("steal", mine, of, theirs) for of in range(1, seats) for mine in cells for theirs in cells)


def lowdown_seen(view: Json, seat: int) -> Numbers:
    words = [*dict.fromkeys(PACK), FACE_DOWN]
    numbers = one(view["drawn"], words) + one(view["discard"], words)
    for grid in turned(view["grids"], seat):
        numbers += [bit for card in grid or [None] * CELLS for bit in one(card, words)]
    numbers += one(view["phase"], ("open", "draw", "place", "look", "turn", "claim"))
    numbers += one(view["drawn_from"], ("pile", "discard")) + one(view["looked"], range(CELLS))
    return [*numbers, view["drawpile"] / 84]


def quick_draw_actions(seats: int) -> Iterator[Key]:
    yield ("down",)


def quick_draw_seen(view: Json, seat: int) -> Numbers:
    soon = share(turned(view["soon"], seat), 1)
    return [*soon, float(view["steady"]), float(view["open"]), view["round"] / view["options"]["rounds"]]


# For each game: all choices of a seat at a table of so many, and the numbers of a view as one chair sees it.
GAMES: Mapping[str, tuple[Callable[[int], Iterable[Key]], Callable[[Json, int], Numbers]]] = {
    "hands-down": (hands_down_actions, hands_down_seen),
    "slamwich": (slamwich_actions, slamwich_seen),
    "hit-the-deck": (hit_the_deck_actions, hit_the_deck_seen),
    "yahtzee-hands-down": (yahtzee_actions, yahtzee_seen),
    "lowdown": (lowdown_actions, lowdown_seen),
    "quick-draw": (quick_draw_actions, quick_draw_seen),
}


def key_of(choice: Choice, view: Json) -> Key:
    """The choice as it reads from its own chair."""
    do, data, seats = choice.do, choice.data, len(view["live"])

    def away(seat: int) -> int:
        return (seat - choice.seat) % seats

    if do == "take":
        return ("take", *sorted(map(away, data["from"])))
    if do == "discard":
        return ("discard", places_of(data["cards"], view["hands"][choice.seat]))
    if do == "act":
        if "of" in data:
            return ("peek", away(data["of"]), data["cell"])
        if "from" in data:
            return ("steal", data["mine"], away(data["from"]), data["theirs"])
        return ("swap", *data["cells"])
    values: list[object] = []
    for value in data.values():
        values += value if isinstance(value, list) else [value]
    return (do, *values)


def places_of(cards: Iterable[str], hand: list[str]) -> int:
    """One bit for each place of the hand that these cards come from; of equal cards the first."""
    bits, rest = 0, list(enumerate(hand))
    for card in cards:
        entry = next(entry for entry in rest if entry[1] == card)
        rest.remove(entry)
        bits |= 1 << entry[0]
    return bits


def numbers_of(view: Json, seat: int) -> Numbers:
    return common(view, seat) + GAMES[view["game"]][1](view, seat)
