"""The strong bot of Yahtzee Hands Down estimates hands and how a round may end."""

from __future__ import annotations

from random import Random

import pytest

from rules.yahtzee_sitting import ALL_SIX, LARGE, SMALL, TWOS, Sitting
from rules.yahtzee_sitting import NOTHING as nothings
from slamomatic.engine import Choice, Event, Setup
from slamomatic.engine.bots import Nature
from slamomatic.engine.chance import Chance
from slamomatic.games.yahtzee_hands_down.bots import Strong
from slamomatic.games.yahtzee_hands_down.dice import COMBOS, count_dice
from slamomatic.games.yahtzee_hands_down.groups import group_to_keep, makes_any
from slamomatic.games.yahtzee_hands_down.rules import YahtzeeHandsDown
from slamomatic.games.yahtzee_hands_down.thought import Ahead, deal_as_played, outlook, worth_a_first_call

NOTHING, NOTHING_TOO, _ = nothings


def made(game: YahtzeeHandsDown, seat: int) -> bool:
    return makes_any(game.hands[seat], game.table, count_dice(game.hands[seat]))


def test_who_has_called_is_dealt_a_combo_and_who_has_not_none() -> None:
    sitting = Sitting(NOTHING, TWOS, NOTHING_TOO)
    sitting.slap(1)
    seen = [0, 0]
    for number in range(40):
        game = sitting.game.resample(0, Chance(number))
        deal_as_played(game, 0, [0] * 6, Random(number))
        seen[0] += made(game, 1)
        seen[1] += made(game, 2)
    assert seen[0] > 30
    assert seen[1] < 3


def test_no_card_is_made_or_lost_and_the_own_hand_stays() -> None:
    for seed in range(20):
        game = YahtzeeHandsDown(Setup(4, seed))
        before = sorted(game.drawpile + [card for hand in game.hands for card in hand])
        mine = game.hands[2].copy()
        deal_as_played(game, 2, [3, 2, 0, 4, 0, 0], Random(seed))
        assert sorted(game.drawpile + [card for hand in game.hands for card in hand]) == before
        assert game.hands[2] == mine
        assert all(hand == sorted(hand) for hand in game.hands)


def test_who_kept_many_cards_has_many_that_belong_together() -> None:
    def together(kept: int) -> float:
        sizes = 0
        for number in range(60):
            game = YahtzeeHandsDown(Setup(4, number))
            game.table = ["yz"]
            deal_as_played(game, 0, [0, kept, 0, 0, 0, 0], Random(number))
            sizes += len(group_to_keep(game.hands[1], game.table))
        return sizes / 60

    assert together(4) > together(3) + 0.2
    assert together(3) > together(0) + 0.5


def comes_to(sitting: Sitting, way: Choice, games: int = 40) -> float:
    """How likely seat 0 wins after this choice, over so many deals of what it can't see."""
    looks = (Ahead(sitting.game.resample(0, Chance(n)), 0, Random(n)) for n in range(games))
    return sum(look(way) for look in looks) / games


def discard(*cards: str) -> Choice:
    return Choice(0, "discard", {"cards": list(cards)})


def test_a_hand_that_wins_much_is_better_called_than_thrown_away() -> None:
    sitting = Sitting(LARGE, NOTHING, NOTHING_TOO)
    assert (
        comes_to(sitting, Choice(0, "down")) > comes_to(sitting, discard("Y1", "Y2", "Y3", "Y4", "Y5")) + 0.1
    )


def test_keeping_three_alike_is_better_than_breaking_them_up() -> None:
    sitting = Sitting(TWOS, NOTHING, NOTHING_TOO, table="4k yz")
    assert comes_to(sitting, discard("R5", "Y3")) > comes_to(sitting, discard("B2", "B2", "B2")) + 0.05


def test_no_choice_changes_what_another_comes_to() -> None:
    sitting = Sitting(NOTHING, TWOS, NOTHING_TOO, table="4k yz")
    ways = [discard(), discard("B1"), discard(*NOTHING.split())]
    for number in range(20):
        sample = sitting.game.resample(0, Chance(number))
        alone = [Ahead(sample, 0, Random(number))(way) for way in ways]
        look = Ahead(sample, 0, Random(number))
        assert [look(way) for way in ways] == alone
        assert [look(way) for way in reversed(ways)] == alone[::-1]


def test_the_state_that_is_looked_at_stays_as_it_is() -> None:
    sitting = Sitting(NOTHING, NOTHING_TOO, table="yz")
    for seat, hand in ((0, NOTHING), (1, NOTHING_TOO)):
        sitting.discard(seat, hand)
    before = sitting.game.to_json()
    assert len(before["discards"]) == 10
    Ahead(sitting.game, 0, Random(1))(Choice(0, "discard", {"cards": sitting.game.hands[0][:2]}))
    assert sitting.game.to_json() == before


@pytest.mark.parametrize("seat", range(3))
def test_chances_to_win_add_up_to_one(seat: int) -> None:
    points = [4.0, 9.0, 2.0]
    assert sum(outlook(points, each, ["yz", "3k"], 2) for each in range(3)) == pytest.approx(1)
    assert outlook(points, 1, ["yz", "3k"], 2) > outlook(points, seat, ["yz", "3k"], 2) or seat == 1


def test_a_lead_is_worth_more_the_less_is_still_to_come() -> None:
    points = [6.0, 2.0]
    late, early = (outlook(points, 0, rest, 0) for rest in (["3k"], list(COMBOS)))
    assert late > early > 0.5


def test_much_is_called_first_and_so_is_the_most_that_there_is() -> None:
    three = TWOS.split()
    assert not worth_a_first_call(three, ALL_SIX.split())
    assert worth_a_first_call(three, ["3k"])
    assert worth_a_first_call(SMALL.split(), ALL_SIX.split())


def test_it_remembers_how_many_cards_each_player_kept() -> None:
    bot = Strong(0, Random(1), Nature())
    bot.notice({"what": "discarded", "seat": 1, "cards": ["B1", "B2"], "count": 2})
    bot.notice({"what": "discarded", "seat": 2, "cards": ["B1"], "count": 1})
    bot.notice({"what": "redrawn", "seat": 2, "cards": [], "count": 5})
    assert bot.memory() == [0, 3, 0, 0, 0, 0]


def test_a_wish_to_search_comes_on_its_own_turn_only() -> None:
    game = YahtzeeHandsDown(Setup(4, 5))
    assert game.turn is not None
    other = (game.turn + 1) % 4
    for seat, searches in ((game.turn, True), (other, False)):
        ways = Strong(seat, Random(1), Nature()).ways(game.view(seat), game.legal(seat))
        assert (len(ways) > 1) == searches
        for way in ways:
            type(game).from_json(game.to_json()).apply(Event(way.do, seat, game.now_us, way.data))
