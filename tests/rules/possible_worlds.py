"""Compare what the table says of a few slaps with every moment at which they may have been.

Each incident is drawn from a seed. There is a table at which slaps matter. Slaps fall near its limits and
near each other, and units of different clocks tell them. A world is what may truly have happened: each
clock is off by what it states at most, and each slap came within its own time. The rules play each world
with exact times. What the table claims (who lost, won or pays) must hold in all worlds. What holds in all
of them it must claim, or say that it was too close or unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from rules.places import PLACES, Place
from slamomatic.engine.core import Game
from slamomatic.engine.vocabulary import Effect, Event, Refused

CLAIMS = frozenset(
    {"lost", "last", "won", "foul", "slip", "out", "open", "faked-out", "too-soon", "uncalled"}
)
CAUTIOUS = frozenset({"early", "turns", "unscored"})  # claimed only where it is more than a clump away
UNSAID = frozenset({"void", "clump", "tie", "nobody", "timed-out"})  # too close, or unknown
HELD_US = 90_000  # a hand stays down
WORLDS = 12

Claims = frozenset[tuple[str, "int | None"]]


class Told(NamedTuple):
    """One event of a hand as the table hears of it."""

    seat: int
    t_us: int
    later_us: int
    do: str = "down"


def incident(seed: int, places: Sequence[Place] = PLACES) -> str:
    """Say what is wrong with the table's claims about this incident; mostly ""."""
    chance = Random(f"incident {seed}")
    place = chance.choice(places)
    game = place.game()
    start_us, seats, turn = game.now_us, game.seats, game.turn
    sources = [chance.randrange(3) for _ in range(seats)]
    if chance.random() < 0.2:
        sources = [0] * seats
    errors_us = [
        chance.choice((0, 500, 1_500)),
        chance.choice((0, 8_000, 16_000)),
        chance.choice((0, 30_000)),
    ]
    acts = [*_acts(chance, place, game)]
    game.paddles.source, game.paddles.error_us = list(sources), [0] * len(errors_us)
    for seat, source in enumerate(sources):
        game.apply(Event("accuracy", seat, game.now_us, {"error_us": errors_us[source]}))
    effects, plays = _run(game, start_us, acts, place.plays)
    told, unsaid = _claims(effects, game.turn, turn), _unsaid(effects)
    worlds: list[Claims] = []
    for number, offs_us in enumerate(_offs(chance, errors_us)):
        which = Random(f"{seed} {number}")
        world = place.game()
        world.paddles.clump_us = which.choice((0, 0, 0, 1_000))
        true = [_true(act, offs_us[sources[act.seat]], which) for act in acts]
        effects, played = _run(world, start_us, true, plays)
        if played != plays or (world.paddles.clump_us and _unsaid(effects)):
            continue
        claims = _claims(effects, world.turn, turn)
        worlds.append(claims | {c for c in told if c[0] in CAUTIOUS} if world.paddles.clump_us else claims)
    if not worlds:
        return ""
    always = frozenset.intersection(*worlds)
    if not told <= always:
        what = f"claims {sorted(map(str, told - always))}, which is not certain"
    elif not unsaid and not {claim for claim in always if claim[0] not in CAUTIOUS} <= told:
        what = f"says nothing of {sorted(map(str, always - told))}"
    else:
        return ""
    return f"{seed}, {place.name}: {what}; {acts}; sources {sources}, errors {errors_us}"


def _acts(chance: Random, place: Place, game: Game) -> Iterator[Told]:
    """Slaps, the touches just before them, and how the hands come up that slap again."""
    slaps = list(_slaps(chance, place, game))
    for slap in slaps:
        before_us = chance.choice((3_000, 15_000, 40_000))
        if game.touch_fitted[slap.seat]:
            yield slap._replace(do="touch", t_us=slap.t_us - before_us)
            if chance.random() < 0.3:
                continue
        yield slap
    seats = [slap.seat for slap in slaps]
    for slap in slaps:
        if seats.count(slap.seat) > 1:
            up_us = slap.t_us + slap.later_us + HELD_US
            yield Told(slap.seat, up_us, 0, "up")
            if game.touch_fitted[slap.seat]:
                yield Told(slap.seat, up_us, 0, "release")
    for seat, down in enumerate(game.paddles.down):
        if down and place.lie_us:
            yield Told(seat, chance.choice(place.lie_us) + chance.randint(-20_000, 20_000), 0, "up")


def _slaps(chance: Random, place: Place, game: Game) -> Iterator[Told]:
    spread_us = chance.choice((2_000, 20_000, 60_000))
    near_us = chance.choice(place.near_us)
    first = None
    free = [seat for seat, down in enumerate(game.paddles.down) if not down]
    for seat in chance.sample(free, chance.randint(1, len(free))):
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


def _true(act: Told, off_us: int, chance: Random) -> Told:
    """When it may truly have happened."""
    return act._replace(t_us=act.t_us + off_us + chance.choice((0, act.later_us)), later_us=0)


def _run(
    game: Game, start_us: int, acts: Sequence[Told], plays: Sequence[Event]
) -> tuple[list[Effect], list[Event]]:
    """Return the table's effects for this incident, and the plays that it takes."""
    events = [Event(do, seat, t_us, {"later_us": later_us}) for seat, t_us, later_us, do in acts]
    effects: list[Effect] = []
    taken = []
    for event in sorted([*events, *plays], key=lambda event: event.t_us):
        try:
            effects += game.apply(event._replace(t_us=start_us + event.t_us))
        except Refused:
            continue
        if event in plays:
            taken.append(event)
    return [*effects, *game.apply(Event("time", None, start_us + 10_000_000))], taken


def _claims(effects: Sequence[Effect], turn: int | None, before: int | None) -> Claims:
    """Until something was void or too close: then everybody slaps again.

    Whose hand came last on the deck without a call draws the same for the one as for the other.
    """
    till = _till(effects)
    whats = [effect.what for effect in effects]
    claims = [(effect.what, effect.seat) for effect in effects[:till] if effect.what in CLAIMS]
    if till < len(whats):  # the round is played again: who was too soon has lost nothing
        claims = [claim for claim in claims if claim[0] != "too-soon"]
    claims = [("last" if what == "uncalled" and seat is not None else what, seat) for what, seat in claims]
    shared = [what for what, _ in claims].count("last") > 1  # a clump for the last place
    claims = [claim for claim in claims if not (shared and claim[0] == "last")]
    claims += [("early", e.seat) for e in effects[:till] if e.what == "pays" and _of(e, "why") == "early"]
    if "slip" in whats and turn != before and till == len(whats) and "won" not in whats:
        claims.append(("turns", turn))
    shown = [effect.seat for effect in effects if effect.what == "shown"]
    if shown:
        called = {effect.seat for effect in effects if effect.what == "slap"}
        claims += [("unscored", seat) for seat in called.difference(shown)]
    last = [effect.seat for effect in effects if effect.what == "won" and _of(effect, "how") == "last"]
    claims = [
        claim for claim in claims if claim[0] != "slip" or claim[1] not in last
    ]  # it wins the card back
    return frozenset(claims)


def _of(effect: Effect, key: str) -> object:
    return (effect.public or {}).get(key)


def _till(effects: Sequence[Effect]) -> int:
    """Until where all is certain. Who slip together without a card are spared: that is a tie."""
    out = {(effect.seat, effect.t_us) for effect in effects if effect.what == "out"}
    spared = [
        (number, effect.t_us)
        for number, effect in enumerate(effects)
        if effect.what == "slip" and _of(effect, "card") is None and (effect.seat, effect.t_us) not in out
    ]
    ties = [number for number, t_us in spared if [at_us for _, at_us in spared].count(t_us) > 1]
    ties += [number for number, effect in enumerate(effects) if effect.what in UNSAID]
    return min(ties, default=len(effects))


def _unsaid(effects: Sequence[Effect]) -> bool:
    return _till(effects) < len(effects) or [effect.what for effect in effects].count("last") > 1
