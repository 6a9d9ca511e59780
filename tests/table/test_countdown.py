"""When paddles count again: a ring closes round each dark one, and a resumed game counts down from three."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slamomatic.engine.vocabulary import Event
from slamomatic.face.paddle import Ring
from slamomatic.gallery.tables import PosedSession, table_of
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.beginning import first_table
from slamomatic.screen.scenes.countdown import SOON_US, STEPS
from slamomatic.screen.scenes.table import TableScene
from slamomatic.table import opening
from slamomatic.table.seats import Seat
from slamomatic.units.base import Do
from support.page import Page
from support.table import Table

REARM_US = 1_500_000
SECOND_US = 1_000_000
PEOPLE = [Seat(name, paddle) for paddle, name in enumerate(("Ada", "Ben", "Cid", "Dot"))]


NO_PAIR, PAIR = 13, 3  # what the first player holds with these seeds


def hands_down(tmp_path: Path, seed: int) -> Page:
    """Four people who do nothing by themselves."""
    stage = BareStage(tmp_path)
    scene, session = table_of(stage, "hands-down", 4, seed, (0, 1, 2, 3), {"rearm_ms": REARM_US // 1000})
    session.keep_still()
    page = Page(stage, scene)
    page.wait(3 * SECOND_US)
    page.easel()
    return page


@pytest.fixture
def page(tmp_path: Path) -> Page:
    return hands_down(tmp_path, NO_PAIR)


def table(page: Page) -> TableScene:
    assert isinstance(page.scene, TableScene)
    return page.scene


def play(page: Page, *deeds: tuple[str, int], after_us: int = 0) -> None:
    session = table(page).session
    assert isinstance(session, PosedSession)
    page.stage.clock.at_us += after_us
    for do, seat in deeds:
        session.play(Event(do, seat, session.clock.now_us()))
    page.wait(0)
    page.easel()


def rings(page: Page) -> dict[int, int]:
    """How far the ring round each seat's paddle is closed."""
    arts = {sprite.name: sprite.art for sprite in page.easel().sprites}
    shown = {seat: arts.get(f"seat/{seat}/ring") for seat in range(4)}
    return {seat: art.passed for seat, art in shown.items() if isinstance(art, Ring)}


def after_a_foul(page: Page) -> int:
    """Somebody without a pair has slapped and lifted the hand: all paddles are dark."""
    turn = int(table(page).session.view(None)["turn"])
    play(page, ("down", turn), ("up", turn), after_us=SECOND_US)
    assert "foul" in table(page).announcements.last
    return turn


def test_a_ring_closes_round_dark_paddles_until_they_are_live(page: Page) -> None:
    assert rings(page) == {}
    after_a_foul(page)
    seen = []
    for _ in range(STEPS):
        page.wait(REARM_US // STEPS)
        if not all(table(page).session.view(None)["live"]):
            seen.append(set(rings(page).values()))
            assert list(rings(page)) == [0, 1, 2, 3]
    assert seen == [{passed} for passed in range(1, STEPS)]
    assert rings(page) == {}


def test_the_window_is_woken_for_every_step_of_a_ring(page: Page) -> None:
    after_a_foul(page)
    steps, now_us = [], page.stage.clock.at_us
    for _ in range(4 * STEPS):
        if all(table(page).session.view(None)["live"]):
            break
        wakes_us = page.scene.wakes_at_us()
        assert wakes_us is not None and wakes_us > page.stage.clock.at_us
        page.wait(wakes_us - page.stage.clock.at_us)
        steps.append(next(iter(rings(page).values()), STEPS))
    assert set(range(1, STEPS + 1)) <= set(steps)
    assert page.stage.clock.at_us == now_us + REARM_US


def test_no_ring_while_a_hand_lies_on_its_paddle(page: Page) -> None:
    turn = after_a_foul(page)
    play(page, ("down", turn), after_us=300_000)
    assert rings(page) == {}


def test_a_ring_closes_after_a_look(page: Page) -> None:
    page.scene.gesture("hold")
    page.wait(SECOND_US)
    assert rings(page) == {}
    page.scene.gesture("let go")
    page.wait(REARM_US // 2)
    assert set(rings(page).values()) == {STEPS // 2}


def test_who_slaps_through_the_ring_was_too_soon(page: Page) -> None:
    turn = after_a_foul(page)
    other = (turn + 1) % 4
    play(page, after_us=REARM_US // 2)
    assert "Too soon!" not in page.text()
    play(page, ("down", turn), ("up", turn))
    assert page.said_by(f"soon/{turn}/words") == "Too soon!"
    assert page.said_by(f"soon/{other}/words") == ""
    page.wait(SOON_US)
    assert "Too soon!" not in page.text()


def test_a_hand_that_only_comes_late_was_not_too_soon(tmp_path: Path) -> None:
    """The verdict falls before the last hand is down."""
    page = hands_down(tmp_path, PAIR)
    session = table(page).session
    turn = session.view(None)["turn"]
    others = [(turn + step) % 4 for step in (1, 2, 3)]
    play(page, ("down", turn), after_us=SECOND_US)
    for seat in others[:2]:
        play(page, ("down", seat), after_us=50_000)
    play(page, *(("up", seat) for seat in (turn, *others[:2])), after_us=100_000)
    assert rings(page) == {} and not any(session.view(None)["live"])
    play(page, after_us=200_000)
    assert rings(page)
    play(page, ("down", others[2]))
    assert "Too soon!" not in page.text()


# --- a game that is continued -----------------------------------------------------------------------


def resumed(tmp_path: Path) -> Page:
    stage = BareStage(tmp_path)
    left = opening.begin("hands-down", PEOPLE, stage.unit, stage.clock, seed=3, home=tmp_path)
    stage.clock.at_us += SECOND_US
    left.pump()
    left.close()
    session = opening.resume(left.journal.path, stage.unit, stage.clock)
    page = Page(stage, first_table(stage, session))
    page.wait(0)
    return page


def test_a_resumed_game_counts_down_from_three_and_time_stands_meanwhile(tmp_path: Path) -> None:
    page = resumed(tmp_path)
    session, before_us = table(page).session, table(page).session.clock.now_us()
    for number in ("3", "2", "1"):
        assert page.said_by("counting/number") == number
        assert session.clock.now_us() == before_us
        page.wait(SECOND_US)
    assert page.said_by("counting/number") == ""
    page.wait(50_000)
    assert session.clock.now_us() == before_us + 50_000
    assert page.stage.sounds.count("tick") == 3 and "ready" in page.stage.sounds


def test_a_slap_while_it_counts_is_too_soon_and_counts_for_nothing(tmp_path: Path) -> None:
    page = resumed(tmp_path)
    keyboard = page.stage.unit.keyboard
    assert keyboard is not None
    page.wait(500_000)
    keyboard.key(1, True, page.stage.clock())
    keyboard.key(1, False, page.stage.clock())
    page.wait(10_000)
    assert page.said_by("counting/soon") == "Too soon, Ben!"
    assert page.said_by("counting/number") == "3"
    page.wait(3 * SECOND_US)
    assert "slap" not in table(page).announcements.last


def test_enter_does_not_wait_for_the_count(tmp_path: Path) -> None:
    page = resumed(tmp_path)
    page.press("confirm")
    assert page.said_by("counting/number") == ""
    assert not table(page).session.clock.paused


def test_a_pause_counts_down_too_and_escape_leads_back_into_it(tmp_path: Path) -> None:
    page = hands_down(tmp_path, PAIR)
    session = table(page).session
    page.press("pause", "pause")
    assert page.said_by("counting/number") == "3"
    page.press("pause")
    assert "Paused" in page.text()
    page.click("Continue")
    page.wait(0)
    stood_us = session.clock.now_us()
    page.wait(2 * SECOND_US)
    assert page.said_by("counting/number") == "1" and session.clock.now_us() == stood_us
    page.wait(SECOND_US)
    assert page.said_by("counting/number") == "" and not session.clock.paused


def test_a_pause_of_bots_alone_does_not_count(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    bots = [replace(seat, bot="easy") for seat in PEOPLE]
    session = opening.begin("hands-down", bots, stage.unit, stage.clock, seed=3, home=tmp_path)
    page = Page(stage, first_table(stage, session))
    page.press("pause", "pause")
    assert page.said_by("counting/number") == ""


def test_a_new_game_does_not_count(tmp_path: Path) -> None:
    at = Table(tmp_path)
    at.pico.event(Do.DOWN, at.turn, at.clock.at_us + 1)
    stage = BareStage(tmp_path)
    page = Page(stage, first_table(stage, at.session))
    assert page.said_by("counting/number") == ""


def test_who_knows_the_game_is_counted_in(tmp_path: Path) -> None:
    """A bot slapped 1.5 s after PLAY: the second game begins with 3-2-1 as well."""
    stage = BareStage(tmp_path)
    stage.remember(stage.prefs.with_explained("hands-down"))
    session = opening.begin("hands-down", PEOPLE, stage.unit, stage.clock, seed=3, home=tmp_path)
    page = Page(stage, first_table(stage, session))
    page.wait(0)
    assert page.said_by("counting/words") == "Hands ready! The game starts in…"
    for number in ("3", "2", "1"):
        assert page.said_by("counting/number") == number and session.clock.now_us() == 0
        page.wait(SECOND_US)
    assert page.said_by("counting/number") == ""


def test_a_game_that_goes_on_says_welcome_back_and_whose_turn_it_is(tmp_path: Path) -> None:
    """Also after the program was killed: nothing is lost, so nothing is red."""
    page = resumed(tmp_path)
    turn = table(page).session.view(None)["turn"]
    assert page.said_by("counting/words") == f"Welcome back! {PEOPLE[turn].name}'s turn."
    assert not page.scene.complaint
