"""Stories: a set-up and what happens at the table after it; played, drawn at random, and made shorter."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from traceback import extract_tb
from typing import Any, NamedTuple

from slamomatic.engine.bots import straight
from slamomatic.engine.core import Game
from slamomatic.engine.log import opening_line
from slamomatic.engine.setup import Setup, setup_to_json
from slamomatic.engine.vocabulary import Effect, Event, Json, Refused

Kind = type[Game]

LONGEST = 150  # moves of random play before something is checked
SHORTER_TRIES = 1_500  # stories that are tried to find a shorter one
NOISE = 0.15  # events that no player in their right mind would make, as a share
LEAVE = 0.3  # games in which a player leaves, as a share
LAST_SECONDS_US = 10_000_000  # every wait of a slap is over by then

# Differences in time that matter to a judge: none, around the clump window, around the re-arm time, seconds.
GAPS_US = (0, 1, 400, 999, 1000, 1001, 20_000, 150_000, 299_999, 300_000, 600_000, 700_000, 2_000_000)
WORDS = ("", "zz", "up", "pile")  # further words in nonsense, besides cards


class Story(NamedTuple):
    """One game from its set-up on: how it came to where something is checked, and what is checked."""

    setup: Setup
    before: tuple[Event, ...] = ()
    then: tuple[Event, ...] = ()
    dice: int = 0  # the seed of all that a check draws itself

    def lines(self, kind: Kind) -> list[Json]:
        """The story as a log, which `slamomatic replay` plays again."""
        game = kind(self.setup)
        lines = [opening_line(game)]
        for event in (*self.before, *self.then):
            try:
                game.apply(event)
            except Refused as refused:
                lines.append({"refused": event.to_json(), "error": str(refused)})
            except Exception as error:  # the game that is checked may do anything
                lines.append(event.to_json() | {"error": where_from(error)})
                break
            else:
                lines.append(event.to_json(game.chance.drawn))
        return lines


def where_from(error: Exception) -> str:
    """Say what went wrong, and in which line of which file."""
    at = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(at.filename).name}, line {at.lineno})"


# --- playing ----------------------------------------------------------------------------------------


def played(game: Game, events: Sequence[Event]) -> list[Effect]:
    """Play these events, those that are refused left out; return what they did."""
    effects: list[Effect] = []
    for event in events:
        try:
            effects += game.apply(event)
        except Refused:
            continue
    return effects


def table_of(kind: Kind, story: Story) -> Game:
    """The game as it is before what is checked."""
    game = kind(story.setup)
    played(game, story.before)
    return game


def copy_of(game: Game, setup: Setup | None = None) -> Game:
    """Copy a game, or the same state at a table that is set up in another way."""
    state = game.to_json()
    return type(game).from_json(state | {"setup": setup_to_json(setup)} if setup else state)


def hands_up(game: Game) -> None:
    """Nobody touches a paddle any more, and no hand is looked at."""
    game.apply(Event("curtain", None, game.now_us, {"up": False}))
    for seat in range(game.seats):
        for do in ("up", "release"):
            game.apply(Event(do, seat, game.now_us + 1))


# --- drawn at random --------------------------------------------------------------------------------


def setup_of(kind: Kind, rng: Random, odd_options: bool = True) -> Setup:
    """Any number of players; mostly the usual options, else one or two at a value that is possible."""
    options: dict[str, Any] = {}
    if odd_options and rng.random() < 0.5:
        known = [name for name in kind.OPTIONS if name not in ("paper", "dealer")]
        for name in rng.sample(known, min(len(known), rng.randint(1, 2))):
            option = kind.OPTIONS[name]
            few = min(option.high, option.low + 3)
            options[name] = rng.random() < 0.5 if option.is_flag else rng.randint(option.low, few)
    return Setup(rng.choice(list(kind.SEATS)), rng.getrandbits(32), options)


def nonsense(game: Game, rng: Random) -> Event:
    """A choice of the right types that is mostly illegal, or something that happens at a table."""
    t_us = max(0, game.now_us + rng.choice((*GAPS_US, -500, -2_000_000)))
    seat = rng.randrange(game.seats)
    if not game.EVENTS or rng.random() < 0.5:
        do = rng.choice(("down", "up", "touch", "release", "feint", "void", "curtain", "fault", "accuracy"))
        data: Json = {}
        if do in ("curtain", "fault"):
            data = {"up" if do == "curtain" else "on": rng.random() < 0.3}
        elif do == "accuracy":
            data = {"error_us": rng.choice((0, 25_000, 40_000))}
        return Event(do, None if do in ("void", "curtain") else seat, t_us, data)
    do = rng.choice(sorted(game.EVENTS))
    words = sorted({*(card for cards in game.cards().values() for card in cards), *WORDS})
    drawn: dict[str, Callable[[], Any]] = {
        "word": lambda: rng.choice(words),
        "number": lambda: rng.randint(-1, 10),
        "flag": lambda: rng.random() < 0.5,
        "words": lambda: rng.choices(words, k=rng.randrange(5)),
        "numbers": lambda: [rng.randint(-1, 10) for _ in range(rng.randrange(4))],
    }
    fields = game.EVENTS[do].data.items()
    says = {name: drawn[field.kind]() for name, field in fields if not field.optional or rng.random() < 0.5}
    return Event(do, seat, t_us, says)


def random_game(kind: Kind, setup: Setup, rng: Random, moves: int, noise: float = 0.0) -> list[Event]:
    """Return the events of so many moves of random play, with nonsense in between."""
    game = kind(setup)
    events: list[Event] = []

    def noted(event: Event) -> Sequence[Effect]:
        if rng.random() < noise:
            odd = nonsense(game, rng)
            events.append(odd)
            played(game, [odd])
        events.append(event)
        return played(game, [event])

    with suppress(Exception):  # the story ends with what the game can't stand: the check finds that itself
        straight.play(game, rng, moves, noted)
    return events


def random_story(kind: Kind, rng: Random, odd_options: bool = True) -> Story:
    """A game with nonsense, in which sometimes a player leaves.

    The game is cut anywhere, mostly near its begin: there a fault is told in few lines.
    """
    setup = setup_of(kind, rng, odd_options)
    moves = rng.choice((3, 10, 30, LONGEST))
    events = random_game(kind, setup, rng, moves, NOISE)
    if events and rng.random() < LEAVE:
        at = rng.randrange(len(events))
        events.insert(at, Event("drop", rng.randrange(setup.seats), events[at].t_us))
    return Story(setup, tuple(events), (), rng.getrandbits(32))


def first_slaps(kind: Kind, setup: Setup, events: Sequence[Event]) -> Iterator[int]:
    """Before which of these events all paddles are up and live, and a hand is about to fall."""
    game = kind(setup)
    for at, event in enumerate(events):
        if event.do == "down" and True not in game.paddles.down and False not in game.paddles.live:
            yield at
        played(game, [event])


def slap_story(kind: Kind, rng: Random, setup: Setup) -> tuple[Story, Game] | None:
    """A table at which hands are about to fall; None where none fell in this game."""
    events = random_game(kind, setup, rng, rng.choice((10, 30, 60, LONGEST)))
    cuts = list(first_slaps(kind, setup, events))
    if not cuts:
        return None
    at = rng.choice(cuts[:4] if rng.random() < 0.5 else cuts)
    story = Story(setup, tuple(events[:at]), (events[at],), rng.getrandbits(32))
    return story, table_of(kind, story)


# --- made shorter -----------------------------------------------------------------------------------


def shortest(kind: Kind, story: Story, broken: Callable[[Kind, Story], str]) -> Story:
    """Leave out whatever the fault does not need."""
    tries = SHORTER_TRIES

    def still(other: Story) -> bool:
        nonlocal tries
        tries -= 1
        return tries > 0 and bool(complaint(kind, other, broken))

    plain = story._replace(setup=replace(story.setup, options={}))
    if story.setup.options and still(plain):
        story = plain
    for part in ("then", "before", "then"):
        events = getattr(story, part)
        size = len(events)
        while size and tries > 0:
            at = 0
            while at < len(events):
                fewer = events[:at] + events[at + size :]
                if still(story._replace(**{part: fewer})):
                    events = fewer
                    story = story._replace(**{part: events})
                else:
                    at += size
            size //= 2
    return story


def complaint(kind: Kind, story: Story, broken: Callable[[Kind, Story], str]) -> str:
    """Say what is broken in this story, or "". A game that raises an error is broken too."""
    try:
        return broken(kind, story)
    except Exception as error:
        return f"it falls over: {where_from(error)}"
