"""Hit the Deck's board never prompts the call: the caller looks like the others until it is made."""

from __future__ import annotations

from rules.hit_the_deck_sitting import Sitting
from slamomatic.engine import Event
from slamomatic.face.model import Table
from slamomatic.games.hit_the_deck import board as hit_the_deck


def statuses(sitting: Sitting) -> list[tuple[str, bool]]:
    table = Table("hit-the-deck", sitting.game.view(None), None, ())
    return [hit_the_deck.status(table, seat) for seat in range(sitting.game.seats)]


def test_the_caller_is_shown_once_the_call_is_made_and_not_before() -> None:
    sitting = Sitting("H R1", "R2 R3", "R4 G1")
    sitting.play(0, "H")
    game = sitting.game
    assert game.caller == 0
    assert statuses(sitting) == [statuses(sitting)[1]] * 3
    game.apply(Event("call", 0, game.now_us + 1000))
    assert [lit for _, lit in statuses(sitting)] == [True, False, False]
