"""Attacks that a furious player would try: nobody is named in the cheat's stead, and the game goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import attacks
from support.attacks import NETWORKS
from support.length import count

TRIALS = count(25, 1_000)


@pytest.mark.parametrize("network", NETWORKS)
def test_who_slaps_last_and_dates_it_back_makes_nobody_else_lose(network: str, tmp_path: Path) -> None:
    score = attacks.races(
        tmp_path,
        TRIALS,
        1,
        NETWORKS[network],
        lambda chance: chance.randint(60_000, 2_500_000),
        attacks.dates_back_and_holds_answers,
    )
    assert score.wrong == []
    assert score.said["tie"] <= TRIALS // 4, score.said


@pytest.mark.parametrize("network", NETWORKS)
def test_small_lies_under_an_honest_network_make_nobody_else_lose(network: str, tmp_path: Path) -> None:
    score = attacks.races(
        tmp_path,
        TRIALS,
        2,
        NETWORKS[network],
        lambda chance: chance.randint(30_000, 150_000),
        attacks.dates_back_100,
    )
    assert score.wrong == []


def test_who_answers_late_makes_nobody_else_lose(tmp_path: Path) -> None:
    score = attacks.races(
        tmp_path,
        TRIALS,
        3,
        NETWORKS["5 ms"],
        lambda chance: chance.randint(60_000, 400_000),
        attacks.answers_late,
    )
    assert score.wrong == []


@pytest.mark.parametrize("network", NETWORKS)
def test_honest_phones_are_judged_and_never_wrongly(network: str, tmp_path: Path) -> None:
    score, _ = attacks.honest_races(tmp_path, 2 * TRIALS, 5, NETWORKS[network])
    assert score.wrong == [] and score.said["void"] == 0
    assert score.said["right"] > score.said["tie"] > 0


def test_stall_in_a_race_names_nobody_wrongly(tmp_path: Path) -> None:
    score, _ = attacks.honest_races(tmp_path, 2 * TRIALS, 6, NETWORKS["20 ms"], stalls=0.3)
    assert score.wrong == []
    assert score.said["right"] > score.said["void"]
