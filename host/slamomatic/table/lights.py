"""The lights of paddles: a live paddle glows in its colour, a slapped one is white, all others are dark."""

from collections.abc import Sequence

from slamomatic.engine.vocabulary import Json
from slamomatic.paddles import PADDLES
from slamomatic.seat import Seat
from slamomatic.table.moment import Moment
from slamomatic.units.merge import Units

Rgb = tuple[int, int, int]
UNLIT: Rgb = (0, 0, 0)
SLAPPED: Rgb = (255, 255, 255)
# A hand that must come up before play goes on: its paddle is dim, so that its player sees who is meant.
HELD_SHARE = 0.15
# A hand that drums makes its paddle white again only after so long: no light flashes four times a second.
WHITE_EVERY_US = 350_000


class PaddleLights:
    """The lights that the units show now; units are told only what has changed."""

    def __init__(self, units: Units) -> None:
        self._units = units
        self.lit: tuple[Rgb, ...] = ()
        self._shown_for: object = None  # the moment and the seats that the lights show; None: a pause
        self._white_us: dict[int, int] = {}  # by paddle, when it last became white

    def show(self, moment: Moment | None, seats: Sequence[Seat], now_us: int) -> None:
        """Light the paddles as this moment says; None: the game is paused, and all are dark."""
        shows_for = None if moment is None else (moment, tuple(seats))
        if self.lit and shows_for == self._shown_for:
            return
        self._shown_for, paddles = shows_for, self._units.paddles
        lit = (UNLIT,) * paddles if moment is None else lights_of(moment.room, seats, paddles)
        if lit != self.lit:
            lit = self._calmed(lit, now_us)
            self.lit = lit
            self._units.lights(lit)

    def _calmed(self, lit: Sequence[Rgb], now_us: int) -> tuple[Rgb, ...]:
        """Return these lights, but a paddle that was white only just now stays as it is."""
        calmed = list(lit)
        for paddle, rgb in enumerate(lit):
            was = self.lit[paddle] if paddle < len(self.lit) else UNLIT
            if rgb != SLAPPED or was == SLAPPED:
                continue
            if now_us < self._white_us.get(paddle, -WHITE_EVERY_US) + WHITE_EVERY_US:
                calmed[paddle] = was
            else:
                self._white_us[paddle] = now_us
        return tuple(calmed)


def lights_of(view: Json, seats: Sequence[Seat], paddles: int) -> tuple[Rgb, ...]:
    """Return the light of each paddle, made from the room's view: no light depends on a hidden card."""
    shown = [UNLIT] * paddles
    for seat, sits in enumerate(seats):
        if view["over"] or sits.bot or sits.colour >= paddles or view["gone"][seat]:
            continue
        own = PADDLES[sits.colour].rgb
        live, down = view["live"][seat], view["down"][seat]
        if live:
            shown[sits.colour] = SLAPPED if down else own
        elif down:
            r, g, b = (round(part * HELD_SHARE) for part in own)
            shown[sits.colour] = (r, g, b)
    return tuple(shown)
