"""Anybody on the network can connect to the phone pages: what that may cost, and who gets in all the same."""

from __future__ import annotations

import json
import logging
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from slamomatic.phone import door
from slamomatic.phone.door import PATIENCE_S, PER_ADDRESS, PER_PHONE, STRANGERS, Door
from slamomatic.phone.server import PhoneServer
from slamomatic.phone.sockets import CLOSE_TOO_MANY, CLOSE_WRONG_TOKEN
from support.phone_client import PhoneClient
from support.room import started
from support.waiting import until

TOOLS = Path(__file__).parents[2] / "tools"


class Clock:
    def __init__(self) -> None:
        self.s = 100.0

    def __call__(self) -> float:
        return self.s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def at(clock: Clock) -> Door[str]:
    return Door(clock)


def test_one_address_has_sixteen_connections_and_the_oldest_silent_one_goes_first(at: Door[str]) -> None:
    for number in range(PER_ADDRESS):
        assert at.note_arrival(f"c{number}", "10.0.0.1") is None
    at.note_request("c0")
    assert at.note_arrival("next", "10.0.0.1") == "c1", "c0 has asked for something"
    at.note_departure("c1")
    assert at.note_arrival("elsewhere", "10.0.0.2") is None


def test_all_strangers_together_are_bounded_and_known_addresses_are_not_among_them(at: Door[str]) -> None:
    at.note_arrival("phone", "10.0.0.99")
    at.note_token("phone", 1)
    for number in range(STRANGERS):
        assert at.note_arrival(f"c{number}", f"10.0.1.{number}") is None
    assert at.note_arrival("one more", "10.0.2.1") == "c0"
    at.note_departure("c0")
    assert at.note_arrival("phone wakes", "10.0.0.99") is None
    at.note_departure("phone")
    assert at.note_arrival("flood", "10.0.2.2") == "c1", "the phone that wakes is not the one to go"


def test_newcomer_is_never_the_one_to_go(at: Door[str]) -> None:
    for number in range(PER_ADDRESS):
        at.note_arrival(f"c{number}", "10.0.0.1")
        at.note_request(f"c{number}")
    assert at.note_arrival("newest", "10.0.0.1") == "c0"


def test_whoever_says_nothing_for_ten_seconds_is_overdue_and_a_phone_with_a_code_never_is(
    at: Door[str], clock: Clock
) -> None:
    for one in ("silent", "asks", "phone"):
        at.note_arrival(one, "10.0.0.1")
    at.note_token("phone", 1)
    clock.s += PATIENCE_S - 1
    at.note_request("asks")
    assert at.overdue() == []
    clock.s += 2
    assert at.overdue() == ["silent"]
    clock.s += PATIENCE_S
    assert at.overdue() == ["silent", "asks"]


def test_fifth_page_of_a_phone_takes_the_place_of_its_oldest(at: Door[str]) -> None:
    for number in range(PER_PHONE):
        at.note_arrival(f"c{number}", "10.0.0.1")
        assert at.note_token(f"c{number}", 2) == []
    at.note_arrival("other", "10.0.0.1")
    assert at.note_token("other", 1) == [], "another phone's pages are not counted"
    at.note_arrival("newest", "10.0.0.1")
    assert at.note_token("newest", 2) == ["c0"]


@pytest.fixture
def pages() -> Iterator[PhoneServer]:
    pages, (ada, ben) = started(2)
    pages.publish(ada.number, {"who": "Ada"})
    pages.publish(ben.number, {"who": "Ben"})
    yield pages
    pages.stop()


def phone(pages: PhoneServer, seat: int, address: str = "127.0.0.1") -> PhoneClient:
    client = PhoneClient(pages.port, address)
    client.say(token(pages, seat))
    return client


def token(pages: PhoneServer, seat: int) -> str:
    return pages.room.at(seat)[0].token


def test_seat_cannot_take_the_places_of_the_others(pages: PhoneServer) -> None:
    ada = [phone(pages, 0) for _ in range(PER_PHONE)]
    assert [one.page() for one in ada] == [{"who": "Ada"}] * PER_PHONE
    more = [phone(pages, 0) for _ in range(30)]
    assert more[-1].page() == {"who": "Ada"}
    assert ada[0].close_code() == CLOSE_TOO_MANY
    assert phone(pages, 1).page() == {"who": "Ben"}


def test_wrong_code_and_too_many_pages_close_differently(pages: PhoneServer) -> None:
    wrong = PhoneClient(pages.port)
    wrong.say("no code of this table")
    assert wrong.close_code() == CLOSE_WRONG_TOKEN != CLOSE_TOO_MANY


def test_phone_gets_in_among_silent_connections_and_they_are_few(pages: PhoneServer) -> None:
    silent = []
    for number in range(300):
        silent.append(
            socket.create_connection(("127.0.0.1", pages.port), 300, (f"127.0.1.{number % 200 + 1}", 0))
        )
    assert phone(pages, 0).page() == {"who": "Ada"}
    assert until(lambda: len(pages._door.connections()) <= STRANGERS + 1)
    for one in silent:
        one.close()


def test_silent_connection_is_closed_in_time_and_a_phone_is_not(
    pages: PhoneServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = phone(pages, 0)
    assert ada.page() == {"who": "Ada"}
    monkeypatch.setattr(door, "PATIENCE_S", 0.5)  # not before: a busy machine takes longer over a greeting
    monkeypatch.setattr(door, "LOOK_S", 0.1)
    slow = socket.create_connection(("127.0.0.1", pages.port), 300)
    slow.sendall(b"GET / HTTP/1.1\r\nHost: ")
    with pytest.raises(ConnectionError):
        while True:
            slow.sendall(b"x")
            if slow.recv(100) == b"":
                raise ConnectionError
    pages.publish(1, {"who": "Ada again"})
    assert ada.page() == {"who": "Ada again"}


def test_nothing_that_a_stranger_sends_reaches_a_log(
    pages: PhoneServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    code = token(pages, 0)
    refused = PhoneClient(pages.port)
    refused.say("wrong")
    for _ in range(3):
        refused.say(code)  # a frame behind the refusal
    refused.close_code()
    for nonsense in (f"{code}\r\n\r\n", f"GET /{code} HTTP/9.9\r\n\r\n", f"GET / HTTP/1.1\r\n{code}\r\n\r\n"):
        with socket.create_connection(("127.0.0.1", pages.port), 300) as stranger:
            stranger.sendall(nonsense.encode())
            stranger.recv(1000)
    assert phone(pages, 1).page() == {"who": "Ben"}
    assert caplog.records == []


def test_browser_loads_the_page_with_its_files_at_once(pages: PhoneServer) -> None:
    for path in ("", "page.js", "page.css", "icon.svg"):
        with urllib.request.urlopen(f"http://127.0.0.1:{pages.port}/{path}") as answer:
            assert answer.status == 200 and answer.read()


def test_game_and_its_phones_go_on_under_a_flood() -> None:
    """A sample; `python tools/phone_flood.py 2000` is the whole of it."""
    done = subprocess.run(
        [sys.executable, str(TOOLS / "phone_flood.py"), "1500", "4"],
        capture_output=True,
        text=True,
    )
    report = json.loads(done.stdout)
    assert done.returncode == 0, report
    assert report["journals"] > 0 and report["phones"] > 0 and report["opened_by_the_flood"] >= 1500


def test_newcomers_are_let_in_so_many_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """A flood takes no more of the game's time than this, and all who wait get in."""
    a_second, more = 10, 4
    monkeypatch.setattr(door, "NEWCOMERS_A_SECOND", a_second)
    pages, _ = started(1)
    began_s = time.monotonic()
    came = [socket.create_connection(("127.0.0.1", pages.port), 300) for _ in range(a_second + more)]
    assert until(lambda: len(pages._door.connections()) == len(came))
    # One of them is counted before anybody comes: the server waits with it.
    assert time.monotonic() - began_s >= (more - 1) / a_second
    for one in came:
        one.close()
    pages.stop()
