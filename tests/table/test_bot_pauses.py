"""How long a bot waits tells nothing of the cards: it acts at the same instant whatever it holds.

Two tables that differ only in hidden cards, the acting bot's own among them, are played on until the first
thing that differs. What the bot does may differ, for that shows a card by the rules; when it does may not.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from slamomatic import engine
from slamomatic.engine import Game, Json
from slamomatic.gallery.tables import NAMES
from slamomatic.games.hands_down import bots as hands_down
from slamomatic.table.clock import StoppedClock
from slamomatic.table.played import NoJournal
from slamomatic.table.seats import Seat
from slamomatic.table.session import GameSession
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units
from support.length import count as tries
from support.quiet_moment import SLAPS_AT_ANY_TIME, quiet_moment
from support.told import effects_of
from support.twins import OTHER_CARDS

PAIRS_OF_TABLES = 40  # enough to see a bot that is quicker with a pair
SAMPLE = tries(8, PAIRS_OF_TABLES)
EVENTS = 60


class Told(NoJournal):
    """A journal that keeps each event beside what everybody hears of it."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, int | None, int]] = []

    def append(self, entry: Mapping[str, Any]) -> None:
        self.lines.append((entry["do"], entry.get("seat"), entry["t_us"]))


def played_on(game: Game, kind: str) -> list[tuple[tuple[str, int | None, int], list[Json], Json]]:
    """The next events of bots at this table, each with its public effects and what everybody sees then."""
    clock = StoppedClock()
    unit = Units([KeyboardUnit(clock=clock)], clock=clock)
    told = Told()
    seats = [Seat(NAMES[seat], seat, kind) for seat in range(game.seats)]
    session = GameSession(game, seats, unit, told, clock)
    session.take_moments()
    heard: list[tuple[tuple[str, int | None, int], list[Json], Json]] = []
    play = session.play

    def listened(event: engine.Event) -> None:
        before = len(told.lines)
        play(event)
        effects = [effect.to_json(None) for effect in effects_of(session) if effect.public is not None]
        heard.extend((line, effects, session.view(None)) for line in told.lines[before:] if effects)

    session.play = listened  # type: ignore[method-assign]
    while len(heard) < EVENTS:
        wakes_us = session.wakes_at_us()
        if wakes_us is None:
            break
        clock.at_us = max(clock.at_us, wakes_us)
        session.pump()
    return heard


def differences(name: str, kind: str, pairs: int) -> dict[str, int]:
    rng = Random(f"{name} {kind}")
    count = {"act": 0, "card": 0, "slap": 0, "nothing": 0}
    for _ in range(pairs):
        game = quiet_moment(name, rng)
        states = (game.to_json(), OTHER_CARDS[name](game.to_json(), None, rng))
        one_table, other_table = (played_on(type(game).from_json(state), kind) for state in states)
        both = zip(one_table, other_table, strict=False)
        first = next(((mine, other) for mine, other in both if mine != other), None)
        if first is None:
            count["nothing"] += 1
            continue
        (one, *_), (other, *_) = first
        earlier = min(one, other, key=lambda line: line[2])
        if one == other:
            count["card"] += 1
        elif name in SLAPS_AT_ANY_TIME and one[1] != other[1] and earlier[0] == "down":
            count["slap"] += 1
        else:
            count["act"] += 1
            assert (one[1], one[2]) == (other[1], other[2]), f"the pause tells: {one} or {other}"
    return count


@pytest.mark.parametrize("kind", ["careful", "to-win"])
@pytest.mark.parametrize("name", OTHER_CARDS)  # all that hide any
def test_pause_of_a_bot_tells_nothing_of_its_cards(name: str, kind: str) -> None:
    count = differences(name, kind, SAMPLE)
    assert count["act"] + count["card"] > SAMPLE / 2, count
    assert count["act"] > SAMPLE / 4 or name != "hands-down", count


def test_check_sees_a_bot_that_is_quicker_with_a_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hands_down.Careful, "called_to_slap", lambda self, view: True)
    with pytest.raises(AssertionError, match="the pause tells"):
        differences("hands-down", "careful", PAIRS_OF_TABLES)
