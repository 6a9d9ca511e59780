"""A furious player tries pauses, handovers and resumes while something is not known."""

from __future__ import annotations

from pathlib import Path

import pytest

from slamomatic.engine import Choice
from slamomatic.errors import UserError
from slamomatic.games.hands_down.rules import HandsDown
from slamomatic.games.slamwich.rules import Slamwich
from slamomatic.table import opening
from slamomatic.table.clock import StoppedClock
from slamomatic.table.seats import Seat
from slamomatic.units.base import Do, Link, What
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units
from support.scripted_unit import ScriptedUnit
from support.table import FOUR, Table

ON_KEYS = [*FOUR[:3], Seat("Eva", 4)]  # three on the unit, one on a key


def key(table: Table, paddle: int, t_us: int) -> None:
    table.keys.key(paddle, True, t_us)
    table.keys.key(paddle, False, t_us + 80_000)


def silent_race(tmp_path: Path) -> tuple[Table, int, int]:
    """Ada is alone on the unit; Eva, on keys, has a pair and slaps; Ada's unit says nothing any more."""
    seats = [FOUR[0], Seat("Eva", 4), Seat("Fay", 5), Seat("Ben", 3)]
    table = Table(tmp_path, seats)
    table.session.use_key(3)
    table.pump(table.clock.at_us + 100_000)
    for _ in range(60):
        table.until_a_pair()
        if table.turn in (1, 2):
            break
        table.session.choose(Choice(table.turn, "pass"))
        table.pump(table.clock.at_us + 2_000_000)
    return table, table.turn, table.clock.at_us


@pytest.mark.parametrize("way", ["bot", "key", "drop"])
def test_who_goes_while_the_unit_is_silent_is_not_named_for_what_nobody_knows(
    way: str, tmp_path: Path
) -> None:
    table, turn, t_us = silent_race(tmp_path)
    table.pico.known = t_us
    table.pico.faults = ()
    keyof = {1: 4, 2: 5, 3: 3}
    key(table, keyof[turn], t_us + 1_000)
    for n, seat in enumerate(s for s in (1, 2, 3) if s != turn):
        key(table, keyof[seat], t_us + 500_000 + n * 200_000)
    # Ada slapped long before both, her unit has not told of it yet.
    table.pump(t_us + 1_800_000)
    assert list(table.session.waiting_for) == [0]
    table.session.pause()
    if way == "bot":
        table.session.leave(0)
    elif way == "drop":
        table.session.leave(0, "")
    else:
        table.session.use_key(0)
    table.pump(t_us + 2_000_000)
    table.session.go_on()
    table.pump(t_us + 2_100_000)
    table.pump(t_us + 2_200_000)
    assert table.lost() == []


def test_hand_that_came_up_in_a_pause_before_its_slap_was_played_is_up(tmp_path: Path) -> None:
    table = Table(tmp_path)
    turn = table.until_a_pair()
    t_us = table.clock.at_us
    idle = (turn + 1) % 4
    table.clock.at_us = t_us + 20_000
    table.session.pause()
    table.slap(idle, t_us + 15_000)  # told a moment later, up in the pause
    table.pump(t_us + 300_000)
    table.clock.at_us = t_us + 5_000_000
    table.session.go_on()
    for step in range(1, 60):
        table.pump(t_us + 5_000_000 + step * 100_000)
    assert table.session.view(None)["down"][idle] is False
    assert table.session.view(None)["named"][idle] is False
    paid = [line["seat"] for line in table.effects if line["what"] == "pays"]
    assert paid == [idle], "its one early slap; then it answers like everybody"
    if turn != table.turn:
        return
    at_us = table.clock.at_us
    table.slap(turn, at_us + 1_000)
    for n in (1, 2, 3):
        table.slap((turn + n) % 4, at_us + 100_000 * n)
    for step in range(1, 20):
        table.pump(at_us + step * 50_000)
    assert table.lost() == [(turn + 3) % 4]


def test_slap_of_a_time_that_was_taken_back_does_not_count_after_a_pause_in_it(tmp_path: Path) -> None:
    table = Table(tmp_path, ON_KEYS)
    table.pump(table.clock.at_us + 2_000_000)
    for _ in range(60):
        turn = table.until_a_pair()
        if turn != 3:
            break
        table.session.choose(Choice(turn, "pass"))
        table.pump(table.clock.at_us + 2_000_000)
    t_us = table.clock.at_us
    table.pico.known = t_us
    table.pump(t_us + 1_000)
    key(table, 4, t_us + 150_000)  # Eva answers
    table.pump(t_us + 300_000)
    table.session.pause()
    table.clock.at_us = t_us + 900_000
    table.session.go_on()
    table.pump(t_us + 6_000_000)  # three seconds and more: off
    assert "void" in table.shown
    table.pico.known = None
    table.pico.slap(turn, t_us + 100_000)  # the unit is back and tells of all
    for n, seat in enumerate(s for s in range(3) if s != turn):
        table.pico.slap(seat, t_us + 200_000 + n * 10_000)
    for step in range(1, 30):
        table.pump(t_us + 6_000_000 + step * 50_000)
    assert table.lost() == []


@pytest.mark.parametrize("bot", ["", None])
def test_game_goes_on_without_the_unit_of_who_has_left(bot: str | None, tmp_path: Path) -> None:
    seats = [FOUR[0], Seat("Eva", 4), Seat("Fay", 5), Seat("Gus", 2, "careful")]
    table = Table(tmp_path, seats)
    table.session.leave(0, bot)
    table.pump(table.clock.at_us + 1_000_000)
    (path,) = (tmp_path / "journals" / "open").glob("*.journal")
    table.session.close()
    clock = StoppedClock()
    pico = ScriptedUnit(clock)
    units = Units([pico, KeyboardUnit(clock=clock)], clock=clock)
    units.start()
    again = opening.resume(path, units, clock)
    pico.known = 0  # it is asleep; nobody plays on it
    pico.link = Link.LOST
    assert again.missing_unit() == ""
    before = again.played.lines
    for _ in range(400):
        clock.at_us += 50_000
        again.pump()
        turn = again.view(None)["turn"]
        if turn is not None and turn in again.people and Choice(turn, "pass") in again.legal(turn):
            again.choose(Choice(turn, "pass"))
    assert again.played.lines > before + 3


@pytest.mark.parametrize("bot", ["", None])
def test_game_is_resumed_without_the_unit_of_who_has_left(bot: str | None, tmp_path: Path) -> None:
    table = Table(tmp_path, [FOUR[0], Seat("Eva", 4), Seat("Fay", 5), Seat("Gus", 2, "careful")])
    table.session.leave(0, bot)
    table.pump(table.clock.at_us + 1_000_000)
    (path,) = (tmp_path / "journals" / "open").glob("*.journal")
    table.session.close()
    clock = StoppedClock()
    pico = ScriptedUnit(clock)
    pico.link, pico.error_us, pico.known = Link.SEARCHING, None, 0
    units = Units([pico, KeyboardUnit(clock=clock)], clock=clock)
    units.start()
    again = opening.resume(path, units, clock)
    assert again.people == [1, 2]
    assert [again.paddles.seat_of[4 + colour] for colour in (4, 5)] == [1, 2]
    assert again.missing_unit() == ""


def test_game_is_not_resumed_without_the_unit_of_who_stays(tmp_path: Path) -> None:
    table = Table(tmp_path, [FOUR[0], FOUR[1], Seat("Eva", 4), Seat("Gus", 2, "careful")])
    table.session.leave(0, "")
    table.pump(table.clock.at_us + 1_000_000)
    (path,) = (tmp_path / "journals" / "open").glob("*.journal")
    table.session.close()
    clock = StoppedClock()
    pico = ScriptedUnit(clock)
    pico.link, pico.error_us = Link.SEARCHING, None
    units = Units([pico, KeyboardUnit(clock=clock)], clock=clock)
    units.start()
    with pytest.raises(UserError, match="Connect the same ones"):
        opening.resume(path, units, clock)


def test_unit_that_nobody_plays_on_any_more_voids_nothing(tmp_path: Path) -> None:
    table = Table(tmp_path, [FOUR[0], Seat("Eva", 4), Seat("Fay", 5), Seat("Gus", 3, "careful")])
    table.session.leave(0)
    table.pump(table.clock.at_us + 100_000)
    for _ in range(60):
        turn = table.turn
        if turn in (1, 2) and Choice(turn, "down") in table.session.legal(turn):
            break
        if turn in (1, 2):
            table.session.choose(Choice(turn, "pass"))
        table.pump(table.clock.at_us + 2_000_000)
    t_us = table.clock.at_us
    key(table, {1: 4, 2: 5}[table.turn], t_us)
    table.pump(t_us + 1_000)
    assert table.session.view(None)["open"]
    table.pico.notice(What.LOST, t_us + 1_500)
    table.pump(t_us + 2_000)
    assert table.session.view(None)["open"]


# --- what people could not have seen ----------------------------------------------------------------


def test_slap_at_a_good_pile_is_no_slip_by_a_card_that_nobody_has_seen_yet(tmp_path: Path) -> None:
    """The next card was due while the unit had not said what was slapped: it was not shown."""
    table = Table(tmp_path, [*FOUR], "slamwich")
    game = table.session.played.game
    assert isinstance(game, Slamwich)
    for _ in range(400):
        wakes_us = table.session.wakes_at_us()
        assert wakes_us is not None
        table.pump(max(table.clock.at_us + 1, wakes_us))
        if game.new == "good" and game.muncher is None:
            break
    assert game.new == "good"
    seen_us = table.clock.at_us
    pile = list(game.pile)
    assert table.session.automatic.card is not None
    falls_us = table.session.automatic.card.t_us
    table.pico.known = seen_us + 10
    table.pump(falls_us + table.clock() - table.session.clock.now_us() + 300_000)
    assert game.pile == pile, "the good pile is what everybody sees"
    at_us = table.clock.at_us
    table.pico.known = None
    table.pico.slap(0, at_us - 50_000)
    for step in range(1, 80):
        table.pump(at_us + step * 10_000)
    assert "slip" not in table.shown


def test_unit_is_asked_before_its_silence_makes_a_slap_void(tmp_path: Path) -> None:
    """The whole computer stood for 4 s: the unit would have answered within milliseconds."""
    table = Table(tmp_path)
    turn = table.until_a_pair()
    t_us = table.clock.at_us
    table.pico.slap(turn, t_us + 10)
    table.pico.known = t_us + 20
    for n in (1, 2):
        table.pico.slap((turn + n) % 4, t_us + 300_000 * n)
    table.pump(t_us + 4_000_000)
    assert "void" not in table.shown
    table.pico.slap((turn + 3) % 4, t_us + 150_000)
    table.pico.known = None
    table.pump(t_us + 4_005_000)
    assert table.lost() == [(turn + 2) % 4]


def test_two_units_silent_at_once_make_one_slap_void_once(tmp_path: Path) -> None:
    table = Table(tmp_path, ON_KEYS)
    turn = table.until_a_pair()
    t_us = table.clock.at_us
    table.pico.known = t_us + 100
    table.keys.polled(t_us + 100)
    if turn == 3:
        key(table, 4, t_us + 10)
    else:
        table.pico.slap(turn, t_us + 10)
    table.pump(t_us + 50)
    table.pump(t_us + 200)
    table.session.choose(Choice(turn, "pass"))
    table.pump(t_us + 1_500_000)
    table.pump(t_us + 3_100_000)
    assert table.shown.count("void") == 1
    assert [line["note"] for line in table.entries() if line.get("note") == "silent"] == ["silent"] * 2


def test_hand_that_came_up_in_a_pause_answers_the_next_slap_in_time(tmp_path: Path) -> None:
    """If the hand still counted as down, its player would pay a card for it."""
    table = Table(tmp_path)
    turn = table.until_a_pair()
    t_us = table.clock.at_us
    late = (turn + 1) % 4
    table.slap(turn, t_us)
    table.slap((turn + 2) % 4, t_us + 100_000)
    table.pump(t_us + 150_000)
    table.pico.known = t_us + 150_000
    table.pico.event(Do.DOWN, late, t_us + 160_000)
    table.pump(t_us + 170_000)  # told, and not yet played: another may have been before
    table.clock.at_us = t_us + 200_000
    table.session.pause()
    table.pico.event(Do.UP, late, t_us + 240_000)
    table.pump(t_us + 400_000)
    table.pico.known = None
    table.clock.at_us = t_us + 5_000_000
    table.session.go_on()
    for step in range(1, 20):
        table.pump(t_us + 5_000_000 + step * 10_000)
    table.slap((turn + 3) % 4, t_us + 5_200_000)
    for step in range(1, 80):
        table.pump(t_us + 5_200_000 + step * 100_000)
    assert table.session.view(None)["named"] == [False] * 4
    turn = table.until_a_pair()
    at_us, before = table.clock.at_us, len(table.effects)
    table.slap(turn, at_us + 1_000)
    others = sorted((s for s in range(4) if s != turn), key=lambda s: s != late)
    for n, seat in enumerate(others):
        table.slap(seat, at_us + 100_000 * (n + 1))
    for step in range(1, 20):
        table.pump(at_us + step * 50_000)
    paid = [(e["seat"], e.get("why")) for e in table.effects[before:] if e["what"] == "pays"]
    assert paid == [(others[-1], "last")]


def test_what_was_chosen_before_a_slap_by_keys_counts_before_it_however_slow_the_frame(
    tmp_path: Path,
) -> None:
    table = Table(tmp_path, ON_KEYS)
    while table.turn != 3:
        table.session.choose(Choice(table.turn, "pass"))
        table.pump(table.clock.at_us + 2_000_000)
    game = table.session.played.game
    assert isinstance(game, HandsDown)
    game.hands[3] = ["2", "2", "6", "6"]
    t_us = table.clock.at_us
    table.keys.polled(t_us)
    # The next frame comes 300 ms later and takes both keys, one after the other.
    table.clock.at_us = t_us + 300_000
    table.session.choose(Choice(3, "choose", {"number": "2"}))
    table.clock.at_us += 10
    key(table, 4, table.clock.at_us)
    table.keys.polled(table.clock.at_us)
    for seat in (0, 1, 2):
        table.slap(seat, t_us + 700_000 + seat * 100_000)
    for step in range(4, 20):
        table.keys.polled(t_us + step * 100_000)
        table.pump(t_us + step * 100_000)
    laid = [line["number"] for line in table.effects if line["what"] == "pair"]
    assert laid == ["2"]


def test_who_leaves_as_the_last_hand_comes_down_was_the_last(tmp_path: Path) -> None:
    """A decided slap waits for the error of the clocks. Who leaves in that time has lost it all the same."""
    table = Table(tmp_path, ON_KEYS)
    turn = table.until_a_pair()
    leaver = max(seat for seat in range(3) if seat != turn)
    t_us = table.clock.at_us
    for late, seat in enumerate([turn, *(seat for seat in range(4) if seat not in (turn, leaver))]):
        if seat == 3:
            key(table, 4, t_us + 100_000 * late)
        else:
            table.pico.slap(seat, t_us + 100_000 * late)
    table.pump(t_us + 200_001)
    assert table.lost() == [], "nobody can be named yet"
    table.session.leave(leaver, "")
    table.pump(t_us + 600_000)
    assert table.lost() == [leaver]
    assert ("drop", leaver) in table.events()
