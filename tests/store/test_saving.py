"""Settings, calibrations and known units: each is saved whole and synced, or stays as it was."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from slamomatic import preferences
from slamomatic.errors import UserError
from slamomatic.kit.easel import Frame, Text
from slamomatic.preferences import Preferences
from slamomatic.screen.scenes.start import StartScene
from slamomatic.screen.window import Window
from slamomatic.store import calibration
from slamomatic.table.clock import TableClock
from slamomatic.units.open import open_unit
from slamomatic.units.sources import KnownUnits
from support.page import press_key


def save_preferences(home: Path, number: int) -> None:
    preferences.save(Preferences(players=number), home)


def save_calibration(home: Path, number: int) -> None:
    calibration.keep("e66148", [number], [1.0], home)


def save_units(home: Path, number: int) -> None:
    KnownUnits(home / "units.json").remember(number, f"unit {number}")


SAVES = [save_preferences, save_calibration, save_units]


@pytest.mark.parametrize("save", SAVES)
def test_what_can_not_be_synced_is_not_saved_and_what_was_saved_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, save: Callable[[Path, int], None]
) -> None:
    save(tmp_path, 2)
    (file,) = tmp_path.iterdir()
    before = file.read_bytes()

    def full(fd: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        if save is save_units:  # nobody must lose a slap by it
            save(tmp_path, 3)
        else:
            with pytest.raises(UserError, match="No space left on device"):
                save(tmp_path, 3)
    assert list(tmp_path.iterdir()) == [file]
    assert file.read_bytes() == before
    save(tmp_path, 3)
    assert file.read_bytes() != before


def test_settings_that_can_not_be_kept_are_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = TableClock()
    window = Window(open_unit("keyboard", clock=clock), clock, Preferences(), tmp_path)
    window.running = True
    scene = window.scene = StartScene(window)

    def full(fd: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(os, "write", full)
        press_key(window, pygame.K_F2)
        assert "can't be saved" in scene.complaint
        assert window.prefs.muted  # it holds for now
        press_key(window, pygame.K_F2)
        assert scene.complaint == ""
    press_key(window, pygame.K_F2)
    assert preferences.load(tmp_path) == replace(Preferences(), muted=True)


def test_what_went_wrong_shows_the_key_that_closes_it_and_that_key_does_nothing_else(tmp_path: Path) -> None:
    clock = TableClock()
    window = Window(open_unit("keyboard", clock=clock), clock, Preferences(), tmp_path)
    window.running = True
    scene = window.scene = StartScene(window)
    scene.complaint = "The disk is full."
    shown = {sprite.name: sprite.art for sprite in scene.picture(Frame(800, 480)).sprites}
    key = shown["complaint/ok/key"]
    assert isinstance(key, Text) and key.words == scene.key_name("confirm")
    press_key(window, pygame.K_RETURN)
    assert scene.complaint == "" and window.scene is scene, "no game has begun"
