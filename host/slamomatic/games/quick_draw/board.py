"""The table of Quick Draw: one big sign that says wait or slap, the photo finish, rounds won as lamps."""

from slamomatic.face import parts, photo
from slamomatic.face.cards import CardArt
from slamomatic.face.model import Table
from slamomatic.face.paddle import Bulb
from slamomatic.games.quick_draw import art
from slamomatic.kit.easel import HUGE, LARGE, SMALL, Box, Easel
from slamomatic.kit.palette import CHALK, DARK, GOLD, INK, LIVE, MIST, PANEL, Rgb
from slamomatic.words import gettext

DECK = "quick-draw"
# Sizes of the words on the sign.
WAITING_SIZE = LARGE + 14
CALL_SIZE = HUGE
CALL_SIZE_ALONE = HUGE + 80  # with no picture beside the sign: it is seen from the door


def draw(e: Easel, t: Table, area: Box) -> None:
    """Draw the sign, as large as the table; beside it the photo finish, once hands have come down."""
    if not _has_picture(t):
        _sign(e, t, area)
        return
    left, right = area.columns([58, 42], e.frame.px(14))
    _sign(e, t, left)
    photo.panel(e, t, right)


def _has_picture(t: Table) -> bool:
    """Whether the photo finish is of this round: the last round's is not shown."""
    if t.photo is None or not t.photo.hits or t.view["steady"]:
        return False
    called = t.last.get("go")
    return called is None or not t.view["open"] or t.photo.go_us >= called["t_us"]


def _sign(e: Easel, t: Table, box: Box) -> None:
    """Draw the sign with its words and the round's number. It stands still until the call comes."""
    px = e.frame.px
    called = t.view["open"]
    ink: Rgb = INK if called else CHALK
    e.panel("sign/plate", box, LIVE if called else PANEL, GOLD if called else None, 255 if called else 200)
    room, caption = box.inset(px(20), px(12)).cut_bottom(parts.line_h(e))
    if not t.view["over"]:
        words = gettext("Round {round} of {rounds}", round=t.view["round"], rounds=t.options["rounds"])
        if t.view["round"] > t.options["rounds"]:
            words = gettext("Level! The next round decides.")
        e.text("sign/round", words, caption, SMALL, ink if called else MIST)
    h = min(room.h, round(room.w * 0.45))
    card, said = room.cut_left(round(h * 5 / 7), px(20))
    sign = art.SLAP if called else art.WAIT
    rests = not called and not t.view["steady"]
    e.put("sign/card", card.centred(card.w, h), CardArt(DECK, sign, faded=rests))
    call_size = CALL_SIZE_ALONE if said.w > box.w * 0.6 else CALL_SIZE
    e.text("sign/words", _words(t), said, call_size if called else WAITING_SIZE, ink)


def _words(t: Table) -> str:
    """Return the words on the sign."""
    if t.view["over"]:
        return gettext("Finished!")
    if t.view["open"]:
        return gettext("SLAP!")
    return gettext("Wait for it …") if t.view["steady"] else gettext("Hands up!")


def seat(e: Easel, t: Table, seat: int, box: Box) -> None:
    """Draw a lamp for each round won, and a dark one for each that is still needed to win for certain."""
    won = t.view["scores"][seat]
    lamps = max(won, t.options["rounds"] // 2 + 1)
    gap = e.frame.px(6)
    sides = {rows: min(_lamp_side(box, lamps, rows, gap), e.frame.px(64)) for rows in (1, 2)}
    rows, side = max(sides.items(), key=lambda way: way[1])  # one row where that is as large
    in_row = -(-lamps // rows)
    top = box.cy - (side * rows + gap * (rows - 1)) // 2
    for index in range(lamps):
        row, at = divmod(index, in_row)
        place = Box(box.x + at * (side + gap), top + row * (side + gap), side, side)
        e.put(f"seat/{seat}/won/{index}", place, Bulb(GOLD if index < won else DARK))


def _lamp_side(box: Box, lamps: int, rows: int, gap: int) -> int:
    """Return how large the lamps may be if they stand in this number of rows."""
    in_row = -(-lamps // rows)
    return min((box.w - gap * (in_row - 1)) // in_row, (box.h - gap * (rows - 1)) // rows)


def status(t: Table, seat: int) -> tuple[str, bool]:
    """Return a player's last line: too soon, or the rounds won. It is never lit (False)."""
    if t.view["soon"][seat]:
        return gettext("too soon!"), False
    return parts.points(t.view["scores"][seat]), False
