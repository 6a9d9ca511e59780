"""How long a game is likely to take, for the start scene."""

from __future__ import annotations

# Minutes with so many players: the median of six games of careful bots at their human pace, each.
MEASURED: dict[str, dict[int, float]] = {
    "hands-down": {3: 1.8, 4: 3.5},
    "slamwich": {2: 10.4, 4: 13.6, 6: 21.0},
    "hit-the-deck": {2: 10.2, 4: 8.7, 6: 6.8},
    "yahtzee-hands-down": {2: 1.4, 4: 2.3, 6: 2.4},
    "lowdown": {2: 12.2, 4: 9.1, 6: 3.4},
}
# People look, talk and fool each other: an estimate. Slamwich's cards fall at the table's own pace.
PEOPLE_TAKE = 3
PACED_BY_THE_TABLE = ("slamwich",)


def expected_minutes(game: str, players: int) -> int | None:
    """None for a game that nobody has measured."""
    measured = MEASURED.get(game)
    if measured is None:
        return None
    low = max(count for count in measured if count <= players)
    high = min(count for count in measured if count >= players)
    share = (players - low) / (high - low) if high > low else 0.0
    minutes = measured[low] + (measured[high] - measured[low]) * share
    return max(1, round(minutes * (1 if game in PACED_BY_THE_TABLE else PEOPLE_TAKE)))
