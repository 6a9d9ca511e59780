"""The log of a game and its replay; the registry; the forms of an effect."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from slamomatic.cli import main
from slamomatic.engine import GAMES, find, new, restore
from slamomatic.engine.log import begin_game, replay
from slamomatic.engine.log import opening_line as begun
from slamomatic.engine.setup import Setup
from slamomatic.engine.vocabulary import Effect, Event, Json, visible_effects
from slamomatic.errors import UserError
from slamomatic.games.hands_down.rules import HandsDown
from slamomatic.store.journal import encode
from slamomatic.table import opening
from slamomatic.table.clock import StoppedClock
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units

# --- the log ---


def logged() -> tuple[list[Json], HandsDown]:
    game = HandsDown(Setup(3, 11, {"dealer": 0}))
    lines = [begun(game, {"names": ["A", "B", "C"], "boots": ["x"]})]
    for event in (Event("down", 2, 900_000), Event("time", None, 2_000_000), Event("pass", 1, 3_000_000)):
        game.apply(event)
        lines.append(event.to_json(game.chance.drawn))
    return lines, game


def test_the_log_opens_with_all_that_was_agreed() -> None:
    first = logged()[0][0]
    assert set(first) >= {"log", "game", "rules", "setup", "options", "starter", "source_error_us", "chance"}
    assert first["names"] == ["A", "B", "C"]
    assert first["options"]["clump_us"] == 1000
    assert first["starter"] == 1


def test_chance_outcomes_are_logged_and_a_replay_uses_them() -> None:
    lines, game = logged()
    assert len(lines[0]["chance"][0]) == 41  # the shuffled deck
    assert lines[2]["chance"]  # which card was paid
    lines[0]["setup"]["seed"] = 999  # another generator altogether: the cards are the log's
    *_, (again, _, _) = replay(json.loads(json.dumps(lines)))
    assert again.cards() == game.cards()


def test_a_log_replays_to_the_same_state_and_passes_over_other_lines() -> None:
    lines, game = logged()
    lines.insert(2, {"note": "calibrated"})
    *_, (again, _, _) = replay(json.loads(json.dumps(lines)))
    assert again.to_json() == game.to_json()


def test_a_log_of_another_format_rules_or_game_is_not_replayed() -> None:
    first = logged()[0][0]
    changes: list[tuple[Json, str]] = [
        ({"log": 2}, "not a log"),
        ({"rules": 99}, "rules version 99"),
        ({"game": "chess"}, "no game"),
    ]
    for change, reason in changes:
        with pytest.raises(UserError, match=reason):
            begin_game({**first, **change})
    with pytest.raises(UserError, match="empty"):
        list(replay([]))


def test_a_log_that_does_not_fit_says_where() -> None:
    lines, _ = logged()
    with pytest.raises(UserError, match="not possible here"):
        list(replay([*lines, {"do": "pass", "seat": 0, "t_us": 9_000_000}]))
    lines[2]["chance"] = [77]
    with pytest.raises(UserError, match="does not fit"):
        list(replay(lines))


# --- the registry, effects ---

ATTACK = "from pathlib import Path\nPath(__file__).with_name('ran').touch()\n"


def named_by_a_file(tmp_path: Path, journal: bool) -> Path:
    """A log whose first line names a module that leaves a trace when it is imported."""
    (tmp_path / "trap.py").write_text(ATTACK)
    first = {**logged()[0][0], "game": "trap:Game"}
    path = tmp_path / "log"
    if journal:
        path.write_bytes(encode(first)[0])
    else:
        path.write_text(json.dumps(first) + "\n")
    return path


@pytest.mark.parametrize("journal", [True, False])
def test_a_log_can_not_choose_what_is_imported(
    tmp_path: Path, journal: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = named_by_a_file(tmp_path, journal)
    monkeypatch.syspath_prepend(tmp_path)
    assert main(["replay", str(path)]) == 1
    assert "no game 'trap:Game' here" in capsys.readouterr().err
    assert not (tmp_path / "ran").exists()
    with pytest.raises(UserError, match="a file may not load one"):
        restore("trap:Game", {"setup": {}})
    assert not (tmp_path / "ran").exists()


def test_a_resumed_journal_can_not_choose_what_is_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = named_by_a_file(tmp_path, journal=True)
    monkeypatch.syspath_prepend(tmp_path)
    clock = StoppedClock()
    with pytest.raises(UserError, match="a file may not load one"):
        opening.resume(path, Units([KeyboardUnit(clock=clock)], clock=clock), clock)
    assert not (tmp_path / "ran").exists()


def test_a_log_of_a_game_of_ones_own_is_replayed_when_it_is_named(tmp_path: Path) -> None:
    """In a program of its own: this one may have asked for that game before."""
    path = tmp_path / "log"
    tiny = new("rules.tiny_game:Tiny", Setup(3, 1))
    path.write_text(json.dumps(begun(tiny)) + "\n")

    def replayed(*named: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "slamomatic.cli", "replay", str(path), *named]
        where = os.pathsep.join(path for path in sys.path if path)
        return subprocess.run(
            command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": where}
        )

    refused = replayed()
    assert refused.returncode == 1
    assert "replay --game rules.tiny_game:Tiny" in refused.stderr
    assert "tiny: 0 events" in replayed("--game", "rules.tiny_game:Tiny").stdout


def test_games_are_found_by_name() -> None:
    assert find("hands-down") is HandsDown
    assert len(GAMES) == 6


@pytest.mark.parametrize(
    ("name", "reason"),
    [("chess", "no game 'chess'"), ("no_such_module:X", "can't be loaded"), ("json:dumps", "not a game")],
)
def test_a_game_that_can_not_be_found_is_explained(name: str, reason: str) -> None:
    with pytest.raises(UserError, match=reason):
        find(name)


def test_new_and_restore_go_by_the_registry() -> None:
    game = new("hands-down", Setup(3, 5))
    assert restore("hands-down", game.to_json()).to_json() == game.to_json()


def test_an_effect_has_a_public_form_and_one_per_seat() -> None:
    effect = Effect("draw", 1, 5, {"count": 1}, {1: {"cards": ["7"]}})
    public = {"what": "draw", "t_us": 5, "seat": 1, "count": 1}
    assert effect.to_json() == effect.to_json(0) == public
    assert effect.to_json(1) == {**public, "cards": ["7"]}
    assert effect.whole() == {**public, "only": {"1": {"cards": ["7"]}}}


def test_an_effect_without_a_public_form_does_not_exist_for_others() -> None:
    effect = Effect("chosen", 1, 5, None, {1: {"number": "7"}})
    assert visible_effects([effect], None) == visible_effects([effect], 0) == []
    assert visible_effects([effect], 1) == [{"what": "chosen", "t_us": 5, "seat": 1, "number": "7"}]
