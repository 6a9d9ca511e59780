"""Who was last wears it at the decisive moment, on the seat, in the heap and in the photo; resumed or not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from slamomatic.engine.vocabulary import Json
from slamomatic.face.model import ROLL_US
from slamomatic.face.paddle import PaddleArt, StackedHand
from slamomatic.screen.gallery import NAMES, BareStage, table_of
from slamomatic.screen.scenes.table import TableScene
from slamomatic.table import opening
from slamomatic.table.seats import Seat
from support.length import count
from support.page import Page

SIZE = (1920, 1080)
FRAME_US, ROLLS = 16_667, count(2, 5)


def wait(page: Page, us: int) -> None:
    for _ in range(0, us, 20_000):
        page.wait(20_000)


def lost(home: Path) -> tuple[Page, int]:
    """Four people at the keys; the last one slaps much later than the others."""
    stage = BareStage(home)
    seats = [Seat(name, n) for n, name in enumerate(NAMES[:4])]
    sitting = opening.begin("hands-down", seats, stage.unit, stage.clock, seed=3, home=home)
    page = Page(stage, TableScene(stage, sitting), SIZE)
    wait(page, 1_000_000)
    keyboard, turn = stage.unit.keyboard, sitting.view(None)["turn"]
    assert keyboard is not None
    order = [(turn + step) % 4 for step in range(4)]
    for seat in order:
        keyboard.key(seat, True, stage.clock())
        wait(page, 200_000)
    return page, order[-1]


def marked(page: Page) -> dict[str, set[int]]:
    """Whom each place on the screen names as the loser."""
    sprites = page.easel().sprites
    seats = {
        int(s.name.split("/")[1]) for s in sprites if isinstance(s.art, PaddleArt) and s.art.mark == "last"
    }
    heap = {
        s.art.paddle
        for s in sprites
        if s.name.startswith("toy/") and isinstance(s.art, StackedHand) and s.art.loser
    }
    names = {name: seat for seat, name in enumerate(NAMES)}
    rows = [
        s.name.removesuffix("/last")
        for s in sprites
        if s.name.startswith("photo/") and s.name.endswith("/last")
    ]
    photo = {names[page.said_by(f"{row}/name")] for row in rows}
    return {"seat": seats, "heap": heap, "photo": photo}


def test_seat_heap_and_photo_name_the_loser_in_one_frame(tmp_path: Path) -> None:
    page, loser = lost(tmp_path)
    rolls_us = page.scene.aftermath.rolls_us  # type: ignore[attr-defined]
    page.stage.clock.at_us = rolls_us + ROLL_US - 1
    assert marked(page) == {"seat": set(), "heap": set(), "photo": set()}
    page.stage.clock.at_us += 1
    assert marked(page) == {"seat": {loser}, "heap": {loser}, "photo": {loser}}


def test_the_loser_is_still_marked_when_the_game_is_resumed(tmp_path: Path) -> None:
    page, loser = lost(tmp_path)
    wait(page, 2_000_000)
    before = marked(page)
    assert before["seat"] == {loser}
    sitting = page.scene.sitting  # type: ignore[attr-defined]
    sitting.close()
    again = opening.resume(sitting.journal.path, page.stage.unit, page.stage.clock)
    after = Page(page.stage, TableScene(page.stage, again), SIZE)
    after.wait(20_000)
    assert marked(after) == before
    assert after.said_by("drama/words") == "", "it is no news any more"


@pytest.mark.parametrize("people", [(0,), (0, 1)])
@pytest.mark.parametrize(
    ("game", "players", "options"),
    [("hands-down", 4, {}), ("hit-the-deck", 4, {}), ("hit-the-deck", 2, {"clump_us": 60_000})],
)
def test_no_card_comes_or_goes_before_the_drum_roll_is_over(
    game: str, players: int, options: Json, people: tuple[int, ...], tmp_path: Path
) -> None:
    """It tells who was last as well as a name; all else, and what a slap before it left, is as it is now."""
    stage = BareStage(tmp_path)
    scene, sitting = table_of(stage, game, players, 3, people, options)
    page, before, rolls, held_back = Page(stage, scene), dict[str, object](), set[int | None](), 0
    while not sitting.over and len(rolls) < ROLLS:
        watched = scene.aftermath.rolling(stage.clock()) or bool(sitting.moment.room["asked"])
        wakes_us = scene.wakes_at_us() or 0
        stage.clock.at_us = max(stage.clock.at_us + FRAME_US, 0 if watched else wakes_us)
        scene.pump()
        rolling = scene.aftermath.rolling(stage.clock())
        now = hands(page) if watched or rolling else {}
        if rolling and not sitting.moment.room["asked"]:
            assert before in ({}, now), "the verdict fell, and the drum still rolls"
            assert "PADDLES LIVE" not in page.text(), "that can't wait"
            held_back += 1
        elif rolling:
            assert scene.table(scene.eyes).view == sitting.moment.view[scene.eyes], "nothing is decided"
            rolls.add(scene.aftermath.rolls_us)
        before = now if rolling or sitting.moment.room["asked"] else {}
    assert held_back or players == 2, "no verdict fell in a roll"  # of two, the roll begins with the race


def hands(page: Page) -> dict[str, object]:
    """What the seats hold, as it is drawn; and the last pair."""
    sprites = page.easel().sprites
    return {s.name: s.art for s in sprites if re.match(r"seat/\d/(hand|pairs)/|last-pair", s.name)}
