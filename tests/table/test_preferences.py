"""Saved preferences come back; a damaged file costs only its damaged part."""

from __future__ import annotations

import json
from argparse import Namespace
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

import pytest

from slamomatic import preferences
from slamomatic.commands.play import _with_arguments
from slamomatic.preferences import ACTIONS, Preferences, SeatPreference
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.settings import SettingsScene
from slamomatic.screen.scenes.start import StartScene
from slamomatic.screen.scenes.table import TableScene
from slamomatic.units.open import open_unit

SIZE = (800, 480)
FRESH = Preferences()
CHAIRS = tuple(SeatPreference(f"Guest {n}", 5 - n, "careful", 50 * n) for n in range(6))
OTHERWISE = Preferences(
    game="lowdown",
    players=3,
    seats=CHAIRS,
    language="de",
    paper=True,
    phones=True,
    length="short",
    way="together",
    asked=True,
    pace="slow",
    travel_mm=12.0,
    travel_error_mm=0.5,
    volume=0.3,
    music=0.1,
    muted=True,
    speech="full",
    own_cards_aloud=True,
    reduced_motion=True,
    large_print=True,
    scanning="slow",
    fullscreen=True,
    keys={**ACTIONS, "next": "n"},
    seat_keys=("1", "2", "3", "4", "5", "6"),
    units=("serial:/dev/ttyACM0", "keyboard"),
    explained=("lowdown",),
)


def kept(home: Path, saved: object) -> Preferences:
    (home / "table.json").write_text(saved if isinstance(saved, str) else json.dumps(saved))
    return preferences.load(home)


def test_preferences_come_back_as_they_were_saved(tmp_path: Path) -> None:
    unchanged = [f.name for f in fields(Preferences) if getattr(OTHERWISE, f.name) == getattr(FRESH, f.name)]
    assert unchanged == [], "something else than on the first day, or this test shows nothing"
    preferences.save(OTHERWISE, tmp_path)
    assert preferences.load(tmp_path) == OTHERWISE


@pytest.mark.parametrize("text", ["", "{", "[]", "7", "[" * 100_000, "\0"])
def test_unreadable_preferences_are_as_on_the_first_day(text: str, tmp_path: Path) -> None:
    assert kept(tmp_path, text) == FRESH


DAMAGED: list[tuple[str, Any]] = [
    ("game", "chess"),
    ("game", []),
    ("players", 0),
    ("players", -4),
    ("players", 99),
    ("players", 2.5),
    ("players", []),
    ("players", True),
    ("seats", 3),
    ("seats", {}),
    ("paper", "yes"),
    ("phones", 1),
    ("pace", "warp"),
    ("pace", []),
    ("volume", 7.5),
    ("volume", float("nan")),
    ("volume", "loud"),
    ("volume", []),
    ("music", -1),
    ("muted", "no"),
    ("speech", "loud"),
    ("own_cards_aloud", 1),
    ("reduced_motion", 1),
    ("fullscreen", []),
    ("keys", []),
    ("keys", "space"),
    ("seat_keys", ["a"]),
    ("seat_keys", [1, 2, 3, 4, 5, 6]),
    ("seat_keys", "qpzmtb"),
    ("units", []),
    ("units", ["foo"]),
    ("units", ["serial"]),
    ("units", ["keyboard:x"]),
    ("units", [3]),
    ("units", "auto"),
    ("explained", 3),
    ("explained", [[]]),
]


@pytest.mark.parametrize(("name", "value"), DAMAGED)
def test_damaged_preference_is_as_on_the_first_day_and_the_others_stay(
    name: str, value: object, tmp_path: Path
) -> None:
    as_at_first: dict[str, Any] = {name: getattr(FRESH, name)}
    assert kept(tmp_path, {**asdict(OTHERWISE), name: value}) == replace(OTHERWISE, **as_at_first)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("name", 5),
        ("name", ""),
        ("name", "  "),
        ("name", "a\0b"),
        ("name", "a\nb"),
        ("name", "\ud800"),
        ("bot", "xyz"),
        ("bot", None),
        ("bot", []),
        ("handicap_ms", "a"),
        ("handicap_ms", -50),
        ("handicap_ms", 1e300),
        ("handicap_ms", 10**9),
    ],
)
def test_damage_of_a_chair_costs_that_alone(name: str, value: object, tmp_path: Path) -> None:
    damaged = asdict(OTHERWISE)
    damaged["seats"][2][name] = value
    mended: dict[str, Any] = {name: getattr(FRESH.seats[2], name)}
    seats = (*CHAIRS[:2], replace(CHAIRS[2], **mended).called_as_its_paddle(), *CHAIRS[3:])
    assert kept(tmp_path, damaged) == replace(OTHERWISE, seats=seats)


@pytest.mark.parametrize("paddle", [17, -1, "x", None, 1.0, True, CHAIRS[0].paddle])
def test_two_chairs_never_share_a_paddle(paddle: object, tmp_path: Path) -> None:
    damaged = asdict(OTHERWISE)
    damaged["seats"][2]["paddle"] = paddle
    seats = kept(tmp_path, damaged).seats
    assert [seat.paddle for seat in seats] == [0, 1, 2, 3, 4, 5]
    assert [seat.name for seat in seats] == [seat.name for seat in CHAIRS]


@pytest.mark.parametrize("seats", [[], [None], ["Ada"], [{"no": 1}], [[1]] * 9])
def test_chairs_that_are_missing_are_as_on_the_first_day(seats: list[object], tmp_path: Path) -> None:
    assert kept(tmp_path, {**asdict(OTHERWISE), "seats": seats}).seats == FRESH.seats


def test_key_that_can_not_be_read_is_the_usual_one(tmp_path: Path) -> None:
    keys = {"next": 5, "help": "h", "dance": "d", "pause": None}
    assert kept(tmp_path, {"keys": keys}).keys == {**ACTIONS, "help": "h"}


@pytest.mark.parametrize(("name", "value"), [*DAMAGED, ("seats", [{"name": 5, "paddle": 17, "bot": 1}])])
def test_a_game_begins_whatever_of_the_preferences_is_damaged(
    name: str, value: object, tmp_path: Path
) -> None:
    nothing_said = Namespace(game=None, players=None, bots=None)
    stage = BareStage(tmp_path)
    stage.prefs = _with_arguments(nothing_said, kept(tmp_path, {**asdict(FRESH), name: value}))
    open_unit(*stage.prefs.units, clock=stage.clock)
    start = StartScene(stage)
    stage.surface(start, SIZE)
    stage.surface(SettingsScene(stage, start), SIZE)
    start.play()
    assert isinstance(stage.scene, TableScene), start.trouble
    stage.scene.pump()
    stage.surface(stage.scene, SIZE)
