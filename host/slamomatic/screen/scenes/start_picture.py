"""The picture of the start screen: a tile for each game, chairs and buttons; and the scenes that it opens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from slamomatic.engine import GAMES, find
from slamomatic.errors import UserError
from slamomatic.face.faces import face_of, short_title, title_of
from slamomatic.face.lengths import minutes_of
from slamomatic.face.paddle import PaddleArt, SeatMark
from slamomatic.kit.easel import LARGE, SMALL, Box, Easel
from slamomatic.kit.palette import CHALK, GOLD, MIST, PADDLE_COLOURS, PANEL, PANEL_LIT, mix
from slamomatic.paddles import name_today
from slamomatic.preferences import Preferences, table_sizes
from slamomatic.screen.scene import Overlay, Scene, Stage
from slamomatic.screen.scenes.clips import draw_samples
from slamomatic.screen.scenes.codes import PhonesScene, join_code
from slamomatic.screen.scenes.help import HelpScene
from slamomatic.screen.scenes.history import HistoryScene
from slamomatic.screen.scenes.settings import SettingsScene
from slamomatic.screen.scenes.start_line import LENGTHS, bot_name, length_chosen, length_of_one
from slamomatic.store import journals
from slamomatic.table.cup import cup_in, games_of_cup, minutes_of_cup
from slamomatic.words import N_, date_and_time, gettext, listed, ngettext, number, said

if TYPE_CHECKING:
    from slamomatic.screen.scenes.start import StartScene


COLUMNS = 6
ROWS = 7  # unfinished games on one page of the list


def games_that_load() -> tuple[list[str], str]:
    """Return the games that can be played, and why the last of the others can't ("": all can).

    An installed package with a game may be broken.
    """
    games, trouble = [], ""
    for game in GAMES:
        try:
            find(game)
            face_of(game)
            games.append(game)
        except UserError as error:
            trouble = said(error)
    return games, trouble


@dataclass(slots=True)
class Tiles:
    """The tiles of all games, a page at a time."""

    games: Sequence[str]
    page: int = 0

    @property
    def on_a_page(self) -> int:
        """How many games a page has: one fewer where a button needs a column, which turns the page."""
        return COLUMNS if len(self.games) <= COLUMNS else COLUMNS - 1

    def turn_to(self, game: str) -> None:
        """Show the page with this game."""
        self.page = self.games.index(game) // self.on_a_page

    def draw(
        self, e: Easel, box: Box, prefs: Preferences, choose: Callable[[str], None], of_cup: bool
    ) -> None:
        """Draw a tile for each game of this page. `of_cup`: Enter would begin a cup with the game."""
        places, room = box.columns([1] * COLUMNS, e.frame.px(14)), self.on_a_page
        # Games of the page before fill the last page up, so that arrow keys never meet a gap.
        first = max(0, min(self.page * room, len(self.games) - room))
        for game, place in zip(self.games[first : first + room], places, strict=False):
            _tile(e, game, self.page, place, game == prefs.game, _facts(game, prefs, of_cup))
            e.target(place, lambda game=game: choose(game), f"game/{game}")
        if len(self.games) > room:
            pages = -(-len(self.games) // room)
            words = gettext("More: {page} of {pages}", page=self.page + 1, pages=pages)
            turn = partial(setattr, self, "page", (self.page + 1) % pages)
            e.button("more-games", words, places[-1], turn, size=SMALL)


def _tile(e: Easel, game: str, page: int, place: Box, chosen: bool, says: str) -> None:
    px = e.frame.px
    e.panel(f"game/{game}", place, PANEL_LIT if chosen else PANEL, GOLD if chosen else None)
    cards, name, facts = place.inset(px(12), px(10)).rows([46, 20, 30], px(4))
    draw_samples(e, game, cards, page)
    e.text(f"game/{game}/name", short_title(game), name, 34, GOLD if chosen else CHALK)
    if e.width(says, SMALL) > facts.w:
        says = says.replace(", ", ",\n", 1)
    e.text(f"game/{game}/facts", says, facts, SMALL, MIST)


def _facts(game: str, prefs: Preferences, of_cup: bool) -> str:
    """Say how many can play a game, and how long it takes, or the cup that begins with it."""
    least, most = find(game).SEATS[0], find(game).SEATS[-1]
    players = min(max(prefs.players, least), most)
    if of_cup:
        minutes = minutes_of_cup(games_of_cup(game, players), players) or None
    else:
        minutes = minutes_of(game, length_of_one(prefs, game, False), players)
    if minutes is None:
        return gettext("{least}-{most} players", least=least, most=most)
    return gettext("{least}-{most} players, {minutes} min", least=least, most=most, minutes=minutes)


# Where are your cards?
CARDS = {"tv": N_("Cards: on TV"), "phones": N_("Cards: phones"), "paper": N_("Cards: real")}


def draw_tiles(scene: StartScene, e: Easel, box: Box, choose: Callable[[str], None], of_cup: bool) -> None:
    """Draw a tile for each game that can be played; the first time, find out which can.

    `choose` is called with the game whose tile is pressed. `of_cup`: Enter begins a cup.
    """
    if scene.tiles is None:
        games, trouble = games_that_load()
        scene.trouble = scene.trouble or trouble
        scene.tiles = Tiles(games)
        if scene.stage.prefs.game not in games:
            choose(games[0])
        scene.tiles.turn_to(scene.stage.prefs.game)
    scene.tiles.draw(e, box, scene.stage.prefs, choose, of_cup)


def draw_chairs(scene: StartScene, e: Easel, box: Box) -> None:
    """Draw all chairs, and beside them how many there are, where cards are and how long to play."""
    px = e.frame.px
    people, more = box.columns([88, 12], px(14))
    draw_people(scene, e, people)
    plus, minus, cards, length = more.rows([1, 1, 1, 1], px(8))
    draw_chair_count(scene, e, plus, minus)
    e.button("cards", gettext(CARDS[scene.where_cards_are()]), cards, scene.next_place_of_cards, size=SMALL)
    words = gettext(LENGTHS[length_chosen(scene.stage.prefs)])
    e.button("length", words, length, scene.next_length, size=SMALL, able=not scene.paper, pad=4)


def draw_people(scene: StartScene, e: Easel, box: Box, simply: bool = False) -> None:
    """Draw every chair, and beside them the code by which phones sit down.

    `simply`: a chair's button switches between a person and the usual bot, without all kinds of bots.
    """
    px = e.frame.px
    phones = scene.stage.phones
    if phones is not None:
        box, code = box.columns([75, 25], px(14))
        join_code(e, phones, code, gettext("Your phone plays too: scan this code"))
        e.target(code, lambda: scene.stage.go(PhonesScene(scene.stage, scene, phones)), "phones")
    for index, place in enumerate(box.columns([1] * len(scene.seats), px(12))):
        draw_chair(scene, e, index, place, simply)


def draw_chair_count(scene: StartScene, e: Easel, plus: Box, minus: Box) -> None:
    """Draw the buttons that add a chair and remove one."""
    count, sizes = len(scene.seats), table_sizes(scene.stage.prefs.game)
    add, remove = partial(scene.change_players, 1), partial(scene.change_players, -1)
    e.button("more", gettext("+ Chair"), plus, add, size=SMALL, able=count < sizes[-1])
    e.button("fewer", gettext("- Chair"), minus, remove, size=SMALL, able=count > sizes[0])


def draw_chair(scene: StartScene, e: Easel, index: int, box: Box, simply: bool = False) -> None:
    """Draw a chair: its paddle and mark, and buttons for name, kind of player and head start.

    `simply`: as in `draw_people`.
    """
    px, seat = e.frame.px, scene.seats[index]
    down = seat.paddle in scene.down
    colour = PADDLE_COLOURS[seat.paddle]
    e.panel(f"chair/{index}", box, mix(PANEL, colour, 0.3 if down else 0.12), mix(PANEL, colour, 0.7))
    inner = box.inset(px(12), px(10))
    hand, name, kind, start = inner.rows([44, 19, 19, 18], px(6))
    e.put(f"chair/{index}/paddle", hand.fit(1), PaddleArt(seat.paddle, not seat.bot or down, down))
    side = min(hand.h // 2, hand.w // 5)
    mark = Box(hand.x, hand.y, side, side)
    e.put(f"chair/{index}/mark", mark, SeatMark(seat.paddle))
    e.target(mark, lambda: scene.next_colour(index), f"chair/{index}/mark")
    naming = scene.naming == index
    words = e.cut(f"{seat.name}_" if naming else seat.name, name.w - px(30), naming)
    e.button(f"chair/{index}/name", words, name, lambda: scene.start_naming(index), naming, 32, scanned=False)
    key = scene.key_name(f"seat {seat.paddle}") if scene.stage.unit.keyboard is not None else ""
    who = gettext("key {key}", key=key) if key else gettext("person")
    if seat.bot:
        bot = bot_name(seat.bot)
        who = _fitting(e, kind.w - px(90), gettext("bot: {kind}", kind=bot), bot)
    elif phones := scene.stage.phones.count_at(index) if scene.stage.phones is not None else 0:
        who = ngettext("phone", "{n} phones", phones)
    key = key if seat.bot else ""
    able, change = not scene.paper, partial(scene.next_person_or_bot if simply else scene.next_kind, index)
    e.button(f"chair/{index}/kind", who, kind, change, size=SMALL, key=key, able=able)
    ahead_ms = seat.handicap_ms
    words = gettext("No head start")
    if ahead_ms:
        words = gettext("Head start: {seconds} s", seconds=number(ahead_ms / 1000, 2))
    short = gettext("+{seconds} s", seconds=number(ahead_ms / 1000, 2)) if ahead_ms else "-"
    if seat.adjusts:
        words = gettext("Fair start: {seconds} s", seconds=number(ahead_ms / 1000, 2))
        short = gettext("fair: {seconds} s", seconds=number(ahead_ms / 1000, 2))
    words = _fitting(e, start.w - px(40), words, short)
    e.button(f"chair/{index}/start", words, start, lambda: scene.change_head_start(index), size=SMALL)


def _fitting(e: Easel, room_px: int, words: str, short: str) -> str:
    """Return the words if there is room for them, else the short ones."""
    return words if e.width(words, SMALL) <= room_px else short


def draw_foot(scene: StartScene, e: Easel, box: Box) -> None:
    """Draw the buttons at the bottom; PLAY is the first target."""
    columns = [22, 16, 15, 14, 14, 19]
    places = box.columns(columns, e.frame.px(14))
    # PLAY shows its key only while the cursor is here: elsewhere Enter does something else.
    key = scene.key_name("confirm") if scene.cursor == 0 and scene.naming is None else ""
    e.button("play", gettext("PLAY"), places[0], scene.play, scene.cursor == 0, LARGE, key)
    stage = scene.stage
    # While a game waits to begin, that key cancels it.
    game, quit_key = stage.prefs.game, "" if scene.beginning.waits else scene.key_name("pause")
    leave_words = gettext("Back") if scene.front is not None else gettext("Quit")

    def show_rules() -> None:
        stage.go(HelpScene(stage, game, scene, scene.options_of_one(game)))

    # Resume is greyed out, not left out, while there is nothing to resume: no button ever moves.
    rest = [
        ("resume", gettext("Resume"), scene.resume_or_choose, scene.key_name("call")),
        ("settings", gettext("Settings"), partial(scene.visit, SettingsScene), ""),
        ("history", gettext("History"), partial(scene.visit, HistoryScene), ""),
        ("help", gettext("Rules"), show_rules, scene.key_name("help")),
        ("quit", leave_words, scene.escape, quit_key),
    ]
    for (name, words, wish, key), place in zip(rest, places[1:], strict=True):
        e.button(name, words, place, wish, key=key, able=name != "resume" or scene.resumable)


def ask_to_leave(scene: StartScene) -> None:
    scene.stage.go(LeaveScene(scene.stage, scene, scene.resumable))


class ResumeScene(Overlay):
    """The list of unfinished games, a page at a time, to resume or delete one."""

    def __init__(self, stage: Stage, back: Scene, start: StartScene, unfinished: list[Path]) -> None:
        """`unfinished`: the journals of these games, newest first."""
        super().__init__(stage, back)
        self.start, self.unfinished = start, unfinished
        self.first = 0  # the index of the first game on this page
        self._to_delete: Path | None = None  # the game whose button asks "Really delete?"
        self._words = {path: _about_unfinished(path) for path in unfinished}

    def _choose(self, path: Path) -> None:
        self.escape()
        self.start.ask_to_resume(path)

    def _delete(self, path: Path) -> None:
        """Ask once; when the button is pressed again, delete the game for good.

        UserError: it is open in another window, and stays.
        """
        if self._to_delete != path:
            self._to_delete = path
            return
        self._to_delete = None
        journals.delete(path)
        self.unfinished.remove(path)
        self.first, self.cursor = 0, 0
        if not self.unfinished:
            self.escape()

    def _turn_page(self) -> None:
        """Show the next page of games; after the last one, the first."""
        self._to_delete = None
        self.first = self.first + ROWS if self.first + ROWS < len(self.unfinished) else 0
        self.cursor = 0

    def draw(self, e: Easel) -> None:
        """Draw this page of unfinished games, each with its Delete button, and a button to the next page."""
        px = e.frame.px
        body, foot = self.head(e, gettext("Which game do you want to continue?"), [12, 76, 12])
        rows = body.rows([1] * (ROWS + 1), px(10))
        shown = self.unfinished[self.first : self.first + ROWS]
        places = [row.columns([80, 20], px(10)) for row in rows]
        # First all games, then all Delete buttons: the cursor begins at the newest game.
        for index, path in enumerate(shown):
            wish = partial(self._choose, path)
            e.button(f"kept/{index}", self._words[path], places[index][0], wish, index == self.cursor, SMALL)
        for index, path in enumerate(shown):
            words = gettext("Really delete?") if self._to_delete == path else gettext("Delete")
            e.button(f"delete/{index}", words, places[index][1], partial(self._delete, path), size=SMALL)
        if len(self.unfinished) > ROWS:
            words = gettext("More of {count} games", count=len(self.unfinished))
            e.button("older", words, rows[ROWS], self._turn_page, size=SMALL)
        self.foot(e, foot, self.how_to_choose(gettext("Newest first.")))


def _about_unfinished(path: Path) -> str:
    """Say which game this journal is of, who plays and when it was left; or its file's name if it is gone."""
    opening = journals.first_line(path)
    try:
        when = date_and_time(path.stat().st_mtime)
    except FileNotFoundError:  # another window has finished it meanwhile
        return path.name
    if opening is None:
        return gettext("{game}, {when}", game=path.name, when=when)
    game = title_of(opening["game"])
    people = [name_today(seat["name"]) for seat in opening.get("players", []) if not seat["bot"]]
    names = listed(people) or gettext("only bots")
    if cup := cup_in(opening):
        game = gettext(
            "Cup, game {number} of {count}: {words}", number=cup.over + 1, count=len(cup.games), words=game
        )
    return gettext("{game}, {when}: {names}", game=game, when=when, names=names)


class LeaveScene(Overlay):
    """The question before the program ends, over the start scene.

    "Stay" is the first answer: a child that presses Escape and Enter is back in the start scene.
    """

    def __init__(self, stage: Stage, back: Scene, resumable: bool) -> None:
        """`resumable`: there is an unfinished game, and the question says how to continue it."""
        super().__init__(stage, back)
        self.resumable = resumable

    def draw(self, e: Easel) -> None:
        """Draw the question over the scene that it was asked in."""
        px = e.frame.px
        self.back.draw(e)
        e.scrim("leave/scrim", 190)
        box = e.frame.box.centred(max(px(1000), round(e.frame.w * 0.5)), max(px(420), round(e.frame.h * 0.4)))
        e.panel("leave/plate", box, PANEL, GOLD, 255)
        asks, says, answers = box.inset(px(40), px(28)).rows([30, 24, 34], px(14))
        e.text("leave/asks", gettext("Do you want to quit?"), asks, LARGE, CHALK)
        saved = gettext("Your game is saved. Continue it with Resume.")
        words = saved if self.resumable else gettext("Everything is saved.")
        e.text("leave/says", words, says, SMALL, MIST)
        stay, leave = answers.columns([3, 2], px(20))
        quits = self.cursor == 1
        e.button("leave/stay", gettext("Stay"), stay, self.escape, not quits, key=self.key_name("pause"))
        key = self.key_name("confirm") if quits else ""
        e.button("leave/quit", gettext("Quit"), leave, self.stage.quit, quits, key=key)
