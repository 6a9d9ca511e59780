"""Somebody comes while a game is played: a bot's chair is theirs from the next turn on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from slamomatic.screen.scenes.table import TableScene
from slamomatic.screen.scenes.table_pause import go_home
from slamomatic.store.journals import latest_open
from slamomatic.table import opening
from slamomatic.table.clock import StoppedClock, TableClock
from slamomatic.units.base import Link, Unit
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units
from support.phone_evening import Evening
from support.scripted_unit import ScriptedUnit
from support.slapped_phone import Slapped

GAME = "slamwich"
LATE = 2  # the chair that somebody takes


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path, TableClock())
    yield evening
    evening.close()


def begun(evening: Evening) -> TableScene:
    """Ada, who has keys, and two bots."""
    evening.pump()
    scene = evening.play(GAME, 3)
    assert scene.session.people == [0]
    return scene


def came(evening: Evening, scene: TableScene) -> Slapped:
    """Cleo is in the game."""
    cleo = asked(evening)
    evening.pump_until(lambda: scene.session.people == [0, LATE])
    return cleo


def asked(evening: Evening) -> Slapped:
    status, answer = evening.ask(LATE, LATE, "Cleo")
    assert status == 200
    cleo = Slapped(evening, answer["token"])
    evening.on_pump = cleo.answer
    return cleo


def test_in_play_only_chairs_of_bots_are_offered_with_their_colours(evening: Evening) -> None:
    begun(evening)
    evening.pump()
    room = evening.room()
    assert [chair["chair"] for chair in room["chairs"]] == [1, 2]
    assert all("a bot" in chair["words"] for chair in room["chairs"])
    assert room["colours"] == [], "a seat keeps its colour in a game"
    assert evening.ask(0, 0, "Eve")[0] == 409 and evening.ask(3, 3, "Eve")[0] == 409


def test_chair_that_somebody_waits_for_is_offered_to_nobody_else(evening: Evening) -> None:
    begun(evening)
    asked(evening)
    evening.pump()
    assert [chair["chair"] for chair in evening.room()["chairs"]] == [1]
    assert evening.ask(LATE, LATE, "Dan")[0] == 409
    assert "sits here already" in evening.ask(1, 1, "Cleo")[1]["words"]


def test_whoever_came_plays_from_the_next_turn_on(evening: Evening) -> None:
    scene = begun(evening)
    cleo = asked(evening)
    assert "from the next turn on, Cleo" in cleo.page["state"] and cleo.page["cards"] == []
    turn = scene.session.moment.room["turn"]
    evening.pump_until(lambda: scene.session.people == [0, LATE])
    assert scene.session.moment.room["turn"] != turn
    evening.pump_until(lambda: cleo.page["kind"] == "hand")
    assert [seat.name for seat in scene.session.seats][LATE] == "Cleo"


def test_table_and_phones_say_who_came(evening: Evening) -> None:
    scene = begun(evening)
    heard: list[str] = []
    cleo = asked(evening)

    def listen() -> None:
        cleo.answer()
        heard.extend({scene.announcements.words, cleo.page.get("news", "")} - set(heard))

    evening.on_pump = listen
    evening.pump_until(lambda: "Cleo has sat down and plays from now on." in cleo.page.get("news", ""))
    assert "Cleo has sat down and plays from now on." in heard
    assert "The green phone is connected." in heard, "it joins this game, not only the next one"


def test_phone_that_came_is_a_paddle_with_its_stated_error(evening: Evening) -> None:
    scene = begun(evening)
    cleo = came(evening, scene)
    evening.pump_until(lambda: any(entry.get("do") == "source" for entry in evening.entries()))
    evening.pump_until(lambda: scene.session.moment.room["live"][LATE])
    cleo.slap()
    evening.pump_until(lambda: any(e.get("do") == "down" and e["seat"] == LATE for e in evening.entries()))
    moved = next(entry for entry in evening.entries() if entry.get("do") == "source")
    assert moved["seat"] == LATE and moved["error_us"] > 12_000 and moved["up_us"] > 1_000_000


def test_whoever_goes_before_the_turn_leaves_the_bot_its_chair(evening: Evening) -> None:
    scene = begun(evening)
    cleo = asked(evening)
    cleo.say(do="leave")
    evening.on_pump = lambda: None
    evening.pump_until(lambda: not evening.phones.room.phones())
    turn = scene.session.moment.room["turn"]
    evening.pump_until(lambda: scene.session.moment.room["turn"] != turn)
    assert scene.session.people == [0] and evening.stage.prefs.seats[LATE].bot


@pytest.mark.parametrize("keys", [True, False], ids=["keys", "none"])
def test_resumed_game_has_who_came_on_a_key_or_else_a_bot(keys: bool, evening: Evening) -> None:
    scene = begun(evening)
    came(evening, scene)
    evening.pump_until(lambda: scene.session.moment.room["live"][LATE])
    go_home(scene)
    clock = StoppedClock()
    units: list[Unit] = [KeyboardUnit(clock=clock)] if keys else [as_keys(clock)]
    path = latest_open(evening.stage.home)
    assert path is not None
    session = opening.resume(path, Units(units, clock=clock), clock)
    assert session.seats[LATE].name == "Cleo"
    assert session.people == ([0, LATE] if keys else [0])
    assert (LATE in session.seats_on_keys) is keys
    session.close()


def as_keys(clock: TableClock) -> ScriptedUnit:
    """Paddles that are as true as keys, and no keys."""
    unit, keys = ScriptedUnit(clock), KeyboardUnit(clock=clock).state()
    unit.error_us, unit.blind_us, unit.link = keys.error_us, keys.blind_us, Link.CONNECTED
    return unit
