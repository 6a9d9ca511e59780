"""The games as PettingZoo environments: its own tests, every choice has one number, hands race."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from slamomatic.engine import GAMES

pytest.importorskip("pettingzoo", reason="pettingzoo is not installed: pip install -e '.[ai]'")

from pettingzoo.test import api_test, seed_test

from slamomatic.ai.environment import env
from slamomatic.ai.numbering import GAMES as NUMBERED
from slamomatic.ai.numbering import key_of
from slamomatic.engine import Setup, find
from slamomatic.engine.bots import straight
from slamomatic.engine.bots.bot import Nature
from slamomatic.errors import UserError

if TYPE_CHECKING:
    from slamomatic.ai.environment import TableEnvironment
    from slamomatic.engine.vocabulary import Effect, Event

GUIDE = Path(__file__).resolve().parents[2] / "host" / "docs" / "training.md"


def play(table: TableEnvironment, seed: int) -> dict[str, float]:
    """A game by random choices; each agent's reward."""
    rng = Random(seed)
    rewards = dict.fromkeys(table.possible_agents, 0.0)
    table.reset(seed=seed)
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, _info = table.last()
        rewards[agent] += reward
        over = terminated or truncated
        possible = [at for at, may in enumerate(observation["action_mask"]) if may]
        table.step(None if over else rng.choice(possible))
    return rewards


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.filterwarnings("ignore")  # of observations that are dicts, as those with masks are
def test_pettingzoos_own_tests_pass(name: str) -> None:
    seats = find(name).SEATS[-1]
    api_test(env(name, seats), num_cycles=150)
    seed_test(lambda: env(name, seats), num_cycles=60)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_to_its_end_and_winners_take_what_the_others_pay(name: str) -> None:
    options = {"combos": 1} if name == "yahtzee-hands-down" else {}  # random hands make few combos
    table = env(name, find(name).SEATS[0], options)
    rewards = play(table, 1)
    assert table.game.over
    assert sum(rewards.values()) == pytest.approx(0)
    best = {seat for seat, agent in enumerate(rewards) if rewards[agent] == max(rewards.values())}
    assert best == set(table.game.winners)


@pytest.mark.parametrize("name", GAMES)
def test_every_choice_has_one_number_that_is_the_same_for_every_seat(name: str) -> None:
    kind = find(name)
    seats = kind.SEATS[-1]
    keys_of, _ = NUMBERED[name]
    known = set(keys_of(seats))
    assert len(known) == len(list(keys_of(seats)))
    game = kind(Setup(seats, 2))
    met: Counter[str] = Counter()

    def looking(event: Event) -> list[Effect]:
        for seat in range(seats):
            view = game.view(seat)
            keys = [key_of(choice, view) for choice in game.legal(seat)]
            assert known.issuperset(keys)
            assert len(set(keys)) == len(keys)
            met.update(str(key[0]) for key in keys)
        return game.apply(event)

    straight.play(game, Random(2), 300, looking)
    assert set(met) >= {"down"}


def test_who_slaps_first_is_part_of_the_game() -> None:
    """Everybody slaps as soon as they may: who loses a Hands Down is for the hands to say."""
    losers: Counter[int] = Counter()
    for seed in range(30):
        table = env("hands-down", 3)
        table.reset(seed=seed)
        for _agent in table.agent_iter():
            observation, _reward, terminated, truncated, _info = table.last()
            if terminated or truncated:
                break
            mask = observation["action_mask"]
            down = table.places[("down",)]
            possible = [at for at, may in enumerate(mask) if may]
            table.step(down if mask[down] else Random(seed).choice(possible))
            for effect in table.game.told:
                if effect.what == "lost" and effect.seat is not None:
                    losers[effect.seat] += 1
            if sum(losers.values()) > 8 * (seed + 1):
                break
    assert len(losers) == 3


def test_the_human_model_says_how_quick_hands_are() -> None:
    times = []
    for reaction_ms in (200, 800):
        table = env("hit-the-deck", 2, human=Nature(reaction_ms=reaction_ms, think_ms=reaction_ms))
        play(table, 3)
        times.append(table.game.now_us)
    assert times[0] < times[1]


def test_a_game_that_nobody_can_go_on_with_is_cut_off_and_nobody_pays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = env("hands-down")
    table.reset(seed=1)
    monkeypatch.setattr(type(table.game), "legal", lambda game, seat: [])
    table.step(0)  # wait
    assert all(table.truncations.values())
    assert not any(table.terminations.values())
    assert set(table.rewards.values()) == {0.0}


def test_what_the_mask_leaves_out_is_refused() -> None:
    table = env("slamwich", 2)
    table.reset(seed=1)
    observation, *_ = table.last()
    wrong = next(at for at, may in enumerate(observation["action_mask"]) if not may)
    with pytest.raises(ValueError, match="action mask"):
        table.step(wrong)


def test_an_unknown_game_is_a_sentence() -> None:
    with pytest.raises(UserError, match="there is no environment of 'uno'"):
        env("uno")


def test_the_guides_example_runs() -> None:
    blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 2
    names: dict[str, object] = {"GAMES": 3}
    for block in blocks:
        exec(re.sub(r"^GAMES = .*$", "GAMES = 3", block, flags=re.MULTILINE), names)
