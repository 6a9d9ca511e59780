"""The end is a ceremony: the last place first, points counted up, the winner after a drum roll."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.result import FIRST_PLACE_US, ROLL_US, ResultScene
from slamomatic.screen.scenes.table import TableScene
from slamomatic.table import opening
from slamomatic.table.seats import Seat
from support.page import Page

SIZE = (1280, 720)
SEATS = [Seat("Ada", 0, "easy"), Seat("Ben", 1, "easy"), Seat("Cid", 2, "easy")]
STEP_US = 50_000
CEREMONY_STEPS = 120  # six seconds: before the funniest slap is shown


def at_the_end(home: Path, reduced: bool = False) -> Page:
    stage = BareStage(home, reduced)
    session = opening.begin(
        "quick-draw", SEATS, stage.unit, stage.clock, seed=3, options={"rounds": 3}, home=home
    )
    table = TableScene(stage, session)
    stage.go(table)
    page = Page(stage, table, SIZE)
    for _ in range(4000):
        if isinstance(page.scene, ResultScene):
            stage.sounds.clear()
            return page
        stage.clock.at_us += 100_000
        page.scene.pump()
        page.goes_along()
    raise AssertionError("the game did not end")


def scores(page: Page) -> dict[int, int]:
    """The points that stand on each chair now."""
    shown = {seat: page.said_by(f"chair/{seat}/score") for seat in range(len(SEATS))}
    return {seat: int(re.sub(r"\D", "", words)) for seat, words in shown.items() if words}


def test_the_last_comes_first_and_the_winner_after_a_drum_roll(tmp_path: Path) -> None:
    page = at_the_end(tmp_path)
    end = page.scene
    assert isinstance(end, ResultScene)
    order: list[int] = []
    for _ in range(CEREMONY_STEPS):
        title = page.said_by("title")
        order += [seat for seat in scores(page) if seat not in order]
        assert (title == "And the winner is…") == (len(order) < len(SEATS)), "the title gives nothing away"
        if len(order) == len(SEATS):
            break
        page.wait(STEP_US)
    points = end.view["scores"]
    assert [points[seat] for seat in order] == sorted(points)
    assert order[-1] in end.view["winners"]
    assert page.stage.sounds[-2:] == ["drumroll", "win"]


def test_no_place_is_given_away_by_where_somebody_stands(tmp_path: Path) -> None:
    page = at_the_end(tmp_path)
    boxes = [
        sprite.box for seat in range(3) for sprite in page.easel().sprites if sprite.name == f"chair/{seat}"
    ]
    assert len({box.h for box in boxes}) == 1 and boxes == sorted(boxes, key=lambda box: box.x)


def test_points_are_counted_up(tmp_path: Path) -> None:
    page = at_the_end(tmp_path)
    end = page.scene
    assert isinstance(end, ResultScene)
    (winner,) = end.view["winners"]
    seen: list[int] = []
    for _ in range(CEREMONY_STEPS):
        seen += [scores(page)[winner]] if winner in scores(page) else []
        page.wait(STEP_US)
    assert seen == sorted(seen)
    assert seen[0] < seen[-1] == end.view["scores"][winner]


@pytest.mark.parametrize("how", ["key", "click", "next key"])
def test_a_key_tells_all_at_once_and_does_nothing_else(how: str, tmp_path: Path) -> None:
    page = at_the_end(tmp_path)
    end = page.scene
    page.wait(FIRST_PLACE_US)
    page.wait(ROLL_US // 2)  # a hand that still plays is not heard
    assert len(scores(page)) < len(SEATS)
    {"key": lambda: page.press("confirm"), "click": lambda: page.click("Again, same players")}.get(
        how, lambda: page.scene.gesture("double")
    )()
    assert page.stage.scene is end and len(scores(page)) == len(SEATS)
    assert page.said_by("title").endswith("!")
    page.press("confirm")
    assert isinstance(page.scene, TableScene), "the next Enter is revenge"


def test_with_reduced_motion_the_result_stands_there_at_once(tmp_path: Path) -> None:
    page = at_the_end(tmp_path, reduced=True)
    assert len(scores(page)) == len(SEATS)
