"""Quick Draw where players would argue: who is out, what nobody knows, paddles in fault, who has left."""

from __future__ import annotations

import pytest

from rules.quick_draw_sitting import LATE_MS, Draw
from slamomatic.games.quick_draw import call

ROUND = ("won", "tie", "nobody", "too-soon")


# --- who is out of the round ----------------------------------------------------------------------


def test_who_was_too_soon_has_a_dark_paddle_until_the_next_round() -> None:
    draw = Draw()
    draw.slap((1, 700), since_us=0)
    draw.do("up", 1)
    assert draw.game.view(None)["live"] == [True, False, True]
    effects = draw.slap((1, 300), since_us=draw.call())
    assert [effect.public for effect in effects if effect.what == "slap"] == [{"live": False}]
    assert draw.names(effects, *ROUND) == []


def test_who_guesses_after_the_call_is_asked_no_more() -> None:
    draw = Draw()
    draw.slap((0, LATE_MS / 2), since_us=draw.call())
    assert draw.game.asked == [1, 2]


def test_the_two_who_are_left_can_still_tie() -> None:
    draw = Draw()
    draw.slap((0, 700), since_us=0)
    effects = draw.slap((1, 300), (2, 300.5), since_us=draw.call())
    assert draw.names(effects, *ROUND) == [("tie", None)]


def test_who_is_left_is_held_against_the_last_of_the_others() -> None:
    """Seat 1 slaps long after seat 0, but too close to seat 2 to say which of the two was too soon first."""
    draw = Draw()
    effects = draw.slap((0, 500), (2, 800), (1, 800.9), since_us=0)
    assert draw.names(effects, "won", "nobody") == [("nobody", None)]


def test_void_after_a_false_start_says_that_something_was_open() -> None:
    draw = Draw()
    draw.slap((1, 700), since_us=0)
    draw.do("void")
    assert draw.said("void")[0]["open"] is True
    assert draw.game.view(None)["soon"] == [False] * 3


# --- the wait -------------------------------------------------------------------------------------


def test_in_a_later_round_the_wait_may_be_as_long_as_in_the_first() -> None:
    draw = Draw()
    draw.round_for(0)
    draw.round_for(1)
    began_us = draw.said("turn")[-1]["t_us"]
    while not draw.game.view(None)["open"]:
        draw.do("time", None, draw.game.due_us)
    assert draw.game.now_us == began_us + call.MOST_WAIT_US


def test_the_board_waits_until_the_call_and_no_longer() -> None:
    draw = Draw()
    before = draw.game.view(None)
    draw.call()
    after = draw.game.view(None)
    assert (before["steady"], before["open"]) == (True, False)
    assert (after["steady"], after["open"]) == (False, True)


def test_between_two_rounds_nobody_is_asked_and_a_worse_clock_ends_nothing() -> None:
    draw = Draw(setup={"source": [0, 1, 0], "error_us": [0, 100]})
    draw.slap((0, 300), since_us=draw.call())
    assert draw.game.asked == []
    effects = draw.do("accuracy", 1, error_us=5000)
    effects += draw.do("time", None, draw.game.now_us + 100_000)
    assert draw.names(effects, *ROUND) == []


# --- what nobody knows ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("off_ms", "what"),
    [(-9, [("too-soon", 1)]), (-8, [("void", None)]), (7, [("void", None)]), (8, [("won", 1)])],
)
def test_a_slap_that_may_be_on_either_side_of_the_limit_is_void(
    off_ms: int, what: list[tuple[str, int | None]]
) -> None:
    """Seat 1's clock is true to 8 ms only."""
    draw = Draw(setup={"source": [0, 1, 0], "error_us": [0, 8000]})
    effects = draw.slap((1, LATE_MS + off_ms), since_us=draw.call(), settles_us=20_000)
    assert draw.names(effects, "void", *ROUND) == what


def test_a_slap_told_with_a_loose_time_is_void_where_that_decides() -> None:
    draw = Draw()
    go_us = draw.call()
    effects = draw.do("down", 1, go_us + 90_000, later_us=20_000)
    assert draw.names(effects, "void", *ROUND) == [("void", None)]
    assert not draw.running


def test_a_loose_slap_may_have_been_too_soon_before_the_only_other_one() -> None:
    """Seat 1's is told 0.5 ms after seat 0 was too soon, or up to 15 ms later."""
    draw = Draw(2)
    draw.do("down", 0, 1_000_000)
    effects = draw.do("down", 1, 1_000_500, later_us=15_000)
    effects += draw.do("time", None, 1_400_000)
    assert draw.names(effects, "void", *ROUND) == [("too-soon", 1), ("nobody", None)]


@pytest.mark.parametrize("later_us", [150_000, 300_000])
def test_in_the_wait_too_a_slap_may_have_come_after_a_call_that_is_still_to_come(later_us: int) -> None:
    """Also where the middle of the time in which it was is still before any answer."""
    draw = Draw()
    effects = draw.do("down", 1, call.LEAST_WAIT_US - 1000, later_us=later_us)
    assert draw.names(effects, "void", *ROUND) == [("void", None)]


def test_a_pause_saves_nobody_who_was_too_soon() -> None:
    draw = Draw()
    draw.do("down", 1, 1_000_000)
    draw.do("up", 1, 1_100_000)
    draw.do("curtain", None, 1_200_000, up=True)
    draw.do("curtain", None, 1_400_000, up=False)
    effects = draw.slap((1, 300), (0, 400), since_us=draw.call())
    assert draw.names(effects, *ROUND) == [("won", 0)]


def test_a_pause_takes_the_round_from_nobody_who_has_slapped() -> None:
    draw = Draw()
    go_us = draw.call()
    effects = draw.do("down", 1, go_us + 300_000)
    effects += draw.do("curtain", None, go_us + 300_500, up=True)
    effects += draw.do("curtain", None, go_us + 300_600, up=False)
    effects += draw.do("time", None, go_us + 400_000)
    assert draw.names(effects, *ROUND) == [("won", 1)]


@pytest.mark.parametrize("called", [False, True])
def test_void_ends_the_round_and_it_is_played_again(called: bool) -> None:
    draw = Draw()
    if called:
        draw.call()
    draw.do("void")
    assert draw.said("void")[0]["open"] is called
    assert not draw.running
    draw.lift_all()
    assert [turn["round"] for turn in draw.said("turn")] == [1, 1]


def test_a_clock_that_gets_worse_widens_the_window_of_an_open_round() -> None:
    draw = Draw(setup={"source": [0, 1, 0], "error_us": [0, 100]})
    go_us = draw.call()
    draw.do("down", 0, go_us + 300_000)
    draw.do("accuracy", 1, go_us + 300_500, error_us=5000)
    assert draw.game.due_us == go_us + 305_000


def test_no_round_runs_behind_a_curtain() -> None:
    draw = Draw()
    draw.do("curtain", None, 1_000_000, up=True)
    assert not draw.running
    assert draw.game.due_us is None
    draw.do("curtain", None, 9_000_000, up=False)
    draw.lift_all()
    assert draw.running


# --- a paddle in fault ----------------------------------------------------------------------------


def one_in_fault() -> Draw:
    """The second round runs; seat 1's paddle is in fault and hangs."""
    draw = Draw()
    draw.slap((0, 300), (1, 350), since_us=draw.call())
    draw.do("fault", 1, on=True)
    draw.do("up", 0)
    draw.do("time", None, draw.game.due_us)
    assert [turn["round"] for turn in draw.said("turn")] == [1, 2]
    return draw


def test_a_paddle_that_comes_back_from_a_fault_leaves_the_round_as_it_is() -> None:
    draw = one_in_fault()
    due_us = draw.game.due_us
    draw.do("up", 1, draw.game.now_us + 100_000)
    effects = draw.do("time", None, draw.game.now_us + 700_000)
    assert draw.names(effects, "live", "turn") == [("live", None)]
    assert draw.game.due_us == due_us


def test_until_it_is_back_it_neither_counts_nor_is_offered() -> None:
    draw = one_in_fault()
    draw.do("up", 1, draw.game.now_us + 1_200_000)
    effects = draw.do("down", 1, draw.game.now_us + 100_000)
    assert draw.names(effects, "slap", *ROUND) == [("slap", 1)]
    draw.do("up", 1, draw.game.now_us + 100_000)
    draw.call()
    assert [choice.seat for choice in draw.game.legal(None)] == [0, 2]


# --- the end --------------------------------------------------------------------------------------


def test_level_players_go_on_although_another_has_drawn_level_with_them() -> None:
    draw = Draw(3, rounds=2)
    for seat in (0, 1, 2):
        draw.round_for(seat)
    assert not draw.game.over
    draw.round_for(2)
    assert draw.game.winners == [2]


def test_the_rounds_of_who_has_left_neither_win_nor_keep_the_game_going() -> None:
    draw = Draw(3, rounds=5)
    draw.round_for(2)
    draw.round_for(2)
    draw.do("drop", 2)
    draw.lift_all()
    draw.round_for(0)
    draw.round_for(0)
    assert draw.game.over, "one round is left, and seat 1 is two behind"
    assert draw.game.winners == [0]


def test_the_board_counts_no_round_after_the_last() -> None:
    draw = Draw(2, rounds=3)
    draw.round_for(1)
    assert draw.game.view(None)["round"] == 2
    draw.round_for(1)
    assert draw.game.over
    assert draw.game.view(None)["round"] == 2
