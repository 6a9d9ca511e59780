"""Count flashes in frames as WCAG 2.3.1 defines them: general flashes, and flashes of saturated red.

A flash is a pair of opposing changes of relative luminance by 10 % of the maximum, of which the darker is
below 0.8; or a pair of changes into and out of a saturated red. Flashes count where together they cover a
quarter of a field of 10 degrees: on a screen at its usual distance, a third of its width and height.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

import numpy as np
import pygame
from numpy.typing import NDArray

CHANGE = 0.1
DARKER_BELOW = 0.8
RED_SHARE, RED_CHANGE = 0.8, 20 / 320
MOST_IN_A_SECOND = 3
SECOND_US = 1_000_000
TOGETHER_US = 100_000  # changes this close to each other are one change
FIELDS = 5  # fields side by side, each a third wide: they overlap by half
PART = 0.25
GRID = 8  # every eighth pixel of a picture is looked at

Plane = NDArray[np.float64]
Flags = NDArray[np.bool_]
_LINEAR = np.array(
    [(c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4) for c in np.arange(256) / 255]
)


@dataclass(slots=True)
class Changes:
    """The changes of one quantity, up and down, pixel by pixel; and the flashes that they make in a field."""

    least: float
    darker_below: float = 10.0
    flashes_us: dict[tuple[int, int], list[int]] = field(default_factory=dict)  # by field: when each was over
    _extreme: Plane | None = None  # the last turning point
    _heading: NDArray[np.int8] | None = None  # 1: rises, -1: falls, 0: not known yet
    _turned_us: NDArray[np.int64] | None = None  # when the first change of a pair was
    _counted: dict[tuple[int, int], tuple[int, Flags]] = field(
        default_factory=dict
    )  # the last flash, and where
    _recent: dict[tuple[int, int], deque[tuple[int, Flags]]] = field(default_factory=dict)

    def see(self, now: Plane, t_us: int) -> None:
        if self._extreme is None or self._heading is None or self._turned_us is None:
            self._extreme, self._heading = now.copy(), np.zeros(now.shape, np.int8)
            self._turned_us = np.full(now.shape, -SECOND_US, np.int64)
            return
        diff, low = now - self._extreme, np.minimum(now, self._extreme)
        up = (diff >= self.least) & (self._heading <= 0) & (low < self.darker_below)
        down = (diff <= -self.least) & (self._heading >= 0) & (low < self.darker_below)
        further = (self._heading > 0) & (diff > 0) | (self._heading < 0) & (diff < 0)
        self._extreme = np.where(further | up | down, now, self._extreme)
        pairs = (up | down) & (self._turned_us > t_us - SECOND_US)
        self._heading[up], self._heading[down] = 1, -1
        self._turned_us[up | down] = t_us
        self._turned_us[pairs] = -SECOND_US  # the next pair begins with another change
        if pairs.any():
            self._count(pairs, t_us)

    def _count(self, pairs: Flags, t_us: int) -> None:
        """Count a flash in each field that pixels which have just ended one cover by a quarter."""
        w, h = pairs.shape
        for at in ((i, j) for i in range(FIELDS) for j in range(FIELDS)):
            x, y = at[0] * (w - w // 3) // (FIELDS - 1), at[1] * (h - h // 3) // (FIELDS - 1)
            here, recent = pairs[x : x + w // 3, y : y + h // 3], self._recent.setdefault(at, deque())
            counted_us, counted = self._counted.get(at, (-SECOND_US, here))
            if t_us < counted_us + TOGETHER_US:  # what follows elsewhere at once is the same flash
                self._counted[at] = counted_us, counted | here
                here = here & counted
            recent.append((t_us, here))
            while recent[0][0] < t_us - TOGETHER_US:
                recent.popleft()
            together = np.logical_or.reduce([each for _, each in recent])
            if together.mean() >= PART:
                self.flashes_us.setdefault(at, []).append(t_us)
                self._counted[at] = t_us, together
                recent.clear()

    def most(self) -> tuple[int, int]:
        """Return the most flashes of any field in any second, and when that second began."""
        worst = (0, 0)
        for times_us in self.flashes_us.values():
            for at, t_us in enumerate(times_us):
                count = sum(other < t_us + SECOND_US for other in times_us[at:])
                worst = max(worst, (count, t_us), key=lambda found: found[0])
        return worst


@dataclass(slots=True)
class Flashes:
    """Frames as they are shown, and the flashes among them."""

    general: Changes = field(default_factory=lambda: Changes(CHANGE, DARKER_BELOW))
    red: Changes = field(default_factory=lambda: Changes(RED_CHANGE))

    def see(self, surface: pygame.Surface, t_us: int) -> None:
        """Look at a picture that is shown from this moment on."""
        rgb = _LINEAR[pygame.surfarray.array3d(surface)[::GRID, ::GRID]]
        self.general.see(rgb @ np.array([0.2126, 0.7152, 0.0722]), t_us)
        total = rgb.sum(axis=2)
        saturated = rgb[..., 0] >= RED_SHARE * np.maximum(total, 1e-9)
        redness = np.maximum(0.0, rgb[..., 0] - rgb[..., 1] - rgb[..., 2])
        self.red.see(np.where(saturated, redness, 0.0), t_us)

    @property
    def most(self) -> int:
        """The most flashes of either kind in one second."""
        return max(self.general.most()[0], self.red.most()[0])
