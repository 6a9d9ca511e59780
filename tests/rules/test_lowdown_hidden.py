"""Lowdown hides its cards, from their owners too: in views, effects, what is legal and deadlines."""

from random import Random
from typing import Any

import pytest

from rules.hidden import Secrets, check_secrets, enough
from slamomatic.games.vocabulary import Json


def twin(state: Json, eye: int | None, rng: Random) -> Json:
    """All face-down cards of all grids and the drawpile dealt anew; at times another's drawn card too."""
    places: list[tuple[Any, Any]] = [
        (grid, cell)
        for grid, up in zip(state["grids"], state["up"], strict=True)
        for cell in range(len(grid))
        if not up[cell]
    ]
    places += [(state["drawpile"], at) for at in range(len(state["drawpile"]))]
    held = state["drawn_from"] == "pile" and eye != state["turn"] and rng.random() < 0.15
    if held and not state["setup"].get("options", {}).get("drawn_open"):
        places.append((state, "drawn"))
    cards = [place[at] for place, at in places]
    rng.shuffle(cards)
    for (place, at), card in zip(places, cards, strict=True):
        place[at] = card
    if eye is None or rng.random() < 0.5:
        others = [seat for seat in range(len(state["aims"])) if seat != eye]
        state["aims"] = [None if seat in others else aim for seat, aim in enumerate(state["aims"])]
    return state


# What opening, replacing, stealing and the end of a hand bring to light.
REVEALS = frozenset(
    {
        ("opened", "cards"),
        ("placed", "old"),
        ("placed", "card"),
        ("threw", "card"),
        ("turned", "card"),
        ("stole", "got"),
        ("stole", "gave"),
        ("hand-over", "grids"),
        ("hand-scored", "points"),
        ("hand-scored", "won_by"),
        ("dealt", "discard"),
        ("starter", "seat"),
        ("turn", "seat"),
        ("last-claims", "seat"),
        ("over", "winners"),
        ("over", "scores"),
    }
)


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("drawn_open", [False, True])
def test_hidden_cards_show_nowhere(seats: int, drawn_open: bool) -> None:
    reveals = REVEALS | {("drew", "card")} if drawn_open else REVEALS
    secrets = Secrets(twin, reveals, options={"drawn_open": drawn_open})
    for seed in range(2):
        check_secrets("lowdown", secrets, seats, seed, 250)
    enough(secrets)
