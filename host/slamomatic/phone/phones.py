"""The phones of one evening: who sits where with which, and what each of them is shown between games."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Container
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Protocol

from slamomatic.errors import UserError
from slamomatic.paddles import PADDLES
from slamomatic.phone import pages
from slamomatic.phone.door import Allowance
from slamomatic.phone.pages import Page
from slamomatic.phone.room import BUSY, WATCH, Chair, Phone, Refusal, Room
from slamomatic.phone.touch_unit import PhoneUnit
from slamomatic.preferences import MOST_SEATS, Preferences, table_sizes
from slamomatic.table.clock import TableClock
from slamomatic.table.seats import NOBODY, Seat, paddle_of
from slamomatic.units.merge import Units
from slamomatic.units.open import with_phones
from slamomatic.words import gettext, said
from slamomatic.words.languages import language, speaking

if TYPE_CHECKING:
    from slamomatic.phone.game_pages import PhonePages
    from slamomatic.phone.server import JoinRequest

# Easy to type; the next one where something else has it, in the end any.
PORTS = (8017, 8018, 8019, 0)
Squares = tuple[tuple[bool, ...], ...]
# How often people may sit down at once, all together; after that once every few seconds. Each time is saved
# on the disk, and a stranger who sits down and stands up again and again would slow the game down.
SITS = 2 * MOST_SEATS
SITS_EVERY_S = 2


class Host(Protocol):
    """The part of the window that phones use: its units, the players' settings, and the sound."""

    unit: Units
    prefs: Preferences
    phones: Phones | None

    @property
    def clock(self) -> TableClock: ...
    def remember(self, prefs: Preferences) -> None: ...
    def sound(self, name: str, colour: int = 0) -> None: ...


class Phones:
    """The phones of this window: their server, pages and codes.

    Opened on demand: the optional packages are imported in here and nowhere sooner.
    """

    def __init__(self, host: Host, address: str | None = None) -> None:
        if not all(importlib.util.find_spec(name) for name in ("aiohttp", "segno")):
            raise UserError(
                "Phone pages need two more packages. Install them with: pip install 'slamomatic[phone]'"
            )
        from slamomatic.phone.server import PhoneServer

        self._host = host
        self.game: PhonePages | None = None  # the pages of the game that is played; None between games
        self.room = Room()
        self.server = PhoneServer(self.room, address=address, ports=PORTS)
        self.server.start()
        self._sits = Allowance(a_second=1 / SITS_EVERY_S, stall_s=SITS * SITS_EVERY_S)
        self._bots: dict[int, str] = {}  # by chair: the kind of bot that sat there before its phone
        self.units = [PhoneUnit(colour, host.clock) for colour in range(MOST_SEATS)]
        self._slaps: dict[int, int] = {}  # by chair: the phone that is slapped there
        self._wired: dict[int, int] = {}  # by phone: the colour of the paddle that it is
        self.pump()

    @property
    def address(self) -> str:
        """The address of the pages, for those who type."""
        return self.server.url.removeprefix("http://").removesuffix("/")

    def code(self, phone: Phone | None = None) -> Squares:
        """Return the QR code of the room's address, or of this phone's own; True is a dark square."""
        from slamomatic.phone.server import squares

        return squares(self.server.url if phone is None else self.server.url_of(phone))

    def stop(self) -> None:
        self.server.stop()

    # --- once a frame -------------------------------------------------------------------------------

    def pump(self, begins_games: bool = False) -> None:
        """Read what phones sent and, without a game, show everybody where they sit.

        `begins_games`: the window shows a scene from which the next game begins. Lost chairs come first:
        then somebody else can sit down there in the same frame.
        """
        if begins_games:
            self.game = None
            use_phones_as_units(self._host)
        if self.game is None:
            self._end_tokens_of_lost_chairs()
        for asked in self.server.take_joins():
            self._answer_join(asked)
        for number, message in self.server.take_messages():
            phone = self.room.phone(number)
            if phone is None:
                continue  # the phone was removed before its message was read
            if message.do == "leave":
                self._stand_up(phone)
            elif message.do == "slap" and self.game is None:
                self._slap_on(phone, bool(message.values["here"]))
            elif self.game is not None:
                self.game.hear(phone, message)
        if self.game is None:
            self._assign_paddles()
        self._publish()

    def _publish(self) -> None:
        """Send the pages of the room, and of phones that show no hand."""
        prefs = self._host.prefs
        there = self.chairs()
        players = prefs.players if self.game is None else len(there)
        self.server.chairs = (there, players, self.room.locked)
        if self.game is None:
            self.show(WATCH, lambda: pages.watch_chairs(there[: prefs.players], self.address))
        for phone in self.room.phones():
            if self.game is None or self.game.seat_of(phone) is None:
                self.show(phone.number, partial(self._page, phone))

    def _page(self, phone: Phone) -> Page:
        """Return the page of somebody who sits and holds no cards now."""
        sits = self._host.prefs.seats[phone.chair]
        if self.game is None:
            words = gettext(
                "You sit at the table, {name}. The game starts on the big screen.", name=sits.name
            )
        elif phone.chair in self.game.coming:
            words = gettext("You play from the next turn on, {name}. Watch until then.", name=sits.name)
        else:
            words = gettext("Your chair is not part of this game. Wait for the next one.")
        return pages.waiting(sits.name, PADDLES[sits.paddle], words) | self.paddle_part(phone)

    def show(self, phone: int, page: Callable[[], Page], drawn: Container[str] | None = None) -> None:
        """Send this phone its page in every language that is read there.

        `drawn`: only in these languages, whose cards have pictures by now; None: in all.
        """
        for code in self.languages(phone):
            if drawn is None or code in drawn:
                with speaking(code):
                    self.server.publish(phone, page())

    def languages(self, phone: int) -> frozenset[str]:
        """Return the languages of a phone's pages: the table's, and its own browser's."""
        return self.server.sockets.languages(phone) | {language()}

    # --- chairs -------------------------------------------------------------------------------------

    def chairs(self) -> list[Chair]:
        """Return the chairs for somebody who wants to sit down; one more is free if there is room."""
        if self.game is not None:
            return self.game.chairs()
        prefs = self._host.prefs
        most = table_sizes(prefs.game)[-1]
        there = []
        for index, seat in enumerate(prefs.seats):
            offered = index < prefs.players or index == prefs.players < most
            free = offered and not self.room.at(index)
            person = index < prefs.players and not seat.bot
            there.append(Chair(seat.name, seat.paddle, free, person))
        return there

    def _answer_join(self, asked: JoinRequest) -> None:
        """Let somebody sit down, or refuse with a sentence; the phone's page waits for the answer.

        The phone is slapped at once where the chair has no real paddle, and in a game that goes on.
        """
        if not asked.answer.set_running_or_notify_cancel():
            return  # the page was told to try again
        try:
            wish = self.room.vet(self.chairs(), asked.wish)
        except Refusal as refusal:
            with speaking(asked.language):
                asked.answer.set_result((409, {"words": said(refusal)}))
            return
        if not self._sits.spend():
            with speaking(asked.language):
                asked.answer.set_result((503, {"words": gettext(BUSY)}))
            return
        self._take_chair(wish.chair, wish.colour, wish.name)
        phone = self.room.sit(wish.chair)
        if self.game is not None or not self._has_real_paddle(phone.chair):
            self._slap_on(phone, True)
        if self.game is not None:
            self.game.expect(phone.chair, self._host.prefs.seats[phone.chair])
            self._assign_paddles()
        asked.answer.set_result((200, {"token": phone.token}))
        self._host.sound("ready")

    def _take_chair(self, index: int, colour: int, name: str) -> None:
        """Put a person on this chair in the players' settings; remember the bot that sat there.

        No two players are called alike: else nobody would know which of them was last.
        """
        prefs = self._host.prefs
        self._bots[index] = prefs.seats[index].bot
        prefs = prefs.with_paddle(index, colour).with_name(index, name)
        prefs = prefs.with_seat(index, replace(prefs.seats[index], bot=""))
        self._host.remember(replace(prefs, players=max(prefs.players, index + 1)))

    def awake(self) -> list[Phone]:
        """Return the phones that have a chair and a page that is open now."""
        connected = self.server.sockets.connected()
        return [phone for phone in self.room.phones() if phone.number in connected]

    def remove(self, number: int) -> None:
        """Take the chair of a phone away, if there is such a phone."""
        phone = self.room.phone(number)
        if phone is not None:
            self._stand_up(phone)

    def _stand_up(self, phone: Phone) -> None:
        """Take the phone's chair away. Once no phone is left there, its bot of before comes back.

        In a game that goes on, only a chair that was not taken over yet gets its bot back here.
        """
        self._close(phone)
        prefs = self._host.prefs
        bot = self._bots.get(phone.chair, "")
        was_to_come = self.game is not None and self.game.coming.pop(phone.chair, None) is not None
        if bot and (self.game is None or was_to_come) and not self.room.at(phone.chair):
            seat = replace(prefs.seats[phone.chair], bot=bot)
            self._host.remember(prefs.with_seat(phone.chair, seat))

    # --- phones as paddles --------------------------------------------------------------------------

    def paddle_part(self, phone: Phone) -> Page:
        """Return the part of this phone's page that is about slapping."""
        colour = self._wired.get(phone.number)
        if colour is None:
            return {"slap": pages.slap_switch(False)} if self.game is None else {}
        unit, paddle = self.units[colour], PADDLES[colour]
        if self.game is None:
            test = pages.slap_test(unit.quality_us, unit.tested)
            return {"slap": pages.slap_switch(True), **test, "paddle": pages.paddle(paddle, True)}
        live = self.game.slap_state(unit.name)
        if live is None:
            return {}
        part = pages.paddle(paddle, *live)
        if self.game.sits_out(unit.name):
            part["words"] = gettext("Slap your key for now")
        return {"paddle": part}

    def _has_real_paddle(self, chair: int) -> bool:
        """Return whether this chair's player would slap a real paddle now: neither a key nor a phone."""
        sits, unit = self._host.prefs.seats[chair], self._host.unit
        paddle = paddle_of(unit, Seat(sits.name, sits.paddle))
        if paddle == NOBODY:
            return False
        slapped = unit.units[unit.place(paddle).unit]
        return not slapped.is_keyboard and slapped.colour is None

    def _slap_on(self, phone: Phone, here: bool) -> None:
        """Let this phone be slapped for its chair, or (`here` is False) no more."""
        if here:
            self._slaps[phone.chair] = phone.number
        elif self._slaps.get(phone.chair) == phone.number:
            del self._slaps[phone.chair]

    def _assign_paddles(self) -> None:
        """Make each phone that is slapped the paddle of its chair's colour."""
        seats = self._host.prefs.seats
        wanted = {
            phone.number: seats[phone.chair].paddle
            for phone in self.room.phones()
            if self._slaps.get(phone.chair) == phone.number
        }
        if wanted == self._wired:
            return
        for number in self._wired.keys() - wanted.keys():
            self.server.sockets.slap_on(number, None)
        for number, colour in wanted.items():
            self.server.sockets.slap_on(number, self.units[colour])
        for colour in set(self._wired.values()) - set(wanted.values()):
            self.units[colour].leave()
        self._wired = wanted

    # --- chairs that are lost -----------------------------------------------------------------------

    def _end_tokens_of_lost_chairs(self) -> None:
        """Close phones whose chair was taken away on the screen, or given to a bot."""
        prefs = self._host.prefs
        for phone in self.room.phones():
            if phone.chair >= prefs.players or prefs.seats[phone.chair].bot:
                self._close(phone)

    def _close(self, phone: Phone) -> None:
        """End a phone's token and close its pages."""
        self.room.remove(phone.number)
        self.server.close(phone.number)

    def count_at(self, chair: int) -> int:
        """Return how many phones show this chair's cards now."""
        return sum(phone.chair == chair for phone in self.awake())


def use_phones_as_units(host: Host) -> None:
    """Put the phones that are there now among the window's units, and no others; called between games."""
    wanted = host.phones.units if host.phones is not None else []
    if [unit for unit in host.unit.units if unit.colour is not None] != wanted:
        host.unit = with_phones(host.unit, wanted, host.clock)
