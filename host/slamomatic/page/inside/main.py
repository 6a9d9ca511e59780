"""The window in a page: the browser's loop turns it, and its keys, hands and files are the browser's."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pygame
from pyodide.ffi import to_js
from slamomatic_page import browser, files, ports

from slamomatic import preferences
from slamomatic.engine import GAMES
from slamomatic.errors import UsageError, UserError
from slamomatic.page.inside import storage
from slamomatic.page.inside.sound import PageSounds
from slamomatic.page.inside.thinker import Thinker
from slamomatic.page.inside.web_serial import WebSerialUnit
from slamomatic.preferences import Preferences, table_sizes
from slamomatic.screen.scenes.front import FrontScene
from slamomatic.screen.scenes.table import TableScene
from slamomatic.screen.window import Window
from slamomatic.store.disk import data_folder
from slamomatic.table import automatic
from slamomatic.table.clock import TableClock
from slamomatic.units.base import now_us
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units, kept_corrections
from slamomatic.units.specs import AUTO, KEYBOARD
from slamomatic.words import N_, gettext, said
from slamomatic.words.languages import system_language, use

# A browser hands a key on some milliseconds after it went down; no game is judged further than this.
KEYS_COME_WITHIN_US = 20_000
LOOK_MS = 3
SPEEDS = (0.1, 10.0)
THINKS_US = 4_000  # how long bots may think between two looks at what happened
# Where SDL has other names for keys than browsers.
SDL_NAMES = {
    "ArrowLeft": "LEFT",
    "ArrowRight": "RIGHT",
    "ArrowUp": "UP",
    "ArrowDown": "DOWN",
    "Enter": "RETURN",
    "NumpadEnter": "KP_ENTER",
    "BracketLeft": "LEFTBRACKET",
    "BracketRight": "RIGHTBRACKET",
    "Quote": "APOSTROPHE",
    "Backquote": "GRAVE",
    "Equal": "EQUALS",
    "IntlBackslash": "NONUSBACKSLASH",
    "ShiftLeft": "LSHIFT",
    "ShiftRight": "RSHIFT",
    "ControlLeft": "LCTRL",
    "ControlRight": "RCTRL",
    "AltLeft": "LALT",
    "AltRight": "RALT",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """What the page's address asks for behind its "#", as `slamomatic play` does with its options."""

    game: str = ""
    seed: int | None = None
    speed: float = 1.0

    @classmethod
    def read(cls, address: str) -> Asked:
        """Read "game=slamwich&seed=7"."""
        said = dict(parse_qsl(address.removeprefix("#")))
        try:
            asked = cls(said.pop("game", ""), _seed(said.pop("seed", "")), float(said.pop("speed", "1")))
        except ValueError:
            asked = cls("?")
        if said or asked.game not in ("", *GAMES) or not SPEEDS[0] <= asked.speed <= SPEEDS[1]:
            raise UsageError(
                "This page doesn't understand what stands behind the # in its address. It knows {known}.",
                known="game=" + "|".join(GAMES) + "&seed=7&speed=2",
            )
        return asked


def _seed(text: str) -> int | None:
    return int(text) if text else None


class PageWindow(Window):
    """The window on the page's canvas."""

    in_browser = True

    def __init__(self, asked: Asked) -> None:
        clock = TableClock(asked.speed)
        specs = (AUTO,) if ports.granted() else (KEYBOARD,)
        size = tuple(browser.desktop())
        super().__init__(_opened(specs, clock), clock, _prefs(asked), size=size, seed=asked.seed, units=specs)
        self.sounds = PageSounds(self.prefs.volumes)
        self._pressed_us = 0  # when the key went down or up that is taken in now
        self._heard_us = 0  # when a key was last pressed or released

    def use_phones(self, on: bool) -> None:
        if on:
            raise UserError("Phones can't find a page. Start the program itself to play with phones.")

    def opens(self, specs: tuple[str, ...]) -> bool:
        return specs in ((KEYBOARD,), (AUTO,))

    def use_units(self, specs: tuple[str, ...]) -> None:
        """The keyboard at once, a Pico once the player has chosen its port in the browser's own list."""
        if specs == (KEYBOARD,):
            ports.close()
            super().use_units(specs)
        elif not ports.able():
            raise UserError(NO_PORTS)
        elif not self._pico_is_open:
            ports.open()

    @property
    def _pico(self) -> WebSerialUnit | None:
        return next((unit for unit in self.unit.units if isinstance(unit, WebSerialUnit)), None)

    @property
    def _pico_is_open(self) -> bool:
        return self._pico is not None and self._pico.is_open

    def _open_units(self, specs: tuple[str, ...]) -> Units:
        return _opened(specs, self.clock)

    def plugged(self) -> None:
        """The browser has opened the port of a Pico."""
        if self._pico is None:
            super().use_units((AUTO,))
        if self._pico is not None:
            self._pico.plugged()

    def unplugged(self) -> None:
        """The port has gone."""
        if self._pico is not None:
            self._pico.unplugged()

    def refused(self, why: str, message: str) -> None:
        """The browser opened no port."""
        says = WHY_NOT.get(why)
        if says is not None and self.scene is not None:
            self.scene.show_complaint(gettext(says, why=message))

    def hand_out(self, file: Path) -> None:
        files.give(file.name, to_js(file.read_bytes()))

    def remember(self, prefs: Preferences) -> None:
        if prefs.fullscreen != self.prefs.fullscreen:
            browser.fullscreen(prefs.fullscreen)
        super().remember(prefs)

    def quit(self) -> None:
        super().quit()
        self.end()
        browser.close()

    def resize(self, size: tuple[int, int]) -> None:
        self._size = size
        self._open()

    def press(self, event: pygame.event.Event, t_us: int) -> None:
        """Take in a key, button or finger that went down or up at this time."""
        self._heard_us = now_us()
        self._pressed_us = t_us
        # Keys come in their order: all that went down before this one are here.
        self._polled_us = max(self._polled_us, t_us)
        self._tell_keyboard()
        self.take(event)

    def _key_us(self) -> int:
        return self._pressed_us

    def handed_over(self) -> None:
        """Every key that went down some time ago has come."""
        self._polled_us = max(self._polled_us, self.clock() - KEYS_COME_WITHIN_US)

    def wait_ms(self) -> int:
        """How long nothing needs to be done; -1: until the browser draws its next picture."""
        if self.motion.moving or self._upcoming is None:  # one was just drawn
            return -1
        if self._upcoming:
            return 0
        wait_ms = max(1, self._patience_us() // 1000)
        return min(wait_ms, LOOK_MS) if now_us() < self._heard_us + 2 * KEYS_COME_WITHIN_US else wait_ms


def _opened(specs: tuple[str, ...], clock: TableClock) -> Units:
    """The units of these words, as far as a page has them."""
    keys = KeyboardUnit(clock=clock)
    return Units([WebSerialUnit(clock), keys] if AUTO in specs else [keys], clock, kept_corrections)


def _prefs(asked: Asked) -> Preferences:
    """The settings that were kept, but for the game that is asked for."""
    prefs = preferences.load()
    sizes = table_sizes(asked.game or prefs.game)
    players = min(max(prefs.players, sizes[0]), sizes[-1])
    # A browser fills the screen only when somebody asks: not by itself on another evening.
    return replace(prefs, game=asked.game or prefs.game, players=players, fullscreen=False)


BUSY = N_("The Pico can't be reached. Close other programs and tabs that use it, or plug it in again.")
# What the browser says of a port that it did not open. Nobody is told that they chose none.
WHY_NOT = {
    "NetworkError": BUSY,
    "InvalidStateError": BUSY,
    "SecurityError": N_("This browser lets no page use a Pico ({why}). Open the page in Chrome or Edge."),
}
NO_PORTS = N_("This browser can't reach a Pico. Open the page in Chrome or Edge, or play on the keys.")


class PageTable:
    """The table in the page: the browser turns it whenever something happens or is due."""

    def __init__(self, address: str) -> None:
        use(system_language())
        asked, trouble = Asked(), ""
        try:
            asked = Asked.read(address)
        except UserError as error:
            trouble = said(error)
        self._window = PageWindow(asked)
        self._ahead_us = now_us() - int(browser.now() * 1000)  # of the browser's clock
        self._thinker = Thinker()
        automatic.ask = self._thinker.ask
        front = FrontScene(self._window)
        if asked.game:
            front.setup.ask_to_play()
        self._window.begin(front)
        if ports.granted():
            ports.open()
        front.show_complaint(trouble)

    def turn(self, happened: Any) -> int:
        """Take in what happened; return how many ms nothing is due, -1 while something moves."""
        window = self._window
        for what, *about in happened.to_py():
            getattr(self, f"_{what}")(*about)
            if not window.running:
                return 1000
        window.handed_over()
        window.turn([])
        storage.keep_changed(data_folder() / "history.sqlite")
        self._thinker.think(THINKS_US)
        wait_ms = window.wait_ms()
        return min(wait_ms, 0) if self._thinker.busy else wait_ms

    def _t_us(self, t_ms: float) -> int:
        return int(t_ms * 1000) + self._ahead_us

    def _keydown(self, code: str, letter: str, t_ms: float) -> None:
        self._key(pygame.KEYDOWN, code, letter, t_ms)

    def _keyup(self, code: str, letter: str, t_ms: float) -> None:
        self._key(pygame.KEYUP, code, letter, t_ms)

    def _key(self, does: int, code: str, letter: str, t_ms: float) -> None:
        name = _sdl_name(code)
        written = letter if len(letter) == 1 else ""
        key = ord(letter.lower()) if written else getattr(pygame, f"K_{name}", 0)
        scancode = getattr(pygame, f"KSCAN_{name}", 0)
        event = pygame.event.Event(does, key=key, scancode=scancode, unicode=written)
        self._window.press(event, self._t_us(t_ms))

    def _down(self, x: int, y: int, t_ms: float) -> None:
        event = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(x, y))
        self._window.press(event, self._t_us(t_ms))  # a finger on a paddle is a slap

    def _up(self, x: int, y: int, t_ms: float) -> None:
        self._window.take(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=(x, y)))

    def _plugged(self) -> None:
        self._window.plugged()

    def _unplugged(self) -> None:
        self._window.unplugged()

    def _refused(self, why: str, message: str) -> None:
        self._window.refused(why, message)

    def _size(self, w: int, h: int) -> None:
        self._window.resize((w, h))

    def _fullscreen(self, on: bool) -> None:
        """The browser fills the screen with the page, or no longer."""
        self._window.remember(replace(self._window.prefs, fullscreen=on))

    def _hidden(self) -> None:
        """Nobody sees the page, and the browser stops drawing it: no card may fall meanwhile."""
        self._away()
        if isinstance(self._window.scene, TableScene):
            self._window.scene.pause()

    def _away(self) -> None:
        self._window.take(pygame.event.Event(pygame.WINDOWFOCUSLOST))


def _sdl_name(code: str) -> str:
    """The name that SDL gives the key with the browser's name `code`."""
    for start, instead in (("Key", ""), ("Digit", ""), ("Numpad", "KP_")):
        if code not in SDL_NAMES and code.startswith(start):
            return f"{instead}{code.removeprefix(start)}".upper()
    return SDL_NAMES.get(code, code.upper())
