"""Moments that no bot brings about by itself: put in by hand, so that the gallery shows them too."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from slamomatic import engine
from slamomatic.engine.vocabulary import Event
from slamomatic.screen import gallery, wishes
from slamomatic.screen.gallery import Easels, ShownSitting
from slamomatic.screen.scene import Scene
from slamomatic.screen.scenes.table import TableScene

LONGEST_US = 40 * 60_000_000
PLAYERS = 4  # two people and two bots: neither the fullest table nor the emptiest

Deed = Callable[[ShownSitting, int], list[Event]]


def _wait(sitting: ShownSitting, now_us: int) -> list[Event]:
    """Hands go up and nobody does anything: a call is forgotten."""
    down = [seat for seat, is_down in enumerate(sitting.view(None)["down"]) if is_down]
    return [Event("up", seat, now_us + 300_000) for seat in down]


def _void(sitting: ShownSitting, now_us: int) -> list[Event]:
    return [Event("void", None, now_us)]


def _nothing(sitting: ShownSitting, now_us: int) -> list[Event]:
    return []


def _leave(sitting: ShownSitting, now_us: int) -> list[Event]:
    return [Event("drop", 1, now_us)]


def _slaps(sitting: ShownSitting, *at_us: int) -> list[Event]:
    """Slaps around the table: first whose turn it is, or seat 0 where it is nobody's."""
    first = sitting.view(None)["turn"] or 0
    return [Event("down", (first + index) % PLAYERS, t_us) for index, t_us in enumerate(at_us)]


def _clump(sitting: ShownSitting, now_us: int) -> list[Event]:
    """Everybody slaps, the last two at almost the same moment."""
    return _slaps(sitting, now_us, now_us + 260_000, now_us + 320_000, now_us + 320_300)


def _rest(sitting: ShownSitting, now_us: int) -> list[Event]:
    """A hand that stays on its paddle after the others are up again: it is named."""
    slaps = _slaps(sitting, *(now_us + after_us for after_us in (0, 250_000, 310_000, 370_000)))
    return slaps + [Event("up", slap.seat, slap.t_us + 900_000) for slap in slaps[1:]]


def _fooled(sitting: ShownSitting, now_us: int) -> list[Event]:
    """Somebody slaps though the turn player has not."""
    return _slaps(sitting, now_us, now_us)[1:]


def _foul(sitting: ShownSitting, now_us: int) -> list[Event]:
    """The turn player plays the pairs and slaps once more."""
    events: list[Event] = []
    for again in range(2):
        slaps = _rest(sitting, now_us + 4_000_000 * again)
        events += [*slaps, Event("up", slaps[0].seat, slaps[-1].t_us)]
    return events[: -2 * PLAYERS + 1]


def _missing(sitting: ShownSitting, now_us: int) -> list[Event]:
    """Two never slap, and a time is set for it: one alone would be the last without it."""
    return _slaps(sitting, now_us, now_us + 260_000)


# game -> (name, after what was said it happens, what happens)
MOMENTS: dict[str, tuple[tuple[str, str, Deed], ...]] = {
    "hands-down": (
        ("clump", "turn", _clump),
        ("rest", "turn", _rest),
        ("fooled", "turn", _fooled),
        ("foul", "turn", _foul),
        ("void", "hands-down", _void),
        ("nothing-open", "turn", _nothing),
        ("timed-out", "turn", _missing),
        ("left", "turn", _leave),
    ),
    "slamwich": (
        ("rest", "won", _rest),
        ("uncalled", "thief", _wait),
        ("void", "thief", _void),
        ("left", "won", _leave),
    ),
    "hit-the-deck": (
        ("forgotten", "race", _wait),
        ("clump", "race", _clump),
        ("rest", "race", _rest),
        ("void", "race", _void),
        ("left", "played", _leave),
    ),
    "yahtzee-hands-down": (("void", "called", _void), ("left", "discarded", _leave)),
    "lowdown": (("left", "drew", _leave),),
}
OPTIONS = {"timed-out": {"timeout_ms": 2_000}}
SEED = 11
SEEDS = {"hands-down": 3}  # whose turn it is first holds a pair
LATER_STEPS = 9
SLOW = {"rest": 9, "forgotten": 9, "uncalled": 5, "timed-out": 5}  # what only shows after so many steps
LATER_US = 4_500_000  # long enough for every window and for naming a hand that rests


def moments(stage: Easels, game: str) -> Iterator[tuple[str, Scene]]:
    for name, after, deed in MOMENTS.get(game, ()):
        stage.clock.at_us = 0
        stage.motion.forget()
        sitting = gallery.sitting_of(
            stage, game, min(PLAYERS, engine.find(game).SEATS[-1]), SEEDS.get(game, SEED), OPTIONS.get(name)
        )
        sitting.shown_people = (0, 1)
        scene = TableScene(stage, sitting)
        for _ in gallery.states(stage, scene, LONGEST_US):
            if scene.happenings.saying == after:
                break
        sitting.keep_still()
        if name == "nothing-open":
            scene.wish(wishes.Dispute())
        for event in deed(sitting, stage.clock.at_us):
            stage.clock.at_us = event.t_us
            sitting.play(event)
            scene.pump()
        for _ in range(SLOW.get(name, 1)):
            stage.clock.at_us += LATER_US // LATER_STEPS
            scene.pump()
        yield f"{game}-{name}", scene
