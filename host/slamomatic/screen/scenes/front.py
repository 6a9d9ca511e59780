"""The first scene: a game that shows itself, three ways to play it, and one key that begins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from slamomatic.errors import UserError
from slamomatic.face.faces import face_of, short_title, title_of
from slamomatic.face.lengths import lengths_of, minutes_of
from slamomatic.kit.bed import Mood
from slamomatic.kit.easel import BODY, LARGE, SMALL, TITLE, Box, Easel
from slamomatic.kit.palette import CHALK, GOLD, INK, MIST, PANEL, PANEL_LIT, RIM
from slamomatic.paddles import paddle_called
from slamomatic.preferences import ALONE, CUP, TOGETHER, next_in, seats_for_one
from slamomatic.screen.scene import Overlay, Scene, Stage
from slamomatic.screen.scenes import start_line, start_picture, table_parts, unit_words
from slamomatic.screen.scenes.clips import Clip, draw_samples
from slamomatic.screen.scenes.help import HelpScene
from slamomatic.screen.scenes.start import StartScene
from slamomatic.store.history import PlayerRecord, open_history
from slamomatic.table.cup import games_of_cup, minutes_of_cup
from slamomatic.units.base import News
from slamomatic.words import N_, gettext, listed, ngettext, said

WAYS = (ALONE, TOGETHER, CUP)
TITLES = {ALONE: N_("Play alone"), TOGETHER: N_("Play together"), CUP: N_("Play a cup")}
RESUME = -5  # the place of Resume among the targets, counted from the end
KNOWN_NAMES = 6  # so many names from the history are offered while one is typed


class FrontScene(Scene):
    """The first scene that people see: the game, three ways to play it, and tiles to choose another.

    Everything else is set in `setup`, the start scene, which is one step away and begins all games.
    """

    begins_games = True
    mood = Mood.CALM

    def __init__(self, stage: Stage, options: dict[str, object] | None = None) -> None:
        super().__init__(stage)
        self.setup = StartScene(stage, options, front=self)
        self.clip: Clip | None = None
        self._drawn = False  # once: the clip waits for the first picture, so that the window opens at once
        self.cursor = WAYS.index(stage.prefs.way)

    def enter(self) -> None:
        self.setup.enter()
        self.clip = None

    def point_at_resume(self) -> None:
        """Put the cursor on Resume, if there is a game to go on with: Enter takes back that it was left."""
        if self.setup.resumable:
            self.cursor = RESUME

    # --- what people do -----------------------------------------------------------------------------

    def news(self, news: Sequence[News]) -> None:
        self.setup.news(news)

    def other_key(self, key: str) -> None:
        self.setup.somebody_is_here()

    def key(self, action: str) -> None:
        self.setup.somebody_is_here()
        super().key(action)

    def gesture(self, gesture: str) -> None:
        self.setup.somebody_is_here()
        super().gesture(gesture)

    def click(self, point: tuple[int, int]) -> None:
        """Press what is there. After a click the cursor is on a way to play, so that Enter plays."""
        self.setup.somebody_is_here()
        super().click(point)
        if self.cursor >= len(WAYS):
            self.cursor = WAYS.index(self.stage.prefs.way)

    def wish(self, wish: object) -> None:
        """Do what was pressed, in place of a game that still waits for its units."""
        self.setup.beginning.give_up()
        self.setup.trouble = ""
        super().wish(wish)

    def escape(self) -> None:
        """Cancel a game that waits for its units; else ask whether to quit."""
        if self.setup.beginning.waits:
            self.setup.beginning.give_up()
        else:
            self.cursor = WAYS.index(self.stage.prefs.way)
            self.stage.go(start_picture.LeaveScene(self.stage, self, self.setup.resumable))

    def play(self, way: str) -> None:
        """Play this way: alone at once, in company after the question who plays.

        A person who plays alone is asked for a name only once, before the second game.
        """
        prefs = replace(self.stage.prefs, way=way)
        self.stage.remember(prefs)
        first_game = not prefs.explained
        if way == ALONE and (prefs.asked or first_game):
            self.begin(way)
        else:
            self.stage.remember(replace(prefs, asked=True))
            self.stage.go(WhoScene(self.stage, self, way))

    def begin(self, way: str) -> None:
        """Begin a game of this way with the next frame, or once its units have answered."""
        prefs, setup = self.stage.prefs, self.setup
        chairs = seats_for_one(prefs) if way == ALONE else setup.seats
        setup.ask_to_play_with(chairs, way == CUP, setup.paper and way == TOGETHER)
        setup.pump()

    def _choose_game(self, game: str) -> None:
        self.setup.choose_game(game)
        self.clip = None
        self.cursor = WAYS.index(self.stage.prefs.way)

    @property
    def _way_at_cursor(self) -> str:
        """Return the way to play that Enter begins: under the cursor, or else the one it was on last."""
        return WAYS[self.cursor] if 0 <= self.cursor < len(WAYS) else self.stage.prefs.way

    # --- time ---------------------------------------------------------------------------------------

    def pump(self) -> None:
        """Let the start scene begin a game that was asked for; then let the clip move on."""
        self.setup.pump()
        if self._drawn:
            if self.clip is None:
                self.clip = Clip(self.stage, self.stage.prefs.game)
            self.clip.pump()

    def wakes_at_us(self) -> int | None:
        """Return when the start scene or the clip changes next; the clip begins at once after a picture."""
        wakes_us = [self.setup.wakes_at_us()]
        if self._drawn:
            wakes_us.append(self.stage.clock() if self.clip is None else self.clip.wakes_at_us())
        return min((us for us in wakes_us if us is not None), default=None)

    # --- drawing ------------------------------------------------------------------------------------

    def draw(self, e: Easel) -> None:
        """Draw the clip, the ways to play, the tiles and the buttons."""
        px = e.frame.px
        room = e.frame.box.inset(px(48), px(34))
        head, body, tiles, foot = room.rows([10.5, 54, 25, 10.5], px(14))
        title, unit = head.columns([36, 64], px(14))
        e.text("title", "SLAM-O-MATIC", title, TITLE, GOLD, "left")
        table_parts.units(e, unit_words.in_full(self.stage.unit.states()), unit)
        shown, ways = body.columns([60, 40], px(14))
        for way, place in zip(WAYS, ways.rows([1, 1, 1], px(12)), strict=True):
            self._draw_way(e, way, place)
        self._draw_game(e, shown)
        start_picture.draw_tiles(self.setup, e, tiles, self._choose_game, self._way_at_cursor == CUP)
        self._draw_foot(e, foot)
        self.cursor = min(self.cursor if self.cursor >= 0 else len(e.targets) + RESUME, len(e.targets) - 1)
        e.cursor(e.targets[self.cursor].box)
        self._drawn = True

    def _draw_game(self, e: Easel, box: Box) -> None:
        """Draw a clip of the game and what it is about; or why it can't begin yet."""
        px, game = e.frame.px, self.stage.prefs.game
        e.panel("game", box, PANEL)
        urgent = self.setup.beginning.not_yet() or self.setup.trouble
        if urgent:
            e.text("game/urgent", urgent, box.inset(px(30), px(20)), BODY, GOLD)
            return
        moving, words = box.inset(px(14), px(12)).rows([83, 17], px(8))
        if self.clip is not None and self.clip.shown:
            self.clip.draw(e, moving)
        else:
            draw_samples(e, game, moving.inset(0, moving.h // 8))
        about = face_of(game).about
        e.text("game/says", gettext(about) if about else title_of(game), words, BODY, CHALK)

    def _draw_way(self, e: Easel, way: str, box: Box) -> None:
        """Draw one way to play: its name, and who plays; at the cursor also the key that begins it."""
        px = e.frame.px
        lit = self.cursor == WAYS.index(way)
        e.panel(f"way/{way}/plate", box, GOLD if lit else PANEL_LIT, (255, 245, 200) if lit else RIM, 245)
        key_w = px(150)
        key, room = box.inset(px(20), px(8)).cut_left(key_w if lit else px(1), px(8) if lit else 1)
        if lit:
            e.text(f"way/{way}/key", self.key_name("confirm"), key, BODY, INK, "left")
        name, sub = room.rows([52, 48], px(2))
        e.text(f"way/{way}/name", gettext(TITLES[way]), name, LARGE, INK if lit else CHALK)
        phrasings = list(self._about_way(way))
        about = next((words for words in phrasings if e.fits(words, SMALL, sub)), phrasings[-1])
        e.text(f"way/{way}/sub", about, sub, SMALL, INK if lit else MIST)
        e.target(box, partial(self.play, way), f"way/{way}")

    def _about_way(self, way: str) -> Iterator[str]:
        """Yield sentences about who plays this way, or which games, from the longest to the shortest."""
        prefs = self.stage.prefs
        if way == CUP:
            games = games_of_cup(prefs.game, len(self.setup.seats))
            minutes = minutes_of_cup(games, len(self.setup.seats))
            names = ", ".join(short_title(game) for game in games)
            yield gettext("{games}: {minutes}\u00a0min", games=names, minutes=minutes)
        elif way == TOGETHER:
            people = [seat.name for seat in prefs.seats[: prefs.players] if not seat.bot]
            yield listed(people) if len(people) > 1 else gettext("Everybody at this screen")
            for shown in range(len(people) - 2, 0, -1):
                more = len(people) - shown
                yield gettext("{values} and {more} more", values=", ".join(people[:shown]), more=more)
        else:
            chairs = seats_for_one(prefs)
            lasts = minutes_of(prefs.game, start_line.length_of_one(prefs, prefs.game, False), len(chairs))
            against = ngettext("You against {n} bot", "You against {n} bots", len(chairs) - 1)
            yield (
                against if lasts is None else gettext("{who}: {minutes}\u00a0min", who=against, minutes=lasts)
            )

    def _draw_foot(self, e: Easel, box: Box) -> None:
        """Draw the buttons at the bottom; those that can do nothing now are grey."""
        setup = self.setup
        # While a game waits to begin, that key cancels it.
        quit_key = "" if setup.beginning.waits else self.key_name("pause")
        buttons = [
            ("resume", gettext("Resume"), partial(setup.resume_or_choose, self), self.key_name("call")),
            ("help", gettext("Rules"), self._show_rules, self.key_name("help")),
            ("length", gettext(start_line.LENGTHS[self._length]), self._next_length, ""),
            ("setup", gettext("More…"), self._set_up, ""),
            ("quit", gettext("Quit"), self.escape, quit_key),
        ]
        able = {"resume": setup.resumable, "length": not setup.paper}
        for (name, words, wish, key), place in zip(
            buttons, box.columns([22, 17, 27, 13, 21], e.frame.px(14)), strict=True
        ):
            lit = name == "resume" and self.cursor in (RESUME, len(e.targets))
            e.button(name, words, place, wish, lit, key=key, able=able.get(name, True))

    @property
    def _length(self) -> str:
        """The length of a game that is no part of a cup."""
        prefs = self.stage.prefs
        return start_line.length_of_one(prefs, prefs.game, False)

    def _next_length(self) -> None:
        """Choose the next length that this game has; a cup is a way to play here, and no length."""
        prefs = self.stage.prefs
        self.stage.remember(replace(prefs, length=next_in(lengths_of(prefs.game), self._length)))

    def _set_up(self) -> None:
        """Go to the start scene. Whoever comes back from there wants to play: Enter does."""
        self.cursor = WAYS.index(self.stage.prefs.way)
        self.stage.go(self.setup)

    def _show_rules(self) -> None:
        game = self.stage.prefs.game
        self.stage.go(HelpScene(self.stage, game, self, self.setup.options_of_one(game)))


class WhoScene(Overlay):
    """The question who is playing. Enter plays at once: nobody needs a name."""

    begins_games = True

    def __init__(self, stage: Stage, front: FrontScene, way: str) -> None:
        super().__init__(stage, front)
        self.front, self.way = front, way
        self._known: list[PlayerRecord] = []

    @property
    def setup(self) -> StartScene:
        return self.front.setup

    @property
    def typing(self) -> bool:  # type: ignore[override]
        return self.setup.typing

    def enter(self) -> None:
        """Read the names of earlier players; a complaint says why if the history can't be read."""
        self.cursor = 0
        try:
            with open_history(self.stage.home) as history:
                # The name of a paddle is no player's own.
                named = (one for one in history.players() if paddle_called(one.name) is None)
                self._known = list(islice(named, KNOWN_NAMES))
        except UserError as error:
            self.complaint = said(error)

    def escape(self) -> None:
        self.setup.typed("\n")
        super().escape()

    def pump(self) -> None:
        self.setup.pump()

    def news(self, news: Sequence[News]) -> None:
        self.setup.news(news)

    def typed(self, text: str) -> None:
        self.setup.typed(text)
        if text == "\n":
            self.cursor = 0

    def click(self, point: tuple[int, int]) -> None:
        super().click(point)
        self.cursor = 0

    def wish(self, wish: object) -> None:
        self.setup.typed("\n")  # a click elsewhere ends a name too
        super().wish(wish)

    def _play(self) -> None:
        self.front.begin(self.way)

    def draw(self, e: Easel) -> None:
        """Draw the chairs, PLAY, and a line with earlier names or with what to do."""
        px = e.frame.px
        setup = self.setup
        body, line, foot = self.head(e, gettext("Who is playing?"), [11, 57, 15, 14])
        places = foot.columns([34, 22, 22, 22], px(14))
        key = self.key_name("confirm") if self.cursor == 0 and not self.typing else ""
        e.button("play", gettext("PLAY"), places[0], self._play, self.cursor == 0, LARGE, key)
        if self.way == ALONE:
            chair = next((n for n, seat in enumerate(setup.seats) if not seat.bot), 0)
            start_picture.draw_chair(setup, e, chair, body.centred(min(body.w, px(620)), body.h))
        else:
            start_picture.draw_people(setup, e, body, simply=True)
            start_picture.draw_chair_count(setup, e, places[1], places[2])
        self.back_button(e, places[3])
        self._draw_line(e, line)
        self.draw_cursor(e)

    def _draw_line(self, e: Easel, box: Box) -> None:
        """Draw a button for each earlier player while a name is typed; else a sentence about what to do."""
        px, setup = e.frame.px, self.setup
        chair = setup.naming
        if chair is None or not self._known:
            e.panel("line", box, PANEL)
            says = N_("Slap your paddle (or press your key) to sit down. Click on a name to type your own.")
            if self.way != ALONE and sum(not seat.bot for seat in setup.seats) < 2:
                says = N_("Who else plays? Slap your paddle or press your key. Bots take the other chairs.")
            words = start_line.naming(setup) if chair is not None else gettext(says)
            e.text("line/words", words, box.inset(px(20), px(2)), BODY, CHALK)
            return
        for one, place in zip(self._known, box.columns([1] * len(self._known), px(12)), strict=True):
            wins = ngettext("{n} win", "{n} wins", one.wins)
            e.button(
                f"known/{one.name}",
                f"{e.cut(one.name, place.w - px(40))}\n{wins}",
                place,
                partial(setup.take_known_name, chair, one.name),
                size=SMALL,
            )
