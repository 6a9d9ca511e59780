"""`bench order`: its own judgement first, then the firmware's on the emulated Pico."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

import pytest

import needs
from slamomatic.bench.order.instrument import order
from slamomatic.bench.order.trials import APART_US, PADDLES, Verdict, chi_square, judge, make_trial
from slamomatic.bench.result import Result
from slamomatic.emulator import bounce
from slamomatic.emulator.image import find_image
from slamomatic.errors import UserError
from slamomatic.messages import Down
from support.length import count

TRIALS = count(9, 120)
TRUTH = ((1000.4, 2), (1003.0, 0), (1500.0, 3), (6000.0, 1))


def downs(*stamps: tuple[int, int]) -> list[Down]:
    return [Down(seq, paddle, t_us) for seq, (t_us, paddle) in enumerate(stamps, start=1)]


def verdict(*stamps: tuple[int, int], tie_below_us: float = 2.0) -> Verdict:
    return judge(TRUTH, downs(*stamps), tie_below_us)


def test_the_true_order_is_well() -> None:
    found = verdict((1001, 2), (1003, 0), (1500, 3), (6001, 1))
    assert (found.wrong, found.ties, found.missed, found.invented, found.late_order) == (0, 0, 0, 0, False)
    assert found.named_last == (1,) and found.true_last == 1
    assert found.smallest_gap_us == pytest.approx(2.6)


def test_two_slaps_named_the_other_way_round_are_wrong() -> None:
    found = verdict((1002, 0), (1003, 2), (1500, 3), (6000, 1))
    assert found.wrong == 1 and found.ties == 0


def test_a_tie_of_slaps_far_enough_apart_is_untrue() -> None:
    assert verdict((1002, 2), (1002, 0), (1500, 3), (6000, 1)).untrue_ties == 1
    assert verdict((1002, 2), (1002, 0), (1500, 3), (6000, 1), tie_below_us=3.0).untrue_ties == 0
    assert verdict((1002, 2), (1002, 0), (1500, 3), (6000, 1)).ties == 1


def test_static_taken_for_a_slap_is_invented_and_the_slap_missed() -> None:
    found = verdict((500, 2), (1003, 0), (1500, 3), (6000, 1))
    assert found.invented == 1 and found.missed == 1
    assert verdict((1000, 2), (1003, 0), (1500, 3), (1700, 3), (6000, 1)).invented == 1


def test_a_late_stamp_is_said_and_still_judged_for_order() -> None:
    found = verdict((1600, 2), (1003, 0), (1500, 3), (6000, 1))
    assert (found.misstamped, found.wrong, found.missed, found.invented) == (1, 2, 0, 0)


def test_downs_sent_out_of_order_are_seen_though_the_stamps_are_true() -> None:
    assert verdict((1003, 0), (1000, 2), (1500, 3), (6000, 1)).late_order


def test_a_favoured_paddle_shows_in_chi_square() -> None:
    assert chi_square([50, 50, 50, 50]) == 0
    assert chi_square([20, 30, 40, 110]) > 16.27


@pytest.mark.parametrize("kit", [False, True])
@pytest.mark.parametrize("seed", range(40))
def test_a_trial_is_what_it_says(seed: int, kit: bool) -> None:
    trial = make_trial(1_000.0, Random(seed), kit)
    assert sorted(paddle for _, paddle in trial.slaps) == list(range(PADDLES))
    assert [t for t, _ in trial.slaps] == sorted(t for t, _ in trial.slaps)
    for first_us, paddle in trial.slaps:
        pattern = trial.patterns[paddle]
        times = [t for t, _ in pattern]
        assert times == sorted(times) and times[0] >= 1_000.0
        assert [closed for _, closed in pattern] == [n % 2 == 0 for n in range(len(pattern))]
        before = [t for t, closed in pattern if t < first_us and not closed]
        assert not before or first_us - before[-1] >= APART_US
        held_us = bounce.hold_reached_us([edge for edge in pattern if edge[0] >= first_us], 100)
        assert held_us is not None and held_us - first_us < 5_000
    for again_us, paddle in trial.again:
        assert (again_us, True) in trial.patterns[paddle]


@pytest.mark.parametrize("model", bounce.MODELS)
def test_bounce_keeps_to_its_model(model: bounce.Model) -> None:
    chance = Random(3)
    for _ in range(200):
        edges = bounce.bounce(0.0, True, model, chance)
        stills = [late - early for (early, _), (late, _) in itertools.pairwise(edges)]
        assert model.edges[0] - 1 <= len(edges) <= model.edges[1]
        assert edges[-1][1] is True
        assert all(1.999 <= still <= max(model.longest_still_us, 250.0) + 0.001 for still in stills)


def run(trials: int, capture: str, model: str = "recorded") -> tuple[Result, dict[str, Any]]:
    try:
        find_image()
    except UserError as error:
        needs.left_out(str(error))
    result = order(trials, capture, seed=11, bounce=model)
    return result, dict(result.answers)


@pytest.mark.emulator
def test_the_unit_names_the_right_loser_whatever_bounces_and_crackles() -> None:
    result, answers = run(TRIALS, "pio")
    assert answers["trials"] == TRIALS
    assert answers["wrong"] == answers["untrue_ties"] == 0
    assert answers["missed"] == answers["invented"] == answers["sent_out_of_order"] == 0
    assert answers["misstamped"] == 0
    assert answers["smallest_gap_us"] < 2.0 and answers["worst_stamp_error_us"] < 2.0
    assert answers["spikes_counted"] > 5 * TRIALS and answers["faults"] == {}
    assert result.ok


@pytest.mark.emulator
def test_the_kits_paddles_come_back_and_the_order_stays_right() -> None:
    result, answers = run(TRIALS // 3, "pio", "kit")
    assert answers["wrong"] == answers["untrue_ties"] == answers["missed"] == answers["invented"] == 0
    assert answers["closed_again"] >= TRIALS // 6, "hard slaps close a switch twice"
    assert result.ok


@pytest.mark.emulator
def test_the_plain_interrupt_capture_is_never_wrong_and_ties_only_when_blind() -> None:
    _, answers = run(TRIALS // 3, "irq")
    assert answers["tells_apart_us"] <= 250
    assert answers["wrong"] == answers["untrue_ties"] == 0
    assert answers["missed"] == answers["invented"] == answers["sent_out_of_order"] == 0
    assert answers["misstamped"] == 0 and answers["faults"] == {}
