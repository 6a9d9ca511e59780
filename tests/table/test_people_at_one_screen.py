"""Several people, one screen and its keys: every game can be played to its end with what the screen offers.

They press in hurry and at the wrong moment too: a look in an open slap, a pause, a dispute, a twitch. Nothing
of that may leave the table in a state that no key leads out of.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from slamomatic import engine
from slamomatic.gallery.tables import NAMES
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.result import ResultScene
from slamomatic.screen.scenes.table import TableScene
from slamomatic.screen.scenes.table_pause import Menu, UndoQuestion
from slamomatic.screen.scenes.table_photo import Photo
from slamomatic.table import opening
from slamomatic.table.seats import Seat
from support.length import count

SIZE = (1280, 720)
SHORT: dict[str, dict[str, Any]] = {
    "slamwich": {"minutes": 3},
    "hit-the-deck": {"target": 40},
    "yahtzee-hands-down": {"combos": count(1, 2)},
    "lowdown": {},
    "hands-down": {},
    "quick-draw": {"rounds": 3},
}
STEP_US = 120_000
PRESS_US = 60_000
MOST_STEPS = 30_000
WRONG_MOMENTS = 0.02  # a step


class People:
    """All people of one table, played by one random and impatient mind."""

    def __init__(self, home: Path, game: str, players: int, seed: int) -> None:
        self.stage = BareStage(home)
        self.rng = Random(seed)
        seats = [Seat(NAMES[n], n) for n in range(players)]
        unit, clock = self.stage.unit, self.stage.clock
        options = SHORT[game]
        self.session = opening.begin(game, seats, unit, clock, seed=seed, options=options, home=home)
        self.scene = TableScene(self.stage, self.session)

    def wait(self, us: int) -> None:
        ends_us = self.stage.clock.at_us + us
        while self.stage.clock.at_us < ends_us and not isinstance(self.stage.scene, ResultScene):
            wakes_us = self.scene.wakes_at_us()
            at_us = ends_us if wakes_us is None else min(ends_us, wakes_us)
            self.stage.clock.at_us = max(self.stage.clock.at_us + 1, at_us)
            self.scene.pump()

    def slap(self, seat: int) -> None:
        keyboard = self.stage.unit.keyboard
        assert keyboard is not None
        keyboard.key(seat, True, self.stage.clock())
        self.wait(PRESS_US)
        keyboard.key(seat, False, self.stage.clock())
        self.wait(PRESS_US)

    def confirm(self) -> None:
        """Something of what is offered, pieces of it ticked by key."""
        if self.scene.chooser.picked_in_pieces:
            for _ in range(self.rng.randrange(4)):
                self.scene.key("down")
                self.scene.key("mark")
        if self.rng.random() < 0.5:
            self.scene.key("right")
        self.scene.key("confirm")
        self.wait(1000)

    def step(self) -> None:
        scene, session, rng = self.scene, self.session, self.rng
        if rng.random() < WRONG_MOMENTS:
            self.wrong_moment()
        view = session.view(None)
        slappers = [seat for seat in session.people for c in session.legal(seat) if c.do == "down"]
        if slappers and rng.random() < 0.8:
            self.slap(rng.choice(slappers))
        elif not all(view["live"]) and rng.random() < 0.8:
            pass  # paddles are dark: mostly they wait
        elif scene.play.waiting_choice is not None and rng.random() < 0.95:
            pass  # a card is about to fall
        elif scene.chooser.choices and not (scene.may_look() and rng.random() < 0.3):
            self.confirm()
        elif scene.may_look():
            scene.gesture("hold")
            self.wait(STEP_US)
            if scene.chooser.choices:
                self.confirm()
            scene.gesture("let go")
        self.wait(STEP_US)

    def wrong_moment(self) -> None:
        scene, rng = self.scene, self.rng
        what = rng.choice(["look", "pause", "dispute", "twitch", "stray", "call", "photo"])
        if what == "look":
            scene.gesture("hold")
            self.wait(rng.randrange(STEP_US))
            scene.gesture("let go")
        elif what in ("pause", "dispute"):
            scene.key("pause")
            self.slap(rng.choice(self.session.people))
            scene.key("pause" if what == "pause" else "void")
            if isinstance(scene.mode, UndoQuestion):
                for seat in rng.sample(self.session.people, rng.randrange(len(self.session.people) + 1)):
                    self.slap(seat)
            while isinstance(scene.mode, Menu):
                scene.key("pause")
        elif what == "stray":
            self.slap(rng.choice(self.session.people))
        else:
            scene.key({"twitch": "feint"}.get(what, what))
            if isinstance(scene.mode, Photo):
                scene.key("photo")


@pytest.mark.parametrize("seed", count([1], [1, 2]))
@pytest.mark.parametrize("game", engine.GAMES)
def test_every_game_comes_to_its_end_by_what_the_screen_offers(game: str, seed: int, tmp_path: Path) -> None:
    people = People(tmp_path, game, engine.find(game).SEATS[0] + 1, seed)
    for _ in range(MOST_STEPS):
        if people.session.over:
            break
        people.step()
    assert people.session.over, people.session.view(None)
    people.wait(20_000_000)  # cards may be turned one by one before the result is shown
    assert isinstance(people.stage.scene, ResultScene)
