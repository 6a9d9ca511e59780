"""House rules and short games: off unless asked for, and a game that stalls comes to its end."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rules.every_state import cards_of
from slamomatic.engine import GAMES, Event, Setup, find
from slamomatic.engine.bots import straight
from slamomatic.engine.core import Game

SHORT = {
    "hands-down": {"numbers": 5},
    "slamwich": {"minutes": 5},
    "hit-the-deck": {"target": 40},
    "yahtzee-hands-down": {"combos": 3},
    "lowdown": {"target": 20},
    "quick-draw": {"rounds": 3},
}


def events_until_the_end(name: str, seed: int, options: dict[str, int]) -> tuple[int, Game]:
    kind = find(name)
    game = kind(Setup(4, seed, options))
    events = 0

    def counted(event: Event) -> list[object]:
        nonlocal events
        events += 1
        return list(game.apply(event))

    straight.play(game, Random(seed), 100_000, counted)  # type: ignore[arg-type]
    assert game.over
    return events, game


def test_every_game_has_a_short_form() -> None:
    assert set(SHORT) == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_a_short_game_is_shorter(name: str) -> None:
    seeds = range(6)
    whole = sum(events_until_the_end(name, seed, {})[0] for seed in seeds)
    short = sum(events_until_the_end(name, seed, SHORT[name])[0] for seed in seeds)
    assert short < whole * 0.8


def test_a_short_hands_down_leaves_out_the_high_numbers() -> None:
    game = find("hands-down")(Setup(3, 1, {"numbers": 6}))
    assert cards_of(game) == Counter({"J": 1} | {str(number): 4 for number in range(1, 7)})


# --- Hands Down: dry rounds ---


def dry_game(rounds: int) -> Game:
    """Three players and the numbers up to five. Each player passes, and takes cards only when it must."""
    return find("hands-down")(Setup(3, 3, {"dealer": 2, "numbers": 5, "dry_rounds": rounds}))


def play_without_pairs(game: Game, turns: int) -> int:
    """Passes so many turns, never slapping; returns how many turns have passed with the drawpile out."""
    dry = 0
    for _ in range(turns * 4):
        if game.over:
            break
        if game.due_us is not None:
            game.apply(Event("time", None, game.due_us))
            continue
        assert game.turn is not None
        takes = [choice for choice in game.legal(game.turn) if choice.do == "take"]
        choice = takes[0] if takes else next(c for c in game.legal(game.turn) if c.do == "pass")
        out = game.view(None)["drawpile"] == 0
        effects = game.apply(choice.at(game.now_us + 1))
        dry += out and any(effect.what == "pass" for effect in effects)
    return dry


def test_after_the_dry_rounds_every_pair_in_hand_is_laid_and_the_game_ends() -> None:
    game = dry_game(2)
    dry = play_without_pairs(game, 200)
    assert game.over
    assert dry in (2 * 3, 2 * 3 + 1)  # the turn that empties the pile may count
    left = [card for place, cards in game.cards().items() if place.startswith("hand") for card in cards]
    assert sum(len(pairs) for pairs in game.view(None)["pairs"]) > 0
    for seat in range(3):
        hand = game.cards()[f"hand {seat}"]
        assert len(set(hand)) == len(hand), "a pair was kept"
    assert "J" not in left
    assert sum(cards_of(game).values()) == 21
    assert game.winners


def test_a_pair_starts_the_count_again() -> None:
    game = dry_game(4)
    laid_dry = 0
    for _ in range(400):
        if game.over:
            break
        if game.due_us is not None:
            game.apply(Event("time", None, game.due_us))
            continue
        assert game.turn is not None
        before = game.to_json()["dry_turns"]
        legal = game.legal(game.turn)
        choice = next((c for c in legal if c.do == "down"), legal[0])
        game.apply(choice.at(game.now_us + 1))
        if choice.do != "down":
            continue
        t_us = game.now_us
        for nth, seat in enumerate(game.asked, 1):
            game.apply(Event("down", seat, t_us + nth * 20_000))
        for seat in range(3):
            game.apply(Event("up", seat, game.now_us + 1))
        if game.due_us is not None and not game.over:
            game.apply(Event("time", None, game.due_us))
        laid_dry += before > 0 and game.to_json()["dry_turns"] == 0
    assert laid_dry


def test_without_the_house_rule_it_goes_on() -> None:
    game = dry_game(0)
    play_without_pairs(game, 100)
    assert not game.over


# --- Yahtzee Hands Down: the last combo ---


def yahtzee(rounds: int, combos: int = 1) -> Game:
    return find("yahtzee-hands-down")(Setup(3, 3, {"redeal_rounds": rounds, "combos": combos, "dealer": 0}))


def keep_all(game: Game, turns: int) -> list[list[str]]:
    """Everybody keeps all cards; return what lies on the table after each turn."""
    tables = []
    for _ in range(turns):
        assert game.turn is not None
        game.apply(Event("discard", game.turn, game.now_us + 1, {"cards": []}))
        tables.append(game.view(None)["table"])
    return tables


def test_the_last_combo_is_redealt_after_the_rounds_that_were_agreed() -> None:
    game = yahtzee(3)
    last = game.view(None)["table"]
    tables = keep_all(game, 18)
    assert all(table == last for table in tables[:8])
    assert tables[8] != last
    assert all(table == tables[8] for table in tables[8:17])
    assert tables[17] != tables[8]
    assert sum(cards_of(game).values()) == 84 + 24


def test_with_two_combos_left_nothing_is_redealt() -> None:
    game = yahtzee(1, combos=2)
    before = game.view(None)["table"]
    assert all(table == before for table in keep_all(game, 9))


def test_without_the_house_rule_the_last_combo_stays() -> None:
    game = yahtzee(0)
    before = game.view(None)["table"]
    assert all(table == before for table in keep_all(game, 30))


def test_a_call_keeps_the_last_combo_where_it_is() -> None:
    game = yahtzee(2)
    before = game.view(None)["table"]
    keep_all(game, 3)
    assert game.turn is not None
    caller = (game.turn + 1) % 3
    game.apply(Event("down", caller, game.now_us + 1))
    assert all(table == before for table in keep_all(game, 6))
