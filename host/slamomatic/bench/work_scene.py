"""An instrument at work as a scene: how far it is, the figures as they come, and in the end what it found."""

from __future__ import annotations

from slamomatic.bench.instrument_thread import InstrumentThread, Seen
from slamomatic.bench.result import Finding, Measured, Result, Series
from slamomatic.bench.scene_parts import BarArt, head, histogram_art
from slamomatic.kit.easel import BODY, LARGE, SMALL, Easel
from slamomatic.kit.geometry import Box
from slamomatic.kit.palette import ALARM, CHALK, GOLD, LIVE, MIST, PADDLE_COLOURS
from slamomatic.screen.scene import Scene, Stage
from slamomatic.words import gettext, said

REDRAW_US = 100_000
MOST_FINDINGS, MOST_SERIES, MOST_FACTS = 7, 3, 10
SURE_SHARE = 0.02  # from here on what is left can be estimated


class WorkScene(Scene):
    """Escape stops the instrument, which still makes its report. After that, Escape leaves."""

    def __init__(self, stage: Stage, work: InstrumentThread, title: str, unit: Measured) -> None:
        super().__init__(stage)
        self.work = work
        self.title = title
        self._unit = unit

    def enter(self) -> None:
        self.work.start()

    def leave(self) -> None:
        self.work.join()

    def wakes_at_us(self) -> int | None:
        return None if self.work.seen().over else self.stage.clock() + REDRAW_US

    def escape(self) -> None:
        if self.work.seen().over:
            self.stage.quit()
        else:
            self.work.stop()

    # -- drawing

    def draw(self, e: Easel) -> None:
        px = e.frame.px
        seen = self.work.seen()
        top, middle, bottom = e.frame.box.inset(px(36)).rows([9, 68, 12], px(14))
        unit = seen.result.unit if seen.result else self._unit
        failed = seen.over and seen.result is None and bool(seen.trouble)
        head(e, self.title, unit, "" if failed else said(seen.trouble), top)
        if seen.result is not None:
            self._found(e, seen.result, middle)
        elif failed:
            e.text("trouble", said(seen.trouble), middle.inset(px(60), 0), LARGE, ALARM)
        else:
            self._working(e, seen, middle)
        self._buttons(e, seen, bottom)

    def _buttons(self, e: Easel, seen: Seen, box: Box) -> None:
        left, right = box.columns([3, 1], e.frame.px(12))
        enter, escape = (self.key_name(action) for action in ("confirm", "pause"))
        if seen.question:
            _, yes = left.columns([2, 1], e.frame.px(12))
            e.button("yes", gettext("Yes"), yes, lambda: self.work.answer(True), lit=True, key=enter)
            e.button("no", gettext("No"), right, lambda: self.work.answer(False), key=escape)
        elif seen.over:
            e.button("leave", gettext("Leave"), right, self.stage.quit, key=escape)
        else:
            says = gettext("Stopping …") if seen.stopping else gettext("Stop")
            e.button("stop", says, right, self.work.stop, key=escape, able=not seen.stopping)

    def _working(self, e: Easel, seen: Seen, box: Box) -> None:
        px = e.frame.px
        words, bar, facts = box.rows([16, 10, 42], px(14))
        asked = said(seen.question or seen.words) or (
            "" if seen.over else gettext("Measuring …") if seen.step else gettext("Starting …")
        )
        e.text("words", asked, words.inset(px(24), 0), LARGE, GOLD)
        left, right = bar.columns([6, 1], px(16))
        e.put("bar", left, BarArt(round(seen.share * 1000)))
        e.text("percent", f"{seen.share:.0%}", right, BODY, CHALK, "right")
        lines = [*seen.facts, (gettext("running for"), spoken_s(seen.seconds))]
        if SURE_SHARE < seen.share < 1:
            left_s = seen.seconds / seen.share * (1 - seen.share)
            lines.append((gettext("left, about"), spoken_s(left_s)))
        e.panel("facts", facts)
        halves = facts.inset(px(24), px(14)).columns([1, 1], px(60))
        rows = [half.rows([1] * (MOST_FACTS // 2)) for half in halves]
        cells = [cell for pair in zip(*rows, strict=True) for cell in pair]
        for number, ((name, value), cell) in enumerate(zip(lines, cells, strict=False)):
            named, value_box = cell.columns([3, 2])
            e.text(f"fact/{number}/name", said(name), named, SMALL, MIST, "left")
            e.text(f"fact/{number}/value", value, value_box, BODY, CHALK, "right")

    def _found(self, e: Easel, result: Result, box: Box) -> None:
        px = e.frame.px
        series = [(name, one) for name, one in result.series.items() if one.values][:MOST_SERIES]
        left, right = box.columns([1, 1], px(14)) if series else (box, None)
        e.panel("findings", left)
        findings = sorted(result.findings, key=lambda finding: finding.ok)
        rows = left.inset(px(18), px(10)).rows([1] * MOST_FINDINGS, px(4))
        if len(findings) > MOST_FINDINGS:
            more = len(findings) - MOST_FINDINGS + 1
            findings = findings[: MOST_FINDINGS - 1]
            e.text(
                "finding/more", gettext("and {more} more, in the report", more=more), rows[-1], SMALL, MIST
            )
        for number, (finding, row) in enumerate(zip(findings, rows, strict=False)):
            _finding(e, f"finding/{number}", finding, row)
        if right is not None:
            for number, ((name, one), place) in enumerate(
                zip(series, right.rows([1] * len(series), px(12)), strict=True)
            ):
                _series(e, number, name, one, place)


def _finding(e: Easel, name: str, finding: Finding, box: Box) -> None:
    mark, says = box.columns([1, 6], e.frame.px(8))
    e.text(
        f"{name}/mark",
        gettext("OK") if finding.ok else gettext("FAULT"),
        mark,
        SMALL,
        LIVE if finding.ok else ALARM,
    )
    paddle = f"{said(finding.paddle)}: " if finding.paddle else ""
    e.text(f"{name}/says", f"{paddle}{said(finding.says)}", says, SMALL, CHALK, "left")


def _series(e: Easel, number: int, name: str, series: Series, box: Box) -> None:
    px = e.frame.px
    found = series.figures()
    assert found is not None
    e.panel(f"series/{number}", box)
    words, bars, figures = box.inset(px(18), px(8)).rows([3, 5, 5], px(4))
    e.text(f"series/{number}/name", said(name).replace("_", " "), words, SMALL, GOLD, "left")
    e.put(f"series/{number}/bars", bars, histogram_art(series.values, PADDLE_COLOURS[number]))
    e.text(f"series/{number}/figures", found.sentence(), figures, SMALL, CHALK, "left")


def spoken_s(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return gettext("{hours} h {minutes} min", hours=hours, minutes=minutes)
    return gettext("{minutes} min {rest} s", minutes=minutes, rest=rest) if minutes else f"{rest} s"
