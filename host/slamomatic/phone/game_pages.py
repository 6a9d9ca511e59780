"""The phone pages of one game: each phone gets its own seat's view, and chooses for its own seat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from slamomatic.engine.vocabulary import Json, Refused
from slamomatic.face.cards import png
from slamomatic.face.face import Row
from slamomatic.face.faces import face_of_view, title_of
from slamomatic.face.model import Table, choices_of_seat
from slamomatic.face.telling import refusal, telling_of
from slamomatic.paddles import PADDLES, name_today
from slamomatic.phone.hand import Hand
from slamomatic.phone.messages import Message
from slamomatic.phone.pages import Page, cards_of, page, picks_of, picture_key, waiting, watch
from slamomatic.phone.room import WATCH, Chair, Phone
from slamomatic.table.announcements import Announcements
from slamomatic.table.moment import Moment
from slamomatic.table.session import GameSession
from slamomatic.words import N_, gettext
from slamomatic.words.languages import language, speaking

if TYPE_CHECKING:
    from slamomatic.phone.phones import Phones, Squares
    from slamomatic.preferences import SeatPreference

Readers = dict[int, frozenset[str]]  # each phone's number with the languages that are read there
DOES = ("choose", "pick", "feint")  # what a phone may say in a game


class PhonePages:
    """A page per seat, for every phone of that seat."""

    def __init__(
        self,
        phones: Phones,
        session: GameSession,
        announcements: Announcements,
        chairs: tuple[SeatPreference, ...],
    ) -> None:
        """Begin the pages of this game.

        `chairs`: those of the start screen. A phone's chair takes part if the seat has its name and colour.
        """
        self.phones, self._session, self._announcements = phones, session, announcements
        self._chairs = list(chairs)
        self._codes: dict[int, Phone] = {}  # the phones that come by a seat's own code, by seat
        self.begins = False  # the table waits for a slap of somebody who is ready
        self.coming: dict[int, str] = {}  # names of people who take a bot's chair as soon as a turn begins
        self._turn: int | None = None  # whose turn it was
        self._face = face_of_view(session.view(None))
        self._hands: list[Hand] = [Hand(self._face) for _ in session.seats]
        self._whispers: dict[int, Json] = {}  # by seat: the effect of this turn that it alone may know
        self._shown: object = None  # the facts that all pages were made from; None: some page is stale
        # All cards of a language are drawn before its first page: which card is asked for says nothing then.
        self._faces = (*(self._face.deck.FACES if self._face.deck else ()), "?")
        self._pictures: dict[str, bytes] = {}
        self._undrawn: dict[str, list[str]] = {language(): []}  # by language: cards still to draw
        self._draw(self._faces)
        phones.server.pictures = self._pictures
        phones.game = self
        self._offer_choices(True)
        self.follow([], False)

    def seat_of(self, phone: Phone) -> int | None:
        """Return the seat whose hand this phone shows; None if its chair takes no part in this game."""
        if phone in self._codes.values():
            return phone.chair
        chair, seats = self._chairs[phone.chair], self._session.seats
        if phone.chair >= len(seats):
            return None
        sits = seats[phone.chair]
        # The table's language may have changed since: whoever typed no name has another one now.
        same_name = name_today(sits.name) == name_today(chair.name)
        return phone.chair if same_name and sits.colour == chair.paddle else None

    def all_have_phones(self) -> bool:
        """Return whether every person at the table has a phone that shows the own cards now."""
        seats = {self.seat_of(phone) for phone in self.phones.awake()}
        return bool(self._session.people) and seats.issuperset(self._session.people)

    def slap_state(self, unit: str) -> tuple[bool, tuple[int, int] | None] | None:
        """Return whether a slap on this unit counts now, and its rest; None for a unit outside the game.

        The rest is when the paddle counts again and how long its rest is in all; None: it does not rest.
        """
        session = self._session
        seats = session.paddles.seats_on(unit)
        if seats:
            live = self.begins if session.clock.paused else session.moment.room["live"][seats[0]]
            return live, session.rests_us(seats[0])
        if self.sits_out(unit):
            return False, None  # it stays a paddle, so that it can show that it is good again
        coming = [self.phones.units[session.seats[chair].colour].name for chair in self.coming]
        return (False, None) if unit in coming else None

    def sits_out(self, unit: str) -> bool:
        """Return whether this phone made slaps void, so that its player slaps a key for a while."""
        return self._session.troubles.sits_out(unit)

    # --- somebody comes while a game is played ------------------------------------------------------

    def chairs(self) -> list[Chair]:
        """Return the chairs of this game. A bot's is free if a phone can be slapped in its colour."""
        session, there = self._session, []
        gone, colours = session.moment.room["gone"], {unit.colour for unit in session.units.units}
        for index, sits in enumerate(session.seats):
            plays = bool(sits.bot) and not gone[index] and not session.over and sits.colour in colours
            free = plays and not self.phones.room.at(index)
            there.append(Chair(self.coming.get(index, sits.name), sits.colour, free, not sits.bot, plays))
        return there

    def expect(self, chair: int, sits: SeatPreference) -> None:
        """Give somebody this bot's chair as soon as a turn begins and the phone's clock is known."""
        self.coming[chair] = sits.name
        self._chairs[chair] = sits

    def _seat_newcomers(self) -> None:
        """Give chairs to those who wait for them: a turn has begun, and no slap is open."""
        if self._session.over or self._session.moment.room["asked"]:
            return
        for chair, name in list(self.coming.items()):
            if self._session.seats[chair].bot and self._session.paddles.can_use_phone(chair):
                self._session.come(chair, name)
                del self.coming[chair]

    # --- what happened ------------------------------------------------------------------------------

    def follow(self, moments: Sequence[Moment], begins: bool) -> None:
        """Bring the pages up to date, once a frame: these moments have passed.

        `begins`: the table waits for a slap of somebody who is ready. Whispers and new players come first,
        because the choices that are offered depend on them; pages are sent last, and only if they changed.
        """
        self.begins = begins
        readers = self._readers()
        self._draw_for_new_languages(readers)
        turned = False
        for moment in moments:
            for effect in moment.effects:
                if effect.what == "turn":
                    turned = True
                    self._whispers.clear()
                for seat, secret in effect.only.items():
                    if secret and telling_of(self._face, effect.what).once:
                        self._whispers[seat] = effect.to_json(seat)
        if moments and (turned or moments[-1].room["turn"] != self._turn):
            self._turn = moments[-1].room["turn"]
            self._seat_newcomers()
        if moments:
            self._offer_choices(turned)
        there = frozenset(self.phones.server.sockets.connected())
        state = (self._news_now(), self._pause_words(), there, readers)
        if moments or state != self._shown:
            self._shown = state
            self.publish()

    def _offer_choices(self, turned: bool) -> None:
        """Offer each person's present choices and cards on the person's phones."""
        for seat in self._session.people:
            view, face = self._session.view(seat), self._face
            picks = picks_of(face.on_phone(view), self._rows(seat))
            legal = [] if self._session.over else self._session.legal(seat)
            choices = choices_of_seat(seat, legal, view, face, self._session.moment.complete)
            choices = [choice for choice in choices if choice.do != "down"]  # no button stamps a slap
            self._hands[seat].offer(choices, picks, turned)

    def show_refusal(self, seat: int, refused: Refused) -> bool:
        """Show on this seat's phones alone why the rules refused its choice.

        Return whether a phone shows it; if not, the screen has to.
        """
        names = [sits.name for sits in self._session.seats]
        self._hands[seat].note_refusal(refusal(self._face, refused, names))
        self._shown = None
        return any(self.seat_of(phone) == seat for phone in self.phones.awake())

    # --- what phones say ----------------------------------------------------------------------------

    def hear(self, phone: Phone, message: Message) -> None:
        """Play what a phone says: only for its own seat, and only for the moment that its page shows."""
        seat, session = self.seat_of(phone), self._session
        if seat is None or seat not in session.people or session.over or message.do not in DOES:
            return
        hand, moment = self._hands[seat], message.number("moment")
        self._shown = None
        if session.clock.paused:
            hand.reply(N_("The game is paused. Nothing was changed."))
        elif message.do == "feint":
            if hand.check_moment(moment) and self._face.fakes and session.moment.room["turn"] == seat:
                session.feint(seat)
        else:
            if message.do == "choose":
                choice = hand.press(moment, message.number("choice"))
            else:
                choice = hand.touch(moment, message.number("pick"))
            if choice is not None:
                session.choose(choice)

    def _pause_words(self) -> str:
        """Return the words of all pages while the game is paused; "" while it is played."""
        if not self._session.clock.paused:
            return ""
        return gettext("Ready? Slap to begin!") if self.begins else gettext("Paused")

    # --- pages --------------------------------------------------------------------------------------

    def publish(self) -> None:
        """Send every seat's phones that seat's view, if it has changed."""
        drawn = [code for code, left in self._undrawn.items() if not left]
        self.phones.show(WATCH, self._room_page, drawn)
        for phone in self.phones.room.phones():
            seat = self.seat_of(phone)
            if seat is not None:
                self.phones.show(phone.number, partial(self._page, phone, seat), drawn)

    def _readers(self) -> Readers:
        """Return each phone, and everybody in the room, with the languages that are read there."""
        numbers = [WATCH, *(phone.number for phone in self.phones.room.phones())]
        return {number: self.phones.languages(number) for number in numbers}

    def _room_page(self) -> Json:
        """Return the page of everybody in the room, from what a spectator may know."""
        session, face, t = self._session, self._face, self._table(None)
        rows = face.on_table(t.view)
        self._draw([card for row in rows for card in row.cards if card is not None])
        statuses = [face.status(t, seat)[0] for seat in range(len(session.seats))]
        return watch(title_of(session.name), t, statuses, rows, self._news_now(), self._pause_words())

    def _page(self, phone: Phone, seat: int) -> Page:
        """Return the page of this seat for one of its phones."""
        if seat in self._session.people:
            shown = self._hand_page(seat)
        else:  # its player has left: the hand is somebody else's now
            sits = self._session.seats[seat]
            shown = waiting(sits.name, PADDLES[sits.colour], gettext("You have left the table"))
        return shown | self.phones.paddle_part(phone)

    def _hand_page(self, seat: int) -> Page:
        """Return the page with this seat's cards and choices."""
        face, hand, t = self._face, self._hands[seat], self._table(seat)
        cards, rows, whisper = face.on_phone(t.view), self._rows(seat), self._whisper(t, seat)
        self._draw(cards_of(cards, rows, whisper))
        return page(
            t,
            cards,
            rows,
            hand,
            news=self._news_now(),
            hint=self._hint(t, hand),
            whisper=whisper,
            fakes=face.fakes,
            pause_words=self._pause_words(),
            phones=sum(self.seat_of(each) == seat for each in self.phones.awake()),
        )

    def _rows(self, seat: int) -> list[Row]:
        """Return the rows of open cards for this seat; the own cards stand above them already."""
        rows = self._face.on_table(self._session.view(seat))
        return [row for row in rows if row.seat != seat or not row.grid]

    def _table(self, seat: int | None) -> Table:
        """Return the table as this seat may see it; None: as everybody in the room may."""
        session = self._session
        return Table(
            game=session.name,
            view=session.view(seat),
            eyes=seat,
            seats=tuple(session.seats),
        )

    def _hint(self, t: Table, hand: Hand) -> str:
        """Return what this seat should do now; "" if nothing special."""
        if hand.touch_first:
            return gettext("Touch a card first.")
        if t.view["turn"] not in (None, t.eyes) or t.view["over"]:
            return ""
        return gettext(next((words for fact, words, _ in self._face.tips if fact(t.view)), ""))

    def _whisper(self, t: Table, seat: int) -> tuple[str, str] | None:
        """Return words and card of what only this seat was told in this turn; None: it was told nothing."""
        whisper = self._whispers.get(seat, {})
        if "card" not in whisper:
            return None
        return t.sentence(self._face, whisper) or gettext("Only you see this"), whisper["card"]

    def _news_now(self) -> str:
        """Return what the table says, in the language that is spoken now."""
        return self._announcements.words_at(self._session.seats, self._session.table_clock())

    def _draw_for_new_languages(self, readers: Readers) -> None:
        """Draw cards for a new language, one a frame, so that nobody has to wait."""
        for code in _languages(readers):
            left = self._undrawn.setdefault(code, list(self._faces))
            if left:
                with speaking(code):
                    self._draw([left.pop()])
                if not left:
                    self._shown = None

    def _draw(self, cards: Sequence[str]) -> None:
        """Draw the cards that have no picture yet: those of a game without a deck come one by one."""
        for card in cards:
            key = picture_key(self._session.name, card)
            if key not in self._pictures:
                self._pictures[key] = png(self._session.name, card)

    def code(self, seat: int) -> Squares:
        """Return the QR code of the seat's own page, as rows of squares; True is dark."""
        if seat not in self._codes:
            self._codes[seat] = self.phones.room.sit(seat)
            self.publish()
        return self.phones.code(self._codes[seat])

    def end(self) -> None:
        """End the pages: the game was left, and no phone may show a hand of it any more."""
        if self.phones.game is self:
            self.phones.game = None


def _languages(readers: Readers) -> frozenset[str]:
    return frozenset().union(*readers.values())
