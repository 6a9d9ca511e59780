"""Every reachable state of a tiny game: what holds in each, and whether the game can still end from it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from random import Random
from typing import Any

from slamomatic.engine import find
from slamomatic.engine.bots import straight
from slamomatic.engine.chance import Chance
from slamomatic.engine.core import Game
from slamomatic.engine.setup import Setup
from slamomatic.engine.vocabulary import Event, Json, Refused

START_US = 1_000_000_000  # so late that only times are larger numbers in a state
LONG_AGO_US = 5_000_000  # nothing in the rules looks further back
# A slap clumped with what was before, one in flight after a card fell, one on what everybody sees.
SLAP_AFTER_US = (300, 100_000, 300_000)
CHOICE_AFTER_US = 300_000
LIFT_AFTER_US = 50_000
ORDERS = 6  # of shuffled cards: all of up to three, one of more
ENDS_WITHIN = 3000  # moves of random play
TRIES = 5


@dataclass(frozen=True)
class Tiny:
    """A game with the fewest cards that still hold every kind: `cards` replaces fields of a fresh state."""

    name: str
    seats: int
    cards: Json
    options: Json = field(default_factory=dict)
    # Checks that must hold in every state too; raises AssertionError.
    holds: Callable[[Game], None] = lambda game: None
    # Where walking stops although the game goes on, such as a new deal from a whole deck.
    beyond: Callable[[Game], bool] = lambda game: False
    kind: type[Game] | None = None

    def start(self) -> Game:
        kind = self.kind or find(self.name)
        state = kind(Setup(self.seats, 1, {"dealer": self.seats - 1, **self.options})).to_json()
        game = kind.from_json({**state, **self.cards})
        game.paddles.hold(False, 0)
        game.apply(Event("time", None, START_US))
        return game


class EveryOutcome(Chance):
    """Gives the outcomes of a script, then the first one always; notes how many there were."""

    def __init__(self, script: Sequence[int]) -> None:
        super().__init__(0)
        self.script = script
        self.ways: list[int] = []

    def _pick(self, ways: int) -> int:
        at = len(self.ways)
        self.ways.append(ways)
        return self.script[at] if at < len(self.script) else 0

    def below(self, n: int) -> int:
        value = self._pick(n)
        self.drawn.append(value)
        return value

    def shuffle(self, cards: list[Any]) -> None:
        orders = [list(order) for order in permutations(cards)] if len(cards) <= 3 else [list(cards)]
        cards[:] = orders[self._pick(len(orders))]
        self.drawn.append(list(cards))


def moves_in(game: Game, drops: int) -> Iterator[list[Event]]:
    """Everything that can happen next. Hands come up before anything but another slap."""
    now_us = game.now_us
    down = [seat for seat, is_down in enumerate(game.paddles.down) if is_down]
    for seat in range(game.seats):
        if not game.gone[seat] and seat not in down:
            for after_us in SLAP_AFTER_US:
                yield [Event("down", seat, now_us + after_us)]
    lifted = [Event("up", seat, now_us + LIFT_AFTER_US) for seat in down]
    for seat in range(game.seats):
        for choice in game.legal(seat):
            if choice.do != "down":
                yield [*lifted, choice.at(now_us + CHOICE_AFTER_US)]
    if game.due_us is not None:
        yield [*(event for event in lifted if event.t_us < game.due_us), Event("time", None, game.due_us)]
    elif lifted:
        yield lifted
    if drops:
        for seat in range(game.seats):
            if not game.gone[seat]:
                yield [Event("drop", seat, now_us + CHOICE_AFTER_US)]


def outcomes(game: Game, state: Json, events: Sequence[Event]) -> Iterator[Json]:
    """The states that these events lead to, one for every outcome of chance; none where they are refused."""
    scripts: list[list[int]] = [[]]
    while scripts:
        script = scripts.pop()
        game.load(state)
        game.chance = chance = EveryOutcome(script)
        try:
            for event in events:
                if game.over:
                    break
                game.apply(event)
        except Refused:
            continue
        for at in range(len(script), len(chance.ways)):
            first = [*script, *[0] * (at - len(script))]
            scripts += [[*first, way] for way in range(1, chance.ways[at])]
        yield game.save()


def key_of(state: Json) -> str:
    """Return a key that is equal for equal states: all but chance, with times counted from now."""
    now_us = state["now_us"]

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: plain(item) for name, item in value.items() if name != "chance"}
        if isinstance(value, list):
            return [plain(item) for item in value]
        if type(value) is int and value > START_US // 2:
            return f"{max(value - now_us, -LONG_AGO_US)} us"
        return value

    return json.dumps(plain(state), sort_keys=True)


@dataclass
class Walk:
    """What was found."""

    states: int = 0
    ended: int = 0
    frontier: int = 0
    bad: list[str] = field(default_factory=list)


def walk(tiny: Tiny, moves: int, drops: int = 1, most_bad: int = 1) -> Walk:
    """All states within so many moves, each looked at once; from the last ones the game is played on.

    A state further up can end if one below it can, so the ends are looked for from the last states alone.
    """
    game = tiny.start()
    start = game.save()
    deck = cards_of(game)
    found = Walk()
    known = {key_of(start)}
    layer: list[tuple[Json, int]] = [(start, drops)]
    for depth in range(moves + 1):
        following: list[tuple[Json, int]] = []
        for state, may_drop in layer:
            found.states += 1
            game.load(state)
            try:
                look(game, tiny, deck)
            except AssertionError as error:
                found.bad.append(f"after {depth} moves: {error} in {key_of(state)}")
            if game.over:
                found.ended += 1
                continue
            if depth == moves or tiny.beyond(game):
                found.frontier += 1
                if not can_end(game, state):
                    found.bad.append(f"after {depth} moves nothing ends {key_of(state)}")
            else:
                stuck = True
                for events in list(moves_in(game, may_drop)):
                    left = may_drop - (events[-1].do == "drop")
                    for after in outcomes(game, state, events):
                        stuck = False
                        key = key_of(after)
                        if key not in known:
                            known.add(key)
                            following.append((after, left))
                if stuck:
                    found.bad.append(f"after {depth} moves nothing can be done in {key_of(state)}")
            if len(found.bad) >= most_bad:
                return found
        layer = following
    return found


def cards_of(game: Game) -> Counter[str]:
    return Counter(card for cards in game.cards().values() for card in cards)


def look(game: Game, tiny: Tiny, deck: Counter[str]) -> None:
    """Check what must hold in every state."""
    if not tiny.beyond(game):
        assert cards_of(game) == deck, "a card was lost or made"
    assert game.over or game.due_us is None or game.due_us > game.now_us, "something stays due"
    who_left_plays_no_more(game)
    tiny.holds(game)


def who_left_plays_no_more(game: Game) -> None:
    """A player who has left is out: nobody waits for them, and they neither play nor win."""
    for seat in range(game.seats):
        if game.gone[seat]:
            assert game.turn != seat, f"seat {seat} has left and is on turn"
            assert seat not in game.asked, f"seat {seat} has left and is asked to slap"
            assert not game.legal(seat), f"seat {seat} has left and may still do something"
            assert seat not in game.winners, f"seat {seat} has left and wins"
            for place, cards in game.cards().items():
                if place in (f"hand {seat}", f"grid {seat}"):
                    assert not cards, f"seat {seat} has left and holds cards"
    if game.over:
        assert not any(game.legal(seat) for seat in range(game.seats)), "the game is over and goes on"
        assert game.winners or game.abandoned, "nobody wins"


def can_end(game: Game, state: Json) -> bool:
    """Whether random play gets this game to its end."""
    for seed in range(TRIES):
        game.load(state)
        game.chance = Chance(seed)
        if ends(game, Random(seed), ENDS_WITHIN):
            return True
    return False


def ends(game: Game, rng: Random, limit: int) -> bool:
    """Lifts all hands and plays on at random; whether the game is over within the limit."""
    game.apply(Event("curtain", None, game.now_us, {"up": False}))
    for seat in range(game.seats):
        game.apply(Event("up", seat, game.now_us + 1))
        game.apply(Event("release", seat, game.now_us + 1))
    straight.play(game, rng, limit)
    return game.over
