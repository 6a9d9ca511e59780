"""The game right after one event: what each pair of eyes may have of it, asked of the game once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Generic, TypeVar

from slamomatic.engine import Game
from slamomatic.engine.photo import PhotoFinish
from slamomatic.engine.vocabulary import Choice, Effect, Event, Json, seen
from slamomatic.paddles import PADDLES
from slamomatic.table.seats import Seat

Answer = TypeVar("Answer")
Rgb = tuple[int, int, int]
UNLIT: Rgb = (0, 0, 0)
SLAPPED: Rgb = (255, 255, 255)
# A hand that must come up before play goes on: its paddle is dim, so that its player sees who is meant.
HELD_SHARE = 0.15


class Asked(dict[int | None, Answer], Generic[Answer]):
    """The game's answers to one question, by eyes; each is asked for when it is first wanted."""

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
        # Sentences and lights are about this very state, however late they are asked for.
        self.room = self.view[None] = game.view(None)
        self.public = seen(effects, None)
        self._game = game

    def told(self, eyes: int | None) -> list[Json]:
        """The effects as these eyes may have them."""
        return seen(self.effects, eyes)

    def complete(self, choice: Choice) -> bool:
        """Whether it says all that the game wants to hear: a spectator's choices may lack what is hidden."""
        game = self._game
        wanted = game.EVENTS[choice.do].data if choice.do in game.EVENTS else {}
        return all(field.optional or name in choice.data for name, field in wanted.items()) and (
            bool(choice.data) or not wanted
        )

    # --- what would be, were something done now: asked of a copy ------------------------------------

    @cached_property
    def legal_once_live(self) -> Asked[list[Choice]]:
        """What a seat may do with the curtain down and paddles live: chosen in a look, done after it."""
        return Asked(self, self._once_live)

    def _once_live(self, eyes: int | None) -> list[Choice]:
        later = self._copy()
        later.apply(Event("curtain", None, later.now_us, {"up": False}))
        if later.due_us is not None:
            later.apply(Event("time", None, later.due_us))
        return later.legal(eyes)

    @cached_property
    def disputable(self) -> bool:
        """Whether there is a slap to take back: as everybody would hear if it were disputed now."""
        answers = seen(self._copy().apply(Event("void", None, self._game.now_us)), None)
        return any(answer["what"] == "void" and answer["open"] for answer in answers)

    def _copy(self) -> Game:
        if self.over:
            raise LookupError("the game has moved on, and would answer for a later state")
        return type(self._game).from_json(self._game.to_json())


def lights_of(view: Json, seats: Sequence[Seat], paddles: int) -> tuple[Rgb, ...]:
    """The units' lights, from the room's view alone: a live paddle glows, a slapped one is white."""
    shown = [UNLIT] * paddles
    for seat, sits in enumerate(seats):
        if view["over"] or sits.bot or sits.colour >= paddles or view["gone"][seat]:
            continue
        own = PADDLES[sits.colour].rgb
        live, down = view["live"][seat], view["down"][seat]
        if live:
            shown[sits.colour] = SLAPPED if down else own
        elif down:
            r, g, b = (round(part * HELD_SHARE) for part in own)
            shown[sits.colour] = (r, g, b)
    return tuple(shown)
