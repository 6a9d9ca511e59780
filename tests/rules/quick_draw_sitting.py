"""A game of Quick Draw in which a test decides when the call comes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from slamomatic.engine import Event, find
from slamomatic.engine.chance import Chance
from slamomatic.engine.core import Game
from slamomatic.engine.setup import Setup
from slamomatic.engine.vocabulary import Effect, Json
from slamomatic.games.quick_draw.call import GUESS_US

LATE_MS = GUESS_US // 1000  # from so long after the call on a slap answers it


class Calls(Chance):
    """Chance that calls when it is told to."""

    now = False

    def below(self, n: int) -> int:
        self.drawn.append(0 if self.now else 1)
        return int(self.drawn[-1])


class Draw:
    """Slaps are given in ms after the round began, or after its call; `told` keeps all effects."""

    def __init__(self, seats: int = 3, setup: Mapping[str, Any] | None = None, **options: int) -> None:
        self.game: Game = find("quick-draw")(Setup(seats, 1, options, **(setup or {})))
        self.calls = self.game.chance = Calls(1)
        self.told: list[Effect] = list(self.game.told)

    def do(self, do: str, seat: int | None = None, at_us: int | None = None, **data: Any) -> list[Effect]:
        at_us = self.game.now_us if at_us is None else at_us
        effects = self.game.apply(Event(do, seat, at_us, data))
        self.told += effects
        return effects

    def call(self) -> int:
        """The call comes at the next step that may bring it; its time."""
        self.calls.now = True
        while not self.game.view(None)["open"]:
            assert self.game.due_us is not None
            self.do("time", None, self.game.due_us)
        self.calls.now = False
        return self.game.now_us

    def slap(self, *slaps: tuple[int, float], since_us: int, settles_us: int = 2_000) -> list[Effect]:
        """(seat, ms since then) in the order of time, and what is certain a moment later."""
        effects: list[Effect] = []
        for seat, ms in slaps:
            effects += self.do("down", seat, since_us + round(ms * 1000))
        return effects + self.do("time", None, self.game.now_us + settles_us)

    def lift_all(self) -> None:
        """All hands go up, and the next round begins when the paddles are live again."""
        for seat in range(self.game.seats):
            self.do("up", seat)
        while not self.game.over and not self.running:
            assert self.game.due_us is not None
            self.do("time", None, self.game.due_us)

    def round_for(self, seat: int) -> None:
        """One round that this seat wins."""
        self.slap((seat, 300), since_us=self.call())
        self.lift_all()

    @property
    def running(self) -> bool:
        view = self.game.view(None)
        return bool(view["steady"] or view["open"])

    @property
    def points(self) -> list[int]:
        return self.game.scores()

    def said(self, *whats: str) -> list[Json]:
        return [effect.to_json() for effect in self.told if effect.what in whats]

    def names(self, effects: Sequence[Effect], *whats: str) -> list[tuple[str, int | None]]:
        return [(effect.what, effect.seat) for effect in effects if effect.what in whats]
