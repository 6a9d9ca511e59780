"""Paper mode: real cards, the game judges the slaps alone."""

from collections.abc import Sequence

import pytest

from slamomatic.engine import Event, Game, Setup, find, new, restore
from slamomatic.engine.log import begin_game, opening_line
from slamomatic.engine.vocabulary import Effect, Refused


def paper(name: str, seats: int = 4) -> Game:
    return new(name, Setup(seats, options={"paper": True, "dealer": seats - 1}))


def told(effects: Sequence[Effect], *whats: str) -> list[tuple[str, int | None]]:
    return [(effect.what, effect.seat) for effect in effects if effect.what in whats]


def slaps(game: Game, *when: tuple[int, float]) -> list[Effect]:
    return [e for seat, ms in when for e in game.apply(Event("down", seat, round(ms * 1000)))]


def test_hands_down_names_the_last_and_keeps_the_turn() -> None:
    game = paper("hands-down")
    effects = slaps(game, (0, 1000), (1, 1100), (3, 1200), (2, 1300))
    assert told(effects, "lost", "pair", "pays") == [("lost", 2)]
    assert game.turn == 0


def test_hands_down_names_who_was_early_and_clumps() -> None:
    game = paper("hands-down")
    assert told(slaps(game, (1, 900), (0, 1000)), "early") == [("early", 1)]
    effects = slaps(game, (2, 1100), (3, 1100.5))
    assert told(effects, "clump", "lost") == [("clump", None)]


def test_hands_down_a_touch_that_does_not_go_down_ends_the_turn() -> None:
    game = paper("hands-down")
    game.apply(Event("touch", 0, 1_000_000))
    assert told(game.apply(Event("time", None, 1_300_000)), "foul", "turn") == [("foul", 0), ("turn", 1)]


def test_next_passes_the_turn_and_only_the_turn_players() -> None:
    for name in ("hands-down", "slamwich", "hit-the-deck", "yahtzee-hands-down", "lowdown"):
        game = paper(name)
        with pytest.raises(Refused, match="seat 0's turn"):
            game.apply(Event("pass", 2, 1))
        game.apply(Event("pass", 0, 2))
        assert game.turn == 1


def test_next_is_refused_while_a_slap_is_open() -> None:
    for name in ("hands-down", "slamwich"):
        game = paper(name)
        slaps(game, (0, 1000))
        with pytest.raises(Refused, match="open"):
            game.apply(Event("pass", 0, 1_000_100))


def test_people_say_who_is_without_cards() -> None:
    game = paper("hands-down")
    game.apply(Event("empty", 2, 1, {"on": True}))
    slaps(game, (0, 1000))
    assert game.asked == [1, 3]
    game = paper("slamwich")
    game.apply(Event("empty", 2, 1, {"on": True}))
    assert game.view(None)["live"] == [True, True, False, True]
    assert slaps(game, (2, 1000))[0].public == {"live": False}
    game.apply(Event("empty", 2, 1_100_000, {"on": False}))
    assert game.view(None)["live"] == [True] * 4


def test_elsewhere_the_first_slap_is_named_a_window_later_and_then_the_order() -> None:
    game = paper("slamwich")
    effects = slaps(game, (2, 1000), (1, 1400), (3, 1400.2))
    first = next(effect for effect in effects if effect.what == "first")
    assert (first.public, first.t_us) == ({"seats": [2]}, 1_001_000)
    effects = game.apply(Event("time", None, 3_000_000))
    order = next(effect for effect in effects if effect.what == "order")
    assert order.public == {"groups": [[2], [1, 3]]}
    assert game.view(None)["live"] == [False] * 4


def test_a_clump_for_first_place_names_both() -> None:
    game = paper("lowdown")
    slaps(game, (2, 1000), (1, 1000.9))
    effects = game.apply(Event("time", None, 1_001_000))
    assert next(effect for effect in effects if effect.what == "first").public == {"seats": [1, 2]}


def test_a_called_hand_card_names_the_last_or_the_clump() -> None:
    game = paper("hit-the-deck")
    game.apply(Event("call", 0, 900_000))
    assert told(slaps(game, (0, 1000), (1, 1100), (3, 1200), (2, 1300)), "lost") == [("lost", 2)]
    game = paper("hit-the-deck")
    slaps(game, (1, 800))  # slaps before the call are good
    game.apply(Event("call", 0, 900_000))
    with pytest.raises(Refused, match="already"):
        game.apply(Event("call", 0, 900_001))
    assert told(slaps(game, (0, 1000), (3, 1200), (2, 1200.1)), "clump", "lost") == [("clump", None)]


def test_a_slap_that_nobody_calls_for_is_faked_out() -> None:
    game = paper("hit-the-deck")
    slaps(game, (3, 1000), (1, 1200))
    assert game.due_us == 3_000_000
    effects = game.apply(Event("time", None, 3_000_000))
    assert next(effect for effect in effects if effect.what == "faked-out").public == {"seats": [1, 3]}


def test_void_takes_back_an_open_slap() -> None:
    for name in ("hands-down", "slamwich", "hit-the-deck"):
        game = paper(name)
        slaps(game, (0, 1000))
        game.apply(Event("void", None, 1_000_100))
        assert game.asked == []
        assert game.turn == 0


def test_who_leaves_is_not_waited_for() -> None:
    for name in ("hands-down", "slamwich", "hit-the-deck"):
        game = paper(name)
        slaps(game, (0, 1000))
        game.apply(Event("drop", 2, 1_000_100))
        assert game.asked == [1, 3]
        game.apply(Event("drop", 0, 5_000_000))
        assert game.turn == (1 if name != "hands-down" else None)  # two are too few for Hands Down


def test_a_paper_state_comes_back_from_json() -> None:
    for name in ("hands-down", "slamwich", "hit-the-deck"):
        game = paper(name)
        slaps(game, (0, 1000), (1, 1100))
        again = restore(name, game.to_json())
        assert again.to_json() == game.to_json()
        assert again.view(1) == game.view(1)
        assert again.legal(None) == game.legal(None)


def test_a_paper_game_that_came_back_judges_as_before() -> None:
    for name in ("hands-down", "slamwich", "hit-the-deck"):
        game = paper(name)
        again = restore(name, game.to_json())
        race = [(seat, 1000 + 100 * seat) for seat in range(4)]
        assert slaps(again, *race) == slaps(game, *race)
        settled = Event("time", None, 5_000_000)
        assert again.apply(settled) == game.apply(settled)
        assert again.to_json() == game.to_json()


def test_a_paper_log_replays_whatever_the_rules_version() -> None:
    for name in ("hands-down", "slamwich", "hit-the-deck", "lowdown"):
        game = paper(name)
        first = opening_line(game)
        assert first["rules"] == find(name).VERSION
        assert begin_game(first).to_json() == game.to_json()
