"""A unit at the MicroPython prompt is asked who it is and started again; if that fails, a sentence says what
to do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from slamomatic.units.conversation import Conversation, Stage
from slamomatic.units.prompt import (
    ACT_EVERY_US,
    ASK,
    HALF,
    HALF_COPIED,
    MOST_STARTS,
    NO_FIRMWARE,
    SOFT_RESET,
    PromptWatch,
)
from slamomatic.units.unit_record import UnitRecord


def watch_at_prompt() -> PromptWatch:
    watch = PromptWatch()
    watch.look_through(["MicroPython v1.25.0 on 2025; Raspberry Pi Pico", 'Type "help()"'], b">>> ")
    return watch


def test_at_the_prompt_it_is_asked_what_it_has_and_started_again() -> None:
    watch = watch_at_prompt()
    assert watch.answer(0) == ASK
    assert watch.answer(1) == b""
    watch.look_through(["slamomatic? True True"], b">>> ")
    assert watch.answer(2) == SOFT_RESET
    assert watch.trouble == ""


def test_what_is_typed_shows_on_a_real_prompt_what_the_watch_waits_for() -> None:
    """The question's own echo must not be taken for its answer."""
    watch = watch_at_prompt()
    watch.answer(0)
    watch.look_through([">>> " + ASK.decode().strip()], b"")
    assert watch.answer(ACT_EVERY_US + 1) == b""


def test_a_board_of_someone_elses_is_left_alone() -> None:
    watch = watch_at_prompt()
    watch.answer(0)
    watch.look_through(["slamomatic? False True"], b">>> ")
    assert watch.trouble == NO_FIRMWARE
    assert watch.answer(10 * ACT_EVERY_US) == b""


@pytest.mark.parametrize("said", ["slamomatic? True False", f"{HALF_COPIED}: run `slamomatic flash` again"])
def test_half_copied_firmware_is_said_to_be_so(said: str) -> None:
    watch = watch_at_prompt()
    watch.answer(0)
    watch.look_through([said], b">>> ")
    assert watch.trouble == HALF


def test_a_unit_that_keeps_falling_back_is_not_started_for_ever() -> None:
    watch = watch_at_prompt()
    now_us = 0
    starts = 0
    for _ in range(10):
        now_us += 2 * ACT_EVERY_US
        typed = watch.answer(now_us)
        if typed == ASK:
            watch.look_through(["slamomatic? True True"], b">>> ")
        if typed == SOFT_RESET:
            starts += 1
            watch.look_through(
                ["MPY: soft reboot", "slap unit: safe mode, paddles 0 and 1 are held down"], b">>> "
            )
    assert starts == 3
    assert (
        "stays at the MicroPython prompt (slap unit: safe mode, paddles 0 and 1 are held down)"
        in watch.trouble
    )


@pytest.fixture
def talk() -> Conversation:
    return Conversation(UnitRecord("the unit"), lambda _: None)


def test_a_live_unit_that_falls_to_its_prompt_is_greeted_anew(talk: Conversation) -> None:
    talk.opened(0)
    talk.stage = Stage.LIVE
    talk.feed(b"Traceback (most recent call last):\r\nKeyboardInterrupt:\r\n>>> ", 1_000)
    assert talk.stage is Stage.GREET
    talk.tick(2_000)
    assert ASK in talk.take_output()


def test_an_echoing_line_is_not_taken_for_a_unit(talk: Conversation) -> None:
    talk.opened(0)
    echo: Callable[[bytes, int], None] = talk.feed
    for now_us in range(0, 3_000_000, 100_000):
        talk.tick(now_us)
        echo(talk.take_output(), now_us)
    assert talk.stage is Stage.GREET
    assert talk.dead(3_100_000)


def test_a_board_that_is_half_copied_says_so_however_often_it_is_opened() -> None:
    watch = PromptWatch()
    for _ in range(MOST_STARTS + 2):
        watch.opened()
        watch.look_through(["slamomatic? True True"], b"")
        watch.look_through([HALF_COPIED], b"")
        assert watch.trouble == HALF


def test_a_board_that_stays_at_the_prompt_is_not_started_for_ever() -> None:
    watch = PromptWatch()
    for _ in range(MOST_STARTS + 2):
        watch.opened()
        watch.look_through(["slamomatic? True True"], b"")
    assert "stays at the MicroPython prompt" in watch.trouble
