"""Confetti for a winner: it falls for a while, then lies on the cloth, never on words."""

import math
import random
from collections.abc import Iterator

from slamomatic.kit.easel import Box, Easel, Sprite, Text
from slamomatic.kit.palette import PADDLE_COLOURS
from slamomatic.kit.surfaces import Confetti, Flake
from slamomatic.screen.scene import Stage

NEVER_US = 2**62
SECOND_US = 1_000_000
FALL_US = 4_000_000  # how long confetti falls
FLAKE_US = 40_000  # between two pictures of it
FLAKES = 40


class Shower:
    """A shower of confetti. `seed`: of its places."""

    def __init__(self, stage: Stage, seed: int) -> None:
        self._stage, self._seed = stage, seed
        self._falls_from_us = NEVER_US

    def begin(self) -> None:
        self._falls_from_us = self._stage.clock()

    @property
    def _falls(self) -> bool:
        since_us = self._stage.clock() - self._falls_from_us
        return 0 <= since_us < FALL_US and not self._stage.prefs.reduced_motion

    def wakes_at_us(self) -> int | None:
        """Return when its picture changes next; None: nothing falls."""
        return self._stage.clock() + FLAKE_US if self._falls else None

    def draw(self, e: Easel, below: int, on_cloth: tuple[str, ...]) -> None:
        """Draw it behind the easel's sprites from `below` on. `on_cloth`: words with no panel below them."""
        read = tuple(s.art.ink(s.box) for s in e.sprites if s.name in on_cloth and isinstance(s.art, Text))
        still = Sprite("confetti", e.frame.box, Confetti(read, self._seed))
        e.sprites[below:below] = [still, *self._flakes(e.frame.box)]

    def _flakes(self, box: Box) -> Iterator[Sprite]:
        """Yield the confetti in the air."""
        if not self._falls:
            return
        since_us = self._stage.clock() - self._falls_from_us
        chance, side = random.Random(self._seed), max(4, box.h // 45)
        for number in range(FLAKES):
            x, from_y, speed = chance.random(), chance.uniform(-1.0, 0.2), chance.uniform(0.5, 0.9)
            colour, turns = chance.choice(PADDLE_COLOURS), chance.choice((-1, 1))
            y = from_y + speed * since_us / SECOND_US
            sway = 0.01 * turns * math.sin(5 * y)
            place = Box(round((x + sway) * (box.w - side)), round(y * box.h), side, side)
            if place.within(box):
                degrees = turns * round(y * 8) * 30 % 180  # few drawings are enough
                yield Sprite(f"confetti/{number}", place, Flake(colour, degrees), above=True)
