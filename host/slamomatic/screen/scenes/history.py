"""The history: who played how often, who won, how fast the hands are, and a plot for one player."""

from collections.abc import Sequence
from functools import partial

from slamomatic.errors import UserError
from slamomatic.face.faces import title_of
from slamomatic.face.hand_speed import Speed
from slamomatic.kit.easel import LARGE, SMALL, Box, Easel
from slamomatic.kit.palette import CHALK, GOLD, MIST, PANEL, Rgb
from slamomatic.kit.surfaces import Fill
from slamomatic.paddles import name_today
from slamomatic.screen.scene import Overlay, Scene, Stage
from slamomatic.store.history import Match, PlayerRecord, SeatResult, open_history
from slamomatic.words import date_and_time, duration, gettext, listed, ngettext, said

ROWS = 8  # of players, and of games
PLOTTED = 60  # so many of a player's latest times are drawn
GOOD_TO_US = 10_000  # times are shown as exact as keys are: they share the list with paddles


class HistoryScene(Overlay):
    """Players, games and wins so far, read once when the scene opens."""

    def __init__(self, stage: Stage, back: Scene) -> None:
        super().__init__(stage, back)
        self.players: list[PlayerRecord] = []
        self.matches: list[Match] = []
        self.times_us: dict[str, list[int]] = {}
        self.at = 0  # the index of the player whose times are drawn
        self.about_times = ""
        self.trouble = ""

    def enter(self) -> None:
        """Read players, matches and times once; an error becomes the sentence in `trouble`."""
        try:
            with open_history(self.stage.home) as history:
                self.players = history.players()[:ROWS]
                self.matches = history.matches(ROWS)
                self.about_times = history.about_times()
                self.times_us = {one.name: history.reactions_us(one.name)[-PLOTTED:] for one in self.players}
        except UserError as error:
            self.trouble = said(error)

    def key(self, action: str) -> None:
        if action in ("up", "down") and self.players:
            self.at = (self.at + (1 if action == "down" else -1)) % len(self.players)
        else:
            super().key(action)

    def draw(self, e: Easel) -> None:
        """Draw players, times and games; or one sentence if there are none, or they can't be read."""
        px = e.frame.px
        room = e.frame.box.inset(px(60), px(40))
        head, body, foot = room.rows([11, 78, 11], px(16))
        e.text("title", gettext("History"), head, 64, GOLD, "left")
        back, hint = foot.columns([1, 3], px(20))
        self.back_button(e, back, lit=True)
        if len(self.players) > 1:
            up, down = self.key_name("up"), self.key_name("down")
            e.text(
                "hint",
                gettext("{up} and {down}: another player", up=up, down=down),
                hint,
                SMALL,
                MIST,
                "left",
            )
        if not self.players and not self.matches:
            words = self.trouble or gettext("No finished games yet. Your first one will be here.")
            e.text("none", words, body, LARGE, CHALK)
            return
        _, note = head.columns([1, 3])
        e.text("note", self.about_times, note, SMALL, MIST, "right")
        left, right = body.columns([55, 45], px(20))
        above, plot = left.rows([56, 44], px(16))
        self._draw_players(e, above)
        self._draw_plot(e, plot)
        self._draw_matches(e, right)

    def _draw_players(self, e: Easel, box: Box) -> None:
        """Draw the table of players; pressing one shows that player's times."""
        px = e.frame.px
        e.panel("players", box, PANEL)
        rows = box.inset(px(20), px(12)).rows([1] * (ROWS + 1))

        def show(name: str, words: Sequence[str], row: Box, rgb: Rgb, figures: bool) -> None:
            for column, (says, cell) in enumerate(
                zip(words, row.columns([31, 17, 16, 18, 18], px(6)), strict=True)
            ):
                align = "right" if column else "left"
                e.text(f"{name}/{column}", says, cell, SMALL, rgb, align, figures=figures and column > 0)

        names = gettext("player"), gettext("games"), gettext("won"), gettext("best"), gettext("typical")
        show("players/head", names, rows[0], MIST, False)
        for index, (one, row) in enumerate(zip(self.players, rows[1:], strict=False)):
            facts = one.name, str(one.matches), str(one.wins), _spoken(one.best_us), _spoken(one.median_us)
            show(f"players/{index}", facts, row, GOLD if index == self.at else CHALK, True)
            e.target(row, partial(setattr, self, "at", index))

    def _draw_plot(self, e: Easel, box: Box) -> None:
        """Draw the latest reaction times of the chosen player as bars, the fastest ones in gold."""
        px = e.frame.px
        e.panel("plot", box, PANEL)
        one = self.players[min(self.at, len(self.players) - 1)] if self.players else None
        times = self.times_us.get(one.name, []) if one else []
        words, bars = box.inset(px(20), px(12)).rows([24, 76], px(6))
        if one is None or not times:
            e.text("plot/none", gettext("no reaction times yet"), words, SMALL, MIST)
            return
        top = max(times)
        says = ngettext(
            "{name}'s last slap: {best}",
            "{name}'s last {n} slaps: best {best}, slowest {slowest}",
            len(times),
            name=one.name,
            best=_spoken(min(times)),
            slowest=_spoken(top),
        )
        e.text("plot/words", says, words, SMALL, MIST, "left")
        if one.speed_mm_s is not None and one.speed_error_mm_s is not None:
            says = gettext(
                "typical hand speed: {speed}", speed=str(Speed(one.speed_mm_s, one.speed_error_mm_s))
            )
            line, bars = bars.rows([24, 76], px(4))
            e.text("plot/speed", says, line, SMALL, MIST, "left")
        width = max(2, bars.w // max(20, len(times)))
        for index, time_us in enumerate(times):
            h = max(2, round(bars.h * time_us / top))
            bar = Box(bars.x + index * width, bars.bottom - h, max(1, width - px(3)), h)
            e.put(f"plot/{index}", bar, Fill(GOLD if time_us == min(times) else MIST))

    def _draw_matches(self, e: Easel, box: Box) -> None:
        """Draw the newest games: which, when, who won and how many played."""
        px = e.frame.px
        e.panel("matches", box, PANEL)
        rows = box.inset(px(20), px(12)).rows([1] * ROWS)
        told = [(match, of_cup) for match in self.matches for of_cup in _lines_of(match)]
        for index, ((match, of_cup), row) in enumerate(zip(told, rows, strict=False)):
            above, below = row.rows([1, 1])
            name = gettext("Cup") if of_cup else title_of(match.game)
            title = gettext("{game}, {when}", game=name, when=date_and_time(match.ended_at))
            e.text(f"matches/{index}/title", title, above, SMALL, GOLD if of_cup else CHALK, "left")
            winners = match.cup_winners if of_cup else [seat for seat in match.seats if seat.won]
            won, players = listed([_called(seat) for seat in winners]), len(match.seats)
            words = gettext("Nobody won, {players} at the table", players=players)
            if won:
                words = gettext("Won by {names}, {players} at the table", names=won, players=players)
            e.text(f"matches/{index}/won", words, below, SMALL, MIST, "left")


def _lines_of(match: Match) -> list[bool]:
    """Return the lines of a game: above its own (False) one for the cup that ended with it (True)."""
    return [True, False] if match.cup_points else [False]


def _called(seat: SeatResult) -> str:
    """Return a player's name in today's language; a bot is marked as one."""
    name = name_today(seat.player)
    return gettext("{name} (bot)", name=name) if seat.bot else name


def _spoken(time_us: int | None) -> str:
    """Write a time in hundredths of a second; "-" for no time."""
    return "-" if time_us is None else duration(time_us, GOOD_TO_US)
