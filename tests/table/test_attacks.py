"""Attacks that a furious player would try: nobody is named in the cheat's stead, and the game goes on."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from slamomatic.phone.door import BEGINNINGS
from slamomatic.phone.sockets import CLOSE_TOO_FAST
from slamomatic.phone.touch_unit import MOST_DOUBT_US
from slamomatic.table.clock import TableClock
from slamomatic.units.base import Link
from slamomatic.units.blame import ONE_TROUBLE_US
from support import attacks
from support.attacks import (
    DENIALS,
    FRAME_US,
    HONEST,
    LIAR,
    MISHAPS,
    NETWORKS,
    AttackTable,
    plain_races,
)
from support.length import count
from support.phone_evening import Evening
from support.session import session_of
from support.simulated_phone import HostilePhone
from support.slapped_phone import joined

TRIALS = count(16, 1_000)


@pytest.mark.parametrize("network", NETWORKS)
def test_who_slaps_last_and_dates_it_back_makes_nobody_else_lose(network: str, tmp_path: Path) -> None:
    score = attacks.races(
        tmp_path,
        TRIALS,
        1,
        NETWORKS[network],
        lambda chance: chance.randint(60_000, 2_500_000),
        attacks.dates_back_and_holds_answers,
    )
    assert score.wrong == []
    assert score.said["tie"] <= TRIALS // 4, score.said


@pytest.mark.parametrize("network", NETWORKS)
def test_small_lies_under_an_honest_network_make_nobody_else_lose(network: str, tmp_path: Path) -> None:
    score = attacks.races(
        tmp_path,
        TRIALS,
        2,
        NETWORKS[network],
        lambda chance: chance.randint(30_000, 150_000),
        attacks.dates_back_100,
    )
    assert score.wrong == []


def test_lie_that_the_network_does_not_bear_out_makes_no_tie(tmp_path: Path) -> None:
    """An answer said that nothing was touched before. A page that holds its answers makes the slap void."""

    def dates_back_a_little_more(phone: HostilePhone, late_us: int, chance: random.Random) -> None:
        phone.dates_back_us = late_us + 80_000
        phone.holds_answers_us = chance.choice((0, late_us + 50_000))

    score = attacks.races(
        tmp_path,
        TRIALS,
        4,
        NETWORKS["5 ms"],
        lambda chance: chance.randint(60_000, 150_000),
        dates_back_a_little_more,
    )
    assert score.wrong == [] and score.said["tie"] <= TRIALS // 10
    assert score.said["right"] > score.said["void"] > 0


def test_flood_of_later_touches_makes_no_doubted_slap_believed(tmp_path: Path) -> None:
    """The page holds its answers, so that all its touches wait at once: the first is still doubted."""
    table = AttackTable(tmp_path, 18, NETWORKS["5 ms"])
    turn, late_us = table.until_a_pair(), 150_000
    opened_us = table.now_us() + 300_000
    second, last = (seat for seat in range(3) if seat != turn)
    slaps_us = {turn: opened_us, second: opened_us + 200_000, last: opened_us + 400_000}
    slaps_us[LIAR] = slaps_us[last] + late_us
    liar = table.liar
    liar.dates_back_us = late_us + 20_000

    def touch_again() -> None:
        liar.unit.note_touch(True, liar.clock_us(liar.now_us) - late_us)
        liar.unit.note_touch(False, liar.clock_us(liar.now_us))

    table.timeline.at(slaps_us[LIAR] - 150_000, lambda: setattr(liar, "answers", False))
    for number in range(20):
        table.timeline.at(slaps_us[LIAR] + 700_000 + 25_000 * number, touch_again)
    table.timeline.at(slaps_us[LIAR] + 1_500_000, lambda: setattr(liar, "answers", True))
    assert attacks.said_of(table.run_race(slaps_us), slaps_us) == ("void", "")


def test_head_start_makes_no_lie_a_tie(tmp_path: Path) -> None:
    """A child's head start counts for its honest slaps. A page that also dates them back sits out as any."""
    head_start_us = 300_000
    table = AttackTable(tmp_path, 18, NETWORKS["5 ms"], head_start_ms=head_start_us // 1000)

    def race(late_us: int, lies: bool) -> str:
        turn = table.until_a_pair()
        opened_us = table.now_us() + 300_000
        second, last = (seat for seat in range(3) if seat != turn)
        slaps_us = {turn: opened_us, second: opened_us + 200_000, last: opened_us + 400_000}
        slaps_us[LIAR] = slaps_us[last] + head_start_us + late_us
        if lies:
            table.liar.dates_back_us = late_us + 20_000
            for at_us, answers in ((-210_000, False), (300_000, True)):
                table.timeline.at(slaps_us[LIAR] + at_us, partial(setattr, table.liar, "answers", answers))
        word = attacks.said_of(table.run_race(slaps_us), slaps_us)[0]
        attacks.rest(table)
        return word

    assert race(150_000, lies=False) == "right"
    assert [race(150_000, lies=True) for _ in range(2)] == ["void", "void"]
    assert table.session.seats_on_keys == {LIAR}


def test_honest_slap_in_what_a_liar_made_void_costs_its_phone_nothing(tmp_path: Path) -> None:
    table = AttackTable(tmp_path, 7, NETWORKS["20 ms"], honest_phone=True)
    table.liar.dates_back_us, table.liar.holds_answers_us = 900_000, 700_000
    for _ in range(2):
        turn = table.until_a_pair(not_of=(LIAR, HONEST))
        opened_us = table.now_us() + 300_000
        slaps_us = {turn: opened_us, 1 - turn: opened_us + 200_000, LIAR: opened_us + 385_000}
        slaps_us[HONEST] = opened_us + 400_000
        assert attacks.said_of(table.run_race(slaps_us), slaps_us) == ("void", "")
        attacks.rest(table)
    assert table.session.seats_on_keys == {LIAR}
    assert not any("the white phone can't say" in text for text in told(table))


def test_slap_on_its_way_as_another_page_goes_away_is_told_to_be_fine(tmp_path: Path) -> None:
    table = AttackTable(tmp_path, 7, NETWORKS["20 ms"], honest_phone=True)
    turn = table.until_a_pair(not_of=(LIAR, HONEST))
    opened_us = table.now_us() + 300_000
    table.timeline.at(opened_us + 405_000, table.liar.unit.end)
    slaps_us = {turn: opened_us, 1 - turn: opened_us + 200_000, HONEST: opened_us + 400_000}
    assert attacks.said_of(table.run_race(slaps_us), slaps_us) == ("void", "")
    assert any("Eva's slap was fine" in text for text in told(table))
    assert not any("the white phone can't say" in text for text in told(table))


@pytest.mark.parametrize(("dates_back_us", "holds_us"), [(0, 0), (150_000, 150_000), (300_000, 0)])
def test_page_that_makes_every_call_void_is_played_without(
    dates_back_us: int, holds_us: int, tmp_path: Path
) -> None:
    """A page that answers each call at once, or says that it did, never wins by guessing."""
    table = AttackTable(tmp_path, 7, NETWORKS["5 ms"], game="quick-draw")
    table.liar.dates_back_us, table.liar.holds_answers_us = dates_back_us, holds_us
    seen = 0
    while not table.session.over:
        assert table.now_us() < 120_000_000, "void for ever"
        table.pump(table.now_us() + FRAME_US)
        fresh, seen = table.effects[seen:], len(table.effects)
        if any(effect["what"] == "go" for effect in fresh):
            if LIAR not in table.session.seats_on_keys:
                table.liar.slap(table.now_us() + 80_000)
            for seat in range(3):
                at_us = table.now_us() + 250_000 + 60_000 * seat
                table.timeline.at(at_us, partial(table.slap, seat, at_us))
    assert [effect["what"] for effect in table.effects].count("void") == 2
    assert any("slap your key for now" in text for text in told(table))


def test_phone_that_drums_into_every_race_makes_none_void(tmp_path: Path) -> None:
    """Whether its hand is just up or down nobody asks any more, once it is named: it pays."""
    table = AttackTable(tmp_path, 7, NETWORKS["20 ms"])
    table.liar.holds_answers_us = 150_000

    def drum() -> None:
        if LIAR not in table.session.seats_on_keys:
            table.liar.slap(table.now_us(), held_us=75_000)
            table.timeline.at(table.now_us() + 150_000, drum)

    drum()
    table.pump(table.now_us() + 6_000_000)
    chance, said = random.Random(1), list[str]()
    for _ in range(12):
        turn = table.until_a_pair()
        opened_us = table.now_us() + 300_000 + chance.randrange(150_000)
        second, third = (seat for seat in range(3) if seat != turn)
        slaps_us = {turn: opened_us, second: opened_us + 200_000, third: opened_us + 400_000}
        told_then = table.run_race(slaps_us)
        said.append("void" if any(effect["what"] == "void" for effect in told_then) else "judged")
        attacks.rest(table)
    assert said.count("void") <= 2, said


def test_who_answers_late_makes_nobody_else_lose(tmp_path: Path) -> None:
    score = attacks.races(
        tmp_path,
        TRIALS,
        3,
        NETWORKS["5 ms"],
        lambda chance: chance.randint(60_000, 400_000),
        attacks.answers_late,
    )
    assert score.wrong == []


@pytest.mark.parametrize("network", NETWORKS)
def test_honest_phones_are_judged_and_never_wrongly(network: str, tmp_path: Path) -> None:
    score, _ = attacks.honest_races(tmp_path, 2 * TRIALS, 5, NETWORKS[network])
    assert score.wrong == [] and score.said["void"] == 0
    assert score.said["right"] > score.said["tie"] > 0


def test_stall_in_a_race_names_nobody_wrongly(tmp_path: Path) -> None:
    score, _ = attacks.honest_races(tmp_path, 2 * TRIALS, 6, NETWORKS["20 ms"], stalls=0.3)
    assert score.wrong == []
    assert score.said["right"] > score.said["void"]


def test_phone_that_answers_ten_seconds_late_holds_nobody_up_for_more_than_two_slaps(tmp_path: Path) -> None:
    """A page whose answers creep on is no good: its player gets a key, and the others play on."""
    table = AttackTable(tmp_path, 11, NETWORKS["20 ms"])
    table.liar.holds_answers_us = 10_000_000
    said = plain_races(table, 5)
    assert said[0] == "void" and said.count("void") <= 2 and set(said[2:]) == {"right"}
    assert table.session.seats_on_keys == {LIAR}
    assert [text for text in told(table) if "slap your key for now" in text] != []


def test_who_slaps_a_phone_that_sits_out_is_reminded_of_the_key(tmp_path: Path) -> None:
    """The phone's slap can't count. The race waits for the key, so there is time to read."""
    table = AttackTable(tmp_path, 11, NETWORKS["20 ms"])
    table.liar.holds_answers_us = 10_000_000
    plain_races(table, 2)
    assert table.session.seats_on_keys == {LIAR}
    table.liar.slap(table.now_us() + 100_000)
    table.pump(table.now_us() + 1_000_000)
    assert told(table)[-1] == "Dan, the violet phone does not count for now. Slap your key!"
    assert not table.session.troubles.notices[-1].voids_a_slap
    assert set(plain_races(table, 2)) == {"right"}


def test_who_is_sent_to_a_key_as_the_phone_makes_one_slap_too_many_void_has_it(tmp_path: Path) -> None:
    table = AttackTable(tmp_path, 12, NETWORKS["20 ms"])
    table.liar.holds_answers_us = 10_000_000
    assert plain_races(table, 1) == ["void"]
    table.liar.answers = False
    turn = table.until_a_pair()
    opened_us = table.now_us() + 300_000
    second, third = (seat for seat in range(3) if seat != turn)
    for seat, at_us in ((turn, opened_us), (second, opened_us + 200_000), (third, opened_us + 400_000)):
        table.pump(at_us)
        table.slap(seat, at_us)
    table.pump(opened_us + 1_500_000)
    table.session.use_key(LIAR)
    table.liar.answers = True
    table.pump(table.now_us() + 90_000_000)
    assert table.session.seats_on_keys == {LIAR}, "for the rest of the game"


def test_phone_that_never_answers_again_is_played_without(tmp_path: Path) -> None:
    table = AttackTable(tmp_path, 12, NETWORKS["20 ms"])
    table.liar.answers = False
    said = plain_races(table, 4)
    assert said.count("void") <= 2 and said[2:] == ["right", "right"]


def test_page_that_cheats_in_one_race_of_four_is_soon_played_without(tmp_path: Path) -> None:
    table = AttackTable(tmp_path, 3, NETWORKS["20 ms"])
    liar, said, played = table.liar, list[str](), 0
    while (turn := table.until_a_pair()) >= 0:
        opened_us = table.now_us() + 300_000
        second, third = (seat for seat in range(3) if seat != turn)
        slaps_us = {turn: opened_us, second: opened_us + 200_000, third: opened_us + 400_000}
        played += LIAR not in table.session.seats_on_keys
        cheats = played % 4 == 0 and LIAR not in table.session.seats_on_keys
        liar.dates_back_us, liar.holds_answers_us = (600_000, 700_000) if cheats else (0, 0)
        slaps_us[LIAR] = opened_us + (900_000 if cheats else 300_000)
        said.append(attacks.said_of(table.run_race(slaps_us), slaps_us)[0])
        attacks.rest(table)
    assert len(said) >= 20 and set(said) == {"right", "void"}
    assert said.count("void") <= 3


def test_phone_that_is_good_for_a_while_slaps_again(tmp_path: Path) -> None:
    table = AttackTable(tmp_path, 13, NETWORKS["20 ms"])
    table.liar.holds_answers_us = 10_000_000
    plain_races(table, 3)
    assert table.session.seats_on_keys == {LIAR}
    table.liar.holds_answers_us = 0
    table.pump(table.now_us() + 60_000_000)
    assert table.session.seats_on_keys == set()
    assert any("is good again" in text for text in told(table))
    assert plain_races(table, 2) == ["right", "right"]


@pytest.mark.parametrize("turn_of_the_phone", [True, False])
def test_key_still_counts_once_the_phone_is_good_again(turn_of_the_phone: bool, tmp_path: Path) -> None:
    """Nobody chooses the moment, and a hand is on its way to the key: the others would pay for it too."""
    table = AttackTable(tmp_path, 13, NETWORKS["20 ms"])
    table.liar.holds_answers_us = 10_000_000
    plain_races(table, 3)
    table.liar.holds_answers_us = 0
    table.pump(table.now_us() + 60_000_000)
    assert table.session.seats_on_keys == set()
    turn = table.until_a_pair(not_of=[seat for seat in range(4) if (seat == LIAR) is not turn_of_the_phone])
    opened_us = table.now_us() + 300_000
    others = [seat for seat in (LIAR, 0, 1, 2) if seat != turn]
    slaps_us = {turn: opened_us} | {seat: opened_us + 200_000 * n for n, seat in enumerate(others, 1)}
    before = len(table.effects)
    table.press_key(table.session.seats[LIAR].colour, slaps_us[LIAR])
    for seat, at_us in slaps_us.items():
        table.pump(at_us)
        if seat != LIAR:
            table.slap(seat, at_us)
    table.pump(max(slaps_us.values()) + attacks.SETTLES_US)
    assert attacks.said_of(table.effects[before:], slaps_us) == ("right", "")


def test_page_that_begins_again_and_again_stops_nobody_for_long(tmp_path: Path) -> None:
    table = AttackTable(tmp_path, 14, NETWORKS["20 ms"])
    for _ in range(20):
        table.liar.unit.begin(1_000)
        table.pump(table.now_us() + 250_000)
    assert table.session.seats_on_keys == {LIAR}
    voids = sum(notice.voids_a_slap for notice in table.session.troubles.notices)
    assert voids < 10, "all in the first second"
    assert plain_races(table, 3) == ["right"] * 3


@pytest.mark.parametrize("attack", DENIALS, ids=lambda attack: attack.__name__)
def test_others_play_on_after_two_slaps_or_ten_seconds(
    attack: Callable[[AttackTable], None], tmp_path: Path
) -> None:
    held_up = attacks.denial(tmp_path, 15, attack)
    assert held_up.in_a_row <= 2 and held_up.voids <= 3
    assert held_up.seconds is not None or held_up.voids == 0, "what disturbs nobody needs no end"


@pytest.mark.parametrize("mishap", MISHAPS, ids=lambda mishap: mishap.__name__)
def test_ten_seconds_after_a_mishap_judging_is_as_fine_as_before(
    mishap: Callable[[AttackTable], None], tmp_path: Path
) -> None:
    seconds = attacks.seconds_until_fine_again(tmp_path, 16, mishap)
    assert seconds is not None and seconds <= 10


@pytest.mark.parametrize("network", NETWORKS)
def test_liar_gains_no_more_than_the_network_s_doubt(network: str) -> None:
    slaps = count(200, 4_000)
    honest_us, _ = attacks.ties_gained_us(NETWORKS[network], 17, slaps, lies=False)
    liar_us, _ = attacks.ties_gained_us(NETWORKS[network], 17, slaps, lies=True)
    assert 0 < honest_us < liar_us <= MOST_DOUBT_US


def told(table: AttackTable) -> list[str]:
    """Return the sentences that players could read."""
    return [notice.text for notice in table.session.troubles.notices]


# --- over the real socket ---------------------------------------------------------------------------


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path, TableClock())
    yield evening
    evening.close()


def test_page_that_says_again_that_it_is_the_paddle_disturbs_nobody(evening: Evening) -> None:
    phone = joined(evening, 1, "Cleo")
    scene = evening.play("slamwich", 2)
    evening.pump_until(lambda: any(scene.session.moment.room["live"]))
    for _ in range(20):
        phone.say(do="paddle", grain=0.1)
    phone.slap()
    evening.pump_until(
        lambda: ("down", 1) in [(line.get("do"), line.get("seat")) for line in evening.entries()]
    )
    assert not any(notice.voids_a_slap for notice in session_of(scene).troubles.notices)


def test_page_that_comes_and_goes_as_a_paddle_is_soon_sent_away(evening: Evening) -> None:
    phone = joined(evening, 1, "Cleo")
    evening.on_pump = lambda: None
    for _ in range(BEGINNINGS + 1):
        phone.say(do="away")
        phone.say(do="paddle", grain=0.1)
    phone.say(do="nonsense")  # at the latest then it is sent away, for another reason
    assert phone.client.close_code() == CLOSE_TOO_FAST


# --- pauses and clocks ------------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["phone", "key"])
def test_slap_near_the_edge_of_a_pause_is_judged_by_where_it_was_or_is_void(by: str, tmp_path: Path) -> None:
    score = attacks.paused_races(tmp_path, TRIALS, 21, NETWORKS["20 ms"], by)
    assert score.wrong == []
    assert score.said["right"] > 0


def test_page_whose_clock_steps_makes_nobody_else_lose(tmp_path: Path) -> None:
    score = attacks.races(
        tmp_path,
        TRIALS,
        22,
        NETWORKS["20 ms"],
        lambda chance: chance.randint(60_000, 600_000),
        attacks.clock_steps,
    )
    assert score.wrong == []


def _is_past(evening: Evening, t_us: int) -> bool:
    return evening.stage.clock() > t_us


def test_phone_that_sits_out_tells_its_player_to_slap_a_key(evening: Evening) -> None:
    phone = joined(evening, 1, "Cleo")
    scene = evening.play("slamwich", 2)
    unit = evening.phones.units[1]
    for _ in range(2):
        evening.pump_until(lambda: unit.state().link is Link.CONNECTED and not scene.missing)
        evening.pump_until(partial(_is_past, evening, evening.stage.clock() + ONE_TROUBLE_US))
        phone.say(do="away")
        evening.pump_until(lambda: unit.state().link is Link.LOST)
        phone.say(do="paddle", grain=0.1)
    evening.pump_until(lambda: phone.page.get("paddle", {}).get("words") == "Slap your key for now")
    assert 1 in scene.session.seats_on_keys
    assert not scene.missing, "nobody waits for it"
