"""A state that a seat could be in: it looks the same to it, and nothing hidden is used to make it."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rules.every_state import cards_of
from rules.hands_down_sitting import Sitting
from slamomatic.engine import GAMES, Setup, find
from slamomatic.engine.bots import straight
from slamomatic.engine.chance import Chance
from slamomatic.engine.core import Game
from slamomatic.engine.vocabulary import Effect, Event
from support.twins import OTHER_CARDS, TWINS

HIDING = list(TWINS)  # the games that hide something
MOVES = 400
EVERY = 7  # events


def eyes(game: Game) -> list[int | None]:
    return [None, *range(game.seats)]


def games_on_the_way(name: str, seed: int) -> list[Game]:
    """A random game's states, every few events."""
    kind = find(name)
    game = kind(Setup(kind.SEATS[1], seed))
    states: list[Game] = []
    events = 0

    def watched(event: Event) -> list[Effect]:
        nonlocal events
        events += 1
        if events % EVERY == 0:
            states.append(type(game).from_json(game.to_json()))
        return game.apply(event)

    straight.play(game, Random(seed), MOVES, watched)
    return [*states, game]


def test_a_game_that_hides_nothing_has_no_cards() -> None:
    for name in set(GAMES) - set(HIDING):
        game = find(name)(Setup(find(name).SEATS[0], 1))
        assert not game.cards()
        assert not any(game.face_down(eye) for eye in eyes(game))


@pytest.mark.parametrize("name", HIDING)
def test_it_looks_the_same_to_the_eye_and_holds_every_card_once(name: str) -> None:
    moved = 0
    for game in games_on_the_way(name, 1):
        for eye in eyes(game):
            other = game.resample(eye, Chance(moved))
            assert other.view(eye) == game.view(eye)
            assert other.legal(eye) == game.legal(eye)
            assert other.due_us == game.due_us
            assert cards_of(other) == cards_of(game)
            moved += other.cards() != game.cards()
    assert moved > 50


@pytest.mark.parametrize("twins", [TWINS, OTHER_CARDS], ids=["playable", "all hidden cards"])
@pytest.mark.parametrize("name", HIDING)
def test_what_the_eye_cannot_see_makes_no_difference(name: str, twins: dict[str, object]) -> None:
    """Two games that differ only in hidden cards, chance and seed: the same answer from the same chance."""
    differed = 0
    for number, game in enumerate(games_on_the_way(name, 2)):
        for eye in eyes(game):
            rng = Random(number)
            twin = twins[name](game.to_json(), eye, rng)  # type: ignore[operator]
            if twin is None:
                continue
            twin["chance"] = rng.getrandbits(64)
            twin["setup"]["seed"] = rng.getrandbits(32)
            other = type(game).from_json(twin)
            if other.view(eye) != game.view(eye):
                continue  # what was dealt here would show: no twin
            differed += other.cards() != game.cards()
            mine, theirs = (which.resample(eye, Chance(number)).to_json() for which in (game, other))
            assert mine == theirs
    assert differed > 20


@pytest.mark.parametrize("name", GAMES)
def test_it_can_be_played_to_its_end(name: str) -> None:
    for number, game in enumerate(games_on_the_way(name, 3)[::5]):
        for eye in eyes(game):
            other = game.resample(eye, Chance(number))
            deck = cards_of(other)
            straight.play(other, Random(number), 100_000)
            assert other.over
            assert cards_of(other) == deck


@pytest.mark.parametrize("name", GAMES)
def test_it_leaves_the_game_as_it_was(name: str) -> None:
    for number, game in enumerate(games_on_the_way(name, 4)[::9]):
        before = game.to_json()
        for eye in eyes(game):
            game.resample(eye, Chance(number))
        assert game.to_json() == before


def test_hidden_cards_come_to_every_place_as_often() -> None:
    """The top of the drawpile, over many samples: no card is favoured but by how many there are of it."""
    game = find("hands-down")(Setup(3, 5))
    chance = Chance(5)
    tops: Counter[str] = Counter()
    hidden = Counter(card for place, cards in game.cards().items() if place != "hand 0" for card in cards)
    for _ in range(4000):
        tops[game.resample(0, chance).cards()["drawpile"][-1]] += 1
    unseen = sum(hidden.values())
    for card, count in hidden.items():
        share = count / unseen
        assert abs(tops[card] - 4000 * share) < 5 * (4000 * share * (1 - share)) ** 0.5


def test_who_has_drawn_a_card_that_fits_holds_one() -> None:
    """In Hit the Deck everybody knows it: it must be played."""
    game = find("hit-the-deck")(Setup(2, 1))
    state = game.to_json()
    state |= {"turn": 1, "drew": True, "discards": [*state["discards"], "N1"]}
    game = find("hit-the-deck").from_json(state)
    chance = Chance(1)
    for _ in range(60):
        other = game.resample(0, chance)
        assert any(choice.do == "play" for choice in other.legal(1))
        assert cards_of(other) == cards_of(game)


def test_the_pair_that_is_slapped_for_stays_secret() -> None:
    seen = []
    for number in ("1", "5"):
        sitting = Sitting("1 1 5 5", "2 3", "4 6", drawpile="7 8 9")
        sitting.do("choose", 0, 500, number=number)
        sitting.down(0, 1000)
        seen.append([sitting.game.resample(1, Chance(n)).to_json() for n in range(20)])
    assert seen[0] == seen[1]


def test_hands_of_dice_lie_sorted() -> None:
    game = find("yahtzee-hands-down")(Setup(4, 1))
    for place, cards in game.resample(0, Chance(1)).cards().items():
        assert not place.startswith("hand") or cards == sorted(cards)


def test_another_players_drawn_card_and_aim_in_lowdown_are_forgotten() -> None:
    game = find("lowdown")(Setup(3, 1))
    state = game.to_json()
    state |= {"phase": "place", "drawn": state["drawpile"].pop(), "drawn_from": "pile"}
    state["aims"] = [[0, 1, 2]] * 3
    game = find("lowdown").from_json(state)
    assert game.turn is not None
    mine, theirs = game.turn, (game.turn + 1) % 3
    chance = Chance(1)
    assert {game.resample(mine, chance).to_json()["drawn"] for _ in range(20)} == {state["drawn"]}
    assert len({game.resample(theirs, chance).to_json()["drawn"] for _ in range(20)}) > 3
    aims = game.resample(mine, chance).to_json()["aims"]
    assert [aims[seat] is None for seat in range(3)] == [seat != mine for seat in range(3)]
