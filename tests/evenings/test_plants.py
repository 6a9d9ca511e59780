"""Every planted fault can still be planted: the code that it breaks stands in one place."""

from __future__ import annotations

import pytest

from evenings import plants
from evenings.plants import Plant


@pytest.mark.parametrize("plant", plants.planted(), ids=lambda plant: str(plant.number))
def test_a_plant_breaks_one_place(plant: Plant) -> None:
    text = (plants.ROOT / plant.file).read_text("utf-8")
    assert plants.patched(plant, text) != text
