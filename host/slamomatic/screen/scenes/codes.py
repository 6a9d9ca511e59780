"""QR codes: the room's own, by which phones join, and each seat's, which only its player may see.

A seat's code opens the page with that seat's hidden cards.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pygame

from slamomatic.face.paddle import SeatMark
from slamomatic.kit.easel import BODY, LARGE, SMALL, Box, Easel
from slamomatic.kit.palette import CHALK, GOLD, MIST, PADDLE_COLOURS, PANEL, words_on
from slamomatic.phone.phones import Phones, Squares
from slamomatic.screen.scene import Overlay, Scene, Stage
from slamomatic.table.shown import ShownGame
from slamomatic.words import N_, gettext

ROWS = 8  # so many phones fit the list
HOW = N_("Join this Wi-Fi. Then scan the code, or type the address into your phone's browser.")


@dataclass(frozen=True, slots=True)
class CodeArt:
    """A QR code in whole pixels: cameras dislike smooth edges."""

    squares: Squares

    def draw(self, w: int, h: int) -> pygame.Surface:
        """Draw the code in the middle, each square as many whole pixels as fit."""
        surface = pygame.Surface((w, h))
        surface.fill((255, 255, 255))
        side = min(w, h) // len(self.squares)
        left = (w - side * len(self.squares)) // 2
        top = (h - side * len(self.squares)) // 2
        for y, row in enumerate(self.squares):
            for x, dark in enumerate(row):
                if dark:
                    surface.fill((0, 0, 0), (left + x * side, top + y * side, side, side))
        return surface


def join_code(e: Easel, phones: Phones, box: Box, says: str = "") -> None:
    """Draw the code by which phones come in, and its address for those who type. `says`: what it is for."""
    e.panel("join", box, PANEL, GOLD)
    head, code, words = box.inset(e.frame.px(10)).rows([20 if says else 1, 82, 18], e.frame.px(6))
    e.text("join/says", says, head, SMALL, GOLD)
    e.put("join/code", code.fit(1), CodeArt(phones.code()), above=True)
    e.text("join/address", phones.address, words, LARGE, CHALK)


class PhonesScene(Overlay):
    """The list of phones, opened from the start scene."""

    def __init__(self, stage: Stage, back: Scene, phones: Phones) -> None:
        super().__init__(stage, back)
        self.phones = phones

    def _lock(self) -> None:
        self.phones.room.locked = not self.phones.room.locked

    def draw(self, e: Easel) -> None:
        """Draw the room's code, the list of phones, and the buttons."""
        px = e.frame.px
        body, note, foot = self.head(e, gettext("Your cards on your phones"), [11, 68, 10, 11])
        code, there = body.columns([1, 1], px(24))
        join_code(e, self.phones, code)
        self._draw_phones(e, there)
        e.panel("note", note, PANEL)
        e.text("note/words", gettext(HOW), note.inset(px(20), px(4)), BODY, CHALK)
        back, lock, hint = foot.columns([25, 35, 40], px(20))
        self.back_button(e, back)
        locked = self.phones.room.locked
        words = gettext("Unlock the room") if locked else gettext("Lock the room")
        e.button("lock", words, lock, self._lock, locked)
        e.text("hint", self.how_to_choose(), hint, SMALL, MIST, "right")
        self.draw_cursor(e)

    def _draw_phones(self, e: Easel, box: Box) -> None:
        """Draw a row for each phone, with its player and a button that removes it."""
        px, here, awake = e.frame.px, self.phones.room.phones(), self.phones.awake()
        if not here:
            e.text("nobody", gettext("No phones yet."), box, LARGE, MIST)
        for phone, place in zip(here, box.rows([1] * ROWS, px(8)), strict=False):
            name, sits = f"phone/{phone.number}", self.stage.prefs.seats[phone.chair]
            e.panel(name, place, PANEL)
            mark, words, remove = place.inset(px(10), px(4)).columns([12, 58, 30], px(10))
            e.put(f"{name}/mark", mark.fit(1), SeatMark(sits.paddle), above=True)
            says = sits.name if phone in awake else gettext("{name} (asleep)", name=sits.name)
            e.text(f"{name}/words", says, words, BODY, CHALK if phone in awake else MIST, "left")
            send_away = partial(self.phones.remove, phone.number)
            e.button(f"{name}/remove", gettext("Remove"), remove, send_away, size=SMALL)


class CodesScene(Overlay):
    """The seats' own codes, hidden at first: each player shows the own one and hides it again."""

    def __init__(self, stage: Stage, session: ShownGame, code: Callable[[int], Squares], back: Scene) -> None:
        """`code` returns a seat's own code."""
        super().__init__(stage, back)
        self.session, self._code = session, code
        self.open: int | None = None  # the seat whose code is shown; None: all are hidden

    def escape(self) -> None:
        if self.open is None:
            super().escape()
        else:
            self._show(None)

    def _switch_off(self) -> None:
        """Switch the phones off, so that none shows a hand any more, and go back."""
        self.stage.use_phones(False)
        self.escape()

    def _show(self, seat: int | None) -> None:
        """Show the code of this seat; None hides it."""
        self.open = seat
        self.cursor = 0

    def draw(self, e: Easel) -> None:
        """Draw a plate for each person to open the own code; or the one code that is open, alone."""
        px = e.frame.px
        head, body, note, foot = e.frame.box.inset(px(60), px(40)).rows([12, 64, 12, 12], px(14))
        back, off, hint = foot.columns([22, 22, 56], px(20))
        hint_words = gettext("Play here or on the phone, as you like.")
        e.text("title", gettext("Your cards on your phone"), head, 64, GOLD)
        if self.open is None:
            people = self.session.people
            for seat, place in zip(people, body.columns([1] * len(people), px(16)), strict=True):
                sits = self.session.seats[seat]
                colour = PADDLE_COLOURS[sits.colour]
                e.panel(f"seat/{seat}", place, colour, alpha=255)
                _, mark, below, _ = place.inset(px(12)).rows([1, 2, 2, 1])
                side = min(mark.w, mark.h) * 3 // 4
                e.put(f"seat/{seat}/mark", mark.centred(side, side), SeatMark(sits.colour), above=True)
                says = gettext("{name}:\nshow my code", name=sits.name)
                e.text(f"seat/{seat}/words", says, below, LARGE, words_on(colour))
                e.target(place, lambda seat=seat: self._show(seat))
            words = gettext("One at a time: your code shows your cards! Phones must be on this Wi-Fi.")
            hint_words = self.how_to_choose(hint_words)
            self.back_button(e, back)
            e.button("off", gettext("Switch off"), off, self._switch_off)
            self.draw_cursor(e)
        else:
            side = min(body.w, body.h)
            square = Box(body.cx - side // 2, body.y, side, side)
            e.put("code", square, CodeArt(self._code(self.open)))
            name = self.session.seats[self.open].name
            words = gettext("{name}'s eyes only! Scan this with your phone's camera.", name=name)
            e.target(square, lambda: self._show(None))
            e.button("back", gettext("Close"), back, self.escape, key=self.key_name("pause"))
        e.panel("note", note, PANEL)
        e.text("note/words", words, note.inset(px(20), px(4)), BODY, CHALK)
        e.text("hint", hint_words, hint, SMALL, MIST, "right")
