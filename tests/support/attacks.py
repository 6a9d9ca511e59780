"""Races of Hands Down against somebody who cheats with a phone, and what was said of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from slamomatic.engine import Choice
from slamomatic.phone.touch_unit import PhoneUnit
from slamomatic.table.seats import Seat
from slamomatic.units.base import Do, PaddleEvent
from support.scripted_unit import HandClock
from support.simulated_phone import HostilePhone, Network, Timeline, steady
from support.table import Table

FRAME_US = 16_000
PICO_SEATS = [Seat("Ada", 0), Seat("Ben", 1), Seat("Cleo", 2)]
LIAR = 3  # the seat
PHONE_COLOURS = (4, 5)  # the Pico has no paddle of these colours
LIARS_SEAT = Seat("Dan", PHONE_COLOURS[0])
HONEST = 2  # the seat of the second phone
HONEST_SEAT = Seat("Eva", PHONE_COLOURS[1])
NETWORKS = {"5 ms": steady(5_000), "20 ms": steady(20_000), "80 ms": steady(80_000)}
QUIET_US = 5_000_000  # between two races
STALL_US = 800_000
SETTLES_US = 4_500_000  # until a verdict is there, or the slap is void


class AttackTable(Table):
    """Hands on a Pico, one on a phone that lies, perhaps with a head start, and perhaps an honest phone."""

    def __init__(
        self,
        home: Path,
        seed: int,
        network: Network,
        honest_phone: bool = False,
        game: str = "hands-down",
        head_start_ms: int = 0,
    ) -> None:
        self._true = HandClock(0)
        self._seed, self._network = seed, network
        colours = PHONE_COLOURS[: 1 + honest_phone]
        self.phone_units = [PhoneUnit(colour, self._true) for colour in colours]
        self.phones: list[HostilePhone] = []
        liars_seat = replace(LIARS_SEAT, handicap_ms=head_start_ms)
        seats = [*PICO_SEATS[:2], HONEST_SEAT if honest_phone else PICO_SEATS[2], liars_seat]
        super().__init__(home, seats, game, beside=self.phone_units)

    def ready(self) -> None:
        self.timeline = Timeline(self._put)
        self.phones = [
            HostilePhone(unit, self._put, self._seed + number, self._network, self.timeline)
            for number, unit in enumerate(self.phone_units)
        ]
        self.timeline.run(3_000_000)

    @property
    def liar(self) -> HostilePhone:
        return self.phones[0]

    def phone_of(self, seat: int) -> HostilePhone | None:
        if seat == LIAR:
            return self.phones[0]
        return self.phones[1] if seat == HONEST and len(self.phones) > 1 else None

    def _put(self, at_us: int) -> None:
        self.clock.at_us = self._true.us = at_us

    def pump(self, at_us: int | None = None) -> None:
        """Frame by frame, for phones that talk all the time."""
        while at_us is not None and self.timeline.now_us < at_us:
            self.timeline.run(min(at_us, self.timeline.now_us + FRAME_US))
            super().pump()
        super().pump()

    def press_key(self, key: int, at_us: int) -> None:
        """Move each player who was told to use a key to that key."""
        self.timeline.at(at_us, lambda: self.keys.key(key, True, at_us))
        self.timeline.at(at_us + 80_000, lambda: self.keys.key(key, False, at_us + 80_000))

    def now_us(self) -> int:
        return self.timeline.now_us

    def until_a_pair(self, not_of: Sequence[int] = (LIAR,)) -> int:
        """Passes until somebody else than these holds a pair; -1 when the game is over or nobody can."""
        for _ in range(400):
            if self.session.over:
                return -1
            turn = self.turn
            if turn not in not_of and Choice(turn, "down") in self.session.legal(turn):
                return turn
            choice = next((c for c in self.session.legal(turn) if c.do in ("pass", "take")), None)
            if choice is not None:
                self.session.choose(choice)
            self.pump(self.now_us() + 1_000_000)
        return -1

    def run_race(self, slaps_us: dict[int, int]) -> list[dict[str, Any]]:
        """Return the game's effects after these hands."""
        before = len(self.effects)
        for seat, at_us in sorted(slaps_us.items(), key=lambda slap: slap[1]):
            phone = self.phone_of(seat)
            if seat in self.session.seats_on_keys:
                self.press_key(self.session.seats[seat].colour, at_us)
            elif phone is not None:
                phone.slap(at_us, held_us=80_000)
            else:
                self.pump(at_us)
                self.slap(seat, at_us)
        self.pump(max(slaps_us.values()) + SETTLES_US)
        return self.effects[before:]


@dataclass
class Score:
    """Counts of the verdicts of many races."""

    said: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def note(self, word: str, why: str = "") -> None:
        self.said[word] += 1
        if word == "wrong":
            self.wrong.append(why)


Cheat = Callable[
    [HostilePhone, int, random.Random], None
]  # before a race: (phone, how late it slaps, chance)


def said_of(told: Sequence[dict[str, Any]], slaps_us: dict[int, int]) -> tuple[str, str]:
    """Whether a verdict is "right", "wrong", a "tie", "void", or "none" was given; and what is wrong."""
    ends = [n for n, effect in enumerate(told) if effect["what"] in ("lost", "clump")]
    told = told[: ends[0] + 1] if ends else told  # a hand that came later is of the next slap
    opened = [effect for effect in told if effect["what"] == "hands-down"]
    early = [effect for effect in told if effect["what"] == "pays" and effect.get("why") == "early"]
    if early or any(effect["what"] == "foul" for effect in told):
        return "wrong", f"early or foul: {early} {slaps_us}"
    asked = opened[0]["waits_for"] if opened else []
    lost = [effect["seat"] for effect in told if effect["what"] == "lost"]
    if lost:
        order = sorted(asked, key=slaps_us.__getitem__)
        return (
            ("right", "") if lost == order[-1:] else ("wrong", f"{lost} lost, true order {order}: {slaps_us}")
        )
    if any(effect["what"] == "clump" for effect in told):
        return "tie", ""
    return ("void", "") if any(effect["what"] == "void" for effect in told) else ("none", "")


def races(
    home: Path,
    trials: int,
    seed: int,
    network: Network,
    late_us: Callable[[random.Random], int],
    cheat: Cheat,
    honest_phone: bool = False,
    stalls: float = 0.0,
) -> Score:
    """The liar slaps last, so much later than the last but one; what was said of each race."""
    chance, score, number = random.Random(seed), Score(), 0
    while score.said.total() < trials:
        number += 1
        table = AttackTable(home / str(number), seed + 1000 * number, network, honest_phone)
        while score.said.total() < trials and (turn := table.until_a_pair()) >= 0:
            opened_us = table.now_us() + 300_000
            others = [seat for seat in range(3) if seat != turn]
            chance.shuffle(others)
            late = late_us(chance)
            last_us = opened_us + chance.randint(250_000, 500_000)
            slaps_us = {turn: opened_us, others[0]: opened_us + 200_000, others[1]: last_us}
            slaps_us[LIAR] = last_us + late
            cheat(table.liar, late, chance)
            if stalls and chance.random() < stalls:
                table.liar.stall(slaps_us[LIAR] + chance.randint(-200_000, 100_000), STALL_US)
            before_us = table.now_us()
            told = table.run_race(slaps_us)
            word, why = said_of(told, slaps_us)
            score.note(word, why)
            rest(table)
            assert table.now_us() > before_us
            if word == "none" or table.session.missing_unit():
                break  # a table without its phone stands still: the next one begins
        table.session.close()
    return score


def plain_races(table: AttackTable, number: int) -> list[str]:
    """Return the verdicts of races that are plain to see: hands 200 ms apart, the liar first."""
    return [close_race(table, 200_000) for _ in range(number)]


def close_race(table: AttackTable, apart_us: int) -> str:
    """Return the verdict of one race: the liar slaps early, the last two so far apart, both on the Pico."""
    turn = table.until_a_pair()
    assert turn >= 0
    opened_us = table.now_us() + 300_000
    second, last = (seat for seat in range(3) if seat != turn)
    slaps_us = {turn: opened_us, LIAR: opened_us + 200_000, second: opened_us + 400_000}
    slaps_us[last] = slaps_us[second] + apart_us
    said = said_of(table.run_race(slaps_us), slaps_us)[0]
    rest(table)
    return said


@dataclass(frozen=True)
class Denial:
    """How long one player kept the others from playing."""

    in_a_row: int  # voids, at most
    voids: int  # in all
    seconds: float | None  # until the paddle was played without; None: it never was


def denial(home: Path, seed: int, attack: Callable[[AttackTable], None], races: int = 6) -> Denial:
    """Measure what a lasting attack does to races that are plain to see."""
    table = AttackTable(home, seed, NETWORKS["20 ms"])
    assert plain_races(table, 1) == ["right"]
    from_us, sent_away_us = table.now_us(), list[int]()

    def look() -> None:
        if LIAR in table.session.troubles.benched:
            sent_away_us.append(table.now_us())
        else:
            table.timeline.at(table.now_us() + 50_000, look)

    look()
    attack(table)
    said = plain_races(table, races)
    first = sent_away_us[0] if sent_away_us else None
    in_a_row = max(len(row) for row in "".join("v" if word == "void" else " " for word in said).split(" "))
    return Denial(in_a_row, said.count("void"), None if first is None else (first - from_us) / 1e6)


def seconds_until_fine_again(
    home: Path, seed: int, happens: Callable[[AttackTable], None], apart_us: int = 30_000
) -> int | None:
    """How long after this hands on the Pico that are so close are told apart again, beside the phone."""
    for seconds in (0, 1, 2, 3, 4, 5, 6, 8, 10, 15, 30):
        table = AttackTable(home / str(seconds), seed, NETWORKS["5 ms"])
        table.until_a_pair()
        happens(table)
        table.pump(table.now_us() + seconds * 1_000_000)
        if close_race(table, apart_us) == "right":
            return seconds
    return None


def ties_gained_us(network: Network, seed: int, slaps: int, lies: bool, holds_us: int = 0) -> tuple[int, int]:
    """How late a phone's slap may be and still share a place: the most, and how many of them are doubted.

    `lies`: its page dates touches back. `holds_us`: and holds each answer to a ping for so long.
    """
    clock = HandClock(0)
    unit = PhoneUnit(PHONE_COLOURS[0], clock)
    phone = HostilePhone(unit, lambda us: setattr(clock, "us", us), seed, network)
    chance, most_us, doubted = random.Random(seed), 0, 0
    phone.run(3_000_000)
    phone.holds_answers_us = holds_us
    phone.run(6_000_000)
    for _ in range(slaps):
        phone.dates_back_us = chance.randint(0, 250_000) if lies else 0
        at_us = phone.now_us + chance.randint(300_000, 1_200_000)
        phone.slap(at_us)
        unit.ask(at_us)
        phone.run(at_us + 1_500_000)
        for item in unit.drain():
            if isinstance(item, PaddleEvent) and item.do is Do.DOWN:
                doubted += item.doubted
                if not item.doubted:
                    most_us = max(most_us, at_us - (item.t_us - item.error_us))
    return most_us, doubted


def rest(table: AttackTable) -> None:
    """All hands up, and a while of peace."""
    table.pump(table.now_us() + QUIET_US)


def honest_races(
    home: Path, trials: int, seed: int, network: Network, stalls: float = 0.0
) -> tuple[Score, list[int]]:
    """Nobody cheats: two phones beside a Pico, hands up to 150 ms apart. Also what the phones stated."""
    chance, score, number, stated = random.Random(seed), Score(), 0, list[int]()
    while score.said.total() < trials:
        number += 1
        table = AttackTable(home / str(number), seed + 1000 * number, network, honest_phone=True)
        while score.said.total() < trials and (turn := table.until_a_pair(not_of=())) >= 0:
            opened_us = table.now_us() + 300_000
            others = [seat for seat in range(4) if seat != turn]
            first, near, last = chance.sample(others, 3)
            last_us = opened_us + chance.randint(300_000, 700_000)
            slaps_us = {
                turn: opened_us,
                first: opened_us + 200_000,
                near: last_us - chance.randint(0, 150_000),
            }
            slaps_us[last] = last_us
            if chance.random() < stalls:
                table.phones[chance.randrange(2)].stall(last_us + chance.randint(-200_000, 100_000), STALL_US)
            score.note(*said_of(table.run_race(slaps_us), slaps_us))
            stated += [unit.state().error_us or 0 for unit in table.phone_units]
            rest(table)
        table.session.close()
    return score, stated


def paused_races(
    home: Path, trials: int, seed: int, network: Network, by: str, apart_us: int = 30_000
) -> Score:
    """The last to slap does so within `apart_us` of an edge of a pause, which nobody planned for.

    `by`: what that player slaps, "phone" or "key". Slaps in the pause itself count for nothing.
    """
    chance, score, number = random.Random(seed), Score(), 0
    while score.said.total() < trials:
        number += 1
        table = AttackTable(home / str(number), seed + 1000 * number, network)
        if by == "key":
            table.session.use_key(LIAR)
        while score.said.total() < trials and (turn := table.until_a_pair()) >= 0:
            opened_us = table.now_us() + 300_000
            others = [seat for seat in range(3) if seat != turn]
            slaps_us = {turn: opened_us, others[0]: opened_us + 150_000, others[1]: opened_us + 700_000}
            slaps_us[LIAR] = opened_us + 400_000
            at_start = chance.random() < 0.5
            edge_us = slaps_us[LIAR] + chance.randint(-apart_us, apart_us)
            from_us, until_us = (edge_us, edge_us + 100_000) if at_start else (edge_us - 100_000, edge_us)
            table.timeline.at(from_us, table.session.pause)
            table.timeline.at(until_us, table.session.go_on)
            counted = not from_us <= slaps_us[LIAR] < until_us
            told = table.run_race(slaps_us)
            lost = [effect["seat"] for effect in told if effect["what"] == "lost"]
            void = any(effect["what"] == "void" for effect in told)
            opened = [effect for effect in told if effect["what"] == "hands-down"]
            asked = opened[0]["waits_for"] if opened else []
            # A slap in the pause is no slap; a player without cards has none to lose.
            loser = max(
                asked, key=lambda s: slaps_us[s] if s != LIAR or counted else opened_us * 2, default=None
            )
            word = "right" if lost == [loser] else "void" if void else "wrong" if lost else "tie"
            score.note(word, f"{lost} lost, {counted=}, edge {edge_us - slaps_us[LIAR]} us after the slap")
            rest(table)
            if table.session.missing_unit():
                break
        table.session.close()
    return score


# --- ways to cheat ----------------------------------------------------------------------------------


def dates_back_and_holds_answers(phone: HostilePhone, late_us: int, chance: random.Random) -> None:
    """Hold back all answers until the touch is there."""
    phone.dates_back_us = late_us + chance.randint(20_000, 120_000)
    phone.holds_answers_us = late_us + 100_000


def dates_back_100(phone: HostilePhone, late_us: int, chance: random.Random) -> None:
    phone.dates_back_us = 100_000


def answers_late(phone: HostilePhone, late_us: int, chance: random.Random) -> None:
    """Every ping and touch is held for a while, and touches are dated back by as much."""
    phone.holds_answers_us = 150_000
    phone.dates_back_us = late_us + 20_000


def clock_steps(phone: HostilePhone, late_us: int, chance: random.Random) -> None:
    """No lie: the page's clock jumps in either direction, just before the slap."""
    phone.step_clock(chance.choice([-1, 1]) * chance.randint(20_000, 5_000_000))


def dates_forward(phone: HostilePhone, late_us: int, chance: random.Random) -> None:
    phone.dates_back_us = -late_us


# --- ways to hold everybody up, and what may befall a clock -------------------------------------------


def answers_ten_seconds_late(table: AttackTable) -> None:
    table.liar.holds_answers_us = 10_000_000


def answers_just_in_time(table: AttackTable) -> None:
    """Nothing is void, and every verdict waits for it."""
    table.liar.holds_answers_us = 2_700_000


def never_answers(table: AttackTable) -> None:
    table.liar.answers = False


def begins_again(table: AttackTable) -> None:
    """Claim to be the paddle four times a second."""
    table.liar.unit.begin(1_000)
    table.timeline.at(table.now_us() + 250_000, lambda: begins_again(table))


def dates_back_a_second(table: AttackTable) -> None:
    table.liar.dates_back_us = 1_000_000


def computer_sleeps(table: AttackTable) -> None:
    """Stop the host's clock for two seconds while those of the phones go on."""
    for phone in table.phones:
        phone.step_clock(2_000_000)


def clock_jumps(table: AttackTable) -> None:
    for phone in table.phones:
        phone.step_clock(-5_000_000)


def lies_once(table: AttackTable) -> None:
    """One message with a time five seconds in the past."""
    table.liar.lies_once_us = 5_000_000


DENIALS = (answers_ten_seconds_late, answers_just_in_time, never_answers, begins_again, dates_back_a_second)
MISHAPS = (computer_sleeps, clock_jumps, lies_once)
