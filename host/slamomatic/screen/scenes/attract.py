"""Nobody touches the start screen: bots play a game before empty chairs, until anybody comes."""

import secrets
from collections.abc import Sequence

from slamomatic import engine
from slamomatic.engine import Setup
from slamomatic.engine.bots import CHARACTERS
from slamomatic.face.faces import face_of
from slamomatic.kit.easel import LARGE, Easel
from slamomatic.kit.motion import Flight
from slamomatic.kit.palette import GOLD, INK
from slamomatic.kit.surfaces import Panel
from slamomatic.screen import layout
from slamomatic.screen.scene import Scene, Stage, Watched
from slamomatic.screen.scenes.recording import NoJournal
from slamomatic.screen.scenes.start_line import bot_name
from slamomatic.screen.scenes.table import TableScene
from slamomatic.table.seats import Seat
from slamomatic.table.sitting import Sitting
from slamomatic.units.base import News, PaddleEvent
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units
from slamomatic.words import gettext

AFTER_US = 60_000_000  # of nothing on the start screen
GAMES_SHOWN = 3  # then the start screen has its turn again
MOST_PLAYERS = 4
LONGEST_US = 240_000_000  # nobody watches one game for longer


class EmptyRoom(Stage):
    """The stage of a table that nobody sits at: it is shown, but neither heard nor kept."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(
            stage.clock, Units([KeyboardUnit(clock=stage.clock)], clock=stage.clock), stage.prefs
        )
        self.unit.play_with(())
        self._stage = stage
        self.over = False

    def go(self, scene: Scene) -> None:
        """The game is over: what comes next is another one."""
        self.over = True

    def fly(self, flight: Flight) -> None:
        self._stage.fly(flight)


class AttractScene(Watched):
    """Any slap, key or touch brings back the start screen; a slap also sits down there."""

    def __init__(self, stage: Stage, start: Scene) -> None:
        super().__init__(stage, start)
        self._shown = 0
        self._begin()

    def _begin(self) -> None:
        """A game of characters, the one that is chosen first."""
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
        sitting = Sitting(dealt, seats, self.room.unit, NoJournal(), self.stage.clock)
        sitting.recorded = True  # there is nothing to press
        self.table = TableScene(self.room, sitting)
        self.table.enter()
        self._ends_us = self.stage.clock() + LONGEST_US

    # --- time -----------------------------------------------------------------------------------------

    def pump(self) -> None:
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

    # --- somebody is there ----------------------------------------------------------------------------

    def news(self, news: Sequence[News]) -> None:
        if any(isinstance(item, PaddleEvent) for item in news):
            self.escape()
        self.back.news(news)

    def other_key(self, key: str) -> None:
        self.escape()

    # --- drawing --------------------------------------------------------------------------------------

    def draw(self, e: Easel) -> None:
        """The table, and where its buttons would be, how to play."""
        self.table.draw(e)
        e.targets.clear()
        place = layout.table(e.frame, MOST_PLAYERS, layout.Shares(0.4)).prompt
        e.put("attract/plate", place, Panel(GOLD, None, 255, e.frame.px(24)))
        words = gettext("Slap a paddle or press any key to play!")
        e.text("attract/words", words, place.inset(e.frame.px(20), e.frame.px(4)), LARGE, INK)
