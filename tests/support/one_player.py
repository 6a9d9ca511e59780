"""One person before the screen among bots, who plays with Enter and a slap key, a mouse, or arrows."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from slamomatic.face.chooser import Pick
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.result import ResultScene
from slamomatic.screen.scenes.table import TableScene
from slamomatic.screen.scenes.table_parts import Choose
from support import short_games
from support.page import Page
from support.short_games import ME

PATIENCE_US = 700_000  # between two presses of a person who reads the screen
FRAME_US = 10_000
AN_EVENING_US = 3 * 3600 * 1_000_000
IN_VAIN = 12  # presses without anything that happens in the game: more is being stuck
IN_VAIN_AT_RANDOM = 80  # of somebody who points here and there
Press = Callable[["Player"], None]


class Player:
    """One person before the screen, among bots."""

    def __init__(self, home: Path, game: str, seed: int) -> None:
        self.stage = BareStage(home)
        session = short_games.begin(self.stage, home, game, seed)
        self.page = Page(self.stage, TableScene(self.stage, session))
        self.session, self.chance = session, random.Random(seed)

    @property
    def words(self) -> list[str]:
        return self.page.words()

    @property
    def must_slap(self) -> bool:
        """Whether the screen waits for this hand, or shows that it should fall."""
        room = self.session.moment.room
        if "HANDS UP" in self.words:
            return False
        return ME in room["asked"] or bool({"SLAP", "SLAP!"} & {*self.words})

    def slap(self) -> None:
        short_games.slap(self.stage, self.wait)

    def wait(self, us: int) -> None:
        """Time passes, and every frame in which something happens is seen."""
        until_us = self.stage.clock.at_us + us
        while self.stage.clock.at_us < until_us and not self.at_the_end:
            wakes_us = self.page.scene.wakes_at_us()
            soonest_us = self.stage.clock.at_us + FRAME_US
            self.stage.clock.at_us = min(until_us, max(soonest_us, wakes_us or until_us))
            self.page.scene.pump()
            self.page.goes_along()

    @property
    def seen_of_me(self) -> set[str]:
        """Return what the table has shown of this player's actions."""
        scene = self.page.scene
        assert isinstance(scene, TableScene)
        return {what for what, effect in scene.announcements.last.items() if effect.get("seat") == ME}

    @property
    def at_the_end(self) -> bool:
        return isinstance(self.page.scene, ResultScene)

    def play(self, press: Press, most_in_vain: int) -> None:
        """Press until the result is on the screen."""
        in_vain, before = 0, self.session.moment
        while not self.at_the_end:
            assert self.stage.clock.at_us < AN_EVENING_US, f"no end: {self.words}"
            press(self)
            self.wait(PATIENCE_US)
            in_vain = in_vain + 1 if self.session.moment is before else 0
            before = self.session.moment
            assert in_vain <= most_in_vain, f"{in_vain} presses in vain: {self.words}"


def enter(player: Player) -> None:
    """Enter, and the own slap key when the screen calls for it; now and then a slap at nothing."""
    if player.must_slap or player.chance.random() < 0.03:
        player.slap()
    else:
        player.page.press("confirm")


def by_mouse(player: Player) -> None:
    """Click the own paddle when the screen calls for it, else what is lit or what lies on the table."""
    page, chance = player.page, player.chance
    targets = page.easel().targets
    cards = [target for target in targets if isinstance(target.wish, Pick)]
    buttons = [target for target in targets if isinstance(target.wish, Choose)]
    lit = next((target for target in targets if target.key == "ENTER"), None)
    missing = lit is not None and page.said_by(f"{lit.name}/words").startswith("Pick a card")
    if (player.must_slap or chance.random() < 0.03) and "seat/0/paddle" in page.names():
        page.click_name("seat/0/paddle")
    elif lit is not None and not missing and (not cards or chance.random() < 0.7):
        page.click_name(lit.name)
    elif cards or buttons:
        box = chance.choice(cards if missing else [*cards, *buttons]).box
        page.click_at((box.cx, box.cy))


def by_arrows(player: Player) -> None:
    """Arrows here and there, then Enter; and the own slap key when the screen calls for it."""
    if player.must_slap or player.chance.random() < 0.03:
        player.slap()
        return
    for _ in range(player.chance.randint(0, 3)):
        player.page.press(player.chance.choice(("left", "right", "up", "down")))
    player.page.press("confirm")


WAYS = {"enter": enter, "mouse": by_mouse, "arrows": by_arrows}


def to_its_end(home: Path, game: str, way: str, seed: int) -> None:
    """Play one game in this way; AssertionError: the player is stuck."""
    Player(home, game, seed).play(WAYS[way], IN_VAIN if way == "enter" else IN_VAIN_AT_RANDOM)
