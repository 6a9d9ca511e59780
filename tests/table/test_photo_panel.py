"""The photo finish lies over the table: nothing may be slapped, paid or lost behind it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slamomatic.engine.photo import Hit, PhotoFinish
from slamomatic.face.photo import panel, words_of_time
from slamomatic.gallery.tables import NAMES
from slamomatic.kit.easel import Box, Easel, Frame, Text
from slamomatic.paddles import paddle_name
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.table import TableScene
from slamomatic.screen.scenes.table_photo import Photo
from slamomatic.table import opening
from slamomatic.table.seats import Seat
from support.page import Page

SIZE = (1280, 720)


class Evening:
    """Four people at one keyboard in the turn of a player with a pair; somebody slapped before."""

    def __init__(self, home: Path, game: str = "hands-down") -> None:
        self.stage = BareStage(home)
        seats = [Seat(NAMES[n], n) for n in range(4)]
        self.session = opening.begin(
            game, seats, self.stage.unit, self.stage.clock, seed=3, home=home, options={"rearm_ms": 600}
        )
        self.scene = TableScene(self.stage, self.session)
        self.wait(100_000)

    def wait(self, us: int) -> None:
        for _ in range(0, us, 20_000):
            self.stage.clock.at_us += 20_000
            self.scene.pump()

    def press(self, seat: int, down: bool = True) -> None:
        keyboard = self.stage.unit.keyboard
        assert keyboard is not None
        keyboard.key(seat, down, self.stage.clock())
        self.wait(60_000)

    @property
    def turn(self) -> int:
        return int(self.session.view(None)["turn"])

    def hands(self) -> list[int]:
        return list(self.session.view(None)["hands"])

    def lamp(self) -> str:
        return Page(self.stage, self.scene).said_by("lamp/words")


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """Somebody was fooled: there is a photo, and the paddles are live again."""
    evening = Evening(tmp_path)
    evening.scene.key("photo")
    assert not isinstance(evening.scene.mode, Photo) and "No photo finish yet" in evening.scene.answer
    fooled = [(evening.turn + step) % 4 for step in (1, 2)]
    for seat in fooled:
        evening.press(seat)
    for seat in fooled:
        evening.press(seat, False)
    evening.wait(1_000_000)
    assert evening.lamp() == "READY"
    evening.scene.key("photo")
    assert isinstance(evening.scene.mode, Photo)
    return evening


def test_one_hand_alone_is_no_photo_finish(tmp_path: Path) -> None:
    """Somebody slaps for nothing: an empty line with one mark on it would say nothing."""
    evening = Evening(tmp_path)
    fooled = (evening.turn + 1) % 4
    evening.press(fooled)
    page = Page(evening.stage, evening.scene, SIZE)
    assert "Photo finish" not in page.words()
    evening.press(fooled, False)
    evening.wait(1_000_000)
    evening.scene.key("photo")
    assert not isinstance(evening.scene.mode, Photo) and not evening.session.clock.paused
    assert "only one hand came down" in evening.scene.answer


def test_a_paddle_closes_the_photo_and_fools_nobody(evening: Evening) -> None:
    before = evening.hands()
    assert evening.lamp() == "HANDS UP"
    evening.wait(3_000_000)
    for step in (2, 3):  # the first closes it, the second was on its way too
        evening.press((evening.turn + step) % 4)
    assert not isinstance(evening.scene.mode, Photo)
    assert evening.lamp() == "HANDS UP"
    assert evening.hands() == before
    for step in (2, 3):
        evening.press((evening.turn + step) % 4, False)
    evening.wait(1_000_000)
    assert evening.lamp() == "READY"
    evening.press((evening.turn + 2) % 4)
    assert evening.hands() != before, "and from then on a slap is a slap"


@pytest.mark.parametrize("how", ["key", "tap", "click"])
def test_keys_and_the_mouse_close_it_and_do_nothing_else(evening: Evening, how: str) -> None:
    turn, hands = evening.turn, evening.hands()
    evening.stage.easel(evening.scene, SIZE)
    if how == "key":
        evening.scene.key("confirm")
    elif how == "tap":
        evening.scene.gesture("tap")
    else:
        evening.scene.click((3, 3))
    evening.wait(1_000_000)
    assert not isinstance(evening.scene.mode, Photo) and not evening.session.clock.paused
    assert (evening.turn, evening.hands(), evening.lamp()) == (turn, hands, "READY")


def test_photo_in_an_open_slap_darkens_nothing_and_goes_with_the_next_hand(evening: Evening) -> None:
    evening.scene.key("confirm")
    evening.wait(1_000_000)
    turn = evening.turn
    evening.press(turn)
    evening.press((turn + 1) % 4)
    assert evening.session.view(None)["asked"]
    evening.scene.key("photo")
    assert isinstance(evening.scene.mode, Photo) and not evening.session.clock.paused
    evening.press((turn + 2) % 4)
    assert not isinstance(evening.scene.mode, Photo)
    assert "lost" in evening.scene.announcements.last
    for step in range(3):
        evening.press((turn + step) % 4, False)
    evening.wait(2_000_000)
    assert evening.lamp() == "READY"


def test_lost_unit_takes_the_photo_away(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evening.session, "missing_unit", lambda: "plug it in")
    evening.wait(40_000)
    assert not isinstance(evening.scene.mode, Photo) and evening.session.clock.paused
    monkeypatch.setattr(evening.session, "missing_unit", lambda: "")
    evening.wait(3_100_000)
    assert not evening.session.clock.paused


def test_two_taps_close_the_photo_and_choose_nothing(evening: Evening) -> None:
    evening.scene.gesture("tap")
    evening.scene.gesture("double")
    assert not isinstance(evening.scene.mode, Photo) and evening.scene.play.pending is None


def test_a_bot_s_times_have_the_unit_of_a_person_s_on_the_keyboard(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    seats = [Seat("Ada", 0), Seat("Ben", 1, "hare"), Seat("Cleo", 2, "hare")]
    session = opening.begin("quick-draw", seats, stage.unit, stage.clock, seed=3, home=tmp_path)
    page = Page(stage, TableScene(stage, session))
    while not (page.said_by("photo/0/time") and page.said_by("photo/1/time")):
        page.wait(20_000)
    assert {page.said_by(f"photo/{row}/time").rpartition(" ")[2] for row in (0, 1)} == {"s"}


def slap_in_vain(evening: Evening) -> None:
    """One hand comes down and goes up again, and the paddles are live once more."""
    evening.press(2)
    evening.press(2, False)
    evening.wait(1_500_000)


def test_of_a_single_hand_no_photo_is_offered(tmp_path: Path) -> None:
    for game in ("hands-down", "hit-the-deck"):
        evening = Evening(tmp_path / game, game)
        slap_in_vain(evening)
        page = Page(evening.stage, evening.scene)
        photo = evening.session.moment.photo
        assert photo is not None and photo.over and len(photo.hits) == 1
        assert "Photo" not in page.words() and "Photo finish" not in page.words()


def test_hands_too_close_to_call_on_keys_are_told_as_finely_as_the_verdict(tmp_path: Path) -> None:
    """Closer than 8 ms is a tie; 0.72 s beside 0.73 s would look like more."""
    table = Evening(tmp_path).scene.table(None)
    hits = Hit(0, 0, True), Hit(1, 724_400, True), Hit(2, 731_200, True)
    tie = PhotoFinish(0, 0, hits, over=True, window_us=8_000)
    assert [words_of_time(table, tie, hit) for hit in hits[1:]] == ["+724 ms", "+731 ms"]
    clear = replace(tie, window_us=0)
    assert [words_of_time(table, clear, hit) for hit in hits[1:]] == ["+0.72 s", "+0.73 s"]


@pytest.mark.parametrize(
    ("window", "box"), [((800, 480), (508, 55, 278, 102)), ((1920, 1080), (1218, 132, 670, 225))]
)
def test_six_players_at_hit_the_deck_all_find_their_hand(
    window: tuple[int, int], box: tuple[int, int, int, int], tmp_path: Path
) -> None:
    """`box` is the place that the board of six has for the photo finish: it named only four of them."""
    hits = tuple(Hit(seat, 300_000 + seat * 50_000, True) for seat in range(1, 6))
    photo = PhotoFinish(0, None, hits, over=True)
    seats = [Seat(paddle_name(seat), seat) for seat in range(6)]
    stage = BareStage(tmp_path)
    session = opening.begin("hit-the-deck", seats, stage.unit, stage.clock, seed=3, home=tmp_path)
    easel = Easel(Frame(*window))
    panel(easel, replace(TableScene(stage, session).table(None), photo=photo, loser=0), Box(*box))
    told = {s.name: s.art.words for s in easel.sprites if isinstance(s.art, Text)}
    assert {told.get(f"photo/{n}/time") for n in range(5)} == {f"+0.{35 + 5 * n} s" for n in range(5)}
    assert told["photo/missing/words"] == "not in time"
