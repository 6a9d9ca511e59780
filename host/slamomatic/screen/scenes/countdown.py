"""The countdown of dark paddles: a ring closes around each, and a slap before it is closed is too soon."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from slamomatic.face.model import Table
from slamomatic.face.paddle import Ring
from slamomatic.kit.easel import SMALL, Art, Box, Easel
from slamomatic.kit.palette import ALARM, INK, words_on
from slamomatic.words import gettext

if TYPE_CHECKING:
    from slamomatic.table.shown import ShownGame

STEPS = 12  # in which a ring closes
SOON_US = 900_000  # how long "Too soon!" stands


@dataclass(slots=True)
class Countdown:
    """The rings of one table: they show how long each dark paddle still rests."""

    session: ShownGame
    resting: frozenset[int] = frozenset()  # seats with a ring in the last picture
    too_soon_us: dict[int, int] = field(default_factory=dict)  # by seat: when its hand slapped through a ring

    def slapped(self, seat: int, late: bool, now_us: int) -> bool:
        """Note a slap on a dark paddle; return whether it was too soon.

        `late`: the hand belongs to the slap before, and only came late. Then it was not too soon.
        """
        too_soon = seat in self.resting and not late
        if too_soon:
            self.too_soon_us[seat] = now_us
        return too_soon

    def changes_us(self) -> Iterator[int]:
        """Yield the times at which a ring looks different, on the table's clock."""
        clock, rearm_us = self.session.clock, self.session.rearm_us
        for _, live_at_us in self._live_again():
            yield from (clock.table_us(live_at_us - rearm_us * left // STEPS) for left in range(STEPS + 1))
        yield from (since_us + SOON_US for since_us in self.too_soon_us.values())

    def draw(self, e: Easel, t: Table, now_us: int) -> None:
        """Draw the rings, and "Too soon!" where a hand slapped through one."""
        places = {sprite.name: sprite.box for sprite in e.sprites}
        rests = dict(self._live_again()) if not t.view["over"] else {}
        game_us, rearm_us = self.session.clock.now_us(), max(1, self.session.rearm_us)
        for seat, live_at_us in rests.items():
            passed = STEPS - max(0, -(-(live_at_us - game_us) * STEPS // rearm_us))
            if passed > 0:
                e.put(f"seat/{seat}/ring", places[f"seat/{seat}/paddle"], Ring(passed, STEPS), above=True)
        self.resting = frozenset(rests)
        for seat, since_us in self.too_soon_us.items():
            if since_us <= now_us < since_us + SOON_US:
                _draw_too_soon(e, seat, places[f"seat/{seat}"])

    def _live_again(self) -> Iterator[tuple[int, int]]:
        """Yield each seat whose paddle will come live by itself, and when, by the game's time."""
        session = self.session
        if session.over:
            return
        for seat in range(len(session.seats)):
            rest = session.rests_us(seat)
            if rest is not None:
                live_at_us, _ = rest
                yield seat, live_at_us


def upcoming(paddle: Box) -> Iterator[tuple[Art, int, int]]:
    """Yield every ring of a paddle, to be drawn ahead."""
    for passed in range(1, STEPS + 1):
        yield Ring(passed, STEPS), paddle.w, paddle.h


def _draw_too_soon(e: Easel, seat: int, place: Box) -> None:
    px = e.frame.px
    words = gettext("Too soon!")
    w = min(place.w, e.width(words, SMALL) + px(40))
    tag = Box(place.cx - w // 2, place.cy - px(32), w, px(64))
    e.panel(f"soon/{seat}/plate", tag, ALARM, INK, 255)
    e.text(f"soon/{seat}/words", words, tag.inset(px(6), px(4)), SMALL, words_on(ALARM), above=True)
