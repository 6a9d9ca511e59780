"""The bench's scenes on a bare surface: what they show follows what the unit said, at every window size."""

from __future__ import annotations

import itertools
import random
from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest

from slamomatic import messages as m
from slamomatic.bench.bounce.scene import BounceScene
from slamomatic.bench.edges.scope import ORDER, Trigger
from slamomatic.bench.edges.why import Why
from slamomatic.bench.instrument_thread import InstrumentThread, Seen
from slamomatic.bench.lab.scene import LabScene
from slamomatic.bench.lab.streaming import Sent, Streaming
from slamomatic.bench.monitor.instrument import Watched
from slamomatic.bench.monitor.scene import MonitorScene
from slamomatic.bench.reaction.instrument import Trainer
from slamomatic.bench.reaction.scene import ReactionScene
from slamomatic.bench.result import Finding, Measured, Result, Series
from slamomatic.bench.scope.scene import ScopeScene
from slamomatic.bench.window.unit_thread import UnitThread
from slamomatic.bench.window.work_scene import WorkScene
from slamomatic.emulator import bounce
from slamomatic.errors import UserError
from slamomatic.face.paddle import PaddleArt
from slamomatic.kit.easel import Frame, Text
from slamomatic.kit.surfaces import Fill
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scene import Scene
from slamomatic.units.base import Do, PaddleEvent
from support.pictures import overlap

SIZES = [(800, 480), (1280, 720), (1920, 1080), (3840, 2160)]


class Script(UnitThread):
    """A unit that says what the test wants, at once."""

    def __init__(self, *said: m.Message) -> None:
        super().__init__("emulated")
        self.measured = Measured("emulated Pico", "e661", "0.1.0", "1.25.0", True)
        self.clock_bound_us = 412.0
        self.slapped: list[int] = []
        self.asked: list[m.Down] = []
        self.answers: list[Why | UserError] = []
        self._said = list(said)

    def start(self) -> None: ...

    def stop(self) -> None: ...

    def drain(self) -> list[m.Message]:
        said, self._said = self._said, []
        return said

    def slap(self, paddle: int) -> None:
        self.slapped.append(paddle)

    def ask_why(self, slap: m.Down) -> None:
        self.asked.append(slap)

    def why(self) -> Why | UserError | None:
        return self.answers.pop() if self.answers else None


def edges(paddle: int, at_us: int, chance: random.Random) -> m.Edges:
    pattern = bounce.slap(at_us, 80_000, bounce.GOOD_SWITCH, chance)
    changes, last_us = [], at_us
    for t_us, closed in pattern:
        changes.append((closed << paddle, round(t_us) - last_us))
        last_us = round(t_us)
    return m.Edges(at_us, tuple(changes), 0)


def busy_monitor(stage: BareStage) -> MonitorScene:
    chance = random.Random(2)
    said: list[m.Message] = []
    for seq in range(12):
        at_us = 1_000_000 + seq * 160_000
        said += [m.Down(seq + 1, seq % 4, at_us), edges(seq % 4, at_us, chance)]
    said += [m.FaultLine(13, 3, "stuck"), m.Beat(2_000_000, 13, 0, 4, 160_000, 850)]
    said += [m.Beat(3_000_000, 14, 8, 11, 160_000, 850)]
    scene = MonitorScene(stage, Script(*said))
    scene.scope.span_us = 1_000_000
    return scene


def scoped(stage: BareStage) -> ScopeScene:
    """Two pairs of slaps, held on the second; both cursors set."""
    chance = random.Random(2)
    slaps = [(0, 1_000_000), (1, 1_004_300), (2, 1_190_000), (0, 1_193_100)]
    moved = sorted(
        (round(t_us), paddle, closed)
        for paddle, at_us in slaps
        for t_us, closed in bounce.slap(at_us, 80_000, bounce.GOOD_SWITCH, chance)
    )
    levels, last_us, changes = 0, moved[0][0], []
    for t_us, paddle, closed in moved:
        levels = levels | 1 << paddle if closed else levels & ~(1 << paddle)
        changes.append((levels, t_us - last_us))
        last_us = t_us
    said = [m.Down(seq + 1, paddle, at_us) for seq, (paddle, at_us) in enumerate(slaps)]
    beat = m.Beat(2_000_000, 9, 0, 0, 160_000, 850)
    script = Script(m.Edges(moved[0][0], tuple(changes), 0), *said, beat)
    scene = ScopeScene(stage, script, stage.home or Path())
    scene.live.wait_for(Trigger(ORDER, 2, 0))
    scene.live.arm_single()
    scene.pump()
    for key in ("l", "tab", "l", "l", "l", "."):
        scene.other_key(key)
    return scene


def explained(stage: BareStage) -> ScopeScene:
    """WHY of a slap was asked for and told."""
    script = Script()
    scene = ScopeScene(stage, script, stage.home or Path())
    told = edges(3, 5_000_000, random.Random(7))
    script.answers.append(Why(m.Down(12, 3, 5_000_000, 0), tuple(Watched(4).take(told)), 0))
    return scene


def half_bounced(stage: BareStage) -> BounceScene:
    chance = random.Random(3)
    said = [edges(n % 4, 1_000_000 + n * 400_000, chance) for n in range(22)]
    return BounceScene(stage, Script(*said), 3)


def swapped(stage: BareStage) -> BounceScene:
    """Red is asked, yellow moves."""
    return BounceScene(stage, Script(edges(1, 1_000_000, random.Random(3))), 3)


UNIT = Measured("emulated Pico", "e6614864d3123456", "0.1.0", "1.25.0", True)


def a_result(findings: int, series: int) -> Result:
    chance = random.Random(5)
    says = "12 damaged lines: try another cable and port, away from motors and lamps"
    return Result(
        "soak",
        "whether every slap arrives once",
        "nothing more",
        UNIT,
        1.0,
        2.0,
        {},
        {
            f"longest loop {n}": Series("a pass", "us", tuple(chance.gauss(900, 100) for _ in range(200)))
            for n in range(series)
        },
        tuple(Finding(n % 2 == 0, "wire", says, "yellow") for n in range(findings)),
    )


class Still(InstrumentThread):
    """An instrument at this very moment."""

    def __init__(self, seen: Seen) -> None:
        super().__init__(lambda: 0)
        self.seen = seen


SEEN = {
    "starting": Seen(),
    "running": Seen(
        "soak",
        0.37,
        (("slaps", "12345"), ("damaged lines", "17"), ("free bytes", "not known yet")),
        seconds=4812,
    ),
    "guided": Seen(
        words="Mark the board's corner above red. Hold the board level, a hand's width above all four "
        "paddles, and drop it. Drop 1 of 20 …"
    ),
    "asked": Seen(
        share=1.0,
        question="Correct red by +1612 us, yellow by +1120 us, green by -1301 us, blue by -1431 us on this "
        "computer from now on?",
    ),
    "asked-after-the-report": Seen(
        question="Correct red by +1612 us on this computer?", result=a_result(1, 0)
    ),
    "stopping": Seen("soak", 0.5, stopping=True),
    "found": Seen(result=a_result(12, 2), over=True),
    "found-one": Seen(result=a_result(1, 0), over=True),
    "found-many": Seen(result=a_result(7, 5), over=True),
    "trouble": Seen(
        trouble="No Pico is plugged in. Connect the unit, name its port (--unit serial:PORT), or measure the "
        "emulated one (--unit emulated).",
        over=True,
    ),
}


NAMES = ("Ada", "Ben", "Cleo", "Dan", "Maximiliane", "Wilhelmina")


def trained(stage: BareStage, *, going: bool, players: int = 4) -> ReactionScene:
    chance = random.Random(4)
    trainer = Trainer(NAMES[:players], 10, chance)
    for at_us in range(0, 60_000_000, 10_000_000):
        trainer.plan(at_us)
        trainer.go(at_us)
        for paddle in range(players):
            trainer.down(paddle, at_us + chance.randrange(180_000, 420_000))
        trainer.end_if_due(at_us + 2_000_000)
    scene = ReactionScene(stage, trainer)
    scene.said = ["231.4 ms", "false start", "", "287.0 ms", "false start", "1287.0 ms"][:players]
    if going:
        trainer.plan(70_000_000)
        trainer.go(70_000_000)
    return scene


def streaming(stage: BareStage, *units: str) -> LabScene:
    """Slaps go out; every other one is taken by a recorder."""
    quiet = SimpleNamespace(local_clock=lambda: 1.0)
    scene = LabScene(stage, Streaming(quiet, stage.unit, "Slam-O-Matic", stage.clock, keys=False))
    for index, name in enumerate(units):
        scene.streaming.streams[index] = SimpleNamespace(name=name, heard=True)  # type: ignore[assignment]
        scene.streaming.sent += [Sent(n % 4, 0, 176 + 7825 * (n % 2), n % 2 == 0) for n in range(6)]
    return scene


def scenes(stage: BareStage) -> dict[str, Scene]:
    return {
        "monitor": busy_monitor(stage),
        "scope": scoped(stage),
        "scope-empty": ScopeScene(stage, Script(), Path()),
        "scope-why": explained(stage),
        "monitor-empty": MonitorScene(stage, Script()),
        "bounce": half_bounced(stage),
        "bounce-start": BounceScene(stage, Script(), 20),
        "bounce-swapped": swapped(stage),
        "lab": streaming(stage, "Slam-O-Matic 3456", "Slam-O-Matic keys"),
        "lab-empty": streaming(stage),
        "reaction-wait": trained(stage, going=False),
        "reaction-go": trained(stage, going=True),
        "reaction-six": trained(stage, going=False, players=6),
        **{f"work-{name}": WorkScene(stage, Still(seen), "Calibrate", UNIT) for name, seen in SEEN.items()},
    }


@pytest.fixture
def stage(tmp_path: Path) -> BareStage:
    pygame.font.init()
    return BareStage(tmp_path)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_words_overlap_or_are_cut_at_any_size(stage: BareStage, size: tuple[int, int]) -> None:
    for name, scene in scenes(stage).items():
        scene.pump()
        easel = scene.picture(Frame(*size))
        inks = []
        for sprite in easel.sprites:
            assert sprite.box.within(easel.frame.box), (name, sprite.name)
            if isinstance(sprite.art, Text):
                assert sprite.art.settled(sprite.box.w, sprite.box.h).fits, (name, sprite.name, size)
                inks.append((sprite.name, sprite.art.ink(sprite.box)))
        for (one, a), (two, b) in itertools.combinations(inks, 2):
            assert not overlap(a, b), (name, one, two, size)


def test_the_monitor_counts_slaps_names_a_fault_and_keeps_a_trace(stage: BareStage) -> None:
    scene = busy_monitor(stage)
    scene.pump()
    words = [s.art.words for s in scene.picture(Frame(1920, 1080)).sprites if isinstance(s.art, Text)]
    assert "stuck" in words and "3 slaps" in words and any("7 spikes" in each for each in words)
    assert any("emulated" in each for each in words) and "clock known within 412 us" in words
    scene.scope.span_us = 3_000_000
    assert len(scene.scope.segments(0, 1_000_000)) > 21


def test_keys_pause_zoom_and_slap_an_emulated_paddle(stage: BareStage) -> None:
    script = Script()
    scene = MonitorScene(stage, script)
    before_us = scene.scope.span_us
    scene.key("up")
    assert scene.scope.span_us < before_us
    scene.gesture("tap")
    assert scene.scope.paused
    scene.news([PaddleEvent(Do.DOWN, 2, 0, 0, "keys", 0, 0)])
    assert script.slapped == [2]


def test_the_bounce_guide_goes_on_when_a_paddle_has_been_slapped_softly_and_hard(stage: BareStage) -> None:
    scene = half_bounced(stage)
    assert scene.step == (0, "softly")
    scene.pump()
    # 22 slaps over four paddles: two have six (3 softly, 3 hard), the others five.
    assert scene.step == (2, "hard")


def test_a_reaction_round_from_wait_to_times(stage: BareStage) -> None:
    scene = ReactionScene(stage, Trainer(["Ada", "Ben"], 1, random.Random(1)))
    scene.enter()
    for _ in range(2):
        stage.clock.at_us = scene.wakes_at_us() or 0
        scene.pump()
    shown_us = scene.trainer.go_us
    assert shown_us is not None
    for paddle, after_us in ((0, 250_000), (1, 310_000)):
        t_us = shown_us + after_us
        scene.news([PaddleEvent(Do.DOWN, paddle, t_us, 0, "unit", t_us, t_us)])
    assert scene.said == ["250.0 ms", "310.0 ms"]
    stage.clock.at_us = shown_us + 400_000
    scene.pump()
    assert scene.trainer.over and scene.wakes_at_us() is None


def test_the_bounce_guide_says_when_another_paddle_answers(stage: BareStage) -> None:
    scene = swapped(stage)
    scene.pump()
    words = [s.art.words for s in scene.picture(Frame(1920, 1080)).sprites if isinstance(s.art, Text)]
    assert any("You slapped red, but yellow moved" in each for each in words)


def words_of(scene: Scene) -> list[str]:
    scene.pump()
    return [s.art.words for s in scene.picture(Frame(800, 480)).sprites if isinstance(s.art, Text)]


def test_nothing_is_advised_before_anything_is_measured(stage: BareStage) -> None:
    assert "nothing measured yet" in words_of(BounceScene(stage, Script(), 3))
    looking = Script()
    looking.measured = None
    assert not any(words.startswith("Slap") for words in words_of(BounceScene(stage, looking, 3)))
    assert {"1 press", "1 release", "0 presses"} <= set(words_of(swapped(stage)))


def test_every_scene_says_how_to_leave_it(stage: BareStage) -> None:
    for name, scene in scenes(stage).items():
        assert "ESC" in words_of(scene), name


def test_findings_without_room_are_counted(stage: BareStage) -> None:
    scene = WorkScene(stage, Still(SEEN["found"]), "Soak", UNIT)
    assert "and 6 more, in the report" in words_of(scene)


def test_what_yes_would_do_is_said_after_the_report_too(stage: BareStage) -> None:
    scene = WorkScene(stage, Still(SEEN["asked-after-the-report"]), "Calibrate", UNIT)
    assert "Correct red by +1612 us on this computer?" in words_of(scene)


def test_paddles_of_the_reaction_training_are_dark_till_the_signal_which_is_drawn_ahead(
    stage: BareStage,
) -> None:
    wait, go = (trained(stage, going=going) for going in (False, True))
    shown = [
        {(s.art, s.box.w, s.box.h) for s in scene.picture(Frame(800, 480)).sprites} for scene in (wait, go)
    ]
    rings = [[art.live for art, _, _ in each if isinstance(art, PaddleArt)] for each in shown]
    assert rings == [[False] * 4, [True] * 4]
    signal = {each for each in shown[1] if isinstance(each[0], PaddleArt | Fill)}
    assert signal <= set(wait.upcoming(Frame(800, 480)))


def test_the_bounce_advice_is_set_with_one_key(stage: BareStage) -> None:
    scene = half_bounced(stage)
    scene.pump()
    scene.picture(Frame(1920, 1080))
    scene.key("confirm")
    assert scene.wants_set
