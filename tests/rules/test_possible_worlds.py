"""Every claim of the table about a few slaps holds in all worlds that fit what it was told."""

from __future__ import annotations

import pytest

from rules import possible_worlds
from slamomatic.engine.judging import Paddles
from slamomatic.engine.span import Span
from support.length import count

TENTH = count(60, 2000)


@pytest.mark.parametrize("part", range(10))
def test_nothing_is_claimed_that_is_not_certain(part: int) -> None:
    seeds = range(part * TENTH, (part + 1) * TENTH)
    assert [wrong for seed in seeds if (wrong := possible_worlds.incident(seed))] == []


def by_the_middles(paddles: Paddles, one: int, at: Span, other: int, other_at: Span) -> bool:
    """Whether `one` was before `other`, by a judge that forgets how loosely slaps are told."""
    return other_at.middle_us - at.middle_us >= paddles.window_us(one, other)


@pytest.mark.parametrize("forgotten", ["window_us", "is_doubtful", "surely_before"])
def test_a_judge_that_forgets_a_clock_s_error_is_found(
    forgotten: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sure = {"window_us": lambda *_: 0, "is_doubtful": lambda *_: False, "surely_before": by_the_middles}
    monkeypatch.setattr(Paddles, forgotten, sure[forgotten])
    assert any(possible_worlds.incident(seed) for seed in range(400))
