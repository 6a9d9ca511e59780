"""What the table shows besides its furniture: the looker's band, the big photo finish, the pause, tips."""

from __future__ import annotations

from collections.abc import Sequence

from slamomatic.face.chooser import Chooser
from slamomatic.face.model import Table
from slamomatic.kit.easel import BODY, LARGE, Easel
from slamomatic.kit.palette import ALARM, GOLD, PADDLE_COLOURS, PANEL, words_on
from slamomatic.screen import furniture
from slamomatic.screen.furniture import Button
from slamomatic.screen.layout import TableLayout
from slamomatic.words import gettext

LAST_LOOK_US = 2_500_000  # the last slap stays to be seen before the result
MOST_ENTRIES = 3


def around(at: int, count: int) -> list[int]:
    """The entries of the ring next to the cursor: few enough to be read."""
    if count <= MOST_ENTRIES:
        return list(range(count))
    return [(at + step) % count for step in (-1, 0, 1)]


def subtitle(t: Table) -> str:
    """Whose turn, and whether paddles at this table can see a touch."""
    turn = t.view["turn"]
    if t.memory.holding:
        return ""
    if t.view["over"]:
        return t.won(t.view["winners"])
    missing = [t.name(seat) for seat in t.view["asked"]]
    if missing and len(missing) < len(t.seats):
        return furniture.waiting(missing, [sits.name for sits in t.seats])
    return gettext("{seat}'s turn", seat=t.name(turn)) if turn is not None else gettext("everybody plays")


# --- the curtain ------------------------------------------------------------------------------------


def curtain_band(e: Easel, t: Table, looker: int, places: TableLayout) -> None:
    """Whose eyes only: where the title was, in the looker's colour."""
    colour = PADDLE_COLOURS[t.seats[looker].colour]
    e.panel("curtain", places.units, colour, None, 255)
    e.text(
        "curtain/words",
        gettext("{seat}'s eyes only!", seat=t.name(looker)),
        places.units.inset(e.frame.px(12)),
        LARGE,
        words_on(colour),
        above=True,
    )


# --- the pause --------------------------------------------------------------------------------------


def pause_menu(e: Easel, items: Sequence[Button], cursor: int, title: str, missing: str) -> None:
    """Over everything else; a missing unit says itself what to do."""
    e.scrim("pause/scrim", 190)
    rows = len(items) + 1
    line = max(e.frame.px(84), round(e.frame.text_px(BODY) * 2))
    height = min(e.frame.h - e.frame.px(24), rows * (line + e.frame.px(12)) + e.frame.px(40))
    box = e.frame.box.centred(min(round(e.frame.w * 0.7), e.frame.px(1100)), height)
    e.panel("pause/plate", box, PANEL, ALARM if missing else GOLD, 255)
    head, *places = box.inset(e.frame.px(30), e.frame.px(16)).rows(
        [2 if missing else 1.3, *[1] * len(items)], e.frame.px(10)
    )
    e.text("pause/title", missing or title, head, BODY if missing else LARGE, ALARM if missing else GOLD)
    for index, (item, place) in enumerate(zip(items, places, strict=True)):
        e.button(f"pause/{index}", item.words, place, item.wish, index == cursor, key=item.key)


# --- choices in pieces ------------------------------------------------------------------------------


def walk_pieces(chooser: Chooser, action: str) -> None:
    """Up and down go to another piece, the mark key takes it or puts it back."""
    piece = chooser.piece_pointed_at
    if piece is None:
        return
    if action == "mark":
        chooser.toggle(piece)
    else:
        chooser.piece = (chooser.piece + (1 if action == "down" else -1)) % len(chooser.pieces)
