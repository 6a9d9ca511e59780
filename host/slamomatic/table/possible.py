"""What could be done at the table now: questions to a game that change nothing in it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from slamomatic.engine import Game
from slamomatic.engine.vocabulary import Choice, Event, seen


def once_live(game: Game, seat: int | None) -> list[Choice]:
    """What the seat may do with the curtain down and paddles live: chosen in a look, done after it."""
    later = _copy(game)
    later.apply(Event("curtain", None, later.now_us, {"up": False}))
    if later.due_us is not None:
        later.apply(Event("time", None, later.due_us))
    return later.legal(seat)


def disputable(game: Game) -> bool:
    """Whether there is a slap to take back: as everybody would hear if it were disputed now."""
    answers = seen(_copy(game).apply(Event("void", None, game.now_us)), None)
    return any(answer["what"] == "void" and answer["open"] for answer in answers)


def in_the_open(
    legal: Mapping[int | None, list[Choice]], seats: Iterable[int], words: Sequence[str]
) -> list[Choice]:
    """What these seats may do whose every detail lies open: for a screen that all of them see.

    Only for words that everybody knows to be possible now, and only where no hidden card decides more.
    """
    known = {(choice.seat, choice.do) for choice in legal[None] if choice.do in words}
    asked = [seat for seat in seats if any(seat == whose for whose, _ in known)]
    choices = [choice for seat in asked for choice in legal[seat] if (choice.seat, choice.do) in known]
    return sorted(choices, key=lambda choice: words.index(choice.do))


def whole(game: Game, choice: Choice) -> bool:
    """Whether it says all that the game wants to hear: a spectator's choices may lack what is hidden."""
    wanted = game.EVENTS[choice.do].data if choice.do in game.EVENTS else {}
    return all(field.optional or name in choice.data for name, field in wanted.items()) and (
        bool(choice.data) or not wanted
    )


def _copy(game: Game) -> Game:
    return type(game).from_json(game.to_json())
