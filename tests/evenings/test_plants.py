"""Every planted fault can still be planted: the code that it breaks stands in one place. Copies do play."""

from __future__ import annotations

import pytest

from evenings import plants
from evenings.plants import Plant


@pytest.mark.parametrize("plant", plants.planted(), ids=lambda plant: str(plant.number))
def test_a_plant_breaks_one_place(plant: Plant) -> None:
    text = (plants.ROOT / plant.file).read_text("utf-8")
    assert plants.patched(plant, text) != text


def test_a_copy_with_a_harmless_change_plays_and_finds_nothing() -> None:
    harmless = Plant(0, "host/slamomatic/wire.py", "import struct", "import struct  # as before", "")
    tried = plants.try_one(harmless, 3, 1, [])
    assert (tried.what, tried.evenings) == ("", 3)


def test_a_copy_that_can_not_play_is_not_taken_for_a_find() -> None:
    broken = Plant(0, "host/slamomatic/wire.py", "import struct", "import nothing", "")
    with pytest.raises(RuntimeError, match="no evening was played"):
        plants.try_one(broken, 3, 1, [])
