"""A few of the random games that `python3 tools/many_games.py` plays by the thousand."""

import pytest

from rules.many_games import Tally, play_many, play_one
from slamomatic.engine import GAMES
from slamomatic.games.slamwich.rules import Slamwich


@pytest.mark.parametrize("name", GAMES)
def test_random_games_end_and_what_must_hold_holds(name: str) -> None:
    tally = play_many(name, 0, 25)
    assert not tally.bad
    assert not tally.unfinished
    assert tally.moves > 25 * 20


def test_a_game_gone_wrong_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    win_pile = Slamwich.win_pile

    def lose_a_card(game: Slamwich, seat: int, how: str) -> None:
        game.pile = game.pile[1:]
        win_pile(game, seat, how)

    monkeypatch.setattr(Slamwich, "win_pile", lose_a_card)
    tally = Tally()
    play_one("slamwich", 1, tally)
    assert "a card was lost or made" in tally.bad[0]
