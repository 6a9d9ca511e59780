"""A mistyped command gets one sentence that names the mistake and the next step."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from slamomatic.cli import VERBS, main
from slamomatic.engine import GAMES
from slamomatic.games.hands_down.rules import HandsDown
from support.pseudo_language import pseudo_spoken
from words.pseudo import longer


def test_a_file_of_something_else_is_no_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "README.md"
    other.write_text("# Not a journal\n")
    assert main(["replay", str(other)]) == 1
    said = capsys.readouterr().err
    assert str(other) in said
    assert "not a journal" in said


SETUP: dict[str, Any] = {"log": 1, "game": "hands-down", "rules": HandsDown.VERSION, "setup": {"seats": 3}}


@pytest.mark.parametrize(
    "change",
    [
        {"game": None},
        {"game": ["hands-down"]},
        {"game": "chess"},
        {"rules": 99},
        {"setup": None},
        {"setup": {}},
        {"setup": {"seats": "many"}},
        {"setup": {"seats": 3, "seed": {}}},
        {"setup": {"seats": 3, "colour": 1}},
        {"chance": 5},
        {"chance": ["x"]},
        {"chance": [0, ["R1"]]},
    ],
)
def test_log_with_a_damaged_first_line_is_one_sentence(
    change: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "game.jsonl"
    log.write_text(json.dumps({**SETUP, **change}))
    assert main(["replay", str(log)]) == 1
    said = capsys.readouterr().err
    assert said.startswith("slamomatic: ")
    assert said.count("\n") == 1


def test_log_nested_without_end_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "game.jsonl"
    log.write_text('{"log": ' + "[" * 100_000)
    assert main(["replay", str(log)]) == 1
    assert "Line 1 of" in capsys.readouterr().err


def test_log_of_nothing_but_its_format_opens_no_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "game.jsonl"
    log.write_text('{"log": 1}')
    assert main(["replay", str(log)]) == 1
    assert "names no game" in capsys.readouterr().err


def test_log_whose_event_has_no_list_of_chance_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "game.jsonl"
    log.write_text(f'{json.dumps(SETUP)}\n{{"do": "void", "t_us": 5, "chance": 5}}')
    assert main(["replay", str(log)]) == 1
    assert "must be a list" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "names", "next_step"),
    [
        ("--colour", "--colour", "`slamomatic --help`"),
        ("play --colour", "--colour", "`slamomatic play --help`"),
        ("dance", "'dance'", "`slamomatic --help`"),
        ("referee hands-down", "--players", "`slamomatic referee --help`"),
        ("referee hands-down --players many", "'many'", "`slamomatic referee --help`"),
        ("bench nothing", "nothing", "`slamomatic bench --help`"),
        ("hands-down", "hands-down", "`slamomatic play --game hands-down`"),
        ("play hands-down", "game", "`slamomatic play --game hands-down`"),
        ("play Hit the Deck", "game", "`slamomatic play --game hit-the-deck`"),
        ("play --game hands-down --option target=9", "'target'", "clump_us"),
        ("play --game slamwich --option clump_us=soon", "clump_us=soon", "whole number"),
        ("play 4", "4", "--players 4"),
        ("play emulated", "emulated", "--unit emulated"),
        ("play /dev/ttyACM0", "/dev/ttyACM0", "--unit serial:/dev/ttyACM0"),
        ("bench order emulated", "emulated", "--unit emulated"),
        ("flash /dev/ttyACM0", "/dev/ttyACM0", "--port /dev/ttyACM0"),
        ("--game slamwich --bots 1", "--game", "`slamomatic play --game slamwich --bots 1`"),
        ("dotcor", "'dotcor'", "`slamomatic doctor`"),
        ("doctor --unit keyboard", "'keyboard'", "serial:PORT"),
        ("bench calibrate --unit emulated --late 50000 0 0 0", "--late", "apart"),
        ("history ada", "ada", "`slamomatic history --help`"),
        ("history --limit 99999999999999999999", "--limit", "from 1 to"),
        ("history --limit -1", "--limit", "from 1 to"),
        ("play --speed nan", "--speed", "1 is real time"),
        ("play --speed inf", "--speed", "1 is real time"),
        ("play --speed 1e-320", "--speed", "1 is real time"),
        ("play --size 99999x99999", "99999x99999", "up to"),
        ("play --size 0x720", "0x720", "up to"),
        ("play --size 1280", "1280", "1280x720"),
        ("gallery --out . --size ²x²", "²x²", "1280x720"),
        ("gallery --out . --size 99999x99999", "99999x99999", "up to"),
        ("bench table --size 0x0", "0x0", "up to"),
        ("bench display --size 640", "640", "1280x720"),
        ("bench link --slaps 0", "--slaps", "more than 0"),
        ("bench link --minutes -1", "--minutes", "more than 0"),
        ("bench soak --minutes nan", "--minutes", "'nan'"),
        ("bench soak --minutes inf", "--minutes", "'inf'"),
        (f"simulate slamwich --games -{10**400}", "--games", "more than 0"),
        ("bench order --workers 0", "--workers", "more than 0"),
        ("bench latency --fours 0", "--fours", "more than 0"),
        ("simulate slamwich --games 0", "--games", "more than 0"),
        ("simulate slamwich --games 1 --players 0", "--players", "more than 0"),
        ("bench order ada", "ada", "`slamomatic bench order --help`"),
        ("--", "--", "`slamomatic --help`"),
    ],
)
def test_wrong_words_get_one_sentence_with_the_next_step(
    words: str, names: str, next_step: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words.split()) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("slamomatic: ")
    assert said.err.count("\n") == 1
    assert names in said.err
    assert next_step in said.err


def test_help_and_complaints_speak_the_reader_s_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pseudo_spoken(tmp_path):
        with pytest.raises(SystemExit):
            main(["--help"])
        wrapped = "".join(capsys.readouterr().out.split())
        for words in (*VERBS.values(), "usage: ", "options", "show this help message and exit"):
            assert "".join(longer(words).split()) in wrapped
        assert main(["simulate", "hands-down", "--games", "many"]) == 2
        said = capsys.readouterr().err
    assert longer("invalid %(type)s value: %(value)r") % {"type": "int", "value": "many"} in said


@pytest.mark.parametrize(
    "words",
    [
        "--colour",
        "play --players",
        "play --players many",
        "play --game chess",
        "play --s 4",
        "doctor --walk --no-walk",
        "emulate --pty=yes",
        "bench",
    ],
)
def test_what_argparse_says_of_wrong_words_is_in_the_catalogue(
    words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(words.split())
    english = capsys.readouterr().err
    with pseudo_spoken(tmp_path):
        assert main(words.split()) == 2
    plain = set(re.findall("[A-Za-z]{3,}", capsys.readouterr().err)) & set(re.findall("[a-z]{3,}", english))
    typed = {
        "slamomatic",
        "help",
        "bench",
        "doctor",
        "play",
        "emulate",
        "pty",
        "yes",
        "chess",
        "many",
        "colour",
    }
    named = {
        "players",
        "walk",
        "game",
        "size",
        "seed",
        "speed",
        "speak",
        "INSTRUMENT",
        "int",
        *["hands", "down"],
    }
    assert plain <= typed | named | set(re.findall("[a-z]+", " ".join(GAMES)))
