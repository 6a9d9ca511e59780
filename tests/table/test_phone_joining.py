"""Sitting down by phone at the start scene: over HTTP as a page does it, and in a real Chromium."""

from __future__ import annotations

import urllib.error
import urllib.request
from dataclasses import replace

import pytest
from selenium import webdriver

from slamomatic import engine
from slamomatic.phone import server
from slamomatic.phone.phones import SITS
from slamomatic.phone.room import LONGEST_NAME
from slamomatic.phone.sockets import CLOSE_WRONG_TOKEN
from slamomatic.preferences import MOST_SEATS
from slamomatic.screen.scenes.codes import PhonesScene
from slamomatic.screen.scenes.front import FrontScene
from slamomatic.screen.scenes.table import TableScene
from slamomatic.screen.scenes.table_pause import go_home
from support.chromium import errors, waits
from support.page import Page
from support.phone_evening import Evening, answer_to


def test_start_scene_shows_the_address_and_who_sits_with_a_phone(evening: Evening) -> None:
    assert evening.phones.address in evening.words()
    status, answer = evening.ask(1, 3, "Cleo")
    assert status == 200
    cleo = evening.phone(answer["token"])
    assert "You sit at the table, Cleo." in cleo.page()["state"]
    evening.pump_until(lambda: "phone" in evening.words())
    assert "Cleo" in evening.words()
    seats = evening.stage.prefs.seats
    assert (seats[1].name, seats[1].paddle, seats[1].bot) == ("Cleo", 3, "")
    assert seats[3].paddle == 1, "the chair that had the colour has the other one now"


def test_chair_and_colour_of_a_phone_are_offered_to_nobody_else(evening: Evening) -> None:
    evening.ask(1, 1, "Cleo")
    evening.pump()
    room = evening.room()
    assert 1 not in [chair["chair"] for chair in room["chairs"]]
    assert 1 not in [colour["colour"] for colour in room["colours"]]
    assert evening.ask(1, 1, "Dan")[0] == 409
    assert "Somebody else sits there" in evening.ask(1, 1, "Dan")[1]["words"]


@pytest.mark.parametrize(
    ("chair", "colour", "name", "called"),
    [(1, 1, "ada", "ada"), (1, 0, "Ada", "Ada"), (1, 1, "Green", "Yellow"), (1, 3, "", "Blue")],
    ids=["a person at the screen", "with that paddle", "a bot", "no name, another paddle"],
)
def test_no_two_players_have_one_name(
    chair: int, colour: int, name: str, called: str, evening: Evening
) -> None:
    """Else nobody could tell whom "Ada was last" is about."""
    evening.start.take_known_name(0, "Ada")
    assert evening.ask(chair, colour, name)[0] == 200
    seats = evening.stage.prefs.seats
    assert (seats[chair].name, seats[chair].paddle, seats[chair].bot) == (called, colour, "")
    assert len({seat.name.casefold() for seat in seats}) == len(seats)


def test_who_sits_down_and_stands_up_without_end_has_to_wait(evening: Evening) -> None:
    """Each time is saved on the disk: a stranger in the Wi-Fi could slow the game down for all."""
    answers = [evening.ask(1, 1, "Eve")]
    while answers[-1][0] == 200 and len(answers) < 10 * SITS:
        evening.phones.remove(evening.phones.room.phones()[0].number)
        answers.append(evening.ask(1, 1, "Eve"))
    assert answers[-1] == (503, {"words": "The table is busy. Try again in a moment."})
    assert len(answers) > SITS >= MOST_SEATS, "a family sits down at once"


def test_locked_room_says_so_and_a_phone_of_before_comes_back(evening: Evening) -> None:
    token = evening.ask(1, 1, "Cleo")[1]["token"]
    evening.phones.room.locked = True
    evening.pump()
    assert evening.room()["chairs"] == [] and "locked" in evening.room()["words"]
    assert evening.ask(2, 2, "Dan")[0] == 409
    assert "Cleo" in evening.phone(token).page()["state"]


def test_removed_phone_is_closed_and_its_token_is_worth_nothing(evening: Evening) -> None:
    token = evening.ask(1, 1, "Cleo")[1]["token"]
    cleo = evening.phone(token)
    cleo.page()
    scene = PhonesScene(evening.stage, evening.start, evening.phones)
    Page(evening.stage, scene).click("Remove")
    assert cleo.close_code() == CLOSE_WRONG_TOKEN
    assert evening.phone(token).close_code() == CLOSE_WRONG_TOKEN
    assert evening.stage.prefs.seats[1].bot, "the bot of before sits there again"


def test_token_dies_when_the_chair_is_given_to_a_bot(evening: Evening) -> None:
    token = evening.ask(1, 1, "Cleo")[1]["token"]
    evening.start.next_kind(1)
    evening.pump()
    assert evening.phone(token).close_code() == CLOSE_WRONG_TOKEN


def test_chair_of_a_phone_in_play_is_offered_to_nobody(evening: Evening) -> None:
    token = evening.ask(1, 1, "Cleo")[1]["token"]
    evening.start.play()
    evening.pump()
    evening.pump()
    assert isinstance(evening.stage.scene, TableScene)
    assert 1 not in [chair["chair"] for chair in evening.room()["chairs"]]
    assert evening.ask(1, 1, "Dan")[0] == 409
    cleo = evening.phone(token)
    assert len(cleo.page()["cards"]) >= 4


def test_phone_shows_no_hand_of_a_game_with_somebody_else_on_its_chair(evening: Evening) -> None:
    """A game that was left may have other people on the same chairs."""
    token = evening.ask(1, 1, "Cleo")[1]["token"]
    evening.start.play()
    evening.pump()
    scene = evening.stage.scene
    assert isinstance(scene, TableScene)
    go_home(scene)
    evening.pump()
    evening.start.typed("\n")
    assert isinstance(evening.stage.scene, FrontScene)
    setup = evening.stage.scene.setup
    setup.start_naming(1)
    for letter in "Zoe\n":
        setup.typed(letter)
    setup.ask_to_resume()
    evening.pump_until(lambda: evening.phones.game is not None)
    evening.pump()
    page = evening.phone(token).page()
    assert page["cards"] == [] and "not part of this game" in page["state"]


CARD_GAMES = [name for name in engine.GAMES if "paper" in engine.find(name).OPTIONS]


@pytest.mark.parametrize("game", CARD_GAMES)
def test_phone_beside_real_cards_shows_none_and_says_whose_turn_it_is(game: str, evening: Evening) -> None:
    token = evening.ask(1, 1, "Cleo")[1]["token"]
    evening.stage.prefs = replace(evening.stage.prefs, game=game)
    evening.start.next_place_of_cards()
    assert evening.start.where_cards_are() == "paper"
    scene = evening.play(game, 3, evening.start.options)
    evening.pump()
    turn = scene.session.moment.room["turn"]
    page = evening.phone(token).page()
    assert page["kind"] == "hand" and page["cards"] == page["rows"] == []
    assert scene.session.seats[turn].name in page["state"] or page["mine"]


@pytest.mark.parametrize("headers", [{"Origin": "http://evil.example"}, {"Host": "evil.example"}])
def test_nobody_joins_from_a_page_elsewhere(evening: Evening, headers: dict[str, str]) -> None:
    before = evening.stage.prefs
    assert evening.ask(1, 1, "Eve", **headers)[0] == 403
    assert evening.stage.prefs == before


def test_nobody_joins_without_an_origin(evening: Evening) -> None:
    url = f"{evening.phones.server.url}join"
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(urllib.request.Request(url, b"{}"))
    assert refused.value.code == 403


def test_answer_comes_in_time_when_the_table_is_busy(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("slamomatic.phone.server.JOIN_WAIT_S", 0.1)
    origin = evening.phones.server.url.rstrip("/")
    body = b'{"do":"join","chair":1,"colour":1,"name":"Cleo"}'
    request = urllib.request.Request(f"{origin}/join", body, {"Origin": origin})
    assert answer_to(request)[0] == 503


def test_chair_of_a_page_that_was_told_to_try_again_is_free(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table was busy for longer than a page waits: nobody has the token of that chair."""
    with monkeypatch.context() as hurried:
        hurried.setattr(server, "JOIN_WAIT_S", 0.05)
        body = b'{"do":"join","chair":1,"colour":1,"name":"Cleo"}'
        url = evening.phones.server.url
        assert answer_to(urllib.request.Request(f"{url}join", body, {"Origin": url.rstrip("/")}))[0] == 503
    evening.pump()
    assert evening.phones.room.phones() == []
    assert evening.ask(1, 1, "Cleo")[0] == 200


@pytest.mark.browser
def test_whoever_sits_there_already_sits_down_with_a_phone(
    browser: webdriver.Chrome, evening: Evening
) -> None:
    """That chair has its colour: nobody is asked for one, and nothing that is hidden is waited for."""
    with evening.pumping():
        browser.get(evening.phones.server.url)
        wait = waits(browser)
        wait.until(lambda b: b.find_elements("css selector", "#chairs label"))
        chairs = browser.find_elements("css selector", "#chairs label")
        next(chair for chair in chairs if "that is me" in chair.text).click()
        assert not browser.find_element("id", "colours").is_displayed()
        browser.find_element("id", "name").clear()
        browser.find_element("id", "name").send_keys("Mia")
        browser.find_element("id", "sit").click()
        wait.until(lambda b: "You sit at the table, Mia" in b.find_element("id", "state").text)
        assert (evening.stage.prefs.seats[0].name, evening.stage.prefs.seats[0].paddle) == ("Mia", 0)


@pytest.mark.browser
def test_family_sits_down_in_a_real_browser(browser: webdriver.Chrome, evening: Evening) -> None:
    with evening.pumping():
        browser.get(evening.phones.server.url)
        wait = waits(browser)
        wait.until(lambda b: b.find_elements("css selector", "#chairs label"))
        chairs = browser.find_elements("css selector", "#chairs label")
        next(chair for chair in chairs if "Green" in chair.text).click()
        browser.find_element("id", "name").send_keys("<i>Mia")
        browser.find_element("id", "sit").click()
        wait.until(lambda b: "You sit at the table, <i>Mia" in b.find_element("id", "state").text)
        assert browser.current_url == evening.phones.server.url, "no token in the address"
        browser.refresh()
        wait.until(lambda b: "You sit at the table, <i>Mia" in b.find_element("id", "state").text)
        assert browser.find_element("id", "who").text == "<i>Mia"
        assert evening.stage.prefs.seats[2].name == "<i>Mia"
        browser.find_element("id", "leave").click()
        wait.until(lambda b: "no chair now" in b.find_element("id", "state").text)
        wait.until(lambda b: b.find_element("id", "who").text == "Sit down")
        assert browser.find_element("id", "shape").text == browser.find_element("id", "colour").text == ""
        assert errors(browser) == []


@pytest.mark.browser
def test_the_longest_name_stays_inside_its_chair_on_the_page(
    browser: webdriver.Chrome, evening: Evening
) -> None:
    seats = evening.stage.prefs.seats
    names = ("Großmutter", "W" * LONGEST_NAME)
    for chair, name in enumerate(names):
        evening.stage.remember(evening.stage.prefs.with_seat(chair, replace(seats[chair], name=name, bot="")))
    with evening.pumping():
        browser.get(evening.phones.server.url)
        for width in (340, 390, 430, 500):
            browser.execute_script(f"document.body.style.width = '{width}px'")
            waits(browser).until(lambda b: all(name in b.find_element("id", "chairs").text for name in names))
            too_wide = browser.execute_script(
                "return [...document.querySelectorAll('#chairs label')]"
                ".filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent)"
            )
            assert too_wide == [], f"{width} px"
