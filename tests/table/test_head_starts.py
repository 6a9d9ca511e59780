"""Head starts that adjust themselves: slow hands win their share, everybody is told, only who wants it."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from slamomatic.preferences import Preferences
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.front import FrontScene
from slamomatic.screen.scenes.result import ResultScene
from slamomatic.seat import Seat
from slamomatic.table.head_starts import LEAST_SLAPS, MOST_CHANGE_MS, MOST_MS, STEP_MS, after_game
from support.page import Page

HANDS_MS = ((250, 40), (420, 60), (640, 90))  # three players: the middle of their times, and how they vary
RACES, GAMES = 12, 30


def raced(rng: random.Random) -> dict[int, list[int]]:
    return {
        seat: [max(120_000, round(rng.gauss(middle, spread) * 1000)) for _ in range(RACES)]
        for seat, (middle, spread) in enumerate(HANDS_MS)
    }


@pytest.mark.parametrize("seed", range(5))
def test_each_hand_comes_to_win_and_to_lose_its_share(seed: int) -> None:
    rng, starts_ms = random.Random(seed), [0, 0, 0]
    first, last = [0, 0, 0], [0, 0, 0]
    for game in range(GAMES):
        reactions_us = raced(rng)
        if game >= GAMES // 3:
            for race in range(RACES):
                counted = [reactions_us[seat][race] - starts_ms[seat] * 1000 for seat in range(3)]
                first[counted.index(min(counted))] += 1
                last[counted.index(max(counted))] += 1
        starts_ms = [after_game(seat, starts_ms, reactions_us) for seat in range(3)]
    races = sum(first)
    assert all(count > races / 5 for count in first), f"first: {first}"
    assert all(count > races / 5 for count in last), f"last: {last}"


def test_without_head_starts_the_slowest_of_these_hands_always_loses() -> None:
    rng = random.Random(1)
    reactions_us = raced(rng)
    assert all(
        reactions_us[2][race] == max(hand[race] for hand in reactions_us.values()) for race in range(RACES)
    )


def test_few_slaps_say_nothing_and_no_game_turns_everything_around() -> None:
    few = {0: [200_000] * 9, 1: [900_000] * (LEAST_SLAPS - 1)}
    assert after_game(1, [0, 70], few) == 70
    assert after_game(1, [0, 70], {1: [900_000] * 9}) == 70, "nobody to compare with"
    enough = {0: [200_000] * 9, 1: [5_000_000] * 9}
    assert after_game(1, [0, 70], enough) == 70 + MOST_CHANGE_MS
    assert after_game(1, [0, MOST_MS], enough) == MOST_MS
    assert after_game(0, [0, 0], enough) == 0, "nobody gets a start behind the others"
    assert after_game(1, [0, 0], {0: [200_000] * 3, 1: [247_000] * 3}) % STEP_MS == 0


def ended(tmp_path: Path, adjusts: bool) -> tuple[BareStage, ResultScene]:
    stage = BareStage(tmp_path)
    chairs = [replace(stage.prefs.seats[0], name="Oma", adjusts=adjusts), *stage.prefs.seats[1:]]
    stage.remember(replace(stage.prefs, seats=tuple(chairs)))
    seats = (Seat("Oma", 0), Seat("Ben", 1), Seat("Cleo", 2, "easy"))
    from slamomatic.gallery.tables import steps, table_of

    scene, session = table_of(stage, "quick-draw", 3, 1, (0, 1), {"rounds": 1})
    for _ in steps(stage, scene, 600_000_000):
        pass
    slow = {0: [600_000] * 5, 1: [300_000] * 5, 2: [280_000] * 5}
    end = replace(session.outcome(), seats=seats, reactions=slow)
    result = ResultScene(stage, end, session)
    result._adjust_head_starts()
    return stage, result


def test_the_result_tells_a_new_head_start_and_the_next_game_has_it(tmp_path: Path) -> None:
    stage, result = ended(tmp_path, adjusts=True)
    assert "Head start from now on: Oma +0.15 s." in Page(stage, result).text()
    assert stage.prefs.seats[0].handicap_ms == 150
    assert [seat.handicap_ms for seat in result._next_seats] == [150, 0, 0]
    assert [seat.handicap_ms for seat in result.end.seats] == [0, 0, 0], "this game was judged without"


def test_without_the_wish_nothing_adjusts_itself(tmp_path: Path) -> None:
    stage, result = ended(tmp_path, adjusts=False)
    assert stage.prefs.seats[0].handicap_ms == 0 and result._next_seats == result.end.seats
    assert "Head start" not in Page(stage, result).text()


def test_the_chair_s_button_leads_through_fixed_head_starts_to_a_fair_one_and_back(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    setup = FrontScene(stage).setup
    page, seen = Page(stage, setup, (1920, 1080)), []
    for _ in range(9):
        seen.append(page.said_by("chair/0/start/words"))
        page.click_name("chair/0/start")
    assert seen[0] == seen[8] == "No head start"
    assert seen[6:8] == ["Head start: 0.30 s", "Fair start: 0.00 s"]
    assert stage.prefs.seats[0] != Preferences().seats[0]
