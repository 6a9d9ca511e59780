"""Whole games with every choice made on phones, in Chromium: `python tools/phone_games.py [GAME ...]`.

Prints a line of JSON a game. Choices come from pages that press what they offer. Slaps come from the paddles
of the emulated unit, with `--paddles` from the pages too, with `--keys` from keys, four times as fast. With
`--killed` the first phone's page is closed ten times and comes back. With `--reads=de` pages are in German.
The emulated unit needs most of a core; where it gets less, `--speed=0.5` lets the table's time run slower.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "tests")]

from selenium import webdriver  # noqa: E402

from slamomatic.engine import GAMES  # noqa: E402
from slamomatic.screen.scenes.result import ResultScene  # noqa: E402
from slamomatic.table.clock import TableClock  # noqa: E402
from slamomatic.units.base import Link  # noqa: E402
from slamomatic.units.emulated import EmulatedUnit  # noqa: E402
from support.chromium import chromium  # noqa: E402
from support.phone_evening import Evening  # noqa: E402
from support.phone_robot import Browsers, Slappers  # noqa: E402
from support.session import session_of  # noqa: E402

NAMES = ("Ada", "Ben", "Cleo", "Dan")
SHORT: dict[str, dict[str, object]] = {
    "hands-down": {"numbers": 5},
    "slamwich": {"minutes": 1},
    "hit-the-deck": {"target": 40},
    "yahtzee-hands-down": {"combos": 1},
    "lowdown": {"target": 10},
}
SEEDS = {"yahtzee-hands-down": 14}  # its combo is three of a kind, which robots find soon
KEYS_SPEED = 4.0  # of the table; phones' clocks, which can't run fast, are compared with nothing there
KILLS = 10
KILL_EVERY_S = 1.5
AWAY_S = 0.5
SAYS_EVERY_S = 20.0
PATIENCE_S = 900.0
STARTS_S = 600.0  # the emulated unit, where no image is cached yet


@dataclass(frozen=True)
class Way:
    """How a game is played."""

    paddles: bool  # pages are slapped
    keys: bool
    killed: bool
    reads: str
    speed: float  # of the table's clock

    def evening(self, home: Path) -> Evening:
        clock = TableClock(self.speed)
        if self.keys:
            return Evening(home, clock)
        return Evening(home, clock, None if self.paddles else EmulatedUnit(clock))


def play(
    browser: webdriver.Chrome, game: str, home: Path, options: dict[str, object], way: Way
) -> dict[str, Any]:
    """One game of four phones to its result; what was seen of it."""
    evening = way.evening(home)
    evening.stage.seed = SEEDS.get(game, 1)
    phones = Browsers(browser, way.reads, game == "hands-down")
    try:
        slapped = evening.stage.unit.units[0]  # before phones stand beside it
        evening.pump_until(lambda: slapped.state().link is Link.CONNECTED, STARTS_S)
        for chair, name in enumerate(NAMES):
            token = evening.ask(chair, chair, name)[1]["token"]
            with evening.pumping():
                phone = phones.open(f"{evening.phones.server.url}#{token}")
                if way.keys:
                    phones.press(phone, "change")  # slap a paddle or a key instead
        wanted = Link.CONNECTED if way.paddles else Link.ENDED
        units = evening.phones.units[: len(NAMES)]
        evening.pump_until(lambda: all(unit.state().link is wanted for unit in units))
        scene = evening.play(game, len(NAMES), options)
        keyboard = evening.stage.unit.keyboard
        assert keyboard is not None
        hands = Slappers(scene, lambda seat, down: keyboard.key(seat, down, evening.stage.clock()))
        if not way.paddles:
            evening.on_pump = lambda: hands.act(scene.session.people)
        began = said_s = time.monotonic()
        kills = 0
        with evening.pumping():
            phones.robots()
            while not isinstance(evening.stage.scene, ResultScene) and time.monotonic() < began + PATIENCE_S:
                time.sleep(0.2)
                if time.monotonic() > said_s + SAYS_EVERY_S:
                    said_s = time.monotonic()
                    say_how_far(game, evening, said_s - began)
                if way.killed and kills < KILLS and time.monotonic() > began + KILL_EVERY_S * (kills + 1):
                    phones.kill(0, AWAY_S)
                    kills += 1
            time.sleep(0.5)
            shown = [phones.at(phone).find_element("id", "state").text for phone in range(len(NAMES))]
            language = phones.at(0).execute_script("return document.documentElement.lang")
            chose = phones.chose()
            errors = [line for line in browser.get_log("browser") if line["level"] == "SEVERE"]  # type: ignore[no-untyped-call]
        return {
            "game": game,
            "over": isinstance(evening.stage.scene, ResultScene),
            "seconds": round(time.monotonic() - began),
            "touches": chose,
            "kills": kills,
            "slapped": session_of(scene).paddles.by_source(scene.session.people),
            "events": dict(Counter(entry["do"] for entry in evening.entries() if "do" in entry)),
            "language": language,
            "phones_say": sorted(set(shown)),
            "console_errors": errors,
        }
    finally:
        phones.close()
        evening.close()


def say_how_far(game: str, evening: Evening, played_s: float) -> None:
    """How far the games are, on stderr."""
    does = Counter(entry["do"] for entry in evening.entries() if "do" in entry)
    print(f"{game}: {played_s:.0f} s, {does['down']} slaps, {does['void']} void", file=sys.stderr, flush=True)


def main() -> int:
    words, bad = sys.argv[1:], 0
    said = dict(word.removeprefix("--").split("=") for word in words if "=" in word)
    reads, keys = said.get("reads", "en"), "--keys" in words
    speed = float(said.get("speed", KEYS_SPEED if keys else 1))
    way = Way("--paddles" in words, keys, "--killed" in words, reads, speed)
    with chromium() as browser:
        for game in [word for word in words if not word.startswith("--")] or GAMES:
            with tempfile.TemporaryDirectory() as home:
                report = play(browser, game, Path(home), SHORT.get(game, {}), way)
            print(json.dumps(report), flush=True)
            bad += not report["over"] or bool(report["console_errors"]) or len(report["phones_say"]) != 1
            bad += report["language"] != reads or (way.killed and report["kills"] != KILLS)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
