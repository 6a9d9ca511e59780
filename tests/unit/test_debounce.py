"""The debounce rule: what is a slap, when it began, in which order slaps leave, what is bounce."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slamomatic.bench.order.trials import make_trial
from unit.contacts import MASK, Bench, Edge, debounce


def press(contact: int, t_us: int, bounce: list[int], held_us: int = 60_000) -> list[Edge]:
    """A first edge, bounces (each a pair of gaps: closed for, open for), then held, then open."""
    edges = [(t_us, contact)]
    at = t_us
    for gap in bounce:
        at += gap
        edges.append((at, contact))
    if len(bounce) % 2:
        at += 50
        edges.append((at, contact))
    return [*edges, (at + held_us, contact)]


def every(step_us: int, until_us: int, start_us: int = 0) -> list[int]:
    return [*range(start_us, until_us, step_us), until_us]


def test_a_clean_slap_is_stamped_at_its_first_edge() -> None:
    bench = Bench()
    bench.play(press(2, 5_000, []), every(100, 200_000))
    assert [(out.down, out.contact, out.tick, out.extra) for out in bench.outs] == [
        (True, 2, 5_000, 0),
        (False, 2, 65_000, 0),
    ]


def test_bounce_is_one_slap_and_its_edges_are_counted() -> None:
    bench = Bench()
    bench.play(press(0, 5_000, [20, 300, 10, 600]), every(100, 200_000))
    assert [(out.tick, out.extra) for out in bench.outs] == [(5_000, 0), (65_930, 4)]
    assert bench.cells[debounce.SPIKES] == 0


@pytest.mark.parametrize("width_us", [1, 10, 50, 99])
def test_static_is_counted_and_never_a_slap(width_us: int) -> None:
    bench = Bench()
    edges = [(t, 1) for k in range(20) for t in (5_000 + 3_000 * k, 5_000 + 3_000 * k + width_us)]
    bench.play(edges, every(100, 80_000))
    assert bench.outs == []
    assert bench.cells[debounce.SPIKES] == 20


def test_a_spike_before_a_slap_does_not_lend_it_its_time() -> None:
    bench = Bench()
    bench.play([(3_000, 0), (3_020, 0), *press(0, 4_500, [])], every(100, 150_000))
    assert [out.tick for out in bench.downs] == [4_500]


@pytest.mark.parametrize(
    ("spike_us", "open_us", "later_us"),
    [(20, 900, 920), (99, 651, 750), (20, 650, 0), (20, 300, 0), (100, 900, 0)],
)
def test_a_spike_shortly_before_a_slap_is_told_with_it(spike_us: int, open_us: int, later_us: int) -> None:
    """Either edge may have begun it: the slap carries the first, and how much later the other was."""
    bench = Bench()
    again_us = 3_000 + spike_us + open_us
    bench.play([(3_000, 0), (3_000 + spike_us, 0), *press(0, again_us, [])], every(100, 150_000))
    assert [(out.tick, out.extra) for out in bench.downs] == [(3_000, later_us)]


def test_recorded_bounce_is_never_taken_for_a_spike_before_the_slap() -> None:
    """So no true order becomes too close to call: 0 of 12,000 slaps, here fewer of them."""
    for number in range(40):
        trial = make_trial(1_000.0, random.Random(number))
        edges = [(round(t), paddle) for paddle, edges in enumerate(trial.patterns) for t, _ in edges]
        bench = Bench()
        bench.play(edges, every(150, round(trial.ends_us) + 60_000))
        assert [(out.contact, out.extra) for out in bench.downs] == [(paddle, 0) for _, paddle in trial.slaps]


def test_a_contact_restless_for_five_milliseconds_is_noise_until_it_was_open_for_two() -> None:
    bench = Bench()
    storm = [(5_000 + 50 * k, 3) for k in range(130)]  # 6.5 ms, never 100 us closed
    held = [(12_000, 3), (12_400, 3)]  # held, but 1.5 ms after the storm: not believed
    bench.play([*storm, *held, *press(3, 14_500, [])], every(100, 150_000))
    assert [out.tick for out in bench.downs] == [14_500]


def test_a_burst_ends_on_time_whatever_else_is_decided_meanwhile() -> None:
    bench = Bench()
    bench.cells[debounce.HOLD_US], bench.cells[debounce.GAP_US] = 2_000, 4_000
    undecided = [(5_000, 0), (6_500, 0)]  # until 10,000; then it has been open for long enough
    bench.play([*undecided, (9_990, 1), (9_995, 1), *press(0, 10_400, [])], [200_000])
    assert [(out.contact, out.tick) for out in bench.downs] == [(0, 10_400)]


def test_a_slap_waits_for_an_earlier_first_edge_that_is_undecided() -> None:
    bench = Bench()
    early = press(3, 5_000, [20, 900, 20, 900])
    late = press(0, 5_010, [])
    so_far = [edge for edge in [*early, *late] if edge[0] <= 6_900]
    bench.play(so_far, every(50, 6_900))
    assert bench.outs == [], "the late one was held long ago"
    bench = Bench()
    bench.play([*early, *late], every(50, 150_000))
    assert [(out.contact, out.tick) for out in bench.downs] == [(3, 5_000), (0, 5_010)]


def test_two_slaps_of_one_paddle_120_ms_apart_are_two() -> None:
    bench = Bench()
    bench.play([*press(1, 5_000, [], 60_000), *press(1, 125_000, [], 60_000)], every(500, 300_000))
    assert [out.tick for out in bench.downs] == [5_000, 125_000]
    assert [out.tick for out in bench.ups] == [65_000, 185_000]


def test_slaps_that_wait_for_a_loop_that_was_away_are_all_told() -> None:
    bench = Bench()
    slaps = [edge for k in range(9) for edge in press(1, 5_000 + 100_000 * k, [20, 300], 30_000)]
    bench.play([*slaps, *press(2, 205_001, [])], [2_000_000])
    assert [(out.contact, out.tick) for out in bench.downs] == [
        *[(1, 5_000 + 100_000 * k) for k in range(3)],
        (2, 205_001),
        *[(1, 5_000 + 100_000 * k) for k in range(3, 9)],
    ]
    assert [out.extra for out in bench.ups if out.contact == 1] == [2] * 9


def test_a_release_inside_the_lockout_is_not_lost() -> None:
    bench = Bench()
    bench.play(press(1, 5_000, [], 20_000), every(500, 300_000))
    assert [(out.down, out.tick) for out in bench.outs] == [(True, 5_000), (False, 25_000)]


def test_a_release_that_is_due_lets_a_slap_being_decided_go_first() -> None:
    bench = Bench()
    bench.play([*press(1, 5_000, [], 20_000), *press(2, 74_990, [])], [74_000, *every(20, 150_000, 75_000)])
    assert [(out.down, out.contact) for out in bench.outs[:3]] == [(True, 1), (True, 2), (False, 1)]


def test_a_release_that_fell_due_unseen_lets_the_slap_that_woke_us_go_first() -> None:
    bench = Bench()
    edges = [*press(1, 5_000, [], 20_000), *press(2, 76_000, [])]
    bench.play(edges, [74_000, 76_010, *every(20, 150_000, 76_100)])
    assert [(out.down, out.contact) for out in bench.outs[:3]] == [(True, 1), (True, 2), (False, 1)]


def test_held_when_looking_begins_is_no_slap_until_it_was_let_go() -> None:
    bench = Bench()
    debounce.start(bench.cells, 0b100, 0)
    bench.put(0b000, 50_000)  # let go
    bench.put(0b100, 90_000)  # slapped
    bench.step(90_050)
    bench.step(90_300)
    assert [(out.contact, out.tick) for out in bench.downs] == [(2, 90_000)]


@pytest.mark.parametrize(("again_us", "downs"), [(400, []), (1_999, []), (2_100, [2_100])])
def test_a_hand_lifted_as_looking_begins_makes_no_slap_by_its_bounce(again_us: int, downs: list[int]) -> None:
    """A lift at the start is no slap. A slap 2 ms after the start is one."""
    bench = Bench()
    debounce.start(bench.cells, 0, 0)
    bench.play([(again_us, 1), (again_us + 150, 1)], every(50, 20_000))
    assert [out.tick for out in bench.downs] == downs


def test_eager_lets_a_slap_out_at_once() -> None:
    bench = Bench()
    bench.cells[debounce.HOLD_US] = 0
    bench.put(1, 5_000)
    bench.step(5_001)
    assert [(out.contact, out.tick) for out in bench.downs] == [(0, 5_000)]


def test_slaps_the_capture_could_not_tell_apart_carry_one_time() -> None:
    bench = Bench()
    debounce.blind(bench.cells, 5_900)
    edges = [*press(2, 5_000, [], 60_000), *press(1, 5_700, []), *press(0, 6_850, []), *press(3, 9_000, [])]
    bench.play(edges, every(100, 150_000))
    assert {out.contact: out.tick for out in bench.downs} == {2: 5_900, 1: 5_900, 0: 5_900, 3: 9_000}


def test_an_edge_after_a_tie_is_never_overtaken_by_one_of_the_next_tie() -> None:
    bench = Bench()
    debounce.blind(bench.cells, 5_900)
    bench.put(0b01, 6_905)
    bench.step(6_898)
    debounce.blind(bench.cells, 6_930)
    bench.put(0b11, 6_950)
    for look_us in (7_000, 7_300):
        bench.step(look_us)
    assert [(out.contact, out.tick) for out in bench.downs] == [(0, 6_905), (1, 6_930)]


def test_a_contact_toggling_at_20_khz_does_not_delay_the_others() -> None:
    bench = Bench()
    storm = [(t, 0) for t in range(5_000, 300_000, 25)]
    slaps = [edge for k in range(9) for edge in press(1 + k % 3, 20_000 + 30_000 * k, [20, 300], 30_000)]
    left_at: dict[int, int] = {}
    waiting = sorted([*storm, *slaps])
    levels = 0
    for look_us in range(5_000, 400_000, 200):
        while waiting and waiting[0][0] <= look_us:
            t_us, contact = waiting.pop(0)
            levels ^= 1 << contact
            bench.put(levels, t_us)
        bench.step(look_us)
        for out in bench.downs:
            left_at.setdefault(out.tick, look_us)
    assert sorted(left_at) == [20_000 + 30_000 * k for k in range(9)]
    assert max(left - tick for tick, left in left_at.items()) <= 320 + 100 + 200


def test_a_lap_and_a_spoiled_mark_are_seen() -> None:
    for laps, said in (
        (1023, debounce.ALL_TAKEN),
        (1024, debounce.LAPPED),
        (1025, debounce.LAPPED),
        (3 * 1024, debounce.LAPPED),
    ):
        bench = Bench()
        for k in range(laps):
            bench.put(k & 1, 5_000 + k)
        assert bench.step(9_000) == said, laps
    bench = Bench()
    bench.put(1, 5_000)
    bench.put(0, 5_010)
    bench.levels[1] = debounce.TAKEN
    assert bench.step(9_000) == debounce.SPOILED
    assert debounce.known(bench.cells) == 0, "nothing is known of what was written over"


def test_a_record_that_comes_while_the_unit_looks_is_no_lap() -> None:
    bench = Bench()
    bench.put(1, 5_000)
    bench.levels[1] = 0  # seen a moment later: its level is in the ring, the head has not been read again
    assert bench.step(5_050) == debounce.ALL_TAKEN


gaps = st.integers(1, 95)
bounces = st.lists(st.tuples(gaps, st.integers(1, 650)), max_size=8).map(
    lambda pairs: [gap for pair in pairs for gap in pair]
)
presses = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 400_000), bounces, st.integers(10_000, 120_000)), max_size=12
)


@settings(max_examples=150, deadline=None)
@given(presses, st.integers(0, 2**33), st.integers(0, 10_000))
def test_one_down_for_each_press_and_every_up_after_its_down(
    wanted: list[tuple[int, int, list[int], int]], start_us: int, seed: int
) -> None:
    edges: list[Edge] = []
    truth: list[Edge] = []
    free_at = [2_000] * 4  # a contact must have been open for that long before its first slap
    for contact, t_us, bounce, held_us in sorted(wanted, key=lambda one: one[1]):
        if sum(bounce) > 4_500 or t_us < free_at[contact]:
            continue
        one = press(contact, start_us + t_us, bounce, held_us)
        edges += one
        truth.append((start_us + t_us, contact))
        free_at[contact] = one[-1][0] - start_us + 51_000
    chance = random.Random(seed)
    looks = [start_us]
    while looks[-1] < start_us + 700_000:
        looks.append(looks[-1] + chance.choice([60, 150, 900, 20_000]))
    bench = Bench(start_us=start_us)
    bench.play(edges, looks)
    assert sorted((out.tick, out.contact) for out in bench.downs) == sorted(
        (t_us & MASK, contact) for t_us, contact in truth
    )
    ages = [(out.tick - start_us) & MASK for out in bench.downs]
    assert ages == sorted(ages), "DOWNs leave in the order of their times"
    down = [False] * 4
    for out in bench.outs:
        assert down[out.contact] != out.down
        down[out.contact] = out.down
    assert not any(down)
    assert bench.cells[debounce.SPIKES] == 0
    assert bench.cells[debounce.UNDECIDED] == 0


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 3_000), st.integers(0, 3)), max_size=300), st.integers(0, 10_000))
def test_whatever_the_contacts_do_downs_and_ups_alternate(steps: list[tuple[int, int]], seed: int) -> None:
    edges: list[Edge] = []
    t_us = 5_000
    for gap, contact in steps:
        t_us += gap
        edges.append((t_us, contact))
    chance = random.Random(seed)
    looks = [5_000]
    while looks[-1] < t_us + 200_000:
        looks.append(looks[-1] + chance.choice([60, 400, 5_000]))
    bench = Bench()
    bench.play(edges, looks)
    down = [False] * 4
    ticks = []
    for out in bench.outs:
        assert down[out.contact] != out.down
        down[out.contact] = out.down
        if out.down:
            ticks.append(out.tick)
    assert ticks == sorted(ticks)
