"""The voice works beside the window: nobody waits for it, only the newest words are said, and no old ones."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pygame
import pytest

from slamomatic import preferences
from slamomatic.kit.easel import Frame
from slamomatic.preferences import Preferences
from slamomatic.screen.scenes.front import FrontScene
from slamomatic.screen.scenes.settings import SettingsScene
from slamomatic.screen.window import Window
from slamomatic.speech.lines import NORMAL, STALE_US, Utterance
from slamomatic.speech.voice import NO_VOICE, NOT_INSTALLED, SystemVoice, has_desktop_bus
from slamomatic.table.clock import StoppedClock, TableClock
from slamomatic.units.open import open_unit
from support.page import press_key

PATIENCE_S = 60  # for a thread on a busy machine


class Backend:
    """A voice that says what it is given as slowly as a test wants."""

    def __init__(self, reader: bool = False) -> None:
        self.said: list[str] = []
        self.may_go_on, self.began = threading.Event(), threading.Event()
        self.may_go_on.set()
        self.fails = False
        self.voice = -1
        self.stopped = False
        self.features = SimpleNamespace(is_supported_at_runtime=True, supports_set_voice=not reader)
        self.voices_count = 3

    def get_voice_language(self, at: int) -> str:
        return ("en-GB", "de_DE", "de-AT")[at]

    def refresh_voices(self) -> None: ...

    def output(self, words: str, interrupt: bool) -> None:
        assert interrupt, "new words cut off the old ones"
        self.began.set()
        assert self.may_go_on.wait(PATIENCE_S)
        if self.fails:
            raise OSError("the reader was closed")
        self.said.append(words)

    def stop(self) -> None:
        self.stopped = True


class Prism(ModuleType):
    """Stands for prismatoid, with one backend."""

    def __init__(self, backend: Backend, name: str) -> None:
        super().__init__("prism")
        self.backend, self.name = backend, name

    def Context(self) -> SimpleNamespace:
        def acquire(number: int = 0) -> Backend:
            return self.backend

        return SimpleNamespace(
            backends_count=1,
            id_of=lambda at: at,
            name_of=lambda number: self.name,
            acquire=acquire,
            acquire_best=acquire,
        )


def until(what: Callable[[], bool]) -> None:
    end_s = time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < end_s
        time.sleep(0.002)


@pytest.fixture
def backend(monkeypatch: pytest.MonkeyPatch) -> Backend:
    made = Backend()
    monkeypatch.setitem(sys.modules, "prism", Prism(made, "Speech Dispatcher"))
    return made


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock()


@pytest.fixture
def voice(backend: Backend, clock: StoppedClock) -> Iterator[SystemVoice]:
    made = SystemVoice(clock)
    yield made
    backend.may_go_on.set()
    made.close()
    until(lambda: backend.stopped or not backend.said)


def test_nobody_waits_for_a_voice_and_only_the_newest_words_are_said(
    voice: SystemVoice, backend: Backend
) -> None:
    backend.may_go_on.clear()
    voice.say(Utterance("one", 0))
    assert backend.began.wait(PATIENCE_S)  # it hangs now; whoever speaks goes on
    for words in ("two", "three", "four"):
        voice.say(Utterance(words, 0))
    backend.may_go_on.set()
    until(lambda: backend.said[-1:] == ["four"])
    assert backend.said == ["one", "four"]


def test_words_that_waited_too_long_are_not_said(
    voice: SystemVoice, backend: Backend, clock: StoppedClock
) -> None:
    backend.may_go_on.clear()
    voice.say(Utterance("one", 0))
    assert backend.began.wait(PATIENCE_S)
    voice.say(Utterance("old", 0))
    clock.at_us = STALE_US + 1
    backend.may_go_on.set()
    until(lambda: backend.said == ["one"])
    voice.say(Utterance("new", clock.at_us))
    until(lambda: backend.said == ["one", "new"])


def test_a_voice_of_the_player_s_language_is_used(voice: SystemVoice, backend: Backend) -> None:
    voice.say(Utterance("eins", 0, "de"))
    until(lambda: backend.said == ["eins"])
    assert backend.voice == 1
    voice.say(Utterance("un", 0, "fr"))  # there is none: the last one tries
    until(lambda: backend.said == ["eins", "un"])
    assert backend.voice == 1


def test_a_voice_that_fails_says_so_and_is_tried_again(voice: SystemVoice, backend: Backend) -> None:
    backend.fails = True
    voice.say(Utterance("one", 0))
    until(lambda: voice.trouble == (NO_VOICE, "the reader was closed"))
    backend.fails = False
    voice.say(Utterance("two", 0))
    until(lambda: backend.said == ["two"])
    assert voice.trouble is None


def test_without_prismatoid_a_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, clock: StoppedClock
) -> None:
    monkeypatch.setitem(sys.modules, "prism", None)  # as if it were not installed
    voice = SystemVoice(clock)
    voice.say(Utterance("one", 0))
    until(lambda: voice.trouble == (NOT_INSTALLED, ""))
    voice.close()


def test_a_key_of_the_window_makes_the_table_speak_and_another_says_where_one_is(
    backend: Backend, tmp_path: Path
) -> None:
    clock = TableClock()
    window = Window(open_unit("keyboard", clock=clock), clock, Preferences(language="en"), tmp_path)
    window.scene = SettingsScene(window, FrontScene(window))
    picture = window.scene.picture(Frame(1280, 720))

    def frame() -> None:
        assert window.scene is not None
        window._picture = picture
        window.speaker.follow(window.scene.aloud(picture))

    press_key(window, pygame.K_F4)
    assert preferences.load(tmp_path).speech == NORMAL
    until(lambda: window.speaker.voice is not None and window.speaker.voice.ready)
    frame()
    until(lambda: backend.said[-1:] == ["Speech is on. F3 says where you are, F4 switches on."])
    press_key(window, pygame.K_F3)
    until(lambda: "Also here: Music: 4 of 10." in backend.said[-1])
    press_key(window, pygame.K_F4)
    press_key(window, pygame.K_F4)
    until(lambda: backend.said[-1] == "Speech is off.")
    if window.speaker.voice is not None:
        window.speaker.voice.close()


def test_what_stands_is_said_as_soon_as_the_voice_can_speak(
    backend: Backend, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window's first picture is there seconds before a voice is."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    clock = TableClock()
    prefs = Preferences(language="en", speech=NORMAL)
    window = Window(open_unit("keyboard", clock=clock), clock, prefs, tmp_path, (1280, 720))
    window.begin(SettingsScene(window, FrontScene(window)))
    try:
        end_s = time.monotonic() + PATIENCE_S
        while not backend.said and time.monotonic() < end_s:
            window.turn([])
        assert backend.said[0].startswith("Settings. Arrows and ENTER: choose.")
    finally:
        window.end()


@pytest.mark.parametrize(("name", "reader"), [("Orca", "Orca"), ("Speech Dispatcher", "")])
def test_only_a_screen_reader_is_noticed_before_anybody_asks_for_speech(
    name: str, reader: str, monkeypatch: pytest.MonkeyPatch, clock: StoppedClock
) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/there")
    backend = Backend(reader=bool(reader))
    monkeypatch.setitem(sys.modules, "prism", Prism(backend, name))
    voice = SystemVoice(clock, looks_after_s=0.01)
    if reader:
        until(lambda: voice.reader == reader)
    voice.say(Utterance("one", 0, "de"))
    until(lambda: backend.said == ["one"])
    assert voice.reader == reader
    assert backend.voice == (-1 if reader else 1), "a screen reader keeps its own voice"
    voice.close()


def test_no_screen_reader_is_looked_for_without_a_desktop_bus(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Looking for one would start a bus that nobody ends."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert not has_desktop_bus()
    (tmp_path / "bus").touch()
    assert has_desktop_bus()
