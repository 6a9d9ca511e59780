"""Hit the Deck: the cards, the deal, turns, demands, the score."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.hit_the_deck_sitting import COUNTS, Sitting, dealt, start
from slamomatic.engine import Event, Refused, Setup, new
from slamomatic.errors import UserError
from slamomatic.games.hit_the_deck.cards import DECK
from slamomatic.games.hit_the_deck.rules import HitTheDeck

# --- cards and deal ---------------------------------------------------------------------------------


# rules: 1
def test_two_to_six_may_play() -> None:
    for seats in range(2, 7):
        assert new("hit-the-deck", Setup(seats)).seats == seats
    for seats in (1, 7):
        with pytest.raises(UserError, match="2 to 6"):
            new("hit-the-deck", Setup(seats))


# rules: 2 3 4 5 6 7 8 HTD-1
def test_the_deck_is_110_cards() -> None:
    assert len(DECK) == 110
    assert Counter(DECK) == Counter(COUNTS)
    for colour in "RGBY":
        assert [COUNTS[colour + n] for n in "12345"] == [4] * 5
        assert (COUNTS[colour + "C"], COUNTS[colour + "F"], COUNTS["C" + colour]) == (2, 1, 1)
    assert [COUNTS["N" + n] for n in "12345"] == [2] * 5
    assert COUNTS["H"] == 4


# rules: 10
def test_the_set_up_asks_for_bare_hands() -> None:
    advice = [effect for effect in dealt(3).told if effect.what == "advice"]
    assert [effect.to_json()["text"] for effect in advice] == ["rings and bracelets off"]


# rules: 11 12
def test_seven_cards_each_are_dealt_singly_from_the_dealers_left() -> None:
    order = [f"{c}{n}" for n in "12345" for c in "RGBY"]
    game = dealt(3, *order, "R1", dealer=1)
    assert game.hands[2] == order[0::3] and game.hands[0] == order[1::3][:7]
    assert [len(hand) for hand in game.hands] == [7, 7, 7]
    assert len(game.drawpile) == 110 - 21 - 1


# rules: 11
def test_a_dealt_hand_is_seen_by_its_player_only() -> None:
    game = dealt(3)
    for seat in range(3):
        assert game.view(seat)["hand"] == game.hands[seat]
    assert game.view(None)["hand"] == []
    for effect in game.told:
        assert "cards" not in effect.to_json(None)
        assert effect.what != "dealt" or ("cards" in effect.to_json(effect.seat))


# rules: 13 16
def test_the_top_card_starts_the_discards_and_the_dealers_left_starts() -> None:
    game = start(4, "G2")
    assert game.discards == ["G2"]
    assert game.turn == 1


# rules: 14 HTD-2
def test_a_cut_as_start_card_is_obeyed_by_the_first_player() -> None:
    game = start(4, "RC")
    cut = next(effect for effect in game.told if effect.what == "cut")
    assert cut.seat == 1
    assert game.discards[:2] == ["RC", cut.to_json()["card"]]


# rules: 14 HTD-2
def test_a_flip_as_start_card_gives_the_dealer_the_turn() -> None:
    game = start(4, "RF", last="R1")
    assert game.step == -1
    assert game.drawpile == ["RF"]
    assert game.discards[-1] == "R1"
    assert game.turn == 0


# rules: 14 HTD-2
def test_a_demand_as_start_card_is_for_the_first_player() -> None:
    game = start(4, "N3")
    assert game.turn == 1
    game.apply(Event("time", None, 600_000))
    assert {choice.data["card"][1] for choice in game.legal(1) if choice.do == "play"} <= {"3"}


# rules: 15 HTD-4
def test_a_hand_card_as_start_card_is_buried() -> None:
    game = start(3, "H", "H G4")
    assert game.discards == ["G4"]
    assert game.drawpile.count("H") == 4
    places = [effect.to_json()["place"] for effect in game.told if effect.what == "buried"]
    assert len(places) == 2 and len(set(places)) == 2
    assert game.chance.drawn[-2:] == places


# --- matching ---------------------------------------------------------------------------------------


# rules: 17 18
def test_a_card_goes_on_its_colour_or_its_number() -> None:
    table = Sitting("R1 RC RF B5 B4 BC", "G1", top="R5")
    assert table.plays(0) == ["R1", "RC", "RF", "B5"]
    for card in ("B4", "BC"):
        with pytest.raises(Refused, match="does not go on R5"):
            table.play(0, card)


# rules: 19 16
def test_one_card_and_the_turn_is_over() -> None:
    table = Sitting("R1 R2", "R3 R4", "G1 G2")
    table.play(0, "R1")
    assert table.top == "R1"
    assert table.game.turn == 1
    with pytest.raises(Refused, match="not your turn"):
        table.play(0, "R2")


# rules: 20 HTD-5
def test_who_can_play_must() -> None:
    table = Sitting("R1 B2", "G1")
    assert [choice.do for choice in table.game.legal(0)] == ["play"]
    with pytest.raises(Refused, match="you hold a card that fits"):
        table.say("draw", 0)


# rules: 20 HTD-5
def test_a_drawn_card_that_fits_is_played() -> None:
    table = Sitting("B1 B2", "G1 G2", then="R2")
    table.say("draw", 0)
    assert table.game.turn == 0
    with pytest.raises(Refused, match="you have drawn"):
        table.say("draw", 0)
    assert table.plays(0) == ["R2"]
    table.play(0, "R2")
    assert table.game.turn == 1


# rules: 20 21
def test_a_drawn_card_that_does_not_fit_ends_the_turn() -> None:
    table = Sitting("B1 B2", "G1 G2", then="Y2")
    table.say("draw", 0)
    assert table.game.hands[0] == ["B1", "B2", "Y2"]
    assert table.game.turn == 1


# rules: 20
def test_only_its_player_sees_a_drawn_card() -> None:
    table = Sitting("B1 B2", "G1 G2", then="Y2")
    table.say("draw", 0)
    assert table.heard("drew", 0)[0]["cards"] == ["Y2"]
    assert "cards" not in table.heard("drew", 1)[0]
    assert "cards" not in table.heard("drew", None)[0]


def test_a_card_that_is_not_held_is_refused() -> None:
    table = Sitting("R1 B2", "G1")
    with pytest.raises(Refused, match="you don't hold R2"):
        table.play(0, "R2")


# rules: 22
def test_a_word_goes_on_its_own_colour_only() -> None:
    assert Sitting("RC RF GC GF", "B1", top="R5").plays(0) == ["RC", "RF"]
    assert Sitting("RC GC BF", "B1", top="GF").plays(0) == ["GC"]
    assert Sitting("RC RF GC GF", "B1", top="CG").plays(0) == ["GC", "GF"]


# --- demands ----------------------------------------------------------------------------------------


# rules: 34 35 42 49
def test_hit_the_deck_cards_go_on_any_colour() -> None:
    for top in ("R5", "G1", "B3", "Y2", "GC", "BF"):
        assert Sitting("N1 CG H", "B4", top=top).plays(0) == ["N1", "CG", "H"]


# rules: 36 37 40 41
def test_a_number_card_demands_its_number_in_any_colour() -> None:
    table = Sitting("N4 B1", "G4 Y4 R5 N4 CG H R1", "B1 B2")
    table.play(0, "N4")
    assert table.plays(1) == ["G4", "Y4"]
    for card in ("R5", "N4", "CG", "H"):
        with pytest.raises(Refused, match="does not go on N4"):
            table.play(1, card)


# rules: 38
def test_who_has_no_demanded_number_draws_and_plays_it() -> None:
    table = Sitting("N4 B1", "R5 R1", "B1 B2", then="Y4")
    table.play(0, "N4")
    table.say("draw", 1)
    assert table.game.turn == 1
    table.play(1, "Y4")
    assert table.game.turn == 2


# rules: 39
def test_a_demanded_number_that_nobody_has_passes_on_until_it_is_drawn() -> None:
    table = Sitting("N4 B1", "R5 R1", "B1 B2", then="Y3 Y2 Y1 Y1 G4")
    table.play(0, "N4")
    for seat in (1, 2, 0, 1):
        assert table.game.turn == seat
        assert table.plays(seat) == []
        table.say("draw", seat)
    table.say("draw", 2)
    assert table.plays(2) == ["G4"]


# rules: 43 44 47 48
def test_a_colour_card_demands_its_colour_of_any_kind() -> None:
    table = Sitting("CG B1", "G1 G5 GC GF R1 N1 CB H", "B1 B2")
    table.play(0, "CG")
    assert table.plays(1) == ["G1", "G5", "GC", "GF"]
    for card in ("R1", "N1", "CB", "H"):
        with pytest.raises(Refused, match="does not go on CG"):
            table.play(1, card)


# rules: 45 46
def test_a_demanded_colour_is_drawn_or_passed_on() -> None:
    table = Sitting("CG B1", "R5 R1", "B1 B2", then="Y4 G2")
    table.play(0, "CG")
    table.say("draw", 1)
    assert table.game.turn == 2
    table.say("draw", 2)
    assert table.game.turn == 2
    assert table.plays(2) == ["G2"]


# rules: 54
def test_anything_goes_on_a_hand_card() -> None:
    assert Sitting("R1 GC BF N3 CY H", "B4", top="H").plays(0) == ["R1", "GC", "BF", "N3", "CY", "H"]


# --- piles ------------------------------------------------------------------------------------------


# rules: 59 HTD-7
def test_the_discards_are_reshuffled_the_moment_the_draw_pile_is_empty() -> None:
    table = Sitting("B1 B2", "G1 G2", under="Y1 Y2 Y3", rest="1", then="Y4")
    table.say("draw", 0)
    assert table.game.discards == ["R5"]
    assert sorted(table.game.drawpile) == ["Y1", "Y2", "Y3"]
    assert table.heard("reshuffled")[0]["count"] == 3


# rules: HTD-18
def test_with_nothing_to_draw_the_turn_passes() -> None:
    table = Sitting("B1 B2", "G1 G2", "Y1", rest="1")
    assert table.game.drawpile == []
    table.say("draw", 0)
    assert table.heard("drew")[0]["count"] == 0
    assert table.counts[0] == 2
    assert table.game.turn == 1
    assert table.plays(1)  # every other card is in a hand: some of them fit


# rules: HTD-7
def test_a_penalty_draws_what_there_is() -> None:
    table = Sitting("B1 B2", "G1 G2", rest="1", then="Y1")
    table.say("down", 0)
    table.ring()
    assert table.counts[0] == 3


# rules: HTD-22
def test_a_chain_of_words_that_expose_each_other_ends() -> None:
    table = Sitting("RC R1", "R2 R3", "R4", top="RC", rest="1", then="GC")
    table.play(0, "RC")
    assert len(table.heard("cut")) == 110
    assert table.game.turn == (1 + 110) % 3
    assert table.top in ("RC", "GC")


# --- the end ----------------------------------------------------------------------------------------


# rules: 60 61 62 63 64
def test_who_plays_the_last_card_scores_nothing_the_others_count_their_hands() -> None:
    table = Sitting("R1", "R5 G4 B1", "RC BF N3 CG H")
    table.play(0, "R1")
    assert table.game.points == [0, 5 + 4 + 1, 50]
    over = table.heard("hand-over")[0]
    assert over["points"] == [0, 10, 50]
    assert over["hands"][1] == ["R5", "G4", "B1"]


# rules: 11 60 HTD-19
def test_after_a_hand_the_deal_moves_left() -> None:
    table = Sitting("R1", "R5", "B1", dealer=2)
    table.play(0, "R1")
    assert table.game.dealer == 0
    assert table.counts == [7, 7, 7] or table.game.caller is not None
    assert not table.game.over


# rules: 9 65 66
def test_the_game_ends_at_the_target_and_the_lowest_wins() -> None:
    table = Sitting("R1", "R5", "RC BF N3")
    table.game.points = [40, 20, 69]
    table.play(0, "R1")
    assert not table.game.over
    table = Sitting("R1", "R5", "RC BF N3")
    table.game.points = [40, 20, 70]
    table.play(0, "R1")
    assert table.game.over
    assert table.heard("over")[0]["winners"] == [1]
    assert table.game.scores() == [40, 25, 100]


# rules: 65
def test_the_target_is_a_setting() -> None:
    table = Sitting("R1", "R5", "RC", target=10)
    table.play(0, "R1")
    assert table.game.over
    assert table.game.winners == [0]


# rules: HTD-19
def test_tied_lowest_scores_share_the_win() -> None:
    table = Sitting("R1", "R5", "RC")
    table.game.points = [5, 0, 95]
    table.play(0, "R1")
    assert table.game.winners == [0, 1]


# rules: HTD-15
def test_a_word_as_last_card_is_not_carried_out() -> None:
    table = Sitting("RF", "R5", "RC")
    table.play(0, "RF")
    assert table.heard("flipped") == []
    assert table.game.step == 1


def test_a_finished_game_offers_nothing_and_refuses_choices() -> None:
    table = Sitting("R1", "R5", target=1)
    table.play(0, "R1")
    assert table.game.over
    assert [table.game.legal(seat) for seat in (None, 0, 1)] == [[], [], []]
    with pytest.raises(Refused, match="over"):
        table.say("draw", 1)


# rules: HTD-21
def test_who_is_dropped_puts_the_hand_under_the_discards() -> None:
    table = Sitting("R1 R2", "G3 G4", "B1 B2")
    table.say("drop", 0)
    assert table.game.discards == ["R1", "R2", "R5"]
    assert table.game.turn == 1
    assert not table.game.over
    table.ring()
    table.say("drop", 1)
    assert table.game.over and table.game.abandoned
    assert table.game.winners == []


# rules: HTD-21
def test_the_next_deal_leaves_out_who_was_dropped() -> None:
    table = Sitting("R1", "G3 G4", "B1 B2")
    table.say("drop", 1)
    table.ring()
    table.play(0, "R1")
    assert table.game.hands[1] == []
    assert table.game.turn != 1 and table.game.caller != 1


def test_points_are_what_the_hands_laid_open_come_to() -> None:
    """Whole games at random: every hand's points are its cards', and the scores their sums."""
    from random import Random

    from slamomatic.games.hit_the_deck.cards import POINTS

    rng = Random(3)
    for seed in range(6):
        game = HitTheDeck(Setup(3, seed))
        sums = [0, 0, 0]
        while not game.over:
            seat = game.turn if game.turn is not None else (game.asked or [0])[0]
            choices = game.legal(seat)
            if choices:
                event = rng.choice(choices).at(game.now_us)
            else:
                assert game.due_us is not None
                event = Event("time", None, game.due_us)
            for effect in game.apply(event):
                if effect.what == "hand-over":
                    points = [sum(POINTS[card] for card in hand) for hand in effect.to_json()["hands"]]
                    assert points == effect.to_json()["points"]
                    sums = [a + b for a, b in zip(sums, points, strict=True)]
            for seat, down in enumerate(game.paddles.down):
                if down and not game.asked:
                    game.apply(Event("up", seat, game.now_us + 1))
            assert game.scores() == sums
