"""Stops of the table: the pause menu, a missing unit, and the countdown after a pause."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from slamomatic.engine.vocabulary import Json
from slamomatic.errors import UserError
from slamomatic.face.model import Table
from slamomatic.face.paddle import Ring
from slamomatic.kit import key_places
from slamomatic.kit.easel import BODY, LARGE, TITLE, Easel
from slamomatic.kit.palette import ALARM, CHALK, GOLD, PANEL
from slamomatic.screen.scanning import Stop
from slamomatic.screen.scenes import unit_words
from slamomatic.screen.scenes.codes import CodesScene
from slamomatic.screen.scenes.countdown import SOON_US, STEPS
from slamomatic.screen.scenes.modes import Mode
from slamomatic.screen.scenes.settings import SettingsScene
from slamomatic.screen.scenes.table_parts import Button
from slamomatic.store.journal import JournalError
from slamomatic.table.announcements import Announcement
from slamomatic.units.base import What
from slamomatic.words import N_, gettext, said

if TYPE_CHECKING:
    from slamomatic.screen.scenes.table import TableScene

SECOND_US = 1_000_000
COUNTED_S = 3  # three, two, one: hands get ready before paddles count again
# A slap so soon after a question was on its way for the race: nobody can have read and answered by then.
READ_US = 2_000_000
AGREES = {False: N_("Waits for {name}"), True: N_("{name} agrees")}
GOOD_NEWS = (What.CONNECTED, What.FOUND, What.FAULT_OVER)
UNIT_NEWS: Json = {"what": "unit"}


class Menu(Mode):
    """The pause menu, over the table."""

    time_stands = True
    outlasts_units = True

    def __init__(self, table: TableScene, by_itself: bool = False) -> None:
        """Make the menu. `by_itself`: a missing unit has stopped the table, and not a player."""
        super().__init__(table)
        self.by_itself = by_itself

    def key(self, action: str) -> None:
        if action == "pause":
            self.resume()
        elif action == "void":
            self.ask_to_undo()
        else:
            super().key(action)

    def title(self) -> str:
        return gettext("Paused")

    def items(self) -> list[Button]:
        """Return the buttons, top to bottom. A player may only leave while another person stays.

        While a unit is missing nobody can continue: its return does. An open slap is void then already.
        """
        table, session = self.table, self.session
        menu = []
        if not table.missing:
            menu.append(Button(gettext("Continue"), self.resume, self.key_name("pause")))
            if session.moment.disputable and len(session.people) > 1:
                menu.append(Button(gettext("Undo that slap"), self.ask_to_undo, self.key_name("void")))
        menu += [
            Button(gettext("Rules of this game"), self.show_rules, self.key_name("help")),
            Button(gettext("Settings"), partial(table.visit, SettingsScene)),
        ]
        if broken := tuple(session.needs_a_key()):
            menu.append(Button(gettext("Broken paddle? Slap with keys"), partial(self._use_keys, broken)))
        if table.face.hidden and not self.stage.in_browser:
            menu.append(Button(gettext("Your cards on your phone"), self._show_codes))
        if len(session.people) > 1:
            leaves = N_("{name} leaves, a bot takes over") if session.stand_in else N_("{name} leaves")
            menu += [
                Button(gettext(leaves, name=session.seats[seat].name), partial(self._ask_to_leave, seat))
                for seat in session.people
            ]
        return [*menu, Button(gettext("Save and leave the table"), partial(go_home, table))]

    def resume(self) -> None:
        """Close the menu and count down, unless a unit is missing."""
        if not self.table.missing:
            count_down_after(self)
            self.close()

    def ask_to_undo(self) -> None:
        """Ask the others whether the open slap is undone."""
        ask_to_undo(self.table)

    def _ask_to_leave(self, seat: int) -> None:
        self.table.push(LeaveQuestion(self.table, seat, self))

    def _use_keys(self, seats: Sequence[int]) -> None:
        """Let these seats slap by key in place of a broken paddle, and go on."""
        for seat in seats:
            self.session.use_key(seat)
        count_down_after(self)
        self.close()

    def _show_codes(self) -> None:
        """Switch the phones on and show each seat's own code; if they can't be used, the table says why."""
        try:
            self.stage.use_phones(True)
        except UserError as error:
            self.table.warn(said(error))
            return
        pages = self.table.show_phones()
        if pages is not None:
            self.stage.go(CodesScene(self.stage, self.session, pages.code, self.table))

    def draw(self, e: Easel, t: Table) -> None:
        """Draw the menu over the table; its title is the sentence about a missing unit, if one is."""
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


class LeaveQuestion(Menu):
    """The question whether a player really leaves: nobody can come back. "No" is the first answer."""

    outlasts_units = False

    def __init__(self, table: TableScene, seat: int, menu: Menu) -> None:
        super().__init__(table)
        self._seat, self._menu = seat, menu

    def title(self) -> str:
        bot = self.session.stand_in
        asks = N_("Should a bot play for {name}?") if bot else N_("Does {name} leave this game?")
        return gettext(asks, name=self.session.seats[self._seat].name)

    def items(self) -> list[Button]:
        """Return the two answers; "Yes" also says what becomes of the game."""
        follows = (
            gettext("Yes")
            if self.session.stand_in
            else gettext("Yes, and the game ends")
            if self.session.ends_without_one()
            else gettext("Yes, the others play on")
        )
        return [
            Button(gettext("No"), self.resume, self.key_name("pause")),
            Button(follows, self._go),
        ]

    def resume(self) -> None:
        self.close()

    def _go(self) -> None:
        """Let the player leave; a bot takes the seat, or the rules say how the others go on.

        While a unit is missing the pause menu stays: the others can't play on without their unit.
        """
        table, session, seat = self.table, self.session, self._seat
        try:
            session.leave(seat)
        except JournalError as error:
            go_home(table, error)
            return
        if session.stand_in:
            count_down_after(self._menu)
        unit_missing = session.stand_in and session.missing_unit()
        table.drop(self if unit_missing else self._menu)
        if session.stand_in:  # without a bot the rules tell an effect of their own
            says = partial(gettext, N_("A bot plays for {name} now."), name=session.seats[seat].name)
            left = {"what": "left", "seat": seat}
            table.announcements.hear(left, Announcement(says), self.stage.clock())


def ask_to_undo(table: TableScene) -> None:
    """Ask everybody whom it concerns, over the table, whether the open slap is undone; or say why not.

    A slap is nobody's alone: who is about to lose could undo it, and pay nothing.
    """
    session = table.session
    if not session.moment.disputable:
        table.dispute()  # the table says that there is nothing to undo
    elif session.alone is not None:
        table.reply(gettext("Bots never take a slap back. Slap!"))
    elif not isinstance(table.mode, UndoQuestion) and not table.keeps_slap_running():
        if table.looking is not None:
            table.drop(table.mode)  # a hand that lies open is hidden first
        table.push(UndoQuestion(table))


class UndoQuestion(Menu):
    """The question whether the open slap is undone: who has slapped agrees, by one more slap.

    If fewer than two people have slapped, all must agree: nobody can undo a slap alone. Hands that were on
    their way as the question came agree to nothing.
    """

    outlasts_units = False

    def __init__(self, table: TableScene) -> None:
        super().__init__(table)
        people, slap = table.session.people, table.announcements.slap
        slapped = [seat for seat in people if seat in slap.order and not slap.settled]
        self._asked = slapped if len(slapped) > 1 else list(people)
        self._agreed: set[int] = set()
        self._asked_us: int | None = None  # when the question was first shown

    def title(self) -> str:
        return gettext("Undo that slap? Nobody pays. Slap your paddle if you agree.")

    def items(self) -> list[Button]:
        """Return "No" and a button for each player who is asked; it shows whether the player has agreed."""
        names = [(seat, self.session.seats[seat].name) for seat in self._asked]
        return [
            Button(gettext("No, it counts"), self.resume, self.key_name("pause")),
            *(
                Button(gettext(AGREES[seat in self._agreed], name=name), partial(self._agree, seat))
                for seat, name in names
            ),
        ]

    def pump(self) -> None:
        """Hear who slaps to agree, once the question can have been read."""
        if self._asked_us is None:
            self._asked_us = self.stage.clock()
        slapped_us = self.session.slapped_in_pause_us
        self.session.forget_slaps_in_pause()
        for seat in self._asked:
            if slapped_us.get(seat, 0) >= self._asked_us + READ_US:
                self._agree(seat)

    def _agree(self, seat: int) -> None:
        self._agreed.add(seat)
        if self._agreed.issuperset(self._asked) and self in self.table.modes:
            menu = next((mode for mode in self.table.modes if isinstance(mode, Menu)), self)
            self.table.drop(menu)
            self.table.dispute()

    def ask_to_undo(self) -> None:
        """Do nothing: it is asked already."""


def go_home(table: TableScene, error: JournalError | None = None) -> None:
    """Leave the game, which is kept for later, and go to the front scene.

    `error`: the journal can take no more lines. Nothing newer than its last line may be shown, so the game
    closes before anything else, and the front scene says what happened.
    """
    from slamomatic.screen.scenes.front import FrontScene

    if error is not None:
        with suppress(JournalError):
            table.session.close()
    table.close()
    front = FrontScene(table.stage)
    if error is None:
        table.session.close()
    else:
        front.setup.complain(error)
    table.stage.go(front)
    if error is None:
        front.point_at_resume()


# --- three, two, one --------------------------------------------------------------------------------


def count_down_after(pause: Mode) -> None:
    """Put a countdown below this pause, so that hands can get ready once the pause closes.

    A game of bots goes on at once, and so does one that stands still for another mode anyway.
    """
    table, session = pause.table, pause.table.session
    stands_anyway = any(mode.time_stands for mode in table.modes if mode is not pause)
    if pause in table.modes and session.people and not (session.over or table.hurries or stands_anyway):
        table.modes.insert(table.modes.index(pause), Counting(table))


class Counting(Mode):
    """The countdown after a pause: time stands still, a slap is too soon, and Enter does not wait."""

    time_stands = True

    def __init__(self, table: TableScene, words: str = "") -> None:
        super().__init__(table)
        self._words = words  # "": the words for a game that goes on
        self._from_us: int | None = None  # when the countdown began: with the first frame that shows it
        self._last_sounded: int | None = None  # the newest number that was sounded
        self._too_soon: tuple[str, int] | None = None  # who slapped too soon, and when

    @property
    def _left_us(self) -> int:
        now_us = self.stage.clock()
        return COUNTED_S * SECOND_US - (0 if self._from_us is None else now_us - self._from_us)

    def pump(self) -> None:
        """Sound each new number, note who slaps too soon, and close at zero."""
        session, now_us = self.session, self.stage.clock()
        if self._from_us is None:
            self._from_us = now_us
        if session.slapped_in_pause:
            session.forget_slaps_in_pause()
            self._too_soon = (
                session.seats[session.slapped_last].name if session.slapped_last is not None else "",
                now_us,
            )
        number = -(-self._left_us // SECOND_US)
        if self._last_sounded is None or number < self._last_sounded:
            self._last_sounded = number
            self.stage.sound("tick" if number > 0 else "ready")
        if number <= 0:
            self.close()

    def wakes_at_us(self) -> int | None:
        """Return when the ring closes by another step; None while a pause menu lies over the countdown."""
        if self.table.mode is not self:
            return None
        if self._from_us is None:
            return self.stage.clock()
        passed_us = self.stage.clock() - self._from_us
        step_us = SECOND_US // STEPS
        return self._from_us + (passed_us // step_us + 1) * step_us

    def key(self, action: str) -> None:
        if action in ("confirm", "pause"):
            self.close()
        if action == "pause":
            self.table.pause()

    def gesture(self, gesture: str) -> None:
        """Ignore the NEXT key: it does not shorten the countdown."""

    def stops(self) -> list[Stop]:
        """Return nothing: a hand that gets ready does not shorten it."""
        return []

    def first_stop(self) -> int:
        return 0

    def takes_slap(self, seat: int) -> bool:
        return True

    def click(self, point: tuple[int, int]) -> None:
        self.close()

    def draw(self, e: Easel, t: Table) -> None:
        """Draw the number of seconds that are left, begun ones included, in a ring that closes each second.

        Nothing is drawn while another mode lies over the countdown.
        """
        if self.table.mode is not self:
            return
        e.scrim("counting/scrim", 170)
        px = e.frame.px
        left_us = max(1, self._left_us)  # at the very end the last number is still shown
        box = e.frame.box.centred(round(e.frame.h * 0.8), round(e.frame.h * 0.7))
        e.panel("counting/plate", box, PANEL, GOLD, 255)
        head, dial, foot = box.inset(px(30), px(24)).rows([16, 66, 18], px(10))
        words = self._words or gettext("Hands ready! The game goes on in…")
        e.text("counting/words", words, head, BODY, CHALK)
        ring = dial.centred(min(dial.w, dial.h), min(dial.w, dial.h))
        passed = STEPS - left_us % SECOND_US * STEPS // SECOND_US
        e.put("counting/ring", ring, Ring(passed, STEPS))
        e.text("counting/number", str(-(-left_us // SECOND_US)), ring.inset(ring.w // 5), 3 * TITLE, GOLD)
        soon = self._too_soon
        if soon is not None and self.stage.clock() < soon[1] + SOON_US:
            words = gettext("Too soon, {seat}!", seat=soon[0]) if soon[0] else gettext("Too soon!")
            e.text("counting/soon", words, foot, BODY, ALARM)
        e.target(e.frame.box, self.close)


# --- units ------------------------------------------------------------------------------------------


def follow_missing_unit(scene: TableScene, missing: str) -> None:
    """Stop the table when a unit goes missing, and count down when all are back.

    `missing`: a sentence about the missing unit; "": none is missing. A menu that a player opened stays open
    when the unit is back.
    """
    if missing and not scene.missing:
        # Close what hides the table, such as a look or a photo.
        while not (scene.mode is scene.play or scene.mode.outlasts_units):
            scene.modes.pop().ended()
        if not isinstance(scene.mode, Menu):
            scene.modes.append(Menu(scene, by_itself=True))
        scene.set_time_by_modes()
    elif scene.missing and not missing:
        for mode in [mode for mode in scene.modes if mode.by_itself]:
            count_down_after(mode)
            scene.drop(mode)
    scene.note_missing(missing)


def hear_units(scene: TableScene, now_us: int) -> None:
    """Tell news of units: bad news stays until the next turn or slap; good news shows once and ends it.

    The NEXT buttons of units are obeyed here too.
    """
    session = scene.session
    for press in session.take_next_presses():
        scene.stage.next_button(press)
    for notice in session.take_notices():
        if notice.what in GOOD_NEWS:
            late = notice.what is What.CONNECTED and not _takes_part(scene, notice.source)
            says = Announcement(partial(unit_words.good_news, notice, late))
            scene.announcements.hear(UNIT_NEWS, says, now_us)
            scene.warn("")
            scene.stage.sound("ready")
        else:
            key_offer = _offer_of_keys(scene) if notice.what is What.FAULT else ""
            seat = session.paddles.seat_of.get(notice.paddle)
            name = session.seats[seat].name if seat is not None else ""
            scene.warn(key_offer or unit_words.notice_words(notice, name))
            scene.stage.sound("fault")


def _takes_part(scene: TableScene, source: str) -> bool:
    """Return whether this unit is slapped in this game, or will be as soon as a turn begins."""
    coming = scene.pages is not None and scene.pages.slap_state(source) is not None
    return coming or scene.session.takes_part(source)


def _offer_of_keys(scene: TableScene) -> str:
    """Say which key can be slapped in place of a broken paddle; "": no seat needs one."""
    for seat in scene.session.needs_a_key():
        sits = scene.session.seats[seat]
        instead = key_places.label(scene.stage.prefs.seat_keys[sits.colour])
        return gettext(
            "{name}'s paddle is broken. Press {key} to slap with that key.", name=sits.name, key=instead
        )
    return ""
