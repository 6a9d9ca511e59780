"""The conversation alone, in simulated time: lines told twice, answers that come late."""

from __future__ import annotations

import pytest

from slamomatic.bench.link.damage import _BadWire
from slamomatic.bench.link.scripted_unit import Damage
from slamomatic.units.base import Do, PaddleEvent, UnitNotice, What
from slamomatic.units.conversation import Stage
from slamomatic.wire import encode


@pytest.fixture
def wire() -> _BadWire:
    """A good wire, both ends connected."""
    wire = _BadWire(seed=1)
    wire.damage = Damage(wire.chance)
    while wire.conversation.stage is not Stage.LIVE:
        wire.step()
    return wire


def downs(wire: _BadWire) -> list[int]:
    return [one.paddle for one in wire.news if isinstance(one, PaddleEvent) and one.do is Do.DOWN]


def test_lines_that_come_twice_are_slaps_only_once(wire: _BadWire) -> None:
    for paddle in (0, 1, 2):
        wire.unit.slap(paddle)
    wire.unit.tick()
    lines = wire.unit.take_output()
    wire.conversation.feed(lines + lines, wire.now_us)
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
    first, _lost, third = wire.unit.take_output().splitlines(keepends=True)
    wire.conversation.feed(first + third, wire.now_us)
    assert downs(wire) == [0]
    for _ in range(100):
        wire.step()
    assert downs(wire) == [0, 1, 2]
    assert wire.record.repaired == 2  # the one that was lost, and the one behind it
    assert [line for line in wire.unit.commands if line.startswith("SINCE")][1:] == ["SINCE,2"]


def test_a_last_slap_that_was_lost_is_asked_for_when_a_beat_knows_of_it(wire: _BadWire) -> None:
    wire.unit.slap(2)
    wire.unit.tick()
    wire.unit.take_output()  # nothing of it arrives
    for _ in range(2_500):
        wire.step()
    assert downs(wire) == [2]


def run(wire: _BadWire, milliseconds: int) -> None:
    for _ in range(milliseconds):
        wire.step()


def restarts(wire: _BadWire) -> int:
    return sum(isinstance(one, UnitNotice) and one.what is What.RESTARTED for one in wire.news)


class NoHello(Damage):
    """Every HELLO is damaged, both ways, and nothing else."""

    def applied_to(self, data: bytes) -> bytes:
        return b"".join(line for line in data.splitlines(keepends=True) if b"HELLO" not in line)


def test_a_unit_that_boots_before_its_hello_was_read_is_not_taken_for_the_one_before() -> None:
    wire = _BadWire(seed=1)
    wire.damage = Damage(wire.chance)
    while "HELLO,1" not in wire.unit.commands:
        wire.step()
    under_way = wire.unit.take_output()
    wire.unit.restart()
    wire.unit.take_output()  # the HELLO of the new one does not arrive
    wire.conversation.feed(under_way, wire.now_us)
    wire.unit.slap(2)
    run(wire, 500)
    assert wire.record.hello is not None and wire.record.hello.boot_id == "00000002"
    assert (downs(wire), restarts(wire)) == ([2], 1)


def test_a_boot_of_which_the_host_first_hears_when_it_is_older_than_the_one_before_ever_was(
    wire: _BadWire,
) -> None:
    run(wire, 1_100)
    wire.unit.slap(0)
    run(wire, 100)
    wire.unit.restart()
    wire.damage = Damage(wire.chance, dropped=1.0)
    wire.unit.slap(1)
    run(wire, 1_500)
    wire.damage = NoHello(wire.chance)
    run(wire, 1_000)  # a BEAT fits the one before: it had told one event as well
    wire.unit.slap(2)
    run(wire, 500)
    wire.damage = Damage(wire.chance)
    run(wire, 1_500)
    assert (downs(wire), restarts(wire)) == ([0, 1, 2], 1)


def test_a_hello_that_a_younger_line_overtook_is_no_boot(wire: _BadWire) -> None:
    wire.unit.feed(encode("HELLO,1"))
    older = wire.unit.take_output()
    wire.unit.slap(2)
    wire.unit.feed(b"\n")
    wire.unit.tick()
    wire.conversation.feed(wire.unit.take_output() + older, wire.now_us)
    run(wire, 500)
    assert (downs(wire), restarts(wire)) == ([2], 0)
    wire.unit.slap(3)
    run(wire, 500)
    assert downs(wire) == [2, 3]


def test_a_unit_that_boots_with_the_boot_id_of_before_has_booted_all_the_same(wire: _BadWire) -> None:
    wire.unit.slap(2)
    run(wire, 500)
    wire.unit.boot_id = "00000001"
    wire.unit.restart()
    run(wire, 3_000)
    assert restarts(wire) == 1


def test_a_trouble_that_was_mended_is_not_held_against_the_unit(wire: _BadWire) -> None:
    ours, wire.unit.unit_id = wire.unit.unit_id, "b" * 16
    wire.conversation.opened(wire.now_us)
    run(wire, 100)
    assert "Another unit" in wire.conversation.trouble
    wire.unit.unit_id = ours
    wire.conversation.opened(wire.now_us)
    run(wire, 1)  # with a trouble after the first turn, the port would be closed before any answer
    assert not wire.conversation.trouble
    run(wire, 2_000)
    assert wire.conversation.stage is Stage.LIVE and not wire.conversation.trouble


def test_a_host_that_slept_is_told_of_once_however_many_lines_show_it(wire: _BadWire) -> None:
    slept_us = 0
    wire.unit.clock = lambda: wire.now_us + slept_us
    asked = len(wire.unit.commands)
    while not any(line.startswith("PING") for line in wire.unit.commands[asked:]):
        slept_us = 5_000_000  # its answer is stamped in the middle of the sleep
        wire.step()
    slept_us = 10_000_000
    run(wire, 1_500)
    wire.unit.slap(2)
    run(wire, 1_500)
    notices = [one for one in wire.news if isinstance(one, UnitNotice) and one.what is What.UNSURE]
    assert wire.record.clock.steps == 2
    assert len(notices) == 1
    assert downs(wire) == [2]
    (slap,) = [one for one in wire.news if isinstance(one, PaddleEvent)]
    assert abs(slap.t_us - slap.read_us) < 10_000, "it is stamped by the clock as it is since then"


def test_lights_that_the_wire_damaged_are_shown_all_the_same(wire: _BadWire) -> None:
    wire.conversation.speaker.lights([(255, 0, 16)], wire.now_us)
    wire.conversation.tick(wire.now_us)
    assert b"LIGHTS,ff0010" in wire.conversation.take_output()  # nothing of it arrives
    for _ in range(2_500):
        wire.step()
    assert any(line.startswith("LIGHTS,ff0010") for line in wire.unit.commands)
