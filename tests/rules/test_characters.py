"""Six characters one can tell apart, and bots that follow the player."""

from __future__ import annotations

from random import Random
from statistics import median

import pytest

from rules.sensible_bots import watch
from slamomatic.engine import GAMES, find
from slamomatic.engine.bots import CHARACTERS, KINDS, Bot, Nature, adaptive, is_kind, make, sitting
from slamomatic.engine.bots.adaptive import level_after, level_of, nature_at
from slamomatic.engine.setup import Setup
from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.errors import UsageError
from slamomatic.games.hands_down.bots import Careful
from slamomatic.games.slamwich.bots import Careful as SlamwichCareful


def bot(kind: str, game: str = "hands-down", seed: int = 1) -> Bot:
    return make(kind, find(game), 0, Random(seed))


def test_each_of_the_six_has_a_name_a_temperament_and_a_weakness() -> None:
    assert len(CHARACTERS) == 6
    for what in ("name", "temperament", "weakness"):
        assert len({getattr(character, what) for character in CHARACTERS.values()}) == 6
    assert len({character.nature for character in CHARACTERS.values()}) == 6


@pytest.mark.parametrize("kind", [*CHARACTERS, "hare:easy", "owl:to-win", "adaptive", "adaptive:90"])
@pytest.mark.parametrize("name", GAMES)
def test_they_play_every_game(name: str, kind: str) -> None:
    assert is_kind(kind)
    assert bot(kind, name).seat == 0


@pytest.mark.parametrize("kind", ["hare:", "hare:random", "wolf", "adaptive:101", "adaptive:x", ""])
def test_other_names_are_no_bots(kind: str) -> None:
    assert not is_kind(kind)
    with pytest.raises(UsageError):
        bot(kind)


def test_difficulty_is_separate_from_temperament() -> None:
    for kind in CHARACTERS:
        plain, easy = bot(kind).nature, bot(f"{kind}:easy").nature
        assert easy.reaction_ms > 1.5 * plain.reaction_ms
        assert easy.temper > plain.temper
        assert (easy.feints, easy.risk, easy.overlooks) == (plain.feints, plain.risk, plain.overlooks)
    assert type(bot("owl:to-win")) is not type(bot("owl"))


def reactions_ms(kind: str, ready: bool) -> list[float]:
    """How long it takes to answer a slap, many times."""
    view: Json = {"asked": [0], "turn": 1, "down": [False] * 3, "live": [True] * 3, "over": False}
    times = []
    for seed in range(200):

        class Watching(Bot):
            def choose(self, view: Json, legal: list[Choice]) -> Choice | None:
                return legal[0] if legal else None

            def saw_slap_coming(self, view: Json) -> bool:
                return ready

        own = bot(kind).nature
        event = Watching(0, Random(seed), own).update(view, [Choice(0, "down")], [], 0)
        assert event is not None
        times.append(event.t_us / 1000)
    return times


def test_the_hare_is_quick_the_tortoise_slow_even_when_ready_the_owl_steady() -> None:
    quick = {kind: median(reactions_ms(kind, ready=False)) for kind in CHARACTERS}
    assert min(quick, key=quick.__getitem__) == "hare"
    ready = {kind: median(reactions_ms(kind, ready=True)) for kind in CHARACTERS}
    assert max(ready, key=ready.__getitem__) == "tortoise"
    spread = {kind: max(reactions_ms(kind, False)) - min(reactions_ms(kind, False)) for kind in CHARACTERS}
    assert min(spread, key=spread.__getitem__) == "owl"


def test_the_hare_falls_for_a_feint_the_owl_hardly_ever() -> None:
    fooled = {kind: CHARACTERS[kind].nature.temper for kind in CHARACTERS}
    assert max(fooled, key=fooled.__getitem__) == "hare"
    assert min(fooled, key=fooled.__getitem__) == "owl"


def test_the_peacock_feints_three_times_in_a_turn_and_then_means_it() -> None:
    habits = watch("hands-down", "peacock", 3, 4)
    fakes = habits.counts["fakes in a turn"]
    assert fakes[3] > 0.8 * habits.count("fakes in a turn")


def test_the_goldfish_overlooks_sandwiches_more_often_than_pairs() -> None:
    missed = {"pair": 0, "sandwich": 0}
    for seed in range(400):
        for what, pile in (("pair", ["egg", "egg"]), ("sandwich", ["egg", "jelly", "egg"])):
            fish = bot("goldfish", "slamwich", seed)
            assert isinstance(fish, SlamwichCareful)
            view = {"pile": pile, "slips": [], "again": False, "flipped_us": 5, "first": None}
            slap = [Choice(0, "down")]
            first = fish.choose(view, slap)
            assert fish.choose(view, slap) == first, "it looks at one card once"
            missed[what] += first is None
    assert 100 < missed["sandwich"] < 220
    assert 20 < missed["pair"] < 80


def test_the_magpie_waits_for_more_where_others_take_what_there_is() -> None:
    hand = ["B1", "B1", "B1", "R2", "Y5"]  # three of a kind: two points
    view: Json = {
        "hands": [hand],
        "table": ["3k", "yz"],
        "called": [False, False],
        "left": None,
        "turn": 0,
        "discards": [],
        "drawpile": 40,
    }
    legal = [Choice(0, "down"), Choice(0, "discard", {"cards": []})]
    calls = {"magpie": 0, "careful": 0}
    for kind in calls:
        for seed in range(100):
            wants = bot(kind, "yahtzee-hands-down", seed).choose(view, legal)
            calls[kind] += wants is not None and wants.do == "down"
    assert calls["careful"] == 100
    assert calls["magpie"] < 40


# --- bots that follow the player --------------------------------------------------------------------


def test_a_level_stands_still_only_where_one_game_in_n_is_won() -> None:
    for players in (2, 4):
        level = 0.5
        for game in range(40 * players):
            level = level_after(level, game % players == 0, players)
        assert level == pytest.approx(0.5)
    assert level_of([(True, 4)] * 30) == 1.0
    assert level_of([(False, 4)] * 30) == 0.0


def test_with_the_level_hands_get_quicker_and_harder_to_fool() -> None:
    low, high = nature_at(0.0), nature_at(1.0)
    assert low.reaction_ms > 2 * high.reaction_ms
    assert low.temper > high.temper
    assert adaptive.skill_at(0.2) == "careful" and adaptive.skill_at(1.0) == "to-win"


@pytest.mark.parametrize("reaction_ms", [300, pytest.param(600, marks=pytest.mark.long)])
def test_quick_and_slow_people_win_about_one_game_in_n(reaction_ms: int) -> None:
    """A person of this reaction time plays game after game of Hands Down; the bots follow."""
    rules, players, games, settling = find("hands-down"), 4, 110, 30
    level, won = adaptive.START, 0.0
    for seed in range(games):
        game = rules(Setup(players, seed))
        at = seed % players
        person = Careful(at, Random(f"person {seed}"), Nature(reaction_ms=reaction_ms, ready_ms=reaction_ms))
        kind = f"adaptive:{round(level * 100)}"
        bots = [
            person if seat == at else make(kind, rules, seat, Random(f"{seed} {seat}"))
            for seat in range(players)
        ]
        sitting.play(game, bots, 20_000)
        wins = at in game.winners
        level = level_after(level, wins, players)
        won += wins / max(1, len(game.winners)) * (seed >= settling)
    assert 0.12 < won / (games - settling) < 0.40


def test_the_kinds_of_the_start_scene_are_known() -> None:
    assert all(is_kind(kind) for kind in KINDS)
