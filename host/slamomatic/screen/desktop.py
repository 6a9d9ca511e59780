"""The desktop that the window opens on: its set-up by SDL, its size, and the measured delay of its screen."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame

from slamomatic.errors import UserError
from slamomatic.kit.easel import SMALLEST
from slamomatic.store import displays
from slamomatic.words import duration, gettext

TITLE = "Slam-O-Matic"
GOOD_TO_US = 1_000  # a screen's delay


def set_up() -> None:
    """Set SDL up, before the first window. UserError on a machine without a screen."""
    os.environ.setdefault("SDL_VIDEO_CENTERED", "1")
    os.environ.setdefault("SDL_VIDEO_ALLOW_SCREENSAVER", "0")
    if sys.platform.startswith("linux"):
        # SDL would send whole frames through OpenGL: without a graphics card 10 ms each, against 0.1 ms
        # for the few boxes that changed.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    with opening():
        pygame.display.init()
        # Without a screen SDL may take a driver that shows nothing, and nobody would know.
        if "SDL_VIDEODRIVER" not in os.environ and pygame.display.get_driver() in ("dummy", "offscreen"):
            raise pygame.error(gettext("no screen"))
    pygame.font.init()
    pygame.display.set_caption(TITLE)
    pygame.key.set_repeat()


@contextmanager
def opening() -> Iterator[None]:
    """Turn SDL's failure to open something into a UserError."""
    try:
        yield
    except pygame.error as error:
        raise UserError(
            "No window can be opened here ({reason}). Start it on a desktop, not in a plain terminal.",
            reason=error,
        ) from error


def fitting_size() -> tuple[int, int]:
    """Return a window size: most of the desktop, in the shape of a television."""
    sizes = pygame.display.get_desktop_sizes()
    w, h = sizes[0] if sizes else (1280, 720)
    share = min(w * 0.9 / 1920, h * 0.86 / 1080)
    return max(SMALLEST[0], int(1920 * share)), max(SMALLEST[1], int(1080 * share))


def measured(home: Path | None) -> displays.Display | None:
    """Return the measured screen that this window is on; None if none was, or the desktop has changed."""
    try:
        return displays.in_use(pygame.display.get_desktop_sizes(), home)
    except pygame.error:  # no window, as in a film or a gallery
        return None


def keep_lateness(how: str, median_us: int, p10_us: int, p90_us: int, home: Path | None) -> None:
    """Save the delay of this desktop's screen. `how`: how anybody knows it."""
    sizes = tuple((int(wide), int(high)) for wide, high in pygame.display.get_desktop_sizes())
    bound_us = p90_us - p10_us
    displays.keep(displays.Display(how, median_us, p10_us, p90_us, bound_us, sizes, time.time()), home)


def late_us(home: Path | None) -> int:
    """Return the measured delay of this screen; 0 if nobody has measured it."""
    screen = measured(home)
    return screen.median_us if screen is not None else 0


def note(screen_us: int) -> str:
    """Return a note below reaction times: whether the screen's delay is part of them.

    `screen_us`: the delay that was taken off; 0: it is unknown, and still part of them.
    """
    if not screen_us:
        return gettext("Other screens give other times.")
    whole_ms = duration(round(screen_us, -3), GOOD_TO_US - 1)
    return gettext("Without the screen's delay of {delay}.", delay=whole_ms)
