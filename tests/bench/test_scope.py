"""The scope as a tester uses it: trigger, cursors, axis, WHY, and what is seen as files that others read."""

from __future__ import annotations

import csv
import io
import random
import re
from pathlib import Path

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.schemas import mismatches
from slamomatic import messages as m
from slamomatic.bench.edges.axis import Cursors, exact, step_us, ticks
from slamomatic.bench.edges.capture import Capture, changes_only, to_csv, to_vcd
from slamomatic.bench.edges.scope import CLOSES, OFF, OPENS, ORDER, Trigger, TriggerWatch
from slamomatic.bench.edges.why import Why
from slamomatic.bench.result import Measured, Stopwatch
from slamomatic.bench.scope.instrument import report
from slamomatic.bench.scope.scene import KEYS, ScopeScene
from slamomatic.bench.window.unit_thread import UnitThread
from slamomatic.errors import UserError
from slamomatic.preferences import ACTIONS, SEAT_KEYS
from slamomatic.screen.offscreen import BareStage
from support.page import Page

NAMES = ("red", "yellow", "green", "blue")
RED, YELLOW = 1, 2


# -- triggers


def fired(trigger: Trigger, *records: tuple[int, int]) -> list[int]:
    watch, before, times = TriggerWatch(trigger), 0, []
    for t_us, levels in records:
        at_us = watch.edge(t_us, before, levels)
        before = levels
        if at_us is not None:
            times.append(at_us)
    return times


def in_order(first: int, second: int) -> Trigger:
    return Trigger(ORDER, first, second)


def test_any_paddle_may_be_waited_for() -> None:
    records = [(10, RED), (20, RED | YELLOW), (30, YELLOW), (40, 0)]
    assert fired(Trigger(CLOSES), *records) == [10, 20]
    assert fired(Trigger(OPENS), *records) == [30, 40]
    assert fired(Trigger(OPENS, 1), *records) == [40]


def test_an_order_fires_at_the_first_contact_of_the_pair_and_in_this_order_only() -> None:
    """Both bounce: the leader is open for a moment while the other closes."""
    bouncing = [(1_000, RED), (1_040, 0), (1_060, YELLOW), (1_070, RED | YELLOW), (1_090, RED), (90_000, 0)]
    assert fired(in_order(0, 1), *bouncing) == [1_000]
    assert fired(in_order(1, 0), *bouncing) == []


def test_a_tie_has_no_order() -> None:
    tie = [(1_000, RED | YELLOW), (1_030, YELLOW), (1_040, RED | YELLOW), (80_000, 0)]
    assert fired(in_order(0, 1), *tie) == fired(in_order(1, 0), *tie) == []


def test_slaps_far_apart_are_no_pair_and_the_next_pair_is_another() -> None:
    alone = [(0, RED), (300_000, RED | YELLOW), (310_000, 0)]
    pair = [(500_000, YELLOW), (503_000, RED | YELLOW), (590_000, 0)]
    again = [(900_000, RED), (980_000, 0), (985_000, YELLOW)]  # lifted, but not still yet
    assert fired(in_order(0, 1), *alone) == []
    assert fired(in_order(1, 0), *alone, *pair) == [500_000]
    assert fired(in_order(0, 1), *alone, *pair, *again) == [900_000]


def test_every_trigger_can_be_chosen() -> None:
    trigger, seen = Trigger(), set()
    for _ in range(4):
        for _ in range(5):
            for _ in range(4):
                order = (trigger.first, trigger.second) if trigger.kind == ORDER else ()
                seen.add((trigger.kind, order or (trigger.paddle if trigger.kind != OFF else None)))
                trigger = trigger.next_second()
            trigger = trigger.next_paddle()
        trigger = trigger.next_kind()
    edges = {(kind, paddle) for paddle in (None, 0, 1, 2, 3) for kind in (CLOSES, OPENS)}
    orders = {(ORDER, (a, b)) for a in range(4) for b in range(4) if a != b}
    assert seen == {(OFF, None), *edges, *orders}


# -- axis and cursors


@given(st.integers(1, 20_000_000), st.integers(-(10**9), 10**9), st.integers(-(10**9), 10**9))
def test_marks_stand_at_round_times_with_their_unit(span_us: int, start_us: int, zero_us: int) -> None:
    found = ticks(start_us, start_us + span_us, zero_us)
    assert len(found) <= 11
    for tick in found:
        assert 0 <= tick.share <= 1
        number, _, unit = tick.label.replace("\u2212", "-").partition(" ")
        if abs(float(number)) < 100_000:  # further off, six digits are what is shown
            said_us = float(number) * {"": 1, "µs": 1, "ms": 1e3, "s": 1e6}[unit]
            assert abs(start_us + tick.share * span_us - zero_us - said_us) < step_us(span_us) / 100


def test_times_are_written_as_on_instruments() -> None:
    assert [exact(us) for us in (0, 7, 999, 1_000, 1_204, -100_000, 2_500_000)] == [
        "0 µs",
        "7 µs",
        "999 µs",
        "1 ms",
        "1.204 ms",
        "\u2212100 ms",
        "2.5 s",
    ]
    assert [tick.label for tick in ticks(980_000, 1_080_000, 1_000_000)][:4] == [
        "\u221220 ms",
        "\u221210 ms",
        "0",
        "10 ms",
    ]


def test_cursors_walk_from_edge_to_edge_and_say_what_lies_between() -> None:
    cursors, window, edges = Cursors(), (0, 1000), [100, 140, 700, 1500]
    cursors.to_edge(window, edges, ahead=True)
    cursors.switch()
    for _ in range(4):
        cursors.to_edge(window, edges, ahead=True)
    assert cursors.at_us == [100, 700] and cursors.difference_us == 600  # 1500 is not seen
    cursors.to_edge(window, edges, ahead=False)
    assert cursors.difference_us == 40
    cursors.step(window, 0.5)
    cursors.step(window, 0.5)
    assert cursors.at_us[1] == 1000
    cursors.step((0, 10), -1 / 200)
    assert cursors.at_us[1] == 7  # from its own place in the picture, a microsecond at least


# -- files


def read_vcd(text: str) -> tuple[dict[str, str], list[tuple[int, dict[str, int]]]]:
    """A value change dump by the grammar of IEEE 1364: (signal by code), (time, values from then on)."""
    words = iter(text.split())
    signals: dict[str, str] = {}
    changes: list[tuple[int, dict[str, int]]] = []
    for word in words:
        if word.startswith("$"):
            if word == "$end":
                continue
            body: list[str] = []
            while (inner := next(words)) != "$end":
                body.append(inner)
            if word == "$var":
                kind, size, code, name = body
                assert (kind, size) == ("wire", "1")
                signals[code] = name
            assert word != "$timescale" or body == ["1", "us"]
        elif word.startswith("#"):
            assert not changes or int(word[1:]) > changes[-1][0]
            changes.append((int(word[1:]), {}))
        else:
            assert re.fullmatch(r"[01]\S", word), word
            changes[-1][1][signals[word[1:]]] = int(word[0])
    return signals, changes


@st.composite
def pictures(draw: st.DrawFn) -> Capture:
    t_us, changes = draw(st.integers(0, 10**9)), []
    for _ in range(draw(st.integers(1, 20))):
        changes.append((t_us, draw(st.integers(0, 15))))
        t_us += draw(st.integers(1, 100_000))
    return Capture(NAMES, changes_only(changes), t_us)


@settings(max_examples=40)
@given(pictures())
def test_a_vcd_says_the_same_levels_at_the_same_times_and_how_long_the_last_one_lasts(seen: Capture) -> None:
    signals, changes = read_vcd(to_vcd(seen))
    assert tuple(signals.values()) == NAMES
    levels: dict[str, int] = {}
    read = []
    for at_us, values in changes:
        levels |= values
        read.append((at_us + seen.changes[0][0], sum(levels[name] << n for n, name in enumerate(NAMES))))
    assert tuple(read[:-1]) == seen.changes and read[-1] == (seen.end_us, seen.changes[-1][1])
    assert f"#0 is {seen.changes[0][0]} us" in to_vcd(seen)


@settings(max_examples=40)
@given(pictures())
def test_a_csv_says_the_same(seen: Capture) -> None:
    head, *rows = csv.reader(io.StringIO(to_csv(seen)))
    assert head == ["t_us", *NAMES]
    read = [(int(t_us), sum(int(bit) << n for n, bit in enumerate(bits))) for t_us, *bits in rows]
    assert tuple(read[:-1]) == seen.changes and read[-1] == (seen.end_us, seen.changes[-1][1])


# -- the scene


class Paddles(UnitThread):
    """A unit on the stand that says what the test wants."""

    def __init__(self) -> None:
        super().__init__("emulated")
        self.measured = Measured("emulated Pico", "e661", emulated=True)
        self.asked: list[m.Down] = []
        self.answers: list[Why | UserError] = []
        self.says: list[m.Message] = []

    def start(self) -> None: ...

    def stop(self) -> None: ...

    def drain(self) -> list[m.Message]:
        said, self.says = self.says, []
        return said

    def slap(self, paddle: int) -> None: ...

    def ask_why(self, slap: m.Down) -> None:
        self.asked.append(slap)

    def why(self) -> Why | UserError | None:
        return self.answers.pop() if self.answers else None

    def press(self, at_us: int, *changes: tuple[int, int]) -> None:
        """(us after the first, levels) of each edge, and the slap of red with it."""
        gaps = [late - early for (early, _), (late, _) in zip([(0, 0), *changes], changes, strict=False)]
        told = tuple((levels, gap_us) for (_, levels), gap_us in zip(changes, gaps, strict=True))
        self.says += [m.Edges(at_us, told, 0), m.Down(len(self.asked) + 7, 0, at_us, 0)]
        self.says.append(m.Beat(at_us + 200_000, 9, 0, 0, 150_000, 900))


@pytest.fixture
def paddles() -> Paddles:
    return Paddles()


@pytest.fixture
def page(tmp_path: Path, paddles: Paddles) -> Page:
    pygame.font.init()
    stage = BareStage(tmp_path)
    page = Page(stage, ScopeScene(stage, paddles, tmp_path), (1280, 720))
    page.easel()
    return page


def scene_of(page: Page) -> ScopeScene:
    assert isinstance(page.scene, ScopeScene)
    return page.scene


def keys(page: Page, *names: str) -> None:
    for name in names:
        page.scene.other_key(KEYS[name])


def test_a_tester_finds_how_long_a_contact_bounced(page: Page, paddles: Paddles) -> None:
    """Trigger on red, single shot, cursors on its first and its last edge."""
    keys(page, "paddle", "single")
    assert page.said_by("scope/state") == "SINGLE · waits for red to close"
    paddles.press(3_000_000, (0, 1), (40, 0), (512, 1), (70_000, 0))
    page.wait(0)
    assert page.said_by("scope/state") == "TRIGGERED"
    keys(page, "edge_ahead", "other", "edge_ahead", "edge_ahead", "edge_ahead")
    assert page.said_by("cursors/A") == "A  0 µs" and page.said_by("cursors/B") == "B  512 µs"
    assert page.said_by("cursors/difference") == "B \u2212 A  512 µs"
    assert page.said_by("cursors/rate") == "1953 Hz"
    labels = [page.said_by(f"axis/{n}") for n in range(6)]
    assert labels == ["\u221220 ms", "0", "20 ms", "40 ms", "60 ms", "80 ms"]


def test_the_first_slap_is_seen_without_choosing_anything(page: Page, paddles: Paddles) -> None:
    assert page.said_by("scope/state") == "waits for any to close"
    paddles.press(3_000_000, (0, 1), (70_000, 0))
    page.wait(0)
    assert scene_of(page).shown.edges_us() == [3_000_000, 3_070_000]
    keys(page, "kind", "kind", "kind")
    assert page.said_by("scope/state") == "free running" and scene_of(page).shown.edges_us() == []


def test_a_single_shot_without_a_trigger_waits_for_any_paddle(page: Page) -> None:
    keys(page, "kind", "kind", "kind", "single")
    assert page.said_by("scope/state") == "SINGLE · waits for any to close"


def test_a_click_sets_the_cursor_on_the_edge_beside_it(page: Page, paddles: Paddles) -> None:
    paddles.press(3_000_000, (0, 1), (30_000, 0))
    keys(page, "single")
    page.wait(0)
    traces = next(s.box for s in page.easel().sprites if s.name == "scope/grid")
    page.click_at((traces.x + round(0.5 * traces.w) + 3, traces.cy))
    assert page.said_by("cursors/A") == "A  30 ms"
    page.click_at((traces.x + round(0.7 * traces.w), traces.cy))
    found = page.said_by("cursors/A").split()[1]
    assert 49 < float(found) < 51


def test_why_asks_for_the_last_slap_shows_its_edges_and_goes_back(page: Page, paddles: Paddles) -> None:
    with pytest.raises(UserError, match="Slap a paddle first"):
        keys(page, "why")
    paddles.press(3_000_000, (0, 1), (70_000, 0))
    page.wait(0)
    keys(page, "why")
    (slap,) = paddles.asked
    paddles.answers.append(Why(slap, ((1_000_000, 0), (3_000_000, 1), (3_000_090, 0), (3_000_412, 1)), 0))
    page.wait(0)
    assert page.said_by("scope/state") == "WHY: what the unit kept"
    says = "Slap 7, red: stamped at its first contact; 3 edges, and still after 412 µs."
    assert page.said_by("legend") == says
    page.scene.gesture("tap")
    assert page.said_by("scope/state") == "waits for any to close"
    paddles.answers.append(UserError("The unit no longer keeps it."))
    page.wait(0)
    assert "The unit no longer keeps it." in page.text()


def test_what_is_seen_is_saved_by_a_key_and_never_over_another_file(
    page: Page, paddles: Paddles, tmp_path: Path
) -> None:
    paddles.press(3_000_000, (0, 1), (40, 0), (512, 1), (70_000, 0))
    keys(page, "single")
    page.wait(0)
    page.easel()
    keys(page, "csv", "vcd", "png", "csv")
    saved = scene_of(page).saved
    assert [path.suffix for path in saved] == [".csv", ".vcd", ".png", ".csv"] and len(set(saved)) == 4
    assert page.said_by("legend") == f"Saved as {saved[-1]}"
    rows = [line.split(",")[:2] for line in saved[0].read_text().splitlines()[1:]]
    times = [2_980_000, 3_000_000, 3_000_040, 3_000_512, 3_070_000, 3_080_000]
    assert rows == [[str(at), bit] for at, bit in zip(times, "010100", strict=True)]
    _, changes = read_vcd(saved[1].read_text())
    assert [at_us for at_us, _ in changes] == [at_us - times[0] for at_us in times]
    picture = pygame.image.load(str(saved[2]))
    assert picture.get_size() == (1280, 720)
    scene_of(page).note = ""
    shown = page.stage.surface(page.scene, (1280, 720))
    assert pygame.image.tobytes(picture, "RGB") == pygame.image.tobytes(shown, "RGB")


def test_a_folder_that_cannot_be_written_is_a_sentence(page: Page, tmp_path: Path) -> None:
    scene_of(page).folder = tmp_path / "none"
    for kind in ("csv", "png"):
        with pytest.raises(UserError, match="--out"):
            keys(page, kind)


def test_every_key_is_shown_and_means_nothing_else(page: Page) -> None:
    assert not set(KEYS.values()) & {*ACTIONS.values(), *SEAT_KEYS}
    shown = set(re.split(r"[\s:]+", page.text()))
    assert {"S", "W", "1", "2", "3", "4", "TAB", "E", "D", "G", "J", "L", ",", ".", "SPACE", "ESC"} <= shown


def test_a_run_is_reported_by_its_schema(page: Page, paddles: Paddles) -> None:
    paddles.press(3_000_000, (0, 1), (70_000, 0))
    page.wait(0)
    scene, measured = scene_of(page), paddles.measured or Measured("")
    answer = report(scene.watched, scene.saved, measured, Stopwatch()).to_json()
    assert mismatches("scope", answer) == [] and mismatches("scope", {**answer, "edge": 1})
    assert (answer["edges"], answer["slaps"]["red"], answer["saved"]) == (2, 1, [])


def test_why_of_a_slap_with_edges_that_are_gone_says_how_many() -> None:
    slap = m.Down(3, 1, 5_000, 0)
    assert "could not tell 4" in Why(slap, ((5_000, 2),), 4).sentence("yellow")
    assert Why(slap, ((1_000, 0), (5_000, 2)), 0).sentence("yellow").endswith("one clean contact.")
    assert "keeps no edge" in Why(slap, (), 0).sentence("yellow")
    chance = random.Random(3)
    quick = ((5_000, 2), (5_040, 0), (5_300, 2), (25_300, 0))  # held for 20 ms only
    assert Why(slap, quick, 0).sentence("yellow").endswith("3 edges, and still after 300 µs.")
    others = tuple((5_000 + n, chance.choice((2, 3))) for n in range(1, 40))
    assert Why(slap, ((1_000, 0), (5_000, 2), *others), 0).sentence("y").endswith("one clean contact.")
