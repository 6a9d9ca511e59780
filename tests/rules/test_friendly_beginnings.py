"""Bots for beginners leave them some seconds to find their way; no bot slaps at nothing as a game begins."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from slamomatic.engine import Choice, Effect, Event, Json
from slamomatic.engine.bots import make, sitting
from slamomatic.engine.bots.bot import SETTLES_MS, Bot
from slamomatic.engine.setup import Setup
from slamomatic.games.hands_down.bots import Careful
from slamomatic.games.hands_down.rules import HandsDown

GAMES = 60
SEATS = 4
FIND_THE_KEY_US = 1_000_000


class OnlyPasses(Careful):
    """A beginner who slaps at nothing, never opens a Hands Down, and passes."""

    def choose(self, view: Json, legal: list[Choice]) -> Choice | None:
        passes = [choice for choice in legal if choice.do == "pass"]
        return passes[0] if passes and view["turn"] == self.seat else super().choose(view, legal)


def times_us(what: str, why: str | None, kind: str) -> list[int]:
    """Return when bots first did something in each of many games, but for games in which none did it."""
    found: list[int] = []
    for seed in range(GAMES):
        game, first = HandsDown(Setup(SEATS, seed)), list[int]()
        bots: list[Bot] = [make(kind, HandsDown, seat, Random(f"{seed}/{seat}")) for seat in range(SEATS)]
        bots[0] = OnlyPasses(0, Random(seed), make("careful", HandsDown, 0, Random(seed)).nature)

        def played(event: Event, effects: Sequence[Effect], first: list[int] = first) -> None:
            for effect in effects:
                of_bot = effect.what == what and effect.seat != 0
                if of_bot and why in (None, (effect.public or {}).get("why")):
                    first.append(event.t_us)

        sitting.play(game, bots, 40, played)
        found += first[:1]
    return found


def test_in_the_first_ten_seconds_no_easy_bot_slaps_at_nothing() -> None:
    too_soon = times_us("pays", "early", "easy")
    assert too_soon, "later some do"
    assert min(too_soon) > SETTLES_MS * 1000


@pytest.mark.parametrize("kind", ["hare", "careful", "random"])
def test_nobody_slaps_at_nothing_because_the_game_begins(kind: str) -> None:
    """A hand that was never tempted before can't have been about to slap: it looked like a mistake."""
    assert min(times_us("pays", "early", kind), default=FIND_THE_KEY_US) >= FIND_THE_KEY_US


def test_an_easy_bot_lets_a_beginner_find_the_key_before_its_first_slap() -> None:
    assert min(times_us("hands-down", None, "easy")) > FIND_THE_KEY_US
