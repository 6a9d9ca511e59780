"""Damage journals at random and resume them; `python3 tools/damaged_journals.py` does so by the thousand.

A damaged journal must be resumed as a state that was once shown. Whatever it lost must be said, with how many
slaps and moves that is.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

from slamomatic.engine import GAMES, find
from slamomatic.errors import UserError
from slamomatic.store import journals
from slamomatic.table import opening, outcome
from slamomatic.table.clock import StoppedClock
from slamomatic.table.seats import Seat
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units

Lines = list[bytes]
Entries = list[dict[str, Any]]


def bit(lines: Lines, chance: random.Random) -> Lines:
    data = bytearray(b"".join(lines))
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return [bytes(data)]


def sector(lines: Lines, chance: random.Random) -> Lines:
    """A piece of the file that reads as zeros."""
    data = bytearray(b"".join(lines))
    at = chance.randrange(len(data))
    data[at : at + 512] = bytes(len(data[at : at + 512]))
    return [bytes(data)]


def exchanged(lines: Lines, chance: random.Random) -> Lines:
    a, b = sorted(chance.sample(range(len(lines)), 2))
    return [*lines[:a], lines[b], *lines[a + 1 : b], lines[a], *lines[b + 1 :]]


def dropped(lines: Lines, chance: random.Random) -> Lines:
    at = chance.randrange(len(lines))
    return lines[:at] + lines[at + chance.randint(1, 5) :]


def doubled(lines: Lines, chance: random.Random) -> Lines:
    at = chance.randrange(len(lines))
    return [*lines[: at + 1], *lines[at:]]


def moved(lines: Lines, chance: random.Random) -> Lines:
    rest = lines[:]
    line = rest.pop(chance.randrange(len(rest)))
    rest.insert(chance.randrange(len(rest) + 1), line)
    return rest


def cut(lines: Lines, chance: random.Random) -> Lines:
    """A file that ends within a line. One that ends with a line is as a program leaves it that is killed."""
    at = chance.randrange(len(lines))
    return [*lines[:at], lines[at][: chance.randrange(1, max(2, len(lines[at]) - 1))]]


DAMAGES: list[Callable[[Lines, random.Random], Lines]] = [
    bit,
    sector,
    exchanged,
    dropped,
    doubled,
    moved,
    cut,
]
SAID = r"(At least)?(?: the|The) last (?:(\d+) slaps and moves are|(slap or move) is)|No slap or move is"
COUNT = re.compile(SAID)


def events(entries: Entries) -> int:
    return sum("do" in entry for entry in entries)


@dataclass
class Result:
    """Counts of what became of the damaged journals."""

    outcomes: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


def written(home: Path, number: int) -> tuple[bytes, Entries]:
    """A real game's journal, left in its middle."""
    game = list(GAMES)[number % len(GAMES)]
    clock = StoppedClock()
    unit = Units([KeyboardUnit(clock=clock)], clock=clock)
    unit.start()
    seats = [Seat(f"bot {n}", n, "random" if n else "careful") for n in range(find(game).SEATS[0])]
    session = opening.begin(game, seats, unit, clock, home=home, seed=number)
    while not session.over and session.played.lines < 20 + 12 * number:
        clock.at_us = max(clock.at_us + 1, session.wakes_at_us() or 0)
        session.pump()
        session.take_moments()
    session.close()
    unit.stop()
    return session.journal.path.read_bytes(), journals.read_file(session.journal.path).entries


def resumed(path: Path) -> tuple[Entries, str]:
    """Return the entries that the table goes on with, and what it says of the damage."""
    try:
        with mock.patch("os.fsync"):  # no power is lost here, and the disk would take most of the time
            book, contents = journals.reopen(path)
            book.close()
        outcome.replayed(contents.entries)
    except UserError as refused:
        return [], str(refused)
    return contents.entries, journals.damage_words(contents)


def trials(journals: int, seed: int, home: Path) -> Iterator[Result]:
    """The result so far, after each damaged journal."""
    games = [written(home, number) for number in range(10)]
    result = Result()
    for number in range(journals):
        chance = random.Random(f"{seed} {number}")
        data, entries = chance.choice(games)
        kinds = [chance.choice(DAMAGES) for _ in range(chance.choice((1, 1, 1, 2, 5)))]
        damaged = data
        for kind in kinds:
            lines = damaged.splitlines(keepends=True)
            damaged = b"".join(kind(lines, chance)) if len(lines) > 1 else damaged
        path = home / f"{number}.journal"
        path.write_bytes(damaged)
        name = f"journal {number} of seed {seed} ({', '.join(kind.__name__ for kind in kinds)})"
        kept, said = resumed(path)
        for file in home.glob(f"{number}.journal*"):
            file.unlink()
        judge(result, name, damaged != data, entries, kept, said)
        yield result


def judge(result: Result, name: str, changed: bool, whole: Entries, kept: Entries, said: str) -> None:
    lost = events(whole) - events(kept)
    if kept != whole[: len(kept)]:
        result.outcomes["a state that never was"] += 1
        result.wrong.append(f"{name}: a state that never was")
        return
    if len(kept) < len(whole) and not said:
        result.outcomes["lost without a word"] += 1
        result.wrong.append(f"{name}: {lost} lost without a word")
        return
    counted = COUNT.search(said)
    if counted is None:
        what = "said that the last may be missing, uncounted" if said else "nothing lost, nothing said"
        result.outcomes[what if changed else "unchanged"] += 1
        return
    number = int(counted[2]) if counted[2] else 1 if counted[3] else 0
    if not counted[1] and number != lost:
        result.outcomes["counted wrongly"] += 1
        result.wrong.append(f"{name}: {lost} lost, but {said}")
    elif counted[1]:
        result.outcomes["loss said: at least so many"] += 1
        if number > lost:
            result.wrong.append(f"{name}: {lost} lost, but {said}")
    else:
        result.outcomes["loss said, counted exactly"] += 1
