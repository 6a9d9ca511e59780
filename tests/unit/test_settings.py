"""The settings table: what is refused and why, what is saved, and that a bad file harms nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from slamomatic.firmware_files import firmware_pins
from unit.firmware_source import module

table: Any = module("settings")


@pytest.fixture
def values(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.chdir(tmp_path)
    return table.Settings()


def test_the_defaults_are_good_together(values: Any) -> None:
    values._check_together()
    assert values["paddles"] == firmware_pins()["paddles"]
    for key, (default, check, _) in table.TABLE.items():
        check(default)
        values.put_text(key, values.text(key))


@pytest.mark.parametrize(
    ("key", "text", "reason"),
    [
        ("hold_us", "2001", "0 to 2000"),
        ("hold_us", "soon", "not a number"),
        ("hold_us", "-1", "0 to 2000"),
        ("nonsense", "1", "no such key"),
        ("paddles", "2 3 5 4", "consecutive"),
        ("paddles", "2 3 4 29", "pins are 0 to 28"),
        ("paddles", "10 11 12 13", "used twice"),
        ("paddles", "22 23 24 25", "board itself"),
        ("led_pins", "20 21 22 25", "board itself"),
        ("jig_pins", "2 3 4 5", "others than the inputs"),
        ("paddles", "16 17 18 19", "others than the inputs"),
        ("capture", "magic", "one of pio irq"),
        ("next_pin", "1", "follow|used"),
        ("light", "1", "share a pin"),
        ("led_ma", "12 1", "not a number"),
        ("light_cap_ma", "20", "light_cap_ma"),
    ],
)
def test_a_bad_value_is_refused_with_its_reason_and_the_old_one_stays(
    values: Any, key: str, text: str, reason: str
) -> None:
    if key in ("next_pin", "light"):
        values.put("next", 1)
    before = dict(values.values)
    with pytest.raises(table.Refused, match=reason):
        values.put_text(key, text)
    assert values.values == before


def test_the_light_sits_behind_the_last_touch_contact_or_nowhere(values: Any) -> None:
    values.put("light", 1)
    assert values.contacts() == (2, 9, 0b1_0000_1111)
    with pytest.raises(table.Refused, match="must follow the touch pins"):
        values.put("next_pin", 20)
    with pytest.raises(table.Refused, match="share a pin"):
        values.put("next", 1)
    values.put("touch", 1)
    assert values.contacts() == (2, 9, 0b1_1111_1111)


def test_only_what_differs_is_saved_and_comes_back(values: Any) -> None:
    values.put_text("hold_us", "150")
    values.put_text("paddles", "6 7 8 9")
    values.save()
    assert json.loads(Path("settings.json").read_text()) == {"hold_us": 150, "paddles": [6, 7, 8, 9]}
    again = table.Settings()
    assert again.load() is None
    assert (again["hold_us"], again["paddles"]) == (150, (6, 7, 8, 9))
    table.factory()
    assert not Path("settings.json").exists()


def test_a_save_cut_off_leaves_the_old_file(values: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    values.put_text("hold_us", "150")
    values.save()

    def cut(*_: object) -> None:
        raise OSError("power gone")

    monkeypatch.setattr("os.rename", cut)
    values.put_text("hold_us", "200")
    with pytest.raises(OSError, match="power gone"):
        values.save()
    again = table.Settings()
    assert again.load() is None
    assert again["hold_us"] == 150


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "7",
        '{"hold_us": "x"}',
        '{"hold_us": true}',
        '{"other": 1}',
        '{"paddles": [1, 3, 5, 7]}',
    ],
)
def test_a_bad_file_means_defaults_and_a_reason(values: Any, text: str) -> None:
    Path("settings.json").write_text(text)
    defaults = dict(values.values)
    assert values.load()
    assert values.values == defaults


def test_contacts_are_one_look_wide(values: Any) -> None:
    assert values.contacts() == (2, 4, 0b1111)
    values.put("touch", 1)
    assert values.contacts() == (2, 8, 0xFF)
    values.put("next", 1)
    assert values.contacts() == (2, 9, 0x1FF)
    values.put("touch", 0)
    assert values.contacts() == (2, 9, 0x10F)
