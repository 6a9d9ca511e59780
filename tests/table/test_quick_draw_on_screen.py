"""Quick Draw as it is seen: who was too soon has no place in the picture of a round."""

from __future__ import annotations

from pathlib import Path

from slamomatic.face.paddle import PaddleArt
from slamomatic.kit.easel import Box
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.table import TableScene
from slamomatic.seat import Seat
from slamomatic.table import opening
from support.page import Page

ADA, BEN, CLEO = range(3)
STAYS_DOWN_US = 60_000
SETTLED_US = 100_000


class Round:
    """Three people at three keys."""

    def __init__(self, home: Path) -> None:
        self.stage = BareStage(home)
        seats = [Seat(name, nth) for nth, name in enumerate(("Ada", "Ben", "Cleo"))]
        self.session = opening.begin(
            "quick-draw", seats, self.stage.unit, self.stage.clock, seed=1, home=home
        )
        self.page = Page(self.stage, TableScene(self.stage, self.session), (1280, 720))
        self.wait(SETTLED_US)

    def wait(self, us: int) -> None:
        for _ in range(us // 20_000):
            self.page.wait(20_000)

    def until_the_sign_says_slap(self) -> None:
        while "SLAP!" not in self.page.words():
            self.page.wait(20_000)

    def slap(self, seat: int) -> None:
        keyboard = self.stage.unit.keyboard
        assert keyboard is not None
        keyboard.key(seat, True, self.stage.clock())
        self.wait(STAYS_DOWN_US)
        keyboard.key(seat, False, self.stage.clock())

    @property
    def in_the_picture(self) -> list[str]:
        """Return the seats in the photo finish, first hand first."""
        return [name for nth in range(3) if (name := self.page.said_by(f"photo/{nth}/name"))]


def test_who_was_too_soon_and_slaps_again_is_not_first_in_the_picture(tmp_path: Path) -> None:
    game = Round(tmp_path)
    game.slap(ADA)
    game.wait(400_000)
    assert "too soon!" in game.page.words()
    game.until_the_sign_says_slap()
    game.wait(160_000)
    game.slap(ADA)
    game.wait(200_000)
    game.slap(BEN)
    game.slap(CLEO)
    game.wait(SETTLED_US)
    assert "BEN WAS FIRST!" in game.page.words()
    assert game.in_the_picture == ["Ben", "Cleo"]


def test_in_the_next_round_everybody_is_in_the_picture_again(tmp_path: Path) -> None:
    game = Round(tmp_path)
    game.slap(ADA)
    game.until_the_sign_says_slap()
    game.wait(160_000)
    game.slap(BEN)
    game.wait(2_500_000)
    game.until_the_sign_says_slap()
    game.wait(160_000)
    game.slap(ADA)
    game.wait(SETTLED_US)
    assert game.in_the_picture == ["Ada"]


def test_all_too_soon_together_nobody_has_kept_calm(tmp_path: Path) -> None:
    game = Round(tmp_path)
    game.slap(ADA)
    game.slap(BEN)
    game.slap(CLEO)
    game.wait(500_000)
    words = game.page.words()
    assert "Everybody was too soon! This round is played again." in words
    assert not any("KEPT CALM" in line for line in words)


def box_of(game: Round, name: str) -> Box:
    return next(sprite.box for sprite in game.page.easel().sprites if sprite.name == name)


def test_the_sign_fills_the_table_until_hands_have_come_down(tmp_path: Path) -> None:
    """The picture of the round before does not stay beside it."""
    game = Round(tmp_path)
    assert box_of(game, "sign/plate").w > 1100
    game.until_the_sign_says_slap()
    game.wait(160_000)
    game.slap(BEN)
    game.wait(SETTLED_US)
    assert box_of(game, "sign/plate").w < 800 and game.in_the_picture == ["Ben"]
    game.wait(2_500_000)
    assert box_of(game, "sign/plate").w > 1100 and game.in_the_picture == []
    game.until_the_sign_says_slap()
    assert box_of(game, "sign/plate").w > 1100 and game.in_the_picture == []


def test_nothing_is_green_before_the_sign_says_slap(tmp_path: Path) -> None:
    """A green light says go: READY in green and a green frame made hands slap while the sign said wait."""
    game = Round(tmp_path)
    while "Wait for it …" not in game.page.words():
        game.page.wait(20_000)
    while "Wait for it …" in game.page.words():
        sprites = game.page.easel().sprites
        assert "READY" not in game.page.words() and not any(s.name.startswith("rim/") for s in sprites)
        assert not any(s.art.live and not s.art.waits for s in sprites if isinstance(s.art, PaddleArt))
        if game.session.view(None)["live"] == [True] * 3:
            assert "GET SET" in game.page.words()
        game.page.wait(20_000)
    assert "SLAP!" in game.page.words() and "READY" in game.page.words()
    paddles = [s.art for s in game.page.easel().sprites if isinstance(s.art, PaddleArt)]
    assert len(paddles) == 3 and not any(art.waits for art in paddles)
