"""Once all people are out, one key plays the rest: judged as ever, and whole in the journal."""

from __future__ import annotations

from pathlib import Path

from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.result import ResultScene
from slamomatic.screen.scenes.table import TableScene
from slamomatic.store.journals import read_file
from slamomatic.table import opening
from slamomatic.table.seats import Seat
from support.journal_outcome import of_journal
from support.page import Page

SIZE = (1280, 720)
SEATS = [Seat("Ada", 0), *(Seat(name, n, "careful") for n, name in enumerate(("Ben", "Cid"), 1))]
FRAME_US = 16_000
SECOND_US = 1_000_000


def slamwich(home: Path) -> tuple[Page, TableScene]:
    """A person who never slaps among two bots."""
    stage = BareStage(home)
    session = opening.begin("slamwich", SEATS, stage.unit, stage.clock, seed=4, home=home)
    scene = TableScene(stage, session)
    return Page(stage, scene, SIZE), scene


def play_on(page: Page, scene: TableScene, until_out: bool = True) -> None:
    keyboard = page.stage.unit.keyboard
    assert keyboard is not None
    for _ in range(20_000):
        wakes_us = scene.session.wakes_at_us()
        page.stage.clock.at_us = max(page.stage.clock.at_us + 1, wakes_us or 0)
        keyboard.polled(page.stage.clock())
        scene.pump()
        if scene.session.view(None)["out"][0] or scene.session.over:
            return
    raise AssertionError("nobody was out")


def test_nothing_is_offered_while_a_person_plays(tmp_path: Path) -> None:
    page, scene = slamwich(tmp_path)
    page.wait(SECOND_US)
    assert "Finish now" not in page.text()
    page.press("confirm")
    assert not scene.hurries


def test_one_key_plays_the_rest_in_a_few_seconds(tmp_path: Path) -> None:
    page, scene = slamwich(tmp_path)
    play_on(page, scene)
    assert scene.session.view(None)["out"][0] and not scene.session.over
    assert "Finish now" in page.text()
    began_us, game_us = page.stage.clock.at_us, scene.session.clock.now_us()
    heard = len(page.stage.sounds)
    page.press("confirm")
    while not scene.session.over:
        assert page.stage.clock.at_us - began_us < 8 * SECOND_US
        assert scene.wakes_at_us() == page.stage.clock.at_us or scene.session.over
        keyboard = page.stage.unit.keyboard
        assert keyboard is not None
        keyboard.polled(page.stage.clock())
        page.wait(FRAME_US)
    assert scene.session.clock.now_us() - game_us > 10 * SECOND_US, "bots took their time in the game"
    assert page.stage.sounds[heard:] == ["over"]
    path = scene.session.journal.path
    page.wait(5 * SECOND_US)
    assert isinstance(page.scene, ResultScene)
    (path,) = [path] if path.exists() else list(tmp_path.rglob(path.name))
    told = of_journal(read_file(path).entries)
    assert told.view == page.scene.end.view, "the journal plays to the same end"


def test_a_pause_stops_it(tmp_path: Path) -> None:
    page, scene = slamwich(tmp_path)
    play_on(page, scene)
    page.press("confirm", "pause")
    lines = scene.session.played.lines
    page.wait(SECOND_US)
    assert scene.session.played.lines == lines


def test_who_sits_down_meanwhile_plays_at_the_usual_pace(tmp_path: Path) -> None:
    page, scene = slamwich(tmp_path)
    play_on(page, scene)
    page.press("confirm")
    page.wait(FRAME_US)
    assert scene.hurries and not scene.session.over
    scene.session.players.sit([SEATS[0], Seat("Eva", 1), SEATS[2]], [False] * 3)
    game_us = scene.session.clock.now_us()
    page.wait(FRAME_US)
    assert not scene.hurries
    assert scene.session.clock.now_us() - game_us <= 2 * FRAME_US
