"""Slap keys stay in their corners on every keyboard, and show what is printed there; each is one paddle."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from slamomatic.kit import key_places
from slamomatic.preferences import SEAT_KEYS, Preferences
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.start import StartScene
from slamomatic.screen.window import Window
from slamomatic.units.emulated import EmulatedUnit
from slamomatic.units.merge import Units
from support import display
from support.page import press_key
from support.waiting import PATIENCE_S, until

ROOT = Path(__file__).parents[2]
CORNERS = ("q", "p", "z", "m")
TRIED = "54"  # a key that is in no corner: does the window hear any?
KEYCODES = ("24", "33", "52", "58")  # the same four places, as X numbers them
LAYOUTS = {
    "us": ("Q", "P", "Z", "M"),
    "fr": ("A", "P", "W", ","),
    "de": ("Q", "P", "Y", "M"),
    "us(dvorak)": ("'", "L", ";", "M"),
    "ru": ("Й", "З", "Я", "Ь"),  # noqa: RUF001 - Cyrillic letters
}
# A window that writes each key that goes down: its place, and what it is called.
PRINTER = """
import pygame
from slamomatic.kit import key_places
pygame.display.init()
pygame.display.set_mode((200, 200))
while True:
    event = pygame.event.wait()
    if event.type == pygame.KEYDOWN:
        place = key_places.place(event)
        print(place, key_places.label(place), flush=True)
"""
needs_display = pytest.mark.skipif(not display.available(), reason="needs Xvfb and xdotool")


def pressed(screen: str, layout: str, heard: Path) -> list[list[str]]:
    """The four corner keys of this layout, pressed as a hand presses them."""
    env = {**os.environ, "DISPLAY": screen, "SDL_VIDEODRIVER": "x11", "PYTHONPATH": str(ROOT / "host")}

    def run(*words: str) -> None:
        subprocess.run(words, env=env, check=True, timeout=PATIENCE_S)

    def corners() -> list[list[str]]:
        lines = [line.split() for line in heard.read_text("utf-8").splitlines()]
        return [line for line in lines if line[0] in CORNERS]

    run("setxkbmap", layout.partition("(")[0], *variant(layout))
    with (
        heard.open("w") as file,
        subprocess.Popen([sys.executable, "-c", PRINTER], env=env, stdout=file) as window,
    ):
        try:

            def has_the_keyboard() -> bool:
                assert window.poll() is None, "its window closed"
                run("xdotool", "key", "--delay", "30", TRIED)
                return heard.stat().st_size > 0

            assert until(has_the_keyboard), "the window hears no key"
            run("xdotool", "key", "--delay", "30", *KEYCODES)
            assert until(lambda: len(corners()) == len(KEYCODES)), corners()
            return corners()
        finally:
            window.kill()


def variant(layout: str) -> list[str]:
    _, found, name = layout.partition("(")
    return ["-variant", name.rstrip(")")] if found else []


@pytest.mark.desktop
@needs_display
@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_corner_keys_are_the_same_places_with_the_letters_of_the_layout(
    layout: str, screen: str, tmp_path: Path
) -> None:
    assert pressed(screen, layout, tmp_path / "heard") == [
        list(pair) for pair in zip(CORNERS, LAYOUTS[layout], strict=True)
    ]


@pytest.fixture
def window() -> Iterator[None]:
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    yield
    pygame.display.quit()


def test_a_key_without_a_place_goes_by_its_letter(window: None) -> None:
    assert key_places.place(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_q)) == "q"
    assert key_places.place(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_q, scancode=0)) == "q"


def test_letters_are_learned_where_sdl_can_t_be_asked(window: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_places, "_sdl", lambda: None)
    monkeypatch.setattr(key_places, "_learned", {})
    assert key_places.label("z") == "Z"
    pressed_y = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_y, scancode=pygame.KSCAN_Z)
    assert key_places.place(pressed_y) == "z" and key_places.label("z") == "Y"


def test_every_seat_s_key_has_a_place(window: None) -> None:
    assert set(SEAT_KEYS) <= set(key_places.places().values())


@pytest.fixture
def emulated_window(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Window]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    stage = BareStage(tmp_path)
    emulated_window = Window(
        Units([EmulatedUnit(clock=stage.clock)], clock=stage.clock), stage.clock, Preferences()
    )
    emulated_window.scene = StartScene(stage)
    yield emulated_window
    pygame.display.quit()


def test_seat_keys_beyond_the_emulated_paddles_press_nothing(
    emulated_window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    pressed: list[int] = []
    real = EmulatedUnit.key

    def noted(self: EmulatedUnit, paddle: int, down: bool, t_us: int | None = None) -> None:
        real(self, paddle, down, t_us)
        pressed.append(paddle)

    monkeypatch.setattr(EmulatedUnit, "key", noted)
    for name in SEAT_KEYS:
        press_key(emulated_window, pygame.key.key_code(name), name)
    assert pressed == [0, 0, 1, 1, 2, 2, 3, 3]
