"""The way of one slap, counted: from the unit's queue to the state that is ready to be drawn.

host/README.md shows the picture: `python tests/project/test_way_of_a_slap.py` prints it as it is now.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

import pytest

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from slamomatic.engine.core import Game
from slamomatic.table.seats import Seat
from slamomatic.units.base import Do
from support.played import Played

HOST = Path(__file__).parents[2] / "host"
PACKAGE = HOST / "slamomatic"
MOST_CALLS = 150
# host/README.md says what each of them is for.
MOST_FILES = 12
INLINE = ("<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>")
NAMES = ("Ada", "Ben", "Cid", "Dot")
# What stands in for the window, what only draws and sounds (how cards fly, when a verdict is heard), and what
# translates.
NOT_COUNTED = (
    "screen/gallery/",
    "screen/scenes/table_show.py",
    "screen/reactions.py",
    "kit/",
    "words/",
)
TEST_CLOCK = "StoppedClock.__call__"  # of this test, not of a table
SEEDS = {"Hands Down": 3, "foul": 13}  # the first player holds a pair, or none


@dataclass
class Way:
    """What one slap passed: calls by file, and what the game was asked, by eyes."""

    effects: list[str] = field(default_factory=list)
    calls: Counter[str] = field(default_factory=Counter)
    asked: Counter[tuple[str, int | None]] = field(default_factory=Counter)

    def picture(self) -> str:
        """A line for each file, in the order in which the slap comes by."""
        total = f"{sum(self.calls.values())} calls in {len(self.calls)} files: {', '.join(self.effects)}"
        return "\n".join([total, *(f"{count:>4}  {name}" for name, count in self.calls.items())])


@contextmanager
def counted() -> Iterator[Way]:
    """The package's own functions that are called meanwhile."""
    way, root = Way(), f"{PACKAGE}/"

    def called(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(root):
            return
        name = code.co_filename.removeprefix(root)
        # What runs inside a function's own line is part of it.
        counted = not name.startswith(NOT_COUNTED) and code.co_qualname != TEST_CLOCK
        if counted and code.co_name not in INLINE:
            way.calls[name] += 1
        game = frame.f_locals.get("self")
        if code.co_name in ("view", "legal") and isinstance(game, Game):
            way.asked[code.co_name, frame.f_locals["seat"]] += 1

    sys.setprofile(called)
    try:
        yield way
    finally:
        sys.setprofile(None)


class Evening(Played):
    """Four people at a unit, keys beside it."""

    def __init__(self, home: Path, seed: int, bots: int) -> None:
        seats = [Seat(name, n, "careful" if n >= 4 - bots else "") for n, name in enumerate(NAMES)]
        super().__init__(home, seats, seed=seed)
        self.at(900_000)

    def until_somebody_s_turn(self) -> int:
        while (turn := self.sitting.view(None)["turn"]) not in self.sitting.people:
            self.at(self.stage.clock.at_us + 100_000)
        return int(turn)

    def slap(self, seat: int) -> Way:
        """One frame: the slap is in the unit's queue, and afterwards the table can be drawn."""
        now_us = self.stage.clock.at_us + 5_000
        self.pico.event(Do.DOWN, seat, now_us)
        self.stage.clock.at_us = now_us + 5_000
        with counted() as way:
            self.scene.pump()
            self.scene.table(self.scene.eyes)
        way.effects = [effect["what"] for effect in self.sitting.moment.public]
        return way


def slapped(what: str, home: Path, bots: int = 0) -> Way:
    evening = Evening(home, SEEDS[what], bots)
    return evening.slap(evening.until_somebody_s_turn())


EFFECTS = {
    "Hands Down": ["slap", "hands-down"],
    "foul": ["slap", "foul", "dark", "turn", "draw"],
}


@pytest.mark.parametrize("slap", EFFECTS)
def test_a_slap_is_ready_to_be_drawn_after_few_calls(slap: str, tmp_path: Path) -> None:
    way = slapped(slap, tmp_path)
    assert way.effects == EFFECTS[slap]
    assert sum(way.calls.values()) <= MOST_CALLS, way.picture()
    assert len(way.calls) <= MOST_FILES, way.picture()


@pytest.mark.parametrize("bots", [0, 2])
@pytest.mark.parametrize("slap", EFFECTS)
def test_the_game_is_asked_once_by_each_pair_of_eyes(slap: str, bots: int, tmp_path: Path) -> None:
    way = slapped(slap, tmp_path, bots)
    assert ("view", None) in way.asked
    assert max(way.asked.values()) == 1, way.asked


def pictures() -> str:
    shown = []
    for slap in EFFECTS:
        with tempfile.TemporaryDirectory() as home:
            shown.append(f"{slap}, {slapped(slap, Path(home)).picture()}")
    return "\n\n".join(shown)


def test_the_picture_in_the_readme_is_true() -> None:
    assert pictures() in (HOST / "README.md").read_text(), f"the picture is now\n{pictures()}"


if __name__ == "__main__":
    print(pictures())
