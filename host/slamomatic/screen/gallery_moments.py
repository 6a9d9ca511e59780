"""Moments that no bot brings about by itself: put in by hand, so that the gallery shows them too."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from slamomatic import games
from slamomatic.games.vocabulary import Event
from slamomatic.screen import gallery
from slamomatic.screen.gallery import Easels, ShownSitting
from slamomatic.screen.scene import Scene
from slamomatic.screen.scenes.table import TableScene

LONGEST_US = 40 * 60_000_000
PLAYERS = 4  # two people and two bots: neither the fullest table nor the emptiest

Deed = Callable[[ShownSitting, int], None]


def _wait(sitting: ShownSitting, now_us: int) -> None:
    """Nobody does anything: a call is forgotten."""


def _void(sitting: ShownSitting, now_us: int) -> None:
    sitting.play(Event("void", None, now_us))


def _leave(sitting: ShownSitting, now_us: int) -> None:
    sitting.play(Event("drop", 1, now_us))


def _clump(sitting: ShownSitting, now_us: int) -> None:
    """Everybody slaps, the last two at almost the same moment."""
    for seat in range(PLAYERS):
        after_us = 60_000 * min(seat, PLAYERS - 2) + (300 if seat == PLAYERS - 1 else 0)
        sitting.play(Event("down", seat, now_us + after_us))


def _rest(sitting: ShownSitting, now_us: int) -> None:
    """A hand that stays on its paddle after the others are up again: it is named."""
    for seat in range(PLAYERS):
        sitting.play(Event("down", seat, now_us + 50_000 * seat))
    for seat in range(1, PLAYERS):
        sitting.play(Event("up", seat, now_us + 500_000 + 10_000 * seat))


# game -> (name, after what was said it happens, what happens)
MOMENTS: dict[str, tuple[tuple[str, str, Deed], ...]] = {
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
LATER_US = 4_500_000  # long enough for every window and for naming a hand that rests


def moments(stage: Easels, game: str) -> Iterator[tuple[str, Scene]]:
    for name, after, deed in MOMENTS.get(game, ()):
        stage.clock.at_us = 0
        stage.motion.forget()
        sitting = gallery.sitting_of(stage, game, min(PLAYERS, games.find(game).SEATS[-1]), 11)
        sitting.shown_people = (0, 1)
        scene = TableScene(stage, sitting)
        for _ in gallery.states(stage, scene, LONGEST_US):
            if scene.happenings.saying == after:
                break
        sitting.keep_still()
        deed(sitting, stage.clock.at_us)
        stage.clock.at_us += LATER_US
        scene.pump()
        yield f"{game}-{name}", scene
