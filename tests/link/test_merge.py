"""Several units as one: paddles numbered through, and up to when everything is known."""

from __future__ import annotations

import pytest

from slamomatic.errors import UsageError
from slamomatic.units.base import NO_PADDLE, Do, Fault, Link, News, PaddleEvent, UnitNotice, What
from slamomatic.units.emulated import EmulatedUnit
from slamomatic.units.keyboard import KEY_ERROR_US, KeyboardUnit
from slamomatic.units.merge import Place, Units
from slamomatic.units.open import open_unit
from support.scripted_unit import HandClock, ScriptedUnit


def times(news: list[News]) -> list[tuple[int, int]]:
    return [(one.paddle, one.t_us) for one in news]


def test_paddles_are_numbered_through() -> None:
    table = Units([ScriptedUnit(HandClock()), ScriptedUnit(HandClock()), KeyboardUnit(paddles=2)])
    assert table.paddles == 10
    assert [table.place(paddle) for paddle in (0, 3, 4, 9)] == [
        Place(0, 0),
        Place(0, 3),
        Place(1, 0),
        Place(2, 1),
    ]
    with pytest.raises(ValueError, match="no paddle 10"):
        table.place(10)


def test_what_the_units_bring_is_handed_on_at_once() -> None:
    clock = HandClock()
    pico = ScriptedUnit(clock)
    table = Units([pico, KeyboardUnit(clock=clock)], clock)
    table.start()
    pico.slap(1, clock.us)
    pico.slap(0, clock.us - 5)
    assert times(table.drain()) == [(1, clock.us), (0, clock.us - 5)]


def test_known_is_what_the_one_that_knows_least_has_told() -> None:
    clock = HandClock()
    first, second = ScriptedUnit(clock), ScriptedUnit(clock)
    table = Units([first, second], clock)
    first.known, second.known = 999_000, 997_000
    table.drain()
    assert table.known_us() == 997_000
    assert table.behind(998_000) == [1]


def test_what_is_known_is_never_newer_than_what_was_drained() -> None:
    clock = HandClock()
    pico = ScriptedUnit(clock)
    table = Units([pico], clock)
    pico.known = 900_000
    drain = pico.drain

    def told_meanwhile() -> list[News]:
        pico.known = 950_000  # by the unit's own thread, while the others are asked
        return drain()

    pico.drain = told_meanwhile  # type: ignore[method-assign]
    table.drain()
    assert table.known_us() == 900_000


def test_a_unit_without_a_seat_is_not_waited_for_and_one_with_a_seat_is_even_while_it_is_lost() -> None:
    clock = HandClock()
    first, second = ScriptedUnit(clock), ScriptedUnit(clock)
    table = Units([first, second], clock)
    second.known = 5
    table.play_with([0, 1])
    table.drain()
    assert table.known_us() == clock.us
    table.play_with([0, 4])
    second.link = Link.LOST
    table.drain()
    assert table.known_us() == 5


def test_before_a_game_only_units_that_are_there_are_waited_for() -> None:
    clock = HandClock()
    first, second = ScriptedUnit(clock), ScriptedUnit(clock)
    table = Units([first, second], clock)
    second.link, second.known = Link.SEARCHING, 0
    table.drain()
    assert table.known_us() == clock.us


def test_every_unit_in_play_is_asked_what_it_knows() -> None:
    clock = HandClock()
    first, second = ScriptedUnit(clock), ScriptedUnit(clock)
    table = Units([first, second], clock)
    table.play_with([0])
    table.ask(1_234_000)
    assert (first.asked, second.asked) == ([1_234_000], [])


def test_who_was_set_aside_counts_as_lost_until_it_was_good_for_a_while() -> None:
    """That what it knows creeps on is not good, if it stays ten seconds behind."""
    clock = HandClock()
    pico = ScriptedUnit(clock)
    table = Units([pico], clock)

    def seconds_until_back(behind_us: int, most: int) -> int | None:
        for second in range(most):
            if table.states()[0].link is Link.CONNECTED:
                return second
            assert "answers too late" in table.states()[0].text
            clock.us += 1_000_000
            pico.known = clock.us - behind_us
            table.drain()
        return None

    table.set_aside("pico")
    assert seconds_until_back(behind_us=10_000_000, most=100) is None
    assert seconds_until_back(behind_us=100_000, most=100) == 6
    table.set_aside("pico")
    assert seconds_until_back(behind_us=100_000, most=100) == 16, "the second time it takes longer"


def test_units_whose_names_are_alike_are_told_apart_in_all_that_they_say() -> None:
    clock = HandClock()
    first, second = ScriptedUnit(clock, "unit 1a2b"), ScriptedUnit(clock, "unit 1a2b")
    table = Units([first, second, KeyboardUnit(clock=clock)], clock)
    table.play_with([0, 4])
    assert [state.name for state in table.states()] == ["unit 1a2b (1)", "unit 1a2b (2)", "keys"]
    first.slap(0, clock.us)
    second.slap(0, clock.us)
    second.news.append(UnitNotice(What.LOST, "unit 1a2b", clock.us, "unit 1a2b does not answer."))
    slapped, other, lost = table.drain()
    assert (slapped.source, other.source) == ("unit 1a2b (1)", "unit 1a2b (2)")
    assert isinstance(lost, UnitNotice)
    assert (lost.source, lost.text) == ("unit 1a2b (2)", "unit 1a2b (2) does not answer.")
    table.set_aside("unit 1a2b (2)")
    assert [state.link for state in table.states()[:2]] == [Link.CONNECTED, Link.LOST]


def test_lights_and_faults_go_to_their_own_units_numbers() -> None:
    clock = HandClock()
    first, second = ScriptedUnit(clock), ScriptedUnit(clock)
    second.faults = (Fault(1, "stuck", ""), Fault(NO_PADDLE, "blind", ""))
    table = Units([first, second])
    red, blue = (255, 0, 0), (0, 0, 255)
    table.lights([red, red, red, red, blue, blue])
    assert (first.lit, second.lit) == ([[red] * 4], [[blue] * 2])
    assert [fault.paddle for fault in table.states()[1].faults] == [5, NO_PADDLE]


def test_the_whole_is_as_good_as_its_worst() -> None:
    clock = HandClock()
    first, second = ScriptedUnit(clock, "a"), ScriptedUnit(clock, "b")
    second.error_us = 900
    state = Units([first, second]).state()
    assert (state.name, state.paddles, state.error_us) == ("a + b", 8, 900)


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
