"""The game right after one event: what each pair of eyes may have of it, asked of the game once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from slamomatic.engine import Game
from slamomatic.engine.vocabulary import Choice, Effect, Json, seen
from slamomatic.table import possible
from slamomatic.table.photo import PhotoFinish

Key = TypeVar("Key")
Answer = TypeVar("Answer")


class Once(dict[Key, Answer], Generic[Key, Answer]):
    """The answers to one question, each asked for when somebody first wants it."""

    def __init__(self, ask: Callable[[Key], Answer]) -> None:
        super().__init__()
        self._ask: Callable[[Key], Answer] | None = ask

    def __missing__(self, key: Key) -> Answer:
        if self._ask is None:
            raise LookupError(f"nobody asked for {key!r} before the next event")
        answer = self[key] = self._ask(key)
        return answer

    def end(self) -> None:
        """From now on the game would answer for a later state."""
        self._ask = None


class Moment:
    """What was done, and how the game stands since: by eyes, None is everybody in the room.

    Screen, phone pages, lights and bots read it. The next event ends it: what was asked for stays.
    """

    def __init__(self, game: Game, effects: Sequence[Effect]) -> None:
        self.effects = effects  # the hidden forms too: `told` has what may be shown
        self.photo: PhotoFinish | None = None  # of the last slap
        self.view: Once[int | None, Json] = Once(game.view)
        self.legal: Once[int | None, list[Choice]] = Once(game.legal)
        self.legal_once_live: Once[int, list[Choice]] = Once(lambda seat: possible.once_live(game, seat))
        self._disputable: Once[None, bool] = Once(lambda _: possible.disputable(game))
        self.told: Once[int | None, list[Json]] = Once(lambda eyes: seen(effects, eyes))
        self.room = self.view[None]  # sentences and lights are about this very state

    @property
    def disputable(self) -> bool:
        """Whether there is a slap to take back."""
        return self._disputable[None]

    def end(self) -> None:
        for question in (self.view, self.legal, self.legal_once_live, self._disputable):
            question.end()
