"""The real window with the emulated unit: a key presses the Pico's pin, its firmware tells of the slap."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from slamomatic.store.journal import read_file
from table import display
from table.display import playing, until

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.emulator,
    pytest.mark.skipif(not display.available(), reason="needs Xvfb and xdotool"),
]
STARTS_S = 240.0  # where no image is cached yet one is made first


def test_slaps_on_the_emulated_unit_are_played_at_the_table(tmp_path: Path) -> None:
    words = ["--game", "hands-down", "--players", "3", "--bots", "2", "--unit", "emulated", "--seed", "5"]
    with (
        display.virtual_display() as screen,
        playing(screen, tmp_path / "home", *words, "--size", "1280x720") as player,
    ):

        def downs() -> list[int]:
            entries = [entry for path in player.open_journals() for entry in read_file(path).entries]
            return [entry["t_us"] for entry in entries if entry.get("do") == "down" and entry["seat"] == 0]

        def slap() -> None:
            player.keys("q", delay_ms=150)
            time.sleep(0.6)

        until(player, lambda: len(downs()) >= 3, slap, STARTS_S)
        assert downs() == sorted(downs())
