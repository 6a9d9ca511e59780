"""What a seat may do, as numbers: every choice of a game has a place in one list, the same for every seat.

Other seats are counted from the own one to the left: what is learned at one chair holds at all of them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations, combinations_with_replacement

from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.games.hands_down.cards import NUMBERS
from slamomatic.games.hit_the_deck.cards import COUNTS
from slamomatic.games.lowdown.grid import CELLS, LINES
from slamomatic.games.yahtzee_hands_down.deal import HAND
from slamomatic.games.yahtzee_hands_down.dice import COMBOS
from slamomatic.games.yahtzee_hands_down.rules import NO_AIM

Key = tuple[object, ...]  # a choice as it reads from the own chair
WAIT: Key = ("wait",)


def hands_down(seats: int) -> Iterator[Key]:
    yield from (("pass",), ("down",))
    yield from (("choose", number) for number in NUMBERS)
    for count in (1, 2):
        yield from (("take", *away) for away in combinations_with_replacement(range(1, seats), count))


def slamwich(seats: int) -> Iterator[Key]:
    yield from (("flip",), ("call",), ("down",))


def hit_the_deck(seats: int) -> Iterator[Key]:
    yield from (("draw",), ("call",), ("down",))
    yield from (("play", card) for card in COUNTS)


def yahtzee(seats: int) -> Iterator[Key]:
    """A discard is named by places in the sorted hand, one bit each."""
    yield from (("down",), ("done",))
    yield from (("aim", combo) for combo in (*COMBOS, NO_AIM))
    yield from (("discard", places) for places in range(1 << HAND))


def lowdown(seats: int) -> Iterator[Key]:
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


def quick_draw(seats: int) -> Iterator[Key]:
    yield ("down",)


ACTIONS: Mapping[str, Callable[[int], Iterable[Key]]] = {
    "hands-down": hands_down,
    "slamwich": slamwich,
    "hit-the-deck": hit_the_deck,
    "yahtzee-hands-down": yahtzee,
    "lowdown": lowdown,
    "quick-draw": quick_draw,
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
