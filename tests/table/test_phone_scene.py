"""Phones from the pause menu: on when asked for, off again by a button, nothing left for who has gone."""

from __future__ import annotations

import socket

import pytest

from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.codes import CodesScene
from slamomatic.screen.scenes.table import TableScene
from slamomatic.table import opening
from support.page import Page
from support.paused_table import menu_of
from support.phone_client import PhoneClient
from support.table import FOUR

SIZE = (1280, 720)


def table_of_four(stage: BareStage) -> TableScene:
    session = opening.begin("hands-down", FOUR, stage.unit, stage.clock, seed=3, home=stage.home)
    scene = TableScene(stage, session)
    scene.pump()
    return scene


def opened(stage: BareStage, scene: TableScene) -> CodesScene:
    scene.pause()
    item = next(item for item in menu_of(scene) if item.words == "Your cards on your phone")
    scene.wish(item.wish)
    assert isinstance(stage.scene, CodesScene)
    return stage.scene


def test_phones_are_switched_on_and_off_from_the_pause(stage: BareStage) -> None:
    scene = table_of_four(stage)
    assert stage.phones is None
    codes = opened(stage, scene)
    assert stage.phones is not None
    where = ("127.0.0.1", stage.phones.server.port)
    socket.create_connection(where, 5).close()
    Page(stage, codes).click("Switch off")
    assert stage.phones is None
    assert stage.scene is scene
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(where, 5)


def test_a_page_offers_no_phones(stage: BareStage) -> None:
    """No phone finds a page: the table itself is not asked for there."""
    stage.in_browser = True
    scene = table_of_four(stage)
    scene.pause()
    assert menu_of(scene) and not any("phone" in item.words for item in menu_of(scene))


def test_page_of_who_left_shows_no_hand(stage: BareStage) -> None:
    scene = table_of_four(stage)
    opened(stage, scene)
    pages, phones = scene.pages, stage.phones
    assert pages is not None and phones is not None
    pages.code(2)
    cleo = PhoneClient(phones.server.port)
    cleo.say(phones.room.at(2)[0].token)
    assert cleo.page()["cards"]
    scene.session.leave(2)
    pages.publish()
    left = cleo.page()
    assert left["cards"] == [] and "You have left" in left["state"]
    stage.use_phones(False)
