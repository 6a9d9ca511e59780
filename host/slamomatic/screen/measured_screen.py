"""Find the measured screen that this window is on, and say whether its delay is in the times."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from slamomatic.store import displays
from slamomatic.store.displays import Display
from slamomatic.words import duration, gettext

if TYPE_CHECKING:
    from slamomatic.screen.scene import Stage

GOOD_TO_US = 1_000


def measured(stage: Stage) -> Display | None:
    """None where no screen was measured, or the desktop is another one now."""
    try:
        desktop: Sequence[tuple[int, int]] = pygame.display.get_desktop_sizes()
    except pygame.error:  # no window, as in a film or a gallery
        return None
    return displays.in_use(desktop, stage.home)


def note(screen_us: int) -> str:
    """Of times that somebody sees: is the screen's delay in them?"""
    if not screen_us:
        return gettext("The screen's delay is in these times: compare them here only.")
    whole_ms = duration(round(screen_us, -3), GOOD_TO_US - 1)
    return gettext("Without the screen's delay, measured as {delay}.", delay=whole_ms)
