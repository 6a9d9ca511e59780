"""Five modelled devices: what debounce, scan and poll make of presses whose times are known. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

BUTTONS = 4
USB_US = 1_000.0
DEBOUNCE_US = 5_000.0
BOUNCE_US = 2_000.0  # the longest bounce; each press has its own
SLOW_BUTTON = 3
SLOW_US = 3_000.0

Presses = Sequence[tuple[int, float]]  # button, t_us
Came = list[tuple[int, float]]


@dataclass(frozen=True, slots=True)
class Model:
    """A device that makes each press wait, and reports what is ready whenever it is polled."""

    waits_us: Callable[[int, Random], float] = lambda button, chance: 0.0
    poll_us: float = USB_US
    between_us: float = 0.0  # from one button's report to the next one's

    def __call__(self, presses: Presses, chance: Random) -> Came:
        ready = [(button, t_us + self.waits_us(button, chance)) for button, t_us in presses]
        phase_us = chance.random() * self.poll_us
        polls = [(button, -(-(t_us - phase_us) // self.poll_us)) for button, t_us in ready]
        return [(button, phase_us + poll * self.poll_us + button * self.between_us) for button, poll in polls]


MODELS = {
    # Reports the first edge, in the next USB frame.
    "eager": Model(),
    # Waits until a contact has been still for 5 ms, so a long bounce is late.
    "deferred": Model(waits_us=lambda button, chance: chance.random() * BOUNCE_US + DEBOUNCE_US),
    # Scans its buttons once a millisecond and reports them one after another, the first one first.
    "scan": Model(between_us=20.0),
    # Is asked by the host every 8 ms only.
    "slow-poll": Model(poll_us=8_000.0),
    # Like the eager one, but its last button takes longer.
    "slow-button": Model(waits_us=lambda button, chance: SLOW_US * (button == SLOW_BUTTON)),
}
