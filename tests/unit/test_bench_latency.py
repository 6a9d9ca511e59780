"""`bench latency`: the instrument against a delay it is told of, and the firmware against its limits."""

from __future__ import annotations

from random import Random

import pytest

import needs
from slamomatic import messages as m
from slamomatic.bench.latency.instrument import (
    EDGE_P99_US,
    EVER_US,
    FOUR_US,
    HOLD_P99_US,
    Arrivals,
    Press,
    latency,
)
from slamomatic.bench.stand import EmulatedStand
from slamomatic.emulator import bounce
from slamomatic.emulator.image import find_image
from slamomatic.errors import UserError
from support.length import count

pytestmark = pytest.mark.emulator


@pytest.fixture(scope="module")
def stand() -> EmulatedStand:
    try:
        find_image()
    except UserError as error:
        needs.left_out(str(error))
    return EmulatedStand(seed=2)


def test_the_unit_keeps_its_limits(stand: EmulatedStand) -> None:
    presses = count(20, 1_000)
    result = latency(stand, presses=presses, fours=presses // 10, seed=4)
    answers = result.answers
    assert answers["lost"] == 0 and answers["lights_said"] > presses / 10
    assert answers["single_us"]["count"] == presses and answers["four_us"]["count"] == presses // 10
    assert answers["single_us"]["p99"] <= HOLD_P99_US
    assert answers["first_edge_us"]["p99"] <= EDGE_P99_US
    assert answers["first_edge_us"]["max"] <= EVER_US
    assert answers["four_us"]["max"] <= FOUR_US
    assert not [finding for finding in result.findings if not finding.ok]


def test_a_host_that_reads_late_shows_in_the_figures(stand: EmulatedStand) -> None:
    """The instrument must see three milliseconds that are really there."""
    arrivals = Arrivals(stand)
    stand.listen(1_200_000)
    at_us = stand.now_us() + 2_000
    stand.play(1, bounce.slap(at_us, 20_000, bounce.CLEAN, Random(1)))
    stand.pico.host.reading = False
    stand.pico.run_us(at_us + 3_000 - stand.now_us())
    stand.pico.host.reading = True
    stand.listen(300_000)
    [(_, arrived_us)] = arrivals.of([Press(1, at_us, at_us + 100)])
    assert arrived_us is not None
    assert 3_000 <= arrived_us - at_us <= 3_200


def test_a_press_that_never_was_has_no_arrival(stand: EmulatedStand) -> None:
    arrivals = Arrivals(stand)
    assert arrivals.of([Press(0, stand.now_us(), stand.now_us())])[0][1] is None
    assert not [one for one in stand.listen(100_000) if isinstance(one, m.Down)]
