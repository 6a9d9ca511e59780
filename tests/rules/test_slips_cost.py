"""A slip slap costs one card, as in the book, and who slaps at every card loses the piles to others."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from slamomatic.engine import Choice, Effect, Event, Json, Setup, new
from slamomatic.engine.bots import Bot, Nature, make, sitting
from slamomatic.games.slamwich.bots import Careful
from support.length import count

GAMES = count(12, 60)
MOST_MOVES = 20_000
AFTER_MS = 300  # a hand that only waits for the next card
EYES = Nature(reaction_ms=450, overlooks=0.1)  # somebody who looks first


class Drummer(Careful):
    """Slaps at every card that falls, whatever it is."""

    def begin(self) -> None:
        self.slapped_at = self.fell_at = 0

    def choose(self, view: Json, legal: list[Choice]) -> Choice | None:
        self.fell_at = view["flipped_us"] or 0
        if view["live"][self.seat] and view["pile"] and self.fell_at != self.slapped_at:
            return Choice(self.seat, "down")
        return super().choose(view, legal)

    def forget_plan(self) -> None:
        if self.planned is not None and self.planned.do == "down":
            self.slapped_at = self.fell_at
        super().forget_plan()

    def wait_ms(self, view: Json, asked: bool) -> int:
        return AFTER_MS


def wins_and_slips(kind: type[Bot]) -> tuple[int, int]:
    """How many of the games against easy bots the first seat wins, and how often it slips."""
    wins = slips = 0

    def played(event: Event, effects: Sequence[Effect]) -> None:
        nonlocal slips
        slips += sum(effect.what == "slip" and effect.seat == 0 for effect in effects)

    for seed in range(GAMES):
        game, chance = new("slamwich", Setup(4, seed, {"minutes": 5})), Random(seed)
        easy = [make("easy", type(game), seat, Random(chance.random())) for seat in range(1, 4)]
        sitting.play(game, [kind(0, Random(chance.random()), EYES), *easy], MOST_MOVES, played)
        wins += 0 in game.view(None)["winners"]
    return wins, slips


def test_who_slaps_at_every_card_does_not_win_even_against_easy_bots() -> None:
    wins, slips = wins_and_slips(Drummer)
    assert slips > 5 * GAMES, "else this shows nothing"
    assert wins <= GAMES // 10


def test_who_looks_first_beats_easy_bots_as_before() -> None:
    wins, slips = wins_and_slips(Careful)
    assert slips < 2 * GAMES
    assert wins > GAMES * 3 // 4
