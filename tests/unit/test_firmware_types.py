"""The firmware agrees with the MicroPython stubs."""

from __future__ import annotations

from unit import firmware_types


def test_the_firmware_agrees_with_micropythons_stubs() -> None:
    assert firmware_types.check() == 0
