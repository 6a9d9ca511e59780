"""A seat's page in a real Chromium: its own hand and nothing else, through wrong codes and sleep."""

from __future__ import annotations

import json
import socket
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from selenium import webdriver

from slamomatic.engine import GAMES, Setup, new
from slamomatic.paddles import PADDLES
from slamomatic.phone.door import PER_PHONE
from slamomatic.phone.pages import picture_key
from slamomatic.phone.room import Room
from slamomatic.phone.server import PhoneServer
from support.chromium import errors, waits
from support.phone_client import PhoneClient
from support.room import started
from support.seat_page import page_of


def shown(who: str, *cards: str) -> dict[str, Any]:
    faces = [{"name": card, "picture": picture_key("slamwich", card)} for card in cards]
    return {
        "who": who,
        "sign": "●",
        "colour": "red",
        "rgb": [225, 70, 60],
        "state": "Your turn",
        "grid": False,
        "cards": faces,
        "facts": [],
    }


# One dark pixel will do for any card here.
PICTURES = {
    picture_key("slamwich", card): bytes.fromhex(
        "89504e470d0a1a0a0000000d4948445200000001000000010804000000b51c0c020000000b4944415478da6364600000000600"
        "023081d02f0000000049454e44ae426082"
    )
    for card in ("3", "5", "7", "9", "J")
}


@pytest.fixture
def server() -> Iterator[PhoneServer]:
    pages, (ada, ben) = started(2)
    pages.pictures = PICTURES
    pages.publish(ada.number, shown("Ada", "7", "7", "J"))
    pages.publish(ben.number, shown("Ben", "3"))
    yield pages
    pages.stop()


def url(server: PhoneServer, seat: int) -> str:
    return server.url_of(server.room.at(seat)[0])


def cards(browser: webdriver.Chrome) -> list[str]:
    names = browser.execute_script("return [...document.querySelectorAll('#cards img')].map(c => c.alt)")
    return list(names)


def shows(browser: webdriver.Chrome, *names: str) -> None:
    waits(browser).until(lambda b: cards(b) == list(names))


def says(browser: webdriver.Chrome, words: str) -> None:
    waits(browser).until(lambda b: words in b.find_element("id", "state").text)


@pytest.mark.browser
def test_a_seat_sees_its_own_hand_and_every_change_of_it(
    browser: webdriver.Chrome, server: PhoneServer
) -> None:
    browser.get(url(server, 0))
    shows(browser, "7", "7", "J")
    assert "Ben" not in browser.page_source
    server.publish(1, shown("Ada", "J"))
    shows(browser, "J")
    assert errors(browser) == []


@pytest.mark.browser
def test_a_wrong_token_is_refused_with_what_to_do(browser: webdriver.Chrome, server: PhoneServer) -> None:
    good = url(server, 0)
    browser.get(good[:-1] + ("A" if good[-1] != "A" else "B"))
    says(browser, "has no chair now")
    assert cards(browser) == []


@pytest.mark.browser
def test_page_that_newer_ones_of_its_seat_replaced_says_so_and_stays_away(
    browser: webdriver.Chrome, server: PhoneServer
) -> None:
    browser.get(url(server, 0))
    shows(browser, "7", "7", "J")
    newer = [PhoneClient(server.port) for _ in range(PER_PHONE)]
    for phone in newer:
        phone.say(server.room.at(0)[0].token)
        assert phone.page()["who"] == "Ada"
    says(browser, "open on too many other pages")
    assert cards(browser) == []
    server.publish(1, shown("Ada", "J"))
    assert [phone.page()["cards"][0]["name"] for phone in newer] == ["J"] * PER_PHONE


@pytest.mark.browser
def test_after_sleep_the_page_shows_the_hand_of_now(browser: webdriver.Chrome, server: PhoneServer) -> None:
    browser.get(url(server, 1))
    shows(browser, "3")
    # Sleep as a phone does it: no network, and the page frozen in the background.
    browser.set_network_conditions(offline=True, latency=0, throughput=0)
    browser.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "frozen"})
    server.publish(2, shown("Ben", "3", "9"))
    browser.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "active"})
    browser.delete_network_conditions()
    browser.execute_script("window.dispatchEvent(new Event('online'))")
    shows(browser, "3", "9")


@pytest.mark.browser
def test_a_page_that_lost_the_table_shows_no_old_hand(browser: webdriver.Chrome) -> None:
    pages, (ada,) = started(1)
    pages.pictures = PICTURES
    pages.publish(ada.number, shown("Ada", "5"))
    browser.get(pages.url_of(ada))
    shows(browser, "5")
    pages.stop()
    says(browser, "Connection lost")
    assert cards(browser) == []


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "evil.example:{port}"},
        {"Origin": "http://evil.example"},
        {"Host": "localhost:{port}"},
    ],
)
@pytest.mark.parametrize("path", ["/", "/page.js", "/seat", "/room", "/join", "/card/37.png", "/nowhere"])
def test_a_foreign_host_or_origin_is_refused(server: PhoneServer, headers: dict[str, str], path: str) -> None:
    named = {key: value.format(port=server.port) for key, value in headers.items()}
    request = urllib.request.Request(f"http://127.0.0.1:{server.port}{path}", headers=named)
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request)
    assert refused.value.code == 403


def test_the_page_may_load_nothing_from_elsewhere(server: PhoneServer) -> None:
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/") as answer:
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "connect-src 'self'" in policy
        assert answer.headers["Cache-Control"] == "no-store"
        assert b"http" not in answer.read()


def test_tokens_are_128_bits_and_all_differ() -> None:
    tokens = {Room().sit(0).token for _ in range(300)}
    assert len(tokens) == 300
    assert all(len(token) * 6 >= 128 for token in tokens)


def test_a_taken_port_is_one_sentence() -> None:
    from slamomatic.errors import UserError

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        pages = PhoneServer(Room(), address="127.0.0.1", ports=(taken.getsockname()[1],))
        with pytest.raises(UserError, match="choose another port"):
            pages.start()


def test_a_qr_code_is_square_with_its_quiet_border() -> None:
    from slamomatic.phone.server import squares

    rows = squares("http://192.168.1.20:40123/#abcdefghijklmnopqrstuv")
    assert len({len(row) for row in rows} | {len(rows)}) == 1
    assert not any(any(row) for row in rows[:4])
    assert any(rows[4])
    assert json.dumps(rows)


@pytest.mark.parametrize("game", GAMES)
def test_a_page_is_made_from_every_seat_s_view_of_every_game(game: str) -> None:
    names = ["Ada", "Ben", "Cy"]
    for seat in range(3):
        made = page_of(new(game, Setup(seats=3, seed=7)), seat, names)
        assert made["who"] == names[seat] and made["colour"] == PADDLES[seat].name
        json.dumps(made)


def test_a_face_down_card_and_a_hole_are_no_card_words() -> None:
    game = new("lowdown", Setup(seats=2, seed=3))
    made = page_of(game, 0, ["Ada", "Ben"], game.view(0) | {"grids": [["?", None, "R7"], ["B2"]]})
    assert [card and card["name"] for card in made["cards"]] == [
        "top left: face down",
        None,
        "top right: red 7",
    ]
    assert "B2" not in json.dumps(made["cards"])


def test_the_own_turn_and_a_live_paddle_are_felt_once_each(
    browser: webdriver.Chrome, server: PhoneServer
) -> None:
    browser.get(url(server, 0))
    says(browser, "Your turn")
    browser.execute_script("window.buzzes = []; navigator.vibrate = (how) => buzzes.push(how)")
    browser.find_element("id", "state").click()  # a page that nobody has touched must not move the phone
    turn = {**shown("Ada", "7"), "mine": True}
    live = {"sign": "●", "words": "slap", "rgb": [225, 70, 60], "live": True, "rest": 0, "until": 0}
    pages = [
        turn,
        {**turn, "state": "go on"},
        {**shown("Ada"), "state": "slap", "paddle": live},
        shown("Ada"),
    ]
    for page in pages:
        server.publish(server.room.at(0)[0].number, page)
        says(browser, page["state"])
    assert browser.execute_script("return buzzes") == [[60, 80, 60], 40]
