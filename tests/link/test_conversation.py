"""The conversation alone, in simulated time: lines told twice, answers that come late."""

from __future__ import annotations

import pytest

from slamomatic.bench.damage import _BadWire
from slamomatic.bench.scripted_unit import Damage
from slamomatic.unit.base import Do, PaddleEvent
from slamomatic.unit.conversation import Stage


@pytest.fixture
def wire() -> _BadWire:
    """A good wire, both ends connected."""
    wire = _BadWire(seed=1)
    wire.damage = Damage(wire.chance)
    while wire.talk.stage is not Stage.LIVE:
        wire.step()
    return wire


def downs(wire: _BadWire) -> list[int]:
    return [one.paddle for one in wire.news if isinstance(one, PaddleEvent) and one.do is Do.DOWN]


def test_lines_that_come_twice_are_slaps_only_once(wire: _BadWire) -> None:
    for paddle in (0, 1, 2):
        wire.unit.slap(paddle)
    wire.unit.tick()
    lines = wire.unit.take_output()
    wire.talk.feed(lines + lines, wire.now_us)
    assert downs(wire) == [0, 1, 2]
    wire.unit.slap(3)
    wire.unit.feed(b"\n")
    for _ in range(2_000):
        wire.step()
    assert downs(wire) == [0, 1, 2, 3]


def test_behind_a_hole_nothing_is_played_until_the_hole_is_mended(wire: _BadWire) -> None:
    for paddle in (0, 1, 2):
        wire.unit.slap(paddle)
    wire.unit.tick()
    first, second, third = wire.unit.take_output().splitlines(keepends=True)
    wire.talk.feed(first + third, wire.now_us)
    assert downs(wire) == [0]
    for _ in range(100):
        wire.step()
    assert downs(wire) == [0, 1, 2]
    assert second and wire.memory.repaired == 2


def test_a_last_slap_that_was_lost_is_asked_for_when_a_beat_knows_of_it(wire: _BadWire) -> None:
    wire.unit.slap(2)
    wire.unit.tick()
    wire.unit.take_output()  # nothing of it arrives
    for _ in range(2_500):
        wire.step()
    assert downs(wire) == [2]
