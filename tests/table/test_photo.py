"""The photo finish holds every hand of a slap, whatever went before it."""

from __future__ import annotations

import pytest

from slamomatic import engine
from slamomatic.engine import Setup
from slamomatic.engine.photo import Hit, PhotoFinish
from slamomatic.engine.vocabulary import Event, visible_effects
from slamomatic.face.faces import face_of
from slamomatic.face.telling import photographer_for
from slamomatic.screen.scenes.table_photo import reached_us

OPENS_US = 6_000_000


@pytest.mark.parametrize("before_us", [1_000_000, 200_000])
def test_who_opens_soon_after_somebody_was_early_is_in_the_picture(before_us: int) -> None:
    game = engine.new("hands-down", Setup(seats=3, seed=5, options={"paper": True, "rearm_ms": 1_500}))
    photographer = photographer_for(face_of("hands-down"))

    def do(what: str, seat: int | None, t_us: int) -> None:
        photographer.watch(visible_effects(game.apply(Event(what, seat, t_us)), None))

    do("time", None, 3_000_000)
    turn = game.turn
    assert turn is not None
    early, other = (seat for seat in range(3) if seat != turn)
    do("down", early, OPENS_US - before_us)
    do("up", early, OPENS_US - before_us + 50_000)
    do("down", turn, OPENS_US)
    do("down", other, OPENS_US + 300_000)
    do("down", early, OPENS_US + 400_000)
    do("time", None, OPENS_US + 500_000)
    picture = photographer.last
    assert picture is not None
    assert (picture.opener, picture.go_us) == (turn, OPENS_US)
    assert [hit.seat for hit in picture.hits] == [turn, other, early]


def test_who_has_left_has_no_hand_in_it() -> None:
    photographer = photographer_for(face_of("hands-down"))
    effects: list[dict[str, object]] = [
        {"what": "left", "seat": 3, "t_us": 1},
        {"what": "slap", "seat": 0, "t_us": OPENS_US, "live": True},
        {"what": "hands-down", "seat": 0, "t_us": OPENS_US},
        {"what": "slap", "seat": 3, "t_us": OPENS_US + 50_000, "live": False},
        {"what": "slap", "seat": 1, "t_us": OPENS_US + 90_000, "live": True},
        {"what": "live", "seat": None, "t_us": OPENS_US + 2_000_000},
    ]
    photographer.watch(effects)
    assert photographer.last is not None
    assert [hit.seat for hit in photographer.last.hits] == [0, 1]
    assert photographer.reactions == [(1, 90_000, False)]


def test_the_slap_that_decides_a_game_is_timed_too() -> None:
    photographer = photographer_for(face_of("hands-down"))
    effects: list[dict[str, object]] = [
        {"what": "slap", "seat": 0, "t_us": OPENS_US, "live": True},
        {"what": "hands-down", "seat": 0, "t_us": OPENS_US},
        {"what": "slap", "seat": 1, "t_us": OPENS_US + 90_000, "live": True},
        {"what": "over", "seat": None, "t_us": OPENS_US + 100_000},
    ]
    photographer.watch(effects)
    assert photographer.reactions == [(1, 90_000, False)]


def test_who_was_too_soon_is_neither_first_nor_timed() -> None:
    photographer = photographer_for(face_of("quick-draw"))
    effects: list[dict[str, object]] = [
        {"what": "go", "seat": None, "t_us": OPENS_US},
        {"what": "slap", "seat": 0, "t_us": OPENS_US + 60_000, "live": True},
        {"what": "too-soon", "seat": 0, "t_us": OPENS_US + 60_000},
        {"what": "slap", "seat": 1, "t_us": OPENS_US + 290_000, "live": True},
        {"what": "live", "seat": None, "t_us": OPENS_US + 2_000_000},
    ]
    photographer.watch(effects)
    assert photographer.last is not None
    assert [hit.seat for hit in photographer.last.hits] == [1]
    assert photographer.reactions == [(1, 290_000, True)]


@pytest.mark.parametrize("times_us", [(0, 304_000, 308_000, 310_000), (0, 90_000, 200_000, 310_000), (5, 5)])
def test_a_replay_never_goes_back_and_ends_with_the_last_hand(times_us: tuple[int, ...]) -> None:
    photo = PhotoFinish(0, None, tuple(Hit(seat, at_us, True) for seat, at_us in enumerate(times_us)))
    reached = [reached_us(photo, step / 100) for step in range(101)]
    assert reached == sorted(reached)
    assert reached[-1] == times_us[-1]


def test_a_replay_lingers_over_hands_that_were_close() -> None:
    photo = PhotoFinish(0, None, tuple(Hit(n, at, True) for n, at in enumerate((0, 304_000, 308_000))))
    close = [step for step in range(101) if 304_000 <= reached_us(photo, step / 100) <= 308_000]
    assert len(close) > 40


def test_the_panel_shows_the_window_that_the_verdict_was_found_by() -> None:
    """One slap is told as loosely as 20 ms; a clock that gets worse afterwards changes nothing."""
    setup = Setup(seats=3, options={"paper": True, "dealer": 2}, source=[0, 1, 1], error_us=[0, 5_000])
    game = engine.new("hands-down", setup)
    photographer = photographer_for(face_of("hands-down"))

    def do(what: str, seat: int | None, t_us: int, **data: int) -> None:
        photographer.watch(
            visible_effects(game.apply(Event(what, seat, t_us, data)), None), data.get("later_us", 0)
        )

    do("down", 0, OPENS_US)
    do("down", 1, OPENS_US + 300_000)
    do("down", 2, OPENS_US + 300_500, later_us=20_000)
    do("time", None, OPENS_US + 350_000)
    do("accuracy", 1, OPENS_US + 360_000, error_us=90_000)
    do("down", 2, OPENS_US + 400_000)
    assert photographer.last is not None
    assert photographer.last.window_us == 1_000 + 10_000
