"""Hidden cards show nowhere: pictures, sentences, sounds, lights, pauses and phone pages stay the same.

Two games that differ only in cards that some eyes may not see are put behind the same scene, before and after
every event of whole games. Those eyes and ears must get the same from both.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from slamomatic import engine
from slamomatic.engine import Event, Game, Json, Setup
from slamomatic.engine.bots import straight
from slamomatic.engine.vocabulary import visible_effects
from slamomatic.gallery.tables import NAMES
from slamomatic.kit.easel import Sprite
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.table import TableScene
from slamomatic.screen.scenes.table_play import Looking
from slamomatic.table.lights import lights_of
from slamomatic.table.moment import Moment
from slamomatic.table.played import NoJournal
from slamomatic.table.seats import Seat
from slamomatic.table.session import GameSession
from support import length
from support.seat_page import page_of, room_page_of
from support.twins import TWINS

SIZE = (800, 480)
PIXELS_EVERY = 20
LONGEST = 100_000  # moves; every game ends long before that
# The first events of a game and of each kind are compared, and then one of some.
ALWAYS, OF_A_KIND, ONE_OF = length.count((50, 6, 16), (LONGEST, LONGEST, 1))


class Watcher:
    """One scene with a game behind it that can be exchanged for its twin."""

    def __init__(self, game: Game, home: Path, people: int) -> None:
        self.stage = BareStage(home)
        seats = [Seat(NAMES[n], n, "" if n < people else "random") for n in range(game.seats)]
        self.session = GameSession(game, seats, self.stage.unit, NoJournal(), self.stage.clock)
        # Bots would act on what they hold, as they may: here everybody's moves come from outside.
        self.session.automatic.bots.clear()
        self.scene = TableScene(self.stage, self.session)
        self.eyes = self.session.alone

    def with_game(self, game: Game) -> None:
        self.session.played.game = game
        self.session.played.moment = Moment(game, [])
        self.scene.chooser.offer(self.scene.visible_choices(self.scene.eyes))

    def sprites(self) -> list[Sprite]:
        return self.stage.easel(self.scene, SIZE).sprites

    def pixels(self) -> bytes:
        return pygame.image.tobytes(self.stage.surface(self.scene, SIZE), "RGB")

    def after(self, game: Game, event: Event) -> tuple[list[Json], tuple[Any, ...]]:
        """Return what these eyes and ears get from the event: its effects, and all that follows."""
        scene, face = self.scene, self.scene.face  # a face never changes: its modules can't be copied either
        remembered = (scene.announcements, scene.memory, self.session.played.photographer, scene.whispers)
        kept = copy.deepcopy(remembered, {id(face): face})
        self.stage.sounds.clear()
        # The random delay of a card that falls by itself is drawn again each time: here it is the same.
        self.session.automatic.chance.seed(1)
        self.session.automatic.card = None
        self.with_game(game)
        self.session.play(event)
        moments = self.session.take_moments()
        for moment in moments:
            self.scene.hear(moment, event.t_us)
        announcements = self.scene.announcements
        light = lights_of(game.view(None), self.session.seats, 4)
        heard = (
            list(self.stage.sounds),
            announcements.words,
            announcements.slap.worn,
            light,
            self.session.wakes_at_us(),
        )
        self.with_game(game)
        seen = self.sprites()
        scene.announcements, scene.memory, self.session.played.photographer, scene.whispers = kept
        self.session.take_refusals()
        return [effect for moment in moments for effect in moment.effects_for(self.eyes)], (
            *copy.deepcopy(heard),
            seen,
        )


def twin_of(game: Game, eye: int | None, rng: Random) -> Game | None:
    state = TWINS[game.NAME](game.to_json(), eye, rng)
    if state is None:
        return None
    state["chance"] = rng.getrandbits(64)
    state["setup"]["seed"] = rng.getrandbits(32)
    return type(game).from_json(state)


@pytest.mark.parametrize("people", ["several", "alone"])
@pytest.mark.parametrize("name", TWINS)
def test_hidden_cards_reach_no_eye_and_no_ear(
    name: str, people: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    seats = engine.find(name).SEATS[0] + 1
    game = engine.new(name, Setup(seats, 5))
    watcher = Watcher(game, tmp_path, seats if people == "several" else 1)
    rng = Random(9)
    count = {"compared": 0, "other cards": 0, "events": 0}
    kinds = Counter[str]()
    play = game.apply

    def watched(event: Event, draws: Sequence[Any] = ()) -> Any:
        count["events"] += 1
        kinds[event.do] += 1
        sampled = kinds[event.do] <= OF_A_KIND or count["events"] % ONE_OF == 0
        compared = sampled or count["events"] <= ALWAYS
        other = twin_of(game, watcher.eyes, rng) if compared else None
        if other is not None and not game.over:
            count["other cards"] += other.cards() != game.cards()
            compare(watcher, game, other, event, count)
        for seat in (None, *range(seats)) if compared else ():
            compare_phone(game, seat, rng)
        watcher.with_game(game)
        effects = play(event, draws)
        photographer = watcher.session.played.photographer
        photographer.watch(visible_effects(effects, None))
        moment = Moment(game, effects, photographer.last)
        watcher.scene.hear(moment, event.t_us)
        return effects

    game.apply = watched  # type: ignore[method-assign]
    straight.play(game, Random(5), LONGEST)
    assert game.over
    assert count["other cards"] > 50, "the twins must really differ"
    assert count["compared"] > 40, "many events must be comparable"
    assert capfd.readouterr() == ("", "")


def compare(watcher: Watcher, game: Game, other: Game, event: Event, count: dict[str, int]) -> None:
    watcher.with_game(game)
    mine, mine_pixels = watcher.sprites(), b""
    if count["events"] % PIXELS_EVERY == 0:
        mine_pixels = watcher.pixels()
    watcher.with_game(other)
    assert watcher.sprites() == mine, "the picture tells of a hidden card"
    if mine_pixels:
        assert watcher.pixels() == mine_pixels, "the pixels tell of a hidden card"
    # Play the event in copies of both. Unless it may show a card, all that follows must be the same.
    first, second = (type(game).from_json(each.to_json()) for each in (game, other))
    effects, outcome = watcher.after(first, event)
    other_effects, other_outcome = watcher.after(second, event)
    if effects == other_effects and first.view(watcher.eyes) == second.view(watcher.eyes):
        count["compared"] += 1
        assert outcome == other_outcome, f"after {event.do} something tells of a hidden card"


def page_bytes(game: Game, seat: int | None) -> str:
    return json.dumps(room_page_of(game, NAMES) if seat is None else page_of(game, seat, NAMES))


def compare_phone(game: Game, seat: int | None, rng: Random) -> None:
    """None: the page that everybody may watch."""
    other = twin_of(game, seat, rng)
    if other is not None and not game.over:
        mine, theirs = (page_bytes(each, seat) for each in (game, other))
        assert mine == theirs, f"the page of {seat} tells of a hidden card"


def test_leak_check_sees_a_leak(tmp_path: Path) -> None:
    game = engine.new("hands-down", Setup(4, 4))
    watcher = Watcher(game, tmp_path, 4)
    other = twin_of(game, None, Random(1))
    assert other is not None
    watcher.scene.push(Looking(watcher.scene, 0))  # as if a hand were drawn for everybody
    watcher.with_game(game)
    mine = watcher.sprites()
    watcher.with_game(other)
    assert watcher.sprites() != mine
