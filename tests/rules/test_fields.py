"""The fields of a game: declared once, by name and type, and nothing else is saved or loaded."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest

from rules.tiny_game import Tiny
from rules.unsaved import unsaved
from slamomatic.engine import GAMES, find
from slamomatic.engine.bots import straight
from slamomatic.engine.fields import fields_of
from slamomatic.engine.paper import paper_game
from slamomatic.engine.race import OwnRace, Race
from slamomatic.engine.setup import Setup
from slamomatic.engine.vocabulary import Event
from slamomatic.games.hands_down.rules import HandsDown

OUTSIDE = Path(__file__).parents[1] / "support" / "outside_game"


@pytest.mark.parametrize("name", GAMES)
def test_our_games_save_all_that_they_set(name: str) -> None:
    assert unsaved(find(name)) == set()
    assert unsaved(paper_game(find(name))) == set()


def test_games_from_outside_save_all_that_they_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(OUTSIDE)
    assert unsaved(find("outside_snap:Snap")) == set()
    assert unsaved(Tiny) == set()


class Forgetful(Tiny):
    def dropped(self, seat: int) -> None:
        super().dropped(seat)
        self.last_out = seat

    def takes_part(self, seat: int) -> bool:
        self.asked_about = seat
        return super().takes_part(seat)


def test_what_is_set_and_not_declared_is_named() -> None:
    game = Forgetful(Setup(3, 1))
    assert game.undeclared() == []
    straight.play(game, Random(1), 3)
    game.view(None)
    assert game.undeclared() == ["asked_about"]
    game.dropped(2)
    assert game.undeclared() == ["asked_about", "last_out"]


@pytest.mark.parametrize("name", GAMES)
def test_a_state_sets_nothing_that_is_not_declared(name: str) -> None:
    kind = find(name)
    game = kind(Setup(3, 7))
    state = game.to_json()
    methods = [method for method in dir(kind) if method not in state]
    strange = json.loads(json.dumps(state | dict.fromkeys([*methods, "strange"], 1)))
    assert vars(kind.from_json(strange)).keys() == vars(game).keys()
    assert kind.from_json(strange).to_json() == state


def test_a_race_is_made_for_the_game_and_a_game_may_end_it_itself() -> None:
    class Both(Tiny):
        mine: OwnRace

    game = Both(Setup(3, 1))
    assert type(game.race) is Race and type(game.mine) is OwnRace
    assert game.races == [game.race], "the engine ends this one alone"
    game.race.start([0, 1], 5)
    game.mine.start([1, 2], 6)
    again = Both.from_json(game.to_json())
    assert (again.race.waits_for, again.mine.waits_for) == ([0, 1], [1, 2])


class Base:
    first: int
    table: ClassVar[list[str]] = []
    only_of_a_kind: int


class Kind(Base):
    second: list[str]
    first: int
    only_of_a_kind = 7
    name = "kind"

    def method(self) -> None: ...


def test_fields_are_names_with_a_type_and_no_value() -> None:
    assert fields_of(Kind) == {"second": list[str], "first": int}
    assert fields_of(Kind, Base) == {"second": list[str], "first": int}


def test_a_field_with_a_value_is_refused_as_all_games_would_share_it() -> None:
    with pytest.raises(TypeError, match=r"Shares\.pile has a type and a value"):

        class Shares(Tiny):
            pile: list[str] = []  # noqa: RUF012


def test_a_field_that_begin_forgets_is_named() -> None:
    class Unset(Tiny):
        pile: list[str]

    with pytest.raises(AttributeError, match="'pile'"):
        Unset(Setup(3, 1)).to_json()


def test_a_saved_field_is_a_copy() -> None:
    game = HandsDown(Setup(3, 1))
    state = game.to_json()
    state["hands"][0].clear()
    assert game.hands[0]


def test_how_late_a_lift_may_be_told_is_saved_and_undone_with_its_source() -> None:
    game = HandsDown(Setup(3, 1))
    game.push(Event("source", 0, 1_000, {"error_us": 500, "up_us": 3_000}))
    game.pop()
    game.apply(Event("source", 1, 2_000, {"error_us": 700, "up_us": 9_000}))
    again = HandsDown.from_json(game.to_json())
    for one in (game, again):
        assert [one.paddles.up_delay_us(seat) for seat in range(3)] == [0, 9_000, 0]
