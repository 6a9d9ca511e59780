"""Bots play as sensible people do, and feints are no money machine.

By the thousand: `python3 tools/sensible_bots.py`.
"""

from __future__ import annotations

from random import Random

import pytest

from rules.feinter import PLAYERS, wins_of_the_feinter
from rules.sensible_bots import NOTES, Habits, watch
from slamomatic.engine import Choice, Json, find
from slamomatic.engine.bots import Bot, Nature, make
from slamomatic.engine.bots.many import WHOLE_WIN, Plan, play_all
from slamomatic.games.hands_down import bots as hands_down
from support.length import count


@pytest.mark.parametrize("kind", ["easy", "careful", "to-win"])
@pytest.mark.parametrize("name", NOTES)
def test_bots_do_nothing_that_no_person_does(name: str, kind: str) -> None:
    habits = watch(name, kind, count(3, 6), min(4, find(name).SEATS[-1]))
    assert not habits.complaints()


def test_a_tic_and_a_slip_too_many_are_told() -> None:
    habits = Habits("lowdown", "easy", games=1)
    for cell in range(40):
        habits.note("peek at seat", 0)
        habits.note("peek at cell", cell % 9)
        habits.note("slips", 1)
    habits.note("replaces an open -5", "R7")
    assert len(habits.complaints()) == 3


class Sitter(Bot):
    """Does nothing but what it is fooled into."""

    def choose(self, view: Json, legal: list[Choice]) -> Choice | None:
        return None


VIEW: Json = {"turn": 1, "live": [True] * 3, "down": [False] * 3, "over": False, "asked": []}


def falls(bot: Sitter, feints: int) -> int:
    """How often it slaps at this many feints of one turn."""
    fallen = 0
    for at in range(feints):
        event = bot.update(VIEW, [], [{"what": "feint", "seat": 1, "t_us": at}], at)
        if event is not None:
            fallen += 1
            bot.forget_plan()
    return fallen


def test_with_every_feint_it_sees_a_bot_gets_warier() -> None:
    calm = Nature(error=0, temper=0.5)
    first = sum(falls(Sitter(0, Random(seed), calm), 1) for seed in range(400))
    many = sum(falls(Sitter(0, Random(seed), calm), 31) for seed in range(400))
    assert 150 < first < 250
    assert many < 400 * 1.2, "thirty-one feints took every hand once"


def test_a_burnt_bot_hardly_ever_falls_again() -> None:
    hot = Nature(error=0, temper=1.0)
    twice = sum(falls(Sitter(0, Random(seed), hot), 2) == 2 for seed in range(400))
    assert twice < 60


def test_a_new_turn_makes_it_less_wary_but_not_as_trusting_as_before() -> None:
    hot = Nature(error=0, temper=1.0)
    fallen = 0
    for seed in range(400):
        bot = Sitter(0, Random(seed), Nature(error=0, temper=0.0))
        falls(bot, 6)
        bot.nature = hot
        bot.update(VIEW | {"turn": 2}, [], [], 50)
        fallen += falls(bot, 1)
    assert 150 < fallen < 300  # of 400 with no feint seen before


def test_who_pesters_a_bot_is_robbed_first() -> None:
    bot = make("careful", find("hands-down"), 0, Random(1), Nature(error=0, temper=0.0))
    assert isinstance(bot, hands_down.Careful)
    takes = [Choice(0, "take", {"from": [seat]}) for seat in (1, 2)]
    view = {"hands": [2, 5, 3]}
    assert bot.take(view, takes).data["from"] == [2]
    for at in range(60):
        bot.update(
            VIEW | {"hand": [], "incident": False, "open": False},
            [],
            [{"what": "feint", "seat": 1, "t_us": at}],
            at,
        )
    assert bot.bears_grudge(1) and not bot.bears_grudge(2)
    assert bot.take(view, takes).data["from"] == [1]


@pytest.mark.parametrize("kind", ["careful", "to-win"])
def test_constant_feinting_does_not_pay(kind: str) -> None:
    games = 60
    assert wins_of_the_feinter(kind, games) < games / PLAYERS


@pytest.mark.parametrize("name", ["hit-the-deck", "slamwich", "hands-down"])
def test_the_easy_bot_beats_the_random_one(name: str) -> None:
    players = min(4, find(name).SEATS[-1])
    bots = tuple("easy" if seat % 2 == 0 else "random" for seat in range(players))
    tally, _ = play_all(Plan(name, 16, players, bots, seed=7), 1, lambda done: None)
    assert tally.unfinished == 0
    assert tally.by_bot["easy"] > 16 * WHOLE_WIN * 0.6
