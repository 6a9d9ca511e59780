"""The history of finished games: who played, who won, how fast they slapped. SQLite, one file.

A match is known by its journal's name, so that a game resumed after its end is not counted twice.
"""

import contextlib
import os
import sqlite3
import statistics
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slamomatic.errors import UserError, explained
from slamomatic.paddles import name_today
from slamomatic.store.disk import DISK, data_folder
from slamomatic.words import N_, Sentence, gettext, ngettext

SCHEMA_VERSION = 1
# `speed`, `screen` and `cup` came later. Programs that don't know them pass them over, so the version stays.
SCHEMA = """
CREATE TABLE IF NOT EXISTS match (
    id INTEGER PRIMARY KEY,
    journal TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    ended_at REAL NOT NULL,
    minutes REAL NOT NULL,
    unit TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS seat (
    match INTEGER NOT NULL REFERENCES match(id),
    seat INTEGER NOT NULL,
    player TEXT NOT NULL,
    bot INTEGER NOT NULL,
    score INTEGER NOT NULL,
    won INTEGER NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT;
CREATE TABLE IF NOT EXISTS reaction (
    match INTEGER NOT NULL REFERENCES match(id),
    seat INTEGER NOT NULL,
    reaction_us INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS reaction_of ON reaction (match, seat);
CREATE INDEX IF NOT EXISTS seat_of ON seat (player);
CREATE TABLE IF NOT EXISTS speed (
    match INTEGER NOT NULL REFERENCES match(id),
    seat INTEGER NOT NULL,
    mm_per_s INTEGER NOT NULL,
    error_mm_per_s INTEGER NOT NULL
) STRICT;
-- The measured delay of the screen that a game's reactions were kept without. Other games' include it.
CREATE TABLE IF NOT EXISTS screen (
    match INTEGER PRIMARY KEY REFERENCES match(id),
    delay_us INTEGER NOT NULL
) STRICT;
-- Each seat's points in the whole cup, beside the last game of a cup.
CREATE TABLE IF NOT EXISTS cup (
    match INTEGER NOT NULL REFERENCES match(id),
    seat INTEGER NOT NULL,
    points INTEGER NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT;
"""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of one seat; reactions in the order they were slapped."""

    player: str
    bot: bool
    score: int
    won: bool
    reactions_us: tuple[int, ...] = ()
    speeds_mm_s: tuple[tuple[int, int], ...] = ()  # of the hand, each with its error, where known


@dataclass(frozen=True, slots=True)
class Match:
    """One finished game, with its seats in order."""

    journal: str
    game: str
    ended_at: float
    minutes: float
    unit: str
    seats: tuple[SeatResult, ...]
    screen_us: int = 0  # the screen's measured delay, which reactions are without; 0: they include it
    cup_points: tuple[int, ...] = ()  # of each seat in the whole cup that ended with this game; (): none did

    @property
    def cup_winners(self) -> list[SeatResult]:
        """The seats of those who won the cup that ended with this game."""
        best = max(self.cup_points, default=0)
        points = zip(self.seats, self.cup_points, strict=False)
        return [seat for seat, its in points if its == best]


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """One person over all matches; bots have no record."""

    name: str
    matches: int
    wins: int
    best_us: int | None
    median_us: int | None
    slaps: int
    speed_mm_s: int | None = None  # of the hand, typically; None: no paddle of theirs could tell
    speed_error_mm_s: int | None = None


class DamagedHistory(UserError):
    """A history that could not be read. It was set aside, and the next opening starts a new one."""


class History:
    """An open history. Each query is short enough to run between two frames."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection

    def add(self, match: Match) -> bool:
        """Add a finished game. Return False if it was there already."""
        with self._db:
            row = self._db.execute(
                "INSERT INTO match (journal, game, ended_at, minutes, unit) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT (journal) DO NOTHING RETURNING id",
                (match.journal, match.game, match.ended_at, match.minutes, match.unit),
            ).fetchone()
            if row is None:
                return False
            if match.screen_us:
                self._db.execute("INSERT INTO screen VALUES (?, ?)", (row[0], match.screen_us))
            self._db.executemany(
                "INSERT INTO cup VALUES (?, ?, ?)",
                [(row[0], seat, points) for seat, points in enumerate(match.cup_points)],
            )
            for number, seat in enumerate(match.seats):
                self._db.execute(
                    "INSERT INTO seat VALUES (?, ?, ?, ?, ?, ?)",
                    (row[0], number, seat.player, seat.bot, seat.score, seat.won),
                )
                self._db.executemany(
                    "INSERT INTO reaction VALUES (?, ?, ?)",
                    [(row[0], number, reaction_us) for reaction_us in seat.reactions_us],
                )
                self._db.executemany(
                    "INSERT INTO speed VALUES (?, ?, ?, ?)",
                    [(row[0], number, *speed) for speed in seat.speeds_mm_s],
                )
        return True

    def matches(self, limit: int = 50) -> list[Match]:
        """Return the latest matches, the newest first."""
        rows = self._db.execute(
            "SELECT id, journal, game, ended_at, minutes, unit, coalesce(delay_us, 0) FROM match "
            "LEFT JOIN screen ON screen.match = match.id ORDER BY ended_at DESC, id DESC LIMIT ?",
            (limit,),
        ).fetchall()
        return [
            Match(journal, game, ended_at, minutes, unit, self._seats(id_), screen_us, self._cup_points(id_))
            for id_, journal, game, ended_at, minutes, unit, screen_us in rows
        ]

    def _seats(self, match: int) -> tuple[SeatResult, ...]:
        """Return the results of a match's seats, in order."""
        reactions = self._by_seat("reaction", "reaction_us", match)
        speeds = self._by_seat("speed", "mm_per_s, error_mm_per_s", match)
        return tuple(
            SeatResult(
                player,
                bool(bot),
                score,
                bool(won),
                tuple(reaction_us for (reaction_us,) in reactions[seat]),
                tuple(speeds[seat]),
            )
            for seat, player, bot, score, won in self._db.execute(
                "SELECT seat, player, bot, score, won FROM seat WHERE match = ? ORDER BY seat", (match,)
            )
        )

    def _cup_points(self, match: int) -> tuple[int, ...]:
        """Return the points of the cup that ended with this match; () if none did."""
        rows = self._db.execute("SELECT points FROM cup WHERE match = ? ORDER BY seat", (match,))
        return tuple(points for (points,) in rows)

    def _by_seat(self, table: str, columns: str, match: int) -> defaultdict[int, list[tuple[Any, ...]]]:
        """Return the rows of a match in this table, by seat and in their order."""
        kept: defaultdict[int, list[tuple[Any, ...]]] = defaultdict(list)
        statement = f"SELECT seat, {columns} FROM {table} WHERE match = ? ORDER BY rowid"
        for seat, *values in self._db.execute(statement, (match,)):
            kept[seat].append(tuple(values))
        return kept

    def players(self) -> list[PlayerRecord]:
        """Return everybody who ever played, most matches first."""
        rows = self._db.execute(
            "SELECT person(player) AS who, count(*), sum(won) FROM seat WHERE NOT bot "
            "GROUP BY who ORDER BY count(*) DESC, who"
        ).fetchall()
        records = []
        for name, played, wins in rows:
            times = self.reactions_us(name)
            speed = self._typical_speed(name)
            records.append(
                PlayerRecord(
                    name,
                    played,
                    wins,
                    min(times, default=None),
                    round(statistics.median(times)) if times else None,
                    len(times),
                    *speed,
                )
            )
        return records

    def about_times(self) -> str:
        """Say whether the screen's delay is part of the reaction times."""
        (games,), (without,) = (
            self._db.execute(f"SELECT count(*) FROM {table}").fetchone() for table in ("match", "screen")
        )
        if not without:
            return gettext("Reaction times begin when the screen changes. Compare them on this screen only.")
        if without == games:
            return gettext("Reaction times are without the screen's delay, which was measured.")
        return ngettext(
            "In {n} game reaction times are without the screen's delay, which was measured.",
            "In {n} games reaction times are without the screen's delay, which was measured.",
            without,
        )

    def _typical_speed(self, player: str) -> tuple[int | None, int | None]:
        """Return the median of a player's hand speeds and its own error; None for both if none is known."""
        speeds = self._db.execute(
            "SELECT mm_per_s, error_mm_per_s FROM speed JOIN seat USING (match, seat) "
            "WHERE person(player) = ? AND NOT bot ORDER BY mm_per_s",
            (name_today(player),),
        ).fetchall()
        return tuple(speeds[len(speeds) // 2]) if speeds else (None, None)

    def reactions_us(self, player: str) -> list[int]:
        """Return every reaction of one player, oldest first, for a plot."""
        return [
            row[0]
            for row in self._db.execute(
                "SELECT reaction_us FROM reaction JOIN seat USING (match, seat) "
                "JOIN match ON match.id = match WHERE person(player) = ? AND NOT bot "
                "ORDER BY ended_at, reaction.rowid",
                (name_today(player),),
            )
        ]


def _connect(path: Path) -> sqlite3.Connection:
    """Open the history, make its tables where they are missing, and check its pages.

    Raise UserError if a newer program wrote it, or sqlite3.DatabaseError if it is damaged.
    """
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # names are private: not by SQLite's own mode
    db = sqlite3.connect(path, timeout=2, isolation_level="IMMEDIATE")
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA foreign_keys = ON")
        db.create_function("person", 1, name_today, deterministic=True)
        db.execute("PRAGMA synchronous = FULL")  # else some builds lose a game with the power
        db.execute("PRAGMA fullfsync = ON")  # macOS
        db.execute("PRAGMA checkpoint_fullfsync = ON")
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if version > SCHEMA_VERSION:
            raise UserError(
                "The history {path} was written by a newer slamomatic. Update this one, or move that file "
                "away to start a new history.",
                path=path,
            )
        new = f"BEGIN IMMEDIATE; {SCHEMA} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;"
        db.executescript(new if version == 0 else SCHEMA)
        # A broken page would show only when it is read. The check takes 12 ms for a thousand games.
        if db.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
            raise sqlite3.DatabaseError(Sentence("its pages don't fit together"))
    except BaseException:
        db.close()
        raise
    return db


def _set_aside(path: Path) -> None:
    """Move a damaged history out of the way, under a name of its own; nothing of it is deleted."""
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    says = N_("The history {path} is damaged and can't be set aside ({why}). Move it away yourself.")
    with explained(says, path=path):
        DISK.move(path, aside)
        for ending in ("-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                DISK.move(path.with_name(path.name + ending), aside.with_name(aside.name + ending))


@contextlib.contextmanager
def open_history(home: Path | None = None) -> Iterator[History]:
    """Open the history inside a `with` block; make it where there is none.

    Raise DamagedHistory once for a damaged one, which is set aside: the next call begins a new one. Raise
    UserError if the file can't be opened, the disk is full, or another window keeps it busy.
    """
    path = (home or data_folder()) / "history.sqlite"
    try:
        db = _connect(path)
    except (OSError, sqlite3.OperationalError) as error:
        raise UserError(
            "The history {path} can't be opened ({why}). Check that you may write to its folder, and that "
            "it has room.",
            path=path,
            why=error,
        ) from error
    except sqlite3.DatabaseError as error:
        raise _damaged(path, error) from error
    try:
        yield History(db)
    except sqlite3.DatabaseError as error:
        db.close()
        if _is_damage(error):
            raise _damaged(path, error) from error
        if not isinstance(error, sqlite3.OperationalError):
            raise
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
            raise UserError(
                "The disk is full, so this game is not counted yet. "
                "Make room on the disk, then resume the game."
            ) from error
        raise UserError(
            "The history {path} did not answer ({why}). Close other slamomatic windows and try again. "
            "A game that ended is counted when you resume it.",
            path=path,
            why=error,
        ) from error
    finally:
        db.close()


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    """Return whether the file itself is to blame, and not another window, the disk or this program."""
    undecodable = isinstance(error, sqlite3.OperationalError) and not hasattr(error, "sqlite_errorcode")
    return type(error) is sqlite3.DatabaseError or undecodable


def _damaged(path: Path, error: sqlite3.DatabaseError) -> DamagedHistory:
    """Set a damaged history aside and return the error that says so."""
    _set_aside(path)
    return DamagedHistory(
        "The history {path} is damaged ({why}). It was set aside, and a new one begins now.",
        path=path,
        why=error,
    )
