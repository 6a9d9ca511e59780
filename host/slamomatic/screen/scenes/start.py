"""The whole of what can be set before a game: which one, who sits where, which unit, how long."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from slamomatic import engine
from slamomatic.engine.bots import USUAL
from slamomatic.errors import UserError
from slamomatic.face.lengths import lengths_of, options_of
from slamomatic.kit.bed import Mood
from slamomatic.kit.easel import BODY, SMALL, TITLE, Easel, Target
from slamomatic.kit.palette import CHALK, GOLD, PANEL
from slamomatic.phone.phones import use_phones_as_units
from slamomatic.preferences import CUP, MOST_SEATS, SeatPreference, next_in, table_sizes
from slamomatic.screen.scene import Scene, Stage
from slamomatic.screen.scenes import start_line, start_picture, table_parts, unit_words
from slamomatic.screen.scenes.beginning import Beginning, first_table
from slamomatic.screen.scenes.settings import UnitsScene
from slamomatic.screen.scenes.start_picture import Tiles
from slamomatic.screen.scenes.watched import AFTER_US, AttractScene
from slamomatic.store import journals
from slamomatic.table.cup import Cup, games_of_cup
from slamomatic.table.seats import Seat, colour_of
from slamomatic.units.base import Do, News, PaddleEvent, What
from slamomatic.words import gettext, said


class StartScene(Scene):
    """Games, chairs, Play. Everything has an answer already: Enter plays."""

    begins_games = True
    mood = Mood.CALM

    def __init__(
        self, stage: Stage, options: dict[str, object] | None = None, front: Scene | None = None
    ) -> None:
        """`front`: the scene that leads here, and that Escape goes back to."""
        super().__init__(stage)
        self.front = front
        self.options = dict(options or ({"paper": True} if stage.prefs.paper else {}))
        self.down: set[int] = set()
        self.naming: int | None = None
        self._named = ""  # what that chair was called before
        self.touched = ""  # what was clicked last: the line speaks of it
        self.trouble = ""
        self.tiles: Tiles | None = None  # made when they are drawn: who starts a game at once needs no other
        self.beginning = Beginning(stage)
        self.check = start_line.KeyboardCheck()
        self._touched_us = stage.clock()  # when somebody was here last
        self.resumable = journals.latest_open(stage.home) is not None

    @property
    def typing(self) -> bool:  # type: ignore[override]
        return self.naming is not None

    @property
    def seats(self) -> Sequence[SeatPreference]:
        seats = self.stage.prefs.seats[: self.stage.prefs.players]
        # No bot can hold a card of paper.
        return [replace(seat, bot="") for seat in seats] if self.paper else seats

    @property
    def has_cards(self) -> bool:
        """Whether this game can be played with real cards: one without cards can't."""
        return "paper" in engine.find(self.stage.prefs.game).OPTIONS

    @property
    def paper(self) -> bool:
        """Whether real cards are played with; a game without cards leaves that wish for the next game."""
        return bool(self.options.get("paper")) and self.has_cards

    def enter(self) -> None:
        self.cursor, self.touched = 0, ""  # wherever one comes from, Enter plays
        self.somebody_is_here()
        use_phones_as_units(self.stage)
        if self.stage.prefs.phones:
            try:
                self.stage.use_phones(True)
            except UserError as error:
                self.trouble = said(error)

    # --- slaps: joining and trying the paddles ------------------------------------------------------

    def news(self, news: Sequence[News]) -> None:
        for item in news:
            if isinstance(item, PaddleEvent):
                self.somebody_is_here()
                hear = self._slap if item.paddle >= 0 else self.stage.next_button
                hear(item)
            elif item.what is What.TROUBLE:
                self.stage.say(said(item.text))

    def _slap(self, item: PaddleEvent) -> None:
        colour = colour_of(self.stage.unit, item.paddle)
        by_key = self.stage.unit.units[self.stage.unit.place(item.paddle).unit].is_keyboard
        if item.do is Do.DOWN:
            self.down.add(colour)
            self.touched = ""
            self.stage.sound("slap")
            if by_key:
                self.check.press(colour)
            self._join(colour)
        elif item.do is Do.UP:
            self.down.discard(colour)
            if by_key:
                self.check.release(colour)

    def _join(self, colour: int) -> None:
        """Seat a player who slaps: on the chair of that colour, in place of a bot, or on a new one."""
        prefs = self.stage.prefs
        more = prefs.players < table_sizes(prefs.game)[-1]
        for index, seat in enumerate(prefs.seats[: prefs.players + more]):
            if seat.paddle == colour and (seat.bot or index == prefs.players):
                prefs = prefs.with_seat(index, replace(seat, bot=""))
                self.stage.remember(replace(prefs, players=max(prefs.players, index + 1)))

    def _set_seat(self, index: int, seat: SeatPreference) -> None:
        self.stage.remember(self.stage.prefs.with_seat(index, seat))

    # --- wishes -------------------------------------------------------------------------------------

    def somebody_is_here(self) -> None:
        self._touched_us = self.stage.clock()

    def other_key(self, key: str) -> None:
        self.somebody_is_here()

    def gesture(self, gesture: str) -> None:
        self.somebody_is_here()
        super().gesture(gesture)

    def key(self, action: str) -> None:
        self.somebody_is_here()
        if action != "pause":
            self.touched = ""
        super().key(action)

    def escape(self) -> None:
        if self.beginning.waits:
            self.beginning.give_up()
        elif self.front is not None:
            self.stage.go(self.front)
        else:
            start_picture.leave(self)

    def click(self, point: tuple[int, int]) -> None:
        """Press what is there. The cursor is for keys: after a click it is on PLAY (0), and Enter plays."""
        self.somebody_is_here()
        self.touched = ""
        super().click(point)
        if self.cursor:
            self.touched = self.pressable[self.cursor].name
        self.cursor = 0

    def wish(self, wish: object) -> None:
        self.beginning.give_up()
        self.trouble = ""
        self.typed("\n")  # a click elsewhere ends a name too
        super().wish(wish)

    def typed(self, text: str) -> None:
        if self.naming is None:
            return
        seat = self.stage.prefs.seats[self.naming]
        if text == "\n":
            if not seat.name.strip():
                self._set_seat(self.naming, replace(seat, name=self._named))
            self.naming, self.cursor = None, 0
        elif text == "\b":
            self._set_seat(self.naming, replace(seat, name=seat.name[:-1]))
        elif len(seat.name) < start_line.LONGEST_NAME:
            self._set_seat(self.naming, replace(seat, name=(seat.name + text).lstrip()))

    def call(self, index: int, name: str) -> None:
        """Give this chair a name that was here before; a player who has that name now gets this chair's."""
        seats = self.stage.prefs.seats
        for other, seat in enumerate(seats):
            if seat.name == name and other != index:
                self._set_seat(other, replace(seat, name=seats[index].name).called_as_its_paddle())
        self._set_seat(index, replace(seats[index], name=name))

    def choose_game(self, game: str) -> None:
        sizes = table_sizes(game)
        players = min(max(self.stage.prefs.players, sizes[0]), sizes[-1])
        self.stage.remember(replace(self.stage.prefs, game=game, players=players))
        self.cursor, self.touched = 0, f"game/{game}"  # the next Enter plays it

    def change_players(self, step: int) -> None:
        players = self.stage.prefs.players + step
        if players in table_sizes(self.stage.prefs.game):
            self.stage.remember(replace(self.stage.prefs, players=players))

    def next_kind(self, index: int) -> None:
        seat = self.stage.prefs.seats[index]
        self._set_seat(index, replace(seat, bot=next_in(start_line.RING, seat.bot)))

    def next_person_or_bot(self, index: int) -> None:
        """A person in place of a bot, or the usual bot in place of a person."""
        seat = self.stage.prefs.seats[index]
        self._set_seat(index, replace(seat, bot="" if seat.bot else USUAL))

    def next_colour(self, index: int) -> None:
        """Another paddle for this chair; the chair that had it gets this one's."""
        prefs = self.stage.prefs
        self.stage.remember(prefs.with_paddle(index, (prefs.seats[index].paddle + 1) % MOST_SEATS))

    def change_head_start(self, index: int) -> None:
        seat = self.stage.prefs.seats[index]
        self._set_seat(index, replace(seat, handicap_ms=(seat.handicap_ms + 50) % 350))

    def start_naming(self, index: int) -> None:
        self.naming, self._named = index, self.stage.prefs.seats[index].name
        self._set_seat(index, replace(self.stage.prefs.seats[index], name=""))

    def where_cards_are(self) -> str:
        """Return where the cards are: on the TV, on phones, or real ones of paper."""
        return "paper" if self.paper else "phones" if self.stage.phones is not None else "tv"

    def next_place_of_cards(self) -> None:
        """The TV, phones, real cards; phones that somebody uses stay to be slapped on with real cards."""
        phones, paper = ("phones",) * (not self.stage.in_browser), ("paper",) * self.has_cards
        places = ("tv", *phones, *paper)
        where = next_in(places, self.where_cards_are())
        if where == "paper":
            self.options["paper"] = True
        else:
            self.options.pop("paper", None)
            self.stage.use_phones(where == "phones")
        self.stage.remember(replace(self.stage.prefs, paper=where == "paper", phones=where == "phones"))

    def next_length(self) -> None:
        prefs = self.stage.prefs
        ring = [*lengths_of(prefs.game), CUP]
        self.stage.remember(replace(prefs, length=next_in(ring, start_line.length_chosen(prefs))))

    @property
    def _of_cup(self) -> bool:
        """Whether PLAY begins a cup: none is played with real cards."""
        return self.stage.prefs.length == CUP and not self.paper

    def play_at_once(self) -> None:
        """Begin with the next frame."""
        self.play_with(self.seats, self._of_cup, self.paper)

    def play_with(self, chairs: Sequence[SeatPreference], of_cup: bool, paper: bool) -> None:
        """Begin the chosen game, or a cup with it, on these chairs with the next frame."""
        prefs = self.stage.prefs
        brings_bots = bool(engine.find(prefs.game).BOTS)
        bots = [s.bot if brings_bots or not s.bot else "random" for s in chairs]
        seats = [Seat(s.name, s.paddle, bot, s.handicap_ms) for s, bot in zip(chairs, bots, strict=True)]
        game, cup = prefs.game, None
        if of_cup:
            cup = Cup(games_of_cup(game, len(seats)), len(seats))
            game = cup.games[0]
        options = self.options if paper else self.options_of_one(game, of_cup)
        self.beginning.play(game, seats, options, cup)

    def options_of_one(self, game: str, of_cup: bool | None = None) -> dict[str, object]:
        """The options of one game without paper: those of its length, and stronger, of the command line."""
        length = start_line.length_of_one(self.stage.prefs, game, of_cup)
        said = {name: value for name, value in self.options.items() if name != "paper"}
        return {**options_of(game, length), **said}

    def resume_one(self, back: Scene | None = None) -> None:
        """Go on with the one game that was left; of several, ask which one. `back`: who asks."""
        kept = journals.all_open(self.stage.home)
        if len(kept) > 1:
            self.stage.go(start_picture.ResumeScene(self.stage, back or self, self, kept))
        else:
            self.resume_at_once()
            self.pump()

    def resume_at_once(self, path: Path | None = None) -> None:
        """A game that was left: this one, or the newest."""
        try:
            self.beginning.resume(path)
        except UserError as error:
            self.complain(error)

    def play(self) -> None:
        self.play_at_once()
        self.pump()

    def pump(self) -> None:
        try:
            session = self.beginning.session()
        except UserError as error:
            self.complain(error)
            return
        if session is not None:
            self.stage.go(first_table(self.stage, session))
        elif (alone_us := self._alone_from_us()) is not None and self.stage.clock() >= alone_us:
            self.stage.go(AttractScene(self.stage, self.front or self))

    def _alone_from_us(self) -> int | None:
        """Return when nobody has touched anything for a minute; None while somebody types, scans or reads."""
        busy = (
            self.beginning.waits or self.naming is not None or self.stage.phones is not None or self.trouble
        )
        return None if busy else self._touched_us + int(AFTER_US * self.stage.clock.speed)

    def complain(self, error: UserError) -> None:
        """Say why there is no game, until something else is asked for."""
        self.trouble = said(error)
        self.stage.say(self.trouble)

    def wakes_at_us(self) -> int | None:
        return self.beginning.patient_until_us if self.beginning.waits else self._alone_from_us()

    # --- drawing ------------------------------------------------------------------------------------

    def draw(self, e: Easel) -> None:
        px = e.frame.px
        room = e.frame.box.inset(px(48), px(34))
        head, tiles, seats, line, foot = room.rows([11.8, 29.2, 39, 9, 11], px(14))
        title, unit, change = head.columns([31, 57, 12], px(14))
        e.text("title", "SLAM-O-MATIC", title, TITLE, GOLD, "left")
        table_parts.units(e, unit_words.in_full(self.stage.unit.states()), unit)
        start_picture.draw_foot(self, e, foot)  # first, so that PLAY is target 0
        start_picture.draw_tiles(self, e, tiles, self.choose_game, self._of_cup)
        start_picture.draw_chairs(self, e, seats)
        e.button("choose-units", gettext("Paddles"), change, partial(self.visit, UnitsScene), size=SMALL)
        self._keep_cursor(e.targets)
        e.panel("line", line, PANEL)
        e.text("line/words", start_line.words(self, e), line.inset(px(20), px(2)), BODY, CHALK)
        e.cursor(e.targets[self.cursor].box)

    def _keep_cursor(self, targets: Sequence[Target]) -> None:
        """Set the cursor among the new targets, of which 0 is PLAY, where it was among `pressable`.

        On PLAY it stays. On a target that is gone it goes to what is nearest, but never to PLAY.
        """
        if not 0 < self.cursor < len(self.pressable):
            self.cursor = min(self.cursor, len(targets) - 1)
            return
        was = self.pressable[self.cursor]
        names = [target.name for target in targets]
        if was.name in names:
            self.cursor = names.index(was.name)
        else:
            self.cursor = min(range(1, len(targets)), key=lambda index: was.box.apart(targets[index].box))
