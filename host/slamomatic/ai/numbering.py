"""Turn a seat's view into a list of numbers, and its choices into places in a fixed list.

Seats are counted from the agent's own seat to the left, so an agent that learns at one seat can play at all.
The numbers of a view lie between 0 and 1, or near that.
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
Key = tuple[object, ...]  # a choice: its word and its values, other seats counted from the player's own
Numbers = list[float]
WAIT: Key = ("wait",)
SEEN_OF_A_PILE = 4  # so many uppermost cards: the three that can be worth a slap, and one more


def counts_of(cards: Sequence[object], words: Sequence[object]) -> Numbers:
    """Return how many of the cards are of each word, in units of five, so that the numbers stay small."""
    return [cards.count(word) / 5 for word in words]


def one_hot(word: object, words: Sequence[object]) -> Numbers:
    """Return a number for each of `words`: 1 for the one that `word` is, else 0."""
    return [float(word == known) for known in words]


def scaled(values: Sequence[float], whole: float) -> Numbers:
    """Return the values (or flags) as shares of `whole`."""
    return [value / whole for value in values]


def common_numbers(view: Json, seat: int) -> Numbers:
    """Return the numbers that stand for the fields which every game has in its view."""
    chairs = from_own_seat(range(len(view["live"])), seat)
    numbers = one_hot(view["turn"], chairs)
    for name in ("live", "down", "gone"):
        numbers += scaled(from_own_seat(view[name], seat), 1)
    numbers += [float(chair in view["asked"]) for chair in chairs]
    return numbers + scaled(from_own_seat(view["scores"], seat), 100)


def from_own_seat(values: Sequence[T], seat: int) -> list[T]:
    """Return the values, one for each seat, in the order that begins with this seat and goes to the left."""
    return [*values[seat:], *values[:seat]]


# Each game has two functions. One yields all choices that a seat can ever have at a table of so many seats.
# The other returns the numbers that stand for the game's own part of a view.


def hands_down_actions(seats: int) -> Iterator[Key]:
    """Yield all choices; a take names the seats to take from, counted from the player's own to the left."""
    yield from (("pass",), ("down",))
    yield from (("choose", number) for number in NUMBERS)
    for count in (1, 2):
        yield from (("take", *away) for away in combinations_with_replacement(range(1, seats), count))


def hands_down_numbers(view: Json, seat: int) -> Numbers:
    """Return the numbers for the own hand, everybody's pairs and cards, and how the turn stands."""
    words = (*NUMBERS, JOKER)
    numbers = counts_of(view["hand"], words) + one_hot(view["chosen"], NUMBERS)
    for pairs in from_own_seat(view["pairs"], seat):
        numbers += counts_of(pairs, NUMBERS)
    numbers += scaled(from_own_seat(view["hands"], seat), 20)
    numbers += scaled(from_own_seat(view["paid"], seat), 1)
    now = [float(view["incident"]), float(view["open"])]
    return [*numbers, view["drawpile"] / 41, view["to_take"] / 2, *now]


def slamwich_actions(seats: int) -> Iterator[Key]:
    yield from (("flip",), ("call",), ("down",))


def slamwich_numbers(view: Json, seat: int) -> Numbers:
    """Return the numbers for the top cards of the pile, everybody's stacks and roles, and the muncher."""
    pile = [None] * SEEN_OF_A_PILE + view["pile"]
    numbers = [bit for at in range(1, SEEN_OF_A_PILE + 1) for bit in one_hot(pile[-at], list(FILLINGS))]
    numbers += scaled(from_own_seat(view["counts"], seat), 55) + scaled(from_own_seat(view["out"], seat), 1)
    for name in ("flipper", "muncher", "first"):
        numbers += one_hot(view[name], from_own_seat(range(len(view["counts"])), seat))
    return [*numbers, len(view["pile"]) / 55, view["throws"] / 3, float(view["again"])]


def hit_the_deck_actions(seats: int) -> Iterator[Key]:
    yield from (("draw",), ("call",), ("down",))
    yield from (("play", card) for card in COUNTS)


def hit_the_deck_numbers(view: Json, seat: int) -> Numbers:
    """Return the numbers for the own hand, the top card, everybody's cards, and the hand card's race."""
    words = list(COUNTS)
    numbers = counts_of(view["hand"], words) + one_hot(view["top"], words)
    numbers += scaled(from_own_seat(view["counts"], seat), 20)
    caller = float(view["caller"] is not None)
    rest = [view["drawpile"] / 110, view["discards"] / 110, view["step"], float(view["drew"])]
    return [*numbers, *rest, caller, float(view["called"]), view["options"]["target"] / 100]


def yahtzee_actions(seats: int) -> Iterator[Key]:
    """Yield all choices; a discard is named by the places of its cards in the sorted hand, one bit each."""
    yield from (("down",), ("done",))
    yield from (("aim", combo) for combo in (*COMBOS, NO_AIM))
    yield from (("discard", places) for places in range(1 << HAND))


def yahtzee_numbers(view: Json, seat: int) -> Numbers:
    """Return the numbers for all hands that the seat may see, combos won and to win, and the discards."""
    dice, combos = list(DICE), list(COMBOS)
    numbers: Numbers = []
    for hand, won in from_own_seat(list(zip(view["hands"], view["won"], strict=True)), seat):
        numbers += counts_of(hand or [], dice) + counts_of(won, combos)
    for card in (view["hands"][seat] + [None] * 5)[:5]:  # a discard names cards by their places
        numbers += one_hot(card, dice)
    numbers += (
        counts_of(view["table"], combos) + one_hot(view["aim"], combos) + counts_of(view["discards"], dice)
    )
    numbers += scaled(from_own_seat(view["called"], seat), 1)
    return [*numbers, view["drawpile"] / 84, (view["left"] or 0) / 12, float(view["drawn"])]


def lowdown_actions(seats: int) -> Iterator[Key]:
    """Yield all choices; cells are counted from 0, other seats from the player's own to the left."""
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


def lowdown_numbers(view: Json, seat: int) -> Numbers:
    """Return the numbers for all grids, the drawn card and the top discard, as the seat sees them."""
    words = [*dict.fromkeys(PACK), FACE_DOWN]
    numbers = one_hot(view["drawn"], words) + one_hot(view["discard"], words)
    for grid in from_own_seat(view["grids"], seat):
        numbers += [bit for card in grid or [None] * CELLS for bit in one_hot(card, words)]
    numbers += one_hot(view["phase"], ("open", "draw", "place", "look", "turn", "claim"))
    numbers += one_hot(view["drawn_from"], ("pile", "discard")) + one_hot(view["looked"], range(CELLS))
    return [*numbers, view["drawpile"] / 84]


def quick_draw_actions(seats: int) -> Iterator[Key]:
    yield ("down",)


def quick_draw_numbers(view: Json, seat: int) -> Numbers:
    soon = scaled(from_own_seat(view["soon"], seat), 1)
    return [*soon, float(view["steady"]), float(view["open"]), view["round"] / view["options"]["rounds"]]


# For each game its two functions.
GAMES: Mapping[str, tuple[Callable[[int], Iterable[Key]], Callable[[Json, int], Numbers]]] = {
    "hands-down": (hands_down_actions, hands_down_numbers),
    "slamwich": (slamwich_actions, slamwich_numbers),
    "hit-the-deck": (hit_the_deck_actions, hit_the_deck_numbers),
    "yahtzee-hands-down": (yahtzee_actions, yahtzee_numbers),
    "lowdown": (lowdown_actions, lowdown_numbers),
    "quick-draw": (quick_draw_actions, quick_draw_numbers),
}


def key_of(choice: Choice, view: Json) -> Key:
    """Return the key of a choice as the game's actions list it: other seats are counted from its own."""
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
    """Return the places in the hand of these cards, one bit each; of equal cards the first places."""
    bits, rest = 0, list(enumerate(hand))
    for card in cards:
        entry = next(entry for entry in rest if entry[1] == card)
        rest.remove(entry)
        bits |= 1 << entry[0]
    return bits


def numbers_of(view: Json, seat: int) -> Numbers:
    """Return the observation of this seat: the numbers that stand for its view."""
    return common_numbers(view, seat) + GAMES[view["game"]][1](view, seat)
