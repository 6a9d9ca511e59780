"""Count what no sensible person does, over games of bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from slamomatic.engine import find
from slamomatic.engine.bots import make, sitting
from slamomatic.engine.core import Game
from slamomatic.engine.setup import Setup
from slamomatic.engine.vocabulary import Effect, Event
from slamomatic.games.hands_down.rules import HandsDown
from slamomatic.games.hit_the_deck.cards import DEMANDS, FITS
from slamomatic.games.hit_the_deck.rules import HitTheDeck
from slamomatic.games.lowdown.rules import Lowdown
from slamomatic.games.slamwich.rules import Slamwich

MOST_MOVES = 20_000


@dataclass
class Habits:
    """Counts of what bots of one kind did in so many games."""

    game: str
    kind: str
    games: int = 0
    counts: dict[str, Counter[object]] = field(default_factory=dict)

    def note(self, what: str, how: object = True) -> None:
        self.counts.setdefault(what, Counter())[how] += 1

    def count(self, what: str) -> int:
        return sum(self.counts.get(what, Counter()).values())

    def most(self, what: str) -> float:
        """The share of the way that was taken most often: near one is a tic."""
        ways = self.counts.get(what, Counter())
        return max(ways.values()) / sum(ways.values()) if ways else 0.0

    def complaints(self) -> list[str]:
        """Count what no sensible person would do."""
        return [
            f"{self.game}, {self.kind}: {what} in {self.games} games: {dict(self.counts.get(name, {}))}"
            for name, what, wrong in RULES
            if wrong(self, name)
        ]


def never(habits: Habits, name: str) -> bool:
    return habits.count(name) > 0


def a_tic(most: float) -> Callable[[Habits, str], bool]:
    """Often enough to be noticed, and nearly always the same."""
    return lambda habits, name: habits.count(name) >= 30 and habits.most(name) > most


def more_a_game(most: float) -> Callable[[Habits, str], bool]:
    return lambda habits, name: habits.count(name) > most * habits.games


RULES: Sequence[tuple[str, str, Callable[[Habits, str], bool]]] = (
    ("peek at seat", "peeks at one seat only, always the same", a_tic(0.5)),
    ("peek at cell", "peeks at one cell nearly always", a_tic(0.4)),
    ("swap of cells", "swaps the same two cells nearly always", a_tic(0.3)),
    ("opens cells", "opens the same two cells nearly always", a_tic(0.3)),
    ("replaces an open -5", "puts another card on an open -5", never),
    ("fakes in a turn", "fakes as often in nearly every turn", a_tic(0.6)),
    ("calls with nothing", "calls a hand that makes nothing", never),
    (
        "slaps for nothing",
        "lays a hand on the deck for nothing three times a game and player",
        more_a_game(12.0),
    ),
    ("forgets to call", "forgets to call after its own hand card", more_a_game(0.1)),
    (
        "demands what it lacks",
        "demands what it lacks though it holds a demand that it could answer",
        more_a_game(0.5),
    ),
    ("slips", "slips more than three times a game and player", more_a_game(12.0)),
)


def watch(name: str, kind: str, games: int, players: int, start: int = 0) -> Habits:
    """Games of equal bots, all of this kind."""
    habits = Habits(name, kind)
    rules = find(name)
    for seed in range(start, start + games):
        game = rules(Setup(players, seed))
        bots = [make(kind, rules, seat, Random(f"{seed} {seat}")) for seat in range(players)]
        notes = NOTES.get(name)
        watcher = notes(game, habits) if notes else None
        sitting.play(game, bots, MOST_MOVES, watcher)
        assert game.over
        habits.games += 1
    return habits


Watcher = Callable[[Event, Sequence[Effect]], None]


def of_lowdown(game: Game, habits: Habits) -> Watcher:
    assert isinstance(game, Lowdown)

    def played(event: Event, effects: Sequence[Effect]) -> None:
        for effect in effects:
            data = effect.public or {}
            if effect.what == "peeked":
                habits.note("peek at seat", data["of"])
                habits.note("peek at cell", data["cell"])
            elif effect.what == "swapped":
                habits.note("swap of cells", tuple(data["cells"]))
            elif effect.what == "opened":
                habits.note("opens cells", tuple(data["cells"]))
            elif effect.what == "placed" and data["old"] == "-5":
                cell, seat = data["cell"], effect.seat
                assert seat is not None
                card = game.grids[seat][cell]
                if card != "-5" and opened[seat][cell]:
                    habits.note("replaces an open -5", card)
        opened[:] = [list(up) for up in game.up]

    opened = [list(up) for up in game.up]
    return played


def of_hands_down(game: Game, habits: Habits) -> Watcher:
    assert isinstance(game, HandsDown)
    fakes = [0]

    def played(event: Event, effects: Sequence[Effect]) -> None:
        if event.do == "feint":
            fakes[0] += 1
        for effect in effects:
            if effect.what == "turn":
                if fakes[0]:
                    habits.note("fakes in a turn", fakes[0])
                fakes[0] = 0

    return played


def of_yahtzee(game: Game, habits: Habits) -> Watcher:
    def played(event: Event, effects: Sequence[Effect]) -> None:
        for effect in effects:
            if effect.what == "shown" and effect.public and effect.public["combo"] is None:
                habits.note("calls with nothing", effect.seat)

    return played


def of_slamwich(game: Game, habits: Habits) -> Watcher:
    assert isinstance(game, Slamwich)

    def played(event: Event, effects: Sequence[Effect]) -> None:
        for effect in effects:
            if effect.what == "slip":
                habits.note("slips", effect.seat)

    return played


def of_hit_the_deck(game: Game, habits: Habits) -> Watcher:
    assert isinstance(game, HitTheDeck)

    def played(event: Event, effects: Sequence[Effect]) -> None:
        for effect in effects:
            if effect.what == "faked-out":
                habits.note("slaps for nothing", effect.seat)
            elif effect.what == "uncalled":
                habits.note("forgets to call", effect.seat)
        if event.do == "play" and event.seat is not None:
            card, hand = event.data["card"], hands[event.seat].copy()
            hand.remove(card)
            if card in DEMANDS and FITS[card].isdisjoint(hand):
                better = [other for other in hand if other in DEMANDS and FITS[other] & set(hand)]
                if better:
                    habits.note("demands what it lacks", card)
        hands[:] = [list(hand) for hand in game.hands]

    hands = [list(hand) for hand in game.hands]
    return played


NOTES: dict[str, Callable[[Game, Habits], Watcher]] = {
    "lowdown": of_lowdown,
    "hands-down": of_hands_down,
    "yahtzee-hands-down": of_yahtzee,
    "slamwich": of_slamwich,
    "hit-the-deck": of_hit_the_deck,
}
