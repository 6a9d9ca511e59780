"""Clips: a few seconds out of a game of bots, shown small and without words in another scene."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from slamomatic import engine
from slamomatic.engine import Setup, log
from slamomatic.engine.vocabulary import Json
from slamomatic.face.cards import BACK, lay_card
from slamomatic.face.face import Face, Weight
from slamomatic.face.faces import face_of
from slamomatic.kit.easel import LARGE, SMALL, Art, Box, Easel, Frame, Sprite, Text
from slamomatic.kit.surfaces import Panel, Turned
from slamomatic.paddles import usual_name
from slamomatic.screen.scene import Stage
from slamomatic.screen.scenes import table_show
from slamomatic.screen.scenes.cut import Shot, of_slap
from slamomatic.screen.scenes.table import TableScene
from slamomatic.table.clock import StoppedClock
from slamomatic.table.outcome import slaps_of
from slamomatic.table.playback import Playback
from slamomatic.table.seats import Seat
from slamomatic.table.session import GameSession
from slamomatic.units.merge import Units

PLAYERS = 3  # few enough that each seat is seen in a small picture
SEED = 8  # of bots that come to a slap early in every game
JUDGED_WITHIN_US = 4_000_000  # an effect so soon after a slap's first hand belongs to that slap
LONGEST_US = 600_000_000  # a game is searched no further than this
BEFORE_US, AFTER_US = 2_500_000, 2_500_000  # the time shown before and after an effect
FRAME_US = 33_000
STEPS_A_FRAME = 12  # so many steps of the search make one frame, so that keys are still heard
FITTINGS = 6  # so many tries find the height of a small table's window
TIMES = 3  # how often a clip is shown; then its last picture stays
REST_US = 1_500_000  # between two times
LARGE_W = 1920  # a clip is drawn as in a window of this width, and made smaller
# Words that only a whole table has room for, and the plates below them.
SHOUT = ("slap-show/words", "slap-show/band", "slap-show/edge", "slap-show/hand")
LEFT_OUT = ("title", "lamp", "units", "curtain", "prompt", "headline", "flights", "photo", "worth")


class KeptInMemory:
    """A journal that no file holds."""

    path = Path("clip")

    def __init__(self) -> None:
        self.entries: list[Json] = []

    def append(self, entry: Mapping[str, Any]) -> None:
        self.entries.append(dict(entry))

    def finish(self) -> Path:
        return self.path

    def close(self) -> None:
        pass


class SilentStage(Stage):
    """The stage of a table that is a picture in another scene: it is silent and has a clock of its own."""

    clock: StoppedClock

    def __init__(self, stage: Stage) -> None:
        clock = StoppedClock()
        super().__init__(clock, Units([], clock=clock), stage.prefs)


def search_game(stage: Stage, game: str, shows: str = "") -> Iterator[tuple[list[Json], list[Shot]] | None]:
    """Let bots play until the effect `shows` happens; "": until the first slap is judged.

    Yield None after each step; at last yield the journal and the shots to show ([] if nothing happened).
    """
    kind, face = engine.find(game), face_of(game)
    clock, journal = StoppedClock(), KeptInMemory()
    players = max(min(PLAYERS, kind.SEATS[-1]), kind.SEATS[0])
    bot = ("peacock" if shows == "feint" else "easy") if kind.BOTS else "random"  # easy ones never fake
    seats = [Seat(usual_name(colour), colour, bot) for colour in range(players)]
    options = {} if face.rearm_ms is None else {"rearm_ms": face.rearm_ms}
    dealt = engine.new(game, Setup(players, SEED, options))
    journal.append(log.opening_line(dealt, {"players": [asdict(seat) for seat in seats]}))
    session = GameSession(dealt, seats, Units([], clock=clock), journal, clock, only_watched=True)
    wanted = [shows] if shows else _verdicts(face)
    shown_us: int | None = None
    until_us = LONGEST_US
    while clock.at_us < until_us and not session.over and (wakes_us := session.wakes_at_us()) is not None:
        clock.at_us = max(clock.at_us + 1, wakes_us)
        session.pump()
        for moment in session.take_moments():
            for effect in moment.public:
                if shown_us is None and (effect["what"] in wanted):
                    shown_us = effect["t_us"]
                    until_us = session.clock.table_us(shown_us + AFTER_US + REST_US)
        yield None
    if shown_us is None:
        yield journal.entries, []
        return
    slaps = slaps_of(journal.entries)
    slap = next((slap for slap in slaps if 0 <= shown_us - slap.first_us < JUDGED_WITHIN_US), None)
    around = Shot(max(0, shown_us - BEFORE_US), shown_us + AFTER_US)
    yield journal.entries, [around] if slap is None else of_slap(slap, slaps)


def _verdicts(face: Face) -> list[str]:
    """Return the effects that judge a slap: those that are shouted; if there are none, all verdicts."""
    loud = [what for what, told in face.effects.items() if told.shout]
    return loud or [what for what, told in face.effects.items() if told.weight is Weight.VERDICT]


class Clip:
    """A clip of a game: it is searched a little in each frame, shown a few times, and rests on its end."""

    def __init__(self, stage: Stage, game: str, shows: str = "") -> None:
        self._stage, self.game, self.shows = stage, game, shows
        self._table: TableScene | None = None
        self._due_us = stage.clock()
        self.rests = False
        self._steps = self._play()

    def pump(self) -> None:
        """Search or show the clip one step further, at most every FRAME_US."""
        if not self.rests and self._stage.clock() >= self._due_us:
            self._due_us = self._stage.clock() + FRAME_US
            ended = self  # what `next` returns when there is no step left
            self.rests = next(self._steps, ended) is ended

    def wakes_at_us(self) -> int | None:
        return None if self.rests else self._due_us

    def _play(self) -> Iterator[None]:
        """Search the game, then show its shots TIMES times; do a little work before each yield.

        With reduced motion only the last picture is shown.
        """
        entries: Sequence[Json] = []
        shots: Sequence[Shot] = []
        for step, result in enumerate(search_game(self._stage, self.game, self.shows)):
            if result is not None:
                entries, shots = result
            elif step % STEPS_A_FRAME == 0:
                yield
        still = self._stage.prefs.reduced_motion
        times = 0 if not shots else 1 if still else TIMES
        for _ in range(times):
            inner = SilentStage(self._stage)
            recording = Playback(entries, inner.clock)
            table = TableScene(inner, recording)
            from_us = shots[-1].until_us if still else shots[0].from_us
            for step, _ in enumerate(recording.skip_to(from_us, inner.clock, table.pump)):
                if step % STEPS_A_FRAME == 0:
                    yield
            self._table = table
            for shot in () if still else shots:
                began_us = self._stage.clock()
                while (passed_us := self._stage.clock() - began_us) < (
                    shot.until_us - shot.from_us
                ) * shot.slower:
                    inner.clock.at_us = recording.clock.table_us(
                        shot.from_us + round(passed_us / shot.slower)
                    )
                    table.pump()
                    yield
            ended_us = self._stage.clock()
            while not still and self._stage.clock() - ended_us < REST_US:
                yield

    @property
    def shown(self) -> bool:
        """Whether there is a picture yet."""
        return self._table is not None

    def draw(self, e: Easel, box: Box, name: str = "clip") -> None:
        """Draw the clip's board, hands and shouts, if it was found yet; `name` is for its sprites."""
        if self._table is None:
            return
        e.sprites += small_table(self._table, e.frame, box, name)


def draw_samples(e: Easel, game: str, box: Box, page: int = -1) -> None:
    """Draw two cards of a game. `page`: the page of tiles they are on; cards never glide to another page."""
    spots = box.fan(2, round(box.h * 5 / 7), box.h, -e.frame.px(18))
    for index, (card, spot) in enumerate(zip(face_of(game).samples or (BACK, BACK), spots, strict=True)):
        lay_card(e, f"game/{game}/{page}/{index}", game, card, spot)


def small_table(table: TableScene, frame: Frame, box: Box, name: str) -> Iterator[Sprite]:
    """Yield the sprites of a table in this box, without the lines above the board and below the seats.

    The table is drawn as in a large window and made smaller: a small window gives most of its room to words.
    Only words that are large on the table, and can be read here, are shown: a shout, a sign.
    """
    larger = max(1.0, LARGE_W / box.w)
    inner = _window_around(table, round(box.w * larger), round(box.h * larger))
    top = table_show.places_of(inner, table).board.y
    e = Easel(inner)
    table.draw(e)
    sprites = [
        _readable(sprite, inner.text_px(LARGE), round(frame.text_px(SMALL) * larger)) for sprite in e.sprites
    ]
    shouts = any(sprite is not None and sprite.name == SHOUT[0] for sprite in sprites)
    left_out = LEFT_OUT if shouts else (*LEFT_OUT, *SHOUT)
    for sprite in filter(None, sprites):
        placed = _shrunk(sprite.box.moved(0, -top), larger).moved(box.x, box.y)
        if placed.within(box) and not sprite.name.startswith(left_out):
            art = _shrunk_art(sprite.art, larger)
            yield replace(sprite, name=f"{name}/{sprite.name}", box=placed, art=art, above=True)


def _shrunk(box: Box, times: float) -> Box:
    """Return a box with all its edges divided by `times`, on the nearest pixels."""
    left, top, right, bottom = (round(at / times) for at in (box.x, box.y, box.right, box.bottom))
    return Box(left, top, right - left, bottom - top)


def _shrunk_art(art: Art, times: float) -> Art:
    """Return an art with its own lengths in pixels divided by `times`; most arts have none."""

    def px(length: int) -> int:
        return max(1, round(length / times))

    match art:
        case Text():
            return replace(art, px=px(art.px), smallest_px=px(art.smallest_px))
        case Panel():
            return replace(art, radius_px=px(art.radius_px), rim_px=px(art.rim_px))
        case Turned():
            return replace(art, inner_w=px(art.inner_w), inner_h=px(art.inner_h))
    return art


def _readable(sprite: Sprite, large_px: int, floor_px: int) -> Sprite | None:
    """Return a sprite whose words, if it has any, are at least `floor_px` high.

    None: they are smaller than `large_px` on the table, or don't fit so high.
    """
    if not isinstance(sprite.art, Text):
        return sprite
    art = replace(sprite.art, px=max(sprite.art.px, floor_px), smallest_px=floor_px)
    fits = art.settled(sprite.box.w, sprite.box.h).fits
    return replace(sprite, art=art) if fits and sprite.art.px >= large_px else None


def _window_around(table: TableScene, board_w: int, board_h: int) -> Frame:
    """Return the window in which the board and seats of this table are so wide and high.

    How much of a window the other lines take depends on its height: each try comes closer.
    """
    h = board_h
    for _ in range(FITTINGS):
        places = table_show.places_of(Frame(board_w, h), table)
        h += board_h - (places.prompt.y - places.board.y)
    return Frame(board_w, h)
