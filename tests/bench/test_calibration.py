"""Calibration: kept by unit, applied by the host in true order, undone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slamomatic.errors import UserError
from slamomatic.store import calibration
from slamomatic.unit.base import Do, Link, News, PaddleEvent, Unit, UnitState
from slamomatic.unit.calibrated import Calibrated

LATE_US = 6000


class Played(Unit):
    """A unit that brings each of its slaps `LATE_US` after its stamp, in the order of the stamps."""

    def __init__(self, slaps: Sequence[tuple[int, int]]) -> None:
        self.now_us = 0
        self.link = Link.CONNECTED
        self._left = sorted(slaps)

    def start(self) -> None: ...

    def stop(self) -> None: ...

    @property
    def paddles(self) -> int:
        return 4

    def state(self) -> UnitState:
        return UnitState("played", self.link, "", 4, unit_id="e661", late_us=LATE_US)

    def drain(self) -> list[News]:
        ready = [slap for slap in self._left if slap[0] + LATE_US <= self.now_us]
        self._left = self._left[len(ready) :]
        return [PaddleEvent(Do.DOWN, paddle, t_us, 0, "played", t_us, self.now_us) for t_us, paddle in ready]


SLAPS = st.lists(st.tuples(st.integers(0, 20_000), st.integers(0, 3)), max_size=12)
CORRECTIONS = st.lists(st.integers(-2000, 2000), min_size=4, max_size=4)


@given(SLAPS, CORRECTIONS)
def test_corrected_slaps_come_out_in_their_corrected_order_and_none_is_lost(
    slaps: list[tuple[int, int]], corrections: list[int]
) -> None:
    played = Played(slaps)
    unit = Calibrated(played, lambda unit_id: corrections, clock=lambda: played.now_us)
    heard: list[PaddleEvent] = []
    for now_us in range(0, 40_000, 500):
        played.now_us = now_us
        heard += [news for news in unit.drain() if isinstance(news, PaddleEvent)]
    assert sorted((event.t_us, event.paddle) for event in heard) == sorted(
        (t_us - corrections[paddle], paddle) for t_us, paddle in slaps
    )
    assert [event.t_us for event in heard] == sorted(event.t_us for event in heard)
    # The unit's own stamp stays as it was.
    assert sorted((event.unit_t_us, event.paddle) for event in heard) == sorted(slaps)


def test_without_corrections_nothing_waits() -> None:
    played = Played([(1000, 2)])
    unit = Calibrated(played, lambda unit_id: (), clock=lambda: played.now_us)
    played.now_us = 1000 + LATE_US
    assert [news.t_us for news in unit.drain()] == [1000]
    assert unit.state().late_us == LATE_US


def test_a_unit_with_corrections_says_that_it_needs_longer() -> None:
    played = Played([])
    unit = Calibrated(played, lambda unit_id: (300, -200, 0, 0))
    unit.drain()
    assert unit.state().late_us == LATE_US + 300


def test_what_waits_is_handed_on_when_the_unit_is_gone() -> None:
    played = Played([(1000, 0)])
    unit = Calibrated(played, lambda unit_id: (0, 1500, 0, 0), clock=lambda: played.now_us)
    played.now_us = 1000 + LATE_US
    assert unit.drain() == []
    played.link = Link.LOST
    assert [news.t_us for news in unit.drain()] == [1000]


def test_a_calibration_is_kept_by_unit_and_taken_back_step_by_step(tmp_path: Path) -> None:
    assert calibration.calibration_of("e661", tmp_path) is None
    calibration.keep("e661", [10, 0, -20, 0], [3.0] * 4, tmp_path)
    calibration.keep("e661", [15, 0, -20, 0], [3.0] * 4, tmp_path)
    calibration.keep("beef", [1, 2, 3, 4], [1.0] * 4, tmp_path)
    now = calibration.calibration_of("e661", tmp_path)
    assert now is not None and now.corrections_us == (15, 0, -20, 0)
    before = calibration.undo("e661", tmp_path)
    assert before is not None and before.corrections_us == (10, 0, -20, 0)
    assert calibration.undo("e661", tmp_path) is None
    assert calibration.calibration_of("e661", tmp_path) is None
    assert calibration.calibration_of("beef", tmp_path) is not None
    with pytest.raises(UserError, match="no calibration to take back"):
        calibration.undo("e661", tmp_path)


def test_a_damaged_calibration_file_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "calibration.json").write_text('{"e661": 7}')
    with pytest.raises(UserError, match="move that file away"):
        calibration.calibration_of("e661", tmp_path)
