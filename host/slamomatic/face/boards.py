"""One board per game: a view becomes cards on the felt. A board lays out; it decides nothing."""

from __future__ import annotations

from importlib import import_module

from slamomatic.engine import find
from slamomatic.face.model import Board


def board_of(game: str, paper: bool = False) -> Board:
    """The board of this game, imported when it is first needed: the window opens sooner."""
    board: Board = import_module("slamomatic.face.paper" if paper else f"{find(game).FACE}.board")
    return board
