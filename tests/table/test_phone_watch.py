"""The room's view in a browser: public facts for everybody, with no way to do anything."""

from __future__ import annotations

import pytest
from selenium import webdriver

from slamomatic.engine import GAMES
from slamomatic.face.telling import card_words
from slamomatic.phone.door import WATCHERS
from slamomatic.phone.sockets import CLOSE_NOT_OURS, CLOSE_TOO_MANY
from support.chromium import errors, waits
from support.phone_client import PhoneClient
from support.phone_evening import Evening


def watcher(evening: Evening) -> PhoneClient:
    return PhoneClient(evening.phones.server.port, path="/watching", meanwhile=evening.pump)


def test_before_a_game_it_says_where_to_sit_down(evening: Evening) -> None:
    evening.ask(1, 1, "Cleo")
    evening.pump()
    page = watcher(evening).page()
    assert evening.phones.address in page["news"]
    assert [seat["name"] for seat in page["seats"]] == ["Red", "Cleo", "Green", "Blue"]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_watched_with_public_facts_only(game: str, evening: Evening) -> None:
    for chair, name in enumerate(("Ada", "Ben", "Cleo")):
        evening.ask(chair, chair, name)
    scene = evening.play(game, 3)
    evening.pump()
    page = watcher(evening).page()
    assert [seat["name"] for seat in page["seats"]] == ["Ada", "Ben", "Cleo"]
    view = scene.session.view(None)
    turn = view["turn"]
    assert [seat["on"] for seat in page["seats"]] == [seat == turn for seat in range(3)]
    in_the_open = str(view)
    for card in [card for row in page["rows"] for card in row["cards"] if card is not None]:
        _, _, word = bytes.fromhex(card["picture"]).decode().rpartition(" ")
        assert word == "?" or word in in_the_open
        assert card["name"] == card_words(scene.face, word)
    assert "moment" not in page and "choices" not in page


def test_watcher_that_says_something_is_sent_away(evening: Evening) -> None:
    one = watcher(evening)
    one.page()
    one.say('{"do":"leave"}')
    assert one.close_code() == CLOSE_NOT_OURS


def test_watchers_are_few_and_the_newest_stays(evening: Evening) -> None:
    all_of_them = [watcher(evening) for _ in range(WATCHERS + 1)]
    assert all_of_them[-1].page()["kind"] == "watch"
    assert all_of_them[0].close_code() == CLOSE_TOO_MANY


@pytest.mark.browser
def test_overlay_has_no_background(browser: webdriver.Chrome, evening: Evening) -> None:
    with evening.pumping():
        backgrounds = []
        for address in ("watch", "watch?overlay"):
            browser.get(f"{evening.phones.server.url}{address}")
            waits(browser).until(lambda b: b.find_elements("css selector", "#seats li"))
            backgrounds.append(
                browser.execute_script("return getComputedStyle(document.body).backgroundColor")
            )
        assert backgrounds[0] == "rgb(18, 53, 42)" and backgrounds[1] == "rgba(0, 0, 0, 0)"
        assert errors(browser) == []
