"""One game at the table: slaps and choices in, in time order, each in the journal before it is shown."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from slamomatic.engine import Game, bots
from slamomatic.engine.photo import Photographer
from slamomatic.engine.vocabulary import Choice, Event, Refused
from slamomatic.face.faces import face_for
from slamomatic.face.hand_speed import KIT, Travel
from slamomatic.seat import Seat
from slamomatic.table.accuracy import Accuracy
from slamomatic.table.automatic import Automatic
from slamomatic.table.clock import GameClock, TableClock
from slamomatic.table.cup import Cup
from slamomatic.table.doubts import Doubts
from slamomatic.table.event_queue import EventQueue
from slamomatic.table.intake import SlapIntake, Unplaced
from slamomatic.table.lights import PaddleLights
from slamomatic.table.pauses import PauseWatch
from slamomatic.table.played import Journal, PlayedGame
from slamomatic.table.players import Players
from slamomatic.table.seats import OverduePaddles, PaddleMap
from slamomatic.table.shown import Resumed, ShownGame
from slamomatic.table.troubles import UnitTroubles
from slamomatic.table.unseen_call import UnseenCall
from slamomatic.units.base import NO_PADDLE, Do, News, PaddleEvent, UnitNotice
from slamomatic.units.merge import Units

ANSWER_US = 4_000  # about how long a unit takes to answer


class GameSession(ShownGame):
    """A game that is played: its players, paddles, bots and clock. `pump` moves it on, frame by frame."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seat],
        units: Units,
        journal: Journal,
        table_clock: TableClock,
        paddles: Sequence[int] = (),
        photographer: Photographer | None = None,
        *,
        screen_us: int = 0,
        cup: Cup | None = None,
        resumed: Resumed | None = None,
        only_watched: bool = False,
    ) -> None:
        """Begin to play this game, from its start or from where it stands.

        `paddles`: the table's number of each seat's paddle. `photographer`: who watched a game that is
        resumed. `cup`: the cup that the game is part of. `only_watched`: bots play, and nobody can press
        anything.
        """
        self.played = PlayedGame(game, journal, photographer)
        self.players = Players()
        self.players.sit(seats, game.gone)
        self.units = units
        self.table_clock = table_clock
        self.clock = GameClock(table_clock, game.now_us)
        self.paddles = PaddleMap(units, self.players, paddles)
        self.automatic = Automatic(game, self.clock, screen_us)
        self.queue = EventQueue(self.played, self.automatic)
        self.troubles = UnitTroubles(
            self.played, self.players, units, self.paddles, self.queue, self.clock, table_clock
        )
        self.lights = PaddleLights(units)
        self.cup, self.resumed, self.only_watched = cup, resumed, only_watched
        self.travel = KIT
        self._doubts = Doubts()
        self._intake = SlapIntake(
            self.played, self.players, self.paddles, self.queue, self.clock, self._doubts
        )
        self._accuracy = Accuracy(self.played, self.paddles, self.queue, table_clock)
        self._overdue = OverduePaddles()
        self._unseen_call = UnseenCall(face_for(type(game)))
        self._pause = PauseWatch()
        # Slaps that count only if nothing else happened while they may have been made; decided in this frame.
        self._loose: list[Unplaced] = []
        self._refusals: list[tuple[int | None, Refused]] = []
        self._next_presses: list[PaddleEvent] = []
        self._wrong_key = False  # whether a key was slapped that is nobody's, and nobody was told yet
        # Takes from the news what hands did for something else than this game; returns the rest.
        self.sift: Callable[[Sequence[News]], Sequence[News]] = lambda news: news
        for seat, sits in enumerate(seats):
            if sits.bot:
                self.automatic.sit(seat, sits.bot)
        self.automatic.tell(self.moment)

    # --- what may be seen ---------------------------------------------------------------------------

    @property
    def journal(self) -> Journal:
        return self.played.journal

    @property
    def screen_us(self) -> int:
        return self.automatic.screen_us

    @property
    def seats_on_keys(self) -> frozenset[int]:
        return self.paddles.on_keys

    @property
    def waiting_for(self) -> Sequence[int]:
        return self._overdue.shown

    def good_to_us(self, seat: int) -> int:
        """Return how exact the time of this seat's slap is; a bot's is exact to the microsecond."""
        return self.paddles.good_to_us(seat)

    def missing_unit(self) -> str:
        """Return what to say while a unit that somebody plays on is not there; "" when all are."""
        return self.paddles.missing_unit()

    def takes_part(self, source: str) -> bool:
        """Return whether somebody slaps on the unit of this name."""
        return bool(self.paddles.seats_on(source))

    def take_notices(self) -> list[UnitNotice]:
        """Return what players are to read about units since the last call."""
        return self.troubles.take_notices()

    def take_refusals(self) -> list[tuple[int | None, Refused]]:
        """Return what the rules refused since the last call, and to which seat."""
        refusals, self._refusals = self._refusals, []
        return refusals

    def take_next_presses(self) -> list[PaddleEvent]:
        """Return the presses of the shared NEXT button since the last call."""
        presses, self._next_presses = self._next_presses, []
        return presses

    def take_wrong_key(self) -> bool:
        """Return whether the one person here, who plays by a key, slapped another one since the last call."""
        pressed, self._wrong_key = self._wrong_key, False
        return pressed and self.alone in self.seats_on_keys

    # --- a frame ------------------------------------------------------------------------------------

    def pump(self) -> None:
        """Take in slaps, bots' moves and the clock, everything in the order of its time.

        News come first, then worse clocks, and only then is anything judged. What is still missing is asked
        for last, and the lights show what came of it all.
        """
        news = self.sift(self.units.drain())
        if self.clock.paused:
            self.heed_in_pause(news)
            self._light()
            return
        for item in news:
            self._take(item)
        if self.troubles.benched:
            self.troubles.let_back_in()
        if not self.over:
            # A clock may be worse than when the game began: slaps that wait are judged more coarsely too.
            for event in self._accuracy.take_changes():
                self.play(event)
        now_us = self.clock.now_us()
        self._play_what_is_known(now_us)
        self._ask_for_what_is_due(now_us)
        self._light()

    def seat_slapping(self, event: PaddleEvent) -> int | None:
        """Return the seat that this hand slaps for; None: nobody's.

        The NEXT button slaps for a person who plays alone, on a paddle of the same unit.
        """
        paddle = self.as_slap(event).paddle
        return self.paddles.seat_of.get(paddle)

    def as_slap(self, event: PaddleEvent) -> PaddleEvent:
        """Return what a hand did to NEXT as if it had done so to the paddle of who plays alone.

        Both are stamped by the same clock. Where the paddle is another unit's, NEXT stays NEXT.
        """
        if event.paddle != NO_PADDLE or self.alone is None:
            return event
        paddle = self.paddles.paddle_beside(event.source, self.alone)
        do = Do.DOWN if event.do is Do.NEXT else Do.UP
        return event if paddle is None else replace(event, do=do, paddle=paddle)

    def _take(self, item: News) -> None:
        """Take in one event or notice of a unit.

        A slap goes to its seat. A paddle without a seat may be the key that a broken paddle waits for, or
        belong to a player who slaps another one for now.
        """
        if isinstance(item, UnitNotice):
            self.troubles.heed(item)
        elif item.paddle == NO_PADDLE:
            self._next_presses.append(item)
        elif self._takes_key_into_use(item):
            pass  # and is no slap
        elif (seat := self.paddles.seat_of.get(item.paddle)) is not None:
            unplaced = self._intake.take(seat, item, self.troubles.took_time_back)
            if unplaced is not None and unplaced.if_alone is not None:
                self._loose.append(unplaced)
            elif unplaced is not None:
                self.troubles.heed_unplaced(unplaced)
        elif item.do is Do.DOWN:
            self.troubles.remind_of_the_key(item)
            self._wrong_key = self._wrong_key or self.paddles.is_key(item.paddle)

    def _takes_key_into_use(self, item: PaddleEvent) -> bool:
        """Let a seat with a broken paddle slap this key from now on; return whether it was pressed for that.

        Such a press is no slap.
        """
        if item.do is not Do.DOWN or item.paddle in self.paddles.judged_by:
            return False
        broken = self.troubles.seat_it_helps(item.paddle)
        if broken is not None:
            self.use_key(broken)
        return broken is not None

    def _play_what_is_known(self, now_us: int) -> None:
        """Play everything that is due, in order, but nothing that a slap still untold may come before."""
        loose, self._loose = self._loose, []
        for unplaced in sorted(loose, key=lambda one: one.slap.t_us):
            self._place_if_alone(unplaced, loose)
        self._play_until(min(now_us, self.clock.game_us(self.units.known_us())))

    def _place_if_alone(self, unplaced: Unplaced, loose: Sequence[Unplaced]) -> None:
        """Let a slap count after all if nothing else happened while it may have been made.

        Then it means the same at each of these moments, and its order among all others is known.
        """
        slap = unplaced.if_alone
        assert slap is not None
        known_until_us = self.clock.game_us(self.units.known_us())
        self._play_until(min(slap.t_us - 1, known_until_us))
        others = [one.if_alone for one in loose if one.if_alone is not None]
        if not self.over and self.queue.is_alone(slap, others, known_until_us):
            self._intake.place(slap, unplaced.slap)
        else:
            self.troubles.heed_unplaced(unplaced)

    def _play_until(self, until_us: int) -> None:
        """Play everything that is due up to this moment."""
        self.queue.complete(until_us)
        while not self.over:
            event = self.queue.next()
            if event is None:
                break
            self.play(event)

    def _ask_for_what_is_due(self, now_us: int) -> None:
        """Ask the units what was slapped before the next event. If one does not answer, the slap is void."""
        due_us = None if self.over else self.queue.next_due_us()
        behind, late_us = list[int](), 0
        if due_us is not None:
            table_us = self.clock.table_us(due_us)
            self.units.ask(table_us)
            late_us = now_us - due_us
            if late_us > 0:
                behind = self.paddles.seats_behind(table_us)
        if self._overdue.wait(behind, late_us, self.table_clock()):
            self.troubles.void_untold(behind)
            self._play_what_is_known(self.clock.now_us())
        if self._overdue.shown:
            self.troubles.blame_for_waits(self._overdue.shown)

    def _light(self) -> None:
        """Light the paddles as the game stands; in a pause all are dark."""
        self.lights.show(None if self.clock.paused else self.moment, self.seats, self.table_clock())

    def play(self, event: Event) -> None:
        """Play one event: write it down, begin the moment after it, and tell bots and players of it.

        A slap whose order nobody can know takes the open slap back first: a guess at a call that was not
        shown yet, or a doubted slap. An event that the rules refuse changes nothing.
        """
        game, troubles = self.played.game, self.troubles
        if event.t_us < game.now_us and event.do not in ("down", "up", "touch", "release"):
            event = event._replace(t_us=game.now_us)
        # A slap that nobody asked for may be void because of another hand, an `up` only because of its own.
        own_fault = event.do == "up" or event.seat in game.asked
        if self._unseen_call.is_guess(event, self.moment):
            self.play(Event("void", None, event.t_us))
            troubles.tell_unclear(event, own_fault)
        if event.do in ("down", "touch") and (doubted := self._doubts.note_played(event, game.paddles)):
            self.play(Event("void", None, event.t_us))
            troubles.tell_doubted(doubted)
        try:
            moment = self.played.apply(event)
        except Refused as refused:
            self._refusals.append((event.seat, refused))
            moment = self.played.advance([], event)
        if event.do == "drop":
            self.players.sit(self.seats, game.gone)
        troubles.note_judged(moment.effects)
        self._unseen_call.note_shown(moment.public, self.clock.now_us())
        if event.do in ("down", "up") and any(effect.what == "void" for effect in moment.effects):
            troubles.tell_unclear(event, own_fault)
        self.automatic.tell(moment, event)

    # --- time ---------------------------------------------------------------------------------------

    def wakes_at_us(self) -> int | None:
        if self.clock.paused or self.over:
            return None
        due_us = self.queue.next_due_us()
        if due_us is None:
            return None
        now_us = self.clock.now_us()
        # An event that is due already waits for the answer of a unit.
        return self.table_clock() + (due_us - now_us if due_us > now_us else ANSWER_US)

    def pause(self) -> None:
        self._pause.begin()
        self.clock.pause()

    def go_on(self) -> None:
        """End a pause. Its last news come first: hands that came up in it are lifted once time runs again."""
        if not self.clock.paused:
            return  # after a dispute in running play: slaps in the meantime count
        self.heed_in_pause(self.sift(self.units.drain()))
        self.clock.go_on()
        self.queue.lift_hands(self._pause.take_lifted(), self.clock.now_us())

    @property
    def slapped_in_pause(self) -> bool:
        return self._pause.slapped

    @property
    def slapped_last(self) -> int | None:
        """The seat that slapped last while time stood still."""
        return self._pause.slapped_last

    @property
    def slapped_in_pause_us(self) -> dict[int, int]:
        """When each seat slapped last while time stood still, since that was last forgotten."""
        return dict(self._pause.slapped_us)

    def forget_slaps_in_pause(self) -> None:
        """Forget the slap in this pause: somebody was told, or it was meant for something else."""
        self._pause.forget_slaps()

    def heed_in_pause(self, news: Sequence[News]) -> None:
        """Take in what units say while time stands still: slaps count for nothing, lifted hands matter."""
        for item in news:
            if isinstance(item, UnitNotice) or item.paddle == NO_PADDLE:
                self._take(item)
            elif not self.clock.stood_still(item.middle_us) or self._intake.at_an_edge(item):
                self._take(item)  # from just before the pause, surely or perhaps, and heard of only now
            else:
                self._pause.note(self.paddles.seat_of.get(item.paddle), item)

    def hurry(self, steps: int) -> None:
        """Play up to so many events at once that would come later, where nobody is left who could slap."""
        for _ in range(steps):
            due_us = None if self.over or self.clock.paused else self.queue.next_due_us()
            if due_us is None:
                return
            self.clock.skip_to(due_us, self.units.known_us())
            self.pump()

    # --- wishes -------------------------------------------------------------------------------------

    def adapt(self, screen_us: int, pace_ms: int, travel: Travel) -> None:
        """Go by the settings: how late the screen is, how fast cards fall, how far hands go on a paddle."""
        self.travel = travel
        self.automatic.adapt(screen_us, pace_ms)

    def choose(self, choice: Choice) -> None:
        """Play this choice now."""
        self.queue.put(choice.at(self.clock.now_us()))

    def void(self) -> None:
        """Take the open slap back: a dispute, or a unit that can't be trusted."""
        self.queue.put(Event("void", None, self.clock.now_us()))

    def curtain(self, up: bool) -> None:
        """Make paddles dark while somebody looks at a hand (`up`), or live again."""
        self.queue.put(Event("curtain", None, self.clock.now_us(), {"up": up}))

    def feint(self, seat: int) -> None:
        """Let this seat's hand on the screen pretend to slap."""
        self.queue.put(Event("feint", seat, self.clock.now_us()))

    def needs_a_key(self) -> list[int]:
        """Return the seats with a broken paddle whose key could replace it."""
        return self.troubles.needs_a_key()

    def use_key(self, seat: int) -> None:
        """Let this seat slap by its key for the rest of the game."""
        self.troubles.use_key(seat)

    def hands_off(self) -> None:
        """Lift all hands: the game was left, and nobody knows which hands are down."""
        self.queue.lift_hands(self.people, self.clock.now_us())

    # --- who comes and goes -------------------------------------------------------------------------

    @property
    def stand_in(self) -> str:
        """The kind of bot that takes a player's seat; "" where no bot can: it can't hold cards of paper."""
        return bots.USUAL if self.played.game.BOTS else ""

    def ends_without_one(self) -> bool:
        """Return whether the game ends when one more player goes and no bot comes: too few would stay."""
        game = self.played.game
        return sum(not gone for gone in game.gone) <= game.SEATS[0]

    def leave(self, seat: int, bot: str | None = None) -> None:
        """Let a player go. A bot takes the seat; if `bot` is "", the seat is dropped instead.

        None stands for the usual bot of this game. Slaps that the player's paddle has not told yet come
        first: the open slap is void if it needs them.
        """
        bot = self.stand_in if bot is None else bot
        self.troubles.void_what_it_has_not_told(seat)
        if not bot:
            self.queue.put(Event("drop", seat, self.clock.now_us()))
            self.paddles.leave(seat)
            return
        self.automatic.sit(seat, bot)  # first: if this bot can't be had, nothing has been written
        self.journal.append({"note": "bot", "seat": seat, "bot": bot, "t_us": self.clock.now_us()})
        self.players.replace(seat, replace(self.seats[seat], bot=bot), self.played.game.gone)
        self.automatic.tell(self.moment, news=False)
        # The game still expects a paddle's errors for this seat: a bot's times are exact.
        self.troubles.move(seat, 0)
        self.paddles.play()

    def come(self, seat: int, name: str) -> None:
        """Let a person take the seat of a bot, and slap on a phone."""
        self.automatic.leave(seat)
        self.journal.append({"note": "person", "seat": seat, "name": name, "t_us": self.clock.now_us()})
        self.players.replace(seat, replace(self.seats[seat], name=name, bot=""), self.played.game.gone)
        self.troubles.use_phone(seat)

    def close(self) -> None:
        """Stop playing for now; the journal keeps the game."""
        self.journal.close()
