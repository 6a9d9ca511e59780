"""A game from outside the package goes through everything that the five go through."""

from rules.frame import Profile, machine
from rules.tiny_game import DECK, Tiny
from slamomatic.games.core import Game


def won_cards(game: Game) -> list[int]:
    return [len(game.cards()[f"won {seat}"]) for seat in range(game.seats)]


PROFILE = Profile("rules.tiny_game:Tiny", DECK, won_cards)

TestTiny = machine(PROFILE)


def test_a_game_is_found_by_module_and_name() -> None:
    from slamomatic.games import find

    assert find("rules.tiny_game:Tiny") is Tiny
