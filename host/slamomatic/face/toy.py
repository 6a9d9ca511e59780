"""The toy on the table: a base with the hands that lie on it."""

from slamomatic.face.model import Table
from slamomatic.face.paddle import StackedHand, ToyBase
from slamomatic.kit.easel import LARGE, SMALL, Box, Easel
from slamomatic.kit.palette import CHALK
from slamomatic.kit.surfaces import Glow
from slamomatic.words import gettext


def hand_size(base: Box) -> int:
    return round(base.h * 0.62)


def draw(e: Easel, t: Table, box: Box) -> None:
    """The four coloured hands: each one that slapped lies on those that slapped before, the last on top."""
    base = box.fit(1)
    e.put("toy/shadow", base.inset(-base.w // 9), Glow((0, 0, 0), 235), above=True)
    e.put("toy/base", base, ToyBase(tuple(sits.colour for sits in t.seats)))
    order = list(t.slap_order)
    if t.loser is not None and t.loser not in order:
        order.append(t.loser)  # too late for the order, but the loser lies on top, as on the toy
    if not order:
        if not t.view["open"] and base.w < e.frame.px(240):
            return  # too small for words, and it says by itself what it is
        words = gettext("All must\nslap!" if t.view["open"] else "Hands\nland here")
        size = LARGE if t.view["open"] else SMALL
        e.text("toy/empty", words, base.inset(base.w // 6), size, CHALK, above=True)
        return
    size = hand_size(base)
    spread = min(size // 3, (base.w - size) // max(1, len(order) - 1)) if len(order) > 1 else 0
    left = base.cx - (size + spread * (len(order) - 1)) // 2
    for layer, seat in enumerate(order):
        rise = (1 - layer / (len(order) - 1)) * 0.8 if len(order) > 1 else 0.5
        where = Box(left + spread * layer, base.y + round((base.h - size) * rise), size, size)
        top = layer == len(order) - 1 and seat == t.loser
        e.put(f"toy/{seat}", where, StackedHand(t.seats[seat].colour, top), above=True)
