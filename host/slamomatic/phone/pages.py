"""What each page shows, made from what its eyes may know and nothing else. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from slamomatic.face.face import OnPhone
from slamomatic.paddles import PADDLES, Paddle
from slamomatic.phone import sentences
from slamomatic.phone.room import LONGEST_NAME, Chair

View = Mapping[str, Any]
Page = dict[str, Any]

SIGNS = {
    "circle": "●",
    "triangle": "▲",
    "square": "■",
    "diamond": "◆",
    "star": "★",
    "hexagon": "⬢",
    "cross": "✚",
    "crescent": "☾",
}


def picture_key(game: str, card: str) -> str:
    """A card of a game as part of an address: the words hold * and /."""
    return f"{game} {card}".encode().hex()


# --- before a game ----------------------------------------------------------------------------------


def chairs(there: Sequence[Chair], players: int, locked: bool) -> Page:
    """What somebody reads who has no chair: which are free, in which colours."""
    taken = {chair.colour for chair in there if not chair.free or chair.person}
    free = [(index, chair) for index, chair in enumerate(there) if chair.free and not locked]
    words = sentences.LOCKED if locked else "" if free else sentences.NO_CHAIR_FREE
    return {
        "words": words,
        "longest": LONGEST_NAME,
        "says": {
            "title": sentences.JOIN_TITLE,
            "chair": sentences.PICK_CHAIR,
            "colour": sentences.PICK_COLOUR,
            "name": sentences.TYPE_NAME,
            "sit": sentences.SIT_DOWN,
        },
        "chairs": [
            {
                "chair": index,
                "colour": chair.colour,
                "name": chair.name if chair.person else "",
                "words": _chair_words(chair, index >= players),
                **_mark(PADDLES[chair.colour]),
            }
            for index, chair in free
        ],
        "colours": [
            {"colour": colour, "words": paddle.name, **_mark(paddle)}
            for colour, paddle in enumerate(PADDLES)
            if colour in {chair.colour for chair in there} - taken
        ],
    }


def _chair_words(chair: Chair, more: bool) -> str:
    if chair.person:
        return sentences.CHAIR_OF_PERSON.format(name=chair.name)
    return sentences.CHAIR_MORE if more else sentences.CHAIR_FREE.format(name=chair.name)


def _mark(paddle: Paddle) -> dict[str, Any]:
    return {"sign": SIGNS[paddle.shape], "rgb": list(paddle.rgb)}


def waiting(name: str, paddle: Paddle, words: str) -> Page:
    """The page of somebody who sits and whose game has not begun."""
    return {
        "kind": "room",
        "who": name,
        "colour": paddle.name,
        **_mark(paddle),
        "state": words,
        "leave": sentences.STAND_UP,
        "grid": False,
        "cards": [],
        "facts": [],
    }


# --- in a game --------------------------------------------------------------------------------------


def page(game: str, view: View, shown: OnPhone, names: Sequence[str], paddle: Paddle) -> Page:
    """The whole page of the seat whose view this is; `shown` is what the game's face makes of the view."""
    seat: int = view["seat"]
    score = view["scores"][seat]
    return {
        "kind": "hand",
        "who": names[seat],
        "colour": paddle.name,
        **_mark(paddle),
        "state": _state(view, names),
        "grid": shown.grid,
        "cards": [
            None if card is None else {"name": _spoken(card), "picture": picture_key(game, card)}
            for card in shown.cards
        ],
        "facts": [*shown.facts, f"Score: {score}"],
    }


def _state(view: View, names: Sequence[str]) -> str:
    seat: int = view["seat"]
    if view["over"]:
        won = [names[winner] for winner in view["winners"]]
        return f"{' and '.join(won)} won" if won else "The game is over"
    if view["gone"][seat]:
        return "You have left the game"
    if view["turn"] is None:
        return "Watch the table"
    return "Your turn" if view["turn"] == seat else f"{names[view['turn']]}'s turn"


def _spoken(card: str) -> str:
    return "face down" if card == "?" else card
