"""The heap of hands on the screen: each hand lies on those that slapped before."""

from __future__ import annotations

import pytest

from slamomatic import engine
from slamomatic.engine import Setup
from slamomatic.engine.vocabulary import Event
from slamomatic.face.faces import face_of
from slamomatic.face.model import Aftermath

OPENS_US = 10_000_000


class Heard:
    """A game of four just before a slap in this player's turn; its public effects are recorded."""

    def __init__(self, paper: bool) -> None:
        setup = Setup(seats=4, seed=5, options={"paper": paper, "rearm_ms": 1_500})
        self.game = engine.new("hands-down", setup)
        self.aftermath = Aftermath(face_of("hands-down", paper))
        self.now_us = 3_000_000
        self.do("time", None, self.now_us)
        while not paper and all(choice.do != "down" for choice in self.game.legal(self.turn)):
            self.do("pass", self.turn, self.now_us + 100_000)
        assert self.now_us < OPENS_US

    @property
    def turn(self) -> int:
        assert self.game.turn is not None
        return self.game.turn

    def do(self, what: str, seat: int | None, t_us: int) -> None:
        self.now_us = t_us
        for effect in self.game.apply(Event(what, seat, t_us)):
            self.aftermath.hear(effect.to_json(None), "", t_us)

    @property
    def heap(self) -> list[int]:
        return self.aftermath.slap_order


@pytest.mark.parametrize("paper", [False, True])
@pytest.mark.parametrize("before_us", [100_000, 700_000])
def test_after_an_early_slap_every_hand_lies_on_the_heap(paper: bool, before_us: int) -> None:
    heard = Heard(paper)
    turn = heard.turn
    early, second, last = ((turn + step) % 4 for step in (1, 2, 3))
    heard.do("time", None, OPENS_US - 2_000_000)
    heard.do("down", early, OPENS_US - before_us)
    heard.do("up", early, OPENS_US - before_us + 50_000)
    heard.do("down", turn, OPENS_US)
    assert heard.heap == [early, turn]
    heard.do("down", second, OPENS_US + 200_000)
    assert heard.heap == [early, turn, second]
    assert heard.aftermath.marks == {early: "foul"}
    heard.do("down", early, OPENS_US + 300_000)  # comes again, and lies where it fell now
    assert heard.heap == [turn, second, early]
    heard.do("down", last, OPENS_US + 400_000)
    assert heard.heap == [turn, second, early, last]
    assert heard.aftermath.loser == last


def test_a_slap_that_nothing_came_of_is_gone_from_the_next_heap() -> None:
    heard = Heard(paper=False)
    turn = heard.turn
    heard.do("time", None, OPENS_US - 2_000_000)
    heard.do("down", (turn + 1) % 4, OPENS_US - 2_000_000)
    heard.do("up", (turn + 1) % 4, OPENS_US - 1_900_000)
    heard.do("time", None, OPENS_US)  # the paddles are live again
    heard.do("down", turn, OPENS_US)
    assert heard.heap == [turn]
