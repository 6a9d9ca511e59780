"""Each phone speaks its browser's language, whatever the table and the other phones speak."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver

from slamomatic.face.faces import face_of
from slamomatic.paddles import usual_name
from slamomatic.phone.pages import picture_key
from slamomatic.table.clock import TableClock
from slamomatic.words.languages import MOST_WISHES, browser_language, speaking
from support.chromium import waits
from support.phone_client import PhoneClient
from support.phone_evening import Evening
from support.pseudo_language import pseudo_known
from support.session import session_of
from support.slapped_phone import joined
from words.pseudo import ACCENTED, CODE, longer

GAME = "hit-the-deck"  # its cards have words on them


@pytest.fixture(scope="module", autouse=True)
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pseudo_known(tmp_path_factory.mktemp("catalogues")):
        yield


def fetched(evening: Evening, path: str, reads: str) -> str:
    request = urllib.request.Request(evening.phones.server.url + path, headers={"Accept-Language": reads})
    with urllib.request.urlopen(request) as answer:
        text: str = answer.read().decode()
    return text


def page_with(evening: Evening, phone: PhoneClient, key: str) -> dict[str, Any]:
    """The first page it is sent that has this."""
    pages: list[dict[str, Any]] = []

    def came() -> bool:
        while phone.has_page():
            pages.append(phone.page())
        return any(page.get(key) for page in pages)

    evening.pump_until(came)
    return next(page for page in pages if page.get(key))


# --- which language ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "read"),
    [
        ("qps", CODE),
        ("qps-AT,en;q=0.5", CODE),
        ("en-GB,qps;q=0.9", "en"),
        ("en;q=0.3,qps;q=0.8", CODE),
        ("xx,yy;q=0.9,qps;q=0.1", CODE),
        ("", "en"),
        ("*", "en"),
        ("../../etc/passwd", "en"),
        ("qps;q=no number", CODE),
        (",".join(["xx"] * MOST_WISHES + ["qps"]), "en"),
    ],
)
def test_first_language_of_the_browser_that_is_spoken_is_read(header: str, read: str) -> None:
    assert browser_language(header) == read


def test_browser_whose_languages_nobody_speaks_reads_the_table_s() -> None:
    with speaking(CODE):
        assert browser_language("ja,ko;q=0.9") == CODE


# --- at the table -----------------------------------------------------------------------------------


def test_whoever_sits_down_reads_the_own_language(evening: Evening) -> None:
    evening.pump()
    there = {code: json.loads(fetched(evening, "room", code)) for code in (CODE, "en")}
    assert there["en"]["says"]["sit"] == "Sit down"
    assert there[CODE]["says"]["sit"] == longer("Sit down")
    assert longer("yellow") in [colour["words"] for colour in there[CODE]["colours"]]
    page = fetched(evening, "", CODE)
    assert f'<html lang="{CODE}">' in page and longer("Your cards") in page
    evening.ask(1, 1, "Cleo")
    refusal = evening.ask(1, 1, "Dan", **{"Accept-Language": CODE})[1]["words"]
    assert refusal == longer("Somebody else sits there now. Choose another chair.")


def test_two_phones_at_one_table_read_their_own_languages(evening: Evening) -> None:
    tokens = [evening.ask(chair, chair, name)[1]["token"] for chair, name in enumerate(("Ada", "Ben"))]
    evening.play(GAME, 2)
    ada, ben = evening.phone(tokens[0], reads="en"), evening.phone(tokens[1], reads=CODE)
    english, other = page_with(evening, ada, "cards"), page_with(evening, ben, "cards")
    assert english["colour"] == "red" and other["colour"] == longer("yellow")
    assert ACCENTED.search(other["state"]) and not ACCENTED.search(json.dumps(english))
    assert all(ACCENTED.search(fact) for fact in other["facts"])


def test_two_pages_of_one_phone_may_read_different_languages(evening: Evening) -> None:
    token = evening.ask(0, 0, "Ada")[1]["token"]
    mother, child = evening.phone(token, reads="en"), evening.phone(token, reads=CODE)
    assert page_with(evening, mother, "leave")["leave"] == "Stand up"
    assert page_with(evening, child, "leave")["leave"] == longer("Stand up")


def test_phone_keeps_its_hand_when_the_table_speaks_another_language(evening: Evening) -> None:
    """Whoever typed no name is called by the colour of the paddle, in the language of the table."""
    token = evening.ask(0, 0, "")[1]["token"]
    scene = evening.play(GAME, 2)
    phone = evening.phone(token, reads="en")
    assert page_with(evening, phone, "cards")["who"] == "Red"
    evening.stage.remember(evening.stage.prefs.with_language(CODE))
    with speaking(CODE):
        scene.enter()  # back from the settings
        assert scene.session.seats[0].name == usual_name(0) != "Red"
        evening.pump()
        assert evening.phones.game is not None and evening.phones.game.all_have_phones()


def test_what_happened_and_what_was_refused_is_told_in_each_language(evening: Evening) -> None:
    token = evening.ask(0, 0, "Ada")[1]["token"]
    scene = evening.play(GAME, 2)
    ada, watcher = evening.phone(token, reads=CODE), PhoneClient(evening.phones.server.port, path="/watching")
    page = page_with(evening, ada, "cards")
    said_at = None
    while not page.get("news"):
        evening.stage.clock.at_us += 500_000
        evening.pump()
        if ada.has_page():
            page = ada.page()
        if scene.session.moment.room["turn"] == 0 and page["choices"] and page["moment"] != said_at:
            said_at = page["moment"]
            ada.say(json.dumps({"do": "choose", "moment": said_at, "choice": page["choices"][0]["at"]}))
    assert ACCENTED.search(page["news"])
    assert not ACCENTED.search(page_with(evening, watcher, "news")["news"])
    ada.say(json.dumps({"do": "choose", "moment": 0, "choice": 0}))
    assert page_with(evening, ada, "answer")["answer"] == longer(
        "Too late: the table has moved on. Nothing was changed."
    )


def test_table_speaks_of_a_phone_in_its_own_language_and_phones_in_theirs(tmp_path: Path) -> None:
    evening = Evening(tmp_path, TableClock())
    try:
        ada = joined(evening, 0, "Ada", reads=CODE)
        scene = evening.play(GAME, 2)
        assert session_of(scene).paddles.seats_on(evening.phones.units[0].name) == [0]
        ada.client.end()
        evening.on_pump = lambda: None
        evening.pump_until(lambda: scene.missing)
        assert scene.missing == "The red phone does not answer: wake it up and keep its page open."
    finally:
        evening.close()


def test_all_cards_of_a_language_are_drawn_before_its_first_page(evening: Evening) -> None:
    """A missing picture would reveal that nobody has held this card yet."""
    token = evening.ask(0, 0, "Ada")[1]["token"]
    evening.play(GAME, 2)
    deck = face_of(GAME).deck
    assert deck is not None
    server = evening.phones.server

    @cache
    def key(face: str) -> str:
        with speaking(CODE):
            return picture_key(GAME, face)

    assert not any(key(face) in server.pictures for face in deck.FACES)
    ada = evening.phone(token, reads=CODE)
    page = page_with(evening, ada, "cards")
    assert all(key(face) in server.pictures for face in (*deck.FACES, "?"))
    assert all(card["picture"] in server.pictures for card in page["cards"])
    with_words = "RC"  # a red card that says "cut"
    assert server.pictures[key(with_words)] != server.pictures[picture_key(GAME, with_words)]


@pytest.mark.browser
def test_a_real_browser_reads_its_own_language(browser: webdriver.Chrome, evening: Evening) -> None:
    token = evening.ask(0, 0, "Ada")[1]["token"]
    evening.play(GAME, 2)
    agent = browser.execute_script("return navigator.userAgent")
    browser.execute_cdp_cmd("Network.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": CODE})
    with evening.pumping():
        browser.get(f"{evening.phones.server.url}#{token}")
        waits(browser).until(lambda b: b.find_elements("css selector", "#cards img"))
        assert ACCENTED.search(browser.find_element("id", "colour").text)
        assert browser.execute_script("return document.documentElement.lang") == CODE
