"""The places of the table's parts in any window. Pure: they follow from its size and the seats."""

from dataclasses import dataclass

from slamomatic.kit.easel import Box, Frame


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The table's fixed places, top to bottom."""

    title: Box
    lamp: Box
    units: Box
    board: Box
    headline: Box
    seats: tuple[Box, ...]
    prompt: Box
    rim: tuple[Box, Box, Box, Box]


def table(frame: Frame, seats: int, share: float, column: float = 0, own: int | None = None) -> TableLayout:
    """Return the places of a table with so many seats.

    `share`: how much of the height between the top and the prompt the seats get. `column`: how much of the
    width a column on the left gets, 0 for no column. It has the seat `own`, large and down to the window's
    edge; if `own` is None it has the board, and the seats get all of the height.
    """
    rim = max(4, frame.px(18))
    room = frame.box.inset(rim + frame.px(14), rim + frame.px(10))
    gap = frame.px(12)
    top_h, said_h, prompt_h = (
        max(frame.px(n), round(frame.text_px(28) * k)) for n, k in ((92, 2.3), (72, 2.5), (92, 2.2))
    )
    top, below = room.cut_top(top_h, gap)
    title, lamp, units = top.columns([30, 40, 30], gap)
    large = below
    if own is not None:
        large, below = below.columns([column, 1 - column], gap)
    middle, prompt = below.cut_bottom(prompt_h, gap)
    if column and own is None:
        board, middle = middle.columns([column, 1 - column], gap)
        said, row = middle.cut_top(said_h, gap)
    else:
        above, row = middle.cut_bottom(round((middle.h - said_h - 2 * gap) * share), gap)
        board, said = above.cut_bottom(said_h, gap)
    in_row = seats if own is None else seats - 1
    places = row.columns([1] * in_row, gap)
    if own is not None:
        places.insert(own, large)
    above, rest = frame.box.cut_top(rim)
    between, below = rest.cut_bottom(rim)
    edges = above, below, between.cut_left(rim)[0], between.cut_right(rim)[1]
    return TableLayout(title, lamp, units, board, said, tuple(places), prompt, edges)
