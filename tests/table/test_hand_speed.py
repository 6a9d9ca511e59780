"""The speed of a hand: within its stated error from 0.5 to 4 m/s, and unknown where nothing told it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from slamomatic import preferences
from slamomatic.cli import main
from slamomatic.engine.photo import LONGEST_WAY_US, STAMPS_US, Hit, PhotoFinish
from slamomatic.face.faces import face_of
from slamomatic.face.hand_speed import KIT, Travel, speed_of
from slamomatic.face.telling import photographer_for
from slamomatic.gallery.tables import NAMES
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.table import TableScene
from slamomatic.store.history import Match, SeatResult, open_history
from slamomatic.store.journals import read_file
from slamomatic.table import finish, opening
from slamomatic.table.moment import Moment
from slamomatic.table.outcome import replayed
from slamomatic.table.seats import Seat
from slamomatic.units.base import Do
from support.hand_model import CLICK_M, REST_DEG, any_slap, slap
from support.page import Page
from support.played import Played


@pytest.mark.parametrize("m_per_s", [0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0])
def test_a_modelled_hand_is_as_fast_as_is_said_within_the_error(m_per_s: float) -> None:
    chance = Random(f"hand {m_per_s}")
    for _ in range(12):
        hand = any_slap(chance, m_per_s)
        found = speed_of(round(hand.way_us + chance.uniform(-1, 1)), STAMPS_US)
        assert found is not None
        assert abs(found.mm_per_s - hand.mean_mm_per_s) <= found.error_mm_per_s
        assert found.error_mm_per_s < 0.6 * found.mm_per_s, "a way of 3 mm tells no more"


def test_the_kits_way_and_error_hold_the_extremes_of_the_model_and_no_more() -> None:
    ways_mm = [
        hand.way_us * hand.mean_mm_per_s / 1e6
        for rest_deg in REST_DEG
        for click_m in CLICK_M
        for push_n in (0.0, 20.0)
        for m_per_s in (0.5, 1.0, 2.0, 4.0)
        for hand in [slap(m_per_s, push_n, rest_deg, click_m)]
    ]
    assert KIT.mm - KIT.error_mm <= min(ways_mm) < KIT.mm - 0.8 * KIT.error_mm
    assert KIT.mm + 0.8 * KIT.error_mm < max(ways_mm) <= KIT.mm + KIT.error_mm


def test_a_loose_time_widens_the_error_until_nothing_is_known() -> None:
    exact, loose = speed_of(8_000, STAMPS_US), speed_of(8_000, 1_000)
    assert exact is not None and loose is not None
    assert loose.error_mm_per_s > exact.error_mm_per_s
    assert speed_of(8_000, 4_000) is None and speed_of(0, 0) is None
    own = speed_of(10_000, 0, Travel(20.0, 0.2))
    assert own is not None and (own.mm_per_s, own.error_mm_per_s) == (2_000, 21)
    assert str(own) == "2.0 ± 0.1 m/s"


def effects(*what: tuple[str, int, int]) -> list[dict[str, object]]:
    return [{"what": name, "seat": seat, "t_us": t_us, "live": True} for name, seat, t_us in what]


def ways(*events: tuple[str, int, int], later_us: int = 0) -> list[tuple[int, int, int]]:
    photographer = photographer_for(face_of("hands-down"))
    for event in events:
        photographer.watch(effects(event), later_us)
    return photographer.ways


def test_the_way_is_from_a_hands_own_touch_to_its_first_down() -> None:
    told = ways(
        ("touch", 0, 1_000_000),
        ("touch", 1, 1_001_000),
        ("slap", 1, 1_009_000),
        ("slap", 0, 1_012_000),
        ("slap", 0, 1_050_000),  # the paddle came back and closed once more
    )
    assert told == [(1, 8_000, STAMPS_US), (0, 12_000, STAMPS_US)]
    assert ways(("touch", 0, 1_000_000), ("slap", 0, 1_008_000), later_us=400) == [
        (0, 8_000, STAMPS_US + 400)
    ]


@pytest.mark.parametrize(
    "events",
    [
        [("slap", 0, 1_000_000)],  # no touch contact
        [("touch", 0, 1_000_000), ("slap", 0, 1_000_000 + LONGEST_WAY_US + 1)],  # it lay there
        [("touch", 0, 1_000_000), ("release", 0, 1_200_000), ("slap", 0, 1_210_000)],
        [("touch", 1, 1_000_000), ("slap", 0, 1_008_000)],
    ],
)
def test_what_no_contact_told_is_not_guessed(events: list[tuple[str, int, int]]) -> None:
    assert ways(*events) == []


@pytest.mark.parametrize("later_us", [0, 200])
def test_a_units_contacts_reach_the_photo_and_the_journal(tmp_path: Path, later_us: int) -> None:
    table = Played(tmp_path, [Seat(NAMES[n], n) for n in range(4)])
    table.at(900_000)
    table.pico.event(Do.TOUCH, 2, 910_000)
    table.pico.event(Do.DOWN, 2, 918_000 - later_us // 2, later_us=later_us)
    table.at(2_000_000)
    expected = [(2, 8_000, STAMPS_US + later_us // 2)]
    assert table.session.played.photographer.ways == expected
    kept = [seat.speeds_mm_s for seat in finish._match(table.session).seats]
    speed = speed_of(8_000, STAMPS_US + later_us // 2)
    assert speed is not None
    assert kept == [(), (), ((speed.mm_per_s, speed.error_mm_per_s),), ()]
    path = table.session.journal.path
    table.session.close()
    assert replayed(read_file(path).entries)[1].ways == expected


def test_the_photo_says_it_where_it_is_known() -> None:
    photographer = photographer_for(face_of("hands-down"))
    photographer.watch(effects(("touch", 0, 1_000_000), ("slap", 0, 1_008_000), ("slap", 1, 1_020_000)))
    assert photographer.last is not None
    assert [(hit.seat, hit.way_us) for hit in photographer.last.hits] == [(0, 8_000), (1, 0)]


def test_the_replay_of_the_slap_shows_it(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    seats = [Seat(NAMES[n], n) for n in range(4)]
    session = opening.begin("hands-down", seats, stage.unit, stage.clock, seed=3, home=tmp_path)
    scene = TableScene(stage, session)
    hits = tuple(Hit(n, 1_000_000 + 9_000 * n, True, 1_300 * (n < 2), 6 * (n < 2)) for n in range(4))
    photo = PhotoFinish(900_000, None, hits, True)
    session.played.moment = Moment(session.played.game, [], photo)
    scene.key("photo")
    stage.clock.at_us += 10_000_000
    said = [Page(stage, scene).said_by(f"replay/{n}/time") for n in range(4)]
    assert [one.endswith("2.2 ± 1.0 m/s") for one in said] == [True, True, False, False]


def match(journal: str, *speeds: tuple[int, int]) -> Match:
    seat = SeatResult("Ada", False, 3, True, (300_000,), speeds)
    return Match(journal, "lowdown", 1.7e9, 12.0, "pico", (seat, SeatResult("Ben", False, 5, False)))


def test_history_keeps_speeds_and_shows_the_typical_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SLAMOMATIC_HOME", str(tmp_path))
    with open_history() as history:
        history.add(match("none"))
    assert main(["history"]) == 0
    assert "hand speed" not in capsys.readouterr().out
    with open_history() as history:
        history.add(match("some", (1_900, 400), (2_300, 500), (3_100, 700)))
        assert history.matches()[0].seats[0].speeds_mm_s == ((1_900, 400), (2_300, 500), (3_100, 700))
    assert main(["history"]) == 0
    shown = capsys.readouterr().out
    assert "hand speed" in shown and "2.3 ± 0.5 m/s" in shown
    assert main(["history", "--json"]) == 0
    players = {one["name"]: one for one in json.loads(capsys.readouterr().out)["players"]}
    assert (players["Ada"]["speed_mm_s"], players["Ada"]["speed_error_mm_s"]) == (2_300, 500)
    assert players["Ben"]["speed_mm_s"] is None


@pytest.mark.parametrize("text", ["2.8", "1:3", "long:1", "900:1"])
def test_a_way_that_cannot_be_is_a_sentence(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--travel", text]) == 2
    assert "as in 2.8:1.3" in capsys.readouterr().err


def test_a_way_of_your_own_is_kept(tmp_path: Path) -> None:
    preferences.save(preferences.Preferences(travel_mm=12.0, travel_error_mm=0.5), tmp_path)
    assert preferences.load(tmp_path).travel == Travel(12.0, 0.5)
    (tmp_path / "table.json").write_text('{"travel_mm": -1}')
    assert preferences.load(tmp_path).travel == KIT
