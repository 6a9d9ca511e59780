"""A source whose clock gets worse during play: judging gets coarser with it, finer only between two slaps."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from rules.hands_down_sitting import Sitting as HandsDownSitting
from rules.hands_down_sitting import four, the, words
from rules.hit_the_deck_sitting import Sitting as HitTheDeckSitting
from rules.races import race_of
from rules.slamwich_sitting import PLAIN, paired
from rules.slamwich_sitting import Sitting as SlamwichSitting
from rules.tiny_game import Tiny
from rules.yahtzee_sitting import FOUR, NOTHING, THREES, TWOS
from rules.yahtzee_sitting import Sitting as YahtzeeSitting
from slamomatic.engine import Effect, Event, Game, Setup, log, new
from slamomatic.engine.judging import OUT, WAITING, Paddles
from slamomatic.engine.vocabulary import Json, in_order
from support.referee import ask

# Seat 2 slaps by a source of its own, known to 2 ms at first: the sum of both errors is 3 ms.
SOURCE = [0, 0, 1, 0]
ERROR_US = [1000, 2000]
GROWN_US = 19_000  # and 20 ms then


def sourced(game: Game) -> Game:
    game.paddles.source = SOURCE[: game.seats]
    game.paddles.error_us = list(ERROR_US)
    return game


def grown(seat: int = 2, t_us: int = 0, error_us: int = GROWN_US) -> Event:
    return Event("accuracy", seat, t_us, {"error_us": error_us})


# --- judging ----------------------------------------------------------------------------------------


def judge() -> Paddles:
    p = Paddles(4, 1000, 600)
    p.source, p.error_us = list(SOURCE), list(ERROR_US)
    return p


def test_what_was_told_apart_is_a_tie_once_the_clock_is_worse() -> None:
    p = judge()
    race = race_of(p, [OUT, 20_000, 30_000, OUT])
    assert (race.first(), race.last()) == ([1], [2])
    p.coarsen(2, GROWN_US)
    assert race.first() == race.last() == [1, 2]
    assert race_of(p, [OUT, 20_000, WAITING, OUT]).closes_us == 40_000
    assert race_of(p, [20_000, 30_000, OUT, OUT]).first() == [0], (
        "of one and the same source nothing has changed"
    )


def test_what_gets_worse_never_makes_judging_finer() -> None:
    p = judge()
    for error_us, window_us in ((GROWN_US, 20_000), (100, 20_000), (-1, 20_000), (30_000, 31_000)):
        p.coarsen(2, error_us)
        assert p.window_us(1, 2) == p.window_us(2, 1) == window_us


def test_all_seats_of_the_source_are_judged_by_it() -> None:
    p = judge()
    p.coarsen(0, 5000)
    assert p.error_us == [5000, 2000]
    assert [p.seat_error_us(seat) for seat in range(4)] == [5000, 5000, 2000, 5000]


def test_a_list_that_others_have_too_is_left_as_it_is() -> None:
    p, shared = judge(), [1000, 2000]
    p.error_us = shared
    p.coarsen(2, GROWN_US)
    assert shared == [1000, 2000]


def test_what_slaps_in_its_place_is_never_judged_more_finely() -> None:
    """A slap that is open may still be by the worse one."""
    p = judge()
    p.coarsen(2, GROWN_US)
    p.change_source(2, 0)
    assert p.window_us(1, 2) == 20_000
    p.change_source(2, 25_000)
    assert p.window_us(1, 2) == 26_000


def test_in_one_instant_it_is_known_before_anybody_slaps() -> None:
    events = [Event("down", 0, 7), Event("touch", 0, 7), Event("down", 2, 7), grown(3, 7)]
    assert [event.do for event in in_order(events, 4)] == ["accuracy", "touch", "down", "down"]


# --- every game's open slaps ------------------------------------------------------------------------


Table = tuple[Game, list[Event], Callable[[list[Effect]], Any]]
S = 1_000_000


def after(game: Game, *slaps: tuple[int, int]) -> list[Event]:
    start_us = game.now_us + S
    return [Event("down", seat, start_us + apart_us) for seat, apart_us in slaps]


def hands_down_last() -> Table:
    game = sourced(four().game)
    slaps = after(game, (0, 0), (3, 100_000), (1, 200_000), (2, 210_000))
    return game, slaps, lambda told: [e.seat for e in told if e.what == "lost"]


def hands_down_early() -> Table:
    game = sourced(four().game)
    return game, after(game, (2, 0), (0, 10_000)), lambda told: [e.seat for e in told if e.what == "pays"]


def slamwich_first() -> Table:
    game = sourced(paired().game)
    return game, after(game, (0, 0), (2, 10_000)), lambda told: [e.seat for e in told if e.what == "won"]


def slamwich_slip() -> Table:
    table = SlamwichSitting(*PLAIN)
    table.flip(0)
    game = sourced(table.game)
    return game, after(game, (2, 0), (1, 10_000)), lambda _: [game.turn] if game.turn != 1 else []


def hit_the_deck_last() -> Table:
    table = HitTheDeckSitting("H R1", "R2 R3", "R4 G1", "B1 B2")
    table.play(0, "H")
    slaps = after(table.game, (0, 0), (3, 100_000), (1, 200_000), (2, 210_000))
    alone = [("last", 4)]

    def named(told: list[Effect]) -> list[int | None]:
        return [e.seat for e in told if e.public and (e.what, e.public.get("draws")) in alone]

    return sourced(table.game), slaps, named


def yahtzee_second() -> Table:
    game = sourced(YahtzeeSitting(TWOS, THREES, FOUR, NOTHING[0]).game)
    slaps = after(game, (0, 0), (1, 100_000), (2, 110_000))
    # The third call is turned up only if it may have been the second.
    return game, slaps, lambda told: [] if 2 in [e.seat for e in told if e.what == "shown"] else [1]


def paper_first() -> Table:
    game = sourced(new("slamwich", Setup(4, options={"paper": True})))
    slaps = after(game, (1, 0), (2, 10_000))
    return (
        game,
        slaps,
        lambda told: [
            e.public["seats"] for e in told if e.what == "first" and e.public and len(e.public["seats"]) == 1
        ],
    )


def paper_last() -> Table:
    game = sourced(new("hit-the-deck", Setup(4, options={"paper": True, "dealer": 3})))
    game.apply(Event("call", 0, S // 2))
    slaps = after(game, (0, 0), (3, 100_000), (1, 200_000), (2, 210_000))
    return game, slaps, lambda told: [e.seat for e in told if e.what == "lost"]


TABLES = [
    hands_down_last,
    hands_down_early,
    slamwich_first,
    slamwich_slip,
    hit_the_deck_last,
    yahtzee_second,
    paper_first,
    paper_last,
]
each_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.__name__)


def played(game: Game, events: list[Event], ends_us: int) -> list[Effect]:
    return [e for event in [*events, Event("time", None, ends_us)] for e in game.apply(event)]


@each_table
@pytest.mark.parametrize("when", ["never", "before", "open"])
def test_an_open_slap_is_judged_by_what_is_known_when_it_closes(
    table: Callable[[], Table], when: str
) -> None:
    """Learn more about the clocks until the last slap counts."""
    game, slaps, named = table()
    ends_us = slaps[-1].t_us + 300_000
    if when == "before":
        slaps.insert(0, grown(t_us=game.now_us))
    elif when == "open":
        slaps.insert(-1, grown(t_us=slaps[-2].t_us))
    assert bool(named(played(game, slaps, ends_us))) is (when == "never")


@each_table
def test_no_window_closes_before_it_could_be_a_tie_no_more(table: Callable[[], Table]) -> None:
    game, slaps, _ = table()
    for slap in slaps[:-1]:
        game.apply(slap)
    opened_us = slaps[-2].t_us
    narrow_us = game.due_us
    game.apply(grown(t_us=opened_us))
    assert game.due_us == opened_us + 20_000
    assert narrow_us == opened_us + 3000


@each_table
def test_learnt_too_late_it_changes_nothing_that_was_judged(table: Callable[[], Table]) -> None:
    game, slaps, named = table()
    told = played(game, slaps, slaps[-1].t_us + 300_000)
    before = game.to_json()
    assert words(game.apply(grown(t_us=game.now_us))) == ["accuracy"]
    before["paddles"]["error_us"] = [1000, GROWN_US]
    assert game.to_json() == before
    assert named(told)


@each_table
def test_a_replay_and_a_state_from_json_judge_the_same(table: Callable[[], Table]) -> None:
    game, slaps, _ = table()
    twin = type(game).from_json(json.loads(json.dumps(game.to_json())))
    slaps.insert(-1, grown(t_us=slaps[-2].t_us))
    for event in [*slaps, Event("time", None, slaps[-1].t_us + 300_000)]:
        game.apply(event)
        log.play_line(twin, json.loads(json.dumps(event.to_json(game.chance.drawn))))
        twin = type(game).from_json(json.loads(json.dumps(twin.to_json())))
        assert twin.to_json() == game.to_json()


def test_fake_outs_wait_for_the_wider_window_too() -> None:
    game = sourced(HitTheDeckSitting("H R1", "R2 R3", "R4 G1", "B1 B2").game)
    (slap,) = after(game, (1, 0))
    game.apply(slap)
    assert game.due_us == slap.t_us + 3000
    game.apply(grown(t_us=slap.t_us))
    assert game.due_us == slap.t_us + 20_000


def test_on_paper_nobody_is_named_first_who_may_share_the_place() -> None:
    for apart_us, shared in ((2999, True), (3000, False)):
        game = sourced(new("slamwich", Setup(4, options={"paper": True})))
        told = played(game, after(game, (1, 0), (2, apart_us)), 2 * S)
        assert the("first", told).public == {"seats": [1, 2] if shared else [1]}


# --- in a game --------------------------------------------------------------------------------------


def test_everybody_hears_how_finely_is_judged_from_now_on() -> None:
    game = Tiny(Setup(3, source=SOURCE[:3], error_us=ERROR_US))
    for error_us, in_force_us in ((GROWN_US, GROWN_US), (100, GROWN_US)):
        told = game.apply(grown(error_us=error_us))
        assert the("accuracy", told).public == {"error_us": in_force_us}
    assert game.setup.error_us == ERROR_US == [1000, 2000]


def test_it_can_be_taken_back_by_tools() -> None:
    game = sourced(four().game)
    before = game.to_json()
    game.push(grown())
    assert game.paddles.window_us(0, 2) == 20_000
    game.pop()
    assert game.to_json() == before


def test_another_paddle_widens_an_open_slap_too() -> None:
    s = HandsDownSitting("3 3 5 5", "1 2", "4 6", "7 8", drawpile="9 9")
    for seat, ms in ((0, 1000), (1, 1100), (3, 1200)):
        s.down(seat, ms)
    s.do("source", 2, 1200, error_us=25_000)
    assert "clump" in words([*s.down(2, 1210), *s.time(2000)])


def test_after_the_end_it_is_heard_and_nothing_moves() -> None:
    game = sourced(four().game)
    game.apply(Event("down", 0, 1))
    for seat in (1, 3):
        game.apply(Event("drop", seat, 2))
    assert game.over
    before = game.to_json()
    assert words(game.apply(grown(t_us=2))) == ["accuracy"]
    before["paddles"]["error_us"] = [1000, GROWN_US]
    assert game.to_json() == before


def test_the_referee_takes_it_as_any_event() -> None:
    line: Json = {"do": "accuracy", "seat": 1, "t_us": 5, "error_us": 400}
    wrong: list[Json] = [{**line, "error_us": "much"}, {"do": "accuracy", "t_us": 6, "error_us": 400}]
    good, *bad = ask(line, *wrong)[1:]
    assert good["ok"] is True
    assert [effect["what"] for effect in good["effects"]] == ["accuracy"]
    assert [answer["ok"] for answer in bad] == [False, False]


# --- better again -----------------------------------------------------------------------------------


@each_table
def test_judging_gets_finer_between_two_slaps_and_never_while_one_is_open(table: Callable[[], Table]) -> None:
    game, slaps, _ = table()
    game.apply(grown(t_us=game.now_us))
    for event in slaps[:1]:
        game.apply(event)
    game.apply(grown(t_us=game.now_us, error_us=100))
    assert game.paddles.seat_error_us(2) == GROWN_US, "a slap waits to be judged"
    game.apply(Event("up", slaps[0].seat, game.now_us + 80_000))
    game.apply(Event("void", None, game.now_us))
    while game.due_us is not None and not all(game.paddles.live):
        game.apply(Event("time", None, game.due_us))
    told = game.apply(grown(t_us=game.now_us, error_us=100))
    assert the("accuracy", told).public == {"error_us": 100}
