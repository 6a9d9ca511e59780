"""Several games were kept for later: each can be gone on with."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from slamomatic.commands import play
from slamomatic.errors import UserError
from slamomatic.kit.easel import Text
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scene import Scene
from slamomatic.screen.scenes.start import StartScene
from slamomatic.screen.scenes.start_picture import ROWS, ResumeScene
from slamomatic.screen.scenes.table import TableScene
from slamomatic.store.disk import HOME_VARIABLE
from slamomatic.store.journals import all_open, delete, reopen
from slamomatic.table import opening
from slamomatic.table.seats import Seat
from support.page import Page
from support.pictures import SIZES, mistakes


def keep(stage: BareStage, game: str, name: str, age_s: int) -> None:
    seats = [Seat(name, 0), Seat("Bo", 1, "easy"), Seat("Cy", 2, "easy")]
    session = opening.begin(game, seats, stage.unit, stage.clock, seed=3, home=stage.home)
    session.close()
    path = next(p for p in (stage.home or Path()).glob("journals/open/*.journal") if name in p.read_text())
    os.utime(path, (1_700_000_000 - age_s, 1_700_000_000 - age_s))


def shown(stage: BareStage, scene: Scene) -> list[str]:
    sprites = stage.easel(scene, (800, 480)).sprites
    return [s.art.words for s in sprites if isinstance(s.art, Text) and s.name.startswith("kept/")]


def press_resume(stage: BareStage) -> StartScene:
    start = StartScene(stage)
    target = next(t for t in stage.easel(start, (800, 480)).targets if t.name == "resume")
    start.click((target.box.cx, target.box.cy))
    return start


def test_of_several_kept_games_the_older_one_can_be_chosen(stage: BareStage) -> None:
    keep(stage, "lowdown", "Anna", 60)
    keep(stage, "slamwich", "Ben", 5)
    start = press_resume(stage)
    listed = stage.scene
    assert isinstance(listed, ResumeScene)
    words = shown(stage, listed)
    assert [w.partition(",")[0] for w in words] == ["Slamwich", "Lowdown"]
    assert [w.rpartition(": ")[2] for w in words] == ["Ben", "Anna"]
    assert not any(mistakes(stage.easel(listed, size).sprites, size) for size in SIZES)
    listed.cursor = 1
    stage.easel(listed, (800, 480))
    listed.key("confirm")
    start.pump()
    assert isinstance(stage.scene, TableScene)
    assert stage.scene.session.name == "lowdown"


def test_single_kept_game_goes_on_without_a_question(stage: BareStage) -> None:
    keep(stage, "lowdown", "Anna", 60)
    press_resume(stage)
    assert isinstance(stage.scene, TableScene)


def test_every_one_of_many_is_reached(stage: BareStage) -> None:
    for number in range(ROWS + 2):
        keep(stage, "lowdown", f"Anna{number}", number)
    press_resume(stage)
    listed = stage.scene
    assert isinstance(listed, ResumeScene)
    first = shown(stage, listed)
    listed._turn_page()
    second = shown(stage, listed)
    assert (len(first), len(second)) == (ROWS, 2)
    assert not set(first) & set(second)
    listed._turn_page()
    assert shown(stage, listed) == first


def test_a_kept_game_is_deleted_when_it_is_asked_for_twice(stage: BareStage) -> None:
    keep(stage, "lowdown", "Anna", 60)
    keep(stage, "slamwich", "Ben", 5)
    press_resume(stage)
    assert isinstance(stage.scene, ResumeScene)
    page = Page(stage, stage.scene)
    page.click_name("delete/0")
    assert len(all_open(stage.home)) == 2 and page.said_by("delete/0/words") == "Really delete?"
    page.click_name("delete/1")
    assert len(all_open(stage.home)) == 2, "another row asks for itself"
    page.click_name("delete/1")
    (left,) = all_open(stage.home)
    assert "slamwich" in left.name and shown(stage, page.scene) == [page.said_by("kept/0/words")]
    page.click_name("delete/0")
    page.click_name("delete/0")
    assert all_open(stage.home) == [] and isinstance(page.scene, StartScene)


def test_a_game_that_another_window_plays_is_not_deleted(stage: BareStage) -> None:
    keep(stage, "lowdown", "Anna", 60)
    (path,) = all_open(stage.home)
    held, _ = reopen(path)
    with pytest.raises(UserError, match="open in another window"):
        delete(path)
    held.close()
    assert all_open(stage.home) == [path]


def test_game_is_named_on_the_command_line(stage: BareStage, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(stage, "lowdown", "Anna", 60)
    keep(stage, "slamwich", "Ben", 5)
    monkeypatch.setenv(HOME_VARIABLE, str(stage.home))
    newest, older = all_open()
    assert "lowdown" in older.name
    assert [play._unfinished(older.name), play._unfinished(str(newest))] == [older, newest]
    with pytest.raises(UserError, match="no unfinished game 'monday'"):
        play._unfinished("monday")


def test_the_key_that_stands_on_resume_goes_on_with_the_game(stage: BareStage) -> None:
    keep(stage, "lowdown", "Anna", 60)
    start = StartScene(stage)
    page = Page(stage, start)
    (key,) = [target.key for target in page.easel().targets if target.name == "resume"]
    assert key == start.key_name("call")
    page.press("call")
    assert isinstance(stage.scene, TableScene)
