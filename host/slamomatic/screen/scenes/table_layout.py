"""The places of the table's parts, for any window: pure functions of its size and the seats."""

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
    """Lay the table out; the seats take this share of the height between the top and the prompt.

    A `column` is a share of the width: there the seat `own` stands large on the left, down to the window's
    edge. Without one the board stands left of the seats, which get all of the height.
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
    places = row.columns([1] * (seats - (own is not None)), gap)
    if own is not None:
        places.insert(own, large)
    above, rest = frame.box.cut_top(rim)
    between, below = rest.cut_bottom(rim)
    edges = above, below, between.cut_left(rim)[0], between.cut_right(rim)[1]
    return TableLayout(title, lamp, units, board, said, tuple(places), prompt, edges)
