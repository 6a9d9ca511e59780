"""The result that a journal gives, and whether the window shows just that."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pygame
from PIL import Image, ImageChops

from slamomatic import engine
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.result import ResultScene
from slamomatic.store.journals import read_file
from slamomatic.table import outcome
from support.display import Player, until
from support.journal_outcome import of_journal

HAIR = 8  # of 255: the window's own format may round a colour
ABOVE_BUTTONS = 0.85  # of the height: what can be pressed depends on the window, the result does not


def play(player: Player, act: Callable[[], None], size: tuple[int, int], home: Path) -> None:
    """To a result that is seen: a key that was on its way at the end may begin another game."""
    end_a_game(player, act)
    while not check(player, size, home):
        end_a_game(player, act)


def end_a_game(player: Player, act: Callable[[], None]) -> None:
    before = player.finished_journals()
    until(player, lambda: player.finished_journals() != before, act)


def check(player: Player, size: tuple[int, int], home: Path) -> bool:
    """Result scene, journal and `replay` all say the same of the last game; False if one more has begun."""
    journal = player.finished_journals()[-1]
    end = of_journal(read_file(journal).entries)
    assert end.view["over"]
    assert replayed(journal) == end.view
    expected = picture(end, size, home)
    seen = False

    def seen_or_gone() -> bool:
        nonlocal seen
        seen = alike(player.picture(), expected)
        return seen or bool(player.open_journals())

    until(player, seen_or_gone, lambda: time.sleep(0.1))
    return seen


def replayed(journal: Path) -> engine.Json:
    """Return what everybody may see of the end, as the command `replay` prints it."""
    command = [sys.executable, "-m", "slamomatic.cli", "replay", str(journal), "--json"]
    answer = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return engine.find(answer["game"]).from_json(answer["state"]).view(None)


def picture(end: outcome.Outcome, size: tuple[int, int], home: Path) -> Image.Image:
    """The result scene drawn from nothing but this."""
    pygame.font.init()
    stage = BareStage(home)
    surface = stage.surface(ResultScene(stage, end), size)
    return Image.frombytes("RGB", size, pygame.image.tobytes(surface, "RGB"))


def alike(shown: Image.Image, expected: Image.Image) -> bool:
    width, height = expected.size
    facts = (0, 0, width, round(height * ABOVE_BUTTONS))
    extremes = ImageChops.difference(shown.crop(facts), expected.crop(facts)).getextrema()
    return max(high for _, high in extremes) <= HAIR  # type: ignore[misc]
