"""The one shared NEXT key: tap, double tap, hold. Pure: presses and times in, gestures out."""

from dataclasses import dataclass

DOUBLE_US = 320_000
HOLD_US = 380_000
TAKE_BACK_US = 1_000_000

TAP, DOUBLE, HOLD, LET_GO = "tap", "double", "hold", "let go"


@dataclass(slots=True)
class NextKey:
    """Tells the gestures of the NEXT key.

    A tap counts at once; if it becomes a double tap, scenes undo it.
    """

    _pressed_us: int | None = None
    _tapped_us: int | None = None
    _holding: bool = False

    def press(self, t_us: int) -> list[str]:
        """Note that the key goes down; no gesture yet. A repeated press changes nothing."""
        if self._pressed_us is None:
            self._pressed_us = t_us
        return []

    def release(self, t_us: int) -> list[str]:
        """Return the gestures of this release: a tap, a double tap, or the end of a hold.

        If nobody has called tick() since the hold began, the hold comes before its end. [] without a press.
        """
        held = self.tick(t_us)
        pressed_us, self._pressed_us = self._pressed_us, None
        if pressed_us is None:
            return []
        if self._holding:
            self._holding, self._tapped_us = False, None
            return [*held, LET_GO]
        if self._tapped_us is not None and pressed_us - self._tapped_us <= DOUBLE_US:
            self._tapped_us = None
            return [DOUBLE]
        self._tapped_us = t_us
        return [TAP]

    def tick(self, t_us: int) -> list[str]:
        """Return a hold once the key has been down for long enough; call it as time passes."""
        if self._pressed_us is not None and not self._holding and t_us - self._pressed_us >= HOLD_US:
            self._holding = True
            return [HOLD]
        return []

    @property
    def due_us(self) -> int | None:
        """When tick() must be called next, as a hold begins then; None: none can begin."""
        if self._pressed_us is None or self._holding:
            return None
        return self._pressed_us + HOLD_US
