"""events.md says what the types say, and the transcripts what the rules do."""

import re
import runpy
from pathlib import Path

import pytest

from slamomatic.engine import GAMES

DOCS = Path(__file__).resolve().parents[2] / "host" / "docs"
MAKER = runpy.run_path(str(DOCS / "make_events.py"))
TRANSCRIPTS = sorted((DOCS / "transcripts").glob("*.txt"))


def test_events_md_is_as_the_types_make_it() -> None:
    assert (DOCS / "events.md").read_text(encoding="utf-8") == MAKER["page"]()


def test_every_game_has_a_transcript() -> None:
    assert {path.stem for path in TRANSCRIPTS} == set(GAMES)


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_a_transcript_is_what_the_rules_do(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text == MAKER["performed"](text)
    assert len(re.findall(r"^> ", text, re.MULTILINE)) >= 8


def test_a_changed_transcript_is_noticed() -> None:
    text = TRANSCRIPTS[0].read_text(encoding="utf-8")
    at = text.index("\n< ") + 3
    assert MAKER["performed"](text[:at] + "x" + text[at:]) == text
