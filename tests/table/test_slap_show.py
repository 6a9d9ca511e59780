"""Shows over the table: who was last is told everywhere as the drum roll ends."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from slamomatic.engine import GAMES
from slamomatic.engine.vocabulary import Json
from slamomatic.face.paddle import PaddleArt, StackedHand
from slamomatic.gallery.tables import NAMES, steps, table_of
from slamomatic.games.slamwich.board import shout_and_cards
from slamomatic.kit.easel import Box
from slamomatic.phone.room import WATCH
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.slap_show import DUST_US, FALLEN_US, GONE_US, LIT_US, SHOUT_US, STILL_US
from slamomatic.screen.scenes.table import TableScene
from slamomatic.table import opening
from slamomatic.table.announcements import ROLL_US
from slamomatic.table.seats import Seat
from support.length import count
from support.page import Page

SEED = 3  # in Hands Down the first turn has a pair
SIZE = (1920, 1080)
FRAME_US, ROLLS = 16_667, count(2, 5)


def until(stage: BareStage, scene: TableScene, what: str) -> Page:
    """Play on up to the moment of this effect."""
    for _ in steps(stage, scene, 600_000_000):
        last = scene.announcements.last.get(what)
        if last is not None and scene.session.moment.public and last in scene.session.moment.public:
            return Page(stage, scene)
    raise AssertionError(f"no {what}")


def table(tmp_path: Path, game: str = "hands-down", reduced: bool = False) -> tuple[BareStage, TableScene]:
    stage = BareStage(tmp_path, reduced)
    scene, _ = table_of(stage, game, 4, SEED, (0, 1, 2, 3))
    return stage, scene


def boxes(page: Page, name: str) -> list[Box]:
    return [sprite.box for sprite in page.easel().sprites if sprite.name == name]


def judged(tmp_path: Path, reduced: bool = False) -> tuple[Page, str, int]:
    """A table right after a verdict; who lost; and when the drum roll for it ends."""
    stage, scene = table(tmp_path, reduced=reduced)
    for _ in steps(stage, scene, 600_000_000):
        page = Page(stage, scene)
        lost = scene.announcements.last.get("lost")
        if lost is not None:
            rolls_us = scene.announcements.rolls_us
            assert rolls_us is not None
            return page, scene.session.seats[lost["seat"]].name, rolls_us + ROLL_US
        assert page.said_by("slap-show/words") == ""
    raise AssertionError("nobody lost")


@pytest.mark.parametrize("reduced", [False, True])
def test_the_loser_is_shouted_when_the_drum_roll_is_over_and_not_before(
    tmp_path: Path, reduced: bool
) -> None:
    page, name, over_us = judged(tmp_path, reduced)
    page.stage.clock.at_us = over_us - 1
    assert page.said_by("slap-show/words") == "" and "WAS LAST" not in page.text()
    page.stage.clock.at_us = over_us
    assert page.said_by("slap-show/words") == f"{name.upper()} WAS LAST!"
    assert name in page.said_by("headline/words")
    page.stage.clock.at_us += SHOUT_US
    assert page.said_by("slap-show/words") == ""


def test_phones_name_the_loser_when_the_screen_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, name, over_us = judged(tmp_path)
    stage, scene = page.stage, page.scene
    assert isinstance(scene, TableScene)
    stage.use_phones(True)
    pages = scene.show_phones()
    assert pages is not None
    told: dict[int, Mapping[str, Any]] = {}
    monkeypatch.setattr(pages.phones.server, "publish", told.__setitem__)
    for at_us, verdict in ((over_us - FRAME_US, False), (over_us, True)):
        stage.clock.at_us = at_us
        scene.pump()
        assert (f"{name} was last" in told[WATCH]["news"]) is verdict
    stage.use_phones(False)


@pytest.mark.parametrize("reduced", [False, True])
def test_the_drum_rolls_for_the_last_two_and_names_nobody(tmp_path: Path, reduced: bool) -> None:
    page, name, over_us = judged(tmp_path, reduced)
    heard = page.stage.sounds
    assert heard.count("drumroll") == 1 and "stamp" not in heard and "loser" not in heard
    two = [seat for seat, mark in marks(page).items() if mark == "?"]
    assert len(two) == 2
    question = page.said_by("headline/words")
    assert name in question and question.startswith("Who is last: ")
    page.stage.clock.at_us = over_us
    page.wait(0)
    assert heard.count("stamp") == 1 and "loser" not in heard, "its tune waits for the stamp"
    lost = page.scene.announcements.last["lost"]["seat"]  # type: ignore[attr-defined]
    assert [seat for seat, mark in marks(page).items() if mark == "last"] == [lost]
    assert "?" not in marks(page).values()


def test_a_drum_roll_takes_none_of_the_games_time(tmp_path: Path) -> None:
    stage, scene = table(tmp_path)
    page = until(stage, scene, "lost")
    judged_us = scene.announcements.last["lost"]["t_us"]
    rolls_us = scene.announcements.rolls_us
    assert rolls_us is not None and judged_us < rolls_us + ROLL_US, "it fell during the roll"
    while not all(scene.session.view(None)["live"]):
        page.wait(10_000)
    assert not scene.announcements.rolling(stage.clock()), "live paddles end it"


@pytest.mark.parametrize("reduced", [False, True])
def test_the_losers_card_is_torn_out_of_the_hand(tmp_path: Path, reduced: bool) -> None:
    page, _, over_us = judged(tmp_path, reduced)
    assert not boxes(page, "torn/card")
    page.stage.clock.at_us = over_us
    page.wait(0)
    (card,) = boxes(page, "torn/card")
    lost = page.scene.announcements.last["lost"]["seat"]  # type: ignore[attr-defined]
    (paddle,) = boxes(page, f"seat/{lost}/paddle")
    assert abs(card.cx - paddle.cx) <= 2
    page.stage.clock.at_us = over_us + GONE_US - 1
    assert (boxes(page, "torn/card") == [card]) is reduced, "it moves, but not with reduced motion"
    page.stage.clock.at_us = over_us + STILL_US
    assert not boxes(page, "torn/card")


def marks(page: Page) -> dict[int, str]:
    """Return the mark on each seat's paddle."""
    arts = {sprite.name: sprite.art for sprite in page.easel().sprites}
    paddles = {seat: arts[f"seat/{seat}/paddle"] for seat in range(4)}
    return {seat: art.mark for seat, art in paddles.items() if isinstance(art, PaddleArt)}


def test_whatever_can_be_pressed_can_be_pressed_through_a_shout(tmp_path: Path) -> None:
    page, _, over_us = judged(tmp_path)
    page.stage.clock.at_us = over_us
    shouting = page.names()
    assert page.said_by("slap-show/words")
    page.stage.clock.at_us += SHOUT_US
    assert page.said_by("slap-show/words") == "" and page.names() == shouting


def test_a_hand_falls_large_and_lies_still_in_the_end(tmp_path: Path) -> None:
    page = until(*table(tmp_path), "slap")
    seat = page.scene.announcements.slap.order[0]  # type: ignore[attr-defined]
    (large,) = boxes(page, f"toy/{seat}")
    page.stage.clock.at_us += FALLEN_US
    (still,) = boxes(page, f"toy/{seat}")
    assert large.w > 1.15 * still.w and boxes(page, f"toy/{seat}/dust")
    page.stage.clock.at_us += DUST_US
    assert boxes(page, f"toy/{seat}") == [still] and not boxes(page, f"toy/{seat}/dust")


def test_with_reduced_motion_no_hand_moves_and_nothing_flies_up(tmp_path: Path) -> None:
    page = until(*table(tmp_path, reduced=True), "slap")
    seat = page.scene.announcements.slap.order[0]  # type: ignore[attr-defined]
    before = boxes(page, f"toy/{seat}")
    page.stage.clock.at_us += DUST_US
    assert boxes(page, f"toy/{seat}") == before and not boxes(page, f"toy/{seat}/dust")


def test_the_rim_flashes_when_paddles_come_live_and_the_lamp_stays(tmp_path: Path) -> None:
    page = until(*table(tmp_path), "live")
    assert boxes(page, "rim/0")
    page.stage.clock.at_us += LIT_US
    assert not boxes(page, "rim/0") and "READY" in page.said_by("lamp/words")


@pytest.mark.parametrize("game", GAMES)
def test_the_window_is_woken_for_every_change_and_then_left_alone(game: str, tmp_path: Path) -> None:
    stage, scene = table(tmp_path, game)
    page = until(stage, scene, "slap")
    for _ in range(100):
        now_us = stage.clock()
        wakes_us = min((at_us for at_us in scene.slap_show.changes_us() if at_us > now_us), default=None)
        if wakes_us is None:
            break
        before = page.easel().sprites
        stage.clock.at_us = wakes_us - 1
        assert page.easel().sprites == before
        stage.clock.at_us = wakes_us
    assert wakes_us is None


@pytest.mark.parametrize(
    ("cards", "how", "words", "shown"),
    [
        (["egg", "bacon", "bacon"], "slap", "DOUBLE DECKER, {seat}!", ("bacon", "bacon")),
        (["egg", "bacon", "egg"], "slap", "SLAMWICH, {seat}!", ("egg", "bacon", "egg")),
        (["egg", "egg", "onion"], "slap", "DOUBLE DECKER, {seat}!", ("egg", "egg")),
        (["egg", "thief"], "call", "{seat} STOPPED THE THIEF!", ("thief",)),
        (["egg", "m2"], "munch", "{seat} GETS THE PILE!", ()),
    ],
)
def test_what_was_slapped_has_a_name(cards: list[str], how: str, words: str, shown: tuple[str, ...]) -> None:
    assert shout_and_cards(cards, how) == (words, shown)


@pytest.mark.parametrize("reduced", [False, True])
def test_the_slapped_combination_glows_for_a_second_through_live_paddles(
    tmp_path: Path, reduced: bool
) -> None:
    stage, scene = table(tmp_path, "slamwich", reduced)
    page = Page(stage, scene)
    shown_us = lived_us = 0
    for _ in steps(stage, scene, 600_000_000):
        if boxes(page, "slap-show/card/1") and not shown_us:
            shown_us = stage.clock.at_us
            assert page.said_by("slap-show/words").startswith(("DOUBLE DECKER, ", "SLAMWICH, "))
            assert boxes(page, "slap-show/glow")
        if shown_us and all(scene.session.view(None)["live"]):
            lived_us = stage.clock.at_us
            break
    assert shown_us < lived_us < shown_us + 1_000_000
    page.wait(shown_us + 1_000_000 - lived_us)
    assert boxes(page, "slap-show/card/1")
    for _ in steps(stage, scene, 600_000_000):
        if "flipped" in {effect["what"] for effect in scene.session.moment.public}:
            break
    assert not boxes(page, "slap-show/card/1"), "the next card is to be seen"


def wait(page: Page, us: int) -> None:
    for _ in range(0, us, 20_000):
        page.wait(20_000)


def lost(home: Path) -> tuple[Page, int]:
    """Four people at the keys; the last one slaps much later than the others."""
    stage = BareStage(home)
    seats = [Seat(name, n) for n, name in enumerate(NAMES[:4])]
    session = opening.begin("hands-down", seats, stage.unit, stage.clock, seed=3, home=home)
    page = Page(stage, TableScene(stage, session), SIZE)
    wait(page, 1_000_000)
    keyboard, turn = stage.unit.keyboard, session.view(None)["turn"]
    assert keyboard is not None
    order = [(turn + step) % 4 for step in range(4)]
    for seat in order:
        keyboard.key(seat, True, stage.clock())
        wait(page, 200_000)
    return page, order[-1]


def named_loser(page: Page) -> dict[str, set[int]]:
    """Return the loser that each place on the screen names."""
    sprites = page.easel().sprites
    seats = {
        int(s.name.split("/")[1]) for s in sprites if isinstance(s.art, PaddleArt) and s.art.mark == "last"
    }
    heap = {
        s.art.paddle
        for s in sprites
        if s.name.startswith("toy/") and isinstance(s.art, StackedHand) and s.art.loser
    }
    names = {name: seat for seat, name in enumerate(NAMES)}
    rows = [
        s.name.removesuffix("/last")
        for s in sprites
        if s.name.startswith("photo/") and s.name.endswith("/last")
    ]
    photo = {names[page.said_by(f"{row}/name")] for row in rows}
    return {"seat": seats, "heap": heap, "photo": photo}


def test_seat_heap_and_photo_name_the_loser_in_one_frame(tmp_path: Path) -> None:
    page, loser = lost(tmp_path)
    rolls_us = page.scene.announcements.rolls_us  # type: ignore[attr-defined]
    page.stage.clock.at_us = rolls_us + ROLL_US - 1
    assert named_loser(page) == {"seat": set(), "heap": set(), "photo": set()}
    page.stage.clock.at_us += 1
    assert named_loser(page) == {"seat": {loser}, "heap": {loser}, "photo": {loser}}


def test_the_loser_is_still_marked_when_the_game_is_resumed(tmp_path: Path) -> None:
    page, loser = lost(tmp_path)
    wait(page, 2_000_000)
    before = named_loser(page)
    assert before["seat"] == {loser}
    session = page.scene.session  # type: ignore[attr-defined]
    session.close()
    again = opening.resume(session.journal.path, page.stage.unit, page.stage.clock)
    after = Page(page.stage, TableScene(page.stage, again), SIZE)
    after.wait(20_000)
    assert named_loser(after) == before
    assert after.said_by("slap-show/words") == "", "it is no news any more"


@pytest.mark.parametrize("people", [(0,), (0, 1)])
@pytest.mark.parametrize(
    ("game", "players", "options"),
    [("hands-down", 4, {}), ("hit-the-deck", 4, {}), ("hit-the-deck", 2, {"clump_us": 60_000})],
)
def test_no_card_comes_or_goes_before_the_drum_roll_is_over(
    game: str, players: int, options: Json, people: tuple[int, ...], tmp_path: Path
) -> None:
    """The drum roll must not tell who was last; all else stays as it is now."""
    stage = BareStage(tmp_path)
    scene, session = table_of(stage, game, players, 3, people, options)
    page, before, rolls, held_back = Page(stage, scene), dict[str, object](), set[int | None](), 0
    while not session.over and len(rolls) < ROLLS:
        watched = scene.announcements.rolling(stage.clock()) or bool(session.moment.room["asked"])
        wakes_us = scene.wakes_at_us() or 0
        stage.clock.at_us = max(stage.clock.at_us + FRAME_US, 0 if watched else wakes_us)
        scene.pump()
        rolling = scene.announcements.rolling(stage.clock())
        now = hands_drawn(page) if watched or rolling else {}
        if rolling and not session.moment.room["asked"]:
            assert before in ({}, now), "the verdict fell, and the drum still rolls"
            assert "READY" not in page.text(), "that can't wait"
            held_back += 1
        elif rolling:
            assert scene.table(scene.eyes).view == session.moment.view[scene.eyes], "nothing is decided"
            rolls.add(scene.announcements.rolls_us)
        before = now if rolling or session.moment.room["asked"] else {}
    assert held_back or players == 2, "no verdict fell in a roll"  # of two, the roll begins with the race


def hands_drawn(page: Page) -> dict[str, object]:
    """Return the cards of each seat as drawn, and the last pair."""
    sprites = page.easel().sprites
    return {s.name: s.art for s in sprites if re.match(r"seat/\d/(hand|pairs)/|last-pair", s.name)}
