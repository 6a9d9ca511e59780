"""When a key may have been pressed, by when the window looked for keys."""

from __future__ import annotations

from slamomatic.units.base import PaddleEvent
from slamomatic.units.keyboard import KEY_ERROR_US, KEY_SCAN_US, KeyboardUnit

LOOK_US = 4_000


class Looks:
    """A window that looks for keys."""

    def __init__(self) -> None:
        self.now_us = 1_000_000
        self.keys = KeyboardUnit(clock=lambda: self.now_us)
        self.keys.start()
        self.keys.polled(self.now_us)

    def look(self, after_us: int = LOOK_US) -> None:
        self.now_us += after_us
        self.keys.polled(self.now_us)

    def slap(self, after_us: int = LOOK_US) -> range:
        """A look finds a key; return when it may have been pressed."""
        self.now_us += after_us
        self.keys.key(0, True, self.now_us)
        self.keys.polled(self.now_us)
        event = self.keys.news.pop()
        assert isinstance(event, PaddleEvent)
        return range(event.t_us - event.error_us, event.t_us + event.later_us + event.error_us)


def test_a_key_was_pressed_since_the_last_look() -> None:
    looks = Looks()
    looks.look()
    looked_us = looks.now_us
    assert looks.slap() == range(looked_us - KEY_ERROR_US, looks.now_us + KEY_ERROR_US)


def test_a_key_right_after_the_computer_stood_still_may_be_from_before() -> None:
    """Its clock may have jumped while the key was on its way: a hand that was in time would be the last."""
    looks = Looks()
    looks.look()
    stood_from_us = looks.now_us
    looks.look(1_400_000)
    assert looks.slap().start == stood_from_us - KEY_ERROR_US


def test_a_later_key_is_from_after_it() -> None:
    looks = Looks()
    looks.look(1_400_000)
    for _ in range(KEY_SCAN_US // LOOK_US + 1):
        looks.look()
    looked_us = looks.now_us
    assert looks.slap().start == looked_us - KEY_ERROR_US
