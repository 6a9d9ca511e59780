"""A fake in Hands Down: a big hand over the ring, then somebody was fooled or nobody fell for it."""

from __future__ import annotations

from pathlib import Path

from slamomatic.engine.vocabulary import Event
from slamomatic.gallery.tables import PosedSession, steps, table_of
from slamomatic.kit.easel import Box
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.fakes import BACK_US, MOST, STOP_US, SWING_US, TOLD_US
from support.page import Page

ME, BEN = 0, 1
SIZE = (1280, 720)
A_SECOND_US = 1_000_000


def my_turn(home: Path, reduced: bool = False) -> tuple[Page, PosedSession]:
    """My turn among bots that sit still."""
    stage = BareStage(home, reduced)
    scene, session = table_of(stage, "hands-down", 4, 5, (ME,))
    for _ in steps(stage, scene, 300_000_000):
        view = session.view(None)
        if view["turn"] == ME and all(view["live"]) and not view["asked"]:
            session.keep_still()
            return Page(stage, scene, SIZE), session
    raise AssertionError("my turn never came")


def box_of(page: Page, name: str) -> Box | None:
    return next((sprite.box for sprite in page.easel().sprites if sprite.name == name), None)


def test_a_big_hand_swings_over_the_ring_stops_and_turns_back(tmp_path: Path) -> None:
    page, _ = my_turn(tmp_path)
    page.press("feint")
    page.wait(SWING_US // 2)
    on_its_way = box_of(page, "fake/hand")
    page.wait(SWING_US)
    stopped, ring = box_of(page, "fake/hand"), box_of(page, "toy/base")
    assert on_its_way and stopped and ring
    assert on_its_way.y > stopped.y and stopped.w > 0.7 * ring.w, "large enough to be fooled by"
    assert ring.holds((stopped.cx, stopped.cy))
    page.wait(BACK_US)
    assert box_of(page, "fake/hand") is None


def test_when_nobody_moves_the_table_says_that_nobody_fell_for_it(tmp_path: Path) -> None:
    page, _ = my_turn(tmp_path)
    page.press("feint")
    page.wait(STOP_US)
    assert "Nobody fell for it." not in page.words()
    page.wait(TOLD_US)
    assert page.said_by("headline/words") == "Nobody fell for it."


def test_who_slaps_at_a_fake_is_fooled_aloud(tmp_path: Path) -> None:
    page, session = my_turn(tmp_path)
    page.press("feint")
    page.wait(STOP_US)
    session.play(Event("down", BEN, session.clock.now_us()))
    for _ in range(20):
        page.wait(A_SECOND_US // 20)
        if page.said_by("slap-show/words"):
            break
    assert page.said_by("slap-show/words") == "FOOLED, BEN!"
    page.wait(TOLD_US)
    assert "Nobody fell for it." not in page.words()


def test_after_a_few_fakes_the_button_says_that_none_works_any_more(tmp_path: Path) -> None:
    page, _ = my_turn(tmp_path)
    for nth in range(MOST):
        assert "Fake it" in page.words(), f"after {nth} fakes"
        page.press("feint")
        page.wait(2 * A_SECOND_US)
    assert "No more fakes" in page.words()
    page.press("feint")
    assert "They have seen through it! No more fakes in this turn." in page.words()


def test_with_reduced_motion_the_hand_is_there_and_stands_still(tmp_path: Path) -> None:
    page, _ = my_turn(tmp_path, reduced=True)
    page.press("feint")
    page.wait(SWING_US // 2)
    first = box_of(page, "fake/hand")
    page.wait(SWING_US)
    assert first and first == box_of(page, "fake/hand")
