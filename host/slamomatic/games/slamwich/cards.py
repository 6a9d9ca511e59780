"""The 55 cards of Slamwich, and what makes the top of a pile worth a slap."""

from collections.abc import Sequence

FOODS = (
    "hot-dog",
    "lettuce",
    "tomato",
    "egg",
    "pickle",
    "peanut-butter",
    "jelly",
    "bacon",
    "cheese",
    "onion",
    "pepper",
)
THIEF_CARD = "thief"

# Each muncher card's number: how many cards may be thrown to stop it.
MUNCHERS: dict[str, int] = {"m1": 1, "m2": 2, "m3": 3}

COUNTS: dict[str, int] = {**dict.fromkeys(FOODS, 4), THIEF_CARD: 3, "m1": 2, "m2": 3, "m3": 3}

DECK: tuple[str, ...] = tuple(card for card, count in COUNTS.items() for _ in range(count))
DECK_WITHOUT_MUNCHERS: tuple[str, ...] = tuple(card for card in DECK if card not in MUNCHERS)


def is_combination(row: Sequence[str]) -> bool:
    """Whether the uppermost (last) card equals the one below it (Double Decker) or the next (Slamwich)."""
    return row[-1] in row[-3:-1]
