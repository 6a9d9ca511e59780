"""How long a bot waits tells nothing of the cards: it acts at the same instant whatever it holds.

Two tables that differ only in hidden cards, the acting bot's own among them, are played on until the first
thing that differs. What the bot does may differ, for that shows a card by the rules; when it does may not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

from rules import test_hands_down_hidden, test_lowdown_hidden, test_slamwich_hidden
from slamomatic import games
from slamomatic.bots import hands_down, straight
from slamomatic.games import Game, Json, Setup
from slamomatic.screen.gallery import NAMES, Forgetful, StoppedClock
from slamomatic.table.seats import Seat
from slamomatic.table.sitting import Sitting
from slamomatic.unit.keyboard import KeyboardUnit
from slamomatic.unit.merge import Units

PAIRS_OF_TABLES = 40
EVENTS = 60
# Where anybody may slap at any time out of the own hand, one table may see a slap where the other sees none.
SLAPS_AT_ANY_TIME = ("yahtzee-hands-down",)


def shuffled(places: list[list[str]], rng: Random) -> None:
    cards = [card for place in places for card in place]
    rng.shuffle(cards)
    for place in places:
        place[:] = [cards.pop() for _ in place]


def hit_the_deck(state: Json, eye: int | None, rng: Random) -> Json:
    fixed = {
        eye,
        state["turn"] if state["drew"] else None,
    }  # who has drawn holds a card that fits, all know it
    unseen = [hand for seat, hand in enumerate(state["hands"]) if seat not in fixed]
    shuffled([*unseen, state["drawpile"]], rng)
    return state


def yahtzee(state: Json, eye: int | None, rng: Random) -> Json:
    hands, known = state["hands"], state["known"]
    unseen = [hand for seat, hand in enumerate(hands) if seat != eye and not known[seat]]
    shuffled([*unseen, state["drawpile"]], rng)
    for hand in unseen:
        hand.sort()
    return state


# Everything that lies face down for this eye (None: for the room), dealt anew.
OTHER_CARDS: dict[str, Callable[[Json, int | None, Random], Json]] = {
    "hands-down": test_hands_down_hidden.twin,
    "slamwich": test_slamwich_hidden.twin,
    "hit-the-deck": hit_the_deck,
    "yahtzee-hands-down": yahtzee,
    "lowdown": test_lowdown_hidden.twin,
}


class Told(Forgetful):
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
    sitting = Sitting(game, seats, unit, told, clock)
    sitting.take_effects()
    heard: list[tuple[tuple[str, int | None, int], list[Json], Json]] = []
    play = sitting.play

    def listened(event: games.Event) -> None:
        before = len(told.lines)
        play(event)
        effects = [effect.to_json(None) for effect in sitting.take_effects() if effect.public is not None]
        heard.extend((line, effects, sitting.view(None)) for line in told.lines[before:] if effects)

    sitting.play = listened  # type: ignore[method-assign]
    while len(heard) < EVENTS:
        wakes_us = sitting.wakes_at_us()
        if wakes_us is None:
            break
        clock.at_us = max(clock.at_us, wakes_us)
        sitting.pump()
    return heard


def quiet_moment(name: str, rng: Random) -> Game:
    """Somewhere in a game, with no slap open."""
    while True:
        game = games.new(name, Setup(3, rng.getrandbits(32)))
        straight.play(game, rng, rng.randrange(40))
        called = game.view(None).get("called", False)
        open_slap = bool(game.asked) or called is True or (isinstance(called, list) and any(called))
        if not game.over and game.turn is not None and not open_slap and all(game.paddles.live):
            return game


def differences(name: str, kind: str) -> dict[str, int]:
    rng = Random(f"{name} {kind}")
    count = {"act": 0, "card": 0, "slap": 0, "nothing": 0}
    for _ in range(PAIRS_OF_TABLES):
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
@pytest.mark.parametrize("name", games.GAMES)
def test_pause_of_a_bot_tells_nothing_of_its_cards(name: str, kind: str) -> None:
    count = differences(name, kind)
    assert count["act"] + count["card"] > PAIRS_OF_TABLES / 2, count
    assert count["act"] > 10 or name != "hands-down", count


def test_check_sees_a_bot_that_is_quicker_with_a_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hands_down.Careful, "reacts", lambda self, view: True)
    with pytest.raises(AssertionError, match="the pause tells"):
        differences("hands-down", "careful")
