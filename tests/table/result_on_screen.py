"""The result that a journal gives, and whether the window shows just that."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pygame
from PIL import Image, ImageChops

from slamomatic import engine
from slamomatic.screen.gallery import BareStage
from slamomatic.screen.scenes.result import ResultScene
from slamomatic.store.journals import read_file
from slamomatic.table import outcome
from support.journal_outcome import of_journal
from table.display import Player, until

HAIR = 8  # of 255: the window's own format may round a colour
ABOVE_BUTTONS = 0.85  # of the height: what can be pressed depends on the window, the result does not


def check(player: Player, size: tuple[int, int], home: Path) -> None:
    """The one game that ended: result scene, journal and `replay` all say the same."""
    (journal,) = player.finished_journals()
    end = of_journal(read_file(journal).entries)
    assert end.view["over"]
    assert replayed(journal) == end.view
    assert player.said() == "", "a console that others can read says nothing in a game"
    expected = picture(end, size, home)
    until(player, lambda: alike(player.picture(), expected), lambda: time.sleep(0.1))


def replayed(journal: Path) -> engine.Json:
    """What everybody may see of the end, as the command `replay` gives it."""
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
