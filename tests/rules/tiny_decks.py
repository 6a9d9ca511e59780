"""The tiny games that are walked through whole: the fewest cards that still hold every kind."""

from __future__ import annotations

from rules.every_state import Tiny
from slamomatic.engine.core import Game
from slamomatic.games.hands_down.cards import NUMBERS
from slamomatic.games.hit_the_deck.rules import HitTheDeck
from slamomatic.games.lowdown.rules import Lowdown
from slamomatic.games.slamwich.rules import Slamwich


def out_is_out(game: Game) -> None:
    """Slamwich: who is out holds no cards, munches nothing, flips nothing, wins nothing."""
    assert isinstance(game, Slamwich)
    for seat in range(game.seats):
        if game.out[seat]:
            assert not game.hands[seat], f"seat {seat} is out and holds cards"
            assert seat not in (game.turn, game.muncher), f"seat {seat} is out and plays on"
            assert game.over or game.flipper != seat, f"seat {seat} is out and could take the last pile"
            assert seat not in game.asked and not game.legal(seat), f"seat {seat} is out and may act"
            assert seat not in game.winners, f"seat {seat} is out and wins"
            assert not game.race.has_slapped(seat), f"seat {seat} is out and can win the pile"
    assert game.over or game.in_play(), "everybody is out and the game goes on"


def a_hand_more(game: Game) -> bool:
    assert isinstance(game, Lowdown)
    return game.hand > 1


def another_deal(game: Game) -> bool:
    assert isinstance(game, HitTheDeck)
    return any(game.points) and not game.over


def another_wait(game: Game) -> bool:
    """Each of its steps has thirty outcomes of chance."""
    return bool(game.view(None)["steady"])


SLAMWICH = Tiny(
    "slamwich",
    3,
    {
        "hands": [["m1"], ["egg", "egg"], ["thief"]],
        "pile": [],
        "turn": 0,
        "old": "slip",
        "new": "slip",
    },
    holds=out_is_out,
)

# Two pairs and the Joker are still out, the drawpile is empty.
HANDS_DOWN = Tiny(
    "hands-down",
    3,
    {
        "hands": [["1", "2"], ["1", "J"], ["2"]],
        "drawpile": [],
        "pairs": [list(NUMBERS), list(NUMBERS[2:]), []],
        "turn": 0,
        "to_take": 0,
    },
)

HIT_THE_DECK = Tiny(
    "hit-the-deck",
    3,
    {
        "hands": [["R1", "H"], ["RC", "N1"], ["RF", "CR"]],
        "drawpile": ["B1", "R2"],
        "discards": ["R5"],
        "turn": 0,
        "caller": None,
        "step": 1,
    },
    {"target": 1},
    beyond=another_deal,
)

LOWDOWN = Tiny(
    "lowdown",
    2,
    {
        "grids": [["R1", "R2", "R3", *[None] * 6], ["peek", "B9", "B8", *[None] * 6]],
        "up": [[True, True, False, *[True] * 6], [True, False, False, *[True] * 6]],
        "drawpile": ["G5", "steal", "swap", "peek"],
        "discards": ["Y5"],
        "phase": "draw",
        "unopened": [False, False],
        "totals": [45, 45],
        "turn": 0,
    },
    beyond=a_hand_more,
)


YAHTZEE = Tiny(
    "yahtzee-hands-down",
    3,
    {
        "hands": [["B1"] * 3 + ["R6"] * 2, ["B2"] * 3 + ["R5"] * 2, ["R4"] * 4 + ["Y3"]],
        "drawpile": ["R6", "R4"],
        "discards": [],
        "table": ["3k"],
        "box": [],
        "won": [[], [], []],
        "chance_pile": ["5"],
        "turn": 0,
    },
    {"combos": 1},
)

# No cards: a call is out, and this round can decide. Paddles rest so long that no move gets into a wait.
QUICK_DRAW = Tiny(
    "quick-draw", 4, {"points": [1, 1, 0, 0]}, {"rounds": 3, "rearm_ms": 3000}, beyond=another_wait
)

TINY_GAMES = {tiny.name: tiny for tiny in (HANDS_DOWN, SLAMWICH, HIT_THE_DECK, YAHTZEE, LOWDOWN, QUICK_DRAW)}
