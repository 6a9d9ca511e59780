"""A game that brings no face is drawn from its view: cards as words, counts, and what its rules say."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.tiny_game import Tiny
from slamomatic import engine
from slamomatic.face.cards import CardArt
from slamomatic.face.chooser import Pick
from slamomatic.face.face import Face
from slamomatic.face.faces import face_of, title_of
from slamomatic.gallery import tables as gallery
from slamomatic.kit.easel import Text
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.start import StartScene
from slamomatic.screen.scenes.table import TableScene
from support.page import text_in
from support.pictures import mistakes

SIZE = (800, 480)


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(engine.GAMES, "tiny", "rules.tiny_game:Tiny")


def table(home: Path, people: tuple[int, ...], game: str = "tiny") -> tuple[BareStage, TableScene]:
    stage = BareStage(home)
    session = gallery.posed_session(stage, game, 3, 5)
    session.show_people(people)
    scene = TableScene(stage, session)
    scene.pump()
    return stage, scene


def cards_in(stage: BareStage, scene: TableScene) -> list[str]:
    sprites = stage.easel(scene, SIZE).sprites
    return [sprite.art.name for sprite in sprites if isinstance(sprite.art, CardArt)]


def test_the_own_hand_lies_open_and_a_click_plays_from_it(tmp_path: Path) -> None:
    stage, scene = table(tmp_path, (0,))
    for _ in gallery.steps(stage, scene, 60_000_000):
        if scene.visible_choices(scene.eyes):
            break
    hand = scene.session.view(0)["hand"]
    assert cards_in(stage, scene) == hand
    card = hand[-1]
    for _ in range(2):  # the first marks it
        targets = stage.easel(scene, SIZE).targets
        box = next(target.box for target in targets if target.wish == Pick("card", card))
        scene.click((box.cx, box.cy))
    stage.clock.at_us += 1
    scene.pump()
    assert scene.announcements.last["laid"]["seat"] == 0
    assert sorted([*scene.session.view(0)["hand"], card]) == hand


def test_several_at_one_screen_see_nobody_s_hand_until_somebody_looks(tmp_path: Path) -> None:
    stage, scene = table(tmp_path, (0, 1, 2))
    assert cards_in(stage, scene) == [] and scene.visible_choices(scene.eyes) == []
    scene.gesture("hold")
    assert scene.looking is not None
    assert cards_in(stage, scene) == scene.session.view(scene.looking)["hand"]


def test_effects_are_said_as_the_rules_say_them_and_nothing_overlaps(tmp_path: Path) -> None:
    stage, scene = table(tmp_path, ())
    said = ""
    for _ in gallery.steps(stage, scene, 600_000_000):
        said += text_in(stage, scene)
        assert mistakes(stage.easel(scene, SIZE).sprites, SIZE) == []
    assert scene.session.over
    for what in ("laid", "takes"):
        assert Tiny.EFFECTS[what].says in said


def test_with_real_cards_the_screen_shows_the_slaps_alone(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    scene = TableScene(stage, gallery.posed_session(stage, "tiny", 3, 5, {"paper": True}))
    scene.pump()
    assert "the screen says who slapped when" in scene.face.tips[0][1]
    assert mistakes(stage.easel(scene, SIZE).sprites, SIZE) == [] and cards_in(stage, scene) == []


SHORT = Face(title="Tiniest of All", counts="card")


class Tiniest(Tiny):
    """A game with a face of one line."""

    NAME = "tiniest"
    FACE = f"{__name__}:SHORT"


def test_what_a_face_leaves_out_is_as_in_a_plain_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(engine.GAMES, "tiniest", f"{__name__}:Tiniest")
    face, plain = face_of("tiniest"), face_of("tiny")
    assert (face.title, face.counts) == ("Tiniest of All", "card")
    assert face.draw is plain.draw and face.hidden and not face.open_words
    assert "lays a card" in face.pages[0].words
    stage, scene = table(tmp_path, (0,), "tiniest")
    assert cards_in(stage, scene) == scene.session.view(0)["hand"]


def test_a_game_that_is_gone_keeps_a_name_and_a_name_loads_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a_trap.py").write_text("raise SystemExit('loaded by a name in a file')")
    monkeypatch.syspath_prepend(tmp_path)
    assert title_of("old-maid") == "Old Maid"
    assert title_of("a_trap:Old-Maid") == "Old Maid"


def test_a_broken_game_is_left_out_and_the_start_screen_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(engine.GAMES, "broken", "no_such_module:Game")
    stage = BareStage(tmp_path)
    scene = StartScene(stage)
    easel = stage.easel(scene, (1280, 720))
    words = "\n".join(sprite.art.words for sprite in easel.sprites if isinstance(sprite.art, Text))
    assert "the game 'broken' can't be loaded" in words and "Broken" not in words


@pytest.mark.parametrize("game", ["hands-down", "tiny"])
def test_every_game_has_a_face(game: str) -> None:
    assert face_of(game).title == title_of(game)
