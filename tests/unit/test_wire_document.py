"""firmware/wire.md and the unit's code say the same."""

from __future__ import annotations

import ast
import re
from typing import Any

from unit import firmware_source
from unit.firmware_source import FIRMWARE, module

wire: Any = module("wire")
DOCUMENT = (FIRMWARE / "wire.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """The cells of the first table whose header begins with `heading`."""
    lines = DOCUMENT.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(f"| {heading} |"))
    found = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        found.append([cell.strip() for cell in line.strip("|").split("|")])
    return found


def section(title: str) -> list[list[str]]:
    """The first table under a `## title`."""
    part = DOCUMENT.split(f"## {title}\n")[1].split("\n## ")[0]
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in part.splitlines()
        if line[:3] == "| `"
    ]


def test_the_limits_are_the_codes() -> None:
    assert [int(value) for _, value in rows("limit")] == [
        wire.PROTOCOL,
        wire.COMMAND_LIMIT,
        wire.EVENT_LIMIT,
        wire.LINE_LIMIT,
        wire.KEPT,
        wire.UNCOVERED_LIMIT,
        wire.TOKEN_LIMIT,
    ]


def test_every_kind_of_line_is_in_both() -> None:
    reports = [row for row in section("Unit to host") if row[1].startswith("`") and len(row) == 4]
    assert {row[0].strip("`") for row in reports if row[2] == "yes"} == set(wire.EVENTS)
    assert {row[0].strip("`") for row in reports if row[2] == "no"} == set(wire.REPORTS)
    for name, body, _, _ in reports:
        assert body.strip("`").split(",")[0] == name.strip("`")


def test_every_command_is_in_both() -> None:
    commands = [row for row in section("Host to unit") if len(row) == 3]
    assert sorted(row[0].strip("`") for row in commands) == sorted(firmware_source.commands())


def test_every_fault_is_in_both() -> None:
    named = [word for row in rows("what") for word in re.findall(r"`([a-z-]+)`", row[0])]
    assert named == list(wire.FAULTS)


def test_the_promised_times_are_the_codes() -> None:
    debounce: Any = module("debounce")
    settings: Any = module("settings")
    cells = debounce.new_cells(4, 15, 1023, 0)
    assert f"`hold_us` ({cells[debounce.HOLD_US]};" in DOCUMENT
    assert f"`gap_us` ({cells[debounce.GAP_US]};" in DOCUMENT
    assert f"lockout ({cells[debounce.LOCKOUT_US] // 1000} ms)" in DOCUMENT
    assert f"within {cells[debounce.BURST_US] // 1000} ms of its first edge" in DOCUMENT
    assert f"stayed open for {cells[debounce.REST_US] // 1000} ms." in DOCUMENT
    assert settings.TABLE["hold_us"][0] == cells[debounce.HOLD_US]
    assert settings.TABLE["gap_us"][0] == cells[debounce.GAP_US]
    assert settings.TABLE["lockout_ms"][0] * 1000 == cells[debounce.LOCKOUT_US]
    watcher: Any = module("watcher")
    assert f"down for {watcher.STUCK_US // 10**6} s" in DOCUMENT
    assert f"not still for {watcher.CHATTER_US // 10**6} s" in DOCUMENT


def test_pin_numbers_stand_in_the_settings_only() -> None:
    """No other file of the firmware builds a Pin from a number."""
    for path in sorted((FIRMWARE).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Pin") and node.args:
                first = node.args[0]
                assert not (isinstance(first, ast.Constant) and isinstance(first.value, int)), (
                    path,
                    node.lineno,
                )
