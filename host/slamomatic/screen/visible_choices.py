"""What can be chosen on the screen now: of one pair of eyes, or of a room full of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from slamomatic.engine.vocabulary import Choice
from slamomatic.face.face import Face
from slamomatic.table.automatic import TURNED_BY_THE_TABLE
from slamomatic.table.sitting import Sitting


def of_seat(sitting: Sitting, face: Face, seat: int, looking: bool) -> list[Choice]:
    """Slaps aside; what moves the game on comes first: a key must do more than prepare something.

    But with a pair in hand it must not throw the turn away either: marking the pair comes before a pass.
    """
    legal, view = sitting.legal(seat), sitting.moment.view[seat]
    if looking and not legal:
        legal = sitting.moment.legal_once_live[seat]
    by_itself = ("down", TURNED_BY_THE_TABLE)  # slaps come from paddles, and cards fall by themselves
    choices = [choice for choice in legal if choice.do not in by_itself and choice.seat == seat]
    whole = [choice for choice in choices if sitting.moment.complete(choice) and face.worth(choice, view)]
    prepared = [choice for choice in whole if choice.do == face.first_choice]
    if len(prepared) == 1 and not looking:
        # There is nothing to choose between: what is left to do is the slap itself.
        slaps = [choice for choice in legal if choice.do == "down" and choice.seat == seat]
        whole = [*slaps, *(choice for choice in whole if choice not in prepared)] if slaps else whole
    first = (face.first_choice, "down")
    return sorted(whole, key=lambda choice: (choice.do in face.asides, choice.do not in first))


def of_the_room(sitting: Sitting, face: Face) -> list[Choice]:
    """Only what hides nothing; what all may do (open two cards) is asked of one player at a time.

    When the table waits for one alone (who has slapped a thief and must call) it is that one.
    """
    moment = sitting.moment
    choices, view = in_the_open(moment.legal, sitting.people, face.open_words), moment.room
    if view["asked"]:
        # No slap waits for it: in the heat of one "out of cards" is a key hit by mistake.
        choices = [choice for choice in choices if choice.do != "empty"]
    alone = view["asked"][0] if len(view["asked"]) == 1 else None
    on = alone if any(choice.seat == alone for choice in choices) else view["turn"]
    asked = {choice.do for choice in choices if choice.seat == on} - {*face.asides}
    return [choice for choice in choices if choice.seat == on or choice.do not in asked]


def in_the_open(
    legal: Mapping[int | None, list[Choice]], seats: Iterable[int], words: Sequence[str]
) -> list[Choice]:
    """What these seats may do and all may know, for a screen that all of them see.

    Only for words that everybody knows to be possible now, and only where no hidden card decides more.
    """
    known = {(choice.seat, choice.do) for choice in legal[None] if choice.do in words}
    asked = [seat for seat in seats if any(seat == whose for whose, _ in known)]
    choices = [choice for seat in asked for choice in legal[seat] if (choice.seat, choice.do) in known]
    return [choice for word in words for choice in choices if choice.do == word]
