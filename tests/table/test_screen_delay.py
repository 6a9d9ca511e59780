"""Reaction times are without the screen's delay where it was measured; else they say that it is inside."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from slamomatic.bench.reaction.instrument import Trainer, report
from slamomatic.bench.reaction.scene import BREATH_US, ReactionScene
from slamomatic.bench.result import Stopwatch
from slamomatic.engine.photo import Hit, PhotoFinish
from slamomatic.face.faces import face_of
from slamomatic.face.telling import calls_of, photographer_for
from slamomatic.gallery.tables import NAMES
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.awards import awards
from slamomatic.screen.scenes.history import HistoryScene
from slamomatic.screen.scenes.result import ResultScene
from slamomatic.screen.scenes.table import TableScene
from slamomatic.store import displays
from slamomatic.store.displays import Display
from slamomatic.store.history import Match, SeatResult, open_history
from slamomatic.table import opening
from slamomatic.table.moment import Moment
from slamomatic.table.outcome import Outcome, outcome_of
from slamomatic.table.seats import Seat
from slamomatic.table.session import GameSession
from slamomatic.units.base import Do, PaddleEvent
from support.page import Page

DELAY_US = 43_000
INSIDE, WITHOUT = "Other screens give other times.", "Without the screen's delay of 43 ms."


@pytest.fixture
def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BareStage:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    return BareStage(tmp_path)


def measure(stage: BareStage) -> Display:
    desktop = tuple(pygame.display.get_desktop_sizes())
    display = Display("TV", DELAY_US, DELAY_US - 3_000, DELAY_US + 4_000, 300, desktop, 1.7e9)
    displays.keep(display, stage.home)
    return display


def session_at(stage: BareStage, bots: tuple[int, ...] = ()) -> GameSession:
    seats = [Seat(NAMES[n], n, "careful" if n in bots else "") for n in range(3)]
    return opening.begin("slamwich", seats, stage.unit, stage.clock, seed=3, home=stage.home)


def outcome(session: GameSession, call: str, screen_us: int) -> Outcome:
    """Somebody's card or hand calls at one second; each seat slaps 100 ms after the one before."""
    photographer = photographer_for(face_of("hands-down" if call == "hands-down" else "slamwich"))
    photographer.watch([{"what": call, "seat": 0, "t_us": 1_000_000}])
    for seat, t_us in ((0, 1_030_000), (1, 1_300_000), (2, 1_400_000)):
        photographer.watch([{"what": "slap", "seat": seat, "t_us": t_us, "live": True}])
    photographer.watch([{"what": "live", "seat": None, "t_us": 2_000_000}])
    return outcome_of(session.played.game, session.seats, photographer, screen_us)


def called_by_the_screen() -> str:
    return next(what for what, opened in calls_of(face_of("slamwich")).items() if not opened)


def test_a_measured_delay_is_taken_off_what_the_screen_called_for(stage: BareStage) -> None:
    people, call = session_at(stage), called_by_the_screen()
    assert outcome(people, call, 0).reactions == {1: [300_000], 2: [400_000]}
    found = outcome(people, call, DELAY_US)
    assert found.reactions == {1: [257_000], 2: [357_000]}, "they saw it as late as that"
    assert found.called_by_screen and found.screen_us == DELAY_US


@pytest.mark.parametrize("screen_us", [0, DELAY_US])
def test_a_stray_slap_right_after_the_screen_s_call_is_nobody_s_fastest_hand(
    stage: BareStage, screen_us: int
) -> None:
    """Such a slap counts, but a time of 0.03 s would lead the awards and the history for ever."""
    end = outcome(session_at(stage), called_by_the_screen(), screen_us)
    assert 0 not in end.reactions
    assert [award.seat for award in awards(end, face_of("slamwich"), 10_000)] == [1]


def test_a_bot_sees_no_screen_and_a_hand_is_no_screen_either(stage: BareStage) -> None:
    with_bot = session_at(stage, bots=(1,))
    assert outcome(with_bot, called_by_the_screen(), DELAY_US).reactions[1] == [300_000]
    answered = outcome(session_at(stage), "hands-down", DELAY_US)
    assert answered.reactions == {1: [300_000], 2: [400_000]} and not answered.called_by_screen


@pytest.mark.parametrize("known", [False, True])
def test_the_photo_and_the_result_say_what_their_times_are(stage: BareStage, known: bool) -> None:
    if known:
        measure(stage)
    session = session_at(stage)
    scene = TableScene(stage, session)
    scene.enter()
    hits = (Hit(0, 1_300_000, True), Hit(1, 1_400_000, True))
    photo = PhotoFinish(1_000_000, None, hits, True)
    session.played.moment = Moment(session.played.game, [], photo)
    scene.key("photo")
    stage.clock.at_us += 10_000_000
    page = Page(stage, scene)
    assert page.said_by("photo/note").startswith(WITHOUT if known else INSIDE)
    assert page.said_by("replay/0/time") == ("+0.26 s" if known else "+0.30 s")
    end = replace(outcome(session, called_by_the_screen(), session.screen_us), lasted_us=60_000_000)
    end = replace(end, view={**end.view, "winners": [0], "scores": [1, 2, 3]})
    assert Page(stage, ResultScene(stage, end)).said_by("note").startswith(WITHOUT if known else INSIDE)


@pytest.mark.parametrize("known", [False, True])
def test_the_trainer_counts_from_the_light(stage: BareStage, known: bool) -> None:
    if known:
        measure(stage)
    scene = ReactionScene(stage, Trainer(["Ada", "Ben"], 1, random.Random(1)))
    scene.enter()
    stage.clock.at_us += BREATH_US
    scene.pump()
    assert scene.due_us is not None
    stage.clock.at_us = shown_us = scene.due_us
    scene.pump()
    for paddle, after_us in ((0, 120_000), (1, 300_000)):
        t_us = shown_us + after_us
        scene.news([PaddleEvent(Do.DOWN, paddle, t_us, 0, "pico", t_us, t_us)])
    assert scene.said == (["false start", "257.0 ms"] if known else ["120.0 ms", "300.0 ms"])
    assert Page(stage, scene).said_by("note").startswith(WITHOUT if known else INSIDE)
    not_meant = report(scene.trainer.cards, stage.unit, Stopwatch(), scene.screen).not_meant
    assert ("43.0 ms of the screen TV" in not_meant) is known
    assert ("includes the screen's own delay" in not_meant) is not known


def test_the_history_says_which_times_are_without_it(stage: BareStage) -> None:
    def played(journal: str, screen_us: int) -> str:
        with open_history(stage.home) as history:
            seats = (SeatResult("Ada", False, 3, True, (300_000,)),)
            history.add(Match(journal, "lowdown", 1.7e9, 12.0, "pico", seats, screen_us))
            assert history.matches()[0].screen_us == screen_us
        scene = HistoryScene(stage, ReactionScene(stage, Trainer(["Ada"], 1, random.Random(1))))
        scene.enter()
        return Page(stage, scene).said_by("note")

    assert played("a", DELAY_US) == "Reaction times are without the screen's delay, which was measured."
    assert played("b", 0).startswith("In 1 game reaction times are without the screen's delay")


def test_without_a_measured_screen_the_history_says_compare_here_only(stage: BareStage) -> None:
    with open_history(stage.home) as history:
        history.add(Match("a", "lowdown", 1.7e9, 12.0, "pico", (SeatResult("Ada", False, 3, True),)))
        assert history.about_times().endswith("Compare them on this screen only.")
