"""A verdict, a scoring and a call are told and marked, each for its time."""

from __future__ import annotations

from typing import Any

import pytest

from rules.hit_the_deck_sitting import Sitting
from slamomatic import engine
from slamomatic.engine import Event, Setup
from slamomatic.face.cards import BACK, CardArt
from slamomatic.face.faces import face_of
from slamomatic.face.model import Table
from slamomatic.gallery import rooms as gallery_rooms
from slamomatic.gallery import tables as gallery
from slamomatic.gallery.tables import PosedSession
from slamomatic.games.hit_the_deck import board as hit_the_deck
from slamomatic.games.yahtzee_hands_down.board import ShownHands
from slamomatic.kit.easel import Text
from slamomatic.kit.palette import GOLD
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.table import TableScene
from slamomatic.table.announcements import VERDICT_US, WEIGHTY_US, Announcement, Announcements
from slamomatic.words.languages import language, speaking
from support.page import Page, words_in
from support.pictures import SIZES

Told = tuple[str, int, int, dict[str, Any]]
YAHTZEE, DECK, DOWN = "yahtzee-hands-down", "hit-the-deck", "hands-down"
REAL, FOUL = {"foul": False}, {"foul": True}
OPENS_US = 10_000_000
SIZE = (800, 480)
LONGEST_US = 40 * 60_000_000


def said(words: str) -> Announcement:
    """Return a sentence that is the same in every language."""
    return Announcement(lambda: words)


def heard(game: str, *effects: Told) -> Announcements:
    announcements = Announcements(face_of(game))
    for what, seat, t_us, data in effects:
        announcements.hear({"what": what, "seat": seat, "t_us": t_us, **data}, said(f"{what} {seat}"), t_us)
    return announcements


def seats_shown(*effects: Told) -> list[int]:
    memory = ShownHands()
    for what, seat, t_us, data in effects:
        memory.hear([{"what": what, "seat": seat, "t_us": t_us, **data}], t_us)
    return [hand["seat"] for hand in memory.hands]


def test_both_hands_of_a_scoring_are_shown_until_the_next_call() -> None:
    scored = [("called", 0, 1, {}), ("called", 1, 2, {}), ("shown", 0, 3, REAL), ("shown", 1, 3, REAL)]
    won: Told = ("combo-won", 1, 3, {})
    assert seats_shown(*scored, won) == [0, 1]
    assert seats_shown(*scored, won, ("called", 2, 4, {})) == []


def test_a_real_hand_kept_by_anothers_foul_is_shown_with_the_next_call_too() -> None:
    foul = [("called", 0, 1, {}), ("called", 1, 2, {}), ("shown", 0, 3, REAL), ("shown", 1, 3, FOUL)]
    assert seats_shown(*foul) == [0, 1]
    assert seats_shown(*foul, ("called", 2, 4, {})) == [0]


def test_who_won_is_not_hidden_by_who_starts() -> None:
    announcements = heard(
        YAHTZEE, ("shown", 0, 3, REAL), ("combo-won", 1, 3, {}), ("starter", 2, 3, {}), ("turn", 2, 3, {})
    )
    assert announcements.words == "combo-won 1"


def test_a_call_is_said_at_once() -> None:
    assert heard(YAHTZEE, ("combo-won", 1, 3, {}), ("called", 2, 4, {})).words == "called 2"


def test_hands_that_are_the_last_at_once_are_no_losers() -> None:
    alone = heard(DECK, ("race", 0, 1, {}), ("last", 2, 2, {"draws": 4}))
    clumped = heard(
        "hit-the-deck", ("race", 0, 1, {}), ("last", 1, 2, {"draws": 2}), ("last", 2, 2, {"draws": 2})
    )
    assert (alone.slap.loser, alone.slap.clumped) == (2, ())
    assert (clumped.slap.loser, clumped.slap.clumped) == (None, (1, 2))


def test_the_loser_who_slaps_when_it_is_over_lies_on_top() -> None:
    live, dark = {"live": True}, {"live": False}
    slaps = [("slap", 0, 1, live), ("slap", 1, 2, live), ("lost", 2, 3, {}), ("slap", 2, 4, dark)]
    assert heard(DOWN, *slaps).slap.order == [0, 1, 2]
    assert heard(DOWN, *slaps, ("live", 0, 5, {}), ("slap", 2, 6, dark)).slap.order == [0, 1, 2]


def test_somebody_else_who_touches_a_dark_paddle_lies_nowhere() -> None:
    assert heard(DOWN, ("slap", 0, 1, {"live": True}), ("slap", 1, 2, {"live": False})).slap.order == [0]


def test_a_mistake_is_marked_until_the_turn_after_it() -> None:
    fooled: list[Told] = [
        ("pays", 1, 1, {"why": "early", "to": 0}),
        ("foul", 3, 2, {}),
    ]
    assert heard(DOWN, *fooled).slap.worn == {1: "foul", 3: "foul"}
    assert heard(DOWN, *fooled, ("turn", 0, 2, {})).slap.worn == {3: "foul"}
    assert heard(DOWN, *fooled, ("turn", 0, 2, {}), ("turn", 1, 3, {})).slap.worn == {}
    assert heard(DOWN, ("fault", 1, 1, {"on": True}), ("turn", 0, 2, {})).slap.worn == {1: "fault"}


class Heard:
    """A game of four just before a slap in this player's turn; its public effects are recorded."""

    def __init__(self, paper: bool) -> None:
        setup = Setup(seats=4, seed=5, options={"paper": paper, "rearm_ms": 1_500})
        self.game = engine.new("hands-down", setup)
        self.announcements = Announcements(face_of("hands-down", paper))
        self.now_us = 3_000_000
        self.do("time", None, self.now_us)
        while not paper and all(choice.do != "down" for choice in self.game.legal(self.turn)):
            self.do("pass", self.turn, self.now_us + 100_000)
        assert self.now_us < OPENS_US

    @property
    def turn(self) -> int:
        assert self.game.turn is not None
        return self.game.turn

    def do(self, what: str, seat: int | None, t_us: int) -> None:
        self.now_us = t_us
        for effect in self.game.apply(Event(what, seat, t_us)):
            self.announcements.hear(effect.to_json(None), None, t_us)

    @property
    def heap(self) -> list[int]:
        return self.announcements.slap.order


@pytest.mark.parametrize("paper", [False, True])
@pytest.mark.parametrize("before_us", [100_000, 700_000])
def test_after_an_early_slap_every_hand_lies_on_the_heap(paper: bool, before_us: int) -> None:
    heard = Heard(paper)
    turn = heard.turn
    early, second, last = ((turn + step) % 4 for step in (1, 2, 3))
    heard.do("time", None, OPENS_US - 2_000_000)
    heard.do("down", early, OPENS_US - before_us)
    heard.do("up", early, OPENS_US - before_us + 50_000)
    heard.do("down", turn, OPENS_US)
    assert heard.heap == [early, turn]
    heard.do("down", second, OPENS_US + 200_000)
    assert heard.heap == [early, turn, second]
    assert heard.announcements.slap.worn == {early: "foul"}
    heard.do("down", early, OPENS_US + 300_000)  # comes again, and lies where it fell now
    assert heard.heap == [turn, second, early]
    heard.do("down", last, OPENS_US + 400_000)
    assert heard.heap == [turn, second, early, last]
    assert heard.announcements.slap.loser == last


def test_a_slap_that_nothing_came_of_is_gone_from_the_next_heap() -> None:
    heard = Heard(paper=False)
    turn = heard.turn
    heard.do("time", None, OPENS_US - 2_000_000)
    heard.do("down", (turn + 1) % 4, OPENS_US - 2_000_000)
    heard.do("up", (turn + 1) % 4, OPENS_US - 1_900_000)
    heard.do("time", None, OPENS_US)  # the paddles are live again
    heard.do("down", turn, OPENS_US)
    assert heard.heap == [turn]


def test_a_forced_pass_and_the_verdict_before_it_are_both_said(stage: BareStage) -> None:
    scene = dict(gallery_rooms.options(stage, "hands-down"))["hands-down-forced-pass"]
    assert isinstance(scene, TableScene)
    words = [s.art.words for s in stage.easel(scene, SIZE).sprites if isinstance(s.art, Text)]
    said = next(each for each in words if "too few cards and passes" in each)
    assert "was last and pays a random card" in said


def test_a_pass_by_choice_covers_nothing_and_waits_for_nobody() -> None:
    announcements = Announcements(face_of("hands-down"))
    announcements.hear({"what": "lost", "seat": 1, "t_us": 0}, said("lost"), 0)
    announcements.hear({"what": "pass", "seat": 2, "t_us": 0, "forced": False}, said("passes"), 0)
    assert announcements.words == "lost"
    assert announcements.verdict_until_us == VERDICT_US
    announcements.hear({"what": "pass", "seat": 2, "t_us": 0, "forced": True}, said("must pass"), 0)
    assert announcements.words == "lost\nmust pass"
    assert announcements.verdict_until_us == VERDICT_US + WEIGHTY_US


def faces(stage: BareStage, scene: TableScene) -> list[str]:
    sprites = [s for s in stage.easel(scene, SIZE).sprites if s.name.startswith("seat/")]
    return [
        s.art.face if hasattr(s.art, "face") else s.art.name for s in sprites if isinstance(s.art, CardArt)
    ]


def scored(stage: BareStage) -> tuple[TableScene, PosedSession]:
    session = gallery.posed_session(stage, "lowdown", 3, 11)
    session.show_people((0,))
    scene = TableScene(stage, session)
    for _ in gallery.steps(stage, scene, LONGEST_US):
        if "hand-scored" in scene.announcements.last:
            return scene, session
    raise AssertionError("no hand was scored")


def test_grids_of_a_scored_hand_lie_open_until_they_are_read(stage: BareStage) -> None:
    scene, session = scored(stage)
    assert scene.session.view(None)["hand"] == 2
    assert BACK not in faces(stage, scene)
    wakes_us, verdict_us = scene.memory.until_us, scene.announcements.verdict_until_us
    assert wakes_us is not None and verdict_us is not None
    session.keep_still()
    stage.clock.at_us = max(verdict_us, wakes_us - 1)
    scene.pump()
    assert BACK not in faces(stage, scene), "at least as long as the sentence that says who scored"
    stage.clock.at_us = wakes_us
    scene.pump()
    assert BACK in faces(stage, scene)


@pytest.mark.parametrize("size", SIZES)
def test_all_who_share_the_fewest_points_of_a_hand_are_named(stage: BareStage, size: tuple[int, int]) -> None:
    """As the title of the result names them, and not only the one who starts the next hand."""
    scene, _ = scored(stage)
    tie = {**scene.announcements.last["hand-scored"], "points": [31, 10, 10], "won_by": 2}
    scene.announcements.last["hand-scored"] = tie
    page = Page(stage, scene, size)
    assert page.said_by("facts/head") == "Hand 1: Ben and Cleo had the fewest points"
    gold = [s.name for s in page.easel().sprites if isinstance(s.art, Text) and s.art.rgb == GOLD]
    assert {name for name in gold if name.startswith("points/")} == {"points/1", "points/2"}
    assert scene.table(None).sentence(scene.face, tie) == "Ben and Cleo share the hand with 10 points"


def test_a_key_goes_on_to_the_next_hand_and_does_nothing_else(stage: BareStage) -> None:
    scene, _ = scored(stage)
    before = scene.chooser.ring_at(), list(scene.chooser.marked)
    scene.key("mark")
    assert BACK in faces(stage, scene)
    assert (scene.chooser.ring_at(), scene.chooser.marked) == before
    scene.memory.go_on()
    assert BACK in faces(stage, scene)


def test_hands_that_were_counted_lie_open_and_their_points_stay(stage: BareStage) -> None:
    session = gallery.posed_session(stage, "hit-the-deck", 3, 11)
    session.show_people((0, 1))
    scene = TableScene(stage, session)
    counted = scene.announcements.last
    for _ in gallery.steps(stage, scene, LONGEST_US):
        if "hand-over" in counted:
            break
    hands, points = counted["hand-over"]["hands"], counted["hand-over"]["points"]
    assert session.view(None)["counts"] == [7, 7, 7], "the next hand is dealt already"
    assert faces(stage, scene) == [card for hand in hands for card in hand]

    def said() -> list[str]:
        return [
            s.art.words
            for s in stage.easel(scene, SIZE).sprites
            if s.name.startswith("points/") and isinstance(s.art, Text)
        ]

    assert said() == [f"+{each}" for each in points]
    for _ in gallery.steps(stage, scene, LONGEST_US):
        if counted["played"]["t_us"] > counted["hand-over"]["t_us"]:
            break
    assert set(faces(stage, scene)) == {BACK}
    assert said() == [f"+{each}" for each in points]


def test_who_must_call_is_offered_the_call_whoever_is_on(stage: BareStage) -> None:
    session = gallery.posed_session(stage, "slamwich", 4, 11)
    session.show_people((0, 1, 2, 3))
    scene = TableScene(stage, session)
    for _ in gallery.steps(stage, scene, LONGEST_US):
        view = session.view(None)
        if view["first"] is not None and view["first"] != view["turn"]:
            assert [(choice.do, choice.seat) for choice in scene.visible_choices(scene.eyes)] == [
                ("call", view["first"])
            ]
            return
    raise AssertionError("nobody slapped a thief on another's turn")


def test_whoever_lost_lies_on_top_of_the_toy_and_is_told_at_the_end_too(stage: BareStage) -> None:
    session = gallery.posed_session(stage, "hands-down", 4, 11)
    scene, seen = TableScene(stage, session), set()
    for _ in gallery.steps(stage, scene, 40 * 60_000_000):
        loser = scene.announcements.slap.loser
        if scene.announcements.rolling(stage.clock()):
            continue  # the drum rolls: nobody is named yet
        if loser is not None and (session.over or loser not in seen):
            seen.add(loser)
            hands = [s.name for s in stage.easel(scene, SIZE).sprites if s.name.startswith("toy/")]
            assert hands[-1] == f"toy/{loser}"
    assert session.over and len(seen) > 1
    assert scene.announcements.slap.loser is not None and "not in time" in words_in(stage, scene)


def test_mark_stands_for_who_is_named_first() -> None:
    announcements = Announcements(face_of("hands-down"))
    announcements.hear(
        {"what": "pays", "seat": 1, "to": 0, "why": "take", "t_us": 1}, said("Ada takes from Ben"), 1
    )
    assert announcements.about == 0
    announcements.hear(
        {"what": "pays", "seat": 1, "to": 0, "why": "early", "t_us": 2}, said("Ben was fooled"), 2
    )
    assert announcements.about == 1


def statuses(session: Sitting) -> list[tuple[str, bool]]:
    table = Table("hit-the-deck", session.game.view(None), None, ())
    return [hit_the_deck.status(table, seat) for seat in range(session.game.seats)]


def test_the_caller_is_shown_once_the_call_is_made_and_not_before() -> None:
    session = Sitting("H R1", "R2 R3", "R4 G1")
    session.play(0, "H")
    game = session.game
    assert game.caller == 0
    assert statuses(session) == [statuses(session)[1]] * 3
    game.apply(Event("call", 0, game.now_us + 1000))
    assert [lit for _, lit in statuses(session)] == [True, False, False]


def test_a_sentence_stands_in_every_language_that_is_read() -> None:
    announcements = Announcements(face_of("hands-down"))
    both = Announcement(lambda: f"in {language()}")
    announcements.hear({"what": "lost", "seat": 1, "t_us": 0}, both, 0)
    for code in ("en", "de", "en"):
        with speaking(code):
            assert announcements.words == f"in {code}"
