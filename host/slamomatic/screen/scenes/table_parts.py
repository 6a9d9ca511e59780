"""Parts of every game's table: the lamp that says live or dark, the units, the seats and the buttons."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from slamomatic.face import parts
from slamomatic.face.face import Face
from slamomatic.face.faces import face_of_view, title_of
from slamomatic.face.model import Table
from slamomatic.face.paddle import Bulb, PaddleArt, SeatMark
from slamomatic.kit import key_places
from slamomatic.kit.easel import BODY, LARGE, SMALL, Box, Easel
from slamomatic.kit.palette import (
    ALARM,
    CHALK,
    DARK,
    DARK_WORDS,
    GOLD,
    LIVE,
    MIST,
    NIGHT,
    PADDLE_COLOURS,
    PANEL,
    Rgb,
    live_plate,
    mix,
)
from slamomatic.kit.surfaces import Felt
from slamomatic.table.seats import Seat
from slamomatic.words import gettext, listed, ngettext

NAME = 36  # the size of a player's name at 1080p
LOW = 1.9  # a seat that is at least so many times as wide as high is a low one
FEW_NAMES = 3  # of more players, the others are named
MOST_READY = 2  # so many names fit beside the lamp
WORD_AFTER_NUMBER = re.compile(r"(?<=\d)\D+$")


# A pressed target has a wish: a function to call, a card (`Pick`), or one of these two.
@dataclass(frozen=True, slots=True)
class Choose:
    """The wish to choose this entry of the ring."""

    entry: int


@dataclass(frozen=True, slots=True)
class Tap:
    """The wish to slap the paddle that is drawn for this seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class Button:
    """One thing that can be pressed now, as the prompt shows it."""

    words: str
    wish: object
    key: str = ""
    lit: bool = False
    optional: bool = False  # it may be left out where there is no room
    hint: str = ""  # the words beside the buttons if it is left out


def hands_to_lift(down: Sequence[str], everybody: Sequence[str]) -> str:
    """Ask these players to lift their hands; if they are many, name those who need not."""
    if len(down) <= FEW_NAMES:
        return ngettext("Lift your hand, {names}!", "Hands off, {names}!", len(down), names=listed(down))
    if others := _others(down, everybody):
        return gettext("Lift your hands! (not {names})", names=others)
    return gettext("Lift your hands, everybody!")


def only_some_live(live: Sequence[str], everybody: Sequence[str]) -> str:
    """Name the players whose paddles are live; if they are many, the others, or how many they are."""
    dark = len(everybody) - len(live)
    if len(live) <= MOST_READY:
        return gettext("READY: {names}", names=listed(live))
    if dark <= MOST_READY:
        return gettext("READY (without {names})", names=_others(live, everybody))
    return gettext("READY: {n} of {count}", n=len(live), count=len(everybody))


def waiting(missing: Sequence[str], everybody: Sequence[str]) -> str:
    """Name the players who have not slapped yet; if they are many, those who have."""
    if len(missing) <= FEW_NAMES:
        return gettext("not yet: {names}", names=listed(missing))
    return gettext("waiting for all but {names}", names=_others(missing, everybody))


def _others(some: Sequence[str], everybody: Sequence[str]) -> str:
    return listed([name for name in everybody if name not in some])


def cloth_of(face: Face) -> Felt:
    """Return the cloth of this game's table, darker at its edges."""
    return Felt(face.cloth, mix(face.cloth, NIGHT, 0.62))


def lamp(e: Easel, t: Table, box: Box) -> None:
    """Draw the lamp: whether paddles are live, in words, and whose hands keep them dark."""
    words, sub, light, ink = lamp_words(t)
    above, below = box.rows([1, 1]) if sub else (box, box)
    size, side, gap = (38 if sub else 50), min(above.h, e.frame.px(44)), e.frame.px(10)
    wide = e.width(words, size, Box(0, 0, above.w - side - gap, above.h))
    left = above.cx - (side + gap + wide) // 2
    e.put("lamp/bulb", Box(left, above.y + (above.h - side) // 2, side, side), Bulb(light))
    e.text("lamp/words", words, Box(left + side + gap, above.y, wide, above.h), size, ink, "left")
    if sub:
        e.text("lamp/why", sub, below, SMALL, ink)


def lamp_words(t: Table) -> tuple[str, str, Rgb, Rgb]:
    """Return the lamp's words, a smaller line below ("": none), and the colours of light and words."""
    live = [seat for seat, on in enumerate(t.view["live"]) if on]
    playing = [seat for seat, gone in enumerate(t.view["gone"]) if not gone]
    paddles = [sits.paddle_name.capitalize() for sits in t.seats]
    down = [paddles[seat] for seat, is_down in enumerate(t.view["down"]) if is_down]
    hands = hands_to_lift(down, paddles) if down else ""
    if t.view["over"]:
        return gettext("GAME OVER"), "", GOLD, GOLD
    if live and face_of_view(t.view).holds_back(t.view):
        return gettext("GET SET"), hands, GOLD, GOLD
    if live and set(playing) <= set(live):
        return gettext("READY"), hands, LIVE, LIVE
    if live:
        return only_some_live([paddles[seat] for seat in live], paddles), hands, LIVE, LIVE
    return gettext("HANDS UP"), hands or gettext("wait…"), DARK, DARK_WORDS


def title(e: Easel, t: Table, box: Box, sub: str) -> None:
    above, below = box.rows([1, 1])
    e.text("title/game", title_of(t.game), above, 38, GOLD, "left")
    e.text("title/sub", sub, below, SMALL, MIST, "left")


def accuracy(e: Easel, words: tuple[str, Rgb], box: Box) -> None:
    """Draw the words about the units' accuracy in the corner; words about a fault get a plate."""
    if words[1] == ALARM:
        e.panel("units", box.inset(-e.frame.px(8), 0))
    e.text("units/words", words[0], box, SMALL, words[1], "right")


def units(e: Easel, words: tuple[str, Rgb], box: Box) -> None:
    """Draw the words about the units on a plate: their accuracy, and their faults."""
    e.panel("units", box)
    e.text("units/words", words[0], box.inset(e.frame.px(10), e.frame.px(4)), SMALL, words[1], "left")


def seat_panel(e: Easel, t: Table, face: Face, seat: int, box: Box) -> None:
    """Draw one player's place: name, paddle, what the game puts there, and a last line.

    The last line has the game's status, and what slaps for this seat ("bot", "key Q"). Where both don't fit,
    the key keeps its place longest: "key Q" becomes "Q", then "3 cards" becomes "3".
    """
    px = e.frame.px
    sits: Seat = t.seats[seat]
    turn = t.view["turn"] == seat and not t.view["over"]
    live = bool(t.view["live"][seat]) and not t.view["over"]
    gone = bool(t.view["gone"][seat])
    colour = PADDLE_COLOURS[sits.colour]
    plate = live_plate(colour) if live else PANEL
    e.panel(f"seat/{seat}", box, plate, GOLD if turn else mix(plate, colour, 0.5), 240, 26)
    head, paddle, rest, foot = _seat_places(e, face, box.inset(px(14), px(10)))
    mark_w = min(head.h, head.w // 4, px(48))
    mark, name = head.cut_left(mark_w, px(10))
    e.put(f"seat/{seat}/mark", mark.centred(mark_w, mark_w), SeatMark(sits.colour))
    rgb = GOLD if turn else CHALK if not gone else DARK_WORDS
    words = sits.name
    if sits.handicap_ms:
        words = gettext("{name}, head start", name=words)
    if e.narrowest(words, NAME) > name.w:
        words = e.cut(sits.name, name.w, size=NAME)  # the head start stands in the start scene too
    e.text(f"seat/{seat}/name", words, name, NAME, rgb, "left")
    status, lit = face.status(t, seat)
    out = bool(face.out) and t.view[face.out][seat]
    mark_on_paddle = "away" if gone else "out" if out else t.marks.get(seat, "")
    down, waits = bool(t.view["down"][seat]), face.holds_back(t.view)
    art = PaddleArt(sits.colour, live and not gone, down, mark_on_paddle, waits)
    e.put(f"seat/{seat}/paddle", paddle.moved(0, paddle.h // 8) if t.jerks == seat else paddle, art)
    if seat in t.seats_on_keys and not sits.bot:
        e.target(paddle, Tap(seat), f"seat/{seat}/paddle")
    face.seat(e, t, seat, rest)
    tag, gap = _tag(t, seat), px(30)
    spare = foot.w - e.width(tag, SMALL) - gap
    if tag and e.width(status, SMALL) > spare:
        tag = slap_key(t, seat) or tag
        spare = foot.w - e.width(tag, SMALL) - gap
    if tag and e.width(status, SMALL) > spare:
        status = WORD_AFTER_NUMBER.sub("", status)
    beside, own = foot, foot
    if tag and status and e.width(status, SMALL) <= spare:
        beside, own = foot.cut_right(e.width(status, SMALL) + px(16), gap - px(16))  # large print grows
    e.text(f"seat/{seat}/status", status, own, SMALL, GOLD if lit else CHALK, "right")
    if tag and e.width(status, SMALL) <= spare:
        e.text(f"seat/{seat}/tag", tag, beside, SMALL if t.seats[seat].bot else BODY, MIST, "left")


def _seat_places(e: Easel, face: Face, inner: Box) -> tuple[Box, Box, Box, Box]:
    """Return the places of a seat's name, its paddle, what the game puts there, and the last line.

    A wide seat has its paddle in a column beside the cards, a low one beside all lines of words. Any other
    has it beside the cards if the game gives it a share (`paddle_share`), else small, beside the name.
    """
    px = e.frame.px
    line_h = round(e.frame.text_px(SMALL) * 1.3)
    name_h = max(px(48 if face.paddle_share else 60), line_h)
    # Wide enough for a key and points beside each other; in a small window words are larger.
    beside = inner.w - max(px(240), e.width(f"{_key('M')} {parts.points(99)}", SMALL) + px(28))
    if not face.paddle_share and beside >= inner.h * 0.71:
        # A wide seat, as with few players: the cards get the whole height.
        column, rest = inner.cut_right(beside, px(12))
        head, below = column.cut_top(max(px(48), line_h))
        between, foot = below.cut_bottom(line_h)
        side = min(between.w, between.h - px(16), px(210))
        return head, between.centred(side, side), rest, foot
    if face.paddle_share and inner.w >= LOW * inner.h:
        # A low seat: the paddle gets the whole height.
        side = min(inner.h, round(inner.w * face.paddle_share))
        paddle, column = inner.cut_left(side, px(14))
        head, below = column.cut_top(line_h, px(4))
        rest, foot = below.cut_bottom(line_h, px(8) - px(4))
        return head, paddle.centred(side, side), rest, foot
    head, below = inner.cut_top(name_h, px(4))
    rest, foot = below.cut_bottom(line_h, px(8) - px(4))
    if face.paddle_share:
        side = min(rest.h, round(rest.w * face.paddle_share), px(190))
        paddle, rest = rest.cut_left(side, px(12))
        return head, paddle.centred(side, side), rest, foot
    head, paddle = head.cut_right(head.h, px(6))
    return head, paddle, rest, foot


def _tag(t: Table, seat: int) -> str:
    """Say what slaps for this seat: a bot or a key; "" for a paddle."""
    if t.seats[seat].bot:
        return gettext("bot")
    key = slap_key(t, seat)
    return _key(key) if key else ""


def _key(key: str) -> str:
    return gettext("key {key}", key=key)


def slap_key(t: Table, seat: int) -> str:
    """Return the label of the key that this seat slaps with; "" if it has a paddle."""
    colour = t.seats[seat].colour
    on_keys = seat in t.seats_on_keys and colour < len(t.keys)
    return key_places.label(t.keys[colour]) if on_keys else ""


def headline(e: Easel, words: str, seat: Seat | None, box: Box, alarm: bool = False) -> None:
    """Draw the one sentence about what happened, if any, with the mark of the player it is about."""
    if not words:
        return
    room = box.inset(e.frame.px(28), e.frame.px(2))
    beside = room.h + e.frame.px(8) if seat is not None else 0
    # Mark and sentence stand in the middle together, on a plate that is as wide as they are.
    wide = e.width(words, LARGE, Box(0, 0, room.w - beside, room.h))
    left = room.x + (room.w - beside - wide) // 2
    plate = Box(left, box.y, beside + wide, box.h).inset(-e.frame.px(28), 0)
    e.panel("headline", plate, (70, 24, 22) if alarm else PANEL, ALARM if alarm else None)
    if seat is not None:
        mark = Box(left, room.y, room.h, room.h).inset(e.frame.px(4))
        e.put("headline/mark", mark, SeatMark(seat.colour))
    e.text("headline/words", words, Box(left + beside, room.y, wide, room.h), LARGE, CHALK, "left")


def prompt(e: Easel, hint: str, buttons: Sequence[Button], box: Box) -> None:
    """Draw the buttons on the right, and left of them a hint about the keys.

    The hint gives way first: as much of it is drawn as fits whole lines, and none where buttons need all.
    """
    room, gap = box.inset(0, e.frame.px(8)), e.frame.px(10)
    hint_needs_w = e.width(hint, SMALL, room) + e.frame.px(20)
    least_w = min(max(round(box.w * 0.24), hint_needs_w), round(box.w * 0.3)) if buttons else box.w
    left_w = room.w - sum(_width(e, button) + gap for button in buttons if not button.optional)
    if buttons and left_w < least_w:
        hint, least_w = "", 0
    shown = _with_room(e, buttons, room.w - least_w, gap)
    lines = [hint, *(b.hint for b in buttons if b.hint and b not in shown)] if least_w else []
    words = "\n".join(line for line in lines if line)
    words = words if words.count("\n") < 2 else hint  # three lines never fit
    # Words may be longer in another language: the hint gets the room that buttons leave free.
    free_w = room.w - sum(_width(e, button) + gap for button in shown)
    needed_w = e.width(words, SMALL, room) + e.frame.px(20)
    hint_w = max(least_w, min(needed_w, free_w))
    _, row = room.cut_left(hint_w)
    words_box = Box(room.x + e.frame.px(8), room.y, hint_w - e.frame.px(16), room.h)
    while words and not e.fits(words, SMALL, words_box):
        words = words.rpartition("\n")[0]  # leave out the last line: half a line says nothing
    e.text("prompt/hint", words, words_box, SMALL, MIST, "left")
    if not buttons:
        return
    widths = [float(_width(e, button)) for button in shown]
    too_wide = sum(widths) + gap * len(shown) - row.w
    if too_wide > 0:
        widths[widths.index(max(widths))] -= too_wide  # the longest words get a second line
    spare = max(0.0, row.w - gap * len(shown) - sum(widths))  # few buttons stay small
    places = row.columns([spare, *widths] if spare else widths, gap)
    for index, (button, place) in enumerate(zip(shown, places[-len(shown) :], strict=True)):
        e.button(f"prompt/{index}", button.words, place, button.wish, button.lit, BODY, button.key)


def _with_room(e: Easel, buttons: Sequence[Button], row_w: int, gap: int) -> list[Button]:
    """Return the buttons that fit this row, always with the lit one; leave out optional ones first.

    Two are left in any case. The last optional one goes first, but rather one that makes enough room alone.
    One with a hint goes after those without: neighbours of the cursor come back when it walks.
    """
    shown = list(buttons)
    while len(shown) > 2 and (too_wide := sum(_width(e, b) + gap for b in shown) - row_w) > 0:
        optional = sorted((b for b in reversed(shown) if b.optional), key=lambda b: bool(b.hint))
        enough = [b for b in optional if _width(e, b) + gap >= too_wide]
        shown.remove(next(iter(enough or optional), next(b for b in shown if not b.lit)))
    return shown


def _width(e: Easel, button: Button) -> int:
    """Return the width of a button with its words and its key."""
    return e.width(button.words, BODY) + (e.width(button.key, SMALL) if button.key else 0) + e.frame.px(40)
