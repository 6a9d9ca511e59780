"""The table's pause menu, what can be done while time stands still; and the question before a player goes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from slamomatic.errors import UserError
from slamomatic.face.model import Table
from slamomatic.kit.easel import BODY, LARGE, Easel
from slamomatic.kit.palette import ALARM, GOLD, PANEL
from slamomatic.screen import key_places
from slamomatic.screen.furniture import Button
from slamomatic.screen.scenes.codes import CodesScene
from slamomatic.screen.scenes.counting import count_after
from slamomatic.screen.scenes.help import HelpScene
from slamomatic.screen.scenes.modes import Mode
from slamomatic.screen.scenes.settings import SettingsScene
from slamomatic.store.journal import JournalError
from slamomatic.words import N_, gettext, said

if TYPE_CHECKING:
    from slamomatic.screen.scenes.table import TableScene


class Menu(Mode):
    """The pause: over the table stands what can be done now."""

    time_stands = True
    outlasts_units = True

    def __init__(self, table: TableScene, by_itself: bool = False) -> None:
        """`by_itself`: nobody stopped the table, a unit is missing."""
        super().__init__(table)
        self.by_itself = by_itself

    def key(self, action: str) -> bool:
        if action == "pause":
            self.resume()
        elif action == "void":
            self.dispute()
        return action in ("pause", "void")

    def title(self) -> str:
        return gettext("Paused")

    def items(self) -> list[Button]:
        """Top to bottom; a player may only go while another person stays."""
        table, stage, sitting = self.table, self.table.stage, self.table.sitting
        menu = []
        if not table.missing:  # else the unit's return goes on, and the slap is off already
            menu.append(Button(gettext("Continue"), self.resume, self.key_name("pause")))
            if sitting.moment.disputable:
                menu.append(Button(gettext("Undo that slap"), self.dispute, self.key_name("void")))
        menu += [
            Button(gettext("Rules of this game"), partial(show_rules, table), self.key_name("help")),
            Button(gettext("Settings"), lambda: stage.go(SettingsScene(stage, table))),
        ]
        if broken := tuple(sitting.needs_a_key()):
            menu.append(Button(gettext("Broken paddle? Slap with keys"), partial(self._use_keys, broken)))
        if table.face.hidden:
            menu.append(Button(gettext("Your cards on your phone"), self._show_codes))
        if len(sitting.people) > 1:
            leaves = N_("{name} leaves, a bot takes over") if sitting.stand_in else N_("{name} leaves")
            menu += [
                Button(gettext(leaves, name=sitting.seats[seat].name), partial(self._ask, seat))
                for seat in sitting.people
            ]
        return [*menu, Button(gettext("Save and quit"), partial(go_home, table))]

    def resume(self) -> None:
        if not self.table.missing:
            count_after(self.table, self)
            self.table.drop(self)

    def dispute(self) -> None:
        if not self.table.missing:
            self.table.drop(self)
        self.table.dispute()

    def _ask(self, seat: int) -> None:
        self.table.push(Going(self.table, seat, self))

    def _use_keys(self, seats: Sequence[int]) -> None:
        for seat in seats:
            self.table.sitting.use_key(seat)
        count_after(self.table, self)
        self.table.drop(self)

    def _show_codes(self) -> None:
        table, stage = self.table, self.table.stage
        try:
            stage.use_phones(True)
        except UserError as error:
            table.alarm = said(error)
            return
        pages = table.show_phones()
        if pages is not None:
            stage.go(CodesScene(stage, table.sitting, pages.code, table, lambda: stage.use_phones(False)))

    def draw(self, e: Easel, t: Table) -> None:
        e.targets.clear()
        items, missing = self.items(), self.table.missing
        title = missing or self.title()
        e.scrim("pause/scrim", 190)
        rows = len(items) + 1
        line = max(e.frame.px(84), round(e.frame.text_px(BODY) * 2))
        height = min(e.frame.h - e.frame.px(24), rows * (line + e.frame.px(12)) + e.frame.px(40))
        box = e.frame.box.centred(min(round(e.frame.w * 0.7), e.frame.px(1100)), height)
        e.panel("pause/plate", box, PANEL, ALARM if missing else GOLD, 255)
        head, *places = box.inset(e.frame.px(30), e.frame.px(16)).rows(
            [2 if missing else 1.3, *[1] * len(items)], e.frame.px(10)
        )
        e.text("pause/title", title, head, BODY if missing else LARGE, ALARM if missing else GOLD)
        for index, (item, place) in enumerate(zip(items, places, strict=True)):
            e.button(f"pause/{index}", item.words, place, item.wish, index == self.table.cursor, key=item.key)


class Going(Menu):
    """Asked once, for there is no way back; "stays" is the first answer."""

    outlasts_units = False

    def __init__(self, table: TableScene, seat: int, menu: Menu) -> None:
        super().__init__(table)
        self._seat, self._menu = seat, menu

    def title(self) -> str:
        sitting = self.table.sitting
        asks = N_("Should a bot play for {name}?") if sitting.stand_in else N_("Does {name} leave this game?")
        return gettext(asks, name=sitting.seats[self._seat].name)

    def items(self) -> list[Button]:
        sitting = self.table.sitting
        follows = (
            gettext("Yes")
            if sitting.stand_in
            else gettext("Yes, and the game ends")
            if sitting.ends_without_one()
            else gettext("Yes, the others play on")
        )
        return [
            Button(gettext("No"), self.resume, self.key_name("pause")),
            Button(follows, self._go),
        ]

    def resume(self) -> None:
        self.table.drop(self)

    def dispute(self) -> None:
        self._menu.dispute()

    def _go(self) -> None:
        table, sitting, seat = self.table, self.table.sitting, self._seat
        try:
            sitting.leave(seat)
        except JournalError as error:
            go_home(table, error)
            return
        if sitting.stand_in:
            count_after(table, self._menu)
        unheard = sitting.stand_in and sitting.missing_unit()
        table.drop(self if unheard else self._menu)  # else the others would play without their unit
        if sitting.stand_in:  # else the rules say that somebody left
            words = gettext("A bot plays for {name} now.", name=sitting.seats[seat].name)
            table.aftermath.hear({"what": "left", "seat": seat}, words, table.stage.clock())


def go_home(table: TableScene, error: JournalError | None = None) -> None:
    """The game is kept for later. When the journal can take no more, nothing newer may be shown."""
    from slamomatic.screen.scenes.start import StartScene

    if error is not None:
        with suppress(JournalError):
            table.sitting.close()
    table.close()
    start = StartScene(table.stage)
    if error is None:
        table.sitting.close()
    else:
        start.complain(error)
    table.stage.go(start)


def show_rules(table: TableScene) -> None:
    table.pause()
    table.stage.go(HelpScene(table.stage, table.sitting.name, table))


def offer_of_keys(scene: TableScene) -> str:
    """A broken paddle costs nobody the game: the seat's own key can stand in for it."""
    for seat in scene.sitting.needs_a_key():
        sits = scene.sitting.seats[seat]
        instead = key_places.label(scene.stage.prefs.seat_keys[sits.colour])
        return gettext(
            "{name}'s paddle is broken. Press {key} to slap with that key.", name=sits.name, key=instead
        )
    return ""
