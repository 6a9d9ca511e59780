"""The scope: what is in the window is drawn, at its place, however far it is zoomed."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from slamomatic.bench.edges.scope import CLOSES, OPENS, SPANS_US, TRIGGER_AT, TRIGGER_SHARES, Scope, Trigger

PRESS = [(1_000_000, 1), (1_000_040, 0), (1_000_090, 1), (1_200_000, 0)]


def scope(records: list[tuple[int, int]] = PRESS, now_us: int = 1_250_000) -> Scope:
    made = Scope()
    made.feed(records, now_us)
    return made


def test_a_window_without_trigger_ends_now() -> None:
    shown = scope()
    assert shown.window() == (1_150_000, 1_250_000)
    shown.feed([], 1_400_000)
    assert shown.window() == (1_300_000, 1_400_000)


@given(
    st.lists(st.integers(1, 30_000), min_size=1, max_size=60),
    st.sampled_from(SPANS_US),
    st.integers(0, 3),
)
def test_segments_cover_the_window_without_gap_and_every_edge_in_it_is_one(
    gaps: list[int], span_us: int, channel: int
) -> None:
    t_us, records = 1_000_000, []
    for n, gap_us in enumerate(gaps):
        t_us += gap_us
        records.append((t_us, (n % 2 == 0) << channel))
    shown = scope(records, t_us + 10)
    shown.span_us = span_us
    pieces = shown.segments(channel, 10**9)
    assert pieces[0][0] == 0.0 and pieces[-1][1] == 1.0
    assert all(one[1] == two[0] and one[2] != two[2] for one, two in pairwise(pieces))
    start_us, end_us = shown.window()
    assert len(pieces) - 1 == sum(start_us < at_us < end_us for at_us, _ in records)


def test_edges_closer_than_a_pixel_are_drawn_as_one_closed_stroke() -> None:
    shown = scope()
    shown.span_us = 1_000_000
    shown.feed([], 1_600_000)
    fine, coarse = shown.segments(0, 1_000_000), shown.segments(0, 100)
    assert len(fine) == 5 and len(coarse) < len(fine)
    assert any(closed for _, _, closed in coarse)


def test_the_trigger_puts_its_edge_at_its_place_and_waits_for_its_whole_window() -> None:
    shown = Scope()
    shown.wait_for(Trigger(CLOSES, 0))
    shown.feed(PRESS, 1_250_000)
    start_us, end_us = shown.window()
    assert shown.held_us == 1_000_000  # the bounce within the window does not trigger again
    assert abs((1_000_000 - start_us) / (end_us - start_us) - TRIGGER_AT) < 1e-9
    shown.feed([(1_500_000, 1)], 1_500_000)
    assert shown.held_us == 1_500_000


def test_an_opening_trigger_does_not_fire_on_a_closing() -> None:
    shown = Scope()
    shown.wait_for(Trigger(OPENS, 1))
    shown.feed([(1_000_000, 2)], 1_000_100)
    assert shown.held_us is None
    shown.feed([(1_000_500, 0)], 1_000_600)
    assert shown.held_us == 1_000_500


def test_a_paused_picture_stands_still_and_can_be_moved_and_zoomed_about_its_middle() -> None:
    shown = scope()
    shown.pause()
    before = shown.window()
    shown.feed([(2_000_000, 1)], 2_000_000)
    assert shown.window() == before
    middle = sum(before) / 2
    shown.zoom(-1)
    assert sum(shown.window()) / 2 == middle and shown.span_us == 50_000
    shown.pan(-1)
    assert shown.window()[1] == before[1] - 25_000 - 50_000
    shown.pause()
    assert shown.window()[1] == 2_000_000


def test_zoom_stops_at_its_ends() -> None:
    shown = scope()
    shown.zoom(-100)
    assert shown.span_us == SPANS_US[0]
    shown.zoom(100)
    assert shown.span_us == SPANS_US[-1]


def test_the_pre_trigger_puts_the_edge_elsewhere_in_the_window() -> None:
    shown = Scope()
    shown.wait_for(Trigger(CLOSES, 0))
    shown.feed(PRESS, 1_250_000)
    seen = set()
    for _ in TRIGGER_SHARES:
        shown.next_pre_trigger()
        start_us, end_us = shown.window()
        assert abs((1_000_000 - start_us) / (end_us - start_us) - shown.trigger_at) < 1e-9
        seen.add(shown.trigger_at)
    assert seen == set(TRIGGER_SHARES) and shown.trigger_at == TRIGGER_AT


def test_a_single_shot_shows_the_next_trigger_whole_and_holds_it() -> None:
    shown = Scope()
    shown.wait_for(Trigger(CLOSES, 1))
    shown.feed([(500_000, 2), (600_000, 0)], 700_000)
    shown.arm_single()
    assert shown.single and shown.held_us is None
    shown.feed([(1_000_000, 2)], 1_000_000)
    shown.feed([(1_030_000, 0), (2_000_000, 2)], 2_000_000)
    assert shown.held_us == 1_000_000 and shown.paused and not shown.single
    assert shown.window() == (980_000, 1_080_000) and shown.edges_us() == [1_000_000, 1_030_000]


def test_a_single_shot_without_a_trigger_takes_any_paddle_that_closes() -> None:
    shown = Scope()
    shown.arm_single()
    shown.feed([(1_000_000, 8)], 1_000_000)
    assert shown.held_us == 1_000_000 and shown.paused


def test_what_is_seen_begins_with_the_levels_at_the_left_end() -> None:
    shown = scope([(900_000, 5), (1_160_000, 4), (1_249_999, 12), (1_300_000, 0)], 1_250_000)
    shown.pause()
    shown.pan(-0.5)
    seen = shown.capture(("a", "b", "c", "d"))
    assert seen.changes == ((1_150_000, 5), (1_160_000, 4), (1_249_999, 12)) and seen.end_us == 1_250_000


def test_a_unit_that_boots_again_begins_a_new_picture() -> None:
    shown = scope()
    shown.feed([(4_000, 1), (90_000, 0)], 100_000)
    assert shown.window() == (0, 100_000) and shown.edges_us() == [4_000, 90_000]
