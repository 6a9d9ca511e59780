"""Slamwich: munchers, and how they are stopped."""

from __future__ import annotations

import pytest

from rules.slamwich_sitting import SECOND, Sitting

ONE_OF_EACH = "egg pickle tomato lettuce jelly bacon cheese onion pepper pb hd"


# rules: 24 26
def test_who_flips_a_muncher_is_the_muncher_and_the_left_must_stop_it() -> None:
    table = Sitting("m3 egg", "tomato egg pickle jelly", "jelly egg")
    table.flip(0)
    assert table.game.muncher == 0
    assert table.heard("muncher")[0] == {"what": "muncher", "t_us": table.game.now_us, "seat": 0, "throws": 3}
    assert table.game.turn == 1
    table.flip(1)
    assert table.game.turn == 1


# rules: 23 26 27
@pytest.mark.parametrize(("muncher", "throws"), [("m1", 1), ("m2", 2), ("m3", 3)])
def test_as_many_cards_are_thrown_as_the_muncher_says(muncher: str, throws: int) -> None:
    table = Sitting(f"{muncher} egg", "tomato egg pickle jelly", "jelly egg")
    table.flip(0)
    for _ in range(throws):
        assert table.game.turn == 1
        table.flip(1)
    assert table.game.turn is None
    assert len(table.game.hands[1]) == 4 - throws


# rules: 25 33 34 SW-23
def test_unslapped_the_muncher_takes_the_pile_after_the_slap_time_and_goes_on() -> None:
    table = Sitting("m1 egg", "tomato egg", "jelly egg", pile="lettuce")
    table.flip(0, 1)
    assert table.game.due_us == table.game.now_us + 2 * SECOND
    table.say("time", None, 2 * SECOND - 1)
    assert table.game.pile == ["lettuce", "m1", "tomato"]
    table.ring()
    assert table.heard("won")[0]["how"] == "munch"
    assert table.won_by() == 0
    assert table.game.hands[0][-3:] == ["lettuce", "m1", "tomato"]
    assert table.game.turn == 0
    table.flip(0)
    assert table.game.turn == 1
    assert table.game.muncher is None


# rules: 26 27 SW-23
def test_a_stopper_without_further_cards_has_thrown_the_last() -> None:
    table = Sitting("m3 egg", "tomato", "jelly egg")
    table.flip(0, 1)
    assert table.game.turn is None
    assert table.game.due_us == table.game.now_us + 2 * SECOND
    table.ring()
    assert table.won_by() == 0


# rules: SW-22 SW-23
def test_with_nobody_to_stop_it_the_muncher_munches_after_the_slap_time() -> None:
    table = Sitting("m2 egg", "", "")
    table.flip(0)
    assert table.game.turn is None
    table.ring()
    assert table.won_by() == 0


# rules: 26 SW-22
def test_a_seat_without_cards_stops_nobody() -> None:
    table = Sitting("m2 egg", "", "jelly egg")
    table.flip(0)
    assert table.game.turn == 2


# rules: 28 31 32 34
@pytest.mark.parametrize("slapper", [0, 1, 2])
def test_a_double_decker_stops_the_muncher_for_whoever_slaps_first(slapper: int) -> None:
    table = Sitting("m3 egg", "tomato tomato pickle", "jelly egg")
    table.flip(0, 1, 1)
    table.slap(slapper)
    table.quiet()
    assert table.won_by() == slapper
    assert table.game.muncher is None
    assert table.game.turn == slapper


# rules: 29
def test_a_slamwich_stops_the_muncher() -> None:
    table = Sitting("m3 egg", "tomato pickle tomato", "jelly egg")
    table.flip(0, 1, 1, 1)
    table.slap(2)
    table.quiet()
    assert table.won_by() == 2


# rules: 30
def test_a_thief_stops_the_muncher() -> None:
    table = Sitting("m3 egg", "thief pickle tomato", "jelly egg")
    table.flip(0, 1)
    table.slap(2)
    table.say("call", 2, 100_000)
    assert table.won_by() == 2
    assert table.game.muncher is None


# rules: 27 31
def test_an_unslapped_combination_lets_the_stopping_go_on() -> None:
    table = Sitting("m3 egg", "tomato tomato pickle onion", "jelly egg")
    table.flip(0, 1, 1, 1)
    assert table.game.turn is None
    table.ring()
    assert table.won_by() == 0


# rules: 35 36 37
def test_another_muncher_makes_a_new_one_with_all_its_throws() -> None:
    table = Sitting("m1 egg", "m3 egg", "jelly pepper onion cheese")
    table.flip(0, 1)
    assert table.game.muncher == 1
    assert (table.game.turn, table.game.throws) == (2, 3)
    table.flip(2, 2, 2)
    table.ring()
    assert table.won_by() == 1


# rules: 36 38 39 SW-25
def test_a_muncher_that_completes_a_pair_is_no_new_muncher() -> None:
    table = Sitting("m3 egg", "m3 tomato pickle onion", "jelly egg")
    table.flip(0, 1)
    assert table.game.muncher == 0
    assert (table.game.turn, table.game.throws) == (1, 2)
    table.slap(2)
    table.quiet()
    assert table.won_by() == 2


# rules: 36 38 SW-25
def test_unslapped_the_old_muncher_goes_on_and_munches() -> None:
    table = Sitting("m1 egg", "m1 tomato", "jelly egg")
    table.flip(0, 1)
    assert table.game.turn is None
    table.ring()
    assert table.won_by() == 0


# rules: 38 40
def test_a_food_between_two_munchers_is_a_slamwich() -> None:
    table = Sitting("m3 egg", "bacon m3 pickle onion", "jelly egg")
    table.flip(0, 1, 1)
    assert table.game.muncher == 0
    table.slap(0)
    table.quiet()
    assert table.won_by() == 0


# rules: 38 41
def test_a_muncher_between_two_foods_is_a_slamwich() -> None:
    table = Sitting("m3 egg", "bacon pickle onion", "jelly egg", pile="bacon")
    table.flip(0, 1)
    table.slap(2)
    table.quiet()
    assert table.won_by() == 2


# rules: 36
def test_a_muncher_completing_a_pair_with_left_overs_munches_nothing() -> None:
    table = Sitting("m3 egg", "bacon pickle onion", "jelly egg", pile="m3")
    table.flip(0)
    assert table.game.muncher is None
    assert table.game.turn == 1
