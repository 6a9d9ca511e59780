"""Two journals of one evening that differ only in cards that nobody has shown."""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from random import Random
from typing import Any

from slamomatic.engine import log
from slamomatic.engine.vocabulary import Json, visible_effects
from slamomatic.errors import UserError

FEWEST = 10  # a list of chance that is as long as this is a shuffled deck


def twin_of(entries: Sequence[Json], rng: Random, tries: int) -> tuple[list[Json], int]:
    """Return the journal with other hidden cards, and how many pairs of them have changed places."""
    twin, shown, changed = list(entries), shown_by(entries), 0
    for _ in range(tries):
        other = with_two_cards_swapped(twin, rng)
        try:
            alike = shown_by(other) == shown
        except UserError:
            continue  # somebody played one of the two
        if alike:
            twin, changed = other, changed + 1
    return twin, changed


def shown_by(entries: Sequence[Json]) -> list[str]:
    """Return what everybody in the room sees and hears, line by line."""
    return [
        json.dumps([game.view(None), visible_effects(effects, None)])
        for game, _, effects in log.replay(map(dict, entries))
    ]


def known_to(seat: int, entries: Sequence[Json]) -> list[str]:
    """Return what this seat sees of the cards, line by line."""
    return [json.dumps(game.view(seat)) for game, _, _ in log.replay(map(dict, entries))]


def with_two_cards_swapped(entries: Sequence[Json], rng: Random) -> list[Json]:
    """Perhaps nobody could have played so: a replay says it."""
    other = list(entries)
    lists = [
        (line, at)
        for line, entry in enumerate(entries)
        for at, drawn in enumerate(entry.get("chance", []))
        if isinstance(drawn, list) and len(drawn) >= FEWEST
    ]
    line, at = rng.choice(lists)
    other[line] = copy.deepcopy(entries[line])
    deck: list[Any] = other[line]["chance"][at]
    one, two = rng.sample(range(len(deck)), 2)
    deck[one], deck[two] = deck[two], deck[one]
    return other
