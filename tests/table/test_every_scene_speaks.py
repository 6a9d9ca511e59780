"""Every scene can be walked through by ear: it says what it is, and what each button does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slamomatic.engine import GAMES
from slamomatic.kit.easel import Easel
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.front import FrontScene
from slamomatic.screen.scenes.help import HelpScene
from slamomatic.screen.scenes.settings import SettingsScene
from slamomatic.screen.scenes.table import TableScene
from slamomatic.screen.speaker import label_of
from slamomatic.speech.lines import FULL, NORMAL, OFF
from support.length import count
from support.scenes_of_all_games import all_scenes

SIZE = (1280, 720)
# A picture that is pressed: the code beside it is for a phone's camera. An empty name is being typed.
WITHOUT_WORDS = ("code", "who-alone")


@pytest.mark.parametrize("game", count(["quick-draw", "lowdown"], list(GAMES)))
def test_every_button_has_words_and_every_scene_says_something(game: str, tmp_path: Path) -> None:
    for stage, name, scene in all_scenes(tmp_path, [game]):
        stage.prefs = replace(stage.prefs, speech=FULL)
        picture = stage.easel(scene, SIZE)
        heard = scene.aloud(picture)
        in_play = isinstance(scene, TableScene) and heard.about == (id(scene), "play")
        assert in_play or heard.stands or heard.at, name
        for target in picture.targets if not in_play else ():
            whole = target.box == picture.frame.box
            assert whole or label_of(picture, target) or name.endswith(WITHOUT_WORDS), (name, target.name)


class Menus:
    """A stage with speech on, walked through by keys."""

    def __init__(self, home: Path, length: str = NORMAL) -> None:
        self.stage = BareStage(home)
        self.stage.remember(replace(self.stage.prefs, speech=length))

    def look(self) -> Easel:
        assert self.stage.scene is not None
        picture = self.stage.easel(self.stage.scene, SIZE)
        self.stage.speaker.follow(self.stage.scene.aloud(picture))
        return picture

    def press(self, action: str) -> str:
        """Return what is said next."""
        self.look()
        before = len(self.stage.heard.spoken)
        assert self.stage.scene is not None
        self.stage.speaker.note_key()
        self.stage.scene.key(action)
        self.look()
        return " ".join(utterance.words for _, utterance in self.stage.heard.spoken[before:])


def test_arrows_say_what_they_come_to_and_enter_what_it_changed(tmp_path: Path) -> None:
    menus = Menus(tmp_path)
    settings = SettingsScene(menus.stage, FrontScene(menus.stage))
    menus.stage.go(settings)
    assert menus.press("right") == "Music: 4 of 10."
    assert menus.press("confirm") == "Music: 5 of 10."


def test_a_page_of_the_rules_is_read_when_it_is_turned(tmp_path: Path) -> None:
    menus = Menus(tmp_path)
    menus.stage.go(HelpScene(menus.stage, "quick-draw", FrontScene(menus.stage)))
    assert "The sign turns green: slap!" in menus.press("right")


def test_a_complaint_is_read(tmp_path: Path) -> None:
    menus = Menus(tmp_path)
    front = FrontScene(menus.stage)
    menus.stage.go(front)
    menus.look()
    front.show_complaint("The disk is full.")
    menus.look()
    assert menus.stage.heard.spoken[-1][1].words.startswith("The disk is full.")


def test_the_key_switches_speech_on_then_the_own_cards_then_off(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    found = []
    for _ in range(3):
        stage.switch_speech()
        found.append((stage.prefs.speech, stage.prefs.own_cards_aloud))
        stage.clock.at_us += 10_000_000
    assert found == [(NORMAL, False), (NORMAL, True), (OFF, False)]
    said = [utterance.words for _, utterance in stage.heard.spoken]
    assert [words.split(".")[0] for words in said] == [
        "Speech is on",
        "Your own cards are spoken too: use an earphone if others can hear",
        "Speech is off",
    ]


def test_without_speech_nothing_is_said(tmp_path: Path) -> None:
    menus = Menus(tmp_path, OFF)
    menus.stage.go(FrontScene(menus.stage))
    assert menus.press("right") == ""
