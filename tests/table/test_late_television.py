"""People and bots see the same picture: a late television costs nobody a round."""

from __future__ import annotations

from random import Random

import pytest

from rules.quick_draw_sitting import Draw
from rules.slamwich_sitting import PAIR
from rules.slamwich_sitting import Sitting as Slamwich
from slamomatic.engine import Event, Setup, find
from slamomatic.engine.setup import setup_to_json
from slamomatic.table.automatic import Automatic
from slamomatic.table.clock import GameClock, StoppedClock
from slamomatic.table.moment import Moment
from support.length import count
from table.late_television import share_won

MS = 1000
ROUNDS = count(250, 4000)
MOST = 0.05


@pytest.mark.parametrize("kind", ["to-win", "careful", "hare"])
def test_the_same_person_wins_as_often_however_late_the_screen_is(kind: str) -> None:
    shares = [share_won(kind, late_ms * MS, ROUNDS, 0) for late_ms in (0, 100, 150)]
    assert max(shares) - min(shares) < MOST, shares


def reaction_us(event_of_a_person: bool, late_us: int) -> int:
    """How long after a call by the screen, or after a hand, a bot means to slap."""
    game = find("quick-draw")(Setup(3, 1))
    clock = StoppedClock()
    automatic = Automatic(game, GameClock(clock))
    automatic.screen_us = late_us
    automatic.sit(1, "careful")
    while not game.asked:
        assert game.due_us is not None
        clock.at_us = game.due_us
        effects = game.apply(Event("time", None, game.due_us))
    event = Event("down" if event_of_a_person else "time", 0 if event_of_a_person else None, clock.at_us)
    automatic.bots[1].pace = Random(1)
    automatic.tell(Moment(game, effects), event)
    plan = automatic.bots[1].planned
    assert plan is not None
    return plan.t_us - clock.at_us


def test_a_bot_sees_the_screen_as_late_as_people_do_and_a_hand_at_once() -> None:
    prompt_us = reaction_us(False, 0)
    assert reaction_us(False, 120 * MS) == prompt_us + 120 * MS
    assert reaction_us(True, 120 * MS) == reaction_us(True, 0) == prompt_us


def test_a_slap_before_the_picture_of_the_call_is_out_is_too_soon() -> None:
    for late_us, too_soon in ((0, False), (80 * MS, True)):
        draw = Draw(3, setup={"screen_us": late_us})
        called_us = draw.call()
        told = draw.do("down", 1, called_us + 150 * MS)
        assert ("too-soon" in {effect.what for effect in told}) is too_soon


def test_a_slap_that_was_sent_before_the_card_was_seen_is_about_the_pile_before() -> None:
    for late_us, slips in ((0, True), (80 * MS, False)):
        table = Slamwich(*PAIR, pile="onion")
        table.flip(0, 1)
        table.game.setup = Setup(3, screen_us=late_us)
        table.flip(2)
        table.slap(0, after_us=200 * MS)
        table.ring()
        assert bool(table.heard("slip")) is slips


def test_a_journal_says_how_late_the_screen_was() -> None:
    assert setup_to_json(Setup(3, screen_us=80 * MS)) == {"seats": 3, "screen_us": 80 * MS}
    assert "screen_us" not in setup_to_json(Setup(3))
