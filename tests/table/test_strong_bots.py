"""Strong bots at a table: their questions go to a process that thinks for them, and the game goes on
meanwhile."""

from __future__ import annotations

from concurrent.futures import Future

import pytest

from slamomatic import engine
from slamomatic.engine.bots.search import Question, answer
from slamomatic.engine.vocabulary import Choice
from slamomatic.gallery.tables import NAMES
from slamomatic.table import automatic
from slamomatic.table.clock import StoppedClock
from slamomatic.table.played import NoJournal
from slamomatic.table.seats import Seat
from slamomatic.table.session import GameSession
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units

PUMPS = 80


def played(answers: bool, monkeypatch: pytest.MonkeyPatch) -> tuple[int, list[Question]]:
    """How many events a table of strong bots has played, and what they asked."""
    asked: list[Question] = []

    def ask(question: Question) -> Future[Choice]:
        asked.append(question)
        thought: Future[Choice] = Future()
        if answers:
            thought.set_result(answer(question))
        return thought

    monkeypatch.setattr(automatic, "ask", ask)
    clock = StoppedClock()
    game = engine.new("yahtzee-hands-down", engine.Setup(3, 1))
    seats = [Seat(NAMES[seat], seat, "strong") for seat in range(3)]
    session = GameSession(game, seats, Units([KeyboardUnit(clock=clock)], clock=clock), NoJournal(), clock)
    for _ in range(PUMPS):
        wakes_us = session.wakes_at_us()
        if wakes_us is None:
            break
        clock.at_us = max(clock.at_us, wakes_us)
        session.pump()
    return session.played.lines, asked


@pytest.mark.parametrize("answers", [True, False], ids=["answered", "never answered"])
def test_a_table_of_strong_bots_plays_on(answers: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    lines, asked = played(answers, monkeypatch)
    assert lines > 20
    assert asked
    assert all(question.state["setup"].get("seed") is None for question in asked)
