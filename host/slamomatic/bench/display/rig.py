"""The two ends of `bench display`: a window with a patch that flashes, and the unit that sees it.

A modelled screen stands between them where both are emulated.
"""

import math
from dataclasses import dataclass, field
from random import Random

import pygame

from slamomatic import messages as m
from slamomatic.bench.display.flashes import LIT_US, MOST_DELAY_US, PLACES, Shown
from slamomatic.bench.stand import EmulatedStand, Stand
from slamomatic.bench.stand_clock import StandClock
from slamomatic.errors import UserError
from slamomatic.firmware_files import firmware_pins
from slamomatic.kit import fonts
from slamomatic.kit.palette import MIST
from slamomatic.screen import desktop
from slamomatic.units.clock_map import Stamp
from slamomatic.words import gettext

TURN_US = 10_000.0  # so often the window looks for Escape
FIRST_PINGS = 5
ON = "1"
BRIGHT = 128  # of 255: the sensor's threshold
PATCH = 0.2  # of the screen's height
NIGHT, WHITE = (8, 8, 10), (255, 255, 255)


@dataclass(slots=True, kw_only=True)
class VirtualDisplay:
    """A modelled screen with a known delay.

    `shown_us` lists when the sensor saw a change: (time, bright?).
    """

    stand: EmulatedStand
    delay_us: float
    jitter_us: float = 0.0
    refresh_hz: float = 0.0  # 0: at any moment
    window_us: float = 0.0
    chance: Random
    shown_us: list[tuple[float, bool]] = field(default_factory=list)
    _bright: bool = False
    _last_us: float = 0.0

    def drawing(self) -> None:
        """Let the emulated time pass that the window takes to draw."""
        self.stand.pico.run_us(self.window_us)

    def flipped(self, red: int, green: int, blue: int) -> None:
        """Take over a frame whose patch has this colour.

        After the delay the sensor sees it, if it changed.
        """
        bright = (299 * red + 587 * green + 114 * blue) // 1000 >= BRIGHT
        if bright == self._bright:
            return
        self._bright = bright
        t_us = self.stand.now_us() + self.delay_us + self.chance.uniform(0, self.jitter_us)
        if self.refresh_hz:
            refresh_us = 1e6 / self.refresh_hz
            t_us = math.ceil(t_us / refresh_us) * refresh_us
        t_us = self._last_us = max(t_us, self._last_us + 1.0)  # jitter never swaps two changes
        self.shown_us.append((t_us, bright))
        self.stand.pico.switches.play(firmware_pins()["next"], [(t_us * 1000, bright)])


class PatchWindow:
    """A dark window with a patch that flashes. `size` in pixels, None: the whole screen.

    `model`: the modelled screen that shows its frames; None: a real one.
    """

    def __init__(
        self, size: tuple[int, int] | None, place: str = "middle", model: VirtualDisplay | None = None
    ) -> None:
        self.model = model
        desktop.set_up()
        with desktop.opening():
            self.surface = pygame.display.set_mode(size or (0, 0), 0 if size else pygame.FULLSCREEN)
        pygame.mouse.set_visible(False)
        self.width, self.height = width, height = self.surface.get_size()
        self.fullscreen, self.driver = size is None, pygame.display.get_driver()
        side = round(height * PATCH)
        self.patch = pygame.Rect(0, 0, side, side)
        self.patch.center = (width // 2, round(height * PLACES[place]))
        self.surface.fill(NIGHT)
        # A grey line around the patch, so that the sensor finds it while it is dark.
        pygame.draw.rect(self.surface, MIST, self.patch.inflate(8, 8), 2)
        words = gettext("Hold the light sensor on the square. Escape stops.")
        line = fonts.render(words, max(16, side // 6), MIST)
        below = line.get_rect(centerx=width // 2, top=self.patch.bottom + side // 3)
        if below.bottom >= height:
            below.bottom = self.patch.top - side // 3
        self.surface.blit(line, below)
        pygame.display.flip()

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


class DisplayRig:
    """Flashes the patch and collects the light."""

    def __init__(self, stand: Stand, window: PatchWindow) -> None:
        self._stand, self.window = stand, window
        self._clock = StandClock(stand)
        self.measured = stand.measured
        self._heard_us: list[int] = []  # by the unit's clock: not stamped yet
        self.bright: list[Shown] = []
        self.lights: list[Stamp] = []  # every edge from dark to bright
        self._need_light()
        for _ in range(FIRST_PINGS):
            self._ping()

    def flash(self, dark_us: float, lit_us: float = LIT_US) -> None:
        """Show the patch dark for `dark_us`, then bright for `lit_us`.

        KeyboardInterrupt if somebody stops it.
        """
        self._show(False)
        self._ping()
        self._wait(dark_us)
        self.bright.append(self._show(True))
        self._wait(lit_us)
        self._ping()

    def end(self, wait_us: float = MOST_DELAY_US) -> None:
        """Make the patch dark, and wait for the light that is still to come."""
        self._show(False)
        self._wait(wait_us)
        self._ping()

    def _ping(self) -> None:
        """Compare the two clocks, then put the lights heard so far on this computer's clock.

        The comparison comes first: stamps are best right after it.
        """
        self._hear(self._clock.ping())
        self.lights += map(self._clock.stamp, self._heard_us)
        self._heard_us.clear()

    def _show(self, bright: bool) -> Shown:
        asked_us = self._stand.now_us()
        self.window.draw(bright)
        before_us = self._stand.now_us()
        self.window.flip()
        return Shown(asked_us, before_us, self._stand.now_us())

    def _wait(self, for_us: float) -> None:
        """Listen for `for_us`; KeyboardInterrupt if somebody stops the window."""
        end_us = self._stand.now_us() + for_us
        while (left_us := end_us - self._stand.now_us()) > 0:
            self._hear(self._stand.listen(min(TURN_US, left_us)))
            if self.window.stopped():
                raise KeyboardInterrupt

    def _hear(self, heard: list[m.Message]) -> None:
        for one in heard:
            if isinstance(one, m.Touch) and one.made and m.is_light(one, self._stand.paddles):
                self._heard_us.append(one.t_us)

    def _need_light(self) -> None:
        """Raise UserError if the unit has no light sensor or it is off."""
        if "light" not in self._settings():
            raise UserError(
                "This unit's firmware knows no light sensor. Bring it up to date with `slamomatic flash`."
            )
        if self._stand.setting("light") != ON:
            raise UserError(
                "The unit's light sensor is off. Send it SET,next,0 and SET,light,1, then SAVE and RESET, "
                "from any serial terminal."
            )

    def _settings(self) -> set[str]:
        """Ask the unit for the names of all its settings; an answer has a few of them at a time."""
        known: set[str] = set()
        while True:
            _, _, total, *names = self._stand.ask(f"HELLO,1,keys,{len(known)}")
            known.update(names)
            if not names or len(known) >= int(total):
                return known
