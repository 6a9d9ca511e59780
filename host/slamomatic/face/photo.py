"""The photo finish: a time line of the last slap, as exact as its paddles are."""

from collections.abc import Sequence

from slamomatic.engine.photo import Hit, PhotoFinish
from slamomatic.face import parts
from slamomatic.face.hand_speed import speed_of
from slamomatic.face.model import Table
from slamomatic.face.paddle import SeatMark
from slamomatic.kit.easel import BODY, LARGE, SMALL, Box, Easel
from slamomatic.kit.palette import ALARM, CHALK, GOLD, MIST, PANEL
from slamomatic.kit.surfaces import Fill
from slamomatic.words import COARSE_US, duration, gettext, number

LARGER = (80, 66, 54, LARGE, BODY)
LINE = 1.3  # the height of a line, as a multiple of its text's
COLUMNS = 2  # of hands where one column has no room for all
AXIS = 1.6  # the height of the time line, as a multiple of a line's


def words_of_time(t: Table, photo: PhotoFinish, hit: Hit) -> str:
    """Return how long after the call this hand came, or after the first hand where nothing called.

    The time has as many digits as the clocks are good for.
    """
    after_us = hit.t_us - photo.go_us
    if photo.by_screen and not t.seats[hit.seat].bot:
        after_us -= t.screen_us
    seats = {hit.seat, photo.hits[0].seat if photo.opener is None else photo.opener}
    good_to_us = max(map(t.good_to_us, seats))
    coarse = any(t.good_to_us(seat) >= COARSE_US for seat in range(len(t.seats)))  # one unit at one table
    if coarse and photo.window_us:  # the verdict beside it says how many milliseconds were too few
        good_to_us, coarse = COARSE_US - 1, False
    return f"{'-' if after_us < 0 else '+'}{duration(abs(after_us), good_to_us, coarse)}"


def verdict(t: Table, photo: PhotoFinish) -> str:
    """Return why nobody lost, because hands were too close to call; "": somebody did."""
    if not any(hit.seat in t.clumped for hit in photo.hits):
        return ""
    if not photo.window_us:
        return gettext("too close to call")
    round_ms = number(photo.window_us / 1000, 0 if photo.window_us >= 1000 else 1)  # 8 ms, 0.5 ms
    return gettext("closer than {time}: a tie", time=gettext("{milliseconds} ms", milliseconds=round_ms))


def largest_text(e: Easel, rows: int, room: Box) -> int:
    """Return the largest size of text at which the time line and so many rows fit into the room."""
    for size in LARGER:
        tall = round(e.frame.text_px(size) * LINE) * (rows + 2)  # two more: the time line and its distance
        if tall <= room.h and e.width("Montgomery +9 999.999 ms", size) + e.frame.px(90) <= room.w:
            return size
    return SMALL


def panel(e: Easel, t: Table, box: Box) -> None:
    """Draw the photo finish on a panel as high as it needs to be; nothing while it has nothing to compare."""
    photo = t.photo
    if photo is None or not (photo.shows_times or _is_missing(t, photo)):
        return
    px = e.frame.px
    head_h = round(e.frame.text_px(SMALL) * LINE)
    room = box.inset(px(18), px(10))
    size = largest_text(e, len(t.seats), room.cut_top(head_h, px(4))[1])
    rows = len(photo.hits) + 1  # one more, for a loser who has not slapped
    needs_h = head_h + px(4) + round(e.frame.text_px(size) * LINE * (rows + AXIS)) + px(34)
    box, _ = box.cut_top(min(box.h, needs_h))
    e.panel("photo", box, PANEL)
    head, below = box.inset(px(18), px(10)).cut_top(head_h, px(4))
    title, tie = gettext("Photo finish"), verdict(t, photo)
    wanted = len(photo.hits) + _is_missing(t, photo)
    if not tie and COLUMNS * _cut_axis(e, below, size)[2] < wanted:
        below = head.around(below)  # a hand matters more than the title
    # The reason of a tie matters more than the title.
    elif not tie or e.width(title, SMALL) + e.width(tie, SMALL) < head.w:
        e.text("photo/head", title, head, SMALL, GOLD, "left")
    e.text("photo/verdict", tie, head, SMALL, ALARM, "right")
    lines(e, t, photo, below, size=size)


def _is_missing(t: Table, photo: PhotoFinish) -> bool:
    """Return whether the loser's hand did not come; until the slap is over a late one still may."""
    over = photo.over or t.view["over"]
    return t.loser is not None and over and all(hit.seat != t.loser for hit in photo.hits)


def lines(
    e: Easel,
    t: Table,
    photo: PhotoFinish,
    room: Box,
    cursor_us: int | None = None,
    tag: str = "photo",
    size: int = SMALL,
) -> None:
    """Draw the time line, and below it each hand with its time.

    `cursor_us`: how far a replay has come, None without one; `tag`: the first part of the names of all parts.
    """
    line_h = round(e.frame.text_px(size) * LINE)
    axis, rows, fit = _cut_axis(e, room, size)
    _axis(e, t, photo, axis, cursor_us, tag)
    missing = _is_missing(t, photo)
    missing_lines = 1 if missing else 0
    columns = 1 if len(photo.hits) + missing_lines <= fit else COLUMNS
    # If there is too little room, the loser's line stays: everybody looks for that one.
    hits = photo.hits[: max(1, fit * columns - missing_lines)]
    gap = e.frame.px(24) if columns > 1 else 8  # a time must not touch the next column's mark
    cells = _cells(rows, len(hits) + missing_lines, columns, line_h, gap)
    if missing and t.loser is not None and cursor_us is None and len(cells) <= fit * columns:
        _missing(e, t, t.loser, cells[-1], f"{tag}/missing", size)
    for index, (hit, place) in enumerate(zip(hits, cells, strict=False)):
        if cursor_us is None or hit.t_us <= cursor_us:  # a replay shows no name before its hand
            _row(e, t, photo, hit, place, f"{tag}/{index}", size)


def _cut_axis(e: Easel, room: Box, size: int) -> tuple[Box, Box, int]:
    """Cut the time line off the top of the room. Return it, the rest, and how many rows fit there."""
    line_h = round(e.frame.text_px(size) * LINE)
    axis, rows = room.cut_top(round(line_h * AXIS), e.frame.px(6))
    return axis, rows, max(1, rows.h // line_h)


def _cells(rows: Box, count: int, columns: int, line_h: int, gap: int) -> list[Box]:
    """Return the places of so many lines, column by column."""
    in_column = -(-count // columns)  # rounded up
    width = rows.w // columns
    return [
        Box(rows.x + (i // in_column) * width, rows.y + (i % in_column) * line_h, width - gap, line_h)
        for i in range(count)
    ]


def _axis(e: Easel, t: Table, photo: PhotoFinish, box: Box, cursor_us: int | None, tag: str) -> None:
    """Draw the time line: the call, a badge for each hand at its time, and how far a replay has come."""
    first = min(photo.go_us, photo.hits[0].t_us)
    span = max(1000, photo.hits[-1].t_us - first)
    mark = box.h - e.frame.px(10)
    left, width = box.x + mark // 2, box.w - mark
    thick = max(2, e.frame.px(4))
    e.put(f"{tag}/line", Box(left, box.cy - thick // 2, width, thick), Fill(MIST))
    if photo.opener is None:
        # The screen called these hands: its own moment is the start of the line.
        e.put(f"{tag}/go", Box(left, box.y, thick, box.h), Fill(GOLD))
    times = [left + round(width * (hit.t_us - first) / span) for hit in photo.hits]
    for index, (hit, x) in enumerate(
        zip(photo.hits, spread_apart(times, mark // 2, left + width), strict=True)
    ):
        if cursor_us is None or hit.t_us <= cursor_us:
            place = Box(x - mark // 2, box.cy - mark // 2, mark, mark)
            e.put(f"{tag}/at/{index}", place, SeatMark(t.seats[hit.seat].colour), above=True)
    if cursor_us is not None:
        x = left + round(width * min(1.0, max(0.0, (cursor_us - first) / span)))
        e.put(f"{tag}/now", Box(x - thick // 2, box.y, thick, box.h), Fill(GOLD), above=True)


def spread_apart(places: Sequence[int], least: int, last: int) -> list[int]:
    """Return places in the same order, but at least `least` from each other, and none beyond `last`."""
    spread: list[int] = []
    for x in places:
        spread.append(x if not spread else max(x, spread[-1] + least))
    return [min(x, last - least * (len(spread) - 1 - index)) for index, x in enumerate(spread)]


def _line_start(
    e: Easel, t: Table, seat: int, words_w: int, box: Box, tag: str, size: int
) -> tuple[Box, str]:
    """Draw the badge and name at the start of a hand's line; the loser's line stands out.

    Returns the place of the words that follow, and at which side of it they stand. If the name and `words_w`
    don't fit, there is only the badge.
    """
    if seat == t.loser:
        e.panel(f"{tag}/last", box.inset(-e.frame.px(6), 0), (84, 22, 20), ALARM, 255, 12)
    beside = parts.beside_mark(e, t, f"{tag}/mark", seat, box, round(box.h * 0.86), e.frame.px(10))
    name, place = beside.columns([5, 6])
    if place.w < words_w:
        return beside, "left"  # too narrow for the name: the mark beside it says who
    e.text(f"{tag}/name", t.name(seat), name, size, CHALK, "left")
    return place, "right"


def _missing(e: Easel, t: Table, seat: int, box: Box, tag: str, size: int) -> None:
    """Draw the line of a loser who had not slapped when the slap was over."""
    words = gettext("not in time")
    place, align = _line_start(e, t, seat, e.width(words, size), box, tag, size)
    e.text(f"{tag}/words", words, place, size, ALARM, align)


def _row(e: Easel, t: Table, photo: PhotoFinish, hit: Hit, box: Box, tag: str, size: int) -> None:
    """Draw the line of one hand: its name, its time, and its speed if that is known and fits."""
    time, align = _line_start(e, t, hit.seat, e.width("+9999.999 ms", size), box, tag, size)
    # Without a call the clock starts at the first hand, so that hand has no time.
    starts = photo.opener is None and hit.t_us == photo.go_us
    words = gettext("slapped") if starts or hit.seat == photo.opener else words_of_time(t, photo, hit)
    speed = speed_of(hit.way_us, hit.way_error_us, t.travel)
    if speed is not None:
        longer = f"{words}, {speed}"
        if e.width(longer, size) <= time.w:
            words = longer
    first = hit == photo.hits[0] and hit.t_us >= photo.go_us and hit.seat not in t.clumped
    rgb = ALARM if hit.seat == t.loser else GOLD if first else CHALK
    e.text(f"{tag}/time", words, time, size, rgb, align, figures=True)
