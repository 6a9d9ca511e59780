"""Unplugged at any byte, stalled, restarted, 1 % of all bytes damaged: every slap arrives once, or the table
says so."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from link.bad_evening import bad_evening, complaints, other_threads
from support.length import count


@pytest.mark.parametrize("seed", range(count(12, 24)))
def test_no_slap_goes_astray_on_a_bad_evening(seed: int, tmp_path: Path) -> None:
    before = threading.enumerate()
    evening = bad_evening(seed, tmp_path)
    assert complaints(evening) == []
    assert other_threads(before) == []
