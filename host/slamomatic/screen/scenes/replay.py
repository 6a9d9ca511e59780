"""The funniest slap of a game that is over, once more and slowly; any key or slap goes back."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from slamomatic.kit.easel import LARGE, Easel
from slamomatic.kit.geometry import Box
from slamomatic.kit.palette import GOLD, PANEL
from slamomatic.screen.scene import Scene, Stage, Watched
from slamomatic.screen.scenes.cut import of_slap
from slamomatic.screen.scenes.recording import Recording
from slamomatic.screen.scenes.table import TableScene
from slamomatic.table.clock import StoppedClock
from slamomatic.table.highlights import funniest, slaps_of
from slamomatic.units.merge import Units
from slamomatic.words import gettext

MOMENTS_A_FRAME = 60  # of the game before that slap, so that keys are still heard


class ReplayStage(Stage):
    """The stage of a recording inside another scene; by a clock of its own, so no card flies out of it."""

    clock: StoppedClock

    def __init__(self, stage: Stage, game: str) -> None:
        clock = StoppedClock()
        # Viewers need no lessons.
        super().__init__(clock, Units([], clock=clock), replace(stage.prefs, explained=(game,)))
        self._stage = stage
        self.aloud = False

    def sound(self, name: str, colour: int = 0) -> None:
        if self.aloud:
            self._stage.sound(name, colour)


class ReplayScene(Watched):
    """Finds the slap, plays the game up to it unseen, and shows it."""

    def __init__(self, stage: Stage, entries: Sequence[Mapping[str, Any]], back: Scene) -> None:
        super().__init__(stage, back)
        self._entries = entries
        self._table: TableScene | None = None
        self._playing: Iterator[None] = self._play()

    # --- time ---------------------------------------------------------------------------------------

    def pump(self) -> None:
        if next(self._playing, self) is self:
            self.escape()

    def wakes_at_us(self) -> int | None:
        return self.stage.clock()

    def _play(self) -> Iterator[None]:
        """One step a frame."""
        yield  # the first frame is seen before the game is searched
        slaps = slaps_of(self._entries)
        slap = funniest(slaps)
        if slap is None:
            return
        inner = ReplayStage(self.stage, str(self._entries[0]["game"]))
        recording = Recording(self._entries, inner)
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

    # --- drawing ------------------------------------------------------------------------------------

    def draw(self, e: Easel) -> None:
        title = gettext("The funniest slap, once more")
        if self._table is None:
            self.back.draw(e)
            e.scrim("replay/scrim", 190)
            e.text("replay/title", title, e.frame.box, LARGE, GOLD, above=True)
            return
        e.ground = self._table.picture(e.frame).ground
        self._table.draw(e)
        e.targets.clear()
        px = e.frame.px
        strip = Box(0, e.frame.h - px(110), e.frame.w, px(90)).centred(
            min(e.frame.w, e.width(title, LARGE) + px(80)), px(84)
        )
        e.panel("replay/plate", strip, PANEL, GOLD, 255)
        e.text("replay/title", title, strip.inset(px(20), px(6)), LARGE, GOLD, above=True)
