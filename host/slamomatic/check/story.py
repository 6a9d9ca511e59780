"""Stories: a set-up and the events after it. They are played, drawn at random, and made shorter."""

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

LONGEST = 150  # the most moves of random play before something is checked
SHORTER_TRIES = 1_500  # how many stories are tried to find a shorter one
NOISE = 0.15  # the share of events that no player in their right mind would make
LEAVE = 0.3  # the share of games in which a player leaves
LAST_SECONDS_US = 10_000_000  # so long after a slap, every wait that it began is over

# Differences in time that matter to a judge: none, around the clump window, around the re-arm time, seconds.
GAPS_US = (0, 1, 400, 999, 1000, 1001, 20_000, 150_000, 299_999, 300_000, 600_000, 700_000, 2_000_000)
WORDS = ("", "zz", "up", "pile")  # words for nonsense, besides the names of cards


class Story(NamedTuple):
    """One game from its set-up on: the events that lead to a situation, and those that are checked there."""

    setup: Setup
    before: tuple[Event, ...] = ()
    then: tuple[Event, ...] = ()
    dice: int = 0  # the seed of everything that a check draws by chance

    def lines(self, kind: Kind) -> list[Json]:
        """Return the story as a log, which `slamomatic replay` plays again.

        Refused events have a line with the refusal; an event that raises an error is the last one.
        """
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


def play_events(game: Game, events: Sequence[Event]) -> list[Effect]:
    """Play these events, skip those that are refused, and return the effects of the others."""
    effects: list[Effect] = []
    for event in events:
        try:
            effects += game.apply(event)
        except Refused:
            continue
    return effects


def game_before_check(kind: Kind, story: Story) -> Game:
    """Return the game as it stands before the events that are checked."""
    game = kind(story.setup)
    play_events(game, story.before)
    return game


def copy_of(game: Game, setup: Setup | None = None) -> Game:
    """Return a copy of the game; with `setup`, the same state at a table that is set up in another way."""
    state = game.to_json()
    return type(game).from_json(state | {"setup": setup_to_json(setup)} if setup else state)


def lift_all_hands(game: Game) -> None:
    """Lift all hands from the paddles, and the curtain if it is down."""
    game.apply(Event("curtain", None, game.now_us, {"up": False}))
    for seat in range(game.seats):
        for do in ("up", "release"):
            game.apply(Event(do, seat, game.now_us + 1))


# --- drawn at random --------------------------------------------------------------------------------


def setup_of(kind: Kind, rng: Random, odd_options: bool = True) -> Setup:
    """Draw a set-up: any number of players, and with `odd_options` often one or two options not as usual."""
    options: dict[str, Any] = {}
    if odd_options and rng.random() < 0.5:
        known = [name for name in kind.OPTIONS if name not in ("paper", "dealer")]
        for name in rng.sample(known, min(len(known), rng.randint(1, 2))):
            option = kind.OPTIONS[name]
            few = min(option.high, option.low + 3)
            options[name] = rng.random() < 0.5 if option.is_flag else rng.randint(option.low, few)
    return Setup(rng.choice(list(kind.SEATS)), rng.getrandbits(32), options)


def nonsense(game: Game, rng: Random) -> Event:
    """Return a random event of paddle or table, or a choice of the right types that is mostly illegal."""
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
    """Return the events of so many moves of random play, with nonsense in between; `noise` is its share."""
    game = kind(setup)
    events: list[Event] = []

    def play_with_noise(event: Event) -> Sequence[Effect]:
        """Play and note the event, and before it by chance some nonsense."""
        if rng.random() < noise:
            odd = nonsense(game, rng)
            events.append(odd)
            play_events(game, [odd])
        events.append(event)
        return play_events(game, [event])

    with suppress(Exception):  # the check plays the story again and finds the error itself
        straight.play(game, rng, moves, play_with_noise)
    return events


def random_story(kind: Kind, rng: Random, odd_options: bool = True) -> Story:
    """Draw a game with nonsense, in which sometimes a player leaves.

    It is cut off anywhere, mostly near its beginning, so that a fault can be told in few lines.
    """
    setup = setup_of(kind, rng, odd_options)
    moves = rng.choice((3, 10, 30, LONGEST))
    events = random_game(kind, setup, rng, moves, NOISE)
    if events and rng.random() < LEAVE:
        at = rng.randrange(len(events))
        events.insert(at, Event("drop", rng.randrange(setup.seats), events[at].t_us))
    return Story(setup, tuple(events), (), rng.getrandbits(32))


def first_slaps(kind: Kind, setup: Setup, events: Sequence[Event]) -> Iterator[int]:
    """Yield the index of each slap before which all paddles are up and live."""
    game = kind(setup)
    for at, event in enumerate(events):
        if event.do == "down" and True not in game.paddles.down and False not in game.paddles.live:
            yield at
        play_events(game, [event])


def slap_story(kind: Kind, rng: Random, setup: Setup) -> tuple[Story, Game] | None:
    """Draw a story that stops before a slap, and return it with its game.

    None: nobody slapped in this game.
    """
    events = random_game(kind, setup, rng, rng.choice((10, 30, 60, LONGEST)))
    cuts = list(first_slaps(kind, setup, events))
    if not cuts:
        return None
    at = rng.choice(cuts[:4] if rng.random() < 0.5 else cuts)
    story = Story(setup, tuple(events[:at]), (events[at],), rng.getrandbits(32))
    return story, game_before_check(kind, story)


# --- made shorter -----------------------------------------------------------------------------------


def shortest(kind: Kind, story: Story, broken: Callable[[Kind, Story], str]) -> Story:
    """Return the shortest story found in which something is still broken.

    Options are left out, then events: halves at first, then smaller and smaller parts, down to single ones.
    """
    tries = SHORTER_TRIES

    def still_broken(other: Story) -> bool:
        """Whether something is broken in this story too, as long as there are tries left."""
        nonlocal tries
        tries -= 1
        return tries > 0 and bool(complaint(kind, other, broken))

    plain = story._replace(setup=replace(story.setup, options={}))
    if story.setup.options and still_broken(plain):
        story = plain
    for part in ("then", "before", "then"):
        events = getattr(story, part)
        size = len(events)
        while size and tries > 0:
            at = 0
            while at < len(events):
                fewer = events[:at] + events[at + size :]
                if still_broken(story._replace(**{part: fewer})):
                    events = fewer
                    story = story._replace(**{part: events})
                else:
                    at += size
            size //= 2
    return story


def complaint(kind: Kind, story: Story, broken: Callable[[Kind, Story], str]) -> str:
    """Return what is broken in this story; "": nothing. A game that raises an error is broken too."""
    try:
        return broken(kind, story)
    except Exception as error:
        return f"it falls over: {where_from(error)}"
