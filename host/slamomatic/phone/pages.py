"""What a seat's page shows, made from that seat's view and nothing else. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from slamomatic.face.face import OnPhone
from slamomatic.paddles import Paddle

View = Mapping[str, Any]

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


def picture_key(card: str) -> str:
    """A card's word as part of an address: the words hold * and /."""
    return card.encode().hex()


def page(view: View, shown: OnPhone, names: Sequence[str], paddle: Paddle) -> dict[str, Any]:
    """The whole page of the seat whose view this is; `shown` is what the game's face makes of the view."""
    seat: int = view["seat"]
    score = view["scores"][seat]
    return {
        "who": names[seat],
        "sign": SIGNS[paddle.shape],
        "colour": paddle.name,
        "rgb": list(paddle.rgb),
        "state": _state(view, names),
        "grid": shown.grid,
        "cards": [
            None if card is None else {"name": _spoken(card), "picture": picture_key(card)}
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
