"""Reaction training: the signal can't be guessed, and a guess is a false start."""

from __future__ import annotations

import random

import pytest

from slamomatic.bench.reaction.instrument import ANSWER_WITHIN_US, Card, Trainer, report, standings, train
from slamomatic.bench.result import Stopwatch
from slamomatic.games.quick_draw.call import GUESS_US, LEAST_WAIT_US, MOST_WAIT_US
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units


def trainer(paddles: int = 2, rounds: int = 3) -> Trainer:
    return Trainer(["Ada", "Ben"][:paddles], rounds, random.Random(1))


def test_the_wait_can_not_be_learned() -> None:
    waits = [trainer().plan(0)] + [Trainer(["Ada"], 1, random.Random(n)).plan(0) for n in range(500)]
    assert min(waits) >= LEAST_WAIT_US and max(waits) <= MOST_WAIT_US
    assert len(set(waits)) > 60
    # A long wait brings the signal no nearer: of the waits past 3 s as many end within a second as of all
    # waits past the least one.
    soon = sum(LEAST_WAIT_US <= wait < LEAST_WAIT_US + 1_000_000 for wait in waits) / len(waits)
    late = [wait for wait in waits if wait >= 3_000_000]
    soon_late = sum(wait < 4_000_000 for wait in late) / len(late)
    assert abs(soon - soon_late) < 0.12


def test_a_reaction_is_timed_from_the_frame_that_showed_the_signal() -> None:
    bench = trainer()
    bench.plan(0)
    bench.go(2_000_000)
    assert bench.down(0, 2_250_000) == "250.0 ms"
    assert bench.cards[0].reactions_us == [250_000]


def test_a_slap_before_the_signal_or_too_soon_after_it_is_a_false_start_and_counts_once() -> None:
    bench = trainer()
    bench.plan(0)
    assert bench.down(0, 500_000) == "false start"
    assert bench.down(0, 600_000) == ""
    bench.go(2_000_000)
    assert bench.down(0, 2_300_000) == ""
    assert bench.down(1, 2_000_000 + GUESS_US - 1) == "false start"
    assert bench.end_if_due(2_400_000)
    assert [card.false_starts for card in bench.cards] == [1, 1]
    assert [card.reactions_us for card in bench.cards] == [[], []]
    assert [card.missed for card in bench.cards] == [0, 0]


def test_a_second_slap_of_a_round_changes_nothing() -> None:
    bench = trainer()
    bench.plan(0)
    bench.go(0)
    bench.down(0, 200_000)
    assert bench.down(0, 300_000) == ""
    assert bench.cards[0].reactions_us == [200_000] and bench.cards[0].false_starts == 0


def test_a_slap_between_rounds_or_on_a_paddle_that_does_not_play_is_nothing() -> None:
    bench = trainer(paddles=1)
    assert bench.down(0, 0) == ""
    bench.plan(0)
    assert bench.down(1, 100) == ""
    bench.go(2_000_000)
    bench.down(0, 2_200_000)
    assert bench.end_if_due(2_200_000)
    assert bench.down(0, 2_300_000) == "" and bench.cards[0].false_starts == 0


def test_who_never_slaps_has_missed_and_the_training_ends_after_its_rounds() -> None:
    bench = trainer(rounds=2)
    for start_us in (0, 10_000_000):
        assert not bench.over
        bench.plan(start_us)
        bench.go(start_us)
        bench.down(0, start_us + 200_000)
        assert not bench.end_if_due(start_us + 300_000)
        assert bench.end_if_due(start_us + ANSWER_WITHIN_US)
    assert bench.over
    assert (bench.cards[1].missed, bench.cards[0].missed) == (2, 0)


def test_the_fastest_median_leads_and_who_never_reacted_stands_last() -> None:
    cards = [Card("Ada", [300_000]), Card("Ben"), Card("Cy", [200_000, 900_000, 210_000])]
    assert [card.name for card in standings(cards)] == ["Cy", "Ada", "Ben"]


def test_the_instrument_reports_the_reactions_that_were_put_in() -> None:
    """Two pairs of hands with known delays after the signal; a third that starts before it."""
    now = [1_000_000]
    unit = KeyboardUnit(3, clock=lambda: now[0])
    unit.start()
    delays_us = {0: 231_400, 1: 305_000}
    went_us = [0]

    def say(words: str) -> None:
        if "SLAP!" in words:
            went_us[0] = now[0]
        elif words.startswith("Wait"):
            unit.key(2, True)
            unit.key(2, False)

    def sleep(seconds: float) -> None:
        now[0] += round(seconds * 1_000_000)
        for paddle, delay_us in delays_us.items():
            if went_us[0] and now[0] >= went_us[0] + delay_us:
                unit.key(paddle, True, went_us[0] + delay_us)
        if went_us[0] and now[0] >= went_us[0] + max(delays_us.values()):
            went_us[0] = 0
            unit.release_all()

    training = Trainer(["Ada", "Ben", "Cy"], 4, random.Random(2))
    train(unit, training, say, clock=lambda: now[0], sleep=sleep)
    result = report(training.cards, Units([unit]), Stopwatch())
    for name, delay_us in (("Ada", 231_400), ("Ben", 305_000)):
        assert list(result.series[name].values) == pytest.approx([delay_us / 1000] * 4)
    players = {player["name"]: player for player in result.answers["players"]}
    assert (players["Cy"]["false_starts"], players["Cy"]["reactions_ms"]) == (4, None)
