"""Hands Down: the deal, the draw, taking cards, passing, the end and the score."""

from collections import Counter

import pytest

from rules.hands_down_sitting import Sitting, the, words
from slamomatic.engine.setup import Setup
from slamomatic.engine.vocabulary import Event, Refused
from slamomatic.errors import UserError
from slamomatic.games.hands_down.cards import DECK, JOKER
from slamomatic.games.hands_down.rules import HandsDown


def dealt(seats: int = 4, dealer: int = 3, deck: list[str] | None = None, seed: int = 1) -> HandsDown:
    return HandsDown(Setup(seats, seed, {"dealer": dealer}, deck))


def test_three_or_four_can_play() -> None:
    assert [HandsDown(Setup(n)).seats for n in (3, 4)] == [3, 4]
    for n in (2, 5):
        with pytest.raises(UserError, match="3 to 4 players"):
            HandsDown(Setup(n))


def test_the_deck_is_41_cards_without_the_blank() -> None:
    assert len(DECK) == 41
    assert Counter(DECK) == {**{str(number): 4 for number in range(1, 11)}, JOKER: 1}


def test_every_seat_has_a_paddle_of_its_own() -> None:
    assert len(dealt(3, dealer=0).view(None)["live"]) == 3
    assert all(dealt(4).view(None)["live"])


def test_the_dealer_is_a_setting_or_chance() -> None:
    assert dealt(dealer=2).dealer == 2
    by_chance = Counter(HandsDown(Setup(4, seed)).dealer for seed in range(400))
    assert set(by_chance) == {0, 1, 2, 3}
    assert min(by_chance.values()) > 60


def test_the_deck_is_shuffled() -> None:
    orders = {tuple(dealt(seed=seed).drawpile) for seed in range(20)}
    assert len(orders) == 20


def test_four_cards_each_are_dealt_singly_from_the_dealers_left() -> None:
    game = dealt(3, dealer=0, deck=[*list("123456789"), "10", "J", "1"])
    assert game.hands[1][:4] == ["1", "4", "7", "10"]
    assert game.hands[2] == ["2", "5", "8", "J"]
    assert game.hands[0] == ["3", "6", "9", "1"]


def test_the_rest_is_the_drawpile() -> None:
    game = dealt(4)
    assert len(game.drawpile) == 41 - 16 - 1  # one was drawn by the first turn


def test_you_see_your_own_hand_and_nobody_elses() -> None:
    game = dealt()
    for seat in range(4):
        assert Counter(game.view(seat)["hand"]) == Counter(game.hands[seat])
    assert "hand" not in game.view(None)
    deal = next(effect for effect in game.told if effect.what == "deal")
    assert set(deal.to_json(2)["cards"]) == set(game.hands[2])
    assert "cards" not in deal.to_json()


def test_a_hand_is_shown_sorted_so_that_it_does_not_tell_what_came_last() -> None:
    s = Sitting("9 J 2 10 1", "1", "1", "1")
    assert s.game.view(0)["hand"] == ["1", "2", "9", "10", "J"]


def test_left_of_the_dealer_begins() -> None:
    assert [dealt(dealer=dealer).turn for dealer in range(4)] == [1, 2, 3, 0]


def test_the_turn_moves_to_the_left() -> None:
    game, turns = dealt(dealer=3), []
    for i in range(5):
        assert game.turn is not None
        turns.append(game.turn)
        game.apply(Event("pass", game.turn, i * 1000))
    assert turns == [0, 1, 2, 3, 0]


def test_a_turn_starts_by_itself_with_the_top_card() -> None:
    s = Sitting("1 2", "3 4", "5 6", drawpile="7 8 9")
    effects = s.passes(0, 1)
    assert s.hand(1) == "3 4 7"
    assert s.hand(0) == "1 2"
    assert the("draw", effects).to_json(1)["cards"] == ["7"]
    assert "cards" not in the("draw", effects).to_json(0)
    assert the("draw", effects).public == {"count": 1, "left": 2}


def test_with_an_empty_hand_two_cards_are_drawn() -> None:
    s = Sitting("1 2", "", "5 6", drawpile="7 8 9")
    s.passes(0, 1)
    assert s.hand(1) == "7 8"


def test_with_the_drawpile_out_one_random_card_comes_from_a_player_of_your_choice() -> None:
    s = Sitting("1 2", "3", "4 5")
    effects = s.passes(0, 1)
    assert the("must-take", effects).public == {"count": 1}
    assert [choice.data["from"] for choice in s.game.legal(1)] == [[0], [2]]
    assert s.may(0) == s.may(2) == set()
    s.do("take", 1, 2, **{"from": [2]})
    assert s.counts() == [2, 2, 1]
    assert s.hand(1) in ("3 4", "3 5")


def test_the_card_taken_is_a_random_one() -> None:
    taken = set()
    for seed in range(30):
        s = Sitting("1 2", "3", "4 5", setup={"seed": seed})
        s.passes(0, 1)
        s.do("take", 1, 2, **{"from": [2]})
        taken.add(s.hand(1))
    assert taken == {"3 4", "3 5"}


def test_only_taker_and_robbed_see_which_card_was_taken() -> None:
    s = Sitting("1 2", "3", "4 5", "6 7")
    s.passes(0, 1)
    pays = the("pays", s.do("take", 1, 2, **{"from": [2]}))
    assert pays.public == {"to": 1, "why": "take"}
    assert set(pays.only) == {1, 2}


def test_with_an_empty_hand_and_no_drawpile_two_from_one_or_one_from_each_of_two() -> None:
    s = Sitting("1 2", "", "5 6", "7")
    s.passes(0, 1)
    ways = [choice.data["from"] for choice in s.game.legal(1)]
    assert ways == [[0, 0], [0, 2], [0, 3], [2, 2], [2, 3]]
    s.do("take", 1, 2, **{"from": [3, 2]})
    assert s.counts() == [2, 2, 1, 0]
    s = Sitting("1 2", "", "5 6", "7")
    s.passes(0, 1)
    s.do("take", 1, 2, **{"from": [2, 2]})
    assert s.hand(1) == "5 6"


def test_with_one_card_left_and_an_empty_hand_it_is_drawn_and_one_more_taken() -> None:
    s = Sitting("1 2", "", "5 6", drawpile="9")
    s.passes(0, 1)
    assert s.hand(1) == "9"
    assert s.game.to_take == 1
    s.do("take", 1, 2, **{"from": [0]})
    assert s.counts() == [1, 2, 2]


def test_nobody_to_take_from_the_turn_goes_on_without() -> None:
    s = Sitting("", "3 3 4", "")
    s.game.turn = 0
    s.passes(0, 1)
    assert s.game.turn == 1
    assert s.game.to_take == 0
    assert s.may(1) == {"pass", "choose", "down"}


def test_wrong_takes_are_refused() -> None:
    s = Sitting("1 2", "", "5", "")
    s.passes(0, 1)
    for sources, reason in [
        ([0], "take 2 cards"),
        ([1, 0], "not another player"),
        ([2, 2], "not enough"),
        ([0, 4], "not another"),
    ]:
        with pytest.raises(Refused, match=reason):
            s.do("take", 1, 2, **{"from": sources})
    with pytest.raises(Refused, match="take cards"):
        s.passes(1, 2)
    with pytest.raises(Refused, match="turn"):
        s.do("take", 0, 2, **{"from": [2, 2]})
    assert s.counts() == [2, 0, 1, 0]


def test_nothing_is_taken_while_the_drawpile_lasts() -> None:
    s = Sitting("1 2", "3", "5", drawpile="4 4 4")
    s.passes(0, 1)
    with pytest.raises(Refused, match="nothing to take"):
        s.do("take", 1, 2, **{"from": [2]})


def test_paddles_are_dark_while_cards_must_be_taken() -> None:
    s = Sitting("1 2", "3", "4 5")
    s.passes(0, 1000)
    s.time(1100)
    assert s.game.view(None)["live"] == [False] * 3
    s.do("take", 1, 1200, **{"from": [2]})
    assert s.game.view(None)["live"] == [True] * 3


def test_whoever_slapped_before_a_take_rests_after_it() -> None:
    s = Sitting("1 2", "3", "4 5")
    s.passes(0, 1)
    s.down(2, 10_000)
    s.up(10_900, 2)
    s.do("take", 1, 11_000, **{"from": [2]})
    s.time(11_499)
    assert s.game.view(None)["live"] == [False] * 3
    s.time(11_500)
    assert s.game.view(None)["live"] == [True] * 3


def test_a_hand_that_lies_on_its_paddle_during_a_take_is_waited_for() -> None:
    s = Sitting("1 2", "3", "4 5")
    s.passes(0, 1)
    s.down(2, 10_000)
    s.do("take", 1, 12_000, **{"from": [2]})
    assert s.game.view(None)["live"] == [False] * 3


def test_pass_ends_the_turn_even_with_a_pair() -> None:
    s = Sitting("3 3", "1 2", "5 6", drawpile="7")
    assert "pass" in s.may(0)
    s.passes(0, 1)
    assert s.game.turn == 1


def test_only_the_turn_player_passes() -> None:
    s = Sitting("3 3", "1 2", "5 6", drawpile="7")
    with pytest.raises(Refused, match="seat 0's turn"):
        s.passes(1, 1)


def test_with_fewer_than_two_cards_the_turn_passes_by_itself() -> None:
    s = Sitting("3 3", "1", "5 6", drawpile="7 8 9")
    s.down(0, 1000)
    s.down(1, 1100)
    effects = s.down(2, 1200)  # loses a card: seat 0 holds that one alone
    assert the("pass", effects).public == {"forced": True}
    assert s.game.turn == 1
    assert s.game.view(None)["live"] == [False] * 3


def test_a_turn_without_cards_to_find_passes_by_itself() -> None:
    """Beyond any real game: one card is left in the drawpile, and nobody holds any."""
    s = Sitting("", "", "", drawpile="6")
    effects = s.passes(0, 1)
    assert [effect.public["forced"] for effect in effects if effect.what == "pass" and effect.public] == [
        False,
        True,
    ]
    assert s.hand(1) == "6"
    assert s.game.turn == 2
    assert s.game.legal(2)[0].data == {"from": [1]}


def test_a_pair_is_two_cards_of_one_number() -> None:
    s = Sitting("3 3 5", "1", "1")
    assert [choice.data for choice in s.game.legal(0) if choice.do == "choose"] == [{"number": "3"}]


def test_four_of_a_kind_are_two_pairs_and_three_are_one() -> None:
    s = Sitting("3 3 3 3 5 5 5", "1 1 1 1", "2", drawpile="10 10")
    s.down(0, 1000)
    s.down(1, 1100)
    s.time(1200)
    assert s.pairs(0) == "5"
    s.up(1300)
    s.time(2000)
    assert "down" in s.may(0)
    s.down(0, 2100)
    s.down(1, 2200)
    s.time(2300)
    s.up(2400)
    s.time(3000)
    s.down(0, 3100)
    s.down(1, 3200)
    s.time(3300)
    assert s.pairs(0) == "5 3 3"


def test_the_joker_matches_nothing() -> None:
    s = Sitting("J 3 5", "1", "1")
    assert s.may(0) == {"pass"}
    assert not [choice for choice in s.game.legal(0) if choice.do == "choose"]


def last_pair(joker: str) -> Sitting:
    """Nineteen pairs are out, seat 0 holds the twentieth; the Joker is with seat 0, 1, 2, or in the pile."""
    hands = ["4 4", "", ""]
    if joker != "pile":
        hands[int(joker)] = (hands[int(joker)] + " J").strip()
    out = {0: "1 1 2 2 3 3", 1: "4 5 5 6 6 7 7", 2: "8 8 9 9 10 10"}
    return Sitting(*hands, drawpile="J" if joker == "pile" else "", pairs=out)


def test_the_game_ends_when_all_twenty_pairs_are_out() -> None:
    s = last_pair("0")
    effects = s.down(0, 1000)
    assert s.game.over
    assert words(effects)[-3:] == ["pair", "joker", "over"]
    assert sum(len(pairs) for pairs in s.game.pairs) == 20
    assert s.game.turn is None
    with pytest.raises(Refused, match="over"):
        s.passes(0, 2000)


def test_the_holder_lays_the_joker_at_the_end_for_two_points() -> None:
    s = last_pair("0")
    s.down(0, 1000)
    assert s.game.joker_seat == 0
    assert s.game.scores() == [7 + 2, 7, 6]
    assert s.game.winners == [0]


def test_the_last_pair_takes_the_losers_card_before_the_end_is_looked_at() -> None:
    s = last_pair("2")
    s.down(0, 1000)
    s.time(1100)
    assert s.game.over
    assert s.game.joker_seat == 0
    assert s.hand(2) == ""


def test_a_joker_still_in_the_drawpile_is_nobodys() -> None:
    s = last_pair("pile")
    s.down(0, 1000)
    assert s.game.over
    assert s.game.joker_seat is None
    assert s.game.scores() == [7, 7, 6]


def test_most_points_win() -> None:
    s = last_pair("pile")
    s.game.pairs[2].append(s.game.pairs[1].pop())
    s.game.pairs[2].append(s.game.pairs[1].pop())
    s.down(0, 1000)
    assert s.game.scores() == [7, 5, 8]
    assert s.game.winners == [2]


def test_a_tie_goes_to_the_higher_sum_of_pair_values() -> None:
    s = last_pair("pile")  # 7 pairs each for 0 and 1: 1 1 2 2 3 3 4 against 4 5 5 6 6 7 7
    s.down(0, 1000)
    assert s.game.scores() == [7, 7, 6]
    assert s.game.winners == [1]


def test_the_joker_counts_twenty_in_a_tie() -> None:
    s = last_pair("0")
    s.game.pairs[1] += ["8", "8"]
    s.game.pairs[2] = s.game.pairs[2][2:]
    s.down(0, 1000)
    assert s.game.scores() == [9, 9, 4]
    # 1+1+2+2+3+3+4 = 16 and 20 for the Joker against 4+5+5+6+6+7+7+8+8 = 56
    assert s.game.winners == [1]
    s = last_pair("0")
    s.game.pairs = [["9", "9"], ["10"] * 5, []]
    s.game.joker_seat = 0
    assert s.game.scores()[:2] == [4, 5]
    s.game.pairs[1] = ["10", "6", "6", "6"]
    assert s.game.best() == [0]  # 18 and 20 against 28
    s.game.pairs[1] = ["10", "10", "10", "9"]
    assert s.game.best() == [1]  # 38 against 39
    s.game.pairs[1] = ["10", "10", "9", "9"]
    assert s.game.best() == [0, 1]


def test_the_tie_break_looks_at_the_tied_players_only() -> None:
    s = last_pair("pile")
    s.game.pairs = [["1", "1", "2"], ["1", "1", "3"], ["10", "10"]]
    assert s.game.best() == [1]


def test_winners_tied_in_all_share() -> None:
    s = last_pair("pile")
    s.game.pairs = [["1", "4"], ["2", "3"], ["10"]]
    assert s.game.best() == [0, 1]


def test_a_dropped_hand_is_shuffled_into_the_drawpile_which_lives_again() -> None:
    s = Sitting("1 2", "3 4 4", "5 6", "7 8")
    effects = s.do("drop", 1, 1)
    assert sorted(s.game.drawpile) == ["3", "4", "4"]
    assert the("returned", effects).public == {"count": 3, "left": 3}
    s.passes(0, 2)
    assert s.game.turn == 2
    assert len(s.hand(2).split()) == 3
    assert s.game.to_take == 0


def test_the_dropped_hand_lies_at_random_in_the_drawpile() -> None:
    tops = set()
    for seed in range(30):
        s = Sitting("1 2", "3 4 9", "5 6", "7 8", drawpile="10", setup={"seed": seed})
        s.do("drop", 1, 1)
        tops.add(s.game.drawpile[-1])
    assert tops == {"3", "4", "9", "10"}


def test_when_the_turn_player_leaves_the_next_one_is_on() -> None:
    s = Sitting("1 2", "3 4", "5 6", "7 8", drawpile="9")
    s.do("drop", 0, 1)
    assert s.game.turn == 1


def test_when_somebody_leaves_a_pending_take_draws_from_the_new_drawpile() -> None:
    s = Sitting("1 2", "3 4", "5 6", "7 8")
    s.passes(0, 1)
    assert s.game.to_take == 1
    s.do("drop", 3, 2)
    assert s.game.to_take == 0
    assert len(s.hand(1).split()) == 3
    s.time(5000)
    assert s.game.view(None)["live"] == [True, True, True, False]


def test_too_few_players_left_the_game_is_abandoned_and_the_standing_shown() -> None:
    s = Sitting("1 2", "3 4", "5 6", pairs={2: "9"})
    effects = s.do("drop", 1, 1)
    assert the("over", effects).public == {"winners": [], "scores": [0, 0, 1], "abandoned": True}
    assert s.game.over
    assert s.game.abandoned


def test_who_left_does_not_win() -> None:
    s = Sitting("1 2", "3 4", "5 6", "7 8", pairs={1: "9 9", 2: "9"})
    s.do("drop", 1, 1)
    assert s.game.best() == [2]
