"""Every view has the options of its game, for all that shows the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.tiny_game import Tiny
from slamomatic import engine
from slamomatic.engine import Setup
from slamomatic.engine.vocabulary import COMMON_OPTIONS, Option
from slamomatic.face.face import Face, OnPhone, Page, Telling, Weight
from slamomatic.gallery.tables import steps, table_of
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.help import pages
from slamomatic.screen.scenes.result import ResultScene
from support.page import Page as Screen
from support.seat_page import page_of

NAMES = ("Ada", "Ben", "Cleo")


class Priced(Tiny):
    """Tiny with one option, which is a number."""

    NAME = "priced"
    OPTIONS = {**COMMON_OPTIONS, "price": Option("what a pile is worth", 3, 1, 9)}  # noqa: RUF012
    FACE = "table.test_options_are_seen:FACE"


FACE = Face(
    title="Priced",
    pages=(Page("Priced", "A pile is worth {price} points."),),
    effects={"takes": Telling("pile", "{seat} takes {price} points", Weight.VERDICT)},
    status=lambda t, seat: (f"piles of {t.options['price']}", False),
    draw=lambda e, t, area: e.text("price", f"play for {t.options['price']}", area, 30),
    on_phone=lambda view: OnPhone(facts=[f"each {view['options']['price']}"]),
    decided=lambda view: f"at {view['options']['price']} a pile",
)


@pytest.fixture(autouse=True)
def priced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(engine.GAMES, "priced", "table.test_options_are_seen:Priced")


@pytest.mark.parametrize(("options", "price"), [({}, 3), ({"price": 7}, 7)])
def test_board_seats_sentences_help_and_result_read_it(
    options: dict[str, int], price: int, tmp_path: Path
) -> None:
    stage = BareStage(tmp_path)
    scene, session = table_of(stage, "priced", 3, 5, (0,), options)
    screen = Screen(stage, scene)
    read = set[str]()
    for _ in steps(stage, scene, 600_000_000):
        read |= {words.partition(" takes ")[2] or words for words in screen.words()}
    assert session.over
    assert {f"play for {price}", f"piles of {price}", f"{price} points"} <= read
    assert f"at {price} a pile" in Screen(stage, ResultScene(stage, session.outcome())).text()
    help_pages = pages("priced", stage.prefs, session.options)
    assert help_pages[0].words == f"A pile is worth {price} points."


def test_a_phone_reads_it() -> None:
    assert page_of(Priced(Setup(3, 5, {"price": 8})), 0, NAMES)["facts"][0] == "each 8"


def test_every_pair_of_eyes_has_all_options() -> None:
    game = Priced(Setup(3, 5, {"price": 8}))
    views = [game.view(eyes) for eyes in (None, 0, 1, 2)]
    assert [view["options"]["price"] for view in views] == [8] * 4
    assert all(view["options"].keys() == Priced.OPTIONS.keys() for view in views)
