"""Difficulty that follows the player: bots get better after a person wins, easier after a person loses. Pure.

At a table of N a person should win about one game in N. A win moves the level up by N - 1 parts, a loss moves
it down by one part. So the level comes to rest where the person wins one game in N.
"""

from collections.abc import Iterable

from slamomatic.engine.bots.bot import Nature

START = 0.3  # about the easy bot: the first evening must be fun
STEP = 0.12  # how far a game moves the level, at most
THINKS_TO_WIN = 0.85  # from this level on it remembers and feints too


def level_after(level: float, won: bool, players: int) -> float:
    """Return the level for the next game, from 0 to 1, after a game that the person won or lost."""
    part = STEP / players
    return min(1.0, max(0.0, level + (part * (players - 1) if won else -part)))


def level_of(games: Iterable[tuple[bool, int]]) -> float:
    """Return the level after a person's games, oldest first, each as (whether the person won, players)."""
    level = START
    for won, players in games:
        level = level_after(level, won, players)
    return level


def nature_at(level: float) -> Nature:
    """Return the human side at this level: hands from a small child's to quicker than most adults'."""

    def between(least: float, most: float) -> float:
        return least + (most - least) * level

    reaction_ms = round(between(950, 260))
    return Nature(
        reaction_ms=reaction_ms,
        ready_ms=round(reaction_ms * 0.65),
        think_ms=round(between(1500, 900)),
        spread=between(0.3, 0.15),
        error=between(0.06, 0.005),
        temper=between(0.4, 0.05),
    )


def skill_at(level: float) -> str:
    """Return how well the bot plays at this level, as the name of a kind of bot."""
    return "to-win" if level >= THINKS_TO_WIN else "careful"
