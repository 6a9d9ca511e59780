"""Where the furniture of the table stands, for any window: pure functions of its size and the seats."""

from dataclasses import dataclass

from slamomatic.kit.geometry import Box, Frame


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


@dataclass(frozen=True, slots=True)
class Shares:
    """How much of the room the board and the seats take."""

    seats: float  # of the height between the top and the prompt
    board_column: float = 0  # of the width: the board stands left of the seats, which get all of the height
    own: int | None = None  # this seat stands large on the left, down to the window's edge
    own_width: float = 0


def table(frame: Frame, seats: int, shares: Shares) -> TableLayout:
    rim = max(4, frame.px(18))
    room = frame.box.inset(rim + frame.px(14), rim + frame.px(10))
    gap = frame.px(12)
    top_h, said_h, prompt_h = (
        max(frame.px(n), round(frame.text_px(28) * k)) for n, k in ((92, 2.3), (72, 2.5), (92, 2.2))
    )
    top, below = room.cut_top(top_h, gap)
    title, lamp, units = top.columns([30, 40, 30], gap)
    own = None
    if shares.own is not None:
        own, below = below.columns([shares.own_width, 1 - shares.own_width], gap)
    middle, prompt = below.cut_bottom(prompt_h, gap)
    if shares.board_column and own is None:
        board, middle = middle.columns([shares.board_column, 1 - shares.board_column], gap)
        said, row = middle.cut_top(said_h, gap)
    else:
        above, row = middle.cut_bottom(round((middle.h - said_h - 2 * gap) * shares.seats), gap)
        board, said = above.cut_bottom(said_h, gap)
    places = row.columns([1] * (seats - (own is not None)), gap)
    if own is not None and shares.own is not None:
        places.insert(shares.own, own)
    above, rest = frame.box.cut_top(rim)
    between, below = rest.cut_bottom(rim)
    edges = above, below, between.cut_left(rim)[0], between.cut_right(rim)[1]
    return TableLayout(title, lamp, units, board, said, tuple(places), prompt, edges)
