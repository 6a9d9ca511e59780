"""A hand that never rests is named after three seconds and left out of the wait, like one that lies there."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from rules.hands_down_sitting import Sitting, four, payers, words
from rules.quick_draw_sitting import Draw
from rules.slamwich_sitting import paired
from slamomatic.engine import Effect, Event, Game

S = 1_000_000
MS = 1_000
DRUMMER = 2
GAMES: dict[str, Callable[[], Game]] = {
    "slamwich": lambda: paired().game,
    "quick-draw": lambda: Draw(4).game,
    "hands-down": lambda: four().game,
}


def dark(name: str) -> Game:
    """All paddles went dark a moment ago, and no hand is down."""
    game = GAMES[name]()
    t_us = game.now_us + 2 * S
    game.apply(Event("down", DRUMMER, t_us))
    game.apply(Event("void", None, t_us + 1))
    game.apply(Event("up", DRUMMER, t_us + 50 * MS))
    assert not any(game.paddles.live)
    return game


def drum(game: Game, every_us: int, for_us: int, *seats: int) -> list[Effect]:
    """These hands tap in turn, and stay down for half of the time; one after the other."""
    told: list[Effect] = []
    start_us = game.now_us
    taps = [(start_us + at, seat) for at in range(every_us, for_us, every_us) for seat in seats]
    for t_us, seat in taps:
        told += game.apply(Event("down", seat, t_us))
        told += game.apply(Event("up", seat, t_us + every_us // 2))
    return told


@pytest.mark.parametrize("every_ms", [50, 400, 550, 590])
@pytest.mark.parametrize("name", GAMES)
def test_paddles_come_live_while_one_hand_drums(name: str, every_ms: int) -> None:
    game = dark(name)
    dark_us = game.now_us
    told = drum(game, every_ms * MS, 4 * S, DRUMMER)
    (named,) = (effect for effect in told if effect.what == "named")
    assert named.seat == DRUMMER
    live = next(effect for effect in told if effect.what == "live")
    others = {seat for seat in range(game.seats) if seat != DRUMMER}
    assert set((live.public or {})["seats"]) == others
    assert named.t_us <= live.t_us <= dark_us + 3.1 * S


@pytest.mark.parametrize("name", GAMES)
def test_a_minute_of_drumming_keeps_nobody_out(name: str) -> None:
    game = dark(name)
    drum(game, 400 * MS, 4 * S, DRUMMER)
    others = [seat for seat in range(game.seats) if seat != DRUMMER]
    for _ in range(140):
        drum(game, 400 * MS, 401 * MS, DRUMMER)
        if name != "quick-draw":  # a round of it ends by itself when its call is not answered rightly
            assert all(game.paddles.live[seat] for seat in others)
        assert not game.paddles.dark_all


@pytest.mark.parametrize("name", GAMES)
def test_its_paddle_counts_again_after_a_rest(name: str) -> None:
    game = dark(name)
    drum(game, 400 * MS, 4 * S, DRUMMER)
    assert not game.paddles.live[DRUMMER] and game.view(None)["named"][DRUMMER]
    game.apply(Event("time", None, game.now_us + 700 * MS))
    assert game.paddles.live[DRUMMER] and not game.view(None)["named"][DRUMMER]


def with_a_drummer(every_us: int) -> tuple[Sitting, int]:
    """Hands Down, where the drummer's paddle is a phone; it has been named, and the others are live."""
    table = four(setup={"source": [0, 0, 1, 0], "error_us": [500, 25_000]})
    table.down(DRUMMER, 2_000)
    table.do("void", None, 2_000.001)
    table.up(2_050, DRUMMER)
    drum(table.game, every_us, 4 * S, DRUMMER)
    assert table.paddles.restless[DRUMMER] and table.paddles.live[0]
    return table, table.game.now_us


@pytest.mark.parametrize("after_ms", range(1, 300, 13))
def test_a_drummer_spoils_no_hands_down_and_pays_as_if_the_hand_lay_there(after_ms: int) -> None:
    table, start_us = with_a_drummer(150 * MS)
    slaps = [(start_us + (after_ms + late_ms) * MS, seat) for seat, late_ms in ((0, 0), (1, 90), (3, 200))]
    taps = [(start_us + at, DRUMMER) for at in range(150 * MS, S, 150 * MS)]
    told: list[Effect] = []
    for t_us, seat in sorted(slaps + taps):
        told += table.down(seat, t_us / MS)
        if seat == DRUMMER:
            told += table.up(t_us / MS + 75, seat)
    assert "void" not in words(told)
    assert payers(told) == [DRUMMER, 3]
    assert [effect.seat for effect in told if effect.what == "lost"] == [3]


def test_nobody_knows_whether_a_hand_drums_just_as_its_rest_ends() -> None:
    for after_ms, taken_back in ((570, False), (580, True), (620, True), (630, False)):
        table, start_us = with_a_drummer(150 * MS)
        told = table.down(0, start_us / MS + after_ms)
        assert ("void" in words(told)) == taken_back
        assert payers(told) == ([DRUMMER] if after_ms == 570 else [])


def test_hands_that_drum_in_turn_are_named_one_after_the_other() -> None:
    game = dark("slamwich")
    start_us = game.now_us
    told = drum(game, 300 * MS, 12 * S, 0, 1)
    assert {effect.seat for effect in told if effect.what == "named"} == {0, 1}
    assert game.paddles.live[DRUMMER]
    live = next(effect for effect in told if effect.what == "live")
    assert live.t_us < start_us + 4 * S


def test_a_hand_that_comes_up_late_is_not_taken_for_a_drummer() -> None:
    game = dark("slamwich")
    t_us = game.now_us
    game.apply(Event("down", 0, t_us + 100 * MS))
    told = game.apply(Event("up", 0, t_us + 2_900 * MS))
    told += game.apply(Event("time", None, t_us + 5 * S))
    assert [effect.what for effect in told] == ["lift", "live"]


def test_a_paddle_in_fault_that_chatters_holds_nobody_up() -> None:
    game = dark("slamwich")
    game.apply(Event("fault", 0, game.now_us, {"on": True}))
    told = drum(game, 100 * MS, 2 * S, 0)
    assert "live" in {effect.what for effect in told}


def test_a_drummer_is_saved_and_loaded() -> None:
    game = dark("slamwich")
    drum(game, 400 * MS, 4 * S, DRUMMER)
    other = type(game).from_json(json.loads(json.dumps(game.to_json())))
    for each in (game, other):
        drum(each, 400 * MS, 2 * S, DRUMMER)
        each.apply(Event("time", None, each.now_us + S))
    assert other.to_json() == game.to_json()
