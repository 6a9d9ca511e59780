"""Several units on one clock: paddles numbered through, events in time order after the hold-back."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from slamomatic.errors import UsageError
from slamomatic.unit.base import (
    NO_PADDLE,
    Do,
    Fault,
    Link,
    News,
    PaddleEvent,
    Rgb,
    Unit,
    UnitNotice,
    UnitState,
    What,
)
from slamomatic.unit.emulated import EmulatedUnit
from slamomatic.unit.keyboard import KEY_ERROR_US, KeyboardUnit
from slamomatic.unit.open import open_unit
from slamomatic.unit.side_by_side import Place, SideBySide


class HandClock:
    """A clock that the test turns."""

    def __init__(self) -> None:
        self.us = 1_000_000

    def __call__(self) -> int:
        return self.us


class PaperUnit(Unit):
    """A unit whose news the test writes."""

    def __init__(self, name: str, late_us: int, faults: tuple[Fault, ...] = ()) -> None:
        self.name = name
        self.late_us = late_us
        self.faults = faults
        self.link = Link.CONNECTED
        self.waiting: list[News] = []
        self.shown: list[Rgb] = []

    def start(self) -> None:
        pass

    def stop(self) -> None:
        pass

    def drain(self) -> list[News]:
        news, self.waiting = self.waiting, []
        return news

    def state(self) -> UnitState:
        return UnitState(
            self.name, self.link, "", self.paddles, error_us=50, late_us=self.late_us, faults=self.faults
        )

    @property
    def paddles(self) -> int:
        return 4

    def lights(self, colours: Sequence[Rgb]) -> None:
        self.shown = list(colours)

    def slap(self, paddle: int, t_us: int) -> None:
        self.waiting.append(PaddleEvent(Do.DOWN, paddle, t_us, 50, self.name, t_us, t_us + 400))


def times(news: list[News]) -> list[tuple[int, int]]:
    return [(one.paddle, one.t_us) for one in news]


def test_paddles_are_numbered_through() -> None:
    table = SideBySide([PaperUnit("a", 0), PaperUnit("b", 0), KeyboardUnit(paddles=2)])
    assert table.paddles == 10
    assert [table.place(paddle) for paddle in (0, 3, 4, 9)] == [
        Place(0, 0),
        Place(0, 3),
        Place(1, 0),
        Place(2, 1),
    ]
    with pytest.raises(ValueError, match="no paddle 10"):
        table.place(10)


def test_one_source_in_play_is_handed_on_at_once_in_its_own_order() -> None:
    clock = HandClock()
    pico = PaperUnit("a", late_us=6_000)
    table = SideBySide([pico, KeyboardUnit(clock=clock)], clock)
    table.start()
    table.play_with([0, 1, 2, 3])
    assert table.hold_back_us() == 0
    pico.slap(1, clock.us)
    pico.slap(0, clock.us - 5)
    assert times(table.drain()) == [(1, clock.us), (0, clock.us - 5)]


def test_with_two_sources_events_wait_for_the_bound_and_come_in_order() -> None:
    clock = HandClock()
    first, second = PaperUnit("a", late_us=6_000), PaperUnit("b", late_us=9_000)
    table = SideBySide([first, second], clock)
    assert table.hold_back_us() == 9_000
    first.slap(0, 1_000_000)
    assert table.drain() == []
    clock.us = 1_008_999
    second.slap(2, 999_999)  # slapped before, heard later
    assert times(table.drain()) == [(6, 999_999)]
    clock.us = 1_009_000
    assert times(table.drain()) == [(0, 1_000_000)]


def test_whatever_the_delays_within_the_bounds_two_units_come_out_in_time_order() -> None:
    chance = random.Random(7)
    clock = HandClock()
    units = [PaperUnit("a", late_us=5_000), PaperUnit("b", late_us=5_000)]
    table = SideBySide(units, clock)
    slaps = sorted((chance.randrange(1_000_000, 2_000_000), chance.randrange(2)) for _ in range(400))
    arrivals: list[tuple[int, int, int]] = []
    last = [0, 0]
    for t_us, unit in slaps:  # each unit's own order is kept on its wire
        last[unit] = max(last[unit], t_us + chance.randrange(5_000))
        arrivals.append((last[unit], t_us, unit))
    heard: list[tuple[int, int]] = []
    for arrives_us, t_us, unit in sorted(arrivals):
        clock.us = arrives_us
        units[unit].slap(0, t_us)
        heard += times(table.drain())
    clock.us += 5_000
    heard += times(table.drain())
    assert [(t_us, paddle // 4) for paddle, t_us in heard] == slaps


def test_a_unit_that_is_lost_or_has_no_seat_is_not_waited_for() -> None:
    clock = HandClock()
    first, second = PaperUnit("a", late_us=6_000), PaperUnit("b", late_us=9_000)
    table = SideBySide([first, second], clock)
    second.link = Link.LOST
    assert table.hold_back_us() == 0
    second.link = Link.CONNECTED
    table.play_with([0, 1])
    assert table.hold_back_us() == 0


def test_notices_keep_their_place_among_the_events() -> None:
    clock = HandClock()
    first, second = PaperUnit("a", late_us=1_000), PaperUnit("b", late_us=1_000)
    table = SideBySide([first, second], clock)
    first.slap(0, 1_000_010)
    second.waiting.append(UnitNotice(What.LOST, "b", 1_000_005, "", NO_PADDLE))
    clock.us = 1_002_000
    assert [type(one) for one in table.drain()] == [UnitNotice, PaddleEvent]


def test_lights_and_faults_go_to_their_own_units_numbers() -> None:
    first, second = (
        PaperUnit("a", 0),
        PaperUnit("b", 0, faults=(Fault(1, "stuck", ""), Fault(NO_PADDLE, "blind", ""))),
    )
    table = SideBySide([first, second])
    red, blue = (255, 0, 0), (0, 0, 255)
    table.lights([red, red, red, red, blue, blue])
    assert (first.shown, second.shown) == ([red] * 4, [blue] * 2)
    assert [fault.paddle for fault in table.states()[1].faults] == [5, NO_PADDLE]


def test_the_whole_is_as_good_as_its_worst() -> None:
    state = SideBySide([PaperUnit("a", 6_000), PaperUnit("b", 9_000)]).state()
    assert (state.name, state.paddles, state.late_us, state.error_us) == ("a + b", 8, 9_000, 50)


def test_keys_are_stamped_on_arrival_once_and_said_to_be_coarse() -> None:
    clock = HandClock()
    keys = KeyboardUnit(clock=clock)
    keys.key(0, True)
    assert keys.drain() == [], "before the start nobody listens"
    keys.start()
    keys.key(3, True)
    clock.us += 30_000
    keys.key(3, True)  # the system repeats a held key
    keys.key(3, False)
    keys.next_key(True, t_us=clock.us - 4)
    assert keys.drain() == [
        PaddleEvent(Do.DOWN, 3, 1_000_000, KEY_ERROR_US, "keys", 1_000_000, 1_000_000),
        PaddleEvent(Do.UP, 3, 1_030_000, KEY_ERROR_US, "keys", 1_030_000, 1_030_000),
        PaddleEvent(Do.NEXT, NO_PADDLE, 1_029_996, KEY_ERROR_US, "keys", 1_029_996, 1_030_000),
    ]
    assert keys.state().error_us == KEY_ERROR_US
    with pytest.raises(ValueError, match="no key paddle 6"):
        keys.key(6, True)


def test_a_window_that_loses_the_focus_lets_go_of_all_keys() -> None:
    keys = KeyboardUnit()
    keys.start()
    keys.key(1, True)
    keys.next_key(True)
    keys.drain()
    keys.release_all()
    assert {(one.do, one.paddle) for one in keys.drain() if isinstance(one, PaddleEvent)} == {
        (Do.UP, 1),
        (Do.NEXT_UP, NO_PADDLE),
    }


def test_auto_is_a_pico_and_the_keys_and_two_autos_share_them() -> None:
    assert [type(unit).__name__ for unit in open_unit().units] == ["SerialUnit", "KeyboardUnit"]
    two = open_unit("auto", "auto")
    assert [type(unit).__name__ for unit in two.units] == ["SerialUnit", "SerialUnit", "KeyboardUnit"]
    assert isinstance(two.keyboard, KeyboardUnit)
    emulated = open_unit("emulated")
    assert isinstance(emulated.keyboard, EmulatedUnit), "the keys press the emulated unit's paddles"


@pytest.mark.parametrize("spec", ["joystick", "serial", "serial:", "keyboard:x", "recorded:"])
def test_a_word_that_is_no_unit_is_refused_with_the_words_that_are(spec: str) -> None:
    with pytest.raises(UsageError, match="auto, serial:PORT, keyboard, emulated, recorded:FILE"):
        open_unit(spec)
