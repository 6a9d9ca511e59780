"""Every wait has an end that is said: host/docs/waits.md lists them, with the program's own times."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

TEXT = (Path(__file__).parents[2] / "host" / "docs" / "waits.md").read_text(encoding="utf-8")
# "3 s (`engine.judging:NAMED_AFTER_US`)", with words between if need be
NAMED = re.findall(r"([\d.]+)( s)?(?: [a-z ]+)?[ (,]*\(?(?:\d, )?`([\w.]+):(\w+)`\)", TEXT)
UNITS = {"_US": 1_000_000, "_MS": 1_000, "_S": 1}


@pytest.mark.parametrize(("said", "module", "name"), [(said, where, name) for said, _, where, name in NAMED])
def test_a_wait_lasts_as_long_as_the_page_says(said: str, module: str, name: str) -> None:
    value = getattr(import_module(f"slamomatic.{module}"), name)
    unit = next((size for ending, size in UNITS.items() if name.endswith(ending)), 1)
    assert float(said) == value / unit


def test_every_row_says_what_ends_it() -> None:
    rows = [line.split("|")[1:-1] for line in TEXT.splitlines() if line.startswith("| ")]
    waits = [row for row in rows if row[0].strip() != "what is waited for"]
    assert len(waits) > 20
    assert all(len(row) == 4 and all(cell.strip() for cell in row[:3]) for row in waits)
    assert len(NAMED) == TEXT.count("`engine.") + TEXT.count("`games.") + len(
        re.findall(r"`(?:table|units|phone)\.", TEXT)
    )
