"""Keys on their way through the emulated unit: which of them it told of, and which it swallowed. Pure.

The emulator says of each key when it moved the contact, by the clock that the unit stamps with. So nobody has
to guess: two presses within a lockout are one slap, and that is the first one's.
"""

from dataclasses import dataclass

from slamomatic.units.base import Do

# The unit's stamp is its look at the pin, or one time for several slaps where it can't say their order. Two
# presses of a paddle are further apart than this: the emulator lets one bounce end before the next.
STAMPED_WITHIN_US = 5_000


@dataclass(slots=True)
class Press:
    """One key, pressed or released."""

    do: Do
    paddle: int
    earliest_us: int  # the host's clock, as exactly as keys were looked for
    latest_us: int
    unit_us: int | None = None  # the unit's clock when the contact moved; None: not yet, or not said yet


class Presses:
    """In the order in which the keys were taken."""

    def __init__(self) -> None:
        self._presses: list[Press] = []

    def taken(self, do: Do, paddle: int, earliest_us: int, latest_us: int) -> None:
        """A key was passed on to the emulator."""
        self._presses.append(Press(do, paddle, earliest_us, latest_us))

    def played(self, unit_us: int) -> None:
        """The emulator has moved a contact for the next of them."""
        for press in self._presses:
            if press.unit_us is None:
                press.unit_us = unit_us
                return

    def told(self, do: Do, paddle: int, unit_us: int) -> tuple[int, int] | None:
        """The unit has told of one of them: between when and when it was pressed. None: of none of them."""
        mine = [press for press in self._presses if (press.do, press.paddle) == (do, paddle)]
        for press in mine:
            if press.unit_us is not None and abs(press.unit_us - unit_us) < STAMPED_WITHIN_US:
                # Of what was pressed before it the unit has told, or never will.
                before = mine[: mine.index(press) + 1]
                self._presses = [each for each in self._presses if each not in before]
                return press.earliest_us, press.latest_us
        # The emulator's word is still under way: it is one of those, and all of them stay until it is here.
        mine = [press for press in mine if press.unit_us is None] or mine
        return (mine[0].earliest_us, mine[-1].latest_us) if mine else None

    def settled(self, known_unit_us: int) -> None:
        """The unit has told all slaps up to then: what it has not told of was swallowed."""
        self._presses = [
            press
            for press in self._presses
            if press.unit_us is None
            or press.do is not Do.DOWN
            or press.unit_us + STAMPED_WITHIN_US >= known_unit_us
        ]

    def restarted(self) -> None:
        """The unit booted: what was played for it before is gone."""
        self._presses = [press for press in self._presses if press.unit_us is None]

    @property
    def earliest_us(self) -> int | None:
        """When the first slap was pressed that the unit may still tell of; None: there is none."""
        return next((press.earliest_us for press in self._presses if press.do is Do.DOWN), None)
