"""Quick Draw's call counts from when it was shown: who slaps blindly while a unit stalls wins nothing."""

from __future__ import annotations

from pathlib import Path

from support.table import FOUR, Table

STEP_US, STALL_US = 10_000, 500_000


def waiting(home: Path) -> Table:
    return Table(home, FOUR[:3], "quick-draw")


def called_us(home: Path) -> int:
    """When the table's clock shows the first call of this seed."""
    table = waiting(home)
    while "go" not in table.shown:
        table.pump(table.clock.at_us + STEP_US)
    (go,) = [effect for effect in table.effects if effect["what"] == "go"]
    return table.session.clock.table_us(go["t_us"])


def stalled(home: Path) -> tuple[Table, int]:
    """The unit says nothing from shortly before the call until long after it."""
    call_us = called_us(home / "before")
    table = waiting(home / "now")
    while table.clock.at_us < call_us - 2 * STEP_US:
        table.pump(table.clock.at_us + STEP_US)
    table.pico.known = table.clock.at_us
    table.pump(call_us + STALL_US - STEP_US)
    assert "go" not in table.shown
    return table, call_us


def told(table: Table, at_us: int) -> None:
    table.pico.known = at_us
    table.pump(at_us)


def test_who_slaps_before_the_call_is_shown_wins_nothing(tmp_path: Path) -> None:
    table, call_us = stalled(tmp_path)
    table.slap(0, call_us + STALL_US // 2)  # far more than a tenth of a second after the call
    told(table, call_us + STALL_US)
    assert "go" in table.shown
    told(table, call_us + STALL_US + 100_000)
    assert "won" not in table.shown
    assert table.shown[-1] != "go" and "void" in table.shown
    assert "slapped at the very moment of the call" in str(table.session.troubles.notices[-1].text)


def test_within_a_tenth_of_a_second_of_what_was_shown_it_is_a_guess(tmp_path: Path) -> None:
    table, call_us = stalled(tmp_path)
    told(table, call_us + STALL_US)
    table.slap(0, call_us + STALL_US + 99_000)
    told(table, call_us + STALL_US + 200_000)
    assert "won" not in table.shown and "void" in table.shown


def test_after_that_the_first_hand_wins_as_ever(tmp_path: Path) -> None:
    table, call_us = stalled(tmp_path)
    told(table, call_us + STALL_US)
    table.slap(1, call_us + STALL_US + 100_001)
    told(table, call_us + STALL_US + 400_000)
    assert "void" not in table.shown
    assert [effect["seat"] for effect in table.effects if effect["what"] == "won"] == [1]


def test_who_was_too_soon_spoils_the_call_for_nobody(tmp_path: Path) -> None:
    table, call_us = stalled(tmp_path)
    table.slap(2, call_us - STEP_US)
    told(table, call_us + STALL_US)
    table.slap(2, call_us + STALL_US + 50_000)
    table.slap(1, call_us + STALL_US + 150_000)
    told(table, call_us + STALL_US + 400_000)
    assert "too-soon" in table.shown and "void" not in table.shown
    assert [effect["seat"] for effect in table.effects if effect["what"] == "won"] == [1]


def test_a_call_that_is_shown_at_once_is_answered_as_ever(tmp_path: Path) -> None:
    call_us = called_us(tmp_path / "before")
    table = waiting(tmp_path / "now")
    while "go" not in table.shown:
        table.pump(table.clock.at_us + STEP_US)
    table.slap(0, call_us + 150_000)
    table.pump(call_us + 300_000)
    assert [effect["seat"] for effect in table.effects if effect["what"] == "won"] == [0]
