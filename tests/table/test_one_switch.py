"""One switch plays everything: a mark moves by itself, a press chooses, or slaps while a slap is due."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scanning import SETTLES_US
from slamomatic.screen.scenes.front import FrontScene, WhoScene
from slamomatic.screen.scenes.result import ResultScene
from slamomatic.screen.scenes.settings import SettingsScene
from slamomatic.screen.scenes.start_picture import LeaveScene
from slamomatic.screen.scenes.table import TableScene
from slamomatic.screen.scenes.table_play import SLAP
from slamomatic.seat import Seat
from slamomatic.store import journals
from slamomatic.table import opening
from slamomatic.table.session import GameSession
from slamomatic.units.base import NO_PADDLE, Do, PaddleEvent, UnitNotice, What
from support import short_games
from support.length import count
from support.one_switch import SWITCHES, Chancer, OneSwitch
from support.played import Played
from support.short_games import GAMES, ME

PASS_OF = [("pass", "{}", seat) for seat in range(3)]
PASS = PASS_OF[ME]
AN_EVENING_US = 6 * 3600 * 1_000_000
IN_VAIN_US = 180_000_000  # nothing happens in the game for so long: the player is stuck


def table(home: Path, game: str, seed: int) -> TableScene:
    stage = BareStage(home)
    return TableScene(stage, short_games.begin(stage, home, game, seed))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(1, 1 + count(1, 100)))
def test_every_game_comes_to_its_end_by_one_switch(game: str, seed: int, tmp_path: Path) -> None:
    scene = table(tmp_path, game, seed)
    stage = scene.stage
    assert isinstance(stage, BareStage)
    player = Chancer(stage, scene, seed, SWITCHES[seed % 2])
    moment, since_us = player.session.moment, 0
    while not isinstance(player.scene, ResultScene):
        player.move()
        if player.session.moment is not moment:
            moment, since_us = player.session.moment, player.clock_us
        assert player.clock_us < since_us + IN_VAIN_US, f"stuck at {player.at}: {player.page.words()}"
        assert player.clock_us < AN_EVENING_US


# --- slap or choice -----------------------------------------------------------------------------------


def begun(tmp_path: Path, game: str = "hands-down", seed: int = 1, switch: str = "paddle") -> OneSwitch:
    scene = table(tmp_path, game, seed)
    assert isinstance(scene.stage, BareStage)
    return OneSwitch(scene.stage, scene, switch)


def session_of(player: OneSwitch) -> GameSession:
    assert isinstance(player.scene, TableScene)
    return player.scene.session


def slaps_of_mine(player: OneSwitch) -> int:
    entries = journals.read_file(session_of(player).journal.path).entries
    return sum(entry.get("do") == "down" and entry.get("seat") == ME for entry in entries)


@pytest.mark.parametrize("switch", SWITCHES)
def test_a_press_in_the_own_turn_chooses_and_is_no_slap(switch: str, tmp_path: Path) -> None:
    player = begun(tmp_path, switch=switch)
    session = session_of(player)
    player.wait(60_000_000, lambda: PASS in player.names)
    player.choose(PASS)
    player.wait(100_000)
    assert session.view(None)["turn"] != ME, "the turn was passed"
    session.journal.close()
    assert slaps_of_mine(player) == 0


@pytest.mark.parametrize("switch", SWITCHES)
def test_a_press_where_the_mark_is_at_the_slap_is_the_slap(switch: str, tmp_path: Path) -> None:
    player = begun(tmp_path, switch=switch)
    session = session_of(player)
    while SLAP not in player.names:
        player.wait(60_000_000, lambda: PASS in player.names)
        if SLAP not in player.names:
            player.choose(PASS)
    player.choose(SLAP)
    player.wait(100_000)
    assert session.view(None)["open"], "the slap opened a Hands Down"


@pytest.mark.parametrize("switch", SWITCHES)
def test_a_press_while_a_slap_is_asked_for_is_the_slap_at_once(switch: str, tmp_path: Path) -> None:
    player = begun(tmp_path, "quick-draw", switch=switch)
    session = session_of(player)
    player.wait(60_000_000, lambda: ME in session.moment.room["asked"] and session.view(None)["open"])
    player.press()
    player.wait(1_000_000)
    session.journal.close()
    assert slaps_of_mine(player) == 1


def test_next_of_a_unit_slaps_for_who_plays_alone_at_its_own_time(tmp_path: Path) -> None:
    played = Played(tmp_path, [Seat("Ada", 0), Seat("Ben", 1, "random"), Seat("Cleo", 2, "random")])
    played.stage.remember(replace(played.stage.prefs, scanning="slow"))
    taken = played.session.as_slap(next_event(Do.NEXT, "scripted", 1_234_567))
    assert (taken.do, taken.paddle, taken.t_us) == (Do.NEXT, NO_PADDLE, 1_234_567), "of another unit"
    own = played.session.as_slap(next_event(Do.NEXT, played.pico.state().name, 1_234_567))
    assert (own.do, own.paddle, own.t_us) == (Do.DOWN, 0, 1_234_567)


def next_event(do: Do, source: str, t_us: int) -> PaddleEvent:
    return PaddleEvent(do, NO_PADDLE, t_us, 0, source, t_us, t_us)


def test_a_press_just_as_other_things_come_to_choose_from_chooses_none_of_them(tmp_path: Path) -> None:
    player = begun(tmp_path, "hit-the-deck", switch="paddle")
    session = session_of(player)
    player.wait(60_000_000, lambda: bool(plays(player)))
    player.press(held_us=1)
    player.wait(SETTLES_US)
    assert session.view(None)["turn"] == ME and plays(player), "nothing was played"
    player.choose(plays(player)[0])
    player.wait(100_000)
    assert session.view(None)["turn"] != ME


def plays(player: OneSwitch) -> list[object]:
    return [name for name in player.names if isinstance(name, tuple) and name[0] == "play"]


def test_a_slap_from_before_a_pause_is_still_a_slap(tmp_path: Path) -> None:
    """A unit tells a little late: in the menu, a hand from before the menu presses nothing."""
    player = begun(tmp_path, "quick-draw", switch="paddle")
    session, scene = session_of(player), player.scene
    player.wait(60_000_000, lambda: ME in session.moment.room["asked"] and session.view(None)["open"])
    before_us = player.clock_us
    player.stage.clock.at_us += 30_000
    assert isinstance(scene, TableScene)
    scene.pause()
    keyboard = player.stage.unit.keyboard
    assert keyboard is not None
    late = PaddleEvent(Do.DOWN, ME, before_us, 0, "keys", before_us, player.clock_us)
    assert player.stage.scanner.sift(scene, [late]) == [late]
    now = PaddleEvent(Do.DOWN, ME, player.clock_us, 0, "keys", player.clock_us, player.clock_us)
    assert player.stage.scanner.sift(scene, [now]) == []


def test_a_hand_whose_unit_was_lost_begins_anew(tmp_path: Path) -> None:
    """Nobody told when it came up: its next contact must not be taken for the rest of a press."""
    player = begun(tmp_path, "quick-draw", switch="paddle")
    scanner, scene = player.stage.scanner, player.scene
    assert isinstance(scene, TableScene)
    scene.pause()
    touch = PaddleEvent(Do.TOUCH, ME, player.clock_us, 0, "Pico", 0, player.clock_us)
    assert scanner.sift(scene, [touch]) == []
    lost = UnitNotice(What.RESTARTED, "Pico", player.clock_us, "")
    assert scanner.sift(scene, [lost]) == [lost]
    scene.drop(scene.mode)
    slap = PaddleEvent(Do.DOWN, ME, player.clock_us, 0, "Pico", 0, player.clock_us)
    assert scanner.sift(scene, [slap]) == [slap]


def test_what_a_hand_does_until_it_comes_up_is_of_one_kind(tmp_path: Path) -> None:
    player = begun(tmp_path, "quick-draw", switch="paddle")
    scanner, scene = player.stage.scanner, player.scene
    hand = [PaddleEvent(do, ME, 9, 0, "Pico", 0, 9) for do in (Do.TOUCH, Do.DOWN, Do.UP, Do.RELEASE)]
    assert scanner.sift(scene, hand) == hand
    assert isinstance(scene, TableScene)
    scene.pause()
    later = [replace(event, t_us=player.clock_us) for event in hand]
    assert scanner.sift(scene, later[:2]) == []
    scene.drop(scene.mode)
    assert scanner.sift(scene, later[2:]) == []


# --- menus --------------------------------------------------------------------------------------------


def at_the_front(tmp_path: Path, switch: str = "paddle") -> OneSwitch:
    stage = BareStage(tmp_path)
    return OneSwitch(stage, FrontScene(stage), switch)


@pytest.mark.parametrize("switch", SWITCHES)
def test_a_game_is_chosen_played_left_and_resumed_by_one_switch(switch: str, tmp_path: Path) -> None:
    player = at_the_front(tmp_path, switch)
    player.choose("game/slamwich")
    player.choose("way/alone")
    if isinstance(player.scene, WhoScene):
        player.choose("play")
    player.wait(5_000_000, lambda: isinstance(player.scene, TableScene))
    player.choose("ready/go")
    player.wait(3_000_000)
    player.hold()
    player.choose("pause/3")
    assert isinstance(player.scene, FrontScene), player.page.words()
    player.choose("resume")
    player.wait(5_000_000, lambda: isinstance(player.scene, TableScene))
    assert isinstance(player.scene, TableScene)


def test_the_switch_can_t_turn_itself_off_for_good(tmp_path: Path) -> None:
    player = at_the_front(tmp_path)
    player.choose("setup")
    player.choose("settings")
    player.choose("switch")
    assert player.stage.prefs.scanning == "off"
    assert "One switch is off" in player.page.text()
    player.press()
    assert player.stage.prefs.scanning == "off", "a short press is no wish to have it back"
    player.hold()
    assert player.stage.prefs.scanning == "fast"
    player.choose("back")
    assert not isinstance(player.scene, SettingsScene)


def test_what_needs_a_keyboard_or_other_paddles_is_left_out(tmp_path: Path) -> None:
    player = at_the_front(tmp_path)
    player.choose("setup")
    assert "choose-units" not in player.names
    assert not any(str(name).endswith("/name") for name in player.names)
    player.choose("settings")
    assert not any(str(name).startswith("keys/") for name in player.names)


@pytest.mark.parametrize("seed", range(count(3, 300)))
def test_a_held_switch_leads_back_from_wherever_chance_has_led(seed: int, tmp_path: Path) -> None:
    player, chance = at_the_front(tmp_path, SWITCHES[seed % 3]), random.Random(seed)
    for _ in range(60):
        if not isinstance(player.scene, LeaveScene) and player.at != "quit":
            player.press()
        player.wait(chance.choice((300_000, 800_000, 1_500_000)))
        if player.stage.prefs.scanning == "off":
            player.hold()
    for _ in range(12):
        if isinstance(player.scene, FrontScene):
            return
        player.hold()
        player.wait(500_000)
        if "pause/0" in player.names:
            player.choose([name for name in player.names if str(name).startswith("pause/")][-1])
    raise AssertionError(f"no way back from {type(player.scene).__name__}: {player.page.words()}")


def test_several_at_one_screen_look_choose_and_slap_by_one_switch_each(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    seats = [Seat("Ada", 0), Seat("Ben", 1), Seat("Cleo", 2)]
    session = opening.begin("hands-down", seats, stage.unit, stage.clock, seed=4, home=tmp_path)
    scene = TableScene(stage, session)
    player = OneSwitch(stage, scene, "key")
    for _ in range(30):
        player.wait(60_000_000, lambda: PASS_OF[session.view(None)["turn"]] in player.names)
        player.choose(scene.play.look_by_mouse)
        assert scene.looking == session.view(None)["turn"]
        if any(name[0] == "choose" for name in player.names if isinstance(name, tuple)):
            break
        player.choose(PASS_OF[session.view(None)["turn"]])
        player.wait(3_000_000)
    else:
        raise AssertionError("nobody ever held a pair")
    player.choose(next(n for n in player.names if isinstance(n, tuple) and n[0] == "choose"))
    player.wait(5_000_000, lambda: SLAP in player.names)
    player.choose(SLAP)
    player.wait(200_000)
    assert session.view(None)["open"]


def test_an_instrument_hears_every_hand_whatever_the_settings_say(tmp_path: Path) -> None:
    player = at_the_front(tmp_path)
    player.stage.scanner.rests = True
    hand = PaddleEvent(Do.DOWN, ME, 9, 0, "Pico", 0, 9)
    assert player.stage.scanner.sift(player.scene, [hand]) == [hand]
