"""Two states that differ only in what a seat may not know must look the same to that seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from slamomatic.engine import find
from slamomatic.engine.bots import straight
from slamomatic.engine.core import Game
from slamomatic.engine.setup import Setup
from slamomatic.engine.vocabulary import Effect, Event, Json, Refused
from support.length import count

# A state and an eye (None: the spectator); another state that this eye can't tell from it, or None.
# Seed and generator are changed by the frame itself.
Twin = Callable[[Json, "int | None", Random], "Json | None"]


@dataclass
class Secrets:
    """How a game hides: a twin maker, and the public effect fields that lawfully show a hidden card."""

    twin: Twin
    reveals: frozenset[tuple[str, str]] = frozenset()
    diverging: float = 0.2  # at most this share of events may lawfully turn out otherwise (a foul, a pair)
    compared: int = 0
    differed: int = 0
    diverged: int = 0
    refused: int = 0
    options: dict[str, Any] = field(default_factory=dict)


def check_secrets(name: str, secrets: Secrets, seats: int, seed: int, limit: int = 400) -> None:
    """Plays a whole game at random; before every event each eye looks at the state and at a twin of it."""
    game = find(name)(Setup(seats, seed, secrets.options))
    rng = Random(seed)

    def watched(event: Event) -> list[Effect]:
        for eye in (None, *range(seats)):
            compare(game, event, eye, secrets, rng)
        return game.apply(event)

    straight.play(game, Random(seed), limit, watched)


def compare(game: Game, event: Event, eye: int | None, secrets: Secrets, rng: Random) -> None:
    state = game.to_json()
    other_state = secrets.twin(game.to_json(), eye, rng)
    if other_state is None:
        return
    secrets.compared += 1
    secrets.differed += other_state != state
    other_state["chance"] = rng.getrandbits(64)
    other_state["setup"]["seed"] = rng.getrandbits(32)
    other = type(game).from_json(other_state)
    same_look(game, other, eye)
    mine, theirs = looks_after(game, event, eye, secrets), looks_after(other, event, eye, secrets)
    if [line["what"] for line in mine] == [line["what"] for line in theirs]:
        assert mine == theirs, f"an effect tells seat {eye} what it may not know"
    else:
        secrets.diverged += 1
    same_refusals(game, other, eye, secrets, rng)
    same_look(game, other, eye)  # and after undo


NOT_NOW = str(Refused("").for_others())
TRIES = 3  # of things somebody might do, at every event and for every eye


def same_refusals(game: Game, other: Game, eye: int | None, secrets: Secrets, rng: Random) -> None:
    """Check that this eye reads the same of another's refused choice in both states."""
    for _ in range(TRIES):
        seat = rng.randrange(game.seats)
        if seat == eye:
            continue
        event = something(game, other, seat, rng)
        texts = {refusal(state, event) for state in (game, other)}
        secrets.refused += texts != {None}
        if len(texts - {None}) > 1 or (None in texts and len(texts) > 1 and texts != {None, NOT_NOW}):
            raise AssertionError(f"the refusals of {event} tell a hidden card: {texts}")


def something(game: Game, other: Game, seat: int, rng: Random) -> Event:
    """A choice that is legal in either state, or one of the right types."""
    legal = [choice for state in (game, other) for choice in state.legal(seat) if choice.do in game.EVENTS]
    if legal and rng.random() < 0.5:
        return rng.choice(legal).at(game.now_us)
    words = [card for cards in game.cards().values() for card in cards]
    do = rng.choice(list(game.EVENTS))
    values: dict[str, Callable[[], Any]] = {
        "word": lambda: rng.choice([*words, "up", "pile", "3k"]),
        "number": lambda: rng.randrange(9),
        "flag": lambda: rng.random() < 0.5,
        "words": lambda: [rng.choice(words)],
        "numbers": lambda: [rng.randrange(9) for _ in range(rng.randrange(1, 4))],
    }
    data = {name: values[field.kind]() for name, field in game.EVENTS[do].data.items()}
    return Event(do, seat, game.now_us, data)


def refusal(game: Game, event: Event) -> str | None:
    """Return what others may read when this choice is refused, or None if it is accepted."""
    before = game.save()
    try:
        type(game).apply(game, event)
    except Refused as refused:
        return str(refused.for_others())
    finally:
        game.load(before)
    return None


def same_look(game: Game, other: Game, eye: int | None) -> None:
    assert game.view(eye) == other.view(eye), f"the view tells {eye} what it may not know"
    assert game.legal(eye) == other.legal(eye), f"legal tells {eye} what it may not know"
    assert game.due_us == other.due_us, "the next deadline depends on a hidden card"


def looks_after(game: Game, event: Event, eye: int | None, secrets: Secrets) -> list[Json]:
    """The event's effects as this eye may have them, without the values that lawfully come to light."""
    effects: Sequence[Effect] = []
    type_apply = type(game).apply
    before = game.save()
    try:
        effects = type_apply(game, event)
    except Refused:
        return [{"what": "refused"}]
    finally:
        game.load(before)
    lines = []
    for effect in effects:
        if effect.public is None and eye not in effect.only:
            continue
        line = effect.to_json()
        for name in line:
            if (effect.what, name) in secrets.reveals:
                line[name] = "#"
        if eye is not None and eye in effect.only:
            line |= dict.fromkeys(effect.only[eye], "#")
        lines.append(line)
    return lines


def enough(secrets: Secrets) -> None:
    """The twins were really other states, and most events went on alike: else nothing was compared."""
    assert secrets.compared > count(250, 500)
    assert secrets.refused > 200
    assert secrets.differed > 0.8 * secrets.compared
    assert secrets.diverged < secrets.diverging * secrets.compared, (secrets.diverged, secrets.compared)
