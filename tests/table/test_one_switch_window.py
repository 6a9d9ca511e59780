"""One key alone begins a game in the real window."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from support import display
from support.display import playing, until

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.skipif(not display.available(), reason="needs Xvfb and xdotool"),
]


def test_one_key_alone_begins_a_game(screen: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "table.json").write_text(json.dumps({"scanning": "fast", "explained": ["hands-down"]}))
    with playing(screen, home, "--size", "800x480", "--unit", "keyboard", "--seed", "5") as player:

        def press() -> None:
            time.sleep(0.4)  # the mark moves on
            player.keys("g", delay_ms=60)

        until(player, player.open_journals, press)
        assert player.said() == ""
