"""Quick Draw's rules: the wait, the call, the first slap, false starts, ties, and who wins the game."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from rules.quick_draw_sitting import LATE_MS, Draw
from slamomatic.engine import Event, Setup, find
from slamomatic.engine.chance import Chance
from slamomatic.engine.core import Game
from slamomatic.engine.log import begin_game, opening_line
from slamomatic.errors import UserError
from slamomatic.games.quick_draw import call

CALM_US = 300_000 + 1_000  # and the window
ROUND = ("won", "tie", "nobody", "too-soon")


# --- the wait and the call ------------------------------------------------------------------------


def test_two_to_six_can_play() -> None:
    assert list(find("quick-draw").SEATS) == [2, 3, 4, 5, 6]


def test_the_paddles_are_live_and_the_first_round_begins_at_once() -> None:
    draw = Draw()
    assert draw.said("turn") == [{"what": "turn", "t_us": 0, "round": 1}]
    assert draw.game.view(None)["live"] == [True] * 3


def test_the_call_never_comes_sooner_than_the_shortest_wait() -> None:
    assert Draw().call() == call.LEAST_WAIT_US


def test_the_call_comes_at_the_latest_after_the_longest_wait() -> None:
    draw = Draw()
    while not draw.game.view(None)["open"]:
        draw.do("time", None, draw.game.due_us)
    assert draw.game.now_us == call.MOST_WAIT_US


def waits(count: int) -> list[int]:
    chance = Chance(5)
    return [call.wait_us(chance.below) for _ in range(count)]


def test_every_step_after_the_shortest_wait_is_as_likely_to_bring_the_call() -> None:
    """The same share of the remaining waits ends at each step, so that counting along is no help."""
    found = Counter(waits(12_000))
    share = call.STEP_US / call.MEAN_EXTRA_US
    left = 12_000
    for step in range(40):
        ended = found[call.LEAST_WAIT_US + step * call.STEP_US]
        assert abs(ended - left * share) < 5 * (left * share * (1 - share)) ** 0.5
        left -= ended


def test_nobody_can_know_the_wait_for_it_is_not_drawn_before_it_ends() -> None:
    """Games with other chance are the same to every eye, and in every deadline, until one calls."""
    games = [find("quick-draw")(Setup(3, seed)) for seed in range(40)]
    while len(games) > 1:
        due_us = {game.due_us for game in games}
        assert len(due_us) == 1, "a deadline tells when the call comes"
        for eye in (None, 0, 1, 2):
            assert all(game.view(eye) == games[0].view(eye) for game in games)
            assert all(game.legal(eye) == [] for game in games)
        secret = {"chance", "setup"}
        states = [{k: v for k, v in game.to_json().items() if k not in secret} for game in games]
        assert all(state == states[0] for state in states), "something but chance knows more"
        told = [game.apply(Event("time", None, due_us.copy().pop() or 0)) for game in games]
        games = [game for game, effects in zip(games, told, strict=True) if not effects]


def test_waits_differ_from_round_to_round() -> None:
    assert len(set(waits(30))) > 15


def test_after_the_call_it_stays_open_until_somebody_slaps() -> None:
    draw = Draw()
    draw.call()
    assert draw.game.due_us is None
    assert draw.game.asked == [0, 1, 2]
    assert [choice.do for choice in draw.game.legal(1)] == ["down"]


# --- the first slap -------------------------------------------------------------------------------


def test_the_first_slap_after_the_call_wins_the_round() -> None:
    draw = Draw()
    effects = draw.slap((2, 250), (0, 251.5), since_us=draw.call())
    assert draw.names(effects, *ROUND) == [("won", 2)]
    assert draw.points == [0, 0, 1]


def test_the_winner_is_named_as_soon_as_it_is_certain() -> None:
    draw = Draw()
    go_us = draw.call()
    draw.do("down", 1, go_us + 250_000)
    assert draw.game.due_us == go_us + 251_000, "a clump window later nobody can share first place"
    assert draw.points == [0, 0, 0]


def test_the_slower_hands_are_in_the_photo_but_cost_nothing() -> None:
    draw = Draw()
    effects = draw.slap((2, 250), (0, 300), (1, 420), since_us=draw.call())
    assert [e.public for e in effects if e.what == "slap"] == [
        {"live": live} for live in (True, False, False)
    ]
    assert draw.points == [0, 0, 1]


def test_too_close_to_call_is_a_tie_and_the_round_is_played_again() -> None:
    draw = Draw()
    effects = draw.slap((2, 250), (0, 250.9), since_us=draw.call())
    assert draw.names(effects, *ROUND) == [("tie", None)]
    assert draw.said("tie")[0]["seats"] == [0, 2]
    assert draw.points == [0, 0, 0]
    draw.lift_all()
    assert [turn["round"] for turn in draw.said("turn")] == [1, 1]


def test_who_is_delivered_late_but_slapped_first_wins() -> None:
    draw = Draw()
    go_us = draw.call()
    draw.do("down", 0, go_us + 250_900)
    draw.do("down", 1, go_us + 250_000)
    draw.do("time", None, go_us + 260_000)
    assert draw.names(draw.told, "tie", "won") == [("tie", None)]
    draw = Draw(clump_us=500)
    go_us = draw.call()
    draw.do("down", 0, go_us + 250_400)
    draw.do("down", 1, go_us + 249_900)
    draw.do("time", None, go_us + 260_000)
    assert draw.names(draw.told, "tie", "won") == [("won", 1)]


def test_a_head_start_counts_but_not_to_before_the_call() -> None:
    draw = Draw(setup={"handicap_ms": [0, 100, 0]})
    effects = draw.slap((0, 250), (1, 300), since_us=draw.call(), settles_us=200_000)
    assert draw.names(effects, "won") == [("won", 1)]


# --- too soon -------------------------------------------------------------------------------------


def test_who_slaps_in_the_wait_is_out_of_this_round_only() -> None:
    draw = Draw()
    effects = draw.do("down", 1, 700_000)
    assert draw.names(effects, *ROUND) == [("too-soon", 1)]
    assert draw.game.view(None)["soon"] == [False, True, False]
    draw.do("up", 1, 800_000)
    go_us = draw.call()
    assert draw.game.asked == [0, 2]
    effects = draw.slap((1, 200), (2, 300), since_us=go_us)
    assert draw.names(effects, "won") == [("won", 2)]
    draw.lift_all()
    assert draw.game.view(None)["soon"] == [False] * 3


def test_the_others_wait_on_for_the_same_call() -> None:
    draw = Draw()
    due_us = draw.game.due_us
    draw.do("down", 1, 700_000)
    assert draw.game.due_us == due_us


@pytest.mark.parametrize(("ms", "what"), [(LATE_MS - 0.001, "too-soon"), (LATE_MS, "won")])
def test_within_a_tenth_of_a_second_of_the_call_it_is_a_guess(ms: float, what: str) -> None:
    draw = Draw()
    effects = draw.slap((0, ms), since_us=draw.call())
    assert draw.names(effects, *ROUND) == [(what, 0)]


def test_who_is_left_alone_wins_the_round() -> None:
    draw = Draw()
    assert draw.names(draw.slap((0, 500), (2, 800), since_us=0), "won") == [], "has not kept calm for long"
    effects = [*draw.told, *draw.do("time", None, 800_000 + CALM_US)]
    assert draw.names(effects, *ROUND) == [("too-soon", 0), ("too-soon", 2), ("won", 1)]
    assert draw.said("won")[0]["alone"] is True


def test_two_left_alone_too_close_together_to_call_play_again() -> None:
    draw = Draw(2)
    effects = draw.slap((0, 500), (1, 500.9), since_us=0)
    assert draw.names(effects, *ROUND) == [("too-soon", 0), ("too-soon", 1), ("nobody", None)]
    assert draw.points == [0, 0]
    draw = Draw(2)
    effects = draw.slap((0, 500), (1, 500 + CALM_US / 1000), since_us=0)
    assert draw.names(effects, *ROUND) == [("too-soon", 0), ("won", 1)], "the round was decided before"


def test_six_who_jump_together_were_all_too_soon() -> None:
    """Startled by each other within 70 ms: the last of them has not kept calm."""
    draw = Draw(6)
    effects = draw.slap(*((seat, 500 + 14 * seat) for seat in range(6)), since_us=0)
    assert draw.names(effects, *ROUND) == [*(("too-soon", seat) for seat in range(6)), ("nobody", None)]
    assert draw.points == [0] * 6


def test_an_old_log_knows_no_calm() -> None:
    """Before, the last one won by coming later than the window."""
    first = {**opening_line(Draw(2).game), "rules": 1}
    assert begin_game(first).options["calm_ms"] == 0
    assert begin_game({**first, "rules": 2}).options["calm_ms"] == 300


def test_a_slap_between_two_rounds_is_no_false_start() -> None:
    draw = Draw()
    draw.slap((0, 300), since_us=draw.call())
    effects = draw.do("down", 1, draw.game.now_us + 100_000)
    assert draw.names(effects, *ROUND) == []
    assert draw.game.view(None)["live"] == [False] * 3


def test_the_next_round_waits_until_all_hands_are_up() -> None:
    draw = Draw()
    draw.slap((0, 300), (1, 350), since_us=draw.call())
    draw.do("up", 0)
    assert not draw.running
    draw.do("up", 1, draw.game.now_us + 2_000_000)
    assert draw.game.due_us == draw.game.now_us + 600_000
    draw.do("time", None, draw.game.due_us)
    assert draw.running


# --- the game -------------------------------------------------------------------------------------


def test_best_of_seven_ends_when_nobody_can_catch_up() -> None:
    draw = Draw(2)
    for seat in (0, 0, 1, 0):
        draw.round_for(seat)
    assert not draw.game.over
    draw.round_for(0)
    assert draw.game.over
    assert draw.game.winners == [0]
    assert draw.points == [4, 1]


def test_with_many_players_the_rounds_that_are_left_decide_when_it_ends() -> None:
    draw = Draw(4)
    for seat in (0, 0, 1, 2):
        draw.round_for(seat)
    draw.round_for(0)
    assert not draw.game.over, "two rounds are left, and seat 1 is two behind"
    draw.round_for(3)
    assert draw.game.over
    assert draw.game.winners == [0]


def test_level_at_the_end_they_go_on_until_one_is_ahead() -> None:
    draw = Draw(3, rounds=3)
    for seat in (0, 1, 2):
        draw.round_for(seat)
    assert not draw.game.over
    draw.round_for(1)
    assert draw.game.winners == [1]


def test_the_number_of_rounds_is_a_setting() -> None:
    draw = Draw(2, rounds=1)
    draw.round_for(1)
    assert draw.game.winners == [1]


def test_a_slap_on_the_last_round_leaves_the_paddles_dark() -> None:
    draw = Draw(2, rounds=1)
    draw.slap((0, 300), since_us=draw.call())
    assert draw.game.over
    assert draw.game.view(None)["live"] == [False, False]


def test_who_leaves_takes_the_running_round_along_and_can_not_win() -> None:
    draw = Draw(3)
    draw.round_for(2)
    draw.call()
    draw.do("drop", 2)
    assert not draw.running
    draw.lift_all()
    draw.call()
    assert draw.game.asked == [0, 1]
    assert draw.game.best() == [0, 1]


def test_with_one_player_left_the_game_is_abandoned() -> None:
    draw = Draw(2)
    draw.do("drop", 0)
    assert draw.game.over
    assert draw.game.winners == []


def test_there_are_no_cards_and_nothing_to_choose() -> None:
    game: Game = find("quick-draw")(Setup(2, 1))
    assert game.cards() == {}
    assert game.EVENTS == {}
    with pytest.raises(UserError, match="quick-draw has no card 'x'"):
        find("quick-draw")(Setup(2, 1, deck=["x"]))
    with pytest.raises(UserError, match="no option 'paper'"):
        find("quick-draw")(Setup(2, 1, {"paper": True}))


# --- bots -----------------------------------------------------------------------------------------


def test_the_better_bot_wins_more_often_and_every_bot_jumps_the_gun_at_times() -> None:
    from slamomatic.engine.bots import make, sitting

    kind = find("quick-draw")
    wins, soon = Counter[str](), Counter[str]()
    for seed in range(30):
        game = kind(Setup(2, seed))
        kinds = ["careful", "to-win"][:: 1 if seed % 2 else -1]
        bots = [make(name, kind, seat, Random(f"{seed} {seat}")) for seat, name in enumerate(kinds)]
        sitting.play(
            game,
            bots,
            5000,
            lambda event, effects, kinds=kinds: soon.update(  # type: ignore[misc]
                kinds[e.seat] for e in effects if e.what == "too-soon" and e.seat is not None
            ),
        )
        wins.update(kinds[seat] for seat in game.winners)
    assert wins["to-win"] > wins["careful"] > 0
    assert min(soon["careful"], soon["to-win"]) > 0


def test_rounds_of_a_log_are_played_again_as_they_were() -> None:
    """The call is chance's: what it drew at each step is in the log."""
    from slamomatic.engine import log

    game = find("quick-draw")(Setup(3, 9))
    lines = [log.opening_line(game)]
    while not game.view(None)["open"]:
        event = Event("time", None, game.due_us or 0)
        game.apply(event)
        lines.append(event.to_json(game.chance.drawn))
    for line in lines:
        if "setup" in line:
            line["setup"] = {**line["setup"], "seed": 10}  # another generator
    *_, (again, _, _) = log.replay(lines)
    assert again.now_us == game.now_us
    assert again.view(None) == game.view(None)
    assert all(one["t_us"] < other["t_us"] for one, other in pairwise(lines[1:]))
