"""Golden logs: games of fixed seeds, replayed to the same final state on any machine, in any process."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from slamomatic.engine import GAMES, Game, find
from slamomatic.engine.log import replay
from slamomatic.engine.race import Race
from slamomatic.engine.vocabulary import Json
from support.fingerprint import fingerprint

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.jsonl"))


def entries(path: Path) -> list[Json]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


GAINED = {"dry_turns": 0, "thief_late_us": None}
WAS = {"soon": "soon_us", "touches": "touch_us", "downs": "down_us"}  # lists that are races now
IN_A_RACE = {"raced_us", "opened_us", *WAS.values()}  # these, and when a race began


def as_of_today(state: Json, game: Game) -> Json:
    """A final state as it was written then, with what states have gained since. No hand drummed in these."""
    seats = state["setup"]["seats"]
    paddles = {**state["paddles"], "restless": [False] * seats}
    paddles.pop("loose_us", None)
    paddles |= {"taps": game.paddles.taps, "awaited_us": game.paddles.awaited_us, "up_us": game.paddles.up_us}
    kind, today = find(state["game"]), game.to_json()
    later = {name: value for name, value in GAINED.items() if name in today}
    setup = dict(state["setup"])
    if before := kind.BEFORE.get(state["version"]):
        setup["options"] = {**before, **setup.get("options", {})}
    # A race was a list of times once; one that is open must still hold these times.
    races = {name: value for name, value in today.items() if isinstance(getattr(game, name, None), Race)}
    for name in races:
        race, times_us = getattr(game, name), state[WAS.get(name, name)]
        assert race.times_us == times_us if race.open else max(times_us, default=-1) < 0
    state = {name: value for name, value in state.items() if name in today or name not in IN_A_RACE}
    return {**later, **state, **races, "version": kind.VERSION, "paddles": paddles, "setup": setup}


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_log_replays_to_its_final_state(path: Path) -> None:
    *lines, last = entries(path)
    *_, (game, _, _) = replay(lines)
    assert game.to_json() == as_of_today(last["state"], game)
    assert game.over


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_generator_alone_gives_the_same_game_too(path: Path) -> None:
    *lines, last = entries(path)
    for line in lines:
        line.pop("chance", None)
    *_, (game, _, _) = replay(lines)
    assert game.to_json() == as_of_today(last["state"], game)


def test_every_game_has_golden_logs() -> None:
    assert {path.stem.rpartition("-")[0] for path in GOLDEN} >= set(GAMES)


def test_another_process_with_another_hash_seed_gives_the_same_game() -> None:
    code = "from support.fingerprint import fingerprint; print(fingerprint())"
    prints = set()
    for hash_seed in ("0", "12345"):
        env = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
        prints.add(done.stdout.strip())
    assert prints == {fingerprint()}
