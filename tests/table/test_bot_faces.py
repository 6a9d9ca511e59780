"""The bots' faces: each has its own, and it takes what happened as one would."""

from __future__ import annotations

from pathlib import Path

import pytest

from slamomatic.engine.bots import CHARACTERS
from slamomatic.face.bot_faces import BotFace, Feeling
from slamomatic.gallery.tables import steps, table_of
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.reactions import HOP_US, LASTS_US
from slamomatic.screen.scenes.table import TableScene
from slamomatic.table.announcements import ROLL_US
from support.page import Page

SIZE = (1280, 720)
LONGEST_US = 600_000_000


def until(tmp_path: Path, game: str, what: str, reduced: bool = False) -> tuple[Page, TableScene, int]:
    """One person among three bots, at the moment of this effect of a bot."""
    stage = BareStage(tmp_path, reduced)
    scene, _ = table_of(stage, game, 4, 3, (0,))
    for _ in steps(stage, scene, LONGEST_US):
        for effect in scene.session.moment.public:
            if effect["what"] == what and effect.get("seat"):
                return Page(stage, scene, SIZE), scene, effect["seat"]
    raise AssertionError(f"no {what}")


def faces(page: Page) -> dict[int, Feeling]:
    shown = [s for s in page.easel().sprites if isinstance(s.art, BotFace)]
    return {int(s.name.split("/")[1]): s.art.mood for s in shown if isinstance(s.art, BotFace)}


def test_every_character_has_a_face_of_its_own_for_every_feeling() -> None:
    drawn = {
        BotFace(kind, mood).draw(60, 60).get_buffer().raw for kind in ("", *CHARACTERS) for mood in Feeling
    }
    assert len(drawn) == (len(CHARACTERS) + 1) * len(Feeling)


def test_bots_have_faces_and_people_their_own(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    scene, _ = table_of(stage, "hands-down", 4, 3, (0,))
    scene.pump()
    assert faces(Page(stage, scene, SIZE)) == dict.fromkeys((1, 2, 3), Feeling.CALM)


@pytest.mark.parametrize(
    ("game", "what", "feels"),
    [
        ("hands-down", "lost", Feeling.WINCE),
        ("slamwich", "won", Feeling.GLOAT),
        ("slamwich", "slip", Feeling.WINCE),
        ("yahtzee-hands-down", "combo-won", Feeling.GLOAT),
        ("yahtzee-hands-down", "chance-won", Feeling.SHRUG),
    ],
)
def test_a_bot_takes_it_as_one_would(game: str, what: str, feels: Feeling, tmp_path: Path) -> None:
    page, scene, seat = until(tmp_path, game, what)
    shown_us = page.stage.clock.at_us
    if scene.announcements.rolls_us is not None:
        assert faces(page)[seat] is Feeling.CALM, "the drum still rolls"
        shown_us = scene.announcements.rolls_us + ROLL_US
    page.stage.clock.at_us = shown_us
    assert faces(page)[seat] is feels
    page.stage.clock.at_us += LASTS_US
    assert faces(page)[seat] is Feeling.CALM


@pytest.mark.parametrize("reduced", [False, True])
def test_a_face_hops_but_not_with_reduced_motion(tmp_path: Path, reduced: bool) -> None:
    page, _, seat = until(tmp_path, "slamwich", "won", reduced)

    def place() -> list[object]:
        return [s.box for s in page.easel().sprites if s.name == f"seat/{seat}/face"]

    before = place()
    page.stage.clock.at_us += HOP_US
    assert (place() == before) is reduced


def test_no_face_covers_what_is_shouted(tmp_path: Path) -> None:
    """Where several share the screen the seats of Lowdown reach up to the words."""
    stage = BareStage(tmp_path)
    scene, _ = table_of(stage, "lowdown", 4, 3, (0, 1))
    page, shouted = Page(stage, scene, SIZE), 0
    for _ in steps(stage, scene, LONGEST_US):
        sprites = page.easel().sprites if scene.announcements.saying == "cleared" else []
        band = next((sprite.box for sprite in sprites if sprite.name == "slap-show/band"), None)
        if band is not None:
            shouted += 1
            assert not [s.name for s in sprites if isinstance(s.art, BotFace) and band.meets(s.box)]
    assert shouted
