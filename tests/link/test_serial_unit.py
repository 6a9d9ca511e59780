"""The serial unit on a real pty: what arrives, what is repaired, and what it reports when it can't go on."""

from __future__ import annotations

import os
import pty
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from link.bad_evening import other_threads
from slamomatic.units.base import NO_PADDLE, Do, Link, What
from slamomatic.units.ports import FoundPort, open_port
from slamomatic.units.serial_unit import SerialUnit
from slamomatic.units.sources import AnyPico, KnownUnits, OnePort
from support.fake_unit import FakeUnit
from support.shared_clock import SharedClock
from support.waiting import Listener, until

SECOND_US = 1_000_000


class Desk:
    """A fake unit, the host's unit on its port, and what it said."""

    def __init__(self, folder: Path) -> None:
        self.clock = SharedClock()
        self.fake = FakeUnit(folder, self.clock)
        self.unit = SerialUnit(OnePort(str(self.fake.port)), clock=self.clock, idle_s=0.001)
        self.heard = Listener(self.unit)

    def connect(self) -> None:
        self.unit.start()
        assert self.heard.is_told(What.CONNECTED)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    before = threading.enumerate()
    desk = Desk(tmp_path)
    yield desk
    desk.unit.stop()
    desk.fake.stop()
    assert other_threads(before) == []


def test_a_slap_arrives_once_with_its_paddle_and_its_time_within_the_stated_error(desk: Desk) -> None:
    desk.connect()
    told = desk.fake.slap(2)
    assert desk.heard.hears_events(1)
    event = desk.heard.events[0]
    assert (event.do, event.paddle, event.unit_t_us) == (Do.DOWN, 2, told.unit_us)
    assert abs(event.t_us - told.host_us) <= event.error_us
    assert event.read_us >= told.host_us


def test_the_state_says_who_it_is_and_how_true(desk: Desk) -> None:
    assert desk.unit.state().link is Link.SEARCHING
    assert desk.unit.state().accuracy == "accuracy not known yet"
    desk.connect()
    assert until(lambda: desk.unit.state().error_us is not None)
    state = desk.unit.state()
    assert (state.unit_id, state.firmware, state.micropython) == ("e6614864d3123456", "0.2.0", "1.25.0")
    assert state.name == "unit 3456"
    assert state.blind_us == 2
    assert state.error_us is not None and state.late_us > 5600 + state.error_us
    assert "order good to 2 us" in state.accuracy


def test_what_was_slapped_before_the_table_listened_is_not_played(desk: Desk) -> None:
    desk.fake.slap(0)
    desk.fake.slap(1)
    desk.connect()
    desk.fake.slap(2)
    assert desk.heard.hears_events(1)
    assert [event.paddle for event in desk.heard.events] == [2]


def test_pulled_out_and_put_back_nothing_is_lost(desk: Desk) -> None:
    desk.connect()
    desk.fake.slap(0)
    assert desk.heard.hears_events(1)
    desk.fake.unplug()
    assert desk.heard.is_told(What.LOST)
    assert desk.unit.state().link is Link.LOST
    desk.fake.slap(1)
    desk.fake.lift(0)
    desk.fake.plug_in()
    assert desk.heard.is_told(What.FOUND)
    assert desk.heard.hears_events(3)
    assert [(event.do, event.paddle) for event in desk.heard.events] == [
        (Do.DOWN, 0),
        (Do.DOWN, 1),
        (Do.UP, 0),
    ]
    lost = [notice for notice in desk.heard.notices if notice.what is What.LOST]
    assert [notice.voids_a_slap for notice in lost] == [True], "being lost voids an open slap"
    assert [notice.what for notice in desk.heard.notices].count(What.FOUND) == 1


def test_it_comes_back_under_another_port_number_too(desk: Desk) -> None:
    desk.connect()
    before = os.readlink(desk.fake.port)
    holder = None
    desk.fake.unplug()
    assert desk.heard.is_told(What.LOST)
    holder = pty.openpty()  # takes the old number, so that the unit gets another
    desk.fake.plug_in()
    assert desk.heard.is_told(What.FOUND)
    for descriptor in holder:
        os.close(descriptor)
    assert before.startswith("/dev/")


def test_a_silent_unit_is_lost_after_missed_beats_and_found_again(desk: Desk) -> None:
    desk.connect()
    stalled_us = desk.clock()
    desk.fake.stall(20 * SECOND_US)
    desk.fake.slap(3)
    assert desk.heard.is_told(What.LOST)
    lost_us = next(notice.t_us for notice in desk.heard.notices if notice.what is What.LOST)
    assert lost_us - stalled_us < 4 * SECOND_US, "three beats"
    assert desk.heard.is_told(What.FOUND)
    assert desk.heard.hears_events(1)


def test_a_restart_is_reported_and_its_slaps_are_played_from_the_first(desk: Desk) -> None:
    desk.connect()
    desk.fake.slap(0)
    assert desk.heard.hears_events(1)
    desk.fake.restart()
    desk.fake.slap(1)
    assert desk.heard.is_told(What.RESTARTED)
    assert desk.heard.hears_events(2)
    assert [event.paddle for event in desk.heard.events] == [0, 1]
    assert [notice.what for notice in desk.heard.notices].count(What.RESTARTED) == 1


@pytest.mark.parametrize("slaps_before", [0, 3])
def test_a_restart_under_the_same_boot_id_shows_in_its_numbers_or_its_clock(
    desk: Desk, slaps_before: int
) -> None:
    desk.fake.unit.boot_id = "00000000"
    desk.fake.restart()
    desk.fake.unit.booted_at -= 3_600 * SECOND_US  # an hour old: however late we look, its clock fell
    desk.connect()
    for paddle in range(slaps_before):
        desk.fake.slap(paddle)
    assert desk.heard.hears_events(slaps_before)
    desk.fake.restart()
    assert desk.heard.is_told(What.RESTARTED)


def test_more_than_the_unit_can_remember_is_reported_as_gone(desk: Desk) -> None:
    desk.connect()
    desk.fake.unplug()
    assert desk.heard.is_told(What.LOST)
    for number in range(300):
        desk.fake.slap(number % 4)
    desk.fake.plug_in()
    assert desk.heard.hears_events(256)
    assert desk.heard.is_told(What.GONE)
    assert until(lambda: desk.unit.state().missing == 44)
    assert [event.unit_t_us for event in desk.heard.events] == [
        told.unit_us for told in desk.fake.history[-256:]
    ]


def test_faults_stand_in_the_state_until_they_are_over(desk: Desk) -> None:
    desk.connect()
    desk.fake.fault("1", "stuck")
    desk.fake.fault("-", "blind")
    assert desk.heard.is_told(What.FAULT, times=2)
    assert until(lambda: len(desk.unit.state().faults) == 2)
    assert [(fault.paddle, fault.what) for fault in desk.unit.state().faults] == [
        (1, "stuck"),
        (NO_PADDLE, "blind"),
    ]
    assert "Paddle 2 of unit 3456 has been down for 30 s" in desk.heard.texts(What.FAULT)[0]
    desk.fake.fault("1", "stuck-over")
    assert desk.heard.is_told(What.FAULT_OVER)
    assert until(lambda: [fault.what for fault in desk.unit.state().faults] == ["blind"])


def test_lights_reach_the_unit_and_are_shown_again_after_a_restart(desk: Desk) -> None:
    desk.unit.lights([(255, 0, 16), (0, 255, 0)])
    desk.connect()
    wanted = "LIGHTS,ff0010,00ff00,000000,000000"
    assert until(lambda: wanted in desk.fake.unit.commands)
    desk.fake.unit.commands.clear()
    desk.fake.restart()
    assert until(lambda: wanted in desk.fake.unit.commands)


def test_a_unit_with_three_paddles_says_so_and_gets_three_lights(desk: Desk) -> None:
    desk.fake.unit.paddles = 3
    desk.unit.lights([(255, 0, 16), (0, 255, 0), (0, 0, 255), (9, 9, 9)])
    desk.connect()
    assert until(lambda: "LIGHTS,ff0010,00ff00,0000ff" in desk.fake.unit.commands)
    assert until(lambda: desk.unit.state().paddles == 3)


def test_the_unit_is_pinged_covered_and_never_written_to_needlessly(desk: Desk) -> None:
    desk.connect()
    for paddle in range(3):
        desk.fake.slap(paddle)
    assert until(lambda: desk.fake.unit.send_seq == 4 and desk.fake.unit.uncovered_bytes == 0)
    desk.fake.unit.commands.clear()
    began_us = desk.clock()
    assert until(lambda: desk.clock() - began_us > 10 * SECOND_US)
    pings = [command for command in desk.fake.unit.commands if command.startswith("PING")]
    assert len(pings) >= 5
    assert {command.partition(",")[0] for command in desk.fake.unit.commands} == {"PING"}


def test_a_unit_of_another_protocol_is_told_apart_with_the_next_step(desk: Desk) -> None:
    desk.fake.unit.protocol = 7
    desk.unit.start()
    assert desk.heard.is_told(What.TROUBLE)
    assert "does not speak protocol 1" in desk.heard.texts(What.TROUBLE)[0]
    assert "slamomatic flash" in desk.heard.texts(What.TROUBLE)[0]
    assert desk.unit.state().link is Link.SEARCHING


def test_a_port_that_someone_else_has_is_named_busy_and_used_when_it_is_free(desk: Desk) -> None:
    other = open_port(str(desk.fake.port), 0.1)
    desk.unit.start()
    assert desk.heard.is_told(What.TROUBLE)
    assert "in use by another program" in desk.heard.texts(What.TROUBLE)[0]
    other.close()
    assert desk.heard.is_told(What.CONNECTED)
    assert desk.unit.state().text == "unit 3456 is connected."


def test_something_that_is_no_unit_is_said_to_be_none(desk: Desk) -> None:
    master, slave = pty.openpty()
    unit = SerialUnit(OnePort(os.ttyname(slave)), clock=desk.clock, idle_s=0.001)
    heard = Listener(unit)
    unit.start()
    assert heard.is_told(What.TROUBLE)
    assert "does not answer like a unit" in heard.texts(What.TROUBLE)[0]
    unit.stop()
    os.close(master)
    os.close(slave)


def test_stop_comes_back_whatever_is_going_on_and_twice_is_once(desk: Desk) -> None:
    desk.connect()
    desk.fake.stall(600 * SECOND_US)
    desk.unit.stop()
    desk.unit.stop()
    assert desk.unit.state().link is Link.ENDED


@pytest.fixture
def two_fakes(tmp_path: Path) -> Iterator[list[FakeUnit]]:
    clock = SharedClock()
    fakes = [FakeUnit(tmp_path, clock, unit_id=unit_id) for unit_id in ("aaaa00001111", "bbbb00002222")]
    yield fakes
    for fake in fakes:
        fake.stop()


def places_of_an_evening(folder: Path, fakes: list[FakeUnit]) -> list[str]:
    """Two slots that each look for a Pico; the unit ids in the slots' order."""
    known = KnownUnits(folder / "units.json")

    def find() -> list[FoundPort]:
        return [FoundPort(str(fake.port), fake.unit.unit_id) for fake in fakes]

    units = [SerialUnit(AnyPico(known, find), clock=fakes[0].clock, idle_s=0.001) for _ in range(2)]
    for unit in units:
        unit.start()
    connected = until(lambda: all(unit.state().link is Link.CONNECTED for unit in units))
    for unit in units:
        unit.stop()
    assert connected
    return [unit.state().unit_id for unit in units]


def test_two_picos_keep_their_places_whatever_order_they_are_found_in(
    tmp_path: Path, two_fakes: list[FakeUnit]
) -> None:
    first_evening = places_of_an_evening(tmp_path, two_fakes)
    assert sorted(first_evening) == ["aaaa00001111", "bbbb00002222"]
    for fakes in (two_fakes, two_fakes[::-1]):
        assert places_of_an_evening(tmp_path, fakes) == first_evening
