"""A cup: three short games, a point for everybody who is beaten, and nothing lost by a kill in between."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from slamomatic.engine import GAMES, Event, find
from slamomatic.errors import UserError
from slamomatic.games.quick_draw.rules import QuickDraw
from slamomatic.kit.easel import Text
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.ceremony import WINNER_STANDS_US
from slamomatic.screen.scenes.cup import ADDS_US, STOOD_US, CupScene, about_cup
from slamomatic.screen.scenes.front import FrontScene
from slamomatic.screen.scenes.history import HistoryScene
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
    cup = cups.Cup(THREE, 3)
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
        {"games": ["hands-down", "slamwich"], "won": [[0]]},
        {"games": ["no-such-game", "slamwich"], "won": [[0, 0]]},
        {"games": ["hands-down"], "won": [[0, 0]]},
        {"games": ["hands-down", "slamwich"], "won": [[0, -1]]},
        {"games": ["hands-down", "slamwich"], "won": 7},
        {"games": ["hands-down", "slamwich"], "points": 7, "over": 1},
        {"games": ["hands-down", "slamwich"], "points": [1, 2], "over": 2},
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


def go_on(page: Page) -> None:
    """From the result to the cup, and on once all of it was seen."""
    page.press("confirm")
    assert isinstance(page.scene, CupScene)
    page.wait(SHOWN_US)
    page.press("confirm")


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


def test_who_names_a_game_when_starting_the_table_plays_that_game_alone(tmp_path: Path) -> None:
    """`--game quick-draw`, after the last evening's cup."""
    stage = BareStage(tmp_path)
    stage.prefs = replace(stage.prefs, game="quick-draw", players=3, length="cup")
    page = Page(stage, StartScene(stage))
    assert isinstance(page.scene, StartScene)
    page.scene.ask_for_one_game()
    page.wait(20_000)
    assert (session_of(page.scene).name, cup_of(page)) == ("quick-draw", None)


def test_the_result_leads_to_the_cup_and_from_there_to_the_next_game(tmp_path: Path) -> None:
    page = playing(tmp_path)
    end_game(page, winner=1)
    assert page.said_by("sub").startswith("Cup, game 1 of 3: Quick Draw, ")
    go_on(page)
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
        go_on(page)
        session_of(page.scene).journal.close()  # as the end of a process does
    else:
        assert isinstance(page.scene, ResultScene)
        assert page.scene._next is not None
        page.scene._next.journal.close()
    stage = BareStage(tmp_path)
    stage.prefs = replace(page.stage.prefs)
    start = StartScene(stage)
    assert start.resumable
    start.ask_to_resume()
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
    start.ask_to_resume(path)
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
    go_on(page)
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
    go_on(page)
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
    go_on(page)
    page.press("confirm")  # without its countdown
    page.wait(RESTED_US)
    assert isinstance(page.scene, TableScene)
    assert page.scene.session.needs_a_key() == [1]


def assert_the_cup_is_kept(page: Page) -> None:
    """The cup was left after its first game: the front scene can resume it."""
    assert isinstance(page.scene, FrontScene)
    page.click_name("resume")
    cup = cup_of(page)
    assert cup is not None and cup.over == 1


def test_leaving_at_the_result_keeps_the_cup_for_later(tmp_path: Path) -> None:
    page = playing(tmp_path)
    end_game(page)
    page.press("pause")
    assert_the_cup_is_kept(page)


def test_the_list_of_kept_games_says_which_game_of_the_cup_it_is(tmp_path: Path) -> None:
    from slamomatic.screen.scenes.start_picture import _about_unfinished

    page = playing(tmp_path)
    assert isinstance(page.scene, TableScene)
    page.scene.session.close()
    (kept,) = journals.all_open(tmp_path)
    assert _about_unfinished(kept).startswith("Cup, game 1 of 3: Quick Draw, ")


def last_game_over(home: Path, *won: tuple[int, ...]) -> Page:
    """The result of a cup's last game, which Red wins. `won`: the points of the games before it."""
    page = playing(home)
    session_of(page.scene).cup = Cup((*THREE[1:], THREE[0]), 3, won)
    end_game(page, winner=0)
    return page


def names_in_lines(page: Page) -> list[str]:
    """The players in the cup's table, from its top."""
    places = [
        (s.box.y, s.art.words)
        for s in page.easel().sprites
        if isinstance(s.art, Text) and re.fullmatch(r"cup/\d/\d/name", s.name)
    ]
    return [name for _, name in sorted(places)]


def test_after_a_game_the_cup_shows_how_it_stood_what_was_added_and_how_it_stands(tmp_path: Path) -> None:
    page = playing(tmp_path)
    end_game(page, winner=0)
    go_on(page)
    end_game(page, winner=0)
    assert isinstance(page.scene, ResultScene) and page.scene.cup is not None
    page.scene.cup = replace(page.scene.cup, won=((0, 2, 1), (2, 0, 0)))
    page.press("confirm")
    assert names_in_lines(page) == ["Yellow", "Green", "Red"], "as it stood"
    assert page.said_by("cup/2/0/points") == "0"
    page.wait(STOOD_US + ADDS_US // 2)
    assert page.said_by("cup/2/0/1") == "+1", "on its way to 2"
    page.wait(ADDS_US)
    assert names_in_lines(page) == ["Red", "Yellow", "Green"], "as it stands"
    assert [page.said_by(f"cup/2/0/{what}") for what in ("rank", "0", "1", "points")] == [
        "1",
        "+0",
        "+2",
        "2",
    ]
    assert "Everybody can still win the cup: the last game decides!" in page.words()
    assert {s.name for s in page.easel().sprites} >= {"cup/2/0/moved", "cup/2/2/moved"}


def test_the_cup_is_told_from_the_last_place_to_the_first_game_by_game(tmp_path: Path) -> None:
    page = last_game_over(tmp_path, (0, 2, 1), (1, 2, 0))
    page.press("confirm")
    page.stage.sounds.clear()
    told: list[list[str]] = [[]]
    columns: list[str] = []
    for _ in range(200):
        now = names_in_lines(page)
        assert page.said_by("title") == ("And the winner is…" if len(now) < 3 else "Yellow wins the cup!")
        told += [now] if now != told[-1] else []
        columns += [words for n in range(3) if (words := page.said_by(f"cup/3/1/{n}")) and n >= len(columns)]
        page.wait(50_000)
    assert told == [[], ["Green"], ["Red", "Green"], ["Yellow", "Red", "Green"]]
    assert len(columns) == 3, "the winner's points of each game, one after another"
    assert page.stage.sounds[-4:] == ["drumroll", "win", "stamp", "stamp"]
    assert page.said_by("cup/3/1/points") == "4"
    assert "Yellow had won it before the last game." in page.words()


def test_enter_shows_the_whole_cup_at_once_and_the_next_enter_begins_another(tmp_path: Path) -> None:
    page = last_game_over(tmp_path, (5, 0, 0), (0, 0, 0))
    assert journals.all_open(tmp_path) == []
    page.press("confirm", "confirm")
    assert page.said_by("title") == "Red wins the cup!"
    page.press("confirm")
    assert page.said_by("title") == "Red wins the cup!", "a second Enter right away takes nothing away"
    page.wait(WINNER_STANDS_US)
    page.press("confirm")
    cup = cup_of(page)
    assert cup is not None and (cup.over, cup.points) == (0, (0, 0, 0))


def test_with_reduced_motion_the_cup_stands_there_at_once(tmp_path: Path) -> None:
    page = last_game_over(tmp_path, (5, 0, 0), (0, 0, 0))
    page.stage.prefs = replace(page.stage.prefs, reduced_motion=True)
    page.press("confirm")
    assert page.said_by("title") == "Red wins the cup!"


def test_escape_at_the_cup_keeps_it_for_later(tmp_path: Path) -> None:
    page = playing(tmp_path)
    end_game(page)
    page.press("confirm", "pause")
    assert isinstance(page.scene, CupScene), "the first key tells all"
    page.press("pause")
    assert_the_cup_is_kept(page)


def test_the_history_has_a_line_for_the_cup(tmp_path: Path) -> None:
    page = last_game_over(tmp_path, (0, 2, 1), (1, 2, 0))
    with open_history(tmp_path) as history:
        assert history.matches(1)[0].cup_points == (3, 4, 1)
    shown = Page(page.stage, HistoryScene(page.stage, page.scene), (1280, 720))
    shown.scene.enter()
    assert shown.said_by("matches/0/title").startswith("Cup, ")
    assert shown.said_by("matches/0/won") == "Won by Yellow (bot), 3 at the table"
    assert not shown.said_by("matches/1/title").startswith("Cup, ")
    assert shown.said_by("matches/1/won") == "Won by Red, 3 at the table"


ADA_BEN_CID = ("Ada", "Ben", "Cid")


@pytest.mark.parametrize(
    ("won", "says"),
    [
        ([(2, 1, 0)], "Ada leads with 2 points."),
        ([(1, 1, 0)], "Ada and Ben lead together with 1 point each."),
        ([(2, 1, 0), (0, 1, 2)], "Everybody can still win the cup: the last game decides!"),
        ([(2, 1, 0), (2, 1, 0)], "Ada and Ben can still win the cup: the last game decides!"),
        ([(2, 0, 0), (2, 1, 0)], "Nobody can catch Ada any more. Who comes second?"),
        ([(2, 1, 0), (0, 1, 2), (1, 2, 0)], "Everybody was level before the last game: it decided!"),
        ([(2, 1, 0), (2, 1, 0), (0, 2, 0)], "Ada and Ben share it with 4 points each."),
        ([(2, 1, 0), (0, 2, 1), (2, 0, 1)], "Ada was 1 point behind before the last game. What a finish!"),
        ([(2, 1, 0), (2, 1, 0), (2, 1, 0)], "Ada led before the last game, and nobody came past."),
        ([(2, 0, 0), (2, 1, 0), (2, 1, 0)], "Ada had won it before the last game."),
    ],
)
def test_a_sentence_says_how_the_cup_stands_and_what_decided_it(
    won: list[tuple[int, ...]], says: str
) -> None:
    assert about_cup(Cup(THREE, 3, tuple(won)), ADA_BEN_CID) == says


def test_who_can_still_win_is_who_wins_or_shares_in_some_last_game() -> None:
    """Try every order of places in the last game, also with equal ones, against the formula."""
    for before in product(range(5), repeat=3):
        cup = Cup(THREE, 3, (before, (0, 0, 0)))
        able = set()
        for scores in product(range(3), repeat=3):
            best = [seat for seat in range(3) if scores[seat] == max(scores)]
            for winners in ([best], [[seat] for seat in best])[len(best) > 1]:
                able |= {*cup.after(view(list(scores), winners)).winners}
        assert cup.can_win == sorted(able)


@pytest.mark.parametrize("players", range(2, 7))
def test_a_cup_never_ends_on_its_slowest_game(players: int) -> None:
    for first in [game for game in GAMES if players in find(game).SEATS]:
        minutes = [minutes_of_cup([game], players) for game in games_of_cup(first, players)]
        assert minutes[-1] < max(minutes)


def test_a_cup_of_an_older_journal_goes_on_with_its_sum() -> None:
    saved = {"games": list(THREE), "points": [3, 1, 2], "over": 2}
    cup = cup_in({"players": [{}, {}, {}], "cup": saved})
    assert cup is not None and (cup.over, cup.points) == (2, (3, 1, 2))


def test_a_game_by_itself_is_part_of_no_cup(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    stage.prefs = replace(stage.prefs, game="quick-draw", players=3, explained=tuple(GAMES))
    page = Page(stage, StartScene(stage))
    page.press("confirm")
    assert cup_of(page) is None
    end_game(page)
    assert "cup" not in page.text().lower()
