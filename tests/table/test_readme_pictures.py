"""The README's pictures show the table as it looks today."""

from __future__ import annotations

import runpy
from pathlib import Path

from PIL import Image, ImageChops, ImageSequence

DOCS = Path(__file__).parents[2] / "host" / "docs"
MAKER = runpy.run_path(str(DOCS / "make_pictures.py"))
AGAIN = "run: python host/docs/make_pictures.py"
NOTICED = 24  # of 255: letters' edges may be drawn a little differently on another machine
MOST_CHANGED = 0.001


def changed(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels that look different."""
    apart = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).convert("L")
    return sum(apart.histogram()[NOTICED:]) / (apart.width * apart.height)


def test_the_picture_in_the_readme_is_of_today(tmp_path: Path) -> None:
    today = Image.open(MAKER["draw"]("hands-down.png", tmp_path))
    kept = Image.open(DOCS / "hands-down.png")
    assert kept.size == today.size, AGAIN
    assert changed(kept, today) <= MOST_CHANGED, AGAIN


def test_the_film_in_the_readme_lasts_nine_seconds_and_loads_quickly() -> None:
    with Image.open(DOCS / "slap.gif") as film:
        shown_ms = sum(frame.info["duration"] for frame in ImageSequence.Iterator(film))
    assert 8_800 <= shown_ms <= 9_200
    assert (DOCS / "slap.gif").stat().st_size < 3_000_000


def test_a_changed_table_is_noticed(tmp_path: Path) -> None:
    kept = Image.open(DOCS / "hands-down.png").convert("RGB")
    other = kept.copy()
    other.paste((200, 30, 30), (900, 180, 1000, 220))
    assert changed(kept, kept) == 0
    assert changed(kept, other) > MOST_CHANGED
