"""A phone beside a Pico: the loser that is named is the true one; a tie is never wider than the errors."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from slamomatic.engine import Choice
from slamomatic.phone.touch_unit import PhoneUnit
from slamomatic.table.seats import Seat
from support.length import count
from support.scripted_unit import HandClock
from support.simulated_phone import SimulatedPhone
from support.table import Table

RACES = count(25, 400)
PHONE = 3  # the seat; the Pico has no paddle of its colour
SEATS = [Seat("Ada", 0), Seat("Ben", 1), Seat("Cleo", 2), Seat("Dan", 4)]
FRAME_US = 16_000
PICO_US = 300  # how far its times may be off
CLUMP_US = 1_000  # closer slaps are a tie by the rules, whatever they came from


class Race(Table):
    """Three hands on a Pico, one on a phone."""

    def __init__(self, home: Path, seed: int) -> None:
        self._true = HandClock(0)
        self.phone_unit = PhoneUnit(4, self._true)
        self._seed = seed
        self.stated_us = 0  # by the phone, at most: a game never judges it more finely again
        super().__init__(home, SEATS, beside=[self.phone_unit])

    def ready(self) -> None:
        self.phone = SimulatedPhone(self.phone_unit, self._put, self._seed)
        self.phone.run(3_000_000)

    def _put(self, at_us: int) -> None:
        self.clock.at_us = self._true.us = at_us

    def pump(self, at_us: int | None = None) -> None:
        """Frame by frame, for a phone that talks all the time."""
        while at_us is not None and self.phone.now_us < at_us:
            self.phone.run(min(at_us, self.phone.now_us + FRAME_US))
            super().pump()
            self.stated_us = max(self.stated_us, self.phone_unit.state().error_us or 0)
        super().pump()

    def until_a_pair(self) -> int:
        """Passes until somebody holds a pair, whose turn it then is; -1 when the game is over."""
        while not self.session.over and Choice(self.turn, "down") not in self.session.legal(self.turn):
            self.session.choose(next(c for c in self.session.legal(self.turn) if c.do in ("pass", "take")))
            self.pump(self.clock.at_us + 2_000_000)
        return -1 if self.session.over else self.turn

    def run_race(self, slaps_us: dict[int, int]) -> list[dict[str, Any]]:
        """Return the game's effects after these hands."""
        before = len(self.effects)
        for seat, at_us in sorted(slaps_us.items(), key=lambda slap: slap[1]):
            if seat == PHONE:
                self.phone.slap(at_us, held_us=80_000)
            else:
                self.pump(at_us)
                self.slap(seat, at_us)
        self.pump(max(slaps_us.values()) + 3_500_000)
        return self.effects[before:]


@pytest.mark.parametrize("seed", range(4))
def test_loser_beside_a_pico_is_the_true_one(tmp_path: Path, seed: int) -> None:
    chance, said = random.Random(seed), Counter[str]()
    while said.total() < RACES:
        race = Race(tmp_path / str(said.total()), seed)
        while said.total() < RACES and (turn := race.until_a_pair()) >= 0:
            said[one_race(race, turn, chance)] += 1
            race.pump(race.clock.at_us + 5_000_000)
        race.session.close()
    assert said["right"] > said["tie"] + said["void"] > 0, said


def one_race(race: Race, turn: int, chance: random.Random) -> str:
    """Two hands come close together; what was said of them."""
    opened_us = race.clock.at_us + 400_000
    first, near, last = chance.sample([seat for seat in range(4) if seat != turn], 3)
    last_us = opened_us + chance.randint(300_000, 700_000)
    near_us = last_us - chance.randint(0, 150_000)
    slaps_us = {turn: opened_us, first: opened_us + 200_000, near: near_us, last: last_us}
    told = race.run_race(slaps_us)
    assert not [effect for effect in told if effect["what"] == "foul" or effect.get("why") == "early"]
    # A player without cards has none to lose.
    asked = next(effect["waits_for"] for effect in told if effect["what"] == "hands-down")
    if not asked:
        return "nobody"
    order = sorted(asked, key=slaps_us.__getitem__)
    lost = [effect["seat"] for effect in told if effect["what"] == "lost"]
    if lost:
        assert lost == order[-1:], f"the wrong loser: {slaps_us}"
        return "right"
    if tied := [seat for effect in told if effect["what"] == "clump" for seat in effect["seats"]]:
        apart_us = slaps_us[order[-1]] - min(slaps_us[seat] for seat in tied)
        error_us = 2 * race.stated_us if PHONE in tied else CLUMP_US
        assert order[-1] in tied and apart_us <= error_us + PICO_US
        return "tie"
    assert any(effect["what"] == "void" for effect in told)
    return "void"
