"""What a game sets on its way and does not save."""

from __future__ import annotations

from contextlib import suppress
from random import Random

from slamomatic.check.story import Kind, play_events, random_story
from slamomatic.engine.chance import Chance
from slamomatic.engine.core import Game

GAMES = 25


def unsaved(kind: Kind) -> set[str]:
    """The attributes of games of this kind, played and dealt again, that their saved states lack."""
    lost: set[str] = set()
    for seed in range(GAMES):
        story = random_story(kind, Random(seed))
        game = kind(story.setup)
        play_events(game, story.before)
        states: list[Game] = [game]
        with suppress(NotImplementedError):  # on paper nothing is dealt
            states.append(game.resample(None, Chance(seed)))
        for state in states:
            lost |= vars(state).keys() - state.to_json().keys()
    return lost
