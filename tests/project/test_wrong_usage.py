"""Whoever mistypes a command reads one sentence that names the mistake and the next step."""

from __future__ import annotations

from pathlib import Path

import pytest

from slamomatic.cli import main


def test_a_file_of_something_else_is_no_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "README.md"
    other.write_text("# Not a journal\n")
    assert main(["replay", str(other)]) == 1
    said = capsys.readouterr().err
    assert str(other) in said
    assert "no journal" in said


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
