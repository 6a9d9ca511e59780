"""The window in a page: the browser calls it when something happens, and has its keys, touches and files."""

from __future__ import annotations

from collections.abc import Sequence
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
from slamomatic.screen.scene import Overlay
from slamomatic.screen.scenes.front import FrontScene
from slamomatic.screen.scenes.table import TableScene
from slamomatic.screen.window import Window
from slamomatic.store.disk import data_folder
from slamomatic.table import automatic
from slamomatic.table.clock import TableClock
from slamomatic.units.base import Link, now_us
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units, kept_corrections
from slamomatic.units.specs import AUTO, KEYBOARD
from slamomatic.words import N_, gettext, said
from slamomatic.words.languages import system_language, use

# A browser passes a key on some milliseconds after it went down. No game is judged up to a later time.
KEYS_COME_WITHIN_US = 20_000
LOOK_MS = 3  # the longest wait shortly after a key
SPEEDS = (0.1, 10.0)
THINKS_US = 4_000  # how long bots may think between two calls of the browser
# Browsers' names of keys for which SDL has other names.
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
class AddressOptions:
    """The options that stand behind the "#" of the page's address, like those of `slamomatic play`."""

    game: str = ""
    seed: int | None = None
    speed: float = 1.0

    @classmethod
    def read(cls, address: str) -> AddressOptions:
        """Read options such as "#game=slamwich&seed=7". UsageError: an option or its value is unknown."""
        words = dict(parse_qsl(address.removeprefix("#")))
        try:
            options = cls(words.pop("game", ""), _seed(words.pop("seed", "")), float(words.pop("speed", "1")))
        except ValueError:
            options = cls("?")  # no game has this name: refused below
        if words or options.game not in ("", *GAMES) or not SPEEDS[0] <= options.speed <= SPEEDS[1]:
            raise UsageError(
                "This page doesn't understand what stands behind the # in its address. It knows {known}.",
                known="game=" + "|".join(GAMES) + "&seed=7&speed=2",
            )
        return options


def _seed(text: str) -> int | None:
    return int(text) if text else None


class PageWindow(Window):
    """The window on the page's canvas."""

    in_browser = True

    def __init__(self, options: AddressOptions) -> None:
        clock = TableClock(options.speed)
        specs = (AUTO,) if ports.granted() else (KEYBOARD,)
        size = tuple(browser.desktop())
        units, prefs = _open_page_units(specs, clock), _prefs(options)
        super().__init__(units, clock, prefs, size=size, seed=options.seed, units=specs)
        self.sounds = PageSounds(self.prefs.volumes)
        self._pressed_us = 0  # when the key that is handled now went down or up
        self._last_press_us = 0  # when the newest key came
        self._pico_waits = False  # it was plugged in during a game on the keys

    def use_phones(self, on: bool) -> None:
        if on:
            raise UserError("Phones can't find a page. Start the program itself to play with phones.")

    def opens(self, specs: tuple[str, ...]) -> bool:
        return specs in ((KEYBOARD,), (AUTO,))

    def use_units(self, specs: tuple[str, ...]) -> None:
        """Play on the keyboard at once, or let the player choose a Pico's port in the browser's own list.

        UserError: this browser can't reach ports. A chosen port comes back through `plugged`.
        """
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
        return _open_page_units(specs, self.clock)

    @property
    def _in_game(self) -> bool:
        """Whether a game is in play, even if rules or settings lie over the table."""
        scene = self.scene
        while isinstance(scene, Overlay):
            scene = scene.back
        return isinstance(scene, TableScene)

    def turn(self, events: Sequence[pygame.event.Event]) -> None:
        if self._pico_waits and not self._in_game:
            self.plugged()
        super().turn(events)

    def plugged(self) -> None:
        """Play on the Pico whose port the browser has just opened.

        A game keeps the paddles that it began with: a Pico that it does not know waits until it is over.
        """
        self._pico_waits = self._pico is None and self._in_game
        if self._pico_waits:
            return
        if self._pico is None or self._pico.state().link is Link.SEARCHING:
            self.look_for_pico()
        if self._pico is not None:
            self._pico.plugged()

    def look_for_pico(self) -> None:
        """Open the units anew: a game that waits for a Pico counts its patience from now on.

        A slow computer may have spent that time on the first picture.
        """
        super().use_units((AUTO,))

    def unplugged(self) -> None:
        """Note that the Pico's port is gone."""
        self._pico_waits = False
        if self._pico is not None:
            self._pico.unplugged()

    def refused(self, why: str, message: str) -> None:
        """Say why the browser opened no port, unless the player chose none. `why`: its name of the error."""
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
        """Handle a key, button or finger that went down or up at this time."""
        self._last_press_us = now_us()
        self._pressed_us = t_us
        # Keys come in order: all earlier ones have been handled.
        self._polled_us = max(self._polled_us, t_us)
        self._tell_keyboard()
        self.take(event)

    def _key_us(self) -> int:
        return self._pressed_us

    def count_keys_as_complete(self) -> None:
        """Note that every key from before KEYS_COME_WITHIN_US has come, so that slaps can be judged."""
        self._polled_us = max(self._polled_us, self.clock() - KEYS_COME_WITHIN_US)

    def wait_ms(self) -> int:
        """Return how long nothing needs to be done; -1: until the browser draws its next picture.

        Shortly after a key the wait is short: a slap waits to be judged.
        """
        if self.motion.moving or self._upcoming is None:  # something moves, or a picture was just drawn
            return -1
        if self._upcoming:
            return 0
        wait_ms = max(1, self._patience_us() // 1000)
        return min(wait_ms, LOOK_MS) if now_us() < self._last_press_us + 2 * KEYS_COME_WITHIN_US else wait_ms


def _open_page_units(specs: tuple[str, ...], clock: TableClock) -> Units:
    """Return the units of these words: the keyboard, and before it a Pico if they ask for one."""
    keys = KeyboardUnit(clock=clock)
    return Units([WebSerialUnit(clock), keys] if AUTO in specs else [keys], clock, kept_corrections)


def _prefs(options: AddressOptions) -> Preferences:
    """Return the saved settings with the game of the address, if it names one.

    Full screen is off: a browser allows it only after a click or key.
    """
    prefs = preferences.load()
    game = options.game or prefs.game
    sizes = table_sizes(game)
    players = min(max(prefs.players, sizes[0]), sizes[-1])
    return replace(prefs, game=game, players=players, fullscreen=False)


BUSY = N_("The Pico can't be reached. Close other programs and tabs that use it, or plug it in again.")
# Sentences for a browser's error when it opens no port. Players who chose none need no sentence.
WHY_NOT = {
    "NetworkError": BUSY,
    "InvalidStateError": BUSY,
    "SecurityError": N_("This browser lets no page use a Pico ({why}). Open the page in Chrome or Edge."),
}
NO_PORTS = N_("This browser can't reach a Pico. Open the page in Chrome or Edge, or play on the keys.")


class PageTable:
    """The table in the page: the browser calls `turn` whenever something happens or is due."""

    def __init__(self, address: str) -> None:
        use(system_language())
        options, trouble = AddressOptions(), ""
        try:
            options = AddressOptions.read(address)
        except UserError as error:
            trouble = said(error)
        self._window = PageWindow(options)
        self._ahead_us = now_us() - int(browser.now() * 1000)  # of the browser's clock
        self._thinker = Thinker()
        automatic.ask = self._thinker.ask
        front = FrontScene(self._window)
        if options.game:
            front.setup.ask_for_one_game()
        self._window.begin(front)
        if ports.granted():
            self._window.look_for_pico()
            ports.open()
        front.show_complaint(trouble)

    def turn(self, happened: Any) -> int:
        """Handle what happened, in order; return how many ms nothing is due, -1 while something moves.

        `happened`: a list of (name, arguments); the method "_name" handles each.
        """
        window = self._window
        for what, *about in happened.to_py():
            getattr(self, f"_{what}")(*about)
            if not window.running:
                return 1000
        window.count_keys_as_complete()
        window.turn([])
        storage.copy_if_changed(data_folder() / "history.sqlite")
        self._thinker.think(THINKS_US)
        wait_ms = window.wait_ms()
        return min(wait_ms, 0) if self._thinker.busy else wait_ms

    def _t_us(self, t_ms: float) -> int:
        """Return a time of the browser's clock on the window's own."""
        return int(t_ms * 1000) + self._ahead_us

    def _keydown(self, code: str, letter: str, t_ms: float) -> None:
        self._key(pygame.KEYDOWN, code, letter, t_ms)

    def _keyup(self, code: str, letter: str, t_ms: float) -> None:
        self._key(pygame.KEYUP, code, letter, t_ms)

    def _key(self, does: int, code: str, letter: str, t_ms: float) -> None:
        """Pass on a key as an event of pygame; `code` is the browser's name of its place."""
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
        """Note that the browser has begun or ended to fill the screen with the page."""
        self._window.remember(replace(self._window.prefs, fullscreen=on))

    def _hidden(self) -> None:
        """Pause the game: nobody sees the page now, and no card may fall meanwhile."""
        self._away()
        if isinstance(self._window.scene, TableScene):
            self._window.scene.pause()

    def _away(self) -> None:
        self._window.take(pygame.event.Event(pygame.WINDOWFOCUSLOST))


def _sdl_name(code: str) -> str:
    """Return SDL's name of the key that a browser calls `code`."""
    for start, instead in (("Key", ""), ("Digit", ""), ("Numpad", "KP_")):
        if code not in SDL_NAMES and code.startswith(start):
            return f"{instead}{code.removeprefix(start)}".upper()
    return SDL_NAMES.get(code, code.upper())
