"""Calibration: kept by unit, applied by the host in true order, undone."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slamomatic.bench.link.scripted_unit import Told
from slamomatic.errors import UserError
from slamomatic.screen.scenes import unit_words
from slamomatic.store import calibration
from slamomatic.store.calibration import Correction
from slamomatic.store.journal import Journal
from slamomatic.store.journals import read_file
from slamomatic.table import opening
from slamomatic.table.clock import TableClock
from slamomatic.table.seats import Seat
from slamomatic.units.base import PaddleEvent, What, now_us
from slamomatic.units.merge import Units, kept_corrections
from slamomatic.units.open import open_unit
from support.fake_unit import FakeUnit
from support.scripted_unit import HandClock, ScriptedUnit
from support.table import Table
from support.waiting import Listener, until

LATE_US = 6000


class Played(ScriptedUnit):
    """A unit that brings each of its slaps `LATE_US` after its stamp, and knows as much."""

    finds_news = True

    def __init__(self, slaps: Sequence[tuple[int, int]]) -> None:
        self.at = HandClock(0)
        super().__init__(self.at, "played", unit_id="e661")
        self._left = sorted(slaps)

    def known_us(self) -> int:
        return self.at.us - LATE_US

    def find_news(self) -> None:
        while self._left and self._left[0][0] <= self.known_us():
            t_us, paddle = self._left.pop(0)
            self.slap(paddle, t_us)


def corrected(played: Played, corrections: Sequence[int]) -> Units:
    taken_off = [Correction(us) for us in corrections]
    return Units([played], played.at, lambda unit_id: taken_off if unit_id else ())


SLAPS = st.lists(st.tuples(st.integers(0, 20_000), st.integers(0, 3)), max_size=12)
CORRECTIONS = st.lists(st.integers(-2000, 2000), min_size=4, max_size=4)


@given(SLAPS, CORRECTIONS)
def test_corrected_slaps_are_all_told_before_what_is_known_passes_them(
    slaps: list[tuple[int, int]], corrections: list[int]
) -> None:
    played = Played(slaps)
    unit = corrected(played, corrections)
    heard: list[PaddleEvent] = []
    known_us = 0
    for at_us in range(0, 40_000, 500):
        played.at.us = at_us
        fresh = [news for news in unit.drain() if isinstance(news, PaddleEvent)]
        assert all(event.t_us >= known_us for event in fresh)
        heard += fresh
        known_us = unit.known_us()
    assert known_us >= 40_000 - 500 - LATE_US - 2000
    assert sorted((event.t_us, event.paddle) for event in heard) == sorted(
        (t_us - corrections[paddle], paddle) for t_us, paddle in slaps
    )
    # The unit's own stamp stays as it was.
    assert sorted((event.unit_t_us, event.paddle) for event in heard) == sorted(slaps)


def test_without_corrections_all_that_the_unit_knows_is_known() -> None:
    played = Played([(1000, 2)])
    unit = corrected(played, ())
    played.at.us = 1000 + LATE_US
    assert [news.t_us for news in unit.drain()] == [1000]
    assert unit.known_us() == 1000


def test_a_unit_with_corrections_is_asked_for_more() -> None:
    played = Played([])
    unit = corrected(played, (300, -200, 0, 0))
    unit.drain()
    unit.ask(5_000)
    assert played.asked == [5_300]


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
    with pytest.raises(UserError, match="no calibration to undo"):
        calibration.undo("e661", tmp_path)


@pytest.mark.parametrize("errors", ["[1, 2]", "[1, 2, NaN, 1]", "[1, -2, 1, 1]"])
def test_errors_that_can_not_be_are_one_sentence(tmp_path: Path, errors: str) -> None:
    kept = f'{{"e661": [{{"corrections_us": [1, 2, 3, 4], "errors_us": {errors}, "made_at": 0}}]}}'
    (tmp_path / "calibration.json").write_text(kept)
    with pytest.raises(UserError, match="Move that file away"):
        calibration.calibration_of("e661", tmp_path)


def test_a_damaged_calibration_file_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "calibration.json").write_text('{"e661": 7}')
    with pytest.raises(UserError, match="Move that file away"):
        calibration.calibration_of("e661", tmp_path)


def test_no_correction_is_larger_than_the_cap_whatever_the_file_says() -> None:
    unit = corrected(Played([]), (9000, -9000, 5, 0))
    unit.drain()
    assert unit.states()[0].corrections_us == (calibration.CAP_US, -calibration.CAP_US, 5, 0)


def test_a_damaged_file_is_said_and_slaps_go_on_uncorrected(tmp_path: Path) -> None:
    (tmp_path / "calibration.json").write_text("{")
    played = Played([(1000, 2)])

    def lookup(unit_id: str) -> Sequence[Correction]:
        calibration.calibration_of(unit_id, tmp_path)
        raise AssertionError("it can't be read")

    unit = Units([played], played.at, lookup)
    played.at.us = 1000 + LATE_US
    trouble, slap = unit.drain()
    assert trouble.what is What.TROUBLE and "Move that file away" in trouble.text  # type: ignore[union-attr]
    assert slap.t_us == 1000 and unit.states()[0].corrections_us == ()


# -- how sure a correction is


def test_a_correction_states_three_of_its_standard_errors_and_no_correction_none() -> None:
    kept = calibration.Calibration((300, 0, -200), (20.1, 50.0, 10.0), 0.0)
    assert kept.corrections == (Correction(300, 61), Correction(0, 0), Correction(-200, 30))


SURE = (Correction(300, 60), Correction(0), Correction(-200, 40), Correction(0))


@pytest.mark.parametrize(
    ("one", "other", "sure_us"),
    [
        (0, 2, 60 + 40),  # both corrected
        (0, 3, 60),
        (3, 2, 40),
    ],
)
def test_a_race_closer_than_the_calibration_is_sure_is_a_tie(
    one: int, other: int, sure_us: int, tmp_path: Path
) -> None:
    assert lost_by(tmp_path / "apart", one, other, sure_us) == [other]
    assert lost_by(tmp_path / "close", one, other, sure_us - 1) == []


def lost_by(home: Path, one: int, other: int, beyond_us: int) -> list[int | None]:
    """Return the loser when these two slap last, so much further apart than the rules' own window."""
    table = Table(home, corrections=SURE)
    turn = table.until_a_pair()  # opens the race
    assert turn not in (one, other)
    early = [turn, *(seat for seat in range(4) if seat not in (turn, one, other))]
    t_us = table.clock.at_us
    for number, seat in enumerate(early):
        table.pico.slap(seat, t_us + 20_000 * number)
    gap_us = table.session.options["clump_us"] + beyond_us
    table.pico.slap(one, t_us + 100_000 + SURE[one].us)
    table.pico.slap(other, t_us + 100_000 + gap_us + SURE[other].us)
    table.pump(t_us + 500_000)
    return table.lost()


def test_a_unit_waits_as_long_as_its_corrections_may_be_off() -> None:
    played = Played([])
    unit = Units([played], played.at, lambda unit_id: SURE if unit_id else ())
    unit.drain()
    unit.ask(5_000)
    assert played.asked == [5_360]
    state = unit.states()[0]
    assert state.order_us == state.blind_us + 100 and state.correction_errors_us == (60, 0, 40, 0)


# -- at the table, the unit on a real pty

MINE, OTHER = "e6614864d3123456", "e6614864d3999999"
KEPT = (600, 0, -200, 0)


@contextmanager
def table(
    folder: Path, unit_id: str = MINE, corrected: bool = True
) -> Iterator[tuple[FakeUnit, Units, Listener]]:
    """A unit with this id, plugged in and known to a table."""
    with FakeUnit(folder, now_us, unit_id) as fake:
        unit = open_unit(f"serial:{fake.port}", corrected=corrected)
        heard = Listener(unit)
        unit.start()
        try:
            assert heard.is_told(What.CONNECTED)
            assert until(lambda: unit.states()[0].error_us is not None)
            yield fake, unit, heard
        finally:
            unit.stop()


def well_timed_slap(fake: FakeUnit, heard: Listener) -> tuple[Told, PaddleEvent]:
    """A slap whose time tells a correction from none, however often a busy machine needs to try."""
    while True:
        told = fake.slap(0)
        assert heard.hears_events(len(fake.history))
        if heard.events[-1].error_us < KEPT[0]:
            return told, heard.events[-1]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SLAMOMATIC_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.mark.usefixtures("home")
def test_the_table_corrects_the_stamps_of_a_calibrated_unit_and_says_so(tmp_path: Path) -> None:
    calibration.keep(MINE, KEPT, [50.0] * 4)
    with table(tmp_path) as (fake, unit, heard):
        told = []
        for paddle in range(4):
            told.append(fake.slap(paddle))
            time.sleep(0.01)
        assert heard.hears_events(4)
        by_paddle = {event.paddle: event for event in heard.events}
        for paddle, one in enumerate(told):
            event = by_paddle[paddle]
            assert event.unit_t_us == one.unit_us, "the unit's own stamp is left alone"
            true_us = one.host_us - KEPT[paddle]
            assert event.t_us - event.error_us <= true_us <= event.t_us + event.later_us + event.error_us
        words, _ = unit_words.in_full(unit.states())
        assert "corrected times" in words and len(words) <= unit_words.LONG_LINE


@pytest.mark.usefixtures("home")
def test_another_unit_is_not_corrected(tmp_path: Path) -> None:
    calibration.keep(MINE, KEPT, [50.0] * 4)
    with table(tmp_path, OTHER) as (fake, unit, heard):
        told, event = well_timed_slap(fake, heard)
        assert abs(event.t_us - told.host_us) <= event.error_us < KEPT[0]
        assert "corrected" not in unit.states()[0].accuracy


def test_the_journal_says_which_corrections_are_in_force_at_the_start_and_when_resumed(home: Path) -> None:
    calibration.keep("e661", KEPT, [50.0] * 4)
    seats = [Seat("Ada", 0), Seat("Ben", 1), Seat("Cleo", 2)]
    session = opening.begin("hands-down", seats, calibrated_table(), TableClock(), seed=1, home=home)
    session.close()
    assert isinstance(session.journal, Journal)
    path = session.journal.path
    assert journaled(path) == [list(KEPT)]
    calibration.undo("e661")
    opening.resume(path, calibrated_table(), TableClock()).close()
    assert journaled(path) == [list(KEPT), []]


def calibrated_table() -> Units:
    unit = Units([Played([])], lookup=kept_corrections)
    unit.drain()
    return unit


def journaled(path: Path) -> list[object]:
    """The corrections in every line that tells of the units."""
    return [line["units"][0]["corrections_us"] for line in read_file(path).entries if "units" in line]


@pytest.mark.usefixtures("home")
def test_an_instrument_measures_the_unit_as_it_is(tmp_path: Path) -> None:
    calibration.keep(MINE, KEPT, [50.0] * 4)
    with table(tmp_path, corrected=False) as (fake, unit, heard):
        told, event = well_timed_slap(fake, heard)
        assert abs(event.t_us - told.host_us) <= event.error_us < KEPT[0]
        assert unit.states()[0].corrections_us == ()
