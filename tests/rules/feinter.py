"""A player who jerks the hand a dozen times in every turn, against three bots."""

from __future__ import annotations

from random import Random

from slamomatic.engine import find
from slamomatic.engine.bots import make, sitting
from slamomatic.engine.bots.bot import Nature
from slamomatic.engine.setup import Setup
from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.games.hands_down.bots import Careful

PLAYERS = 4
FEINTS = 12  # in every turn


class Feinter(Careful):
    """Plays as the careful bot does, after its feints."""

    def notice(self, effect: Json) -> None:
        if effect["what"] == "turn":
            self.feints = FEINTS

    def choose(self, view: Json, legal: list[Choice]) -> Choice | None:
        wants = super().choose(view, legal)
        free = view["turn"] == self.seat and not view["open"] and not view["to_take"]
        return Choice(self.seat, "feint") if free and wants is not None and self.feints else wants


def wins_of_the_feinter(kind: str, games: int) -> float:
    """The games of Hands Down that a constant feinter wins against three bots of this kind; ties shared."""
    rules = find("hands-down")
    won = 0.0
    for seed in range(games):
        game = rules(Setup(PLAYERS, seed))
        at = seed % PLAYERS
        bots = [
            Feinter(seat, Random(f"{seed} {seat}"), Nature())
            if seat == at
            else make(kind, rules, seat, Random(f"{seed} {seat}"))
            for seat in range(PLAYERS)
        ]
        sitting.play(game, bots, 20_000)
        assert game.over
        if at in game.winners:
            won += 1 / len(game.winners)
    return won
