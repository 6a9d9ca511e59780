"""How long a game is likely to take, for the start scene: measured with careful bots at human pace."""

from __future__ import annotations

# game -> (minutes with the fewest players, minutes more for each further player)
MINUTES = {
    "hands-down": (9, 2),
    "slamwich": (14, 4),
    "hit-the-deck": (12, 4),
    "yahtzee-hands-down": (6, 2),
    "lowdown": (12, 4),
}
FEWEST = {"hands-down": 3}


def expected_minutes(game: str, players: int) -> int:
    base, each = MINUTES[game]
    return base + each * (players - FEWEST.get(game, 2))
