"""The window of `bench display`: dark, but for a patch that flashes."""

import pygame

from slamomatic.bench.display_flashes import PLACES
from slamomatic.bench.display_rig import VirtualDisplay
from slamomatic.kit import fonts
from slamomatic.kit.palette import MIST
from slamomatic.screen import desktop
from slamomatic.words import gettext

PATCH = 0.2  # of the screen's height
NIGHT, WHITE = (8, 8, 10), (255, 255, 255)


class PatchWindow:
    """`size` in pixels, None: the whole screen. `model` stands for the screen that shows its frames."""

    def __init__(
        self, size: tuple[int, int] | None, place: str = "middle", model: VirtualDisplay | None = None
    ) -> None:
        self.model = model
        self.fullscreen = size is None
        desktop.use()
        with desktop.opening():
            self.surface = pygame.display.set_mode(size or (0, 0), 0 if size else pygame.FULLSCREEN)
        pygame.mouse.set_visible(False)
        width, height = self.size
        side = round(height * PATCH)
        self.patch = pygame.Rect(0, 0, side, side)
        self.patch.center = (width // 2, round(height * PLACES[place]))
        self.surface.fill(NIGHT)
        # A grey line around the patch, so that the sensor finds it while it is dark.
        pygame.draw.rect(self.surface, MIST, self.patch.inflate(8, 8), 2)
        self._words(side)
        pygame.display.flip()

    @property
    def size(self) -> tuple[int, int]:
        return self.surface.get_size()

    @property
    def driver(self) -> str:
        return pygame.display.get_driver()

    @staticmethod
    def desktop_sizes() -> tuple[tuple[int, int], ...]:
        """The sizes of all screens, by which a measured one is known again."""
        return tuple(pygame.display.get_desktop_sizes())

    def draw(self, bright: bool) -> None:
        self.surface.fill(WHITE if bright else NIGHT, self.patch)
        if self.model is not None:
            self.model.drawing()

    def flip(self) -> None:
        pygame.display.update([self.patch])
        if self.model is not None:
            red, green, blue, _ = self.surface.get_at(self.patch.center)
            self.model.flipped(red, green, blue)

    def stopped(self) -> bool:
        return any(
            event.type == pygame.QUIT or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE)
            for event in pygame.event.get()
        )

    def close(self) -> None:
        fonts.forget()
        pygame.quit()

    def _words(self, side: int) -> None:
        words = gettext("Hold the light sensor on the square. Escape stops.")
        line = fonts.render(words, max(16, side // 6), MIST)
        width, height = self.size
        place = line.get_rect(centerx=width // 2, top=self.patch.bottom + side // 3)
        if place.bottom >= height:
            place.bottom = self.patch.top - side // 3
        self.surface.blit(line, place)
