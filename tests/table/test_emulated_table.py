"""Hands Down in the real window by the emulated unit: a key presses a pin, the firmware tells of the slap.

The quick command plays the last pairs of a game that was left and is resumed, to the result. The long one
also plays a game from its first card to its last, which takes minutes.
"""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest

from slamomatic.engine import Game, bots
from slamomatic.games.hands_down.rules import HandsDown
from slamomatic.store.journals import read_file
from slamomatic.table import opening, outcome
from slamomatic.table.clock import StoppedClock
from slamomatic.table.seats import Seat
from slamomatic.units.keyboard import KEY_ERROR_US, KEY_SCAN_US
from slamomatic.units.merge import Units
from support import display, result_on_screen
from support.display import Player, playing, until
from support.length import count
from support.scripted_unit import ScriptedUnit

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.emulator,
    pytest.mark.skipif(not display.available(), reason="needs Xvfb and xdotool"),
]
SIZE = (800, 480)
WINDOW = ["--unit", "emulated", "--size", f"{SIZE[0]}x{SIZE[1]}"]
STARTS_S = 600.0  # where no image is cached yet one is made first
WHOLE_GAME_S = 900.0
PAIRS_IN_ALL = 20
PAIRS_LEFT = count(1, 4)  # at most
HEARD_WITHIN_S = 5.0  # a slap, on a busy machine
ME = 0
SEATS = (Seat("Red", 0), Seat("Yellow", 1, "careful"), Seat("Green", 2, "careful"))


def test_a_game_resumed_on_the_emulated_unit_ends_as_its_journal_says(screen: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    slaps_before = leave_near_the_end(home)
    with playing(screen, home, "--resume", *WINDOW) as player:
        play_to_the_end(player, STARTS_S)
        assert len(slaps_in(player.finished_journals())) > slaps_before, (
            "the unit's paddle must have been in it"
        )
        assert result_on_screen.check(player, SIZE, tmp_path)


@pytest.mark.long
@pytest.mark.timeout(STARTS_S + WHOLE_GAME_S)
def test_a_whole_game_on_the_emulated_unit_ends_as_its_journal_says(screen: str, tmp_path: Path) -> None:
    words = ["--game", "hands-down", "--players", "3", "--bots", "2", "--seed", "5", *WINDOW]
    with playing(screen, tmp_path / "home", *words) as player:
        until(player, player.open_journals, lambda: time.sleep(0.1), STARTS_S)
        player.keys("Return")  # ready
        play_to_the_end(player, WHOLE_GAME_S)
        assert len(slaps_in(player.finished_journals())) >= PAIRS_IN_ALL / 2
        assert result_on_screen.check(player, SIZE, tmp_path)


# --- somebody who plays ----------------------------------------------------------------------------


def play_to_the_end(player: Player, patience_s: float) -> None:
    """Sees the table as a person at this seat does, and presses what a person would."""
    mind = bots.make("careful", HandsDown, ME, Random(1))

    def act() -> None:
        game = in_play(player)
        wants = mind.choose(game.view(ME), game.legal(ME)) if game is not None and not game.over else None
        if wants is None:
            time.sleep(0.1)
        elif wants.do == "down":
            slap(player)
        elif wants.do == "take":  # first comes whom to take from
            player.keys("Right", "Return", delay_ms=30)
        else:
            player.keys("Return", delay_ms=30)

    until(player, player.finished_journals, act, patience_s)


def slap(player: Player) -> None:
    """Once, and then people look at what it did: who hammers on a paddle is told that it chatters."""
    before = slaps_in(player.open_journals())
    player.keys("q", delay_ms=150)
    heard_by = time.monotonic() + HEARD_WITHIN_S
    while time.monotonic() < heard_by and slaps_in(player.open_journals()) == before:
        time.sleep(0.05)


def in_play(player: Player) -> Game | None:
    """The game as its journal has it: what is there has been shown."""
    for path in player.open_journals():
        entries = read_file(path).entries
        if entries:
            return outcome.replayed(entries)[0]
    return None


def slaps_in(journals: list[Path]) -> list[int]:
    """When this seat slapped."""
    entries = [entry for path in journals for entry in read_file(path).entries]
    return [entry["t_us"] for entry in entries if entry.get("do") == "down" and entry["seat"] == ME]


def leave_near_the_end(home: Path) -> int:
    """A game on this unit, left near its end where its person holds a pair; how often it has slapped."""
    for seed in range(3, 40):
        tried = home.with_name(f"{home.name}-{seed}")
        slaps = left_with_a_pair(tried, seed)
        if slaps is not None:
            tried.rename(home)
            return slaps
    raise AssertionError("nobody held a pair near the end of any game")


def left_with_a_pair(home: Path, seed: int) -> int | None:
    """How often the person had slapped when it was left with a pair; None: the game was over before."""
    clock = StoppedClock()
    as_emulated = ScriptedUnit(clock)
    as_emulated.error_us, as_emulated.blind_us = KEY_ERROR_US, KEY_SCAN_US
    unit = Units([as_emulated], clock=clock)
    home.mkdir()
    session = opening.begin("hands-down", SEATS, unit, clock, seed=seed, home=home)
    mind = bots.make("careful", HandsDown, ME, Random(1))
    slaps = 0

    def may_slap() -> bool:
        """The person's own turn with a pair: a hand that only answers may come too late to be in the game."""
        room = session.view(None)
        return room["turn"] == ME and any(c.do == "down" for c in session.legal(ME)) and not room["asked"]

    while sum(map(len, session.view(None)["pairs"])) < PAIRS_IN_ALL - PAIRS_LEFT or not may_slap():
        if session.over:
            session.close()
            return None
        plan = mind.update(session.view(ME), session.legal(ME), [], session.clock.now_us())
        wakes_us = session.wakes_at_us()
        if plan is not None and (wakes_us is None or plan.t_us <= wakes_us):
            clock.at_us = max(clock.at_us, plan.t_us)
            session.play(plan)
            slaps += plan.do == "down"
            mind.forget_plan()
        else:
            assert wakes_us is not None
            clock.at_us = max(clock.at_us, wakes_us)
            session.pump()
    session.close()
    return slaps
