"""No slap waits in the unit for the host to say that it has read: 200 bytes may be out, BEATs and all."""

from __future__ import annotations

import random
from typing import Any

import pytest

from slamomatic.bench.link.scripted_unit import BEAT_EVERY_US, UNCOVERED_LIMIT, ScriptedUnit
from slamomatic.units.conversation import Conversation, Stage
from slamomatic.units.unit_record import UnitRecord
from slamomatic.wire import encode
from unit.firmware_source import module

STEP_US = 500
WAY_US = 1_000  # one frame of USB
SLOW_WAY_US = 900_000  # an emulated unit on a machine that is far too busy
PATIENCE_US = 60_000_000
EVENING_US = 30_000_000_000  # long lines: eleven digits of time
PADDLES = 4
firmware: Any = module("wire")


class Desk:
    """Both ends, `way_us` apart."""

    def __init__(self, chance: random.Random, way_us: int = WAY_US) -> None:
        self.now_us = 1_000_000
        self._way_us = way_us
        self.unit = ScriptedUnit(lambda: self.now_us)
        self.unit.booted_at -= EVENING_US
        self.talk = Conversation(UnitRecord("the scripted unit"), lambda _: None)
        self._to_host: list[tuple[int, bytes]] = []
        self._to_unit: list[tuple[int, bytes]] = []
        for _ in range(chance.randrange(2_000)):  # so that BEAT and PING fall anywhere against each other
            self.step()
        self.talk.opened(self.now_us)
        give_up_us = self.now_us + PATIENCE_US
        while self.talk.stage is not Stage.LIVE and self.now_us < give_up_us:
            self.step()

    def step(self) -> None:
        self.now_us += STEP_US
        self.unit.tick()
        self._to_host.append((self.now_us + self._way_us, self.unit.take_output()))
        while self._to_host[0][0] <= self.now_us:
            self.talk.feed(self._to_host.pop(0)[1], self.now_us)
        self.talk.tick(self.now_us)
        self._to_unit.append((self.now_us + self._way_us, self.talk.take_output()))
        while self._to_unit[0][0] <= self.now_us:
            self.unit.feed(self._to_unit.pop(0)[1])


def hands_down(desk: Desk, chance: random.Random) -> int:
    """Four slaps within 10 ms, released within 200 ms; the longest that a slap was kept back."""
    began_us = desk.now_us
    hands = []
    for paddle in range(PADDLES):
        slap_us = began_us + chance.randrange(10_000)
        hands += [(slap_us, "slap", paddle), (slap_us + chance.randrange(60_000, 190_000), "lift", paddle)]
    hands.sort()
    waiting: dict[int, int] = {}
    longest_us = 0
    while hands or waiting:
        while hands and hands[0][0] <= desk.now_us:
            _, does, paddle = hands.pop(0)
            if does == "slap":
                waiting[desk.unit.slap(paddle).seq] = desk.now_us
            else:
                desk.unit.lift(paddle)
        desk.step()
        for seq in [seq for seq in waiting if seq < desk.unit.send_seq]:
            longest_us = max(longest_us, desk.now_us - STEP_US - waiting.pop(seq))
    return longest_us


@pytest.mark.parametrize("seed", range(12))
def test_four_slaps_at_once_leave_the_unit_at_once_whatever_else_is_out(seed: int) -> None:
    chance = random.Random(seed)
    desk = Desk(chance)
    kept_us = []
    for _ in range(20):
        kept_us.append(hands_down(desk, chance))
        for _ in range(chance.randrange(600, 6_000)):
            desk.step()
    assert max(kept_us) <= 2 * WAY_US, "kept back for longer than a word from the host takes"


def test_a_way_longer_than_the_host_waits_for_a_pong_still_connects() -> None:
    assert Desk(random.Random(1), SLOW_WAY_US).talk.stage is Stage.LIVE


def test_the_scripted_unit_counts_what_is_out_as_the_firmware_does() -> None:
    chance = random.Random(1)
    for _ in range(300):
        unit = ScriptedUnit(lambda: 1_000_000)
        ring = firmware.Ring()
        for _ in range(60):
            match chance.choice(("slap", "slap", "slap", "ack", "ping", "enter")):
                case "slap":
                    unit.slap(chance.randrange(PADDLES))
                    unit.tick()
                    while ring.words[firmware.SENT_SEQ] < unit.send_seq:
                        seq = ring.words[firmware.SENT_SEQ]
                        length = len(encode(unit.history[seq - 1].body))
                        assert ring.room(length)
                        ring.put(firmware.DOWN, 0, 0, 0, 0)
                        ring.leave(seq, length)
                case "ack" if unit.send_seq > 1:
                    seq = chance.randrange(1, unit.send_seq)
                    unit.feed(encode(f"ACK,{seq}"))
                    ring.ack(seq)
                case "ping":
                    unit.take_output()
                    unit.feed(encode("PING,1"))
                    ring.ping()
                    if answer := unit.take_output():
                        ring.wrote(len(answer))
                        ring.pong_left()
                case "enter":
                    unit.feed(b"\n")
                    ring.cover_all()
            out = ring.words[firmware.TOTAL] - ring.words[firmware.COVERED]
            assert unit.uncovered_bytes == out <= UNCOVERED_LIMIT


def test_a_scripted_unit_that_no_host_speaks_to_is_still_heard_once_a_second() -> None:
    now_us = 0
    unit = ScriptedUnit(lambda: now_us)
    beats = []
    for _ in range(20):
        now_us += BEAT_EVERY_US
        unit.tick()
        beats.append(unit.take_output().count(b"$BEAT"))
    assert beats[-15:] == [1] * 15
