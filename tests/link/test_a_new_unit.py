"""A unit written after the docstring of `Unit` works at a table; every word that names units opens one."""

from __future__ import annotations

import doctest
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from slamomatic.cli import main
from slamomatic.table import opening
from slamomatic.table.clock import StoppedClock
from slamomatic.table.seats import Seat
from slamomatic.table.session import GameSession
from slamomatic.units import base, specs
from slamomatic.units.base import Do, Link, PaddleEvent, Unit, UnitNotice, What
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units
from slamomatic.units.open import UNITS

SEATS = [Seat(name, colour) for colour, name in enumerate(("Ada", "Ben", "Cleo"))]


def of_the_docstring() -> Callable[..., Any]:
    """The class that the docstring of `Unit` shows, by its very lines."""
    known: dict[str, Any] = {}
    for example in doctest.DocTestParser().get_examples(Unit.__doc__ or "")[:2]:
        exec(example.source, known)
    made: Callable[..., Any] = known["TapUnit"]
    return made


class Evening:
    """Three people at a table: Ada slaps the new unit, the others slap keys."""

    def __init__(self, home: Path) -> None:
        self.clock = StoppedClock()
        self.tap = of_the_docstring()(self.clock)
        self.units = Units([self.tap, KeyboardUnit(clock=self.clock)], clock=self.clock)
        self.units.start()
        self.session: GameSession = opening.begin(
            "hands-down", SEATS, self.units, self.clock, seed=3, home=home, options={"dealer": 0}
        )

    def wait(self, us: int = 1_000_000) -> list[str]:
        """What everybody saw of it."""
        self.clock.at_us += us
        self.session.pump()
        return [effect["what"] for moment in self.session.take_moments() for effect in moment.public]

    def down(self) -> bool:
        return bool(self.session.view(None)["down"][0])

    def hand(self, do: Do) -> None:
        t_us = self.clock()
        self.tap.news.append(PaddleEvent(do, 0, t_us, 8_000, "tap", t_us, t_us))

    def tell(self, what: What) -> None:
        self.tap.news.append(UnitNotice(what, "tap", self.clock(), f"The tap unit: {what}."))


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path)
    evening.wait()
    yield evening
    evening.session.close()
    evening.units.stop()


def test_the_docstring_does_what_it_says() -> None:
    result = doctest.testmod(base)
    assert result.attempted >= 3 and not result.failed


def test_a_tap_is_a_slap(evening: Evening) -> None:
    evening.tap.tap()
    assert "slap" in evening.wait(100_000)


@pytest.mark.parametrize("back", [What.RESTARTED, What.GONE])
def test_whoever_can_not_know_says_so_and_hands_are_forgotten(evening: Evening, back: What) -> None:
    evening.hand(Do.DOWN)
    evening.wait(100_000)
    assert evening.down()
    evening.tell(What.LOST)
    evening.wait(100_000)
    evening.tell(back)
    evening.wait(100_000)
    assert not evening.down()


def test_a_unit_that_is_found_still_tells_of_the_hand_that_came_up(evening: Evening) -> None:
    evening.hand(Do.DOWN)
    evening.wait(100_000)
    evening.tell(What.LOST)
    evening.tell(What.FOUND)
    evening.wait(100_000)
    assert evening.down()
    evening.hand(Do.UP)
    evening.wait(100_000)
    assert not evening.down()


def test_any_unit_may_change_its_name() -> None:
    class Named(of_the_docstring()):  # type: ignore[misc]
        name = "tap"

        def state(self) -> Any:
            return replace(super().state(), name=self.name)

    one, other = Named(), Named()
    units = Units([one, other])
    units.start()
    assert [state.name for state in units.states()] == ["tap (1)", "tap (2)"]
    one.name = "drum"
    units.drain()
    assert [state.name for state in units.states()] == ["drum", "tap"]


def test_a_unit_without_an_id_is_there_when_its_events_flow() -> None:
    units = Units([of_the_docstring()()])
    units.start()
    (state,) = units.states()
    assert state.unit_id == "" and state.link is Link.CONNECTED


# -- the words


def test_every_word_that_names_a_unit_opens_one() -> None:
    assert UNITS.keys() == specs.FORMS.keys()


def test_every_word_is_told_wherever_people_choose(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    page = (Path(__file__).parents[2] / "host" / "docs" / "link.md").read_text("utf-8")
    for form in specs.FORMS.values():
        assert form in told and f"| `{form}`" in page


@pytest.mark.parametrize(
    ("words", "names_one"),
    [("auto", True), ("serial:COM3", True), ("serial", False), ("keyboard:x", False), ("radio", False)],
)
def test_words_are_read(words: str, names_one: bool) -> None:
    assert specs.is_spec(words) == names_one
