"""A cup: three short games, a point for everybody who is beaten, and nothing lost by a kill in between."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slamomatic.engine import GAMES, Event, find
from slamomatic.errors import UserError
from slamomatic.games.quick_draw.rules import QuickDraw
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.front import FrontScene
from slamomatic.screen.scenes.result import ResultScene
from slamomatic.screen.scenes.start import StartScene
from slamomatic.screen.scenes.table import TableScene
from slamomatic.store import journals
from slamomatic.store.history import open_history
from slamomatic.table import cup as cups
from slamomatic.table import finish
from slamomatic.table.cup import Cup, cup_in, games_of_cup, minutes_of_cup, points_of
from slamomatic.table.session import GameSession
from slamomatic.units.base import Fault
from slamomatic.units.merge import Units
from support.page import Page
from support.scripted_unit import ScriptedUnit
from support.session import session_of

THREE = ("quick-draw", "hands-down", "slamwich")
SHOWN_US, RESTED_US = 20_000_000, 3_000_000


def view(scores: list[int], winners: list[int], gone: list[int] | None = None) -> dict[str, object]:
    return {"scores": scores, "winners": winners, "gone": [s in (gone or []) for s in range(len(scores))]}


# --- the points -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "winners", "points"),
    [
        ([5, 3, 1], [0], [2, 1, 0]),
        ([40, 3, 12], [1], [0, 2, 1]),  # the fewest points win
        ([4, 4, 1], [0, 1], [1, 1, 0]),
        ([4, 4, 1], [1], [1, 2, 0]),  # something else broke the tie
        ([2, 2, 9], [2], [0, 0, 2]),
        ([0, 0, 0], [], [0, 0, 0]),  # nobody has won
    ],
)
def test_a_point_for_everybody_who_is_beaten(
    scores: list[int], winners: list[int], points: list[int]
) -> None:
    assert points_of(view(scores, winners)) == points


def test_who_has_left_is_beaten_and_beats_nobody() -> None:
    assert points_of(view([9, 3, 1], [1], gone=[0])) == [0, 2, 1]


def test_points_go_along_from_game_to_game() -> None:
    cup = cups.Cup(THREE, (0,) * 3)
    for winner in (0, 1, 1):
        assert not cup.finished
        cup = cup.after(view([2 * (seat == winner) for seat in range(3)], [winner]))
    assert cup.finished
    assert (cup.points, cup.winners) == ((2, 4, 0), [1])


@pytest.mark.parametrize("players", range(2, 7))
def test_a_cup_is_three_games_for_so_many_players_in_about_a_quarter_of_an_hour(players: int) -> None:
    for first in [game for game in GAMES if players in find(game).SEATS]:
        games = games_of_cup(first, players)
        assert games[0] == first
        assert len(set(games)) == 3
        assert all(players in find(game).SEATS for game in games)
        assert 8 <= minutes_of_cup(games, players) <= 25


@pytest.mark.parametrize(
    "told",
    [
        None,
        7,
        {},
        {"games": ["hands-down"], "points": [0], "over": 0},
        {"games": ["no-such-game"], "points": [0, 0], "over": 0},
        {"games": ["hands-down"], "points": [0, 0], "over": 1},
        {"games": ["hands-down"], "points": [0, -1], "over": 0},
    ],
)
def test_a_cup_that_can_not_be_read_is_no_cup(told: object) -> None:
    assert cup_in({"players": [{}, {}], "cup": told}) is None


# --- at the table ---------------------------------------------------------------------------------


def playing(home: Path) -> Page:
    """A cup of Quick Draw and two other games has begun."""
    stage = BareStage(home)
    stage.prefs = replace(stage.prefs, game="quick-draw", players=3, length="cup", explained=tuple(GAMES))
    page = Page(stage, StartScene(stage))
    page.press("confirm")
    return page


def end_game(page: Page, winner: int = 0) -> None:
    """The game ends here and now; in Quick Draw this seat has won it. The result is before the players."""
    session = session_of(page.scene)
    game = session.played.game

    def ends() -> bool:
        if isinstance(game, QuickDraw):
            game.points = [3 * (seat == winner) for seat in range(game.seats)]
        game.finish()
        return True

    game.void_open_slap = ends  # type: ignore[method-assign]
    session.play(Event("void", None, game.now_us))
    page.wait(SHOWN_US)
    page.wait(SHOWN_US)
    assert isinstance(page.scene, ResultScene)
    page.wait(RESTED_US)


def cup_of(page: Page) -> Cup | None:
    return session_of(page.scene).cup


def test_the_start_screen_tells_the_three_games_and_plays_the_first(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    stage.prefs = replace(stage.prefs, game="quick-draw", players=3, length="cup")
    told = Page(stage, StartScene(stage)).said_by("line/words")
    assert told.startswith("Cup: Quick Draw, ")
    assert "A point for everybody you beat." in told
    page = playing(tmp_path)
    cup = cup_of(page)
    assert cup is not None
    assert cup.games == games_of_cup("quick-draw", 3)
    assert isinstance(page.scene, TableScene)
    assert page.scene.session.options["rounds"] == 3, "short games"


def test_the_result_shows_the_cup_and_one_key_goes_on(tmp_path: Path) -> None:
    page = playing(tmp_path)
    end_game(page, winner=1)
    assert page.said_by("sub").startswith("Cup, game 1 of 3: Quick Draw, ")
    assert "+2 in the cup\nCup: 2 points" in page.words()
    page.press("confirm")
    cup = cup_of(page)
    assert cup is not None
    assert (cup.over, cup.points) == (1, (0, 2, 0))
    with open_history(tmp_path) as history:
        assert [match.game for match in history.matches(5)] == ["quick-draw"]


@pytest.mark.parametrize("when", ["in play", "at the result"])
def test_a_kill_in_the_middle_loses_nothing(when: str, tmp_path: Path) -> None:
    page = playing(tmp_path)
    end_game(page, winner=1)
    if when == "in play":
        page.press("confirm")
        session_of(page.scene).journal.close()  # as the end of a process does
    else:
        assert isinstance(page.scene, ResultScene)
        assert page.scene._next is not None
        page.scene._next.journal.close()
    stage = BareStage(tmp_path)
    stage.prefs = replace(page.stage.prefs)
    start = StartScene(stage)
    assert start.resumable
    start.resume_at_once()
    start.pump()
    cup = session_of(stage.scene).cup
    assert cup is not None
    assert (cup.over, cup.points) == (1, (0, 2, 0))
    assert session_of(stage.scene).name == cup.games[1]


def test_a_kill_before_the_first_game_is_put_away_loses_nothing_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object) -> str:
        raise KeyboardInterrupt

    page = playing(tmp_path)
    monkeypatch.setattr(finish, "count_and_put_away", killed)
    with pytest.raises(KeyboardInterrupt):
        end_game(page, winner=1)
    kept = [cup_in(journals.first_line(path) or {}) for path in journals.all_open(tmp_path)]
    assert sorted((cup.over, cup.points) for cup in kept if cup) == [(0, (0, 0, 0)), (1, (0, 2, 0))]


def all_but_one_leave(page: Page) -> None:
    """The game is over by its rules, and is when it is resumed."""
    session = session_of(page.scene)
    for seat in (0, 2):
        session.play(Event("drop", seat, session.played.game.now_us))
    assert session.over


def not_put_away(home: Path, monkeypatch: pytest.MonkeyPatch) -> dict[int, Path]:
    """Both journals stay open: how many games of the cup were over as each began, and its path."""

    def fails(session: GameSession, home: Path | None = None) -> str:
        session.close()
        raise UserError("The disk is full.")

    page = playing(home)
    with monkeypatch.context() as patched:
        patched.setattr(finish, "count_and_put_away", fails)
        all_but_one_leave(page)
        at_its_result(page)
    page.press("pause")
    return open_cups(home)


def open_cups(home: Path) -> dict[int, Path]:
    kept = [(cup_in(journals.first_line(path) or {}), path) for path in journals.all_open(home)]
    return {cup.over: path for cup, path in kept if cup}


def resumed(home: Path, path: Path) -> Page:
    stage = BareStage(home)
    stage.prefs = replace(stage.prefs, explained=tuple(GAMES))
    start = StartScene(stage)
    page = Page(stage, start)
    start.resume_at_once(path)
    page.wait(RESTED_US)
    return page


def at_its_result(page: Page) -> ResultScene:
    page.wait(SHOWN_US)
    page.wait(SHOWN_US)
    assert isinstance(page.scene, ResultScene)
    page.wait(RESTED_US)
    return page.scene


def test_a_finished_game_that_is_resumed_does_not_begin_the_next_one_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = not_put_away(tmp_path, monkeypatch)
    page = resumed(tmp_path, kept[0])
    at_its_result(page)
    assert journals.all_open(tmp_path) == [kept[1]], "the first is put away, and the next is one game"
    page.press("confirm")
    assert session_of(page.scene).journal.path == kept[1]
    cup = cup_of(page)
    assert cup is not None and cup.over == 1
    with open_history(tmp_path) as history:
        assert [match.game for match in history.matches(5)] == ["quick-draw"]


def test_a_finished_game_whose_cup_has_gone_on_is_counted_and_begins_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = not_put_away(tmp_path, monkeypatch)
    page = resumed(tmp_path, kept[1])
    end_game(page)
    page.press("pause")  # the third game waits
    third = open_cups(tmp_path)[2]
    page = resumed(tmp_path, kept[0])
    at_its_result(page)
    assert journals.all_open(tmp_path) == [third]
    assert "cup" not in page.text().lower()
    with open_history(tmp_path) as history:
        assert len(history.matches(5)) == 2


def test_a_kill_while_the_next_game_s_journal_is_empty_leaves_the_next_game_to_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = not_put_away(tmp_path, monkeypatch)
    kept[1].write_bytes(b"")
    page = resumed(tmp_path, kept[0])
    at_its_result(page)
    page.press("confirm")
    cup = cup_of(page)
    assert cup is not None and cup.over == 1


def test_a_paddle_that_breaks_at_the_result_is_distrusted_in_the_next_game(tmp_path: Path) -> None:
    page = playing(tmp_path)
    pico = ScriptedUnit(page.stage.clock)
    page.stage.unit = Units([pico, *page.stage.unit.units], clock=page.stage.clock)
    page.stage.unit.start()
    all_people = [replace(seat, bot="") for seat in page.stage.prefs.seats]
    page.stage.prefs = replace(page.stage.prefs, seats=tuple(all_people))
    page = Page(page.stage, StartScene(page.stage))
    page.press("confirm")
    end_game(page)
    pico.faults = (Fault(1, "stuck", ""),)
    page.press("confirm", "confirm")  # the next game, without its countdown
    page.wait(RESTED_US)
    assert isinstance(page.scene, TableScene)
    assert page.scene.session.needs_a_key() == [1]


def test_leaving_at_the_result_keeps_the_cup_for_later(tmp_path: Path) -> None:
    page = playing(tmp_path)
    end_game(page)
    page.press("pause")
    assert isinstance(page.scene, FrontScene)
    page.click_name("resume")
    cup = cup_of(page)
    assert cup is not None and cup.over == 1


def test_the_list_of_kept_games_says_which_game_of_the_cup_it_is(tmp_path: Path) -> None:
    from slamomatic.screen.scenes.start_picture import _told

    page = playing(tmp_path)
    assert isinstance(page.scene, TableScene)
    page.scene.session.close()
    (kept,) = journals.all_open(tmp_path)
    assert _told(kept).startswith("Cup, game 1 of 3: Quick Draw, ")


def test_after_the_last_game_the_podium_is_the_cup_s_and_the_next_cup_begins_anew(
    tmp_path: Path,
) -> None:
    page = playing(tmp_path)
    for _ in range(2):
        end_game(page, winner=1)
        page.press("confirm")
    cup = cup_of(page)
    assert cup is not None
    session_of(page.scene).cup = replace(cup, points=(9, 0, 0))
    end_game(page)
    assert page.said_by("title").endswith("Red wins the cup!")
    assert journals.all_open(tmp_path) == []
    page.press("confirm")
    cup = cup_of(page)
    assert cup is not None and (cup.over, cup.points) == (0, (0, 0, 0))


def test_a_game_by_itself_is_part_of_no_cup(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    stage.prefs = replace(stage.prefs, game="quick-draw", players=3, explained=tuple(GAMES))
    page = Page(stage, StartScene(stage))
    page.press("confirm")
    assert cup_of(page) is None
    end_game(page)
    assert "cup" not in page.text().lower()
