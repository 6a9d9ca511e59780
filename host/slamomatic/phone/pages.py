"""What a seat's page shows, made from that seat's view and nothing else. Pure.

A game adds its own lines in the table at the end; a game without an entry still gets names, turn and score.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

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


@dataclass(slots=True)
class Shown:
    """A game's part of a page. A card is its word, None a hole in a grid."""

    cards: list[str | None] = field(default_factory=list)
    grid: bool = False
    facts: list[str] = field(default_factory=list)


def picture_key(card: str) -> str:
    """A card's word as part of an address: the words hold * and /."""
    return card.encode().hex()


def page(view: View, names: Sequence[str], paddle: Paddle) -> dict[str, Any]:
    """The whole page of the seat whose view this is."""
    seat: int = view["seat"]
    show = GAMES.get(view["game"])
    shown = show(view) if show else Shown()
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


def _hands_down(view: View) -> Shown:
    chosen = view["chosen"]
    facts = [f"Your pairs: {len(view['pairs'][view['seat']])}"]
    return Shown(list(view["hand"]), facts=([f"Chosen pair: {chosen}"] if chosen else []) + facts)


def _slamwich(view: View) -> Shown:
    # Nobody may look at the own pile, not even its owner.
    return Shown(facts=[f"Your cards: {view['counts'][view['seat']]}"])


def _hit_the_deck(view: View) -> Shown:
    fits = view["fits"]
    return Shown(list(view["hand"]), facts=[f"Fits now: {', '.join(fits)}"] if fits else [])


def _yahtzee(view: View) -> Shown:
    aim = view["aim"]
    return Shown(list(view["hands"][view["seat"]] or []), facts=[f"Aim: {aim}"] if aim else [])


def _lowdown(view: View) -> Shown:
    drawn = view["drawn"]
    facts = [f"In your hand: {drawn}"] if drawn and view["turn"] == view["seat"] else []
    return Shown(list(view["grids"][view["seat"]]), grid=True, facts=facts)


GAMES: Mapping[str, Callable[[View], Shown]] = {
    "hands-down": _hands_down,
    "slamwich": _slamwich,
    "hit-the-deck": _hit_the_deck,
    "yahtzee-hands-down": _yahtzee,
    "lowdown": _lowdown,
}
