"""The real window under a virtual display: from the first key to a turn, and the one NEXT key's grammar."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from slamomatic.store.journals import read_file
from support import display
from support.display import Player, playing, until
from support.waiting import PATIENCE_S

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.skipif(not display.available(), reason="needs Xvfb and xdotool"),
]
STEADY_S = 3.0
SEATS = (0, 290, 800, 425)  # of SIZE: where the players' cards lie, below the line of text
SIZE = ["--size", "800x480", "--unit", "keyboard", "--seed", "5"]


def entries(player: Player) -> list[dict[str, Any]]:
    """Return the entries of the journal of the game in play, without its opening line."""
    return [entry for path in player.open_journals() for entry in read_file(path).entries[1:]]


def done(player: Player, do: str) -> list[dict[str, Any]]:
    return [entry for entry in entries(player) if entry.get("do") == do]


def steady(player: Player) -> Image.Image:
    """The picture once nothing has moved in it for longer than paddles stay dark after a look."""
    shown, since_s = player.picture(), time.monotonic()
    ends = since_s + PATIENCE_S
    while time.monotonic() < since_s + STEADY_S:
        time.sleep(0.25)
        now = player.picture()
        if now != shown:
            shown, since_s = now, time.monotonic()
        assert time.monotonic() < ends, "something moves all the time"
    return shown


def test_first_player_is_in_a_turn_within_four_key_presses(screen: str, tmp_path: Path) -> None:
    with playing(screen, tmp_path / "home", *SIZE) as player:
        player.keys("Return")
        until(player, player.open_journals, lambda: time.sleep(0.05))
        until(player, lambda: done(player, "down"), lambda: player.keys("q", delay_ms=60))


def test_next_key_alone_ends_a_turn(screen: str, tmp_path: Path) -> None:
    words = ["--game", "hands-down", "--players", "4", "--bots", "0", *SIZE]
    with playing(screen, tmp_path / "home", *words) as player:
        until(player, player.open_journals, lambda: time.sleep(0.05))

        def tap_twice_and_wait() -> None:
            player.keys("space", "space", delay_ms=40)
            for _ in range(50):  # a further tap would take the choice back
                if not done(player, "pass"):
                    time.sleep(0.1)

        until(player, lambda: done(player, "pass"), tap_twice_and_wait)


def test_holding_next_shows_a_hand_and_darkens_the_paddles(screen: str, tmp_path: Path) -> None:
    words = ["--game", "hands-down", "--players", "4", "--bots", "0", *SIZE]
    with playing(screen, tmp_path / "home", *words) as player:
        until(player, player.open_journals, lambda: time.sleep(0.05))
        player.keys("Return")  # ready
        steady(player)
        for up in (True, False):  # after the first look nothing tells any more how to look
            player.hold("space", up)
            count = 1 if up else 2
            until(player, lambda n=count: len(done(player, "curtain")) == n, lambda: time.sleep(0.05))
        before = steady(player)  # paddles are live again
        player.hold("space", True)
        until(player, lambda: len(done(player, "curtain")) == 3, lambda: time.sleep(0.05))
        player.keys("q")
        until(player, lambda: player.picture() != before, lambda: time.sleep(0.05))
        player.hold("space", False)
        until(player, lambda: len(done(player, "curtain")) == 4, lambda: time.sleep(0.05))
        assert [entry["up"] for entry in done(player, "curtain")] == [True, False] * 2
        # A busy machine may say meanwhile that a key came too late: only the cards must lie as before.
        lay = before.crop(SEATS)
        until(player, lambda: player.picture().crop(SEATS) == lay, lambda: time.sleep(0.05))


def test_pause_stops_the_table_until_escape_is_pressed_again(screen: str, tmp_path: Path) -> None:
    words = ["--game", "hands-down", "--players", "3", "--bots", "2", *SIZE]
    with playing(screen, tmp_path / "home", *words) as player:
        until(player, player.open_journals, lambda: time.sleep(0.05))
        before = player.picture()
        player.keys("Escape")
        until(player, lambda: player.picture() != before, lambda: time.sleep(0.05))
        steady(player)
        stood = len(entries(player))
        time.sleep(2.5)
        assert len(entries(player)) == stood, "nothing happens in a pause"
        player.keys("Escape")
        until(player, lambda: len(entries(player)) > stood, lambda: time.sleep(0.05))


def test_closed_window_resumes_where_it_was(screen: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    words = ["--game", "hands-down", "--players", "4", "--bots", "0", *SIZE]
    with playing(screen, home, *words) as player:
        until(player, player.open_journals, lambda: time.sleep(0.05))
        player.keys("Return", delay_ms=40)  # ready
        until(player, lambda: done(player, "pass"), lambda: player.keys("Return", delay_ms=60))
        player.program.kill()
    with playing(screen, home, "--resume", *SIZE) as player:
        player.keys("Return", delay_ms=40)
        until(player, lambda: len(done(player, "pass")) == 2, lambda: player.keys("Return", delay_ms=60))
        seats = [entry["seat"] for entry in done(player, "pass")[:2]]
        assert seats[1] == (seats[0] + 1) % 4
