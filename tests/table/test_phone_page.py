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
from selenium.webdriver.support.wait import WebDriverWait

from slamomatic.phone.server import PhoneServer


def page(who: str, *cards: str) -> dict[str, Any]:
    faces = [{"name": card, "short": card, "hidden": False, "mark": None} for card in cards]
    return {"who": who, "mark": None, "state": "Your turn", "grid": False, "cards": faces, "facts": []}


@pytest.fixture
def server() -> Iterator[PhoneServer]:
    pages = PhoneServer(2, address="127.0.0.1")
    pages.start()
    pages.publish(0, page("Ada", "7", "7", "J"))
    pages.publish(1, page("Ben", "3"))
    yield pages
    pages.stop()


def cards(browser: webdriver.Chrome) -> list[str]:
    names = browser.execute_script(
        "return [...document.querySelectorAll('#cards svg')].map(c => c.getAttribute('aria-label'))"
    )
    return list(names)


def shows(browser: webdriver.Chrome, *names: str) -> None:
    WebDriverWait(browser, 20).until(lambda b: cards(b) == list(names))


def says(browser: webdriver.Chrome, words: str) -> None:
    WebDriverWait(browser, 20).until(lambda b: words in b.find_element("id", "state").text)


@pytest.mark.browser
def test_a_seat_sees_its_own_hand_and_every_change_of_it(
    browser: webdriver.Chrome, server: PhoneServer
) -> None:
    browser.get(server.url(0))
    shows(browser, "7", "7", "J")
    assert "Ben" not in browser.page_source
    server.publish(0, page("Ada", "J"))
    shows(browser, "J")
    errors = [line for line in browser.get_log("browser") if line["level"] == "SEVERE"]  # type: ignore[no-untyped-call]
    assert errors == []


@pytest.mark.browser
def test_a_wrong_token_is_refused_with_what_to_do(browser: webdriver.Chrome, server: PhoneServer) -> None:
    good = server.url(0)
    browser.get(good[:-1] + ("A" if good[-1] != "A" else "B"))
    says(browser, "scan your seat's code")
    assert cards(browser) == []


@pytest.mark.browser
def test_after_sleep_the_page_shows_the_hand_of_now(browser: webdriver.Chrome, server: PhoneServer) -> None:
    browser.get(server.url(1))
    shows(browser, "3")
    # Sleep as a phone does it: no network, and the page frozen in the background.
    browser.set_network_conditions(offline=True, latency=0, throughput=0)
    browser.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "frozen"})
    server.publish(1, page("Ben", "3", "9"))
    browser.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "active"})
    browser.delete_network_conditions()
    browser.execute_script("window.dispatchEvent(new Event('online'))")
    shows(browser, "3", "9")


@pytest.mark.browser
def test_a_page_that_lost_the_table_shows_no_old_hand(browser: webdriver.Chrome) -> None:
    pages = PhoneServer(1, address="127.0.0.1")
    pages.start()
    pages.publish(0, page("Ada", "5"))
    browser.get(pages.url(0))
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
@pytest.mark.parametrize("path", ["/", "/page.js", "/seat", "/nowhere"])
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


def test_tokens_differ_by_seat_and_by_sitting() -> None:
    urls = {PhoneServer(6, address="127.0.0.1", port=1).url(seat) for seat in range(6) for _ in range(50)}
    assert len(urls) == 300


def test_a_taken_port_is_one_sentence() -> None:
    from slamomatic.errors import UserError

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        pages = PhoneServer(1, address="127.0.0.1", port=taken.getsockname()[1])
        with pytest.raises(UserError, match="choose another port"):
            pages.start()


def test_a_qr_code_is_square_with_its_quiet_border() -> None:
    from slamomatic.phone.qr import squares

    rows = squares("http://192.168.1.20:40123/#abcdefghijklmnopqrstuv")
    assert len({len(row) for row in rows} | {len(rows)}) == 1
    assert not any(any(row) for row in rows[:4])
    assert any(rows[4])
    assert json.dumps(rows)
