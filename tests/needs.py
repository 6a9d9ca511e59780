"""Programs that a test needs. Without them the test is left out and says so; in CI that is a failure."""

from __future__ import annotations

import os
import shutil

import pytest


def program(name: str, package: str = "") -> str:
    """The path of a program that a Debian package brings."""
    path = shutil.which(name)
    if path is None:
        left_out(f"{name} is not installed (Debian: sudo apt install {package or name})")
    assert path is not None
    return path


def left_out(why: str) -> None:
    """A test that can't run here: skipped at a desk, a failure in CI, where nothing may go unnoticed."""
    if os.environ.get("CI"):
        pytest.fail(f"CI needs it: {why}")
    pytest.skip(why)
