"""A phone that is slapped: joined without hardware it is its seat's paddle, and its touches are slaps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from selenium import webdriver

from slamomatic.screen.scenes.table_pause import Menu
from slamomatic.screen.scenes.unit_words import in_full, in_short
from slamomatic.table.clock import TableClock
from slamomatic.units.base import Link
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.sources import AnyPico
from support.chromium import errors, waits
from support.phone_evening import Evening
from support.session import session_of
from support.slapped_phone import joined

REARM_MS = 700


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path, TableClock())
    yield evening
    evening.close()


def test_phone_without_hardware_is_a_paddle_and_can_be_tried(evening: Evening) -> None:
    phone = joined(evening, 1, "Cleo")
    assert phone.page["paddle"]["words"] == "SLAP" and phone.page["slap"]["here"] is False
    evening.pump()
    phone.slap()
    evening.pump_until(lambda: evening.stage.sounds.count("slap") == 1)


def test_hand_that_hammered_while_the_network_stood_is_not_sent_away(evening: Evening) -> None:
    phone = joined(evening, 1, "Cleo")
    hammered = 40
    for _ in range(hammered):
        phone.slap()
    evening.pump_until(lambda: evening.stage.sounds.count("slap") == hammered)
    assert evening.phones.units[1].state().link is Link.CONNECTED


def test_start_scene_counts_phones_as_paddles_and_says_how_good_they_are(evening: Evening) -> None:
    joined(evening, 1, "Cleo")
    searching = replace(KeyboardUnit().state(), link=Link.SEARCHING, text=AnyPico.searching, unit_id="")
    states = [searching, replace(evening.phones.units[1].state(), error_us=21_300)]
    assert in_full(states)[0] == "1 phone is a paddle", "none is missing, and none is exact"
    assert in_short(states)[0] == "1 phone as a paddle"
    beside_keys = [KeyboardUnit().state(), states[1]]
    assert in_short(beside_keys)[0] == "1 phone as a paddle"


@pytest.mark.parametrize("paused", [True, False])
def test_phone_that_sleeps_again_and_again_is_blamed_unless_players_pause(
    paused: bool, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each phone sleeps while a family eats. Nobody waits for it then, and no slap is void."""
    monkeypatch.setattr("slamomatic.units.blame.ONE_TROUBLE_US", 0)
    phone = joined(evening, 0, "Ada")
    scene = evening.play("hands-down", 3)
    for _ in range(2):
        evening.pump_until(lambda: scene.mode is scene.play)
        if paused:
            scene.pause()
        phone.say(do="away")
        evening.pump_until(lambda: scene.missing)
        phone.say(do="paddle", grain=0.1)
        evening.pump_until(lambda: not scene.missing)
        if paused:
            scene.key("pause")
        scene.key("confirm")  # no countdown
        evening.pump()
    assert bool(scene.session.seats_on_keys) is not paused


def test_slap_on_a_phone_begins_the_first_game_and_the_phone_says_so(evening: Evening) -> None:
    phone = joined(evening, 1, "Cleo")
    evening.stage.prefs = replace(evening.stage.prefs, game="slamwich", players=2)
    evening.start.play()
    evening.pump_until(lambda: phone.page["state"] == "Ready? Slap to begin!")
    assert phone.page["paddle"]["words"] == "SLAP"
    phone.slap()
    evening.pump_until(lambda: phone.page["state"] not in ("Ready? Slap to begin!", "Paused"))


def test_phone_shows_its_paddle_dark_while_the_game_is_paused(evening: Evening) -> None:
    phone = joined(evening, 1, "Cleo")
    scene = evening.play("slamwich", 2)
    evening.pump_until(lambda: phone.page["paddle"]["words"] == "SLAP")
    scene.pause()
    evening.pump_until(lambda: phone.page["state"] == "Paused")
    assert not phone.page["paddle"]["live"] and phone.page["paddle"]["words"] == "wait"
    scene.mode.key("pause")
    evening.pump_until(lambda: phone.page["paddle"]["words"] == "SLAP")


def test_slap_on_a_phone_counts_for_its_seat_with_its_stated_error(evening: Evening) -> None:
    phone = joined(evening, 1, "Cleo")
    scene = evening.play("slamwich", 2)
    assert session_of(scene).paddles.seats_on(evening.phones.units[1].name) == [1]
    evening.pump_until(lambda: any(scene.session.moment.room["live"]))
    phone.slap()
    evening.pump_until(
        lambda: ("down", 1) in [(line.get("do"), line.get("seat")) for line in evening.entries()]
    )
    setup = evening.entries()[0]["setup"]
    error_us = setup["error_us"][setup["source"][1]]
    assert 12_000 < error_us < 100_000


def test_seat_can_slap_elsewhere_if_it_says_so_before_the_game(evening: Evening) -> None:
    phone = joined(evening, 1, "Cleo")
    phone.say(do="slap", here=False)
    evening.pump_until(lambda: evening.phones.units[1].state().link is Link.ENDED)
    scene = evening.play("slamwich", 2)
    assert 1 in scene.session.seats_on_keys
    phone.say(do="slap", here=True)
    evening.pump_until(lambda: phone.answer() or "paddle" not in phone.page)  # type: ignore[func-returns-value]
    assert 1 in scene.session.seats_on_keys, "a seat's slaps come from one source in a game"


def test_table_stands_still_without_a_phone_that_is_slapped(evening: Evening) -> None:
    phone = joined(evening, 1, "Cleo")
    scene = evening.play("slamwich", 2)
    evening.pump_until(lambda: any(scene.session.moment.room["live"]))
    phone.say(do="away")
    evening.pump_until(lambda: isinstance(scene.mode, Menu))
    assert "wake it up" in scene.missing
    phone.say(do="paddle", grain=0.1)
    evening.pump_until(lambda: not scene.missing)
    assert not isinstance(scene.mode, Menu), "it goes on by itself"


def test_real_paddle_is_slapped_rather_than_the_phone(tmp_path: Path) -> None:
    from slamomatic.units.merge import Units
    from support.scripted_unit import ScriptedUnit

    evening = Evening(tmp_path)
    pico = ScriptedUnit(evening.stage.clock)
    evening.stage.unit = Units([pico, *evening.stage.unit.units], evening.stage.clock)
    token = evening.ask(1, 1, "Cleo")[1]["token"]
    page = evening.phone(token).page()
    assert "paddle" not in page and page["slap"]["here"] is True
    evening.close()


@pytest.mark.browser
def test_touches_of_a_real_browser_are_slaps(browser: webdriver.Chrome, evening: Evening) -> None:
    token = evening.ask(1, 1, "Cleo")[1]["token"]
    with evening.pumping():
        browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 5})
        browser.get(f"{evening.phones.server.url}#{token}")
        wait = waits(browser)
        wait.until(lambda _: evening.phones.units[1].state().link is Link.CONNECTED)
        slap = browser.find_element("id", "slap")
        where = slap.rect
        assert where["height"] > 200 and where["width"] > 300
        x, y = where["x"] + where["width"] / 2, where["y"] + where["height"] / 2

        def touch(kind: str, fingers: int) -> None:
            points = [{"x": x + 30 * finger, "y": y, "id": finger} for finger in range(fingers)]
            browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        touch("touchStart", 1)
        touch("touchStart", 2)
        touch("touchEnd", 0)
        wait.until(lambda _: evening.stage.sounds.count("slap") == 1)
        touch("touchStart", 1)
        touch("touchCancel", 0)
        wait.until(lambda _: evening.stage.sounds.count("slap") == 2)
        assert browser.execute_script("return scrollY") == 0
        assert errors(browser) == []
    error_us = evening.phones.units[1].state().error_us
    assert error_us is not None and error_us < 40_000


def test_test_of_a_phone_says_how_good_it_is_and_judges_it_so(evening: Evening) -> None:
    phone = joined(evening, 1, "Cleo")
    unit = evening.phones.units[1]
    before_us = unit.state().error_us
    assert before_us is not None and phone.page["test"]["words"] == "How good is this phone?"
    phone.say(do="tested", repeat=50)  # a screen that looks for fingers twenty times a second
    evening.pump_until(lambda: "good to" in phone.page["news"])
    error_us = unit.state().error_us
    assert error_us is not None and error_us >= before_us + 39_000
    said = [int(word) for word in phone.page["news"].split() if word.isdigit()]
    assert said[0] >= 50 and said[0] % 5 == 0 and len(said) == 2
    phone.say(do="tested", repeat=4)
    evening.pump_until(lambda: (unit.state().error_us or 0) < 50_000)
    assert (unit.state().error_us or 0) > 12_000, "no screen is believed to be better than untested ones"
    phone.say(do="tested", repeat=0)
    evening.pump_until(lambda: "Try again" in phone.page["news"])


def test_ring_says_how_long_paddles_still_rest_after_the_curtain(evening: Evening) -> None:
    phone = joined(evening, 1, "Cleo")
    scene = evening.play("hands-down", 3, {"rearm_ms": REARM_MS})
    evening.pump_until(lambda: phone.page.get("paddle", {}).get("live"))
    assert "rest" in phone.page["paddle"] and not phone.page["paddle"]["rest"]
    scene.session.curtain(True)
    evening.pump_until(lambda: not phone.page["paddle"]["live"])
    assert not phone.page["paddle"]["rest"], "nobody knows how long somebody looks"
    scene.session.curtain(False)
    evening.pump_until(lambda: phone.page["paddle"]["rest"] is not None)
    rest_ms: int = phone.page["paddle"]["rest"]
    assert 0 < rest_ms <= REARM_MS
    evening.pump_until(lambda: phone.page["paddle"]["live"])


@pytest.mark.browser
def test_finger_that_draws_circles_tests_a_real_browser(browser: webdriver.Chrome, evening: Evening) -> None:
    token = evening.ask(1, 1, "Cleo")[1]["token"]
    with evening.pumping():
        browser.get(f"{evening.phones.server.url}#{token}")
        wait = waits(browser)
        wait.until(lambda b: b.find_element("id", "test").is_displayed())
        wait.until(lambda b: evening.phones.units[1].state().link is Link.CONNECTED)
        browser.execute_script(
            "setInterval(() => document.getElementById('slap').dispatchEvent("
            "new PointerEvent('pointermove', { pointerId: 7, bubbles: true })), 15)"
        )
        browser.find_element("id", "test").click()
        wait.until(lambda b: "circles" in b.find_element("id", "slap-words").text)
        wait.until(lambda b: "good to" in b.find_element("id", "news").text)
        assert evening.phones.units[1].quality_us is not None
        assert browser.find_element("id", "slap-words").text == "SLAP"
        assert errors(browser) == []
