"""Adaptive bots of a new game are as good as its people's last games say."""

from pathlib import Path

from slamomatic.store.history import Match, SeatResult, open_history
from slamomatic.table.opening import adapted
from slamomatic.table.seats import Seat

SEATS = [Seat("Ada", 0), Seat("Ben", 1, "adaptive"), Seat("Cleo", 2, "easy")]


def kept(home: Path, *won: bool, player: str = "Ada") -> None:
    home.mkdir(exist_ok=True)
    with open_history(home) as history:
        for number, wins in enumerate(won):
            seats = (SeatResult(player, False, 3, wins), SeatResult("Ben", True, 1, not wins))
            history.add(Match(f"{player}-{number}", "hands-down", float(number), 5.0, "keys", seats))


def level(home: Path) -> int:
    return int(adapted(SEATS, home)[1].bot.removeprefix("adaptive:"))


def test_with_no_game_played_they_begin_easy(tmp_path: Path) -> None:
    seats = adapted(SEATS, tmp_path)
    assert [seat.bot for seat in seats] == ["", "adaptive:30", "easy"]


def test_wins_make_them_better_losses_easier(tmp_path: Path) -> None:
    kept(tmp_path / "won", True, True, True)
    kept(tmp_path / "lost", False, False, False)
    assert level(tmp_path / "won") > 30 > level(tmp_path / "lost")


def test_other_peoples_games_do_not_count(tmp_path: Path) -> None:
    kept(tmp_path, True, True, True, player="Dan")
    assert level(tmp_path) == 30


def test_without_an_adaptive_bot_nothing_is_read(tmp_path: Path) -> None:
    assert adapted(SEATS[:1], tmp_path / "nowhere") == SEATS[:1]
    assert not (tmp_path / "nowhere").exists()
