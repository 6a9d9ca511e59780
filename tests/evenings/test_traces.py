"""The unit's twin says what the real image says: the same edges into both."""

from __future__ import annotations

import pytest

from evenings import traces
from support.length import count


@pytest.mark.emulator
def test_the_twin_says_what_the_image_says() -> None:
    held = traces.hold(1, count(15, 10_000))
    assert held.differ == 0, held.first
    assert held.lines > 3 * held.traces


def test_a_twin_that_is_a_little_wrong_is_seen() -> None:
    trace = traces.draw(3)
    told = traces.twin_of(trace)
    assert len(told) > 2
    assert traces.alike(told, told)
    assert not traces.alike(told, told[:-1])
    kind, paddle, t_us, *rest = told[0]
    assert not traces.alike([(kind, paddle, str(int(t_us) + 4), *rest), *told[1:]], told)
    assert not traces.alike([(kind, str((int(paddle) + 1) % 4), t_us, *rest), *told[1:]], told)
