"""An instrument at work as a scene: how far it is, the figures as they come, and in the end what it found."""

from slamomatic.bench.instrument_thread import InstrumentThread, Seen
from slamomatic.bench.result import Finding, Measured, Result, Series
from slamomatic.bench.window.parts import BarArt, BenchScene, head, histogram_art, small
from slamomatic.kit.easel import BODY, LARGE, Box, Easel
from slamomatic.kit.palette import ALARM, CHALK, GOLD, LIVE, MIST, PADDLE_COLOURS
from slamomatic.screen.scene import Stage
from slamomatic.words import gettext, said

REDRAW_US = 100_000
MOST_FINDINGS, MOST_SERIES, MOST_FACTS = 7, 3, 10
SURE_SHARE = 0.02  # from here on what is left can be estimated


class WorkScene(BenchScene):
    """An instrument at work. Escape stops it, and it makes its report; after that, Escape leaves."""

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
        return None if self.work.seen.over else self.stage.clock() + REDRAW_US

    def escape(self) -> None:
        if self.work.seen.over:
            super().escape()
        else:
            self.work.stop()

    # -- drawing

    def draw(self, e: Easel) -> None:
        px = e.frame.px
        seen = self.work.seen
        top, middle, bottom = e.frame.box.inset(px(36)).rows([9, 68, 12], px(14))
        result = seen.result
        failed = seen.over and result is None and bool(seen.trouble)
        head(e, self.title, result.unit if result else self._unit, "" if failed else said(seen.trouble), top)
        if result is not None and not seen.question:  # which waits for an answer
            _found(e, result, middle)
        elif failed:
            e.text("trouble", said(seen.trouble), middle.inset(px(60), 0), LARGE, ALARM)
        else:
            _working(e, seen, middle)
        self._buttons(e, seen, bottom)

    def _buttons(self, e: Easel, seen: Seen, box: Box) -> None:
        """Draw yes and no for a question, leave after the end, else stop."""
        left, right = box.columns([3, 1], e.frame.px(12))
        escape = self.key_name("pause")
        if seen.question:
            _, yes = left.columns([2, 1], e.frame.px(12))
            enter = self.key_name("confirm")
            e.button("yes", gettext("Yes"), yes, lambda: self.work.answer(True), lit=True, key=enter)
            e.button("no", gettext("No"), right, lambda: self.work.answer(False), key=escape)
        elif seen.over:
            self.leave_button(e, right)
        else:
            says = gettext("Stopping …") if seen.stopping else gettext("Stop")
            e.button("stop", says, right, self.work.stop, key=escape, able=not seen.stopping)


def _working(e: Easel, seen: Seen, box: Box) -> None:
    """Draw what the person is to do, the progress, and the figures so far."""
    px = e.frame.px
    words, bar, facts = box.rows([16, 10, 42], px(14))
    asked = said(seen.question or seen.words)
    if not asked and not seen.over:
        asked = gettext("Measuring …") if seen.step else gettext("Starting …")
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
        small(e, f"fact/{number}/name", said(name), named, MIST)
        e.text(f"fact/{number}/value", value, value_box, BODY, CHALK, "right")


def _found(e: Easel, result: Result, box: Box) -> None:
    """Draw the findings, faults first, and the first few series."""
    px = e.frame.px
    series = [(name, one) for name, one in result.series.items() if one.values][:MOST_SERIES]
    left, *right = box.columns([1, 1] if series else [1], px(14))
    e.panel("findings", left)
    findings = sorted(result.findings, key=lambda finding: finding.ok)
    rows = left.inset(px(18), px(10)).rows([1] * MOST_FINDINGS, px(4))
    if len(findings) > MOST_FINDINGS:
        more = gettext("and {more} more, in the report", more=len(findings) - MOST_FINDINGS + 1)
        findings = findings[: MOST_FINDINGS - 1]
        small(e, "finding/more", more, rows[-1], MIST, "center")
    for number, (finding, row) in enumerate(zip(findings, rows, strict=False)):
        _finding(e, f"finding/{number}", finding, row)
    for places in right:
        for number, place in enumerate(places.rows([1] * len(series), px(12))):
            _series(e, number, *series[number], place)


def _finding(e: Easel, name: str, finding: Finding, box: Box) -> None:
    mark, says = box.columns([1, 6], e.frame.px(8))
    word, rgb = (gettext("OK"), LIVE) if finding.ok else (gettext("FAULT"), ALARM)
    small(e, f"{name}/mark", word, mark, rgb, "center")
    paddle = f"{said(finding.paddle)}: " if finding.paddle else ""
    small(e, f"{name}/says", f"{paddle}{said(finding.says)}", says)


def _series(e: Easel, number: int, name: str, series: Series, box: Box) -> None:
    px = e.frame.px
    found = series.figures()
    assert found is not None
    e.panel(f"series/{number}", box)
    words, bars, figures = box.inset(px(18), px(8)).rows([3, 5, 5], px(4))
    small(e, f"series/{number}/name", said(name).replace("_", " "), words, GOLD)
    e.put(f"series/{number}/bars", bars, histogram_art(series.values, PADDLE_COLOURS[number]))
    small(e, f"series/{number}/figures", found.sentence(), figures)


def spoken_s(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return gettext("{hours} h {minutes} min", hours=hours, minutes=minutes)
    return gettext("{minutes} min {rest} s", minutes=minutes, rest=rest) if minutes else f"{rest} s"
