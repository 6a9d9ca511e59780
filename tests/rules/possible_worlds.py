"""What the table says of a few slaps, held against every moment at which they may have been.

    python3 tests/rules/possible_worlds.py 100000

Each incident is drawn from a seed. There is a table at which slaps matter. Slaps fall near its limits and
near each other, and units of different clocks tell them. A world is what may truly have happened: each
clock is off by what it states at most, and each slap came within its own time. The rules play each world
with exact times. What the table claims (who lost, won or pays) must hold in all worlds. What holds in all
of them it must claim, or say that it was too close or unknown.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2] / "host")]

from rules.hands_down_sitting import four
from rules.hit_the_deck_sitting import Sitting as HitTheDeckSitting
from rules.quick_draw_sitting import Draw
from rules.slamwich_sitting import Sitting as SlamwichSitting
from rules.slamwich_sitting import paired, thieved
from slamomatic.engine.core import Game
from slamomatic.engine.vocabulary import Effect, Event

CLAIMS = frozenset({"lost", "last", "won", "foul", "slip", "faked-out", "too-soon", "uncalled"})
UNSAID = frozenset({"void", "clump", "tie", "nobody"})  # too close, or unknown
HELD_US = 90_000  # a hand stays down
WORLDS = 12

Claims = frozenset[tuple[str, "int | None"]]


@dataclass(frozen=True)
class Told:
    """One slap as the table hears of it."""

    seat: int
    t_us: int
    later_us: int


@dataclass(frozen=True)
class Place:
    """A table at which slaps matter, and the moments near which they fall, from then on."""

    name: str
    game: Callable[[], Game]
    near_us: Sequence[int]
    again_us: Sequence[int] = ()  # the first to slap slaps once more so much later


def _hand_card() -> Game:
    table = HitTheDeckSitting("H R1", "R2 R3", "R4 G1", "B1 B2")
    table.play(0, "H")
    return table.game


def _no_hand_card() -> Game:
    return HitTheDeckSitting("H R1", "R2 R3", "R4 G1", "B1 B2").game


def _muncher() -> Game:
    table = SlamwichSitting("m2 egg", "tomato tomato", "jelly egg")
    table.flip(0, 1, 1)
    return table.game


def _plain() -> Game:
    table = SlamwichSitting("egg pickle onion", "tomato jelly pepper", "lettuce cheese bacon", pile="onion")
    table.flip(0)
    return table.game


def _called() -> Game:
    draw = Draw(4)
    draw.call()
    return draw.game


PLACES = (
    Place("a Hands Down", lambda: four().game, (100_000, 101_000, 120_000)),
    Place("an early hand", lambda: four().game, (100_000, 250_000), (150_000, 200_000)),
    Place("a foul", lambda: four("1 2 3 5 7").game, (100_000, 101_000)),
    Place("a pair on the pile", lambda: paired().game, (150_000, 300_000)),
    Place("a thief", lambda: thieved().game, (300_000,), (1_500_000,)),
    Place("a muncher's end", _muncher, (2_000_000, 1_990_000)),
    Place("a plain card", _plain, (150_000, 300_000)),
    Place("a hand card", _hand_card, (300_000, 320_000, 2_000_000)),
    Place("no hand card", _no_hand_card, (300_000,)),
    Place("a steady wait", lambda: Draw(4).game, (500_000, 1_500_000, 1_600_000)),
    Place("a call", _called, (100_000, 300_000)),
)


def incident(seed: int) -> str:
    """What is wrong with what the table says of this one; nothing, mostly."""
    chance = Random(f"incident {seed}")
    place = chance.choice(PLACES)
    game = place.game()
    start_us, seats = game.now_us, game.seats
    sources = [chance.randrange(3) for _ in range(seats)]
    errors_us = [
        chance.choice((0, 500, 1_500)),
        chance.choice((0, 8_000, 16_000)),
        chance.choice((0, 30_000)),
    ]
    slaps = list(_slaps(chance, place, seats))
    told = _claims(_told(place.game(), start_us, slaps, sources, errors_us))
    unsaid = _unsaid(_told(place.game(), start_us, slaps, sources, errors_us))
    worlds = [
        _claims(_played(place.game(), start_us, slaps, sources, offs_us, Random(f"{seed} {number}")))
        for number, offs_us in enumerate(_offs(chance, errors_us))
    ]
    always = frozenset.intersection(*worlds)
    if not told <= always:
        what = f"claims {sorted(map(str, told - always))}, which is not certain"
    elif not unsaid and not always <= told:
        what = f"says nothing of {sorted(map(str, always - told))}"
    else:
        return ""
    return f"{seed}, {place.name}: {what}; {slaps}; sources {sources}, errors {errors_us}"


def _slaps(chance: Random, place: Place, seats: int) -> Iterator[Told]:
    spread_us = chance.choice((2_000, 20_000, 60_000))
    near_us = chance.choice(place.near_us)
    first = None
    for seat in chance.sample(range(seats), chance.randint(1, seats)):
        later_us = chance.choice((0, 0, 0, 5_000, 16_000))
        at_us = near_us if chance.random() < 0.7 else chance.choice(place.near_us)
        slap = Told(seat, at_us + chance.randint(-spread_us, spread_us), later_us)
        yield slap
        if first is None or slap.t_us < first.t_us:
            first = slap
    if place.again_us and first is not None:
        again_us = chance.choice(place.again_us) + chance.randint(-spread_us, spread_us)
        again_us = max(again_us, first.later_us + 2 * HELD_US)
        yield Told(first.seat, first.t_us + again_us, chance.choice((0, 0, 5_000, 16_000)))


def _offs(chance: Random, errors_us: Sequence[int]) -> Iterator[list[int]]:
    """How much each clock is off: as much as it can be, mostly."""
    for _ in range(WORLDS):
        yield [
            chance.choice((-error_us, error_us, chance.randint(-error_us, error_us)))
            for error_us in errors_us
        ]


def _told(
    game: Game, start_us: int, slaps: Sequence[Told], sources: Sequence[int], errors_us: Sequence[int]
) -> list[Effect]:
    """What the table says, by what it is told."""
    game.paddles.source, game.paddles.error_us = list(sources), [0] * len(errors_us)
    for seat, source in enumerate(sources):
        game.apply(Event("accuracy", seat, game.now_us, {"error_us": errors_us[source]}))
    return _run(
        game,
        start_us,
        [(start_us + slap.t_us, slap.seat, slap.later_us) for slap in slaps],
        [(start_us + t_us, seat) for t_us, seat in _lifts(slaps)],
    )


def _played(
    game: Game,
    start_us: int,
    slaps: Sequence[Told],
    sources: Sequence[int],
    offs_us: Sequence[int],
    chance: Random,
) -> list[Effect]:
    """What the rules say of one world."""
    game.paddles.clump_us = 0
    return _run(
        game,
        start_us,
        [
            (
                start_us + slap.t_us + chance.choice((0, slap.later_us)) + offs_us[sources[slap.seat]],
                slap.seat,
                0,
            )
            for slap in slaps
        ],
        [(start_us + t_us + offs_us[sources[seat]], seat) for t_us, seat in _lifts(slaps)],
    )


def _lifts(slaps: Sequence[Told]) -> Iterator[tuple[int, int]]:
    """When the hands of those who slap twice come up."""
    seats = [slap.seat for slap in slaps]
    for slap in slaps:
        if seats.count(slap.seat) > 1:
            yield slap.t_us + slap.later_us + HELD_US, slap.seat


def _run(
    game: Game, start_us: int, slaps: Sequence[tuple[int, int, int]], lifts: Sequence[tuple[int, int]]
) -> list[Effect]:
    events = [Event("down", seat, t_us, {"later_us": later_us}) for t_us, seat, later_us in slaps]
    events += [Event("up", seat, t_us) for t_us, seat in lifts]
    told = [effect for event in sorted(events, key=lambda event: event.t_us) for effect in game.apply(event)]
    return [*told, *game.apply(Event("time", None, start_us + 10_000_000))]


def _claims(effects: Sequence[Effect]) -> Claims:
    """Until something was void or too close: then everybody slaps again.

    Whose hand came last on the deck without a call draws the same for the one as for the other.
    """
    whats = [effect.what for effect in effects]
    till = min((whats.index(what) for what in UNSAID if what in whats), default=len(whats))
    claims = [(effect.what, effect.seat) for effect in effects[:till] if effect.what in CLAIMS]
    if till < len(whats):  # the round is played again: who was too soon has lost nothing
        claims = [claim for claim in claims if claim[0] != "too-soon"]
    claims = [("last" if what == "uncalled" and seat is not None else what, seat) for what, seat in claims]
    shared = [what for what, _ in claims].count("last") > 1  # a clump for the last place
    return frozenset(claim for claim in claims if not (shared and claim[0] == "last"))


def _unsaid(effects: Sequence[Effect]) -> bool:
    whats = [effect.what for effect in effects]
    return not UNSAID.isdisjoint(whats) or whats.count("last") > 1


if __name__ == "__main__":
    found = 0
    for number in range(int(sys.argv[2]) if len(sys.argv) > 2 else 0, int(sys.argv[1])):
        wrong = incident(number)
        if wrong:
            found += 1
            print(wrong, flush=True)
    print(f"{sys.argv[1]} incidents, {found} wrong")
