"""The game right after one event: what each pair of eyes may have of it, asked of the game once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Generic, TypeVar

from slamomatic.engine import Game
from slamomatic.engine.photo import PhotoFinish
from slamomatic.engine.vocabulary import Choice, Effect, Event, Json, visible_effects

Answer = TypeVar("Answer")


class Answers(dict[int | None, Answer], Generic[Answer]):
    """The game's answers to one question, by the eyes they are for; each is asked for when first wanted."""

    def __init__(self, moment: Moment, ask: Callable[[int | None], Answer]) -> None:
        self._moment, self._ask = moment, ask

    def __missing__(self, eyes: int | None) -> Answer:
        if self._moment.is_past:
            raise LookupError("the game has moved on, and would answer for a later state")
        answer = self[eyes] = self._ask(eyes)
        return answer


class Moment:
    """The truth after one event: its effects, and the game as each pair of eyes may see it. None: everybody.

    Screen, phone pages, lights and bots read it. It never changes; once the next event has been played, it
    holds what was asked for until then, and refuses new questions.
    """

    def __init__(self, game: Game, effects: Sequence[Effect], photo: PhotoFinish | None = None) -> None:
        self._game, self._is_past = game, False
        self.effects = effects  # whole, with what is hidden from some eyes
        self.photo = photo  # of the last slap
        self.view = Answers(self, game.view)
        self.legal = Answers(self, game.legal)
        # Sentences and lights are about this very state, however late they are asked for.
        self.room = self.view[None] = game.view(None)
        self.public = visible_effects(effects, None)

    @property
    def is_past(self) -> bool:
        """Whether a later event has been played."""
        return self._is_past

    def end(self) -> None:
        """End the moment: the game has played the next event, and would answer for a later state."""
        self._is_past = True

    def effects_for(self, eyes: int | None) -> list[Json]:
        """Return the effects as these eyes may have them."""
        return visible_effects(self.effects, eyes)

    def complete(self, choice: Choice) -> bool:
        """Return whether a choice has all its fields. A spectator's choices lack those that are hidden."""
        game = self._game
        wanted = game.EVENTS[choice.do].data if choice.do in game.EVENTS else {}
        return all(field.optional or name in choice.data for name, field in wanted.items()) and (
            bool(choice.data) or not wanted
        )

    # --- what would follow if something were done now: asked of a copy -----------------------------------

    @cached_property
    def legal_once_live(self) -> Answers[list[Choice]]:
        """The choices of a seat once paddles are live again: chosen in a look, done after it."""
        return Answers(self, self._once_live)

    def _once_live(self, eyes: int | None) -> list[Choice]:
        """Return the choices in a copy of the game, with the curtain down and the next due moment passed."""
        later = self._copy()
        later.apply(Event("curtain", None, later.now_us, {"up": False}))
        if later.due_us is not None:
            later.apply(Event("time", None, later.due_us))
        return later.legal(eyes)

    @cached_property
    def disputable(self) -> bool:
        """Whether there is a slap to take back: as everybody would hear if it were disputed now."""
        answers = visible_effects(self._copy().apply(Event("void", None, self._game.now_us)), None)
        return any(answer["what"] == "void" and answer["open"] for answer in answers)

    def _copy(self) -> Game:
        """Return a copy of the game to try something on. Raise LookupError once the moment is past."""
        if self.is_past:
            raise LookupError("the game has moved on, and would answer for a later state")
        return type(self._game).from_json(self._game.to_json())
