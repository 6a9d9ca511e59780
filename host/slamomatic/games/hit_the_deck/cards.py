"""The 110 cards of Hit the Deck: how many there are of each, which goes on which, and their points."""

COLOURS = "RGBY"
NUMBERS = "12345"

# How many of each card; a colour card is written colour first ("R3", "RC", "RF"), the others kind first.
COUNTS: dict[str, int] = {
    **{colour + number: 4 for colour in COLOURS for number in NUMBERS},
    **{colour + "C": 2 for colour in COLOURS},
    **{colour + "F": 1 for colour in COLOURS},
    **{"N" + number: 2 for number in NUMBERS},
    **{"C" + colour: 1 for colour in COLOURS},
    "H": 4,
}

DECK: tuple[str, ...] = tuple(card for card, count in COUNTS.items() for _ in range(count))

CUTS = frozenset(colour + "C" for colour in COLOURS)
FLIPS = frozenset(colour + "F" for colour in COLOURS)
WORDS = CUTS | FLIPS
HITS = frozenset(card for card in COUNTS if card[0] in "NCH")
HAND = "H"
DEMANDS = HITS - {HAND}

POINTS: dict[str, int] = {
    card: int(card[1]) if card[0] in COLOURS and card[1] in NUMBERS else 10 for card in COUNTS
}


def _fits(top: str) -> frozenset[str]:
    """Return the cards that go on `top`. On a demand for a number or colour only plain cards go."""
    if top == HAND:
        return frozenset(COUNTS)
    kind, mark = top[0], top[1]
    plain = [card for card in COUNTS if card not in HITS]
    if kind == "N":
        return frozenset(card for card in plain if card[1] == mark)
    if kind == "C":
        return frozenset(card for card in plain if card[0] == mark)
    same_number = {card for card in plain if mark in NUMBERS and card[1] == mark}
    return frozenset(card for card in plain if card[0] == kind) | same_number | HITS


FITS: dict[str, frozenset[str]] = {top: _fits(top) for top in COUNTS}
