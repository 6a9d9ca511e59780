"""The sounds of the page: the same as in the window, but made with the page instead of in a thread."""

import pygame
from slamomatic_page import speaker

from slamomatic.kit.bed import Bed
from slamomatic.kit.sound import Sounds


class PageSounds(Sounds):
    """Effects and music, by the names that they have in the page."""

    def start(self) -> None:
        names = [str(name) for name in speaker.names()]
        self._made = {name: pygame.mixer.Sound(name) for name in names if not name.startswith("bed ")}
        self.works = True

    def _prepare_bed(self, bed: Bed) -> None:
        self._loops[bed] = tuple(pygame.mixer.Sound(name) for name in bed.loops)  # type: ignore[assignment]

    def stop(self) -> None:
        self._stop_music()
