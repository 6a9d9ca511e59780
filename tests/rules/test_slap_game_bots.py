"""The bots of Slamwich and Hit the Deck: what they remember, what they choose; games of theirs end."""

from __future__ import annotations

from random import Random

import pytest

from slamomatic.engine import Choice, Json, find
from slamomatic.engine.bots import Nature, make
from slamomatic.engine.bots.many import Plan, play_all
from slamomatic.games.hit_the_deck import bots as hit_the_deck
from slamomatic.games.slamwich import bots as slamwich

MOST_MOVES = 20_000  # in a game of bots that slap what they see; ten times what is usual


def slamwich_view(**more: object) -> Json:
    view = {"counts": [2, 2], "slips": [], "pile": ["egg"], "first": None, "turn": 0, "over": False}
    return view | more


def deck_view(hand: str, counts: tuple[int, ...] = (5, 5), **more: object) -> Json:
    view = {
        "hand": hand.split(),
        "counts": list(counts),
        "gone": [False] * len(counts),
        "turn": 0,
        "caller": None,
    }
    return view | more


def plays(*cards: str) -> list[Choice]:
    return [Choice(0, "play", {"card": card}) for card in cards]


# --- Slamwich ---------------------------------------------------------------------------------------


def memory() -> slamwich.ToWin:
    bot = make("to-win", find("slamwich"), 0, Random(1))
    assert isinstance(bot, slamwich.ToWin)
    bot.choose(slamwich_view(), [])
    return bot


def test_who_remembers_a_won_pile_sees_its_cards_come_again() -> None:
    bot = memory()
    for card in ("jelly", "jelly"):
        bot.notice({"what": "flipped", "seat": 1, "card": card})
        assert not bot.saw_slap_coming(slamwich_view())
    bot.notice({"what": "won", "seat": 1})
    assert bot.stacks == [[None, None], ["egg", "jelly", "jelly"]]
    for card in ("egg", "jelly"):
        bot.notice({"what": "flipped", "seat": 1, "card": card})
        assert bot.saw_slap_coming(slamwich_view())


def test_a_paid_card_is_remembered_at_the_bottom() -> None:
    bot = memory()
    bot.notice({"what": "slip", "seat": 0, "card": "bacon"})
    bot.notice({"what": "slip", "seat": 0, "card": None})
    bot.notice({"what": "won", "seat": 1})
    assert bot.stacks == [[None], [None, None, "bacon", "egg"]]


def test_of_a_long_pile_only_the_last_cards_stay_in_mind() -> None:
    bot = memory()
    lately = [f"card {number}" for number in range(slamwich.SPAN)]
    bot.centre = ["egg", "jelly", *lately]
    bot.notice({"what": "won", "seat": 0})
    assert bot.stacks[0] == [None, None, None, None, *lately]


def test_the_cards_of_who_left_lie_below_all() -> None:
    bot = memory()
    bot.notice({"what": "left", "seat": 0})
    bot.notice({"what": "won", "seat": 1})
    assert bot.stacks == [[], [None, None, None, None, "egg"]]


def test_careful_calls_only_when_it_was_first_and_to_win_always() -> None:
    legal = [Choice(0, "call")]
    careful = make("careful", find("slamwich"), 0, Random(1))
    assert careful.choose(slamwich_view(first=1), legal) is None
    assert careful.choose(slamwich_view(first=0), legal) == legal[0]
    assert memory().choose(slamwich_view(first=1), legal) == legal[0]


def test_a_slap_comes_before_a_flip() -> None:
    legal = [Choice(0, "flip"), Choice(0, "down")]
    assert make("careful", find("slamwich"), 0, Random(1)).choose(slamwich_view(), legal) == legal[1]


# --- Hit the Deck -----------------------------------------------------------------------------------


def to_win() -> hit_the_deck.ToWin:
    bot = make("to-win", find("hit-the-deck"), 0, Random(1))
    assert isinstance(bot, hit_the_deck.ToWin)
    return bot


def test_careful_plays_what_counts_most() -> None:
    bot = make("careful", find("hit-the-deck"), 0, Random(1))
    legal = plays("R3", "R5", "RC", "R1")
    assert bot.choose(deck_view("R3 R5 RC R1 B1"), legal) == legal[2]
    assert bot.choose(deck_view("R3"), [Choice(0, "draw")]) == Choice(0, "draw")
    slap = Choice(0, "down")
    assert bot.choose(deck_view("R3"), [Choice(0, "call"), slap]) == slap


def test_to_win_demands_what_it_holds_itself() -> None:
    bot = to_win()
    view = deck_view("N4 N2 G4 Y4 B1")
    assert bot.worth(view, "N4") > bot.worth(view, "N2")


def test_to_win_knows_what_can_still_answer_a_demand() -> None:
    bot = to_win()
    before = bot.scarcity("N4")
    for colour in "RGBY":
        for _ in range(3):
            bot.notice({"what": "played", "seat": 1, "card": colour + "4"})
    assert bot.scarcity("N4") > before
    bot.notice({"what": "reshuffled", "count": 60})
    assert bot.scarcity("N4") == before


def test_to_win_goes_out_when_it_can_and_hurries_when_others_nearly_are() -> None:
    bot = to_win()
    assert bot.worth(deck_view("R1"), "R1") > 100
    assert bot.urgency(deck_view("R1", (3, 2))) > bot.urgency(deck_view("R1", (3, 4)))
    assert bot.urgency(deck_view("R1", (3, 4))) > bot.urgency(deck_view("R1", (3, 5)))


def test_to_win_feints_on_some_of_its_turns_and_once() -> None:
    bot = to_win()
    legal, seen = plays("R1"), []
    for _ in range(200):
        bot.choose(deck_view("R1 B1", turn=1), [])
        turn = []
        for _ in range(3):
            choice = bot.choose(deck_view("R1 B1"), legal)
            assert choice is not None
            turn.append(choice.do)
            bot.planned = choice.at(1)
            bot.forget_plan()
        assert turn in (["play"] * 3, ["feint", "play", "play"])
        seen.append(turn[0])
    assert 20 < seen.count("feint") < 90


def test_the_caller_is_ready() -> None:
    assert to_win().saw_slap_coming(deck_view("R1", caller=0))
    assert not to_win().saw_slap_coming(deck_view("R1", caller=1))


def test_a_slap_that_was_seen_coming_is_quicker() -> None:
    times = []
    for caller in (0, 1):
        bot = hit_the_deck.ToWin(0, Random(3), Nature(error=0.0))
        view = deck_view("R1", caller=caller, over=False, down=[False] * 2, live=[True] * 2, turn=None)
        view["asked"] = [0, 1]
        event = bot.update(view, [Choice(0, "down")], [], 1_000_000)
        assert event is not None
        times.append(event.t_us)
    assert times[0] < times[1]


# --- both -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["slamwich", "hit-the-deck"])
def test_to_win_beats_careful_and_careful_easy_and_random(name: str) -> None:
    for better, worse in (("to-win", "careful"), ("careful", "easy"), ("careful", "random")):
        tally, _ = play_all(Plan(name, 40, 2, (better, worse), seed=5), 1, lambda done: None)
        assert tally.by_bot[better] > 1.5 * tally.by_bot[worse]


# rules: SW-31 HTD-23
@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("name", ["slamwich", "hit-the-deck"])
def test_games_of_bots_end_within_the_stated_bound(name: str, players: int) -> None:
    plan = Plan(name, 10, players, ("careful",) * players, seed=6, limit=MOST_MOVES)
    tally, _ = play_all(plan, 1, lambda done: None)
    assert (tally.games, tally.unfinished) == (10, 0)
