"""Moments of each game that the gallery shows although bots don't bring them about by themselves. Pure."""

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


# Events at a table of real cards: slaps as (seats left of the turn, ms after the step began), or the
# word of a choice, or TOUCH.
PaperStep = tuple[str, tuple[tuple[int, float], ...] | str]
TOUCH = "touch"  # the turn player's hand, on a paddle that feels it, and no slap


@dataclass(frozen=True, slots=True)
class Plan:
    """The deals of a game that are searched for new states, and moments that are staged as well."""

    seeds: tuple[int, ...] = (SEED,)  # between them these show every state
    staged: tuple[Staged, ...] = ()
    staged_seed: int = SEED
    options: tuple[WithOptions, ...] = ()
    paper: tuple[PaperStep, ...] = ()


def wait(view: Json, now_us: int) -> list[Event]:
    """Lift all hands and do nothing, so that the call is forgotten."""
    down = [seat for seat, is_down in enumerate(view["down"]) if is_down]
    return [Event("up", seat, now_us + 300_000) for seat in down]


def void(view: Json, now_us: int) -> list[Event]:
    return [Event("void", None, now_us)]


def dispute(view: Json, now_us: int) -> list[Event]:
    """Dispute by the key while no slap is open."""
    return []


def leave(view: Json, now_us: int) -> list[Event]:
    return [Event("drop", 1, now_us)]


def slaps(view: Json, *at_us: int) -> list[Event]:
    """Slap with everybody around the table, the player on turn first (seat 0 if it is nobody's turn)."""
    first = view["turn"] or 0
    return [Event("down", (first + index) % PLAYERS, t_us) for index, t_us in enumerate(at_us)]


def clump(view: Json, now_us: int) -> list[Event]:
    """Slap with everybody, the last two at almost the same moment."""
    return slaps(view, now_us, now_us + 260_000, now_us + 320_000, now_us + 320_300)


def rest(view: Json, now_us: int) -> list[Event]:
    """Leave one hand on its paddle after the others are up again, so that its player is named."""
    downs = slaps(view, *(now_us + after_us for after_us in (0, 250_000, 310_000, 370_000)))
    return downs + [Event("up", down.seat, down.t_us + 900_000) for down in downs[1:]]


def fooled(view: Json, now_us: int) -> list[Event]:
    """Slap with somebody before the turn player has slapped."""
    return slaps(view, now_us, now_us)[1:]


def foul(view: Json, now_us: int) -> list[Event]:
    """Let the turn player play the pairs and slap once more: a foul."""
    events: list[Event] = []
    for again in range(2):
        downs = rest(view, now_us + 4_000_000 * again)
        events += [*downs, Event("up", downs[0].seat, downs[-1].t_us)]
    return events[: -2 * PLAYERS + 1]


def missing(view: Json, now_us: int) -> list[Event]:
    """Leave out two slaps, so that a time limit begins: one missing hand alone would simply be the last."""
    return slaps(view, now_us, now_us + 260_000)


def all_too_soon(view: Json, now_us: int) -> list[Event]:
    return slaps(view, *(now_us + 300 * index for index in range(PLAYERS)))


def tie(view: Json, now_us: int) -> list[Event]:
    return slaps(view, now_us + 260_000, now_us + 260_300)


PLANS: Mapping[str, Plan] = {
    "hands-down": Plan(
        staged_seed=3,  # whose turn it is first holds a pair
        staged=(
            Staged("clump", "turn", clump),
            Staged("rest", "turn", rest, 9),
            Staged("fooled", "turn", fooled),
            Staged("foul", "turn", foul),
            Staged("void", "hands-down", void),
            Staged("nothing-open", "turn", dispute),
            Staged("timed-out", "turn", missing, 5, {"timeout_ms": 2_000}),
            Staged("left", "turn", leave),
        ),
        options=(WithOptions("forced-pass", {}, "forced-pass", seed=13),),
        paper=(
            ("begins", ()),
            ("last", ((0, 100), (1, 350), (2, 420), (3, 480))),
            ("clump", ((0, 100), (1, 350), (2, 480), (3, 483))),
            ("fooled", ((2, 100),)),
            ("foul", TOUCH),
            ("empty", "empty"),
            ("next", "pass"),
            ("open", ((0, 100),)),
        ),
    ),
    "hit-the-deck": Plan(
        seeds=(11, 12, 17),
        staged=(
            Staged("forgotten", "race", wait, 9),
            Staged("clump", "race", clump),
            Staged("rest", "race", rest, 9),
            Staged("void", "race", void),
            Staged("left", "played", leave),
        ),
        options=(WithOptions("far", {"target": 1000}, "played"),),
        paper=(
            ("called", "call"),
            ("last", ((1, 100), (0, 350), (2, 420), (3, 480))),
            ("uncalled", ((1, 100), (2, 300))),
        ),
    ),
    "lowdown": Plan(
        seeds=(11, 12, 13, 14, 18),
        staged=(Staged("left", "drew", leave),),
        options=(WithOptions("drawn-open", {"drawn_open": True}, "drew"),),
        paper=(("clump", ((2, 100), (0, 103), (3, 420))), ("next", "pass")),
    ),
    "quick-draw": Plan(
        staged=(
            Staged("too-soon", "turn", slaps),
            Staged("all-too-soon", "turn", all_too_soon),
            Staged("tie", "go", tie),
            Staged("void", "go", void),
            Staged("left", "won", leave),
        ),
        options=(WithOptions("long", {"rounds": 15}, "won"),),
    ),
    "slamwich": Plan(
        staged=(
            Staged("rest", "won", rest, 9),
            Staged("uncalled", "thief", wait, 5),
            Staged("void", "thief", void),
            Staged("left", "won", leave),
        ),
        options=(WithOptions("time-up", {"minutes": 1}, "over"),),
        paper=(
            ("first", ((2, 100), (0, 350), (3, 420))),
            ("clump", ((2, 100), (0, 103), (3, 420))),
        ),
    ),
    "yahtzee-hands-down": Plan(
        seeds=(11, 12),
        staged=(
            Staged("void", "called", void),
            Staged("left", "discarded", leave),
        ),
        options=(
            WithOptions("twelve", {"combos": 12}, "discarded"),
            WithOptions("short", {"combos": 1, "short_turns": 3}, "called"),
        ),
        paper=(("first", ((2, 100), (0, 350), (1, 420))),),
    ),
}


def plan_of(game: str) -> Plan:
    """Return the plan of this game; a game from another package has no staged moments."""
    return PLANS.get(game, Plan())
