"""Runs of `bench device` on modelled devices, whose true threshold and biases are calculated here."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from slamomatic.bench.device.instrument import device
from slamomatic.bench.device.rig import ModelRig

FRAME_US = 1_000.0
BOUNCE_US = 2_000.0


def _deferred_threshold_us() -> float:
    """Two bounces differ by a triangle of 2 ms either way; then the next frame of 1 ms decides."""
    steps = [(n + 0.5) / 2000 * 2 - 1 for n in range(2000)]

    def in_order(gap_us: float) -> float:
        told = [(1 - abs(x), min(1.0, max(0.0, (gap_us + x * BOUNCE_US) / FRAME_US))) for x in steps]
        return sum(weight * good for weight, good in told) / sum(weight for weight, _ in told)

    low, high = 0.0, 5_000.0
    while high - low > 0.1:
        middle = (low + high) / 2
        low, high = (middle, high) if in_order(middle) < 0.99 else (low, middle)
    return low


FAIR = (0.0, 0.0, 0.0, 0.0)
# name -> threshold, how much later than the others each button comes out
CASES = {
    "eager": (990.0, FAIR),  # two in one frame tie: in order with gap / 1 ms
    "deferred": (_deferred_threshold_us(), FAIR),
    # Two in one scan come out by number: half of them wrong. The lower one is half a scan ahead.
    "scan": (980.0, (-500.0, -500 / 3, 500 / 3, 500.0)),
    "slow-poll": (7_920.0, FAIR),
    # One pair in four has the slow button first: it fails until 3 ms, and then as the frame has it.
    "slow-button": (3_960.0, (-1_000.0, -1_000.0, -1_000.0, 3_000.0)),
}


@dataclass(frozen=True, slots=True)
class Run:
    """One run: did each of its intervals hold the truth, and how far off was it, as a share?"""

    threshold_held: bool
    biases_held: bool
    threshold_off: float
    bias_off: float

    @property
    def held(self) -> bool:
        return self.threshold_held and self.biases_held


def run_once(name: str, seed: int, pairs: int) -> Run:
    """A bias is held against the model's largest one, or against its threshold where it has none."""
    true_us, true_biases = CASES[name]
    answers = device(ModelRig(name, Random(f"device {seed}")), pairs, seed).answers
    high_us = answers["threshold_high_us"]
    errors = [
        (abs(button["bias_us"] - bias_us), button["bias_error_us"])
        for button, bias_us in zip(answers["buttons"], true_biases, strict=True)
    ]
    scale_us = max(map(abs, true_biases)) or true_us
    return Run(
        answers["threshold_low_us"] <= true_us and (high_us is None or true_us <= high_us),
        all(error <= stated for error, stated in errors),
        abs((answers["threshold_us"] or float("inf")) / true_us - 1),
        max(error for error, _ in errors) / scale_us,
    )
