"""Bots that search: in states that could be, elsewhere if they can; and they never act later for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from random import Random

import pytest

from slamomatic.engine import GAMES, Game, Setup, find
from slamomatic.engine.bots import make, sitting
from slamomatic.engine.bots.search import STRONG, Belief, Look, Question, answer
from slamomatic.engine.chance import Chance
from slamomatic.engine.vocabulary import Choice
from slamomatic.games.yahtzee_hands_down.bots import Strong
from slamomatic.table import automatic
from support.twins import OTHER_CARDS


def yahtzee(seed: int = 1) -> Game:
    return find("yahtzee-hands-down")(Setup(4, seed))


def thinker(game: Game, seed: int = 1) -> Strong:
    assert game.turn is not None
    bot = Strong(game.turn, Random(seed), STRONG)
    bot.imagine = partial(game.resample, game.turn)
    return bot


def look(bot: Strong, game: Game) -> None:
    bot.update(game.view(bot.seat), game.legal(bot.seat), [], game.now_us)


def best_of(
    game: Game,
    ways: Sequence[Choice],
    simulations: int,
    look: Look,
    believe: Belief | None = None,
    memory: object = None,
) -> Choice:
    """Return what is best for the player whose turn it is."""
    assert game.turn is not None
    kind, state = type(game), game.to_json()
    return answer(Question(kind, state, game.turn, tuple(ways), simulations, look, 1, believe, memory))


@pytest.mark.parametrize("name", GAMES)
def test_a_strong_bot_plays_every_game_to_its_end(name: str) -> None:
    kind = find(name)
    game = kind(Setup(kind.SEATS[0], 1, {"combos": 1} if "combos" in kind.OPTIONS else {}))
    bots = [make("strong" if seat == 0 else "easy", kind, seat, Random(seat)) for seat in range(game.seats)]
    sitting.play(game, bots, 20_000)
    assert game.over


def test_the_best_way_is_found_and_the_first_stays_unless_another_is_surely_better() -> None:
    game = yahtzee()
    assert game.turn is not None
    seat = game.turn
    hand = game.view(seat)["hands"][seat]
    ways = [Choice(seat, "discard", {"cards": hand[:count]}) for count in (0, 5)]

    def keeping_is_bad(state: Game, of: int, rng: Random) -> Callable[[Choice], float]:
        return lambda way: len(way.data["cards"])

    def all_alike(state: Game, of: int, rng: Random) -> Callable[[Choice], float]:
        return lambda way: rng.random()

    assert best_of(game, ways, 8, keeping_is_bad) == ways[1]
    assert best_of(game, ways, 8, all_alike) == ways[0]


def test_what_it_may_not_know_changes_nothing_of_its_thoughts() -> None:
    game = yahtzee(3)
    assert game.turn is not None
    twin = type(game).from_json(OTHER_CARDS["yahtzee-hands-down"](game.to_json(), game.turn, Random(7)))
    assert twin.cards() != game.cards()
    choices = []
    for state in (game, twin):
        bot = thinker(state)
        choices.append(bot.choose(state.view(bot.seat), state.legal(bot.seat)))
    assert choices[0] == choices[1]


def test_an_answer_that_comes_later_changes_its_mind_but_not_its_moment() -> None:
    game = yahtzee()
    bot = thinker(game)
    questions: list[Question] = []
    later: Future[Choice] = Future()

    def ask(question: Question) -> Future[Choice]:
        questions.append(question)
        return later

    bot.ask = ask
    look(bot, game)
    first = bot.planned
    assert first is not None
    other = next(way for way in questions[0].ways if way.at(first.t_us) != first)
    later.set_result(other)
    assert bot.planned == other.at(first.t_us)
    look(bot, game)
    assert bot.planned == other.at(first.t_us)
    assert len(questions) == 1, "it asks once for as long as nothing has changed"


@pytest.mark.parametrize("failure", [RuntimeError("gone"), OSError("none to be had")])
def test_without_an_answer_it_does_what_it_would_do_anyway(failure: Exception) -> None:
    game = yahtzee()
    bot = thinker(game)
    lost: Future[Choice] = Future()
    lost.set_exception(failure)
    bot.ask = lambda question: lost
    look(bot, game)
    assert bot.planned is not None


def test_a_process_of_its_own_gives_the_same_answer() -> None:
    game = yahtzee(4)
    bot = thinker(game)
    asked: list[Question] = []

    def note(question: Question) -> Future[Choice]:
        asked.append(question)
        return Future()

    bot.ask = note
    look(bot, game)
    assert automatic.ask(asked[0]).result(60) == answer(asked[0])


def test_a_question_holds_no_card_that_its_seat_may_not_see() -> None:
    """The state in it is dealt again, so even a copy of the process's memory would tell nothing."""
    game = yahtzee(4)
    bot = thinker(game)
    asked: list[Question] = []

    def note(question: Question) -> Future[Choice]:
        asked.append(question)
        return Future()

    bot.ask = note
    look(bot, game)
    state = asked[0].state
    assert state["setup"].get("seed") is None
    assert state["chance"] != game.to_json()["chance"]
    hidden = [seat for seat in range(4) if seat != bot.seat]
    assert [state["hands"][seat] for seat in hidden] != [game.to_json()["hands"][seat] for seat in hidden]


def test_the_worse_ways_are_tried_no_more_but_the_usual_one_always() -> None:
    game = yahtzee()
    assert game.turn is not None
    ways = [Choice(game.turn, "discard", {"worth": worth}) for worth in range(9)]
    tries: Counter[int] = Counter()

    def look_at(state: Game, of: int, rng: Random) -> Callable[[Choice], float]:
        def comes_to(way: Choice) -> float:
            tries[way.data["worth"]] += 1
            return float(way.data["worth"])

        return comes_to

    assert best_of(game, ways, 16, look_at) == ways[-1]
    assert tries == {0: 16, 8: 16, 7: 12, 6: 8, 5: 8, 4: 4, 3: 4, 2: 4, 1: 4}


def test_what_others_did_is_believed_in_every_state_that_is_tried() -> None:
    game = yahtzee()
    assert game.turn is not None
    ways = [Choice(game.turn, "discard", {"cards": []}), Choice(game.turn, "down")]
    believed: list[str] = []
    deals: set[str] = set()

    def believe(state: Game, of: int, memory: str, rng: Random) -> None:
        believed.append(memory)
        deals.add(str(state.cards()))

    best_of(game, ways, 5, lambda *of: lambda way: 0.0, believe, "kept three")
    assert believed == ["kept three"] * 5
    assert len(deals) == 5


def test_chance_of_its_own_decides_what_it_imagines() -> None:
    game = yahtzee()
    assert game.resample(0, Chance(1)).to_json() == game.resample(0, Chance(1)).to_json()
    assert game.resample(0, Chance(1)).to_json() != game.resample(0, Chance(2)).to_json()
