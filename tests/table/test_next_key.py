"""The one NEXT key: a tap walks, a double tap chooses what its own first tap walked away from."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from slamomatic.engine.vocabulary import Choice
from slamomatic.gallery.tables import posed_session
from slamomatic.screen.next_key import DOUBLE, DOUBLE_US, HOLD, HOLD_US, LET_GO, TAP, NextKey
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.table import TableScene
from support.played import Played
from support.table import FOUR


def gestures(key: NextKey, *times: tuple[str, int]) -> list[str]:
    found = []
    for what, t_us in times:
        found += getattr(key, what)(t_us)
    return found


def test_short_press_is_a_tap() -> None:
    assert gestures(NextKey(), ("press", 0), ("release", 90_000)) == [TAP]


def test_two_taps_soon_after_each_other_are_a_double_tap() -> None:
    second = 90_000 + DOUBLE_US
    taps = (("press", 0), ("release", 90_000), ("press", second), ("release", second + 80_000))
    assert gestures(NextKey(), *taps) == [TAP, DOUBLE]


def test_two_slow_taps_are_two_taps() -> None:
    second = 90_001 + DOUBLE_US
    taps = (("press", 0), ("release", 90_000), ("press", second), ("release", second + 80_000))
    assert gestures(NextKey(), *taps) == [TAP, TAP]


def test_third_quick_tap_begins_afresh() -> None:
    taps = [
        (what, t) for n in range(3) for what, t in (("press", n * 150_000), ("release", n * 150_000 + 50_000))
    ]
    assert gestures(NextKey(), *taps) == [TAP, DOUBLE, TAP]


def test_long_press_is_a_hold_as_soon_as_it_is_long_enough() -> None:
    key = NextKey()
    assert gestures(key, ("press", 0), ("tick", HOLD_US - 1)) == []
    assert key.due_us == HOLD_US
    assert gestures(key, ("tick", HOLD_US), ("tick", HOLD_US + 5), ("release", 2 * HOLD_US)) == [HOLD, LET_GO]


def test_hold_that_nobody_ticked_is_still_a_hold() -> None:
    assert gestures(NextKey(), ("press", 0), ("release", HOLD_US)) == [HOLD, LET_GO]


@given(
    st.lists(st.tuples(st.sampled_from(("press", "release", "tick")), st.integers(0, 600_000)), max_size=60)
)
def test_every_hold_is_let_go_and_a_double_follows_a_tap(steps: list[tuple[str, int]]) -> None:
    key, t_us, found = NextKey(), 0, []
    for what, after_us in [*steps, ("release", 1)]:
        t_us += after_us
        found += getattr(key, what)(t_us)
    assert found.count(HOLD) == found.count(LET_GO)
    for before, after in zip([None, *found], found, strict=False):
        assert after != DOUBLE or before == TAP
        assert after != LET_GO or before == HOLD


def own_turn(home: Path) -> Played:
    """One person among bots, with more than one thing to choose."""
    played = Played(home, [FOUR[0], *[replace(seat, bot="careful") for seat in FOUR[1:]]])
    played.session.automatic.bots.clear()
    played.at(100_000)
    while (turn := played.session.view(None)["turn"]) != 0:
        played.session.choose(Choice(turn, "pass"))
        played.at(played.stage.clock.at_us + 100_000)
    played.at(played.stage.clock.at_us + 100_000)
    return played


def test_what_was_taken_back_is_not_chosen_anew_one_place_on(tmp_path: Path) -> None:
    scene = own_turn(tmp_path).scene
    here = scene.chooser.confirmed()
    assert here is not None and len(scene.chooser.ring()) > 1
    scene.gesture("tap")
    scene.gesture("double")
    assert scene.play.pending is not None and scene.play.pending[0] == here
    scene.gesture("tap")
    scene.gesture("double")
    assert scene.play.pending is None and scene.chooser.confirmed() == here


def test_two_taps_that_go_on_to_the_next_hand_choose_nothing(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    session = posed_session(stage, "lowdown", 3, 1)
    session.show_people((0, 1, 2))
    session.keep_still()
    scene = TableScene(stage, session)
    scene.pump()
    scene.gesture("tap")
    scene.memory.until_us = stage.clock.at_us + 6_000_000
    scene.gesture("tap")
    scene.gesture("double")
    assert scene.play.pending is None and not scene.answer
