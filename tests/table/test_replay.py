"""The funniest slap is shown once more at the end, slowly and for everybody's eyes; then the result again."""

from __future__ import annotations

from pathlib import Path

import pytest

from slamomatic.engine.photo import Hit, PhotoFinish
from slamomatic.kit.easel import Text
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.ceremony import WINNER_STANDS_US
from slamomatic.screen.scenes.result import REPLAY_AFTER_US, ResultScene
from slamomatic.screen.scenes.table import TableScene
from slamomatic.screen.scenes.watched import ReplayScene
from slamomatic.store.journals import read_file
from slamomatic.table import opening
from slamomatic.table.outcome import Slap, funniest, slaps_of
from slamomatic.table.seats import Seat
from support.page import Page

FRAME_US = 33_000
SEATS = [Seat(name, n, "careful") for n, name in enumerate(("Ada", "Ben", "Cid"))]


def slap(number: int, fooled: set[int], gap_us: int = 0) -> Slap:
    hits = (Hit(0, 0, True), Hit(1, 100_000, True), Hit(2, 100_000 + gap_us, True))
    return Slap(number, PhotoFinish(0, 0, hits), 200_000, loser=2, fooled=fooled)


def test_the_funniest_slap_fooled_most_or_else_was_the_closest() -> None:
    calm, close = slap(1, set(), 90_000), slap(2, set(), 4_000)
    assert funniest([calm, close]) is close
    assert funniest([calm, close, slap(3, {1})]).number == 3  # type: ignore[union-attr]
    assert funniest([]) is None


@pytest.fixture
def result(tmp_path: Path) -> Page:
    """The result of a game that bots have played."""
    stage = BareStage(tmp_path)
    session = opening.begin("hands-down", SEATS, stage.unit, stage.clock, seed=3, home=tmp_path)
    table = TableScene(stage, session)
    keyboard = stage.unit.keyboard
    assert keyboard is not None
    for _ in range(20_000):
        if session.over:
            break
        stage.clock.at_us = max(stage.clock.at_us + 1, session.wakes_at_us() or 0)
        keyboard.polled(stage.clock.at_us)
        session.pump()
    table.pump()
    page = Page(stage, table)
    page.wait(0)
    for _ in range(20):
        page.wait(500_000)
        if isinstance(page.scene, ResultScene):
            return page
    raise AssertionError("the game did not end")


def watched(page: Page) -> list[str]:
    """All that was shouted until the result is back."""
    shouted: list[str] = []
    for _ in range(600):
        if not isinstance(page.scene, ReplayScene):
            return shouted
        art = next((s.art for s in page.easel().sprites if s.name == "slap-show/words"), None)
        if isinstance(art, Text) and art.words not in shouted:
            shouted.append(art.words)
        page.wait(FRAME_US)
    raise AssertionError("it does not end")


def test_one_key_shows_it_and_leads_back_to_the_result(result: Page) -> None:
    end = result.scene
    assert isinstance(end, ResultScene) and end.session is not None
    wanted = funniest(slaps_of(read_file(end.session.journal.path).entries))
    assert wanted is not None
    result.wait(1_500_000)
    result.press("confirm")  # without the rest of the ceremony
    result.wait(WINNER_STANDS_US)
    result.press("feint")
    told = "funniest" if wanted.fooled else "closest"
    assert f"Best slap: the {told} one" in result.text()
    shouted = watched(result)
    assert result.scene is end
    who = min(wanted.fooled) if wanted.fooled else wanted.loser
    assert who is not None
    assert any(SEATS[who].name.upper() in words for words in shouted), shouted
    assert "Again, same players" in result.text()


def test_it_comes_by_itself_once_when_nobody_presses_anything(result: Page) -> None:
    result.wait(2 * REPLAY_AFTER_US)
    result.wait(FRAME_US)
    assert isinstance(result.scene, ReplayScene)
    watched(result)
    result.wait(10 * REPLAY_AFTER_US)
    assert isinstance(result.scene, ResultScene)


def test_any_key_goes_back(result: Page) -> None:
    result.wait(1_500_000)
    result.press("confirm")
    result.wait(WINNER_STANDS_US)
    result.click("Best slap")
    assert isinstance(result.scene, ReplayScene)
    result.wait(FRAME_US)
    result.press("confirm")
    assert isinstance(result.scene, ResultScene)


def test_who_presses_something_is_left_alone(result: Page) -> None:
    result.wait(1_500_000)
    result.press("right")
    result.wait(10 * REPLAY_AFTER_US)
    assert isinstance(result.scene, ResultScene)
