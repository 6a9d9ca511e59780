"""The end is a ceremony: the last place first, points counted up, the winner after a drum roll."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from slamomatic.engine import GAMES, Setup, new
from slamomatic.engine.bots import straight
from slamomatic.face.faces import face_of
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.ceremony import DEAF_US, FIRST_PLACE_US, ROLL_US, WINNER_STANDS_US
from slamomatic.screen.scenes.result import ResultScene
from slamomatic.screen.scenes.table import TableScene
from slamomatic.table import opening
from slamomatic.table.outcome import Outcome
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
    for _ in range(5):
        page.press("confirm")
        page.wait(DEAF_US // 2)
    assert page.scene is end, "a hand that goes on pressing does not take the winner away"
    page.wait(DEAF_US)
    page.press("confirm")
    assert isinstance(page.scene, TableScene), "the next Enter is revenge"


def test_nobody_takes_away_the_winner_in_the_moment_after_the_ceremony(tmp_path: Path) -> None:
    page = at_the_end(tmp_path)
    end = page.scene
    assert isinstance(end, ResultScene)
    for _ in range(CEREMONY_STEPS):
        page.wait(STEP_US)
        if any(sprite.name.startswith("award/") for sprite in page.easel().sprites):
            break  # all is told, and counted
    page.wait(WINNER_STANDS_US - 2 * STEP_US)
    page.press("confirm")
    assert page.scene is end


def test_the_first_stands_in_the_middle_the_second_on_the_left_the_third_on_the_right(tmp_path: Path) -> None:
    page = at_the_end(tmp_path, reduced=True)
    end = page.scene
    assert isinstance(end, ResultScene)
    left = {s.name: s.box.x for s in page.easel().sprites}
    from_left = sorted(range(3), key=lambda seat: left[f"chair/{seat}"])
    assert [page.said_by(f"chair/{seat}/score") for seat in from_left] == [
        f"{points} point" + "s" * (points != 1) for points in podium_order(end.view["scores"])
    ]


def podium_order(points: list[int]) -> list[int]:
    third, second, first = sorted(points)
    return [second, first, third]


def test_with_reduced_motion_the_result_stands_there_at_once(tmp_path: Path) -> None:
    page = at_the_end(tmp_path, reduced=True)
    assert len(scores(page)) == len(SEATS)


# --- what the points are for --------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [3, 4])
def test_the_reasons_of_everybody_s_points_add_up(game: str, seed: int) -> None:
    ended = new(game, Setup(3, seed))
    straight.play(ended, Random(seed), 200_000)
    view = ended.view(None)
    assert view["over"]
    for seat in range(3):
        reasons = face_of(game).reasons(view, seat)
        assert not reasons or sum(reason.points for reason in reasons) == view["scores"][seat]
        assert all(str(reason.points) in reason.words for reason in reasons)


def test_points_are_counted_one_reason_at_a_time(tmp_path: Path) -> None:
    """Ben has five pairs and then the Joker: 5 points, then 7."""
    view = {
        "scores": [6, 7, 4],
        "winners": [1],
        "pairs": [["1"] * 6, ["2"] * 5, ["3"] * 4],
        "joker": 1,
        "gone": [False] * 3,
        "options": {},
    }
    stage = BareStage(tmp_path)
    end = ResultScene(stage, Outcome("hands-down", tuple(SEATS), view, 300_000_000, {}))
    end.begin_ceremony()
    page = Page(stage, end, SIZE)
    seen: list[tuple[int, str]] = []
    for _ in range(CEREMONY_STEPS):
        now = scores(page).get(1), page.said_by("chair/1/reasons")
        if now[0] is not None and (not seen or seen[-1] != now):
            seen.append((now[0], now[1]))
        page.wait(STEP_US)
    assert [points for points, why in seen if why == "5 pairs"] == [*range(6)]
    assert [points for points, why in seen if why == "5 pairs, Joker: +2"] == [5, 6, 7]
