"""Keys by their place: stored as a US keyboard names it, shown as the letter on the player's own keyboard.

A seat's key stays in its corner whatever the layout. On an AZERTY keyboard the key at the place "q" shows A,
on a Russian one the Cyrillic short I.
"""

import ctypes
import os
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pygame

from slamomatic.words import pgettext

# The names that people give keys without a letter, in their language.
SPOKEN: dict[str, Callable[[], str]] = {
    "return": lambda: pgettext("key", "ENTER"),
    "enter": lambda: pgettext("key", "ENTER"),
    "backspace": lambda: pgettext("key", "BACKSP."),
    "space": lambda: pgettext("key", "SPACE"),
    "tab": lambda: pgettext("key", "TAB"),
    "insert": lambda: pgettext("key", "INSERT"),
    "delete": lambda: pgettext("key", "DELETE"),
    "home": lambda: pgettext("key", "HOME"),
    "end": lambda: pgettext("key", "END"),
    "page up": lambda: pgettext("key", "PAGE UP"),
    "page down": lambda: pgettext("key", "PAGE DOWN"),
}
SAME = {"escape": "ESC", "left": "←", "up": "↑", "right": "→", "down": "↓"}  # in every language
_learned: dict[str, str] = {}  # what the keys pressed so far have shown, where SDL can't be asked


def place(event: pygame.event.Event) -> str:
    """Return the place of this key; a key without one, as of a keyboard on the screen, goes by its letter."""
    scancode = getattr(event, "scancode", 0)
    letter = pygame.key.name(event.key)
    found = places().get(scancode, letter)
    if scancode and letter:
        _learned[found] = letter
    return found


def label(place: str) -> str:
    """Return the words printed on the key at this place."""
    if place in SPOKEN:
        return SPOKEN[place]()
    return SAME.get(place) or (_letter_from_sdl(place) or _learned.get(place, place)).upper()


def places() -> dict[int, str]:
    """The name of every place, by SDL's scancode. pygame knows names of keys only while it has a display."""
    return _named() if pygame.display.get_init() else {}


@lru_cache(maxsize=1)
def _named() -> dict[int, str]:
    named = {}
    for constant in dir(pygame):
        if constant.startswith("KSCAN_"):
            plain = constant.removeprefix("KSCAN_")
            key = getattr(pygame, f"K_{plain.lower() if len(plain) == 1 else plain}", None)
            if key:  # not KSCAN_UNKNOWN, which is 0
                named[getattr(pygame, constant)] = pygame.key.name(key)
    return named


@lru_cache(maxsize=1)
def _scancodes() -> dict[str, int]:
    return {name: scancode for scancode, name in _named().items()}


def _letter_from_sdl(place: str) -> str:
    """Return the letter that the keyboard's layout has there.

    "" if SDL can't be reached: pygame has no call.
    """
    sdl = _sdl() if pygame.display.get_init() else None
    scancode = _scancodes().get(place) if sdl else None
    if sdl is None or scancode is None:
        return ""
    written: bytes = sdl.SDL_GetKeyName(sdl.SDL_GetKeyFromScancode(scancode))
    letter = written.decode("utf-8", "replace")
    return letter if len(letter) == 1 else ""


@lru_cache(maxsize=1)
def _sdl() -> Any:
    """The very SDL that pygame has loaded."""
    try:
        sdl = ctypes.CDLL("SDL2.dll" if os.name == "nt" else pygame.key.__file__)
        sdl.SDL_GetKeyFromScancode.argtypes = [ctypes.c_int]
        sdl.SDL_GetKeyFromScancode.restype = ctypes.c_int32
        sdl.SDL_GetKeyName.argtypes = [ctypes.c_int32]
        sdl.SDL_GetKeyName.restype = ctypes.c_char_p
    except (OSError, AttributeError):
        return None
    return sdl
