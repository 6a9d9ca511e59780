"""Yahtzee Hands Down's bots: groups worth keeping, calls worth making, the better one wins."""

from random import Random

import pytest

from rules.yahtzee_sitting import ALL_SIX, Sitting
from slamomatic.engine import Choice, Json
from slamomatic.engine.bots import Nature
from slamomatic.engine.bots.many import Plan, play_all
from slamomatic.games.yahtzee_hands_down.bots import Careful, KeepsGroups, ToWin
from slamomatic.games.yahtzee_hands_down.dice import combo_sums, count_dice
from slamomatic.games.yahtzee_hands_down.groups import best_run, group_to_keep, makes_any, subsets
from slamomatic.games.yahtzee_hands_down.rules import YahtzeeHandsDown

CALM = Nature(error=0, temper=0)
NOTHING = "B1 R4 Y6 B4 R6"


def test_the_most_frequent_die_is_kept_the_highest_of_equals() -> None:
    assert group_to_keep(["B2", "B2", "B2/5", "R5", "R5"], ["3k"]) == ["B2", "B2", "B2/5"]
    assert group_to_keep(["B2", "B2", "R5", "R5", "Y1"], ["4k"]) == ["R5", "R5"]
    assert group_to_keep(["B1", "R2", "Y3", "R4", "Y6"], ["yz"]) == ["Y6"]


def test_with_straights_only_the_longest_is_kept_a_card_a_number() -> None:
    assert sorted(group_to_keep(["B1", "B2", "B2", "B3", "R5"], ["ss"])) == ["B1", "B2", "B3"]
    assert sorted(best_run(["B1/6", "B2/5", "B3/4", "B*", "R1"], 4)) == ["B*", "B1/6", "B2/5", "B3/4"]


@pytest.mark.parametrize("seed", range(40))
def test_makes_any_says_what_the_sums_say(seed: int) -> None:
    rng = Random(seed)
    game = YahtzeeHandsDown(Sitting(NOTHING, NOTHING.replace("1", "2")).game.setup)
    for _ in range(50):
        rng.shuffle(game.drawpile)
        hand = sorted(game.drawpile[:5])
        table = rng.sample(ALL_SIX.split(), rng.randint(1, 6))
        assert makes_any(hand, table, count_dice(hand)) == any(combo in combo_sums(hand) for combo in table)


def test_subsets_are_all_different_choices_of_cards() -> None:
    assert len(subsets(["B1", "B2", "B3", "B4", "B5"])) == 32
    assert subsets(["B1", "B1"]) == [[], ["B1"], ["B1", "B1"]]


def choice_of(bot: Careful | KeepsGroups, sitting: Sitting) -> Choice | None:
    view: Json = sitting.game.view(bot.seat)
    return bot.choose(view, sitting.game.legal(bot.seat))


def test_careful_calls_what_it_has_and_nothing_else() -> None:
    for hand, call in (("B2 B2 B2 R5 Y3", True), (NOTHING, False)):
        sitting = Sitting(hand, "R1 B5 Y4 Y6 R5", "Y1 R4 B6 Y5 B4")
        for seat in (0, 1):
            wants = choice_of(Careful(seat, Random(1), CALM), sitting)
            assert (wants == Choice(seat, "down")) == (call and seat == 0)


def test_who_overlooked_a_combo_looks_again_in_the_next_turn() -> None:
    """A bot that kept its five cards and never called would let the turns go round for ever."""
    sitting = Sitting("Y1 Y2 Y3 Y4 Y5", "R3 R3 R3 B5 Y4", NOTHING, table="ls")
    looks = []
    for seed in range(50):
        bot = Careful(0, Random(seed), Nature(error=0, temper=0, overlooks=0.4))
        looks.append(0)
        while choice_of(bot, sitting) != Choice(0, "down"):
            bot.notice({"what": "turn", "seat": 0})
            looks[-1] += 1
            assert looks[-1] < 30
    assert 0 < sum(look > 0 for look in looks) < 50


@pytest.mark.parametrize("kind", [Careful, ToWin])
def test_nobody_waits_with_a_combo_that_no_card_can_better(kind: type[Careful]) -> None:
    """Five equal dice are four of a kind and nothing more while no Yahtzee is on the table."""
    sitting = Sitting("B2 B2 B2 B* B*", "R3 R3 R3 B5 Y4", NOTHING, table="4k ls")
    bot = kind(0, Random(1), Nature(error=0, temper=0, risk=1.0))
    assert choice_of(bot, sitting) == Choice(0, "down")


def test_to_win_waits_with_little_till_somebody_calls() -> None:
    sitting = Sitting("B2 B2 B2 R5 Y3", "R3 R3 R3 B5 Y4", NOTHING)
    bot = ToWin(0, Random(1), CALM)
    wants = choice_of(bot, sitting)
    assert wants is not None
    assert wants.do == "discard"
    assert not {"B2"} & set(wants.data["cards"])
    sitting.slap(1)
    assert choice_of(bot, sitting) == Choice(0, "down")


def test_to_win_calls_much_at_once() -> None:
    sitting = Sitting("Y1 Y2 Y3 Y4 Y5", "R3 R3 R3 B5 Y4", NOTHING)
    assert choice_of(ToWin(0, Random(1), CALM), sitting) == Choice(0, "down")


def test_to_win_counts_what_it_can_see() -> None:
    """With all other blue 2s, any-number blues and any-colour 2s gone, a pair of 2s is no group to keep."""
    sitting = Sitting("B2 B2 R6 R6 Y1", "R1 B5 Y4 Y6 R5", "Y1 R4 B6 Y5 B4", table="3k")
    game = sitting.game
    gone = ["B2", "B2/5", "B2/5", "B*", "B*", "B*", "*2", "*2"]
    for card in gone:
        game.drawpile.remove(card)
    game.discards += gone
    wants = choice_of(ToWin(0, Random(1), CALM), sitting)
    assert wants is not None
    assert sorted(wants.data["cards"]) == ["B2", "B2", "Y1"]


def test_the_last_turn_is_ended_by_bots_that_have_nothing() -> None:
    sitting = Sitting("R3 R3 R3 B5 Y4", NOTHING)
    sitting.slap(0)
    sitting.discard(1)
    sitting.discard(1)
    for kind in (KeepsGroups, Careful, ToWin):
        assert choice_of(kind(1, Random(1), CALM), sitting) == Choice(1, "done")


@pytest.mark.parametrize(
    ("better", "worse", "games"),
    [("careful", "random", 150), pytest.param("to-win", "careful", 240, marks=pytest.mark.long)],
)
def test_the_better_bot_wins(better: str, worse: str, games: int) -> None:
    tally, _ = play_all(Plan("yahtzee-hands-down", games, 2, (better, worse)), 1, lambda done: None)
    assert tally.unfinished == 0
    assert tally.by_bot[better] > tally.by_bot[worse]
