"""Bounce out of raw edges: known bounce in, its figures and fitting advice out."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from slamomatic.bench.edges.bursts import Burst, Edge, advise, cut

GAPS = st.lists(st.integers(1, 29_999), min_size=0, max_size=30)


def bounce(t_us: int, gaps: list[int], *, closes: bool) -> list[Edge]:
    """A contact that ends closed (or open) after bouncing with these gaps; the edge count fits its end."""
    gaps = gaps if len(gaps) % 2 == 0 else gaps[1:]
    edges = [(t_us, closes)]
    for gap_us in gaps:
        t_us += gap_us
        edges.append((t_us, not edges[-1][1]))
    return edges


@given(st.lists(GAPS, min_size=2, max_size=12))
def test_every_press_and_release_is_cut_out_whole(movements: list[list[int]]) -> None:
    edges: list[Edge] = []
    t_us = 1_000_000
    for n, gaps in enumerate(movements):
        edges += bounce(t_us, gaps, closes=n % 2 == 0)
        t_us = edges[-1][0] + 500_000
    bursts = cut(edges)
    assert [burst.kind for burst in bursts] == ["press", "release"] * (len(movements) // 2) + ["press"] * (
        len(movements) % 2
    )
    assert [edge for burst in bursts for edge in burst.edges] == edges
    for burst, gaps in zip(bursts, movements, strict=True):
        used = gaps if len(gaps) % 2 == 0 else gaps[1:]
        assert burst.length_us == sum(used) and burst.longest_gap_us == max(used, default=0)


def test_a_quick_slap_is_a_press_and_a_release_and_a_rebound_is_one_press() -> None:
    assert [burst.kind for burst in cut([(0, True), (35_000, False)])] == ["press", "release"]
    rebound = cut([(0, True), (5_000, False), (50_000, True), (200_000, False)])
    assert [burst.kind for burst in rebound] == ["press", "release"]
    assert rebound[0].longest_gap_us == 45_000


def test_a_contact_that_ends_as_it_began_is_a_spike() -> None:
    (burst,) = cut([(10, True), (25, False)])
    assert burst.kind == "spike" and burst.length_us == 15


def test_the_hold_is_reached_at_the_first_unbroken_contact() -> None:
    burst = Burst(((0, True), (60, False), (90, True), (250, False), (300, True)))
    assert burst.held_after_us(50) == 50
    assert burst.held_after_us(100) == 190
    assert burst.held_after_us(200) == 500


def test_a_clean_switch_is_advised_the_shortest_lockout_and_the_whole_hold() -> None:
    advice = advise(cut(bounce(0, [], closes=True)), lockout_ms=50, hold_us=100)
    assert (advice.lockout_ms, advice.hold_us) == (10, 100)
    assert (advice.near_lockout, advice.near_hold, advice.never_held) == (0, 0, 0)


def test_the_lockout_advised_outlasts_every_stillness_measured() -> None:
    chance = random.Random(4)
    for _ in range(200):
        gaps = [chance.randrange(1, 30_000) for _ in range(chance.randrange(0, 20))]
        bursts = cut(bounce(0, gaps, closes=True))
        advice = advise(bursts, lockout_ms=50, hold_us=100)
        assert advice.lockout_ms * 1000 > bursts[0].longest_gap_us


def test_near_misses_are_counted() -> None:
    nearly_out = cut(bounce(0, [26_000, 100], closes=True))
    assert advise(nearly_out, lockout_ms=50, hold_us=100).near_lockout == 1
    assert advise(nearly_out, lockout_ms=60, hold_us=100).near_lockout == 0
    restless = [gap for _ in range(40) for gap in (40, 30)]
    slow = cut(bounce(0, restless, closes=True))
    assert advise(slow, lockout_ms=50, hold_us=100).near_hold == 1
    never = cut(bounce(0, restless * 3, closes=True))
    assert advise(never, lockout_ms=50, hold_us=100).never_held == 1
    assert advise(never, lockout_ms=50, hold_us=100).hold_us == 20
