"""Hidden cards stay hidden: what an evening showed, and what seats may see of its states."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from evenings.record import Record
from evenings.verdicts import Finding
from slamomatic.engine.core import Game
from slamomatic.engine.vocabulary import COMMON_EFFECTS, Effect, Json
from support.twins import TWINS

STATES = 2  # looked at in each run of the program


def found_in(record: Record, shown: Sequence[Effect], rng: Random) -> list[Finding]:
    """Secrets that were told to eyes that may not know them."""
    kind = type(record.game)
    leaks = [text for effect in shown if (text := _beyond_the_list(kind, effect))]
    pieces = record.pieces
    for piece in rng.sample(pieces, min(STATES, len(pieces))):
        state = {"version": kind.VERSION, "setup": record.game.to_json()["setup"], **piece.state}
        leaks += _tells_apart(kind, state, rng)
    return [Finding("leaked", text) for text in leaks]


def _beyond_the_list(kind: type[Game], effect: Effect) -> str:
    """An effect's field that the game's own list does not allow."""
    allowed = {**COMMON_EFFECTS, **kind.EFFECTS}.get(effect.what)
    if allowed is None:
        return f"the effect {effect.what} is in no list"
    public = set(effect.public or {}) - set(allowed.public)
    only = {name for data in effect.only.values() for name in data} - set(allowed.only)
    return f"{effect.what} tells {sorted(public | only)}" if public or only else ""


def _tells_apart(kind: type[Game], state: Json, rng: Random) -> list[str]:
    """Two states that differ only in what an eye may not know must look the same to it."""
    game = kind.from_json(state)
    twin = TWINS.get(kind.NAME)  # a game without cards hides only its chance
    leaks = []
    for eye in (None, *range(game.seats)):
        # Plain values: a copy by JSON is deep.
        other_state = kind.from_json(state).to_json()
        if twin is not None:
            other_state = twin(other_state, eye, rng)
        other_state["chance"] = rng.getrandbits(64)
        other = kind.from_json(other_state)
        if game.view(eye) != other.view(eye):
            leaks.append(f"the view tells {eye} what it may not know")
        elif game.legal(eye) != other.legal(eye):
            leaks.append(f"what {eye} may do tells what it may not know")
        elif game.due_us != other.due_us:
            leaks.append("the next deadline depends on a hidden card")
    return leaks
