"""What a game's pictures in the gallery show besides what bots bring about by themselves. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from slamomatic.engine.vocabulary import Event, Json

PLAYERS = 4  # at a staged table, two people and two bots: neither the fullest table nor the emptiest
SEED = 11

Deed = Callable[[Json, int], list[Event]]  # from the public view, at a time


@dataclass(frozen=True, slots=True)
class Staged:
    """A mishap that is put in by hand."""

    name: str
    after: str  # the effect that was told last
    deed: Deed
    steps: int = 1  # after how many half seconds it shows
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WithOptions:
    """A game under options that change what lies on the table."""

    name: str
    options: Mapping[str, Any]
    after: str  # the effect that was told last
    seed: int = SEED


# What happens at a table of real cards: slaps as (seats left of the turn, ms after the step began), or the
# word of a choice, or TOUCH.
PaperStep = tuple[str, tuple[tuple[int, float], ...] | str]
TOUCH = "touch"  # the turn player's hand, on a paddle that feels it, and no slap


@dataclass(frozen=True, slots=True)
class GalleryPlan:
    """Which games are searched for new states, and which scenes are staged as well."""

    seeds: tuple[int, ...] = (SEED,)  # between them these show every state
    staged: tuple[Staged, ...] = ()
    staged_seed: int = SEED
    options: tuple[WithOptions, ...] = ()
    paper: tuple[PaperStep, ...] = ()


def wait(view: Json, now_us: int) -> list[Event]:
    """Hands go up and nobody does anything: a call is forgotten."""
    down = [seat for seat, is_down in enumerate(view["down"]) if is_down]
    return [Event("up", seat, now_us + 300_000) for seat in down]


def void(view: Json, now_us: int) -> list[Event]:
    return [Event("void", None, now_us)]


def dispute(view: Json, now_us: int) -> list[Event]:
    """Somebody presses the key for it, and no slap is open."""
    return []


def leave(view: Json, now_us: int) -> list[Event]:
    return [Event("drop", 1, now_us)]


def slaps(view: Json, *at_us: int) -> list[Event]:
    """Slaps around the table: first the one whose turn it is, or seat 0 if there is none."""
    first = view["turn"] or 0
    return [Event("down", (first + index) % PLAYERS, t_us) for index, t_us in enumerate(at_us)]


def clump(view: Json, now_us: int) -> list[Event]:
    """Everybody slaps, the last two at almost the same moment."""
    return slaps(view, now_us, now_us + 260_000, now_us + 320_000, now_us + 320_300)


def rest(view: Json, now_us: int) -> list[Event]:
    """A hand that stays on its paddle after the others are up again: it is named."""
    downs = slaps(view, *(now_us + after_us for after_us in (0, 250_000, 310_000, 370_000)))
    return downs + [Event("up", down.seat, down.t_us + 900_000) for down in downs[1:]]
