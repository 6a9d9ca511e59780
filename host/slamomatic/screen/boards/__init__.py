"""One board per game: a view becomes cards on the felt. A board lays out; it decides nothing."""

from __future__ import annotations

from importlib import import_module

from slamomatic.screen.model import Board

BOARDS = {
    "hands-down": "hands_down",
    "slamwich": "slamwich",
    "hit-the-deck": "hit_the_deck",
    "yahtzee-hands-down": "yahtzee_hands_down",
    "lowdown": "lowdown",
}


def board_of(game: str, paper: bool = False) -> Board:
    """The board of this game, imported when it is first needed: the window opens sooner."""
    board: Board = import_module(f"slamomatic.screen.boards.{'paper' if paper else BOARDS[game]}")
    return board
