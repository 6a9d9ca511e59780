"""Up to when everything is known: what a unit says, what the host makes of it, and how it asks."""

from __future__ import annotations

import pytest

from slamomatic.bench.link.damage import _BadWire
from slamomatic.bench.link.scripted_unit import Damage, ScriptedUnit
from slamomatic.units.base import Do, PaddleEvent, UnitNotice, What
from slamomatic.units.conversation import Stage
from slamomatic.units.watermark import KEPT_FOR_US, ExtraError, Watermark


def test_a_claim_counts_once_every_event_before_its_number_is_here() -> None:
    known = Watermark()
    known.note_claim(next_seq=5, known_us=900, expected_seq=3)
    assert known.known_us < 0
    known.note_received(4)
    assert known.known_us < 0
    known.note_received(5)
    assert known.known_us == 900


def test_a_slap_says_that_nothing_earlier_comes_after_it() -> None:
    known = Watermark()
    assert known.note_slap(700) == 0
    assert known.known_us == 700
    assert known.note_slap(700) == 0, "two that could not be told apart carry one time"


def test_a_slap_from_before_what_was_said_to_be_known_is_a_breach_by_so_much() -> None:
    known = Watermark()
    known.note_claim(next_seq=1, known_us=900, expected_seq=1)
    assert known.note_slap(890) == 11
    assert known.note_slap(880) == 21


def test_what_was_not_kept_is_stated_more_coarsely_for_a_minute() -> None:
    slack = ExtraError()
    slack.note_miss(500, now_us=1_000)
    slack.note_miss(200, now_us=2_000)
    assert slack.at(2_000 + KEPT_FOR_US - 1) == 500
    assert slack.at(2_000 + KEPT_FOR_US) == 0


# --- in a conversation, in simulated time ------------------------------------------------------------


def wire(older: bool = False) -> _BadWire:
    """A good wire, both ends connected."""
    wire = _BadWire(seed=1)
    wire.damage = Damage(wire.chance)
    wire.unit = ScriptedUnit(lambda: wire.now_us, older=older)
    while wire.conversation.stage is not Stage.LIVE:
        wire.step()
    return wire


def waited_us(wire: _BadWire, t_us: int) -> int:
    """How long after `t_us` the host knows everything up to then, if it is asked for it in time."""
    wire.conversation.ask(t_us)
    while wire.record.known_us < t_us:
        wire.step()
        assert wire.now_us < t_us + 10_000_000
    return wire.now_us - t_us


def test_asked_for_a_moment_to_come_the_unit_is_asked_right_then() -> None:
    line = wire()
    assert waited_us(line, line.now_us + 400_000) <= 5_000


def test_what_is_known_lies_in_the_past_and_grows_without_being_asked() -> None:
    line = wire()
    seen = []
    for _ in range(3_000):
        line.step()
        seen.append(line.record.known_us)
        assert line.record.known_us <= line.now_us
    assert seen == sorted(seen) and line.now_us - seen[-1] < 1_200_000


def test_a_slap_whose_line_was_lost_is_there_before_its_time_is_known() -> None:
    line = wire()
    slap = line.unit.slap(2)
    line.unit.tick()
    line.unit.take_output()  # nothing of it arrives
    took_us = waited_us(line, slap.host_us + 1_000)
    heard = [one for one in line.news if isinstance(one, PaddleEvent) and one.do is Do.DOWN]
    assert [one.paddle for one in heard] == [2]
    assert took_us < 100_000


def test_an_answer_that_was_lost_is_asked_for_again_soon() -> None:
    line = wire()
    line.conversation.ask(line.now_us)
    asked_us = line.now_us
    line.conversation.tick(line.now_us)
    line.conversation.take_output()  # the question does not arrive
    assert waited_us(line, asked_us) < 100_000


def test_an_older_unit_is_believed_as_far_as_it_states_its_own_lateness() -> None:
    line = wire(older=True)
    assert line.record.hello is not None
    late_us = line.record.hello.late_us
    waits_us = waited_us(line, line.now_us + 300_000)
    assert late_us <= waits_us <= late_us + 25_000
    assert line.record.known_us <= line.now_us - late_us


@pytest.mark.parametrize(("older", "later_us"), [(False, 0), (True, 5_000)])
def test_an_older_unit_can_t_say_that_no_static_lent_a_slap_its_time(older: bool, later_us: int) -> None:
    line = wire(older)
    line.unit.slap(1)
    slapped_us = line.now_us
    for _ in range(300):
        line.step()
    [slap] = [one for one in line.news if isinstance(one, PaddleEvent)]
    assert slap.later_us == later_us
    assert abs(slap.t_us - slapped_us) <= slap.error_us


def test_an_older_unit_that_booted_unseen_is_not_believed_about_before() -> None:
    line = wire(older=True)
    for _ in range(300):
        line.step()
    line.unit.slap(1)
    slapped_us = line.now_us
    line.unit.restart()
    line.unit.tick()
    line.unit.take_output()  # neither the slap arrives, nor who it is now
    line.now_us += 500_000
    waited_us(line, slapped_us)
    told = {one.what for one in line.news if isinstance(one, UnitNotice)}
    assert told & {What.RESTARTED, What.UNSURE}, "an open slap is void before anything is believed"


def test_an_older_unit_s_lost_slap_is_there_before_its_time_is_known() -> None:
    line = wire(older=True)
    slap = line.unit.slap(1)
    line.unit.tick()
    line.unit.take_output()
    waited_us(line, slap.host_us + 1_000)
    assert [one.paddle for one in line.news if isinstance(one, PaddleEvent)] == [1]


def test_a_slap_told_after_it_was_said_that_there_was_none_is_said_to_be_a_breach() -> None:
    line = wire()
    line.unit.known_us = lambda: line.unit.now_us() + 50_000  # type: ignore[method-assign]
    waited_us(line, line.now_us)
    line.unit.slap(3)
    for _ in range(10):
        line.step()
    assert [one.what for one in line.news if isinstance(one, UnitNotice)][-1] is What.UNSURE
    assert line.record.extra_lateness.at(line.now_us) > 30_000


class NoDown(Damage):
    """Every DOWN is lost, and nothing else."""

    def applied_to(self, data: bytes) -> bytes:
        return b"".join(line for line in data.splitlines(keepends=True) if b"DOWN" not in line)


def test_nothing_is_known_while_a_hole_is_open() -> None:
    line = wire()
    line.damage = NoDown(line.chance)  # however often it is asked for
    slap = line.unit.slap(0)
    line.conversation.ask(slap.host_us)
    for _ in range(500):
        line.step()
    assert line.record.known_us < slap.host_us


def test_letting_go_of_next_is_known_late_and_is_no_breach() -> None:
    line = wire()
    t_us = line.unit.now_us()
    line.unit.event(f"NEXT,{{seq}},{t_us},1")
    line.unit.slap(0)
    waited_us(line, line.now_us + 60_000)
    line.unit.event(f"NEXT,{{seq}},{t_us + 50},0")
    line.unit.event(f"TOUCH,{{seq}},1,{t_us + 60},0")
    for _ in range(10):
        line.step()
    assert [one.what for one in line.news if isinstance(one, UnitNotice)] == [What.CONNECTED]
    assert len([one for one in line.news if isinstance(one, PaddleEvent)]) == 4
