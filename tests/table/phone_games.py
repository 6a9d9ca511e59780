"""Whole games with every choice made on phones, in Chromium: `python tests/table/phone_games.py [GAME ...]`.

Prints a line of JSON a game. Choices come from pages that press what they offer. Slaps come from keys; with
`--paddles` from the pages too. With `--killed` the first phone is reloaded ten times.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from selenium import webdriver  # noqa: E402

from slamomatic.engine import GAMES  # noqa: E402
from slamomatic.screen.scenes.result import ResultScene  # noqa: E402
from slamomatic.table.clock import TableClock  # noqa: E402
from slamomatic.units.base import Link  # noqa: E402
from support.chromium import chromium  # noqa: E402
from support.phone_evening import Evening  # noqa: E402
from support.phone_robot import Browsers, Slappers  # noqa: E402

NAMES = ("Ada", "Ben", "Cleo", "Dan")
SHORT: dict[str, dict[str, object]] = {
    "hands-down": {"numbers": 5},
    "slamwich": {"minutes": 2},
    "hit-the-deck": {"target": 20},
    "yahtzee-hands-down": {"combos": 2},
    "lowdown": {"target": 10},
}
SPEED = 4.0  # of the table, where no phone's clock is compared with it
KILLS = 10
KILL_EVERY_S = 3.0
PATIENCE_S = 600.0


def play(
    browser: webdriver.Chrome, game: str, home: Path, options: dict[str, object], seconds: float
) -> dict[str, Any]:
    """One game of four phones to its result, or for so many seconds; what was seen of it."""
    evening = Evening(home, TableClock(1.0 if "--paddles" in sys.argv else SPEED))
    phones = Browsers(browser)
    try:
        for chair, name in enumerate(NAMES):
            token = evening.ask(chair, chair, name)[1]["token"]
            with evening.pumping():
                phones.open(f"{evening.phones.server.url}#{token}")
        if "--paddles" in sys.argv:
            units = evening.phones.units[: len(NAMES)]
            evening.pump_until(lambda: all(unit.state().link is Link.CONNECTED for unit in units))
        scene = evening.play(game, len(NAMES), options)
        keyboard = evening.stage.unit.keyboard
        assert keyboard is not None
        hands = Slappers(scene, lambda seat, down: keyboard.key(seat, down, evening.stage.clock()))
        evening.on_pump = lambda: hands.act(sorted(scene.sitting.seats_on_keys))
        began, kills = time.monotonic(), 0
        with evening.pumping():
            phones.robots()
            while not isinstance(evening.stage.scene, ResultScene) and time.monotonic() < began + seconds:
                time.sleep(0.2)
                if (
                    "--killed" in sys.argv
                    and kills < KILLS
                    and time.monotonic() > began + KILL_EVERY_S * (kills + 1)
                ):
                    phones.reload(0)
                    kills += 1
            time.sleep(0.5)
            states = {phones.at(phone).find_element("id", "state").text for phone in range(len(NAMES))}
            chose = phones.chose()
            errors = [line for line in browser.get_log("browser") if line["level"] == "SEVERE"]  # type: ignore[no-untyped-call]
        chosen = Counter(entry["do"] for entry in evening.entries() if "do" in entry)
        return {
            "game": game,
            "over": isinstance(evening.stage.scene, ResultScene),
            "seconds": round(time.monotonic() - began),
            "touches": chose,
            "kills": kills,
            "on_phones": len(NAMES) - len(scene.sitting.seats_on_keys),
            "events": dict(chosen),
            "phones_say": sorted(states),
            "console_errors": errors,
        }
    finally:
        phones.close()
        evening.close()


def main() -> int:
    bad = 0
    with chromium() as browser:
        for game in [word for word in sys.argv[1:] if not word.startswith("--")] or GAMES:
            with tempfile.TemporaryDirectory() as home:
                report = play(browser, game, Path(home), SHORT.get(game, {}), PATIENCE_S)
            print(json.dumps(report), flush=True)
            bad += not report["over"] or bool(report["console_errors"]) or len(report["phones_say"]) != 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
