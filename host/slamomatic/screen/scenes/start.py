"""The start scene, where a game is set up: which one, who sits where, on which unit, and how long."""

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

PLAY_TARGET = 0  # the index of PLAY among the targets of the picture
HEAD_START_STEP_MS, HEAD_START_MOST_MS = 50, 300


class StartScene(Scene):
    """The start scene: games, chairs and PLAY. Everything is set already, so that Enter plays at once."""

    begins_games = True
    mood = Mood.CALM

    def __init__(
        self, stage: Stage, options: dict[str, object] | None = None, front: Scene | None = None
    ) -> None:
        """Make the scene. `front`: the scene that leads here, and that Escape goes back to."""
        super().__init__(stage)
        self.front = front
        self.options = dict(options or ({"paper": True} if stage.prefs.paper else {}))
        self.down: set[int] = set()  # the paddles, by colour, that a hand is on
        self.naming: int | None = None  # the chair whose name is typed now
        self._old_name = ""  # the name of that chair before
        self.clicked = ""  # the name of the target that was clicked last: the line explains it
        self.trouble = ""
        self.tiles: Tiles | None = None  # made when first drawn: a game that starts at once needs none
        self.beginning = Beginning(stage)
        self.check = start_line.KeyboardCheck()
        self._somebody_us = stage.clock()  # when somebody was here last
        self.resumable = journals.latest_open(stage.home) is not None

    @property
    def typing(self) -> bool:  # type: ignore[override]
        return self.naming is not None

    @property
    def seats(self) -> Sequence[SeatPreference]:
        seats = self.stage.prefs.seats[: self.stage.prefs.players]
        # Bots can't hold real cards: their chairs are for people then.
        return [replace(seat, bot="") for seat in seats] if self.paper else seats

    @property
    def has_cards(self) -> bool:
        """Whether this game can be played with real cards: one without cards can't."""
        return "paper" in engine.find(self.stage.prefs.game).OPTIONS

    @property
    def paper(self) -> bool:
        """Whether this game is played with real cards; a game without cards ignores that option."""
        return bool(self.options.get("paper")) and self.has_cards

    def enter(self) -> None:
        """Switch phones on if they were on last time. The cursor is where it was when the scene was left."""
        self.clicked = ""
        self.somebody_is_here()
        use_phones_as_units(self.stage)
        if self.stage.prefs.phones:
            try:
                self.stage.use_phones(True)
            except UserError as error:
                self.trouble = said(error)

    # --- slaps: joining and trying the paddles ------------------------------------------------------

    def news(self, news: Sequence[News]) -> None:
        """Take slaps, NEXT buttons and bad news of units."""
        for item in news:
            if isinstance(item, PaddleEvent):
                self.somebody_is_here()
                if item.paddle >= 0:
                    self._show_hand(item)
                else:
                    self.stage.next_button(item)
            elif item.what is What.TROUBLE:
                self.stage.say(said(item.text))

    def _show_hand(self, item: PaddleEvent) -> None:
        """Show a paddle down or up; a slap also seats its player. Keys take part in the keyboard's check."""
        colour = colour_of(self.stage.unit, item.paddle)
        by_key = self.stage.unit.units[self.stage.unit.place(item.paddle).unit].is_keyboard
        if item.do is Do.DOWN:
            self.down.add(colour)
            self.clicked = ""
            self.stage.sound("slap")
            if by_key:
                self.check.press(colour)
            self._join(colour)
        elif item.do is Do.UP:
            self.down.discard(colour)
            if by_key:
                self.check.release(colour)

    def _join(self, colour: int) -> None:
        """Seat a player who slaps: on the chair of that colour in place of a bot, or on one chair more."""
        prefs = self.stage.prefs
        one_more_fits = prefs.players < table_sizes(prefs.game)[-1]
        chairs = prefs.seats[: prefs.players + 1] if one_more_fits else prefs.seats[: prefs.players]
        for index, seat in enumerate(chairs):
            if seat.paddle == colour and (seat.bot or index == prefs.players):
                prefs = prefs.with_seat(index, replace(seat, bot=""))
                self.stage.remember(replace(prefs, players=max(prefs.players, index + 1)))

    def _set_seat(self, index: int, seat: SeatPreference) -> None:
        self.stage.remember(self.stage.prefs.with_seat(index, seat))

    # --- wishes -------------------------------------------------------------------------------------

    def somebody_is_here(self) -> None:
        """Put off the games that bots show while nobody is here."""
        self._somebody_us = self.stage.clock()

    def other_key(self, key: str) -> None:
        self.somebody_is_here()

    def gesture(self, gesture: str) -> None:
        self.somebody_is_here()
        super().gesture(gesture)

    def key(self, action: str) -> None:
        self.somebody_is_here()
        if action != "pause":
            self.clicked = ""
        super().key(action)

    def escape(self) -> None:
        """Cancel a game that waits for its units; else go back, or ask whether to quit."""
        if self.beginning.waits:
            self.beginning.give_up()
            return
        self.cursor = PLAY_TARGET  # where it is when somebody comes back, or stays
        if self.front is not None:
            self.stage.go(self.front)
        else:
            start_picture.ask_to_leave(self)

    def click(self, point: tuple[int, int]) -> None:
        """Press what is there. The cursor is for keys: after a click it is on PLAY, and Enter plays."""
        self.somebody_is_here()
        self.cursor, self.clicked = PLAY_TARGET, ""
        super().click(point)
        if self.cursor != PLAY_TARGET:
            self.clicked = self.pressable[self.cursor].name
        self.cursor = PLAY_TARGET

    def wish(self, wish: object) -> None:
        self.beginning.give_up()
        self.trouble = ""
        self.typed("\n")  # a click elsewhere ends a name too
        super().wish(wish)

    def typed(self, text: str) -> None:
        """Take a letter of the typed name, "\\b" or "\\n"; an empty name becomes the old one again.

        A chair that has the typed name already gets this one's old name.
        """
        if self.naming is None:
            return
        seat = self.stage.prefs.seats[self.naming]
        if text == "\n":
            self._set_seat(self.naming, replace(seat, name=self._old_name))
            if seat.name.strip():
                self.stage.remember(self.stage.prefs.with_name(self.naming, seat.name))
            self.naming, self.cursor = None, PLAY_TARGET
        elif text == "\b":
            self._set_seat(self.naming, replace(seat, name=seat.name[:-1]))
        elif len(seat.name) < start_line.LONGEST_NAME:
            self._set_seat(self.naming, replace(seat, name=(seat.name + text).lstrip()))

    def take_known_name(self, index: int, name: str) -> None:
        """Give this chair a name from the history; a chair that has that name already gets this one's."""
        self.stage.remember(self.stage.prefs.with_name(index, name))

    def choose_game(self, game: str) -> None:
        """Choose a game, and change the number of chairs to one that it allows. The next Enter plays it."""
        sizes = table_sizes(game)
        players = min(max(self.stage.prefs.players, sizes[0]), sizes[-1])
        self.stage.remember(replace(self.stage.prefs, game=game, players=players))
        self.cursor, self.clicked = PLAY_TARGET, f"game/{game}"

    def change_players(self, step: int) -> None:
        """Add or remove `step` chairs, if the game can be played by so many."""
        players = self.stage.prefs.players + step
        if players in table_sizes(self.stage.prefs.game):
            self.stage.remember(replace(self.stage.prefs, players=players))

    def next_kind(self, index: int) -> None:
        """Seat the next kind of player on this chair: a person, then each kind of bot."""
        seat = self.stage.prefs.seats[index]
        self._set_seat(index, replace(seat, bot=next_in(start_line.RING, seat.bot)))

    def next_person_or_bot(self, index: int) -> None:
        """Seat a person in place of a bot, or the usual bot in place of a person."""
        seat = self.stage.prefs.seats[index]
        self._set_seat(index, replace(seat, bot="" if seat.bot else USUAL))

    def next_colour(self, index: int) -> None:
        """Give this chair the next paddle; the chair that had it gets this one's."""
        prefs = self.stage.prefs
        self.stage.remember(prefs.with_paddle(index, (prefs.seats[index].paddle + 1) % MOST_SEATS))

    def change_head_start(self, index: int) -> None:
        """Give this chair a longer head start; after the longest, one that adjusts itself, and then none."""
        seat = self.stage.prefs.seats[index]
        if seat.adjusts or seat.handicap_ms >= HEAD_START_MOST_MS:
            changed = replace(seat, handicap_ms=0, adjusts=not seat.adjusts)
        else:
            changed = replace(seat, handicap_ms=seat.handicap_ms + HEAD_START_STEP_MS)
        self._set_seat(index, changed)

    def start_naming(self, index: int) -> None:
        """Let people type a name for this chair, from an empty one on."""
        self.naming, self._old_name = index, self.stage.prefs.seats[index].name
        self._set_seat(index, replace(self.stage.prefs.seats[index], name=""))

    def where_cards_are(self) -> str:
        """Return where the cards are: on the TV, on phones, or real ones of paper."""
        return "paper" if self.paper else "phones" if self.stage.phones is not None else "tv"

    def next_place_of_cards(self) -> None:
        """Put the cards in the next place: on the TV, on phones, or real ones in hands.

        Phones are switched off on the TV's turn only: with real cards they stay, to be slapped on.
        """
        places = ["tv"]
        if not self.stage.in_browser:
            places.append("phones")
        if self.has_cards:
            places.append("paper")
        where = next_in(places, self.where_cards_are())
        if where == "paper":
            self.options["paper"] = True
        else:
            self.options.pop("paper", None)
            self.stage.use_phones(where == "phones")
        self.stage.remember(replace(self.stage.prefs, paper=where == "paper", phones=where == "phones"))

    def next_length(self) -> None:
        """Choose the next length that this game has; after the longest one, a cup."""
        prefs = self.stage.prefs
        ring = [*lengths_of(prefs.game), CUP]
        self.stage.remember(replace(prefs, length=next_in(ring, start_line.length_chosen(prefs))))

    @property
    def _begins_cup(self) -> bool:
        """Whether PLAY begins a cup: a cup can't be played with real cards."""
        return self.stage.prefs.length == CUP and not self.paper

    def ask_to_play(self) -> None:
        """Ask for the chosen game; it begins with the next frame, or once its units have answered."""
        self.ask_to_play_with(self.seats, self._begins_cup, self.paper)

    def ask_for_one_game(self) -> None:
        """Ask for the chosen game alone, even if cups are set: somebody has named this game."""
        self.ask_to_play_with(self.seats, False, self.paper)

    def ask_to_play_with(self, chairs: Sequence[SeatPreference], of_cup: bool, paper: bool) -> None:
        """Ask for the chosen game on these chairs, or for a cup that begins with it.

        The game begins with the next frame, or once its units have answered.
        """
        prefs = self.stage.prefs
        brings_bots = bool(engine.find(prefs.game).BOTS)
        # A game without bots of its own is played at random.
        bots = [s.bot if brings_bots or not s.bot else "random" for s in chairs]
        seats = [Seat(s.name, s.paddle, bot, s.handicap_ms) for s, bot in zip(chairs, bots, strict=True)]
        game, cup = prefs.game, None
        if of_cup:
            cup = Cup(games_of_cup(game, len(seats)), len(seats))
            game = cup.games[0]
        options = self.options if paper else self.options_of_one(game, of_cup)
        self.beginning.play(game, seats, options, cup)

    def options_of_one(self, game: str, of_cup: bool | None = None) -> dict[str, object]:
        """Return the options of one game that is played without paper: those of its length.

        Options of the command line go first. `of_cup`: whether the game is one of a cup; None: as it is set.
        """
        length = start_line.length_of_one(self.stage.prefs, game, of_cup)
        of_command_line = {name: value for name, value in self.options.items() if name != "paper"}
        return {**options_of(game, length), **of_command_line}

    def resume_or_choose(self, back: Scene | None = None) -> None:
        """Continue the one unfinished game, or ask which one of several.

        `back`: the scene that Escape leads to from that question; None: this one.
        """
        unfinished = journals.all_open(self.stage.home)
        if len(unfinished) > 1:
            self.stage.go(start_picture.ResumeScene(self.stage, back or self, self, unfinished))
        else:
            self.ask_to_resume()
            self.pump()

    def ask_to_resume(self, path: Path | None = None) -> None:
        """Ask for the unfinished game with this journal, by default the newest; say why if there is none."""
        try:
            self.beginning.resume(path)
        except UserError as error:
            self.complain(error)

    def play(self) -> None:
        """Play the chosen game, at once if its units have answered."""
        self.ask_to_play()
        self.pump()

    def pump(self) -> None:
        """Go to the game that was asked for once it can begin; while nobody is here, let bots show a game."""
        try:
            session = self.beginning.session()
        except UserError as error:
            self.complain(error)
            return
        if session is not None:
            self.stage.go(first_table(self.stage, session))
        elif (attract_us := self._attracts_at_us()) is not None and self.stage.clock() >= attract_us:
            self.stage.go(AttractScene(self.stage, self.front or self))

    def _attracts_at_us(self) -> int | None:
        """Return when bots begin to show a game: after a minute in which nobody has touched anything.

        None while somebody may be busy without a touch: waits, types a name, scans a code or reads trouble.
        """
        busy = (
            self.beginning.waits or self.naming is not None or self.stage.phones is not None or self.trouble
        )
        return None if busy else self._somebody_us + int(AFTER_US * self.stage.clock.speed)

    def complain(self, error: UserError) -> None:
        """Say why there is no game, until something else is asked for."""
        self.trouble = said(error)
        self.stage.say(self.trouble)

    def wakes_at_us(self) -> int | None:
        return self.beginning.patient_until_us if self.beginning.waits else self._attracts_at_us()

    # --- drawing ------------------------------------------------------------------------------------

    def draw(self, e: Easel) -> None:
        """Draw the scene. PLAY is the first target, and the cursor stays on its target."""
        px = e.frame.px
        room = e.frame.box.inset(px(48), px(34))
        head, tiles, seats, line, foot = room.rows([11.8, 29.2, 39, 9, 11], px(14))
        title, unit, change = head.columns([31, 57, 12], px(14))
        e.text("title", "SLAM-O-MATIC", title, TITLE, GOLD, "left")
        table_parts.units(e, unit_words.in_full(self.stage.unit.states()), unit)
        start_picture.draw_foot(self, e, foot)  # before all other targets, so that PLAY is PLAY_TARGET
        start_picture.draw_tiles(self, e, tiles, self.choose_game, self._begins_cup)
        start_picture.draw_chairs(self, e, seats)
        e.button(
            "choose-units",
            gettext("Paddles"),
            change,
            partial(self.visit, UnitsScene),
            size=SMALL,
            scanned=False,
        )
        self._keep_cursor(e.targets)
        e.panel("line", line, PANEL)
        e.text("line/words", start_line.words(self, e), line.inset(px(20), px(2)), BODY, CHALK)
        e.cursor(e.targets[self.cursor].box)

    def _keep_cursor(self, targets: Sequence[Target]) -> None:
        """Put the cursor on the same target in this picture (`targets`) as in the last one (`pressable`).

        If that target is gone, the cursor goes to the nearest one, but never to PLAY: the next Enter must not
        start a game that nobody asked for. A cursor on PLAY stays there.
        """
        if not PLAY_TARGET < self.cursor < len(self.pressable):
            self.cursor = min(self.cursor, len(targets) - 1)
            return
        was = self.pressable[self.cursor]
        names = [target.name for target in targets]
        if was.name in names:
            self.cursor = names.index(was.name)
        else:
            others = range(PLAY_TARGET + 1, len(targets))
            self.cursor = min(others, key=lambda index: was.box.apart(targets[index].box))
