"""Whole evenings with faults: the right loser, nothing lost, nothing leaked, nothing said twice."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from evenings import ledger, many, plan, rows
from support.length import count

RACES = count(20, 100)
SEEDS_OF_THE_LEDGER = range(300, 340)
MET = (
    "damaged while hands are waited for",
    "lost while hands are waited for",
    "cut while hands are waited for",
    "killed while hands are waited for",
    "halted while hands are waited for",
    "damaged within 5 ms of a hand",
    "looked within 5 ms of a hand",
    "page stalled within 5 ms of a hand",
    "two faults within a second",
    "three faults within a second",
    "two faults in one race",
    "a fault while no program runs",
    "no fault at all",
    "the network stalls as a phone's hand comes down",
    "the program started twice in an evening",
    "a game that goes on in a race",
    "a paddle is named",
    "a key is named",
    "a phone is named",
    "a bot is named",
    "a tie of a paddle and a phone",
    "a tie of two paddles",
    "a tie of two phones",
    "two hands within 100 us",
    "a verdict between hands less than 2 ms apart",
    "a tie of hands just nearer than can be told",
    "the last one decides after more than a second",
    "a race of two hands",
    "a race of three hands",
    "a race of four hands",
    "a race of five hands",
    "two ties in a row",
    "three verdicts in a row",
    "a verdict right after a void",
    "a verdict in hands-down",
    "a verdict in slamwich",
    "a verdict in hit-the-deck",
    "a verdict in yahtzee-hands-down",
    "a verdict in quick-draw",
    "a void in hands-down",
    "a void in slamwich",
    "a slap in a pause",
    "a slap at the edge of a pause",
    "a slap that was never told",
    "a slap good to 500 us",
    "a slap no better than 100 ms",
    "a hand that slaps twice within 300 ms",
    "a hand that comes down while paddles are dark",
    "a player reads whose paddle is waited for",
    "a phone that is not believed",
    "a phone that is lost and comes back",
    "an evening that ends with its game",
)
EVENINGS = count(4, 150)  # with each kind of fault, and others beside it


def with_every_kind(times: int) -> list[int]:
    """Return the seeds of evenings that together have each kind of fault so often: most have several."""
    missing, seeds = Counter(dict.fromkeys(plan.KINDS, times)), list[int]()
    for seed in itertools.count(2001):
        kinds = {fault.kind for fault in plan.draw(seed).faults}
        if any(missing[kind] > 0 for kind in kinds):
            seeds.append(seed)
            missing.subtract(kinds)
        if not +missing:
            break
    return seeds


def test_evenings_with_every_kind_of_fault_end_well() -> None:
    seeds = with_every_kind(EVENINGS)
    tally = many.some(seeds, None)
    assert not tally.found, told(tally)
    assert {*plan.KINDS} <= {*tally.of_kind}, "a fault did not come about"
    assert tally.judged > len(seeds) / 2


@pytest.mark.long
@pytest.mark.parametrize("kind", plan.KINDS)
def test_evenings_with_a_fault_end_well(kind: str) -> None:
    first = 1000 * list(plan.KINDS).index(kind) + 1
    with_it = (s for s in itertools.count(first) if kind in {f.kind for f in plan.draw(s).faults})
    tally = many.some([*itertools.islice(with_it, EVENINGS)], None)
    assert not tally.found, told(tally)
    assert tally.of_kind[kind], "the fault did not come about"
    assert tally.judged > EVENINGS / 2


def test_evenings_without_a_fault_end_well() -> None:
    without = (s for s in itertools.count(1) if not plan.draw(s).faults)
    tally = many.some([*itertools.islice(without, EVENINGS)], None)
    assert not tally.found, told(tally)
    assert tally.judged and not tally.voided


def test_ledger_notes_what_came_up() -> None:
    """These evenings have each of these more than twice, so that no small change of a game takes one away."""
    tally = many.some(SEEDS_OF_THE_LEDGER, None)
    assert not tally.found, told(tally)
    assert [name for name in MET if not tally.met[name]] == []
    assert set(tally.met) <= set(ledger.SITUATIONS)


def test_ledger_has_a_hundred_situations_and_says_which_never_came_up() -> None:
    assert len(set(ledger.SITUATIONS)) == len(ledger.SITUATIONS) >= 100
    never = "all hands within 2 us"
    assert ledger.missing(dict.fromkeys(ledger.SITUATIONS, 1) | {never: 0}) == [never]


def test_half_of_the_kinds_of_faults_are_switched_off_in_each_evening() -> None:
    evenings = [plan.draw(seed) for seed in range(300)]
    for drawn in evenings:
        assert len(drawn.off) == len(plan.KINDS) // 2
        assert not {fault.kind for fault in drawn.faults} & set(drawn.off)
        assert all(kind in drawn.options for kind in drawn.off)
    assert {kind for drawn in evenings for kind in drawn.off} == set(plan.KINDS)


def told(tally: many.Tally) -> str:
    """Say what was found, with the commands that play it again."""
    return "\n".join(
        f"{each.finding.what}: {each.finding.text}\n{each.replay(None)}" for each in tally.failures
    )


@pytest.mark.parametrize(
    ("game", "seed", "kept"),
    [
        (
            "hands-down",
            200007,
            (),
        ),  # a hand was up when the Hands Down opened, and that is known only afterwards
        ("yahtzee-hands-down", 3000239, (3,)),  # a slap from before the machine was switched on
        (
            "slamwich",
            5100521,
            (0, 4, 6, 7),
        ),  # lines of a sleeping host that came late and fitted the old time
        ("hands-down", 810147, None),  # a slap from before its unit's first ping, and the host slept between
        ("hands-down", 811010, None),  # a unit that booted while a contact bounced
        ("slamwich", 6000516, (0,)),  # keys that went down and up in one look, while the machine slept
        (
            "slamwich",
            60004302,
            (1, 2, 4, 5, 7),
        ),  # a thief slapped and called within 7 ms, by a clock good to 1
        ("yahtzee-hands-down", 11002261, (4, 5)),  # a paddle that was slapped while the machine slept
        ("hit-the-deck", 11007633, (0, 1)),  # a unit that started again twice within a second
        (
            "slamwich",
            20009921,
            (5, 7),
        ),  # a machine that slept so long that its players seemed to be kept waiting
        ("hands-down", 20004485, (2, 5, 7)),  # power that was lost after the disk had broken
        ("slamwich", 20014007, (0, 1, 2, 3, 5)),  # a HELLO that a younger line had overtaken: no boot
        ("slamwich", 20004140, (6,)),  # two calls of one instant, after a card that changed whose turn it is
        ("hands-down", 20010234, (0,)),  # static that lent a slap its time, on a unit that can't say so
        ("slamwich", 30000354, (3, 6, 12)),  # two slaps that nobody could place, and no slap was open
        (
            "slamwich",
            41004999,
            (2,),
        ),  # a hand that came up in a time that was taken back to when paddles came live
        (
            "hands-down",
            41003526,
            (1, 4, 8, 9),
        ),  # a player who left in a time that was taken back: its bot slapped
        ("hands-down", 20028791, (2, 3, 7, 8)),  # a machine that warmed up while it slept
        (
            "hands-down",
            9310724,
            None,
        ),  # a hand that was up when the Hands Down opened: nobody came live by it
        ("slamwich", 61013299, (0, 5)),  # a call told 4 ms inside its limit, by a clock good to 15
        ("hands-down", 62003378, ()),  # a key of a slow frame that came with the opener's slap, or after it
        (
            "hands-down",
            66000845,
            (2, 3, 5, 6),
        ),  # a tie inside what its clock and its own doubt allow together
        ("quick-draw", 9048, ()),  # a second one too soon, or just not
        ("quick-draw", 74310, (2,)),  # a pause as the round was won
        ("quick-draw", 65008775, (0, 4)),  # a pause as somebody slapped too soon
    ],
)
def test_evenings_that_were_judged_wrongly_once(game: str, seed: int, kept: tuple[int, ...] | None) -> None:
    drawn = plan.first_draw(seed, game)
    assert not many.play(drawn if kept is None else drawn.keeping(kept)).findings


@pytest.mark.parametrize(("title", "play"), rows.ROWS, ids=[title for title, _ in rows.ROWS])
def test_hard_moments_name_nobody_wrongly(title: str, play: rows.Play) -> None:
    races = [race for seed in range(RACES) if (race := play(seed)).opened_us is not None]
    assert len(races) > RACES / 2
    assert not any(race.wrong() for race in races)
    assert all(race.verdict for race in races), "a race was never judged"


def test_an_evening_is_the_same_each_time_it_is_played() -> None:
    for seed in (19, 20):
        drawn = plan.draw(seed)
        assert many.play(drawn).digest == many.play(drawn).digest


def test_another_seed_is_another_evening() -> None:
    assert len({many.play(plan.draw(seed)).digest for seed in range(5)}) == 5


def test_command_says_one_json_object_and_nothing_else() -> None:
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith("PYGAME")}
    words = [sys.executable, "-P", str(Path(__file__).parent), "--evenings", "1", "--cores", "1", "--json"]
    run = subprocess.run(words, env=surroundings, capture_output=True, text=True, check=False)
    assert json.loads(run.stdout)["evenings"] == 1
