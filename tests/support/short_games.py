"""A short game of each kind: one person with a key, or some, among bots."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from slamomatic.screen.offscreen import BareStage
from slamomatic.seat import Seat
from slamomatic.table import opening
from slamomatic.table.session import GameSession

ME = 0
BLINK_US = 120_000  # a finger stays on its key for so long
# Each with the number of its players.
GAMES: dict[str, tuple[int, dict[str, int]]] = {
    "hands-down": (3, {"numbers": 5}),
    "slamwich": (3, {"minutes": 2}),
    "hit-the-deck": (3, {"target": 20}),
    "yahtzee-hands-down": (3, {"combos": 1}),
    "lowdown": (2, {"target": 10}),
    "quick-draw": (3, {}),
}


def begin(
    stage: BareStage, home: Path, game: str, seed: int, bot: str = "random", people: int = 1, **more: int
) -> GameSession:
    """Begin the short game of this kind; bots sit behind the people. `more`: further options of it."""
    players, options = GAMES[game]
    names = ("Ada", "Ben", "Cleo")[:players]
    seats = [Seat(name, nth, bot if nth >= people else "") for nth, name in enumerate(names)]
    return opening.begin(game, seats, stage.unit, stage.clock, seed=seed, home=home, options=options | more)


def slap(stage: BareStage, wait: Callable[[int], None]) -> None:
    """Press the own key and let it go after a moment; `wait` lets time pass."""
    keyboard = stage.unit.keyboard
    assert keyboard is not None
    keyboard.key(ME, True, stage.clock())
    wait(BLINK_US)
    keyboard.key(ME, False, stage.clock())
