"""Lab streaming in a window: keys stand in for paddles, and everybody sees whether a recorder listens."""

from collections.abc import Sequence

from slamomatic.bench.lab.streaming import Streaming
from slamomatic.bench.window.parts import BenchScene, head, small
from slamomatic.face.paddle import PaddleArt
from slamomatic.kit.easel import BODY, LARGE, Box, Easel
from slamomatic.kit.palette import ALARM, CHALK, GOLD, LIVE, MIST
from slamomatic.paddles import paddle_name
from slamomatic.screen.scene import Stage
from slamomatic.units.base import News, spoken_us
from slamomatic.words import gettext, ngettext, said

TURN_US = 10_000
LAST_SLAPS = 5


class LabScene(BenchScene):
    """Escape ends it, and the report follows."""

    def __init__(self, stage: Stage, streaming: Streaming) -> None:
        super().__init__(stage)
        self.streaming = streaming

    def wakes_at_us(self) -> int | None:
        return self.stage.clock() + TURN_US

    def pump(self) -> None:
        self.streaming.update()

    def news(self, news: Sequence[News]) -> None:
        self.streaming.update()  # first: a slap may come together with its unit, and needs the streams
        self.streaming.take(news)

    # -- drawing

    def draw(self, e: Easel) -> None:
        px = e.frame.px
        top, middle, bottom = e.frame.box.inset(px(36)).rows([9, 66, 11], px(14))
        state = self.stage.unit.state()
        head(e, gettext("Lab streaming"), f"{said(state.name)}: {state.accuracy}", "", top)
        left, right = middle.columns([1, 1], px(14))
        self._streams(e, left)
        self._slaps(e, right)
        self.leave_button(e, bottom.columns([3, 1], px(12))[1])

    def _streams(self, e: Easel, box: Box) -> None:
        px = e.frame.px
        e.panel("streams", box)
        title, *rows, listeners = box.inset(px(24), px(14)).rows([3, 2, 2, 2, 2, 2], px(8))
        streams = list(self.streaming.streams.values())
        waiting = gettext("Looking for the unit …")
        e.text("streams/title", gettext("Streaming as") if streams else waiting, title, BODY, GOLD, "left")
        for number, (one, row) in enumerate(zip(streams, rows, strict=False)):
            e.text(f"streams/{number}", one.name, row, BODY, CHALK, "left")
        if streams:
            heard = self.streaming.heard
            words = gettext("A recorder listens.") if heard else gettext("No recorder listens yet.")
            e.text("streams/heard", words, listeners, BODY, LIVE if heard else ALARM, "left")

    def _slaps(self, e: Easel, box: Box) -> None:
        px = e.frame.px
        sent = self.streaming.sent
        e.panel("slaps", box)
        count, *rows = box.inset(px(24), px(14)).rows([3] + [2] * LAST_SLAPS, px(8))
        e.text("slaps/count", ngettext("{n} slap", "{n} slaps", len(sent)), count, LARGE, GOLD, "left")
        for number, (one, row) in enumerate(zip(reversed(sent[-LAST_SLAPS:]), rows, strict=False)):
            art, words = row.columns([1, 6], px(10))
            e.put(f"slap/{number}/art", art.fit(1), PaddleArt(one.paddle, True, False, ""))
            within = spoken_us(one.bound_us)
            says = gettext("{paddle}, known within {time}", paddle=paddle_name(one.paddle), time=within)
            small(e, f"slap/{number}/words", says, words, CHALK if one.heard else MIST)
