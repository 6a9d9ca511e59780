"""Five modelled devices: what debounce, scan and poll make of presses whose times are known. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

BUTTONS = 4
USB_US = 1_000.0
SLOW_POLL_US = 8_000.0
DEBOUNCE_US = 5_000.0
BOUNCE_US = 2_000.0  # the longest bounce; each press has its own
SLOW_BUTTON = 3
SLOW_US = 3_000.0
_REPORT_US = 20.0  # between two reports of one scan

Presses = Sequence[tuple[int, float]]  # button, t_us
Came = list[tuple[int, float]]
Model = Callable[[Presses, Random], Came]


def _polled(presses: Presses, every_us: float, chance: Random) -> Came:
    """All that is ready at a poll comes out at one moment."""
    phase_us = chance.random() * every_us
    return [(button, phase_us + -(-(t_us - phase_us) // every_us) * every_us) for button, t_us in presses]


def eager(presses: Presses, chance: Random) -> Came:
    """Reports the first edge, in the next USB frame."""
    return _polled(presses, USB_US, chance)


def deferred(presses: Presses, chance: Random) -> Came:
    """Waits until a contact has been still for 5 ms, so a long bounce is late."""
    still = [(button, t_us + chance.random() * BOUNCE_US + DEBOUNCE_US) for button, t_us in presses]
    return _polled(still, USB_US, chance)


def scanned(presses: Presses, chance: Random) -> Came:
    """Scans its buttons once a millisecond and reports them one after another, the first one first."""
    return [(button, t_us + button * _REPORT_US) for button, t_us in _polled(presses, USB_US, chance)]


def slowly_polled(presses: Presses, chance: Random) -> Came:
    """Is asked by the host every 8 ms only."""
    return _polled(presses, SLOW_POLL_US, chance)


def one_slow_button(presses: Presses, chance: Random) -> Came:
    """Like the eager one, but its last button takes 3 ms longer."""
    late = [(button, t_us + SLOW_US * (button == SLOW_BUTTON)) for button, t_us in presses]
    return _polled(late, USB_US, chance)


MODELS: dict[str, Model] = {
    "eager": eager,
    "deferred": deferred,
    "scan": scanned,
    "slow-poll": slowly_polled,
    "slow-button": one_slow_button,
}
