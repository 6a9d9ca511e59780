"""Calibration by dropped boards: known offsets, tilts and a warped board in, the offsets out."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from slamomatic.bench.calibrate.offsets import Drop, Offset, offsets
from slamomatic.store.calibration import CAP_US

# Corners of the board, in paddle order round the unit.
PLACES = ((-1, 1), (1, 1), (1, -1), (-1, -1))


def drops(
    truth: tuple[float, ...],
    chance: random.Random,
    *,
    tilt_us: float,
    warp_us: float,
    grip_us: float,
    noise_us: float,
) -> list[list[Drop]]:
    """Twenty drops: scattered tilts, a grip that always tilts the board alike, a warped corner."""
    warp = [chance.gauss(0, warp_us) for _ in PLACES]
    grip = [grip_us * (x + y / 2) for x, y in PLACES]
    quarters = []
    for turn in range(4):
        quarter = []
        for _ in range(5):
            t0, a, b = chance.uniform(0, 1e6), chance.gauss(0, tilt_us), chance.gauss(0, tilt_us)
            quarter.append(
                tuple(
                    t0
                    + a * x
                    + b * y
                    + truth[n]
                    + (warp[(n + turn) % 4] + grip[(n + turn) % 4])
                    + chance.gauss(0, noise_us)
                    for n, (x, y) in enumerate(PLACES)
                )
            )
        quarters.append(quarter)
    return quarters


def test_offsets_come_out_within_their_stated_errors() -> None:
    """Over many runs about 95 of 100 lie within two errors. With fewer, the error would be stated too small;
    with more, too large."""
    chance = random.Random(5)
    inside = outside = 0
    for _ in range(400):
        truth = tuple(chance.uniform(-900, 900) for _ in range(4))
        mean = sum(truth) / 4
        found = offsets(drops(truth, chance, tilt_us=150, warp_us=200, grip_us=300, noise_us=40))
        for n, offset in enumerate(found):
            if abs(offset.offset_us - (truth[n] - mean)) <= 2 * offset.error_us:
                inside += 1
            else:
                outside += 1
    assert 0.92 < inside / (inside + outside) < 0.98


def test_a_grip_that_always_tilts_alike_and_a_warped_board_cancel() -> None:
    found = offsets(
        drops((300, -100, -100, -100), random.Random(1), tilt_us=0, warp_us=500, grip_us=800, noise_us=0)
    )
    assert [round(offset.offset_us) for offset in found] == [300, -100, -100, -100]


def test_without_turning_the_board_its_warp_would_be_taken_for_an_offset() -> None:
    """The control: the turning is what does it."""
    turned = drops((0, 0, 0, 0), random.Random(3), tilt_us=0, warp_us=500, grip_us=0, noise_us=0)
    unturned = [turned[0]] * 4
    assert max(abs(offset.offset_us) for offset in offsets(unturned)) > 100
    assert max(abs(offset.offset_us) for offset in offsets(turned)) < 1e-6


def test_only_what_stands_out_of_its_error_is_offered_and_never_more_than_the_cap() -> None:
    assert Offset(50.0, 30.0).correction_us == 0
    assert Offset(70.4, 30.0).correction_us == 70
    assert Offset(-9000.0, 30.0).correction_us == -CAP_US


def test_equal_paddles_are_seldom_offered_a_correction() -> None:
    chance = random.Random(11)
    offered = sum(
        offset.offered
        for _ in range(200)
        for offset in offsets(drops((0, 0, 0, 0), chance, tilt_us=200, warp_us=100, grip_us=100, noise_us=30))
    )
    assert offered < 0.09 * 800


def test_uneven_quarters_are_refused() -> None:
    quarters = drops((0, 0, 0, 0), random.Random(0), tilt_us=1, warp_us=1, grip_us=1, noise_us=1)
    with pytest.raises(ValueError):
        offsets(quarters[:3])
    with pytest.raises(ValueError):
        offsets([quarters[0][:4], *quarters[1:]])


def test_offsets_are_against_the_mean_of_the_four() -> None:
    found = offsets(drops((10, 20, 30, 40), random.Random(0), tilt_us=0, warp_us=0, grip_us=0, noise_us=0))
    assert sum(offset.offset_us for offset in found) == pytest.approx(0, abs=1e-6)
    assert all(late.offset_us > early.offset_us for early, late in pairwise(found))
