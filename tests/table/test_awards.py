"""Awards at the end: for what everybody saw, to one player each, the same from the journal."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from slamomatic.engine import GAMES, find
from slamomatic.face.faces import face_of
from slamomatic.gallery.tables import steps, table_of
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.awards import awards
from slamomatic.screen.scenes.result import GOOD_TO_US, ResultScene
from slamomatic.seat import Seat
from slamomatic.table.outcome import Outcome
from support.page import Page

SEATS = tuple(Seat(name, colour) for colour, name in enumerate(("Ada", "Ben", "Cleo")))
VIEW = {"scores": [3, 2, 1], "winners": [0]}


def outcome(reactions: dict[int, list[int]], counts: dict[tuple[str, int], int]) -> Outcome:
    return Outcome("hands-down", SEATS, VIEW, 60_000_000, reactions, counts)


def handed(end: Outcome) -> list[tuple[str, int, str]]:
    return [tuple(award) for award in awards(end, face_of(end.game), GOOD_TO_US)]  # type: ignore[misc]


def test_who_was_fastest_and_who_was_fooled_most_are_told() -> None:
    end = outcome({0: [310_000, 900_000], 1: [500_000]}, {("pays-early", 2): 3, ("pays-early", 0): 1})
    assert handed(end) == [("Fastest hand", 0, "0.31 s"), ("Most fooled", 2, "3\N{MULTIPLICATION SIGN}")]


def test_what_two_did_as_often_is_nobody_s_award() -> None:
    assert handed(outcome({}, {("lost", 0): 2, ("lost", 1): 2})) == []


def test_times_that_look_alike_are_nobody_s_award() -> None:
    assert handed(outcome({0: [310_100], 1: [310_900]}, {})) == []


def test_a_game_in_which_nothing_happened_hands_out_nothing() -> None:
    assert handed(outcome({}, {})) == []


def test_every_game_s_awards_are_won_by_what_happens_in_it(tmp_path: Path) -> None:
    """Every title belongs to a word that some effect has; the others could never be won."""
    for game in GAMES:
        kinds = find(game).EFFECTS
        for _, what in face_of(game).awards:
            assert what in kinds or what.rpartition("-")[0] in kinds, f"{game}: {what}"


def test_a_played_game_ends_on_a_podium_with_awards(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    scene, session = table_of(stage, "hands-down", 4, 3, (0,))
    for _ in steps(stage, scene, 2_000_000_000):
        pass
    assert session.over
    page = Page(stage, ResultScene(stage, session.outcome()))
    assert page.said_by("award/0/title") == "Fastest hand"
    assert page.said_by("award/0/name") in [sits.name for sits in session.seats]
    heights = {s.name: s.box.h for s in page.easel().sprites if s.name.startswith("chair/")}
    (winner,) = session.outcome().view["winners"]
    chairs = [h for name, h in heights.items() if name.count("/") == 1]
    assert heights[f"chair/{winner}"] == max(chairs) > min(chairs)


def test_who_shares_a_place_stands_as_high(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    end = replace(outcome({}, {}), view={"scores": [1, 3, 1], "winners": [1]})
    sprites = Page(stage, ResultScene(stage, end)).easel().sprites
    ada, ben, cleo = (next(s.box.h for s in sprites if s.name == f"chair/{seat}") for seat in range(3))
    assert ada == cleo < ben
