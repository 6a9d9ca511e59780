"""Whoever plays alone by a key and slaps another one is told which key is the right one."""

from __future__ import annotations

from pathlib import Path

import pytest

from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.table import TableScene
from slamomatic.seat import Seat
from slamomatic.table import opening
from support.page import Page


@pytest.mark.parametrize("people", [1, 2])
def test_who_slaps_a_bot_s_key_reads_which_key_is_the_own_one(people: int, tmp_path: Path) -> None:
    """A chair had got another paddle, and its player slapped Q for a whole game."""
    stage = BareStage(tmp_path)
    bots = ("easy", "", "easy" if people == 1 else "")
    seats = [
        Seat(name, nth, bot) for nth, (name, bot) in enumerate(zip(("Ada", "Ben", "Cleo"), bots, strict=True))
    ]
    session = opening.begin("slamwich", seats, stage.unit, stage.clock, seed=1, home=stage.home)
    page = Page(stage, TableScene(stage, session))
    page.wait(1_000_000)
    keyboard = stage.unit.keyboard
    assert keyboard is not None

    def slap(paddle: int) -> None:
        keyboard.key(paddle, True, stage.clock())
        page.wait(60_000)
        keyboard.key(paddle, False, stage.clock())
        page.wait(60_000)

    said = "Ben, your key is P."
    slap(0)
    assert (said in page.words()) is (people == 1)
    slap(1)
    assert said not in page.words(), "the right key takes it away"
