"""Hit the Deck: Cut and Flip, and what they expose."""

from __future__ import annotations

from rules.hit_the_deck_sitting import Sitting

# --- cut --------------------------------------------------------------------------------------------


# rules: 23 24 25 HTD-6
def test_a_cut_exposes_a_card_and_skips_who_cuts() -> None:
    table = Sitting("RC R1", "R2 R3", "R4 G1", rest="discards", then="B1 B2 B3 Y1 Y2 Y3")
    table.play(0, "RC")
    cut = table.heard("cut")[0]
    assert cut["seat"] == 1
    assert table.top == cut["card"]
    assert table.game.turn == 2
    assert table.counts == [1, 2, 2]


# rules: 23 HTD-6
def test_a_cut_lifts_between_a_third_and_two_thirds_and_keeps_the_order() -> None:
    cards = "B1 B1 B1 B2 B2 B2 B3 B3 B3"
    depths = set()
    for state in range(60):
        table = Sitting("RC R1", "R2 R3", "R4 G1", rest="discards", then=cards)
        table.game.chance.state = state * 0x9E3779B97F4A7C15
        table.play(0, "RC")
        depth = table.heard("cut")[0]["depth"]
        depths.add(depth)
        pile = cards.split()
        exposed = pile.pop(depth - 1)
        assert table.top == exposed
        assert table.game.drawpile[::-1] == pile
        assert table.game.chance.drawn == [depth - 3]
    assert depths == {3, 4, 5, 6}


# rules: 26 HTD-2
def test_the_next_player_obeys_the_card_that_a_cut_exposed() -> None:
    table = Sitting("RC R1", "R2 R3", "B1 G4", rest="discards", then="N4")
    table.play(0, "RC")
    assert table.top == "N4"
    assert table.game.turn == 2
    assert table.plays(2) == ["G4"]


# rules: 26 HTD-2
def test_an_exposed_cut_is_cut_again() -> None:
    table = Sitting("RC R1", "R2 R3", "R4 R5", "Y1 Y2", rest="1", then="GC B1")
    table.game.drawpile = ["B1", "GC"]
    table.play(0, "RC")
    assert [(cut["seat"], cut["card"]) for cut in table.heard("cut")] == [(1, "GC"), (2, "B1")]
    assert table.game.turn == 3


# rules: 26 HTD-2
def test_a_flip_exposed_by_a_cut_gives_the_turn_back_to_who_cut() -> None:
    table = Sitting("RC R1", "R2 R3", "R4 R5", "Y1 Y2", rest="1", then="GF B1")
    table.play(0, "RC")
    assert table.heard("cut")[0]["card"] == "GF"
    assert table.heard("flipped")[0]["seat"] == 2
    assert table.top == "B1"
    assert table.game.turn == 1
    assert table.game.step == -1


# rules: 27 HTD-3
def test_an_exposed_hand_card_must_be_called_by_the_player_to_move() -> None:
    table = Sitting("RC R1", "R2 R3", "R4 G1", rest="discards", then="H")
    table.play(0, "RC")
    assert table.game.caller == 2
    table.say("call", 2)
    table.slap(0, 1)
    table.slap(2)
    assert table.game.turn == 0  # the call used up seat 2's turn


# rules: HTD-8
def test_a_cut_with_no_draw_pile_only_skips() -> None:
    table = Sitting("RC R1", "R2 R3", "R4 G1", top="R5", rest="1")
    table.play(0, "RC")
    assert table.heard("cut")[0] == {
        "what": "cut",
        "t_us": table.game.now_us,
        "seat": 1,
        "depth": 0,
        "card": None,
    }
    assert table.top == "RC"
    assert table.game.turn == 2
    assert table.game.drawpile == ["R5"]


# --- flip -------------------------------------------------------------------------------------------


# rules: 28 29
def test_a_flip_turns_piles_and_direction_and_its_player_is_on_again() -> None:
    table = Sitting("RF R1", "R2 R3", "R4 G1", under="Y1 Y2", rest="1", then="B1 B2 B3")
    table.play(0, "RF")
    assert table.game.discards == ["B1", "B2", "B3"]
    assert table.game.drawpile == ["RF", "R5", "Y2", "Y1"]  # the oldest discard is drawn first
    assert table.game.turn == 0
    assert table.game.step == -1
    assert table.heard("flipped")[0]["seat"] == 1


# rules: 30
def test_the_direction_holds_until_the_next_flip() -> None:
    table = Sitting("RF B1 B2 BF", "B3 R2", "B4 B5", rest="1", then="B1 B2 B3")
    table.play(0, "RF")
    table.play(0, "B1")
    assert table.game.turn == 2
    table.play(2, "B4")
    assert table.game.turn == 1
    table.play(1, "B3")
    table.play(0, "BF")
    assert table.game.step == 1


# rules: 31 HTD-2
def test_the_card_that_a_flip_exposed_is_obeyed() -> None:
    table = Sitting("RF R1 G4", "R2 R3", "R4 G1", rest="1", then="B1 N4")
    table.play(0, "RF")
    assert table.top == "N4"
    assert table.plays(0) == ["G4"]


# rules: 31 HTD-2
def test_a_cut_exposed_by_a_flip_is_cut_by_its_player() -> None:
    table = Sitting("RF R1 G4", "R2 R3", "R4 G1", under="Y1 Y1 Y1", rest="1", then="B1 GC")
    table.play(0, "RF")
    cut = table.heard("cut")[0]
    assert cut["seat"] == 0
    assert table.game.turn == 2 or cut["card"] == "RF"


# rules: 32 HTD-4
def test_an_exposed_flip_is_buried_at_a_logged_place() -> None:
    table = Sitting("RF R1", "R2 R3", "R4 G1", rest="1", then="B1 B2 B3 GF")
    table.play(0, "RF")
    assert table.top == "B3"
    place = table.heard("buried")[0]["place"]
    assert table.game.discards[place] == "GF"
    assert place < 3
    assert table.game.chance.drawn == [place]
    assert table.game.step == -1  # the buried Flip turned nothing


# rules: 33 HTD-3
def test_a_hand_card_exposed_by_a_flip_is_called_by_its_player() -> None:
    table = Sitting("RF R1", "R2 R3", "R4 G1", rest="1", then="B1 B2 H")
    table.play(0, "RF")
    assert table.game.caller == 0
    assert table.game.turn is None


# rules: HTD-9
def test_only_flips_under_a_flip_it_stays_as_its_colour() -> None:
    table = Sitting("RF R1 G1", "R2 R3", "R4 G1", rest="1", then="BF GF")
    table.play(0, "RF")
    assert table.top == "GF"
    assert table.heard("buried") == []
    assert table.game.turn == 0
    assert table.plays(0) == ["G1"]


# rules: HTD-8
def test_a_flip_with_no_draw_pile_only_turns_the_direction() -> None:
    table = Sitting("RF R1", "R2 R3", "R4 G1", top="R5", rest="1")
    table.play(0, "RF")
    assert table.heard("flipped")[0]["card"] is None
    assert table.top == "RF"
    assert (table.game.turn, table.game.step) == (0, -1)
