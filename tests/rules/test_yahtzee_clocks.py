"""Yahtzee Hands Down called by several clocks: whose call may have been one of the first two is scored."""

from __future__ import annotations

from rules.yahtzee_sitting import FOUR, SECOND, THREES, TWOS, Sitting
from slamomatic.engine import Event

PHONE_US = 30_000


def called(*calls_ms: int, hands: tuple[str, ...], phone: int) -> Sitting:
    """Seats call so long after the first, one of them by a phone; then it is scored."""
    sitting = Sitting(*hands)
    seats = len(hands)
    sitting.game.paddles.source = [int(seat == phone) for seat in range(seats)]
    sitting.game.paddles.error_us = [0, PHONE_US]
    told = []
    for ms, seat in sorted((ms, seat) for seat, ms in enumerate(calls_ms)):
        told += sitting.game.apply(Event("down", seat, SECOND + ms * 1000))
    told += sitting.say("time")
    sitting.told = told
    return sitting


def shown(sitting: Sitting) -> set[int]:
    return {effect.seat for effect in sitting.told if effect.what == "shown" and effect.seat is not None}


def test_who_may_have_called_before_the_phone_is_scored_beside_it() -> None:
    """Seat 2's phone may have been before both others, or after both: so each may have been second."""
    assert shown(called(0, 2, 20, hands=(TWOS, THREES, FOUR), phone=2)) == {0, 1, 2}


def test_a_call_that_two_others_came_before_for_certain_is_not() -> None:
    assert shown(called(0, 2, 40, hands=(TWOS, THREES, FOUR), phone=2)) == {0, 1}


def test_the_first_two_are_known_only_once_the_phone_can_t_be_later_than_the_third() -> None:
    """Seat 0's phone is told first, and may have been last."""
    assert shown(called(0, 20, 22, hands=(TWOS, THREES, FOUR), phone=0)) == {0, 1, 2}


def test_of_equal_hands_the_one_told_second_does_not_lose_to_one_that_may_have_been_later() -> None:
    """Seat 1 called 2 ms after seat 0, and seat 2's phone is told 18 ms later: nearer the starter decides."""
    fours = ("B2 B2 B2 R5 Y3", "R2 R2 R2 B5 Y4", "Y2 Y2 Y2 B5 R4")
    sitting = called(0, 2, 20, hands=fours, phone=2)
    assert [len(won) for won in sitting.game.won] == [1, 0, 0]
    assert [len(cards) for cards in sitting.game.chances] == [0, 1, 0]
