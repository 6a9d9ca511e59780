"""The games that are installed: any package may bring some, by the entry-point group `slamomatic.games`."""

from importlib.metadata import entry_points

GROUP = "slamomatic.games"

# The games of this package, in the order of the start screen. They are registered by the same group in
# pyproject.toml, and a test compares. They are also listed here because a checkout can be newer than its
# installed package, and because the group has no order.
BUILT_IN = {
    "hands-down": "slamomatic.games.hands_down.rules:HandsDown",
    "slamwich": "slamomatic.games.slamwich.rules:Slamwich",
    "hit-the-deck": "slamomatic.games.hit_the_deck.rules:HitTheDeck",
    "yahtzee-hands-down": "slamomatic.games.yahtzee_hands_down.rules:YahtzeeHandsDown",
    "lowdown": "slamomatic.games.lowdown.rules:Lowdown",
    "quick-draw": "slamomatic.games.quick_draw.rules:QuickDraw",
}


def installed_games() -> dict[str, str]:
    """Return where each game lives: its name, and its "module:attribute". Nothing is imported yet.

    No other package can take the name of a built-in game.
    """
    others = sorted(entry_points(group=GROUP), key=lambda point: point.name)
    return {**BUILT_IN, **{point.name: point.value for point in others if point.name not in BUILT_IN}}
