"""The hands that a scoring turned up stay to be seen; what was said about them is not lost at once."""

from __future__ import annotations

from typing import Any

from slamomatic.face.faces import face_of
from slamomatic.face.model import Aftermath
from slamomatic.games.yahtzee_hands_down.board import ShownHands

Told = tuple[str, int, int, dict[str, Any]]


def heard(game: str, *effects: Told) -> Aftermath:
    aftermath = Aftermath(face_of(game))
    for what, seat, t_us, data in effects:
        aftermath.hear({"what": what, "seat": seat, "t_us": t_us, **data}, f"{what} {seat}", t_us)
    return aftermath


YAHTZEE, DECK, DOWN = "yahtzee-hands-down", "hit-the-deck", "hands-down"
REAL, FOUL = {"foul": False}, {"foul": True}


def seats_shown(*effects: Told) -> list[int]:
    memory = ShownHands()
    for what, seat, t_us, data in effects:
        memory.hear([{"what": what, "seat": seat, "t_us": t_us, **data}], t_us)
    return [hand["seat"] for hand in memory.hands]


def test_both_hands_of_a_scoring_are_shown_until_the_next_call() -> None:
    scored = [("called", 0, 1, {}), ("called", 1, 2, {}), ("shown", 0, 3, REAL), ("shown", 1, 3, REAL)]
    won: Told = ("combo-won", 1, 3, {})
    assert seats_shown(*scored, won) == [0, 1]
    assert seats_shown(*scored, won, ("called", 2, 4, {})) == []


def test_a_real_hand_kept_by_anothers_foul_is_shown_with_the_next_call_too() -> None:
    foul = [("called", 0, 1, {}), ("called", 1, 2, {}), ("shown", 0, 3, REAL), ("shown", 1, 3, FOUL)]
    assert seats_shown(*foul) == [0, 1]
    assert seats_shown(*foul, ("called", 2, 4, {})) == [0]


def test_who_won_is_not_hidden_by_who_starts() -> None:
    aftermath = heard(
        YAHTZEE, ("shown", 0, 3, REAL), ("combo-won", 1, 3, {}), ("starter", 2, 3, {}), ("turn", 2, 3, {})
    )
    assert aftermath.words == "combo-won 1"


def test_a_call_is_said_at_once() -> None:
    assert heard(YAHTZEE, ("combo-won", 1, 3, {}), ("called", 2, 4, {})).words == "called 2"


def test_hands_that_are_the_last_at_once_are_no_losers() -> None:
    alone = heard(DECK, ("race", 0, 1, {}), ("last", 2, 2, {"draws": 4}))
    clumped = heard(
        "hit-the-deck", ("race", 0, 1, {}), ("last", 1, 2, {"draws": 2}), ("last", 2, 2, {"draws": 2})
    )
    assert (alone.loser, alone.clumped) == (2, ())
    assert (clumped.loser, clumped.clumped) == (None, (1, 2))


def test_the_loser_who_slaps_when_it_is_over_lies_on_top() -> None:
    live, dark = {"live": True}, {"live": False}
    slaps = [("slap", 0, 1, live), ("slap", 1, 2, live), ("lost", 2, 3, {}), ("slap", 2, 4, dark)]
    assert heard(DOWN, *slaps).slap_order == [0, 1, 2]
    assert heard(DOWN, *slaps, ("live", 0, 5, {}), ("slap", 2, 6, dark)).slap_order == [0, 1, 2]


def test_somebody_else_who_touches_a_dark_paddle_lies_nowhere() -> None:
    assert heard(DOWN, ("slap", 0, 1, {"live": True}), ("slap", 1, 2, {"live": False})).slap_order == [0]


def test_a_mistake_is_marked_until_the_turn_after_it() -> None:
    fooled: list[Told] = [
        ("pays", 1, 1, {"why": "early", "to": 0}),
        ("foul", 3, 2, {}),
    ]
    assert heard(DOWN, *fooled).marks == {1: "foul", 3: "foul"}
    assert heard(DOWN, *fooled, ("turn", 0, 2, {})).marks == {3: "foul"}
    assert heard(DOWN, *fooled, ("turn", 0, 2, {}), ("turn", 1, 3, {})).marks == {}
    assert heard(DOWN, ("fault", 1, 1, {"on": True}), ("turn", 0, 2, {})).marks == {1: "fault"}
