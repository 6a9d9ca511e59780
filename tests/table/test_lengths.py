"""Short, normal and long games: what the start screen offers, tells and plays; the minutes are people's."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from slamomatic import engine, preferences
from slamomatic.engine import GAMES, Setup
from slamomatic.face import lengths
from slamomatic.face.lengths import LONG, NORMAL, SHORT, lengths_of, minutes_of, options_of
from slamomatic.gallery.tables import table_of
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.start import StartScene
from slamomatic.screen.scenes.table import TableScene
from support.page import Page
from support.peoples_pace import minutes, minutes_by_players

SAMPLE = range(1000, 1005)  # seeds that the table was not measured with
MOST_OFF = 2.0  # times: five games are few


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_short_form_and_normal_is_the_rulebook_s(game: str) -> None:
    assert lengths_of(game)[:2] == [SHORT, NORMAL]
    assert options_of(game, NORMAL) == {}
    kind = engine.find(game)
    for length in lengths_of(game):
        kind(Setup(kind.SEATS[0], 1, options_of(game, length)))  # its options are the game's


@pytest.mark.parametrize("game", GAMES)
def test_a_longer_game_is_told_longer(game: str) -> None:
    for players in engine.find(game).SEATS:
        told = [minutes_of(game, length, players) or 0 for length in lengths_of(game)]
        assert told == sorted(told)
        assert told[0] >= 1


@pytest.mark.parametrize("game", GAMES)
def test_the_minutes_told_are_those_of_games_that_are_played_now(game: str) -> None:
    """A sample; all of it: `python3 tools/minutes.py`."""
    measured = lengths._measured()[game]
    players = min(4, engine.find(game).SEATS[-1])
    for length in (SHORT, NORMAL):
        found = minutes(game, length, players, SAMPLE)
        assert measured[length][players] / MOST_OFF <= found <= measured[length][players] * MOST_OFF


def test_a_wrong_figure_in_the_table_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = {"quick-draw": {SHORT: {4: 5.0}, NORMAL: {4: 5.0}}}
    monkeypatch.setattr(lengths, "_measured", lambda: wrong)
    with pytest.raises(AssertionError):
        test_the_minutes_told_are_those_of_games_that_are_played_now("quick-draw")


def test_the_table_has_every_length_for_the_fewest_the_most_and_four() -> None:
    read = json.loads(Path(lengths.__file__).with_name(lengths.MEASURED).read_text())
    assert set(read) == set(GAMES)
    for game in GAMES:
        assert list(read[game]) == list(lengths_of(game))
    assert set(minutes_by_players("quick-draw", SHORT, 1)) == {2, 4, 6}


def test_between_two_numbers_of_players_lies_what_was_measured_for_both() -> None:
    assert lengths.between({2: 10.0, 4: 20.0}, 3) == 15.0
    assert lengths.between({2: 10.0, 4: 20.0}, 6) == 20.0


def test_nobody_knows_how_long_a_game_takes_that_was_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(engine.GAMES, "tiny", "rules.tiny_game:Tiny")
    assert minutes_of("tiny", NORMAL, 3) is None
    assert lengths_of("tiny") == [NORMAL]


# --- on the start screen --------------------------------------------------------------------------


@pytest.fixture
def page(tmp_path: Path) -> Page:
    stage = BareStage(tmp_path)
    stage.prefs = replace(stage.prefs, game="hit-the-deck", players=4)
    return Page(stage, StartScene(stage))


def test_the_button_goes_round_the_lengths_and_the_tiles_tell_their_minutes(page: Page) -> None:
    told = []
    for _ in range(3):
        told.append(
            (page.said_by("length/words"), page.said_by("game/hit-the-deck/facts").replace("\n", " "))
        )
        page.click_name("length")
    whole, long = minutes_of("hit-the-deck", NORMAL, 4), minutes_of("hit-the-deck", LONG, 4)
    assert told[0] == ("Normal game", f"2-6 players, {whole} min")
    assert told[1] == ("Long game", f"2-6 players, {long} min")
    assert told[2][0] == "Cup: 3 games"
    assert page.said_by("length/words") == "Short game"


def test_a_short_game_is_played_and_remembered(page: Page, tmp_path: Path) -> None:
    page.stage.prefs = replace(page.stage.prefs, length=SHORT)
    preferences.save(page.stage.prefs, tmp_path)
    assert preferences.load(tmp_path).length == SHORT
    page.press("confirm")
    assert isinstance(page.scene, TableScene)
    assert page.scene.session.options["target"] == 40


def test_a_game_without_this_length_is_played_whole(page: Page) -> None:
    page.stage.prefs = replace(page.stage.prefs, game="slamwich", length=LONG)
    assert page.said_by("length/words") == "Normal game"
    page.press("confirm")
    assert isinstance(page.scene, TableScene)
    assert page.scene.session.options["minutes"] == 0


def test_what_the_command_line_says_is_stronger(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    stage.prefs = replace(stage.prefs, game="hit-the-deck", length=SHORT)
    page = Page(stage, StartScene(stage, {"target": 7}))
    page.press("confirm")
    assert isinstance(page.scene, TableScene)
    assert page.scene.session.options["target"] == 7


def test_real_cards_are_as_many_as_the_players_deal(page: Page) -> None:
    page.stage.prefs = replace(page.stage.prefs, length=SHORT)
    assert "length" in page.names()
    page.click_name("cards")
    page.click_name("cards")
    assert "length" not in page.names()


@pytest.mark.parametrize(("length", "points"), [(SHORT, 20), (NORMAL, 50), (LONG, 100)])
def test_lowdown_says_at_how_many_points_this_game_ends(length: str, points: int, tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    scene, session = table_of(stage, "lowdown", 3, 1, (0,), options_of("lowdown", length))
    assert f"ends at {points} points\nthe fewest points win" in Page(stage, scene).words()
    session.close()
