"""Today's unit, whose parts and figures all tests of the kit share: nothing may change it."""

from __future__ import annotations

import pytest
from hardware.tools.unit import Unit

import needs


@pytest.fixture(scope="session")
def unit() -> Unit:
    needs.program("openscad")
    return Unit()
