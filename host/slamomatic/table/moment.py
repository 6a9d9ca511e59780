"""The game right after one event: what each pair of eyes may have of it, asked of the game once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Generic, TypeVar

from slamomatic.engine import Game
from slamomatic.engine.photo import PhotoFinish
from slamomatic.engine.vocabulary import Choice, Effect, seen
from slamomatic.table import possible

Answer = TypeVar("Answer")


class Asked(dict[int | None, Answer], Generic[Answer]):
    """The answers to one question by eyes; each is asked for when it is first wanted."""

    def __init__(self, moment: Moment, ask: Callable[[int | None], Answer]) -> None:
        self._moment, self._ask = moment, ask

    def __missing__(self, eyes: int | None) -> Answer:
        if self._moment.over:
            raise LookupError("the game has moved on, and would answer for a later state")
        answer = self[eyes] = self._ask(eyes)
        return answer


class Moment:
    """What was done, and how the game stands since: by eyes, None is everybody in the room.

    Screen, phone pages, lights and bots read it. The next event ends it: what was asked for stays.
    """

    def __init__(self, game: Game, effects: Sequence[Effect]) -> None:
        self.over = False
        self.effects = effects  # the hidden forms too
        self.photo: PhotoFinish | None = None  # of the last slap
        self.view = Asked(self, game.view)
        self.legal = Asked(self, game.legal)
        self.told = Asked(self, partial(seen, effects))
        # Sentences and lights are about this very state, however late they are asked for.
        self.room = self.view[None] = game.view(None)
        self.public = self.told[None] = seen(effects, None)
        self._game = game

    @cached_property
    def legal_once_live(self) -> Asked[list[Choice]]:
        """What a seat may do after a look."""
        return Asked(self, partial(possible.once_live, self._game))

    @cached_property
    def _disputable(self) -> Asked[bool]:
        return Asked(self, lambda _: possible.disputable(self._game))

    @property
    def disputable(self) -> bool:
        """Whether there is a slap to take back."""
        return self._disputable[None]
