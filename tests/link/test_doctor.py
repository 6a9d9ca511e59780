"""`doctor`: each check says what it found and what to do, and never falls over what it finds."""

from __future__ import annotations

import json
import os
import pty
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from slamomatic.cli import main
from slamomatic.commands import doctor
from slamomatic.errors import UserError
from slamomatic.firmware_files import firmware_files
from slamomatic.pico import checkup
from slamomatic.pico.checkup import (
    OLDEST_PYTHON,
    RULES_NAME,
    Check,
    access_checks,
    install_rules,
    machine_checks,
    modem_manager_check,
    rules_installed,
    rules_text,
    unit_checks,
)
from slamomatic.pico.flashing import version_of
from slamomatic.units.base import now_us
from slamomatic.units.open import open_unit
from support.fake_unit import FakeUnit
from support.waiting import PATIENCE_S


@pytest.fixture
def fake(tmp_path: Path) -> Iterator[FakeUnit]:
    with FakeUnit(tmp_path, now_us) as fake:
        yield fake


def checks_of(
    fake: FakeUnit, walk: bool = False, say: Callable[[str], None] = lambda _: None
) -> Iterator[Check]:
    return unit_checks(open_unit(f"serial:{fake.port}"), walk, say, PATIENCE_S)


def test_json_is_one_object_of_checks_with_name_ok_and_hint(
    fake: FakeUnit, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["doctor", "--unit", f"serial:{fake.port}", "--json"])
    found = json.loads(capsys.readouterr().out)
    checks = {check["name"]: check for check in found["checks"]}
    assert all(set(check) == {"name", "ok", "hint"} for check in found["checks"])
    assert {"python", "packages", "window (SDL)", "sound", "data folder", "ports", "unit", "firmware"} <= set(
        checks
    )
    assert checks["unit"]["ok"] and "unit 3456 answers" in checks["unit"]["hint"]
    assert checks["micropython"]["ok"]
    assert code == (0 if all(check["ok"] for check in found["checks"]) else 1)


def test_another_firmware_is_named_with_the_next_step(fake: FakeUnit) -> None:
    fake.unit.firmware = "0.0.9"
    checks = {check.name: check for check in checks_of(fake)}
    assert not checks["firmware"].ok
    ours = version_of(firmware_files())
    hint = f"The unit has version 0.0.9, but this program has {ours}. Run `slamomatic flash`."
    assert checks["firmware"].hint == hint


def test_a_paddle_that_was_stuck_before_the_doctor_came_is_named(fake: FakeUnit) -> None:
    """The unit has reported it to nobody, or to another program."""
    fake.fault("2", "stuck")
    fake.fault("1", "chatter")
    fake.fault("1", "chatter-over")
    checks = {check.name: check for check in checks_of(fake)}
    assert not checks["faults"].ok
    assert "Paddle 3 of unit 3456 has been down for 30 s. Lift what lies on it" in checks["faults"].hint
    assert "Paddle 2" not in checks["faults"].hint


def test_a_unit_without_a_fault_has_none(fake: FakeUnit) -> None:
    fake.fault("2", "stuck")
    fake.fault("2", "stuck-over")
    checks = {check.name: check for check in checks_of(fake)}
    assert checks["faults"].ok and checks["faults"].hint == "None."


def test_the_walk_asks_for_each_paddle_and_names_a_swapped_one(
    fake: FakeUnit, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def press_what_is_asked(text: str) -> None:
        asked.append(text)
        fake.slap((0, 2, 2, 3)[len(asked) - 1])  # the second wire is on the third input

    monkeypatch.setattr(checkup, "PRESS_S", PATIENCE_S)
    checks = list(checks_of(fake, True, press_what_is_asked))
    walked = {check.name: check for check in checks if check.name.startswith("paddle")}
    assert [text.split()[2] for text in asked] == ["red", "yellow", "green", "blue"]
    assert [check.ok for check in walked.values()] == [True, False, True, True]
    assert "green paddle's input answered: swap its wire" in walked["paddle yellow"].hint


def test_no_unit_is_said_with_the_reason() -> None:
    master, slave = pty.openpty()
    checks = list(unit_checks(open_unit(f"serial:{os.ttyname(slave)}"), True, lambda _: None, answer_s=4.0))
    assert [check.name for check in checks] == ["unit"]
    assert "does not answer like a unit" in checks[0].hint
    os.close(master)
    os.close(slave)


def test_without_any_pico_nothing_is_wrong_and_the_keys_are_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "find_picos", list)
    monkeypatch.setattr(checkup, "find_picos", list)
    monkeypatch.setattr(checkup, "machine_checks", lambda: iter(()))
    assert main(["doctor", "--no-walk"]) == 0
    said = capsys.readouterr().out
    assert "ok    ports: No Pico is plugged in, so you play with the keys." in said
    assert "unit" not in said.replace("ModemManager", "")


def test_a_port_of_another_group_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    port = tmp_path / "ttyACM0"
    port.write_text("")
    monkeypatch.setattr("os.access", lambda *_: False)
    hint = next(check.hint for check in access_checks(str(port)) if check.name.startswith("permission"))
    assert f"belongs to the group {port.group()}" in hint
    assert "doctor --udev-install" in hint and "usermod -aG" in hint


def test_modem_manager_is_named_when_no_rule_keeps_it_off(tmp_path: Path) -> None:
    process = tmp_path / "123"
    process.mkdir()
    (process / "comm").write_text("ModemManager\n")
    assert modem_manager_check(tmp_path, (tmp_path,)).ok is False
    install_rules(tmp_path)
    assert modem_manager_check(tmp_path, (tmp_path,)).ok is True


def test_a_screen_that_is_none_and_sound_that_fails_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "nonsense")
    checks = {check.name: check for check in machine_checks()}
    assert not checks["window (SDL)"].ok and "set DISPLAY" in checks["window (SDL)"].hint
    assert not checks["sound"].ok and "You can play without sound" in checks["sound"].hint
    assert checks["python"].ok and OLDEST_PYTHON == (3, 11)


def test_the_rules_file_comes_before_the_one_that_acts_on_its_tag(tmp_path: Path) -> None:
    assert RULES_NAME < "71"
    text = rules_text()
    assert re.search(r'SUBSYSTEM=="tty", ATTRS\{idVendor\}=="2e8a", TAG\+="uaccess"', text)
    assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in text
    assert not rules_installed((tmp_path,))
    assert install_rules(tmp_path).read_text("utf-8") == text
    assert rules_installed((tmp_path,))


def test_the_rules_are_printed_and_a_refusal_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--udev"]) == 0
    assert capsys.readouterr().out == rules_text()
    with pytest.raises(UserError, match="can't be written"):
        install_rules(tmp_path / "nowhere")
