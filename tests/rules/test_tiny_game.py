"""A game from outside the package goes through all that the five go through, nothing changed elsewhere."""

import io
import json
from random import Random

from rules.hidden import Secrets, check_secrets
from rules.tiny_game import Tiny
from slamomatic.check import check_game
from slamomatic.commands.referee import referee
from slamomatic.engine import find, new
from slamomatic.engine.bots.many import Plan, play_all
from slamomatic.engine.log import begin_game, opening_line
from slamomatic.engine.setup import Setup
from slamomatic.engine.vocabulary import Json

NAME = "rules.tiny_game:Tiny"


def test_it_keeps_what_every_game_must_keep() -> None:
    checks = check_game(Tiny, 0, lambda number: number >= 60)
    assert {check.name: check.broken for check in checks if not check.ok} == {}
    assert all(check.tried for check in checks)


def test_a_game_is_found_by_module_and_name() -> None:
    assert find(NAME) is Tiny


def twin(state: Json, eye: int | None, rng: Random) -> Json:
    """All other hands dealt again; what lies face down stays, it decides who takes the cards."""
    places = [hand for seat, hand in enumerate(state["hands"]) if seat != eye]
    cards = [card for place in places for card in place]
    rng.shuffle(cards)
    for place in places:
        for i in range(len(place)):
            place[i] = cards.pop()
    return state


def test_its_hidden_cards_show_nowhere() -> None:
    secrets = Secrets(twin, frozenset({("shown", "cards")}), diverging=0.7)  # a card played may be another's
    for seed in range(14):
        check_secrets(NAME, secrets, 3, seed)
    assert secrets.compared > 500
    assert secrets.diverged < secrets.diverging * secrets.compared


def test_the_referee_plays_it() -> None:
    answers = io.StringIO()
    referee(new(NAME, Setup(3, 1)), 0, io.BytesIO(b'{"do": "feint", "seat": 1, "t_us": 5}\n'), answers)
    first, second = map(json.loads, answers.getvalue().splitlines())
    assert first["view"]["game"] == "tiny"
    assert second["effects"][0]["what"] == "feint"


def test_simulate_plays_it_on_any_number_of_workers() -> None:
    plan = Plan(NAME, 50, 4, ("random",) * 4, 3)
    one, two = (play_all(plan, workers, lambda done: None)[0] for workers in (1, 2))
    assert (one.games, one.unfinished, one.moves) == (two.games, 0, two.moves)


def test_its_log_names_where_it_lives() -> None:
    game = new(NAME, Setup(3, 1))
    first = opening_line(game)
    assert first["game"].endswith("tiny_game:Tiny")
    assert begin_game(first).to_json() == game.to_json()
