"""A slap whose own time is not sure, such as a key taken by a slow frame: too close, never a guess."""

from __future__ import annotations

import pytest

from rules.hands_down_sitting import four
from rules.hit_the_deck_sitting import Sitting as HitTheDeckSitting
from rules.races import race_of
from rules.slamwich_sitting import Sitting as SlamwichSitting
from rules.slamwich_sitting import paired, thieved
from slamomatic.engine import Effect, Event
from slamomatic.engine.judging import OUT, WAITING, Paddles
from slamomatic.engine.span import Span, exactly
from support.referee import ask

S = 1_000_000


def judge() -> Paddles:
    return Paddles(4, 1000, 600)


LOOSE = Span(80_000, 120_000)


def test_a_loose_slap_is_as_much_less_sure_on_both_sides() -> None:
    p = judge()
    assert LOOSE.middle_us == 100_000, "the best guess, to be shown"
    assert not p.surely_before(1, LOOSE, 2, exactly(120_999))
    assert p.surely_before(1, LOOSE, 2, exactly(121_000))
    assert not p.surely_before(0, exactly(79_001), 1, LOOSE)
    assert p.surely_before(0, exactly(79_000), 1, LOOSE)
    assert p.surely_before(0, exactly(0), 2, exactly(1000)), "of the others nothing has changed"


def test_between_two_loose_slaps_both_count() -> None:
    p = judge()
    assert not p.surely_before(1, LOOSE, 2, Span(120_999, 160_000))
    assert p.surely_before(1, LOOSE, 2, Span(121_000, 160_000))


def test_between_two_sources_it_comes_on_top_of_what_they_state() -> None:
    p = judge()
    p.source, p.error_us = [0, 0, 1, 0], [1000, 2000]
    assert not p.surely_before(1, exactly(77_001), 2, LOOSE)
    assert p.surely_before(1, exactly(77_000), 2, LOOSE)


def test_a_race_closes_as_much_later() -> None:
    assert race_of(judge(), [OUT, Span(0, 40_000), WAITING, OUT]).closes_us == 41_000


def test_the_next_slap_is_judged_as_finely_as_before() -> None:
    race = race_of(judge(), [LOOSE, WAITING, WAITING, OUT])
    race.forget(0)
    for seat, t_us in enumerate((200_000, 201_000, 202_000)):
        race.note(seat, exactly(t_us))
    assert (race.first(), race.last()) == ([0], [2])


@pytest.mark.parametrize("later_us", [-5, 0])
def test_no_slap_is_surer_than_its_source(later_us: int) -> None:
    game = four().game
    start_us = game.now_us + S
    slaps = [(0, 0), (1, 50_000), (2, 60_000), (3, 61_000)]
    told = [
        effect
        for seat, us in slaps
        for effect in game.apply(Event("down", seat, start_us + us, {"later_us": later_us}))
    ]
    assert [effect.seat for effect in told if effect.what == "lost"] == [3]


def lost(last_us: int, later_us: int) -> list[int | None]:
    """Return the loser when seat 2 slapped 110 ms after seat 0, perhaps later, and seat 1 so long after."""
    game = four().game
    start_us = game.now_us + S
    slaps = [
        Event("down", 0, start_us),
        Event("down", 3, start_us + 50_000),
        Event("down", 2, start_us + 110_000, {"later_us": later_us} if later_us else {}),
        Event("down", 1, start_us + last_us),
    ]
    told = [effect for slap in sorted(slaps, key=lambda slap: slap.t_us) for effect in game.apply(slap)]
    told += game.apply(Event("time", None, start_us + 2 * S))
    return [effect.seat for effect in told if effect.what == "lost"]


def test_where_its_earliest_and_its_latest_time_name_others_nobody_is_named() -> None:
    assert lost(115_000, 0) == [1]
    assert lost(105_000, 0) == [2]
    assert lost(115_000, 10_000) == lost(117_000, 10_000) == lost(120_900, 10_000) == []


def test_where_both_its_times_name_the_same_player_that_one_has_lost() -> None:
    assert lost(122_000, 10_000) == [1]
    assert lost(100_000, 10_000) == [2]


def test_a_loose_slap_as_the_race_opens_may_have_come_after_the_last_one() -> None:
    """Seat 1's slap was up to 16 ms later than it is told, which is 1 ms before the opener's."""
    game = four().game
    open_us = game.now_us + S
    told = game.apply(Event("down", 3, open_us - 200))
    told += game.apply(Event("down", 1, open_us - 1_000, {"later_us": 16_000}))
    told += game.apply(Event("down", 0, open_us))
    told += game.apply(Event("down", 2, open_us + 15_500))
    told += game.apply(Event("time", None, open_us + S))
    assert [effect.seat for effect in told if effect.what == "lost"] == []


def test_the_referee_takes_it_as_any_field() -> None:
    _, answer = ask({"do": "down", "seat": 1, "t_us": 5, "later_us": 90})
    assert answer["ok"] and answer["state"]["downs"]["late_us"][1] == 95
    _, answer = ask({"do": "down", "seat": 1, "t_us": 5, "later_us": "long"})
    assert not answer["ok"] and "later_us" in answer["error"]


FLIGHT_US = 150_000


def words(told: list[Effect]) -> list[str]:
    return [effect.what for effect in told]


def test_in_the_dark_it_takes_nothing_back() -> None:
    table = paired()
    table.slap(0, after_us=FLIGHT_US - 5_000, later_us=10_000)
    table.slap(0, after_us=0, later_us=10_000)
    assert words(table.told).count("void") == 1, "said once: the second one counted on neither side"


# An egg lies on an egg, and is slapped so long after it fell; before it there was nothing to slap.
@pytest.mark.parametrize("early_us", [1, 5_000, 10_000])
def test_on_both_sides_of_a_flip_s_flight_it_neither_wins_nor_pays(early_us: int) -> None:
    table = paired()
    before = table.counts
    table.slap(0, after_us=FLIGHT_US - early_us, later_us=10_000)
    assert table.game.told[-1].what == "void" and not table.game.asked
    table.slap(1, after_us=20_000)
    table.quiet()
    assert table.heard("slip") == [] and table.won_by() is None, "who was first is not known"
    assert table.counts == before
    table.slap(1)
    table.quiet()
    assert table.won_by() == 1, "slapped again it is won"


@pytest.mark.parametrize(("after_us", "wins"), [(FLIGHT_US - 10_001, False), (FLIGHT_US, True)])
def test_on_one_side_of_a_flip_s_flight_it_counts_as_any(after_us: int, wins: bool) -> None:
    table = paired()
    table.slap(0, after_us=after_us, later_us=10_000)
    assert "void" not in words(table.told)
    table.quiet()
    assert table.heard("slip") == [] if wins else len(table.heard("slip")) == 1
    assert table.won_by() == (0 if wins else None)


def test_it_takes_back_the_slap_that_it_may_have_been_before() -> None:
    table = paired()
    table.slap(0, after_us=FLIGHT_US + 100)
    table.say("down", 1, -10_000, later_us=20_000)
    assert table.game.told[-1].public == {"open": True}
    table.quiet()
    assert table.won_by() is None


def test_on_both_sides_of_a_call_s_end_nobody_takes_the_pile() -> None:
    table = thieved()
    table.slap(0)
    table.quiet()
    assert table.game.thief_us is not None
    table.say("down", 1, 1_499_000 - (table.game.now_us - table.game.thief_us), later_us=2_000)
    assert table.game.told[-1].what == "void"
    table.quiet()
    assert table.won_by() is None


def test_on_both_sides_of_a_silent_call_s_end_nobody_draws() -> None:
    table = HitTheDeckSitting("H R1", "R2 R3", "R4 G1", "B1 B2")
    table.play(0, "H")
    before = table.counts
    told = table.say("down", 0, 1_999_000, later_us=2_000)
    assert words(told)[-1] == "void"
    table.ring()
    assert table.counts == before


def test_on_both_sides_of_the_re_arm_time_it_wins_from_nobody() -> None:
    table = paired()
    table.slap(0, after_us=FLIGHT_US - 10_000)  # a slip
    table.ring()
    table.say("up", 0, 100_000)
    assert not table.game.paddles.live[0] and table.game.paddles.live[1]
    table.say("down", 0, 599_000, later_us=2_000)
    table.slap(1, after_us=5_000)
    table.quiet()
    assert table.won_by() is None


# --- a limit, and a clock that is true to 10 ms ---------------------------------------------------

OFF_US = 10_000


def stolen(call_us: int) -> SlamwichSitting:
    """One player slaps the thief and calls so long after, as the table hears of it; then the time is up."""
    table = thieved()
    table.say("accuracy", 1, error_us=OFF_US)
    table.slap(0)
    table.ring()
    thief_us = table.game.thief_us
    assert thief_us is not None
    table.say("up", 0, 100_000)
    table.say("down", 0, thief_us + call_us - table.game.now_us)
    table.ring()
    return table


@pytest.mark.parametrize("call_us", [1_480_000, 1_493_300, 1_500_000, 1_519_999])
def test_a_call_that_may_be_on_either_side_of_its_end_is_void(call_us: int) -> None:
    table = stolen(call_us)
    assert "void" in words(table.told) and not table.heard("uncalled")
    assert table.won_by() is None, "slap and call may each be told 10 ms off"


@pytest.mark.parametrize(("call_us", "wins"), [(1_479_999, 0), (1_520_000, None)])
def test_a_call_that_is_certainly_on_one_side_counts_as_any(call_us: int, wins: int | None) -> None:
    table = stolen(call_us)
    assert "void" not in words(table.told)
    assert table.won_by() == wins and len(table.heard("uncalled")) == (wins is None)


@pytest.mark.parametrize("off_us", [-OFF_US, 0, OFF_US - 1])
def test_a_slap_as_the_muncher_s_time_ends_is_void(off_us: int) -> None:
    table = SlamwichSitting("m2 egg", "tomato tomato", "jelly egg")
    table.flip(0, 1, 1)
    table.say("accuracy", 0, error_us=OFF_US)
    lies_until_us = table.game.waits["lie"]
    table.say("down", 0, lies_until_us + off_us - table.game.now_us)
    table.quiet()
    assert "void" in words(table.told)
    assert table.won_by() is None, "nobody knows whether the muncher had the pile already"


@pytest.mark.parametrize(
    ("off_us", "said"),
    [(-OFF_US - 1, "called"), (-OFF_US, "void"), (OFF_US - 1, "void"), (OFF_US, "uncalled")],
)
def test_nor_is_it_known_whether_a_silent_call_was_in_time(off_us: int, said: str) -> None:
    table = HitTheDeckSitting("H R1", "R2 R3", "R4 G1", "B1 B2")
    table.play(0, "H")
    (raced,) = table.heard("race")
    table.say("accuracy", 1, 0, error_us=OFF_US)
    told = table.say("down", 0, raced["t_us"] + 2 * S + off_us - table.game.now_us)
    assert said in words(told)


@pytest.mark.parametrize(
    ("lift_us", "said"),
    [(-OFF_US, "waits"), (-OFF_US + 1, "void"), (0, "void"), (OFF_US - 1, "void"), (OFF_US, "lost")],
)
def test_whether_an_early_hand_was_up_as_the_pair_fell_must_be_known(lift_us: int, said: str) -> None:
    """Seat 1 was early and lifts; the others slap. Up in time it must slap again; if not, seat 3 was last."""
    game = four(setup={"source": [0, 1, 0, 0], "error_us": [0, OFF_US]}).game
    open_us = game.now_us + S
    events = [
        Event("down", 1, open_us - S // 2),
        Event("down", 0, open_us),
        Event("up", 1, open_us + lift_us),
    ]
    events += [Event("down", 2, open_us + 40_000), Event("down", 3, open_us + 80_000)]
    told = [effect for event in sorted(events, key=lambda event: event.t_us) for effect in game.apply(event)]
    told += game.apply(Event("time", None, open_us + S // 2))
    assert ("void" in words(told)) == (said == "void")
    assert [effect.seat for effect in told if effect.what == "lost"] == {"lost": [3], "waits": [1]}.get(
        said, []
    )


def test_who_slipped_last_without_cards_is_known_before_anybody_goes_out() -> None:
    """Seat 2 is out. Seat 1, or seat 0 by its coarser clock, may have slipped last, and would stay in."""
    table = SlamwichSitting("egg", "", "", pile="onion")
    table.flip(0)
    table.game.paddles.source, table.game.paddles.error_us = [1, 0, 0], [0, 30_000]
    start_us = table.game.now_us + 200_000
    for after_us, seat in ((0, 2), (25_000, 1), (45_000, 0)):
        table.say("down", seat, start_us + after_us - table.game.now_us)
    table.say("time", after_us=100_000)
    assert {effect.seat for effect in table.told if effect.what == "out"} <= {2}
    assert table.won_by() is None


def test_an_open_race_waits_for_what_slaps_in_a_seat_s_place_now() -> None:
    table = paired()
    table.slap(0)
    table.say("source", 1, 100, error_us=OFF_US)
    table.say("down", 1, 5_000)
    table.say("time", None, S)
    assert words(table.told).count("clump") == 1 and table.won_by() is None
