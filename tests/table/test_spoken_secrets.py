"""What is spoken into the room tells nothing of a card that the room may not know.

Two games that differ only in hidden cards are put behind the same scene, before and after every event of
whole games, also while the one person at the screen sees the own hand. The room must hear the same of both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from slamomatic import engine
from slamomatic.engine import Event, Game, Setup
from slamomatic.engine.bots import straight
from slamomatic.kit.easel import Easel, Frame
from slamomatic.speech.lines import FULL
from support import length
from support.twins import TWINS
from table.test_leaks import Watcher, twin_of

Spoken = tuple[Any, ...]
MOMENTS = length.count(400, 2_500)  # of each game and company


class Ears:
    """The ears of the room, at a table whose game can be exchanged for its twin."""

    def __init__(self, game: Game, home: Path, people: int, own_cards: bool = False) -> None:
        self.watcher = Watcher(game, home, people)
        stage = self.watcher.stage
        stage.remember(replace(stage.prefs, speech=FULL, own_cards_aloud=own_cards))
        self.scene = self.watcher.scene
        self.hear()  # the greeting

    def with_game(self, game: Game) -> None:
        self.watcher.with_game(game)
        self.offer()

    def offer(self) -> None:
        """Offer the choices of now, as the scene does before each picture."""
        scene = self.scene
        choices, eyes = scene.visible_choices(scene.eyes), scene.eyes
        own_view = scene.shown.view(eyes) if eyes is not None else None
        scene.chooser.offer(choices, scene.face.suggests(own_view, choices) if own_view else None)

    def hear(self) -> Spoken:
        """Return all that would be spoken now, at any length, and all that somebody who asks would hear."""
        heard = self.scene.speech.aloud(Easel(Frame(800, 480)))
        stands = [(line.words, line.rank) for line in heard.stands]
        return stands, [line.words for line in heard.happened], heard.at, self.scene.speech.where()

    def hear_of(self, game: Game) -> Spoken:
        self.with_game(game)
        return self.hear()


def play_heard(name: str, people: int, home: Path, moments: int) -> int:
    """Compare what is spoken of both twins all through a game; return how many moments were compared."""
    seats = engine.find(name).SEATS[0] + 1
    compared = other_cards = 0
    for seed in range(5, 100):
        game = engine.new(name, Setup(seats, seed))
        ears = Ears(game, home, people if people == 1 else seats)
        rng, play = Random(seed), game.apply

        def heard(
            event: Event,
            draws: Sequence[Any] = (),
            game: Game = game,
            ears: Ears = ears,
            rng: Random = rng,
            play: Any = play,
        ) -> Any:
            nonlocal compared, other_cards
            other = twin_of(game, None, rng) if compared < moments else None
            if other is None or game.over:
                return play(event, draws)
            assert ears.hear_of(game) == ears.hear_of(other), "a hidden card is spoken of"
            first, second = (type(game).from_json(each.to_json()) for each in (game, other))
            told = []
            for each in (first, second):
                ears.with_game(each)
                ears.watcher.session.play(event)
                public = [moment.public for moment in ears.watcher.session.take_moments()]
                told.append((public, each.view(None)))
            if told[0] == told[1]:
                # The same happened before all eyes: the room must hear the same of it.
                after = []
                for each in (game, other):
                    ears.with_game(type(game).from_json(each.to_json()))
                    ears.watcher.session.play(event)
                    for moment in ears.watcher.session.take_moments():
                        for effect in moment.public:
                            ears.scene.speech.hear(effect, moment, event.t_us)
                    ears.offer()
                    after.append(ears.hear())
                assert after[0] == after[1], f"after {event.do} a hidden card is spoken of"
                compared += 1
                other_cards += other.cards() != game.cards()
            ears.watcher.session.take_refusals()
            return play(event, draws)

        game.apply = heard  # type: ignore[method-assign]
        straight.play(game, Random(seed), 100_000)
        if compared >= moments:
            break
    assert other_cards > compared // 3, "the twins must really differ"
    return compared


@pytest.mark.parametrize("people", [1, 2], ids=["alone", "several"])
@pytest.mark.parametrize("name", TWINS)
def test_the_room_hears_nothing_of_hidden_cards(name: str, people: int, tmp_path: Path) -> None:
    assert play_heard(name, people, tmp_path, MOMENTS) >= MOMENTS


def test_this_check_hears_a_leak(tmp_path: Path) -> None:
    """With the own cards spoken, which is right for one person alone, the twins sound different."""
    game = engine.new("hands-down", Setup(3, 4))
    ears = Ears(game, tmp_path, 1, own_cards=True)
    other = twin_of(game, None, Random(1))
    assert other is not None
    assert ears.hear_of(game) != ears.hear_of(other)
