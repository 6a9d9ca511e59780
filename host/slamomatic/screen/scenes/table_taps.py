"""A paddle that is pressed on the screen: by the mouse, a finger, or the primary button."""

from __future__ import annotations

from dataclasses import dataclass, field

from slamomatic.screen.scene import Stage

STAYS_DOWN_US = 120_000  # a finger on the screen; the mouse button does not report it


@dataclass(slots=True)
class Taps:
    """Presses the seat's key, which is what it stands for, and releases it a moment later."""

    stage: Stage
    down_until_us: dict[int, int] = field(default_factory=dict)  # the paddles that are down now

    def press(self, paddle: int) -> bool:
        """False when there are no keys in play, so that a hand has to do it."""
        keyboard = self.stage.unit.keyboard
        if keyboard is None or paddle >= keyboard.paddles:
            return False
        now_us = self.stage.clock()
        self.down_until_us[paddle] = now_us + STAYS_DOWN_US
        keyboard.key(paddle, True, now_us)
        return True

    def pump(self, now_us: int) -> None:
        keyboard = self.stage.unit.keyboard
        for paddle, until_us in list(self.down_until_us.items()):
            if now_us >= until_us:
                del self.down_until_us[paddle]
                if keyboard is not None:
                    keyboard.key(paddle, False, now_us)
