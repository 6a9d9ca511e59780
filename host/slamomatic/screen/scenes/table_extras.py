"""What the table shows besides its furniture: the looker's band, the big photo finish, the pause, tips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from slamomatic.games.vocabulary import Json
from slamomatic.screen import furniture
from slamomatic.screen.art.paddle import PaddleArt, StackedHand, ToyBase
from slamomatic.screen.boards import photo as photo_board
from slamomatic.screen.boards.hands_down import hand_size
from slamomatic.screen.boards.model import Board, Table
from slamomatic.screen.chooser import Chooser
from slamomatic.screen.easel import BODY, LARGE, SMALL, Easel
from slamomatic.screen.furniture import Button
from slamomatic.screen.happenings import COMMON_SAYS, NOTHING_OPEN, TIME_UP
from slamomatic.screen.layout import TableLayout
from slamomatic.screen.palette import ALARM, GOLD, MIST, PADDLE_COLOURS, PANEL, words_on
from slamomatic.screen.sprites import Art, Sprite
from slamomatic.table.photo import PhotoFinish

LAST_LOOK_US = 2_500_000  # the last slap stays to be seen before the result
REPLAY_US = 4_000_000  # how long the slow motion takes
MOST_ENTRIES = 3


def around(at: int, count: int) -> list[int]:
    """The entries of the ring next to the cursor: few enough to be read."""
    if count <= MOST_ENTRIES:
        return list(range(count))
    return [(at + step) % count for step in (-1, 0, 1)]


def subtitle(t: Table) -> str:
    """Whose turn, and whether paddles at this table can see a touch."""
    turn = t.view["turn"]
    if t.view["over"]:
        return won(t, t.view["winners"])
    missing = [t.name(seat) for seat in t.view["asked"]]
    if missing and len(missing) < len(t.seats):
        return "waiting for " + furniture.several(missing, [sits.name for sits in t.seats])
    return f"{t.name(turn)}'s turn" if turn is not None else "everybody plays"


def won(t: Table, winners: Sequence[int]) -> str:
    """Who has won, in words; several share it, of an abandoned game nobody has."""
    names = " and ".join(t.name(seat) for seat in winners)
    return f"{names} win{'s' * (len(winners) == 1)}" if names else "nobody wins"


def common_words(t: Table, effect: Json, disputed: bool) -> str:
    """What every game says alike."""
    what = effect["what"]
    if (
        what == "void" and not effect["open"]
    ):  # who lost a unit hears of the unit, who pressed a key of the slap
        return NOTHING_OPEN if disputed else ""
    # A clock that ran out and the end it brings come at once: one sentence for both.
    words = TIME_UP if what == "over" and "time-up" in t.last else COMMON_SAYS.get(what, "")
    return words.format(seat=t.name(effect.get("seat")), won=won(t, effect.get("winners", ())))


def tip(t: Table, board: Board) -> str:
    """The first round explains itself: the first sentence whose public fact holds now."""
    for fact, words in board.TIPS:
        if fact(t.view):
            return words
    return ""


def paddles_soon(sprites: Sequence[Sprite]) -> list[tuple[Art, int, int]]:
    """Every paddle as it may look at the next slap: drawn ahead, a slap is shown in the very next frame."""
    soon: list[tuple[Art, int, int]] = []
    for sprite in sprites:
        if isinstance(sprite.art, PaddleArt):
            for live in (True, False):
                for down in (True, False):
                    soon.append(
                        (replace(sprite.art, live=live, down=down, mark=""), sprite.box.w, sprite.box.h)
                    )
        elif isinstance(sprite.art, ToyBase):
            side = hand_size(sprite.box)
            soon += [
                (StackedHand(colour, last), side, side)
                for colour in sprite.art.colours
                for last in (False, True)
            ]
    return soon


# --- the curtain ------------------------------------------------------------------------------------


def curtain_band(e: Easel, t: Table, looker: int, places: TableLayout) -> None:
    """Whose eyes only: where the title was, in the looker's colour."""
    colour = PADDLE_COLOURS[t.seats[looker].colour]
    e.panel("curtain", places.units, colour, None, 255)
    e.text(
        "curtain/words",
        f"only {t.name(looker)} looks",
        places.units.inset(e.frame.px(12)),
        LARGE,
        words_on(colour),
        above=True,
    )


# --- the photo finish -------------------------------------------------------------------------------


@dataclass(slots=True)
class Replay:
    """The last slap again, slowly; with reduced motion it stands still at its end."""

    photo: PhotoFinish
    started_us: int
    still: bool = False
    running: bool = True

    def cursor_us(self, now_us: int) -> int | None:
        share = (now_us - self.started_us) / REPLAY_US
        if self.still or share >= 1:
            self.running = False
            return None
        first = min(self.photo.go_us, self.photo.hits[0].t_us if self.photo.hits else self.photo.go_us)
        return first + round((self.photo.hits[-1].t_us - first) * share)


def big_photo(e: Easel, t: Table, replay: Replay, now_us: int) -> None:
    e.scrim("photo/scrim")
    box = e.frame.box.centred(round(e.frame.w * 0.86), round(e.frame.h * 0.72))
    e.panel("photo/plate", box, PANEL, GOLD, 255)
    above, middle, below = box.inset(e.frame.px(30), e.frame.px(18)).rows([12, 74, 14], e.frame.px(8))
    title = "Photo finish" if replay.still else "Photo finish, in slow motion"
    if photo_board.cant_tell(t, replay.photo):
        title += f": {photo_board.CANT_TELL}"
    e.text("photo/title", title, above, LARGE, GOLD)
    size = photo_board.largest(e, len(t.seats), middle)
    photo_board.lines(e, t, replay.photo, middle, replay.cursor_us(now_us), "replay", size)
    e.text(
        "photo/note",
        "Times include the screen's own delay: good for comparing players. Any key closes.",
        below,
        SMALL,
        MIST,
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
    head, *places = box.inset(e.frame.px(30), e.frame.px(16)).rows([1.3, *[1] * len(items)], e.frame.px(10))
    e.text("pause/title", missing or title, head, BODY if missing else LARGE, ALARM if missing else GOLD)
    for index, (item, place) in enumerate(zip(items, places, strict=True)):
        e.button(f"pause/{index}", item.words, place, item.wish, index == cursor, key=item.key)


# --- choices in pieces ------------------------------------------------------------------------------


def walk_pieces(chooser: Chooser, action: str) -> None:
    """Up and down go to another piece, the mark key takes it or puts it back."""
    pieces = chooser.pieces()
    if not pieces:
        return
    if action == "mark":
        chooser.toggle(pieces[chooser.piece % len(pieces)])
    else:
        chooser.piece = (chooser.piece + (1 if action == "down" else -1)) % len(pieces)
