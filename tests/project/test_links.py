"""A reader who follows a link or looks at a picture finds something, and the film is there at once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PARTS = ("host", "hardware", "firmware", "tools")
PAGES = [*ROOT.glob("*.md"), *(page for part in PARTS for page in (ROOT / part).rglob("*.md"))]
LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)")
QUICKLY_BYTES = 3_000_000


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_links_to_is_there(page: Path) -> None:
    linked = LINK.findall(page.read_text("utf-8"))
    assert [name for name in linked if not (page.parent / name).exists()] == []


def test_the_film_in_the_readme_loads_quickly() -> None:
    assert (ROOT / "host" / "docs" / "slap.gif").stat().st_size < QUICKLY_BYTES
