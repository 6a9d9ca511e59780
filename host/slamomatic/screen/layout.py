"""Where the furniture of the table stands, for any window: pure functions of its size and the seats."""

from __future__ import annotations

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


def table(frame: Frame, seats: int, seats_share: float) -> TableLayout:
    rim = max(4, frame.px(18))
    room = frame.box.inset(rim + frame.px(14), rim + frame.px(10))
    gap = frame.px(12)
    top_h, said_h, prompt_h = (
        max(frame.px(n), round(frame.text_px(28) * k)) for n, k in ((92, 2.3), (72, 2.5), (92, 2.2))
    )
    top = Box(room.x, room.y, room.w, top_h)
    prompt = Box(room.x, room.bottom - prompt_h, room.w, prompt_h)
    middle = Box(room.x, top.bottom + gap, room.w, prompt.y - top.bottom - 2 * gap)
    seats_h = round((middle.h - said_h - 2 * gap) * seats_share)
    row = Box(middle.x, middle.bottom - seats_h, middle.w, seats_h)
    said = Box(middle.x, row.y - gap - said_h, middle.w, said_h)
    board = Box(middle.x, middle.y, middle.w, said.y - gap - middle.y)
    title, lamp, units = top.columns([31, 38, 31], gap)
    w, h = frame.w, frame.h
    return TableLayout(
        title,
        lamp,
        units,
        board,
        said,
        tuple(row.columns([1] * seats, gap)),
        prompt,
        (
            Box(0, 0, w, rim),
            Box(0, h - rim, w, rim),
            Box(0, rim, rim, h - 2 * rim),
            Box(w - rim, rim, rim, h - 2 * rim),
        ),
    )
