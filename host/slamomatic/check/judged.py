"""Promises of every game about slaps: with clocks that are off, with head starts, and with void slaps.

A claim is an effect in VERDICTS with a seat: who won, who lost, who pays. In a game without that list, every
effect of its own is a claim. How a game calculates claims does not matter. They are compared with the claims
of the same game in a world where the truth is known: hands at their true times, and exact clocks.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from slamomatic.check.promises import Promise
from slamomatic.check.story import (
    LAST_SECONDS_US,
    Kind,
    Story,
    copy_of,
    game_before_check,
    lift_all_hands,
    play_events,
    setup_of,
    slap_story,
)
from slamomatic.engine.core import Game
from slamomatic.engine.vocabulary import COMMON_EFFECTS, Effect, Event
from slamomatic.words import N_

WORLDS = 12  # how many of the possible worlds are tried for each story
SPREADS_US = (2_000, 20_000, 60_000)  # how far apart hands fall
NEAR_US = (100_000, 150_000, 300_000)  # how long after the event that they answer
LATER_US = (0, 0, 0, 5_000, 16_000)  # how much later than its told time a slap may have been
HEAD_STARTS_MS = (20, 40, 60)
CLEAR_US = 700_000  # head starts are only checked where no time limit is nearer than this

Claims = Counter[tuple[str, int]]


def _verdicts(game: Game, effects: Sequence[Effect]) -> Claims:
    """Return all claims in these effects."""
    verdicts = game.EFFECTS if game.VERDICTS is None else game.VERDICTS
    return Counter((what, seat) for what, seat, *_ in effects if what in verdicts and seat is not None)


def _claims(game: Game, effects: Sequence[Effect]) -> tuple[Claims, bool]:
    """Return the claims made before the first slap that is void or too close, and whether there is one.

    That slap does not count, and the game may ask for another. An effect without a seat names nobody. Several
    seats with one word in one moment share a place: this claims nothing of one of them alone.
    """
    own = [effect for effect in effects if effect.what == "void" or effect.what in game.EFFECTS]
    ends = [number for number, effect in enumerate(own) if effect.seat is None]
    places = Counter((what, t_us) for what, seat, t_us, _, _ in own if seat is not None)
    sure = [e for e in own[: min(ends, default=len(own))] if places[e.what, e.t_us] == 1]
    return _verdicts(game, sure), len(sure) < len(own)


def _spelled(claims: Claims) -> str:
    return ", ".join(sorted(f"'{what}' of seat {seat}" for what, seat in claims))


def _slaps(game: Game, rng: Random, seats: Sequence[int], opener: int | None) -> Iterator[Event]:
    """Yield random slaps close to each other, some close to the game's next deadline.

    `opener`: a seat that must be among them, or None.
    """
    near_us = [*NEAR_US]
    if game.due_us is not None and NEAR_US[0] < game.due_us - game.now_us < LAST_SECONDS_US / 2:
        near_us.append(game.due_us - game.now_us)
    spread_us = rng.choice(SPREADS_US)
    at_us = game.now_us + rng.choice(near_us)
    some = rng.sample(seats, rng.randint(1, len(seats)))
    for seat in dict.fromkeys([*([] if opener is None else [opener]), *some]):
        later_us = rng.choice(LATER_US)
        t_us = max(game.now_us + 1, at_us + rng.randint(-spread_us, spread_us))
        yield Event("down", seat, t_us, {"later_us": later_us} if later_us else {})


def _by_time(events: Sequence[Event]) -> tuple[Event, ...]:
    return tuple(sorted(events, key=lambda event: event.t_us))


def _effects_of(game: Game, events: Sequence[Event]) -> list[Effect]:
    """Play these events and the seconds after them; return the effects."""
    last_us = max([game.now_us, *(event.t_us for event in events)])
    return play_events(game, [*_by_time(events), Event("time", None, last_us + LAST_SECONDS_US)])


# --- clocks -----------------------------------------------------------------------------------------


def clocks_story(kind: Kind, rng: Random) -> Story | None:
    """Draw slaps near each other, told by sources whose clocks are off by at most the error they state."""
    setup = setup_of(kind, rng, odd_options=False)
    errors_us = (rng.choice((0, 500, 1_500)), rng.choice((0, 8_000, 20_000)), rng.choice((0, 20_000, 30_000)))
    sources = [0] * setup.seats if rng.random() < 0.2 else rng.choices(range(3), k=setup.seats)
    drawn = slap_story(kind, rng, replace(setup, source=sources, error_us=errors_us))
    if drawn is None:
        return None
    story, game = drawn
    seats, opener = _who_slaps(game, story)
    return story._replace(then=_by_time([*_slaps(game, rng, seats, opener)]))


def _who_slaps(game: Game, story: Story) -> tuple[list[int], int | None]:
    """Return the seats that may slap, and the one that must: the players asked, else anybody still there."""
    if game.asked and story.dice % 8:
        return list(game.asked), None
    return game.in_play(), story.then[0].seat


def check_clocks(kind: Kind, story: Story) -> str:
    """Check that each claim about these hands is true in every world that the stated errors allow.

    A claim that is true in all of them must also be made. Returns what broke, or "".
    """
    table = game_before_check(kind, story)
    claimed, unsaid = _claims(table, effects := _effects_of(copy_of(table), story.then))
    rng = Random(story.dice)
    always: Claims | None = None
    for _ in range(WORLDS):
        world, hands = _possible_world(table, story.then, rng)
        true = _verdicts(world, _effects_of(world, hands))
        if too_much := claimed - true:
            where = ", ".join(f"seat {hand.seat} at {hand.t_us} us" for hand in hands[1:])
            return f"it claims {_spelled(too_much)}; but {where} would fit as well, and then it is not so"
        always = true if always is None else always & true
    if always and not unsaid and not any(effect.what not in COMMON_EFFECTS for effect in effects):
        return f"it says nothing of {_spelled(always)}, which is certain"
    return ""


def _possible_world(table: Game, hands: Sequence[Event], rng: Random) -> tuple[Game, list[Event]]:
    """Draw one way in which it may truly have been: the game with exact clocks, and the true slaps."""
    setup = table.setup
    offs_us = [rng.choice((-off_us, off_us, rng.randint(-off_us, off_us))) for off_us in setup.error_us]
    exact = replace(setup, options={**setup.options, "clump_us": 1}, error_us=[0] * len(offs_us))
    world = copy_of(table, exact)
    world.paddles.error_us = [0] * len(offs_us)
    true = [Event("accuracy", 0, world.now_us, {"error_us": 0})]  # lets the game calculate deadlines again
    for do, seat, t_us, data in hands:
        off_us = 0 if seat is None else offs_us[setup.source[seat]]
        later_us = data.get("later_us", 0)
        true.append(Event(do, seat, t_us + off_us + rng.choice((0, later_us)), {}))
    return world, true


# --- head starts ------------------------------------------------------------------------------------


def head_starts_story(kind: Kind, rng: Random) -> Story | None:
    """Draw slaps of all players who are asked; None: fewer than two are, or a time limit is near."""
    drawn = slap_story(kind, rng, setup_of(kind, rng, odd_options=False))
    if drawn is None:
        return None
    story, game = drawn
    if len(game.asked) < 2 or (game.due_us is not None and game.due_us < game.now_us + CLEAR_US):
        return None
    at_us = game.now_us + 300_000
    hands = [Event("down", seat, at_us + rng.randint(0, 90_000)) for seat in game.asked]
    return story._replace(then=_by_time(hands))


def check_head_starts(kind: Kind, story: Story) -> str:
    """Check that a hand with a head start may fall so much later and counts the same.

    Return what broke, or "".
    """
    table = game_before_check(kind, story)
    seats = [event.seat for event in story.then]
    if len(seats) < 2:
        return ""
    rng = Random(story.dice)
    seat = rng.choice(seats)
    ms = rng.choice(HEAD_STARTS_MS)
    given = replace(table.setup, handicap_ms=[ms if s == seat else 0 for s in range(table.seats)])
    later = [
        event._replace(t_us=event.t_us + ms * 1000) if event.seat == seat else event for event in story.then
    ]
    level = _claims(table, _effects_of(copy_of(table), story.then))
    helped = _claims(table, _effects_of(copy_of(table, given), later))
    if level == helped:
        return ""
    one, other = (_spelled(claims) or "nothing" for claims, _ in (helped, level))
    return f"{ms} ms later with a head start of {ms} ms, seat {seat} makes it claim {one} instead of {other}"


# --- voids ------------------------------------------------------------------------------------------


def voids_story(kind: Kind, rng: Random) -> Story | None:
    """Draw slaps, and a void right after the last of them."""
    drawn = slap_story(kind, rng, setup_of(kind, rng, odd_options=False))
    if drawn is None:
        return None
    story, game = drawn
    seats, opener = _who_slaps(game, story)
    hands = _by_time([*_slaps(game, rng, seats, opener)])
    void = Event("void", None, hands[-1].t_us + rng.choice((1, 300, 10_000)))
    return story._replace(then=(*hands, void))


def check_voids(kind: Kind, story: Story) -> str:
    """Check that a void moves no card and no point, and that no claim follows from the slaps before it.

    Returns what broke, or "".
    """
    table = game_before_check(kind, story)
    game = copy_of(table)
    for event in story.then:
        before = copy_of(game)
        play_events(game, [event])
        if event.do != "void":
            continue
        play_events(before, [Event("time", None, event.t_us)])
        if before.over:
            return ""
        if game.cards() != before.cards():
            return "a void moves cards"
        if game.scores() != before.scores():
            return "a void changes points"
    if not story.then or story.then[-1].do != "void":
        return ""
    claimed, idle = (_claims_when_idle(state) for state in (game, table))
    if too_much := claimed - idle:
        return f"it claims {_spelled(too_much)} after the void"
    return ""


def _claims_when_idle(game: Game) -> Claims:
    """Return the claims that follow if nobody slaps, such as who gets a pile that lies for a while."""
    lift_all_hands(game)
    effects = play_events(game, [Event("time", None, game.now_us + 2 * LAST_SECONDS_US)])
    return Counter(set(_verdicts(game, effects)))


JUDGED = (
    Promise(
        "clocks", N_("what is claimed is certain, however far off clocks are"), clocks_story, check_clocks
    ),
    Promise("head-starts", N_("a head start counts"), head_starts_story, check_head_starts),
    Promise("voids", N_("a void takes slaps back"), voids_story, check_voids),
)
