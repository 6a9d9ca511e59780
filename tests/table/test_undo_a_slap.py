"""An open slap is undone only if those agree who have slapped: it is no escape for whoever is late."""

from __future__ import annotations

from pathlib import Path

import pytest

from slamomatic.engine import Choice
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.table import HANDS_COME_US, TableScene
from slamomatic.screen.scenes.table_pause import UndoQuestion
from slamomatic.table import opening
from slamomatic.table.seats import Seat
from slamomatic.table.session import GameSession
from support.page import Page

SIZE = (1280, 720)
FRAME_US, READ_US = 20_000, 2_100_000
PEOPLE = [Seat(name, paddle) for paddle, name in enumerate(("Ada", "Ben", "Cid", "Dot"))]
ALONE = [PEOPLE[0], *(Seat(seat.name, seat.colour, "easy") for seat in PEOPLE[1:])]


class Played:
    """A Hands Down that the player on turn has opened."""

    def __init__(self, home: Path, seats: list[Seat]) -> None:
        for seed in range(1, 200):
            self.stage = BareStage(home / str(seed))
            self.session: GameSession = opening.begin(
                "hands-down", seats, self.stage.unit, self.stage.clock, seed=seed, home=home / str(seed)
            )
            turn = self.session.view(None)["turn"]
            if turn == 0 and Choice(0, "down") in self.session.legal(0):
                break
        self.scene = TableScene(self.stage, self.session)
        self.stage.go(self.scene)
        self.page = Page(self.stage, self.scene, SIZE)
        self.wait(FRAME_US)
        self.slap(0)
        assert self.session.view(None)["open"]

    def wait(self, us: int) -> None:
        for _ in range(0, us, FRAME_US):
            self.page.wait(FRAME_US)

    def slap(self, seat: int) -> None:
        keyboard = self.stage.unit.keyboard
        assert keyboard is not None
        for pressed in (True, False):
            keyboard.key(self.session.seats[seat].colour, pressed, self.stage.clock())
            self.page.wait(FRAME_US)

    def ask(self) -> None:
        """Press Backspace once no hand is on its way; a moment later all have read the question."""
        self.wait(HANDS_COME_US + FRAME_US)
        self.page.press("void")
        self.wait(READ_US)

    @property
    def off(self) -> bool:
        return "void" in self.scene.announcements.last


@pytest.fixture
def four(tmp_path: Path) -> Played:
    """Ada has opened, Ben has slapped, and Backspace was pressed by somebody who is late."""
    played = Played(tmp_path, PEOPLE)
    played.slap(1)
    played.ask()
    return played


def test_a_slap_is_off_once_all_agree_who_have_slapped(four: Played) -> None:
    page = four.page
    assert "Undo that slap? Nobody pays. Slap your paddle if you agree." in page.words()
    assert {"Waits for Ada", "Waits for Ben"} <= {*page.words()}
    assert not any("Cid" in words and "Waits" in words for words in page.words())
    four.slap(0)
    assert "Ada agrees" in page.words() and not four.off
    four.slap(1)
    four.wait(500_000)
    assert four.off and "THAT SLAP IS OFF!" in page.words()
    assert "lost" not in four.scene.announcements.last


def test_who_is_late_can_not_undo_the_slap_alone(four: Played) -> None:
    for late in (2, 3):
        four.slap(late)
    assert isinstance(four.scene.mode, UndoQuestion) and not four.off
    four.page.press("void", "confirm")  # Enter says no, however often one asks
    assert not isinstance(four.scene.mode, UndoQuestion)
    four.wait(5_000_000)
    assert not four.off and four.session.view(None)["open"], "the race goes on"
    four.slap(2)
    four.wait(2_000_000)
    assert four.scene.announcements.last["lost"]["seat"] == 3


def test_hands_that_were_on_their_way_do_not_agree(tmp_path: Path) -> None:
    """Who is late presses Backspace while all the others slap: else that would be their consent."""
    played = Played(tmp_path, PEOPLE)
    played.wait(HANDS_COME_US + FRAME_US)
    played.page.press("void")
    for seat in (1, 2, 0, 3, 1, 2, 0, 3):
        played.wait(100_000)
        played.slap(seat)
    assert isinstance(played.scene.mode, UndoQuestion) and not played.off
    asked = [words for words in played.page.words() if words.startswith("Waits for ")]
    assert len(asked) == len(PEOPLE)


def test_a_click_agrees_too(four: Played) -> None:
    four.page.click("Waits for Ada")
    four.page.click("Waits for Ben")
    four.wait(500_000)
    assert four.off


def test_where_one_alone_has_slapped_everybody_is_asked(tmp_path: Path) -> None:
    played = Played(tmp_path, PEOPLE)
    played.ask()
    played.slap(0)
    assert [words for words in played.page.words() if words.startswith("Waits for ")] == [
        "Waits for Ben",
        "Waits for Cid",
        "Waits for Dot",
    ]


def test_against_bots_nothing_is_undone(tmp_path: Path) -> None:
    played = Played(tmp_path, ALONE)
    played.page.press("void")
    assert "Bots never take a slap back. Slap!" in played.page.text()
    played.wait(100_000)
    assert not played.off and not played.session.clock.paused
    played.scene.pause()
    assert "Undo that slap" not in played.page.words()


@pytest.mark.parametrize("key", ["pause", "void", "help"])
def test_nobody_stops_the_clock_while_hands_are_on_their_way(key: str, tmp_path: Path) -> None:
    """Escape, a look at the rules and a countdown were a head start that nobody else had."""
    played = Played(tmp_path, PEOPLE)
    played.page.press(key)
    assert "First this slap, then the pause!" in played.page.text()
    assert not played.session.clock.paused and played.page.scene is played.scene
    played.slap(1)
    played.wait(HANDS_COME_US + FRAME_US)
    played.page.press("pause")
    assert played.session.clock.paused, "who is away may be waited for in a pause"


def test_after_the_slap_there_is_a_pause_as_ever(tmp_path: Path) -> None:
    played = Played(tmp_path, PEOPLE)
    for seat in (1, 2):
        played.slap(seat)
    played.wait(500_000)
    assert "lost" in played.scene.announcements.last
    played.page.press("pause")
    assert played.session.clock.paused
