"""Whoever mistypes a command reads one sentence that names the mistake and the next step."""

from __future__ import annotations

import pytest

from slamomatic.cli import main


@pytest.mark.parametrize(
    ("words", "names", "next_step"),
    [
        ("--colour", "--colour", "`slamomatic --help`"),
        ("play --colour", "--colour", "`slamomatic play --help`"),
        ("dance", "'dance'", "`slamomatic --help`"),
        ("referee hands-down", "--players", "`slamomatic referee --help`"),
        ("referee hands-down --players many", "'many'", "`slamomatic referee --help`"),
        ("bench nothing", "nothing", "`slamomatic bench --help`"),
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
