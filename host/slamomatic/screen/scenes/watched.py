"""Tables that are only watched: bots that play while nobody is there, and the best slap shown again."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from slamomatic import engine
from slamomatic.engine import Setup
from slamomatic.engine.bots import CHARACTERS
from slamomatic.face.faces import face_of
from slamomatic.kit.easel import LARGE, Box, Easel
from slamomatic.kit.motion import Flight
from slamomatic.kit.palette import GOLD, INK, PANEL
from slamomatic.kit.surfaces import Panel
from slamomatic.screen.scene import Scene, Stage, Watched
from slamomatic.screen.scenes import table_layout
from slamomatic.screen.scenes.cut import of_slap
from slamomatic.screen.scenes.start_line import bot_name
from slamomatic.screen.scenes.table import TableScene
from slamomatic.table.clock import StoppedClock
from slamomatic.table.outcome import funniest, slaps_of
from slamomatic.table.playback import Playback
from slamomatic.table.played import NoJournal
from slamomatic.table.seats import Seat
from slamomatic.table.session import GameSession
from slamomatic.units.base import News, PaddleEvent
from slamomatic.units.merge import Units
from slamomatic.words import N_, gettext

AFTER_US = 60_000_000  # bots begin when nobody has touched the start screen for so long
GAMES_SHOWN = 3  # then the start screen comes back
MOST_PLAYERS = 4
LONGEST_US = 240_000_000  # one game is shown no longer than this
FUNNIEST = N_("Best slap: the funniest one")
CLOSEST = N_("Best slap: the closest one")  # in a game in which nobody was fooled
MOMENTS_A_FRAME = 60  # so many moments are skipped in one frame, so that keys are still heard


class EmptyRoom(Stage):
    """The stage of a table that nobody sits at: it is silent and saves nothing."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage.clock, Units([], clock=stage.clock), stage.prefs)
        self._stage = stage
        self.over = False

    def go(self, scene: Scene) -> None:
        """Note that the game is over: its table wants to go on to the result, which is not shown here."""
        self.over = True

    def fly(self, flight: Flight) -> None:
        self._stage.fly(flight)


class AttractScene(Watched):
    """Games of bots while nobody is there. Any slap, key or touch goes back; a slap also sits down there."""

    caption = "attract/words"

    def __init__(self, stage: Stage, start: Scene) -> None:
        super().__init__(stage, start)
        self._shown = 0
        self._begin()

    def _begin(self) -> None:
        """Begin the next game of bots, from the one that is chosen on."""
        games = list(engine.GAMES)
        game = games[(games.index(self.stage.prefs.game) + self._shown) % len(games)]
        kind, face = engine.find(game), face_of(game)
        players = min(MOST_PLAYERS, kind.SEATS[-1])
        who = list(CHARACTERS)[:players] if kind.BOTS else ["random"] * players
        seats = [Seat(bot_name(bot), colour, bot) for colour, bot in enumerate(who)]
        options = {} if face.rearm_ms is None else {"rearm_ms": face.rearm_ms}
        seed = secrets.randbits(48) if self.stage.seed is None else self.stage.seed + self._shown
        dealt = engine.new(game, Setup(players, seed, options))
        self.room = EmptyRoom(self.stage)
        session = GameSession(dealt, seats, self.room.unit, NoJournal(), self.stage.clock, only_watched=True)
        self.table = TableScene(self.room, session)
        self.table.enter()
        self._ends_us = self.stage.clock() + LONGEST_US

    def pump(self) -> None:
        """Move the game on; after it comes the next one, and after GAMES_SHOWN the start screen."""
        self.table.pump()
        if self.room.over or self.stage.clock() >= self._ends_us:
            self._shown += 1
            if self._shown < GAMES_SHOWN:
                self._begin()
            else:
                self.escape()

    def wakes_at_us(self) -> int | None:
        wakes_us = self.table.wakes_at_us()
        return self._ends_us if wakes_us is None else min(wakes_us, self._ends_us)

    def leave(self) -> None:
        self.table.leave()

    def news(self, news: Sequence[News]) -> None:
        if any(isinstance(item, PaddleEvent) for item in news):
            self.escape()
        self.back.news(news)

    def other_key(self, key: str) -> None:
        self.escape()

    def draw(self, e: Easel) -> None:
        """Draw the table, and in place of its buttons how to begin a game."""
        self.table.draw(e)
        e.targets.clear()
        place = table_layout.table(e.frame, MOST_PLAYERS, 0.4).prompt
        e.put("attract/plate", place, Panel(GOLD, None, 255, e.frame.px(24)))
        words = gettext("A demo: only bots play. Slap a paddle or press any key to begin!")
        e.text("attract/words", words, place.inset(e.frame.px(20), e.frame.px(4)), LARGE, INK)


class ReplayStage(Stage):
    """The stage of a recording inside another scene, with a clock of its own.

    Cards don't fly here: a flight follows the window's clock.
    """

    clock: StoppedClock

    def __init__(self, stage: Stage) -> None:
        clock = StoppedClock()
        super().__init__(clock, Units([], clock=clock), stage.prefs)
        self._stage = stage
        self.aloud = False

    def sound(self, name: str, colour: int = 0) -> None:
        if self.aloud:
            self._stage.sound(name, colour)


class ReplayScene(Watched):
    """The best slap of a game, shown again from its journal: the funniest, or else the closest one."""

    caption = "replay/title"

    def __init__(self, stage: Stage, entries: Sequence[Mapping[str, Any]], back: Scene) -> None:
        super().__init__(stage, back)
        self._entries = entries
        self._table: TableScene | None = None
        self._title = FUNNIEST
        self._playing: Iterator[None] = self._play()

    def pump(self) -> None:
        """Play one step further; go back after the last."""
        ended = self  # what `next` returns when there is no step left
        if next(self._playing, ended) is ended:
            self.escape()

    def wakes_at_us(self) -> int | None:
        return self.stage.clock()

    def _play(self) -> Iterator[None]:
        """Find the slap, play the game up to it unseen and silently, then show it; yield at each frame."""
        yield  # draw the title first: the search takes a while
        slaps = slaps_of(self._entries)
        slap = funniest(slaps)
        self._title = FUNNIEST if slap is not None and slap.fooled else CLOSEST
        if slap is None:
            return
        inner = ReplayStage(self.stage)
        recording = Playback(self._entries, inner.clock)
        table = TableScene(inner, recording)
        shots = of_slap(slap, slaps)
        skipped = recording.skip_to(shots[0].from_us, inner.clock, table.pump)
        yield from (None for played, _ in enumerate(skipped, start=1) if played % MOMENTS_A_FRAME == 0)
        inner.aloud, self._table = True, table
        for shot in shots:
            began_us = self.stage.clock()
            while (passed_us := self.stage.clock() - began_us) < (shot.until_us - shot.from_us) * shot.slower:
                inner.clock.at_us = recording.clock.table_us(shot.from_us + round(passed_us / shot.slower))
                table.pump()
                yield

    def draw(self, e: Easel) -> None:
        """Draw the replay with its title; until the slap is found, the title over the scene before."""
        title = gettext(self._title)
        if self._table is None:
            self.back.draw(e)
            e.scrim("replay/scrim", 190)
            e.text("replay/title", title, e.frame.box, LARGE, GOLD, above=True)
            return
        self._table.draw(e)
        e.targets.clear()
        px = e.frame.px
        strip = Box(0, e.frame.h - px(110), e.frame.w, px(90)).centred(
            min(e.frame.w, e.width(title, LARGE) + px(80)), px(84)
        )
        e.panel("replay/plate", strip, PANEL, GOLD, 255)
        e.text("replay/title", title, strip.inset(px(20), px(6)), LARGE, GOLD, above=True)
