"""A unit whose clock gets worse, or better, while a game is played on it: ties are not guessed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from slamomatic.errors import UserError
from slamomatic.table import opening, outcome
from slamomatic.table.intake import UNPLACED_US
from slamomatic.table.seats import Seat
from slamomatic.units.base import Do, Link, What
from slamomatic.units.keyboard import KEY_ERROR_US
from support.journal_outcome import of_journal
from support.table import FOUR, Table

# Red slaps by a key of its own: two sources, the keys good to 8 ms.
WITH_A_KEY = [*FOUR[:3], Seat("Eva", 4)]
PAPER = {"paper": True, "dealer": 3}


def table_of(home: Path) -> Table:
    return Table(home, WITH_A_KEY, options=PAPER)


def said_us(table: Table) -> list[tuple[int, int]]:
    """Return the seats whose sources are judged more coarsely, and by how much."""
    return [(line["seat"], line["error_us"]) for line in table.entries() if line.get("do") == "accuracy"]


def race(table: Table, apart_us: int, error_us: int = 300) -> None:
    """All slap: the one by the key last but one, and the last of the others as much later."""
    for paddle, t_us in ((0, 0), (1, 100_000), (2, 200_000 + apart_us)):
        table.pico.event(Do.DOWN, paddle, 1_000_000 + t_us, error_us)
    table.keys.key(4, True, 1_200_000)
    table.pump(3_000_000)


def test_slaps_that_were_told_apart_are_a_tie_once_the_unit_says_so(tmp_path: Path) -> None:
    for error_us, word in ((300, "lost"), (30_000, "clump")):
        table = table_of(tmp_path / word)
        table.pump(500_000)
        table.pico.error_us = error_us
        race(table, 36_000)
        assert [told for told in table.shown if told in ("lost", "clump")] == [word]
        assert said_us(table) == ([] if word == "lost" else [(0, 30_000)])


def test_a_slap_says_itself_how_far_it_may_be_off(tmp_path: Path) -> None:
    """The line's error is newer than the one in the unit's state."""
    table = table_of(tmp_path)
    race(table, 36_000, error_us=29_950)
    assert "clump" in table.shown
    assert "lost" not in table.shown
    assert said_us(table) == [], "it is that slap's own, the next ones are judged as finely as before"


def test_it_is_known_before_any_slap_that_is_not_judged_yet(tmp_path: Path) -> None:
    """Also before those that were slapped, and held back, while the clock was believed to be good."""
    table = table_of(tmp_path)
    for paddle, t_us in ((0, 0), (1, 100_000)):
        table.pico.event(Do.DOWN, paddle, 1_000_000 + t_us)
    table.keys.key(4, True, 1_200_000)
    table.pico.known = 1_100_000
    table.pump(1_200_001)
    table.pico.error_us = 30_000
    table.pico.known = None
    table.pico.event(Do.DOWN, 2, 1_236_000)
    table.pump(3_000_000)
    assert "clump" in table.shown
    assert "lost" not in table.shown
    assert [do for do, _ in table.events()].index("accuracy") < table.events().index(("down", 3))


def test_a_clock_that_is_better_for_a_moment_makes_nothing_finer(tmp_path: Path) -> None:
    table = table_of(tmp_path)
    for error_us in (30_000, 300, 29_000, 30_001, 30_099, 30_100, 31_000):
        table.pico.error_us = error_us
        table.pump(table.clock.at_us + 100_000)
    assert said_us(table) == [(0, 30_000), (0, 30_100), (0, 31_000)]
    table.pico.error_us = 300
    race(table, 36_000)
    assert "clump" in table.shown


def test_a_clock_that_is_better_for_a_while_is_judged_as_finely_as_before(tmp_path: Path) -> None:
    table = table_of(tmp_path)
    table.pico.error_us = 30_000
    table.pump(200_000)
    table.pico.error_us = 300
    for t_us in range(200_000, 900_000, 100_000):
        table.pump(t_us)
    table.pico.error_us = 29_000  # it has to begin again
    table.pump(900_000)
    table.pico.error_us = 300
    for t_us in range(1_000_000, 4_000_000, 100_000):
        table.pump(t_us)
        assert said_us(table) == [(0, 30_000)]
    table.pump(4_000_000)
    assert said_us(table) == [(0, 30_000), (0, 300)]
    game, _ = outcome.replayed(table.entries())
    assert game.paddles.error_us == [300, KEY_ERROR_US], "as a resumed game has it too"


def test_error_that_grows_on_and_on_is_judged_a_little_more_coarsely(tmp_path: Path) -> None:
    table = table_of(tmp_path)
    for step in range(300):
        table.pico.error_us = 10_000 + 100 * step
        table.pump(table.clock.at_us + 16_000)
        judged_us = said_us(table)[-1][1]
        assert table.pico.error_us <= judged_us <= table.pico.error_us * 9 / 8 + 100
    assert len(said_us(table)) < 30, "of 300 frames"


def test_clock_that_is_good_and_bad_by_turns_fills_no_journal(tmp_path: Path) -> None:
    table = table_of(tmp_path)
    for t_us in range(0, 180_000_000, 100_000):
        table.pico.error_us = 300 if t_us % 4_000_000 < 3_500_000 else 20_000 + t_us % 4_000_000 // 500
        table.pump(t_us)
    assert len(said_us(table)) < 40, "of 45 turns"
    table.pico.error_us = 300
    for t_us in range(180_000_000, 240_000_000, 100_000):
        table.pump(t_us)
    assert said_us(table)[-1] == (0, 300)


def test_clock_gets_finer_while_somebody_drums(tmp_path: Path) -> None:
    table = table_of(tmp_path)
    race(table, 200_000)
    table.pico.error_us = 30_000
    for paddle in (0, 1, 2):
        table.pico.event(Do.UP, paddle, 3_000_000)
    for t_us in range(3_000_000, 18_000_000, 50_000):
        if t_us % 400_000 in (0, 200_000):  # Eva's hand never rests after the race
            table.keys.key(4, t_us % 400_000 == 0, t_us)
        table.pump(t_us)
        table.pico.error_us = 30_000 if t_us < 8_000_000 else 300
    assert table.session.view(None)["named"][3]
    assert said_us(table) == [(0, 30_000), (0, 300)]


def test_while_a_slap_is_open_nothing_gets_finer(tmp_path: Path) -> None:
    table = table_of(tmp_path)
    table.pico.error_us = 30_000
    table.pico.event(Do.DOWN, 0, 100_000)
    table.pico.event(Do.UP, 0, 180_000)
    table.pump(200_000)
    assert table.session.view(None)["open"]
    table.pico.error_us = 300
    for t_us in range(200_000, 9_000_000, 100_000):
        table.pump(t_us)
    assert said_us(table) == [(0, 30_000)]
    table.pico.event(Do.DOWN, 1, 9_000_000)
    table.keys.key(4, True, 9_100_000)
    table.pico.event(Do.DOWN, 2, 9_136_000)
    table.pump(10_000_000)
    assert "clump" in table.shown


def test_journal_replays_and_resumes_as_coarse_as_it_was(tmp_path: Path) -> None:
    table = table_of(tmp_path)
    table.pico.error_us = 30_000
    table.pump(500_000)
    table.pico.error_us = 300
    table.session.close()
    (path,) = (tmp_path / "journals" / "open").glob("*.journal")
    game, _ = outcome.replayed(table.entries())
    assert game.paddles.error_us == [30_000, KEY_ERROR_US]
    table.session = opening.resume(path, table.unit, table.clock)
    table.pump(600_000)
    race(table, 36_000)
    assert "clump" in table.shown
    assert "lost" not in table.shown
    assert of_journal(table.entries()) == table.session.outcome()


def test_resume_goes_on_with_a_worse_clock_and_not_before_it_is_known(tmp_path: Path) -> None:
    table = table_of(tmp_path)
    table.session.close()
    (path,) = (tmp_path / "journals" / "open").glob("*.journal")
    table.pico.error_us = None
    with pytest.raises(UserError, match="Connect the same ones"):
        opening.resume(path, table.unit, table.clock)
    table.pico.error_us = 30_000
    table.session = opening.resume(path, table.unit, table.clock)
    race(table, 36_000)
    assert said_us(table) == [(0, 30_000)]
    assert "clump" in table.shown


@pytest.mark.parametrize("unknown", [{"error_us": None}, {"link": Link.LOST, "error_us": 90_000}])
def test_a_unit_that_can_t_say_is_not_heeded(tmp_path: Path, unknown: dict[str, Any]) -> None:
    table = table_of(tmp_path)
    for name, value in unknown.items():
        setattr(table.pico, name, value)
    table.pump(500_000)
    assert said_us(table) == []


def test_seat_on_its_way_to_a_key_does_not_make_its_paddle_s_unit_as_coarse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path)
    table.pico.notice(What.FAULT, 100_000, paddle=2)
    table.pump(200_000)
    table.keys.key(2, True, 300_000)
    table.pico.known = 250_000
    table.pump(300_001)  # there may be slaps that come before it
    assert ("source", 2) not in table.events()
    table.pico.known = None
    table.pump(400_000)
    assert ("source", 2) in table.events()
    assert said_us(table) == []
    table.pico.error_us = 500
    table.pump(500_000)
    assert said_us(table) == [(0, 500)]
    worse_keys = replace(table.keys.state(), error_us=40_000)
    monkeypatch.setattr(table.keys, "state", lambda: worse_keys)
    table.pump(600_000)
    assert said_us(table)[1:] == [(2, 40_000)]


def test_bot_that_takes_a_seat_is_a_source_of_its_own(tmp_path: Path) -> None:
    """Otherwise the host's own times would be compared with the unit's as if they were the unit's."""
    table = Table(tmp_path, FOUR)
    table.pico.error_us = 4_000
    table.session.leave(2, "careful")
    table.pump(500_000)
    game, _ = outcome.replayed(table.entries())
    assert [game.paddles.window_us(2, seat) for seat in (0, 1, 3)] == [8_000] * 3
    assert game.paddles.window_us(0, 1) == 1_000
    table.pico.error_us = 9_000
    table.pump(600_000)
    assert said_us(table) == [(0, 4_000), (0, 9_000)], "what its paddle's unit says is no longer about it"


def test_bot_the_game_had_not_heard_of_is_told_to_it_when_it_is_resumed(tmp_path: Path) -> None:
    table = Table(tmp_path, [*FOUR[:3], replace(FOUR[3], bot="careful")])
    table.session.leave(2, "careful")
    table.session.close()  # as if killed: the bot's note is in the journal, the event not yet
    for _ in range(2):
        (path,) = (tmp_path / "journals" / "open").glob("*.journal")
        table.session = opening.resume(path, table.unit, table.clock)
        table.pump(table.clock.at_us + 500_000)
        table.session.close()
        assert [event for event in table.events() if event[0] == "source"] == [("source", 2)]


def test_a_unit_too_coarse_to_be_compared_is_refused_before_the_first_card(tmp_path: Path) -> None:
    table = table_of(tmp_path)
    table.pico.error_us = UNPLACED_US + 1
    with pytest.raises(UserError, match=r"no better than to 250 ms.*on it alone"):
        opening.begin("hands-down", WITH_A_KEY, table.unit, table.clock, home=tmp_path / "refused")
    assert not (tmp_path / "refused").exists(), "nothing is begun"
    opening.begin("hands-down", FOUR, table.unit, table.clock, home=tmp_path / "alone")
    table.pico.error_us = UNPLACED_US
    opening.begin("hands-down", WITH_A_KEY, table.unit, table.clock, home=tmp_path / "just")


def test_slap_that_could_have_been_at_any_time_is_off_and_the_game_goes_on(tmp_path: Path) -> None:
    """As after a step of a clock: one slap without a time must not make all that follow ties."""
    table = table_of(tmp_path)
    table.pico.event(Do.DOWN, 0, 1_000_000)
    table.pump(1_100_000)
    assert table.session.view(None)["open"]
    table.pico.event(Do.DOWN, 1, 1_150_000, error_us=900_000)
    table.pump(1_400_000)
    assert not table.session.view(None)["open"]
    assert ("down", 1) not in table.events()
    assert [notice.what for notice in table.session.troubles.notices] == [What.UNSURE]
    assert said_us(table) == []
    alone = Table(tmp_path / "alone")
    alone.pico.event(Do.DOWN, 1, 1_150_000, error_us=900_000)
    alone.pump(1_400_000)
    assert ("down", 1) in alone.events(), "one unit's slaps are in order whatever the host's clock says"
    bots = Table(tmp_path / "bots", [replace(seat, bot="careful" if seat.colour else "") for seat in FOUR])
    bots.pico.event(Do.DOWN, 0, 5, error_us=900_000)
    bots.pump(1_000)
    assert ("down", 0) not in bots.events()


def test_slaps_without_a_time_are_told_once_while_nothing_is_open(tmp_path: Path) -> None:
    table = table_of(tmp_path)

    def slap_unplaced(t_us: int, paddle: int) -> int:
        table.pico.event(Do.DOWN, paddle, t_us, error_us=900_000)
        table.pump(t_us + 50_000)
        return len(table.session.troubles.notices)

    assert [slap_unplaced(1_000_000, 1), slap_unplaced(1_200_000, 2)] == [1, 1]
    assert slap_unplaced(2_500_000, 1) == 2, "after a while, again"
    table.pico.event(Do.DOWN, 0, 2_700_000)
    table.pump(2_800_000)
    assert table.session.view(None)["open"]
    assert slap_unplaced(2_900_000, 1) == 3, "an open slap is taken back: players read why"


def test_seats_on_a_unit_too_coarse_to_compare_are_offered_their_keys(tmp_path: Path) -> None:
    table = table_of(tmp_path)
    table.pump(500_000)
    assert table.session.needs_a_key() == []
    table.pico.error_us = UNPLACED_US + 1
    table.pump(600_000)
    assert table.session.needs_a_key() == [0, 1, 2]
    for seat in (0, 1, 2):
        table.keys.key(seat, True, 700_000)
        table.keys.key(seat, False, 750_000)
    table.pump(2_500_000)
    # As coarse as the unit was in this game: a slap by it might still have been open.
    for paddle, t_us in ((0, 3_000_000), (1, 3_600_000), (4, 4_200_000), (2, 4_800_000)):
        table.keys.key(paddle, True, t_us)
    table.pump(5_500_000)
    assert table.lost() == [2]
    assert "void" not in table.shown


def test_seats_that_share_one_coarse_unit_are_judged_by_it(tmp_path: Path) -> None:
    table = Table(tmp_path, FOUR, options=PAPER)
    table.pico.error_us = UNPLACED_US + 1
    table.pump(600_000)
    assert table.session.needs_a_key() == []


def test_hand_that_came_and_went_in_one_moment_is_up(tmp_path: Path) -> None:
    """A phone dates both into the time that the computer slept: a hand that stays would be named for it."""
    table = table_of(tmp_path)
    for do in (Do.DOWN, Do.UP):
        table.pico.event(do, 0, 1_000_000)
    table.pump(2_000_000)
    assert table.events()[-2:] == [("down", 0), ("up", 0)]
    assert not table.session.played.game.paddles.down[0]


def test_lift_before_a_slap_of_a_loose_time_stays_before_it(tmp_path: Path) -> None:
    """The slap waits at its earliest moment, before the lift: it would count as the same slap."""
    table = table_of(tmp_path)
    table.pico.event(Do.DOWN, 0, 1_000_000)
    table.pico.event(Do.UP, 0, 1_060_000)
    table.pico.event(Do.DOWN, 0, 1_250_000, error_us=200_000)
    table.pump(2_000_000)
    assert [event for event in table.events() if event[1] == 0][-3:] == [("down", 0), ("up", 0), ("down", 0)]
    assert table.session.played.game.paddles.down[0]
