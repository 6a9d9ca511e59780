"""Slamwich: the cards, the deal, flips, the end."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.slamwich_sitting import SECOND, Sitting, cards
from slamomatic.engine import Event, Refused, Setup, new
from slamomatic.errors import UserError
from slamomatic.games.slamwich.cards import DECK
from slamomatic.games.slamwich.rules import Slamwich

ONE_OF_EACH = "egg pickle tomato lettuce jelly bacon cheese onion pepper pb hd"


# --- cards and deal ---------------------------------------------------------------------------------


# rules: 1
def test_two_to_six_may_play() -> None:
    for seats in range(2, 7):
        assert new("slamwich", Setup(seats)).seats == seats
    for seats in (1, 7):
        with pytest.raises(UserError, match="2 to 6"):
            new("slamwich", Setup(seats))


# rules: 3 23 SW-1
def test_the_deck_is_55_cards() -> None:
    kinds = Counter(DECK)
    assert len(DECK) == 55
    assert {card: n for card, n in kinds.items() if n != 4} == {"thief": 3, "m1": 2, "m2": 3, "m3": 3}
    assert sorted(card for card, n in kinds.items() if n == 4) == sorted(cards(ONE_OF_EACH))


# rules: 52
def test_the_munchers_may_be_left_out() -> None:
    game = Slamwich(Setup(2, options={"munchers": False}))
    dealt = Counter(card for place in game.cards().values() for card in place)
    assert sum(dealt.values()) == 47
    assert not set(dealt) & {"m1", "m2", "m3"}


# rules: 5 7
def test_the_cards_are_dealt_singly_and_equally() -> None:
    game = Slamwich(Setup(3, 1, {"dealer": 1}, deck=list(DECK)))
    assert game.hands[2] == list(DECK[0:54:3])
    assert game.hands[0] == list(DECK[1:54:3])
    assert game.scores() == [18, 18, 18]


# rules: 5
def test_another_seed_shuffles_otherwise() -> None:
    assert Slamwich(Setup(3, 1)).hands != Slamwich(Setup(3, 2)).hands


# rules: 6 SW-3
def test_what_is_left_over_starts_the_pile_face_up() -> None:
    for seats, left_over in ((2, 1), (3, 1), (4, 3), (5, 0), (6, 1)):
        game = Slamwich(Setup(seats, 1, deck=list(DECK)))
        assert game.pile == list(DECK[55 - left_over :])
        assert game.view(None)["pile"] == game.pile


# rules: 7 8 11
def test_nobody_sees_a_stack_and_all_see_the_same() -> None:
    game = Slamwich(Setup(3, 1, deck=list(DECK)))
    views = [game.view(eye) | {"seat": None} for eye in (None, 0, 1, 2)]
    assert views[0] == views[1] == views[2] == views[3]
    other = Slamwich(Setup(3, 1, deck=[*reversed(DECK[:-1]), DECK[-1]]))
    assert other.view(0) == game.view(0)
    assert all(not effect.only for effect in game.apply(Event("flip", game.turn, 10)))


# rules: 4 9
def test_the_seat_left_of_the_dealer_begins() -> None:
    for dealer in range(3):
        assert Slamwich(Setup(3, options={"dealer": dealer})).turn == (dealer + 1) % 3


# --- flips ------------------------------------------------------------------------------------------


# rules: 10 11 22
def test_each_in_turn_flips_the_top_card_onto_the_pile() -> None:
    table = Sitting("egg pickle", "tomato egg", "jelly egg", pile="lettuce")
    table.flip(0)
    assert table.heard("flipped")[0]["card"] == "egg"
    assert table.game.turn == 1
    table.flip(1, 2)
    assert table.game.pile == ["lettuce", "egg", "tomato", "jelly"]
    assert table.game.hands == [["pickle"], ["egg"], ["egg"]]
    assert table.game.turn == 0


# rules: SW-2 SW-30
def test_who_is_not_to_flip_is_refused() -> None:
    table = Sitting("egg pickle", "tomato egg", "jelly egg")
    with pytest.raises(Refused, match="not your card"):
        table.flip(1)
    assert [choice.seat for choice in table.game.legal(None)] == [0]
    assert table.game.legal(1) == []


# rules: SW-2 SW-30
def test_no_card_falls_while_a_slap_is_open_or_paddles_are_dark() -> None:
    table = Sitting("egg pickle", "egg egg", "jelly egg")
    table.flip(0, 1)
    table.slap(2)
    with pytest.raises(Refused, match="wait until they are live"):
        table.say("flip", 2, 10)
    table.ring()
    with pytest.raises(Refused, match="wait until they are live"):
        table.say("flip", 2, 10)
    assert table.game.legal(2) == []
    table.quiet()
    table.flip(2)


# rules: SW-22
def test_a_seat_without_cards_is_passed_over() -> None:
    table = Sitting("egg pickle", "", "jelly tomato")
    table.flip(0)
    assert table.game.turn == 2
    table = Sitting("egg pickle", "", "")
    table.flip(0)
    assert table.game.turn == 0


# --- the end ----------------------------------------------------------------------------------------


# rules: 46 SW-19
def test_without_cards_you_are_out_when_another_wins_the_pile() -> None:
    table = Sitting("egg", "egg pickle", "tomato jelly")
    table.flip(0, 1)
    assert table.game.out == [False, False, False]
    table.slap(2)
    table.quiet()
    assert table.game.out == [True, False, False]
    assert table.heard("out")[0]["seat"] == 0
    assert not table.game.over


# rules: SW-19
def test_without_cards_a_good_slap_brings_you_back() -> None:
    table = Sitting("egg", "egg pickle", "tomato jelly")
    table.flip(0, 1)
    table.slap(0)
    table.quiet()
    assert table.won_by() == 0
    assert table.counts[0] == 52
    assert table.game.turn == 0


# rules: 46
def test_who_is_out_neither_flips_slaps_nor_calls() -> None:
    table = Sitting("egg", "egg thief", "tomato jelly thief")
    table.flip(0, 1)
    table.slap(2)
    table.quiet()
    table.flip(2, 1)
    table.say("down", 0)
    assert table.heard("slap")[0]["live"] is False
    table.slap(1)
    with pytest.raises(Refused, match="out of the game"):
        table.say("call", 0, 10)


# rules: 2 47 48
def test_the_last_player_left_wins_with_all_the_cards() -> None:
    table = Sitting("egg", "egg pickle", "")
    table.flip(0, 1)
    table.slap(1)
    table.ring()
    assert table.game.over
    assert table.game.winners == [1]
    assert table.counts == [0, 55, 0]


# rules: SW-26
def test_nobody_can_flip_the_last_to_have_flipped_takes_the_pile_and_wins() -> None:
    table = Sitting("egg", "pickle", "")
    table.flip(0, 1)
    assert table.game.turn is None
    table.ring()
    assert table.heard("won")[0]["how"] == "last"
    assert table.game.over
    assert table.game.winners == [1]


# rules: SW-26
def test_nobody_can_flip_but_the_last_card_can_still_be_slapped() -> None:
    table = Sitting("egg", "egg", "")
    table.flip(0, 1)
    table.slap(2)
    table.ring()
    assert table.won_by() == 2
    assert table.game.winners == [2]


# rules: 49 50 51 SW-27
def test_at_the_time_limit_the_most_cards_win_and_the_centre_is_nobodys() -> None:
    game = Slamwich(Setup(4, 3, {"minutes": 10, "dealer": 3}, deck=list(DECK)))
    assert game.due_us is None
    game.apply(Event("flip", 0, 30 * SECOND))
    assert game.view(None)["ends_us"] == 630 * SECOND
    game.apply(Event("flip", 1, 40 * SECOND))
    told = game.apply(Event("time", None, 570 * SECOND))
    assert [(effect.what, effect.t_us) for effect in told] == [("last-minute", 570 * SECOND)]
    assert game.due_us == 630 * SECOND
    told = game.apply(Event("time", None, 630 * SECOND))
    assert [effect.what for effect in told] == ["time-up", "over"]
    assert game.scores() == [12, 12, 13, 13]
    assert game.winners == [2, 3]


# rules: SW-27
def test_the_time_limit_waits_for_an_open_slap() -> None:
    table = Sitting("egg pickle", "egg jelly", "tomato onion", minutes=1)
    table.game.new = "locked"
    table.flip(0, 1)
    limit_us = table.game.now_us - SECOND + 60 * SECOND
    table.say("down", 2, 59 * SECOND - 500)
    table.say("time", None, 500)
    assert table.game.now_us == limit_us
    assert not table.game.over
    table.ring()
    assert table.game.over
    assert table.game.winners == [2]


# rules: SW-27
def test_without_a_limit_there_is_none() -> None:
    game = Slamwich(Setup(5, 3, {"dealer": 4}, deck=list(DECK)))
    game.apply(Event("flip", 0, SECOND))
    assert game.due_us is None


# rules: SW-29
def test_who_is_dropped_puts_the_cards_under_the_pile() -> None:
    table = Sitting("egg pickle", "tomato egg", "jelly egg", pile="lettuce")
    below = list(table.game.slips)
    table.say("drop", 0)
    assert table.game.slips == ["egg", "pickle", *below]
    assert table.game.pile == ["lettuce"]
    table.quiet()
    assert table.game.turn == 1
    table.flip(1)
    table.say("drop", 1)
    assert table.game.over and table.game.abandoned
    assert table.game.winners == []


# rules: SW-29 SW-3
def test_who_is_dropped_before_the_first_flip_holds_nobody_up() -> None:
    game = Slamwich(Setup(3, options={"dealer": 2}))
    game.apply(Event("drop", 0, SECOND))
    assert game.legal(1) != []
    game.apply(Event("flip", 1, 2 * SECOND))
    assert game.paddles.live == [False, True, True]


# rules: SW-3
def test_a_paddle_held_down_at_the_first_flip_is_named() -> None:
    game = Slamwich(Setup(2, options={"dealer": 1}))
    game.apply(Event("down", 1, SECOND))
    told = game.apply(Event("flip", 0, 2 * SECOND))
    assert [effect.seat for effect in told if effect.what == "named"] == [1]
    game.apply(Event("up", 1, 3 * SECOND))
    assert game.paddles.live == [True, True]


# rules: SW-29
def test_a_dropped_muncher_munches_no_more() -> None:
    table = Sitting("m1 egg", "tomato egg", "jelly egg")
    table.flip(0, 1)
    table.say("drop", 0)
    table.quiet()
    assert table.game.muncher is None
    assert table.game.turn == 1
    table.ring(3)
    assert table.game.pile


# rules: SW-29
def test_a_dropped_stopper_hands_over_to_the_next() -> None:
    table = Sitting("m3 egg", "tomato egg", "jelly egg onion")
    table.flip(0, 1)
    table.say("drop", 1)
    table.quiet()
    assert (table.game.turn, table.game.throws) == (2, 2)
    table.flip(2, 2)
    table.ring()
    assert table.won_by() == 0


# rules: SW-29
def test_with_all_others_out_or_gone_the_last_one_wins() -> None:
    table = Sitting("egg", "egg pickle", "tomato jelly", "onion pepper")
    table.flip(0, 1)
    table.slap(2)
    table.quiet()
    table.say("drop", 3)
    assert not table.game.over
    table.say("drop", 1)
    assert table.game.winners == [2]
    assert table.counts == [0, 0, 55, 0]


# rules: SW-29
def test_when_the_last_flipper_leaves_somebody_still_wins() -> None:
    table = Sitting("egg", "pickle", "")
    table.flip(0, 1)
    table.say("drop", 1)
    table.quiet()
    table.ring()
    assert table.game.over
    assert table.game.winners == [0]
