"""A game with a time limit warns before its end: a clock, the last minute, the last seconds."""

from __future__ import annotations

from pathlib import Path

from slamomatic.gallery.tables import PosedSession, steps, table_of
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.result import ResultScene
from slamomatic.screen.scenes.table import TableScene
from support.page import Page

MINUTE_US = 60_000_000
SECOND_US = 1_000_000
NEARLY_US = 3 * SECOND_US  # from here on every frame is looked at


def begun(home: Path, minutes: int = 2) -> tuple[Page, PosedSession]:
    """A table on which the first card has fallen: from then on the time runs."""
    stage = BareStage(home)
    scene, session = table_of(stage, "slamwich", 4, 3, (0,), {"minutes": minutes} if minutes else {})
    for _ in steps(stage, scene, MINUTE_US):
        if "flipped" in scene.announcements.last:
            break
    return Page(stage, scene), session


def play_until(page: Page, left_us: int) -> None:
    assert isinstance(page.scene, TableScene)
    ends_us = page.scene.session.view(None)["ends_us"]
    for _ in steps(page.stage, page.scene, ends_us - left_us - NEARLY_US):
        pass
    while (until_us := ends_us - left_us - page.stage.clock.at_us) > 0:
        page.wait(min(until_us, SECOND_US // 4))


def test_the_clock_shows_what_is_left_and_wakes_the_window_for_every_second(tmp_path: Path) -> None:
    page, _ = begun(tmp_path)
    assert page.said_by("clock/time") == "2:00"
    play_until(page, 75 * SECOND_US)
    assert page.said_by("clock/words") == "time left" and page.said_by("clock/time") == "1:15"
    wakes_us = page.scene.wakes_at_us()
    assert wakes_us is not None and wakes_us <= page.stage.clock.at_us + SECOND_US + 1


def test_the_last_minute_is_told_with_who_leads(tmp_path: Path) -> None:
    page, session = begun(tmp_path)
    play_until(page, 61 * SECOND_US)
    assert "last minute" not in page.text()
    page.stage.sounds.clear()
    play_until(page, 60 * SECOND_US)
    counts = session.view(None)["counts"]
    assert page.said_by("clock/words") == "last minute!"
    headline = page.said_by("headline/words")
    assert headline.startswith("The last minute! ") and f" {max(counts)} card" in headline
    assert "hurry" in page.stage.sounds


def test_the_last_ten_seconds_tick_and_then_the_time_is_up(tmp_path: Path) -> None:
    page, _ = begun(tmp_path)
    play_until(page, 11 * SECOND_US)
    ticks = []
    for left in range(10, 0, -1):
        page.stage.sounds.clear()
        play_until(page, left * SECOND_US)
        ticks.append(page.stage.sounds.count("tick"))
        assert page.said_by("clock/time") == f"0:{left:02}"
    assert ticks == [1] * 10
    for _ in range(40):
        page.wait(SECOND_US // 4)
        if "Time is up" in page.text():
            break
    assert "Time is up" in page.text()
    page.wait(5 * SECOND_US)
    assert isinstance(page.scene, ResultScene)


def test_the_clock_stands_in_a_pause(tmp_path: Path) -> None:
    page, _ = begun(tmp_path)
    play_until(page, 75 * SECOND_US)
    page.press("pause")
    page.wait(30 * SECOND_US)
    page.press("pause")
    page.wait(1)
    assert page.said_by("clock/time") == "1:15"


def test_without_a_limit_there_is_no_clock(tmp_path: Path) -> None:
    page, _ = begun(tmp_path, minutes=0)
    assert page.said_by("clock/time") == ""


# --- Hands Down has no clock: its pairs are counted ----------------------------------------------------


def test_when_the_drawpile_is_out_the_pairs_to_go_are_counted_in_its_place(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    scene, session = table_of(stage, "hands-down", 4, 3, (0,))
    page = Page(stage, scene, (1280, 720))
    told, counted = "", []
    for _ in steps(stage, scene, 40 * MINUTE_US):
        view = session.view(None)
        if view["drawpile"]:
            assert not page.said_by("drawpile/pairs")
            continue
        if not told:
            told = page.said_by("headline/words")
        counted.append((int(page.said_by("drawpile/pairs")), page.said_by("drawpile/count")))
        if counted[-1][0] == 0:
            break
    left = counted[0][0]
    assert told == f"The drawpile is out, and {left} pairs are to go: take cards from each other!"
    assert [*dict.fromkeys(counted)] == [
        *((n, "pairs to go") for n in range(left, 1, -1)),
        (1, "the last pair!"),
        (0, "no cards left"),
    ]
