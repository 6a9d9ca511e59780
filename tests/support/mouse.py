"""Four people at one screen, one of them with a hand on the mouse."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from slamomatic.face.chooser import Pick
from slamomatic.gallery.tables import PosedSession, posed_session
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.table import TableScene
from support.page import Page, Point, words_in

SIZE = (1280, 720)


class Mouse:
    """Four people at a table, one of them with a hand on the mouse."""

    def __init__(self, home: Path, game: str, seed: int = 3) -> None:
        self.stage = BareStage(home)
        self.session: PosedSession = posed_session(self.stage, game, 4, seed)
        self.session.show_people((0, 1, 2, 3))
        self.session.keep_still()
        self.scene = TableScene(self.stage, self.session)
        self.scene.pump()

    def _at(self, wanted: Callable[[object], bool]) -> Point:
        targets = self.stage.easel(self.scene, SIZE).targets
        box = next(target.box for target in targets if wanted(target.wish))
        return box.cx, box.cy

    def button(self, words: str) -> Point:
        return Page(self.stage, self.scene, SIZE).place(words)

    def own_card(self, number: int) -> Point:
        cards = [t for t in self.stage.easel(self.scene, SIZE).targets if isinstance(t.wish, Pick)]
        mine = [
            target.box for target in cards if isinstance(target.wish, Pick) and target.wish.what == "card"
        ]
        return mine[number].cx, mine[number].cy

    def press_look(self) -> None:
        self.scene.click(self._at(lambda wish: wish == self.scene.play.look_by_mouse))
        self.scene.pump()

    def click(self, point: Point) -> None:
        self.scene.click(point)
        self.scene.unclick(point)
        self.after()

    def let_go(self, point: Point) -> None:
        self.scene.unclick(point)
        self.after()

    def words(self) -> list[str]:
        return words_in(self.stage, self.scene, SIZE)

    def until(self, what: str) -> int:
        """Nobody does anything till this happens; when it did."""
        while what not in self.scene.announcements.last:
            wakes_us = self.scene.wakes_at_us()
            assert wakes_us is not None, f"nothing will bring {what}"
            self.stage.clock.at_us = max(self.stage.clock.at_us + 1, wakes_us)
            self.scene.pump()
        t_us = self.scene.announcements.last[what]["t_us"]
        assert isinstance(t_us, int)
        return t_us

    def after(self) -> None:
        for _ in range(2):
            self.stage.clock.at_us += 1000
            self.scene.pump()
