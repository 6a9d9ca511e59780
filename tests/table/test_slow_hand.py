"""A Hands Down is over before its last hand has landed: that hand must not be taken for a new one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from slamomatic.units.base import Do
from support.table import Table
from support.told import effects_of


def slap_late(home: Path, after_us: int, **begin: Any) -> list[dict[str, Any]]:
    """All but one slap, the last one so much later; what was told from then on."""
    table = Table(home, **begin)
    order = [(table.turn + step) % 4 for step in range(4)]
    for number, seat in enumerate(order[:3]):
        table.slap(seat, 1_000_000 + 100_000 * number)
    table.pump(1_600_000)
    assert not table.session.view(None)["asked"], "the turn player holds a pair and all but one have slapped"
    assert "lost" in table.shown
    table.slap(order[3], 1_200_000 + after_us)
    told: list[dict[str, Any]] = []
    for t_us in range(1_600_000, 1_200_000 + after_us + 1_000_000, 50_000):
        table.clock.at_us = t_us
        table.session.pump()
        told += [effect.to_json(None) for effect in effects_of(table.session)]
    return told


@pytest.mark.parametrize("options", [{}, {"paper": True}])
@pytest.mark.parametrize("after_us", [800_000, 1_000_000, 1_400_000])
def test_the_slow_hand_is_seen_and_fools_nobody(
    tmp_path: Path, after_us: int, options: dict[str, Any]
) -> None:
    told = slap_late(tmp_path, after_us, options=options)
    late = [effect["live"] for effect in told if effect["what"] == "slap"]
    assert late == [False]
    assert not [effect for effect in told if effect["what"] in ("pays", "early")]


def test_what_was_asked_for_is_not_changed(tmp_path: Path) -> None:
    told = slap_late(tmp_path, 1_000_000, options={"rearm_ms": 600})
    assert [effect["what"] for effect in told if effect["what"] == "pays"] == ["pays"]


def test_the_longer_wait_stands_in_the_journal_like_any_option(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.pico.event(Do.DOWN, 0, 1_000_000)
    assert table.entries()[0]["options"]["rearm_ms"] == 1500
    assert Table(tmp_path / "lowdown", game="lowdown").session.options["rearm_ms"] == 600
