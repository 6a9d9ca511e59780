"""`flash` by the real mpremote onto an emulated Pico: only what differs, verified, whole or said to be half.

The firmware here is a small one that speaks just enough of the wire to be greeted. The emulator takes a
minute to compile the real one; `python tools/flash_cut_off.py` puts that one through the same.
"""

from __future__ import annotations

import hashlib
import json
import os
import pty
import select
import subprocess
import threading
import tty
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from link.emulated_pico import EmulatedPico
from link.flash_cut_off import cut_anywhere
from link.small_firmware import SMALL
from slamomatic.cli import main
from slamomatic.commands import flash
from slamomatic.errors import UserError
from slamomatic.firmware_files import firmware_files
from slamomatic.pico import connected
from slamomatic.pico.connected import ConnectedPico, Survey
from slamomatic.pico.flashing import (
    SETTINGS,
    Plan,
    holds_other_program,
    kept_names,
    make_plan,
    missing_bytes,
    put,
    version_of,
    without,
)
from slamomatic.units.base import Link, What
from slamomatic.units.ports import FoundPort
from slamomatic.units.prompt import HALF, HALF_COPIED
from slamomatic.units.serial_unit import SerialUnit
from slamomatic.units.sources import OnePort
from support.length import count
from support.waiting import Listener

OLDER = {**SMALL, "slap/__init__.py": b'VERSION = "0.1.0"\n', "slap/gone.py": b"GONE = 1\n", SETTINGS: b"{}"}


def survey(files: dict[str, bytes], free_bytes: int = 500_000) -> Survey:
    """As the Pico itself would say it."""
    looked_at = {
        path: data
        for path, data in files.items()
        if path in ("main.py", "main.new", SETTINGS) or path.startswith("slap/")
    }
    return Survey(
        free_bytes=free_bytes,
        sizes={path: len(data) for path, data in looked_at.items()},
        hashes={path: hashlib.sha256(data).hexdigest() for path, data in looked_at.items()},
        main=files.get("main.py", b""),
        names=tuple(sorted({path.partition("/")[0] for path in files})),
    )


def test_only_what_differs_is_copied_main_last_and_old_files_go() -> None:
    assert not make_plan(SMALL, survey(SMALL)).files
    assert make_plan(SMALL, survey({})) == Plan(
        ("slap/__init__.py", "slap/source/talk.py", "slap/talk.py", "main.py"), ()
    )
    assert make_plan(SMALL, survey(OLDER)) == Plan(("slap/__init__.py",), ("slap/gone.py",))
    cut_off = {**SMALL, "main.py": b"print('stand-in')", "main.new": b"from sl"}
    assert make_plan(SMALL, survey(cut_off)) == Plan(("main.py",), ("main.new",))


def test_settings_are_never_in_the_plan() -> None:
    assert SETTINGS not in make_plan(SMALL, survey(OLDER)).files


def test_room_is_counted_in_blocks_with_some_to_spare() -> None:
    plan = make_plan(SMALL, survey({}))
    assert missing_bytes(SMALL, plan, survey({}, free_bytes=9 * 4096)) == 0
    assert missing_bytes(SMALL, plan, survey({}, free_bytes=9 * 4096 - 1)) == 1
    assert missing_bytes(SMALL, make_plan(SMALL, survey(SMALL)), survey(SMALL, free_bytes=4 * 4096)) == 0


LAMP = b"from machine import Pin\nPin(25, Pin.OUT).on()\nprint('a lamp, not a unit')\n"


@pytest.mark.parametrize(
    ("files", "other"),
    [
        ({}, False),
        (SMALL, False),
        (OLDER, False),
        ({"main.py": b"\n"}, False),
        ({**SMALL, "main.py": b"print('" + HALF_COPIED.encode() + b"')"}, False),
        ({"main.py": LAMP}, True),
        ({**SMALL, "main.py": LAMP}, True),
        ({"main.py": b"from slap import bass\n"}, True),  # a package of the same name, and none is there
        ({"main.py": b"# reads like from slap import VERSION\n", "slap/x.py": b""}, True),
    ],
)
def test_only_a_program_of_somebody_elses_is_in_the_way(files: dict[str, bytes], other: bool) -> None:
    assert holds_other_program(survey(files)) is other


def test_every_version_of_the_real_main_is_known_as_the_firmwares() -> None:
    files = firmware_files()
    assert not holds_other_program(replace(survey(files), main=files["main.py"][:1024]))


def test_what_is_in_the_way_is_kept_under_a_free_name_and_main_goes_last() -> None:
    found = survey({"main.py": LAMP, "main.py.old": b"", "slap/tune.py": b"", SETTINGS: b"{}"})
    kept = kept_names(found)
    assert kept == {"slap": "slap.old", SETTINGS: f"{SETTINGS}.old", "main.py": "main.py.old2"}
    assert list(kept)[-1] == "main.py"
    assert make_plan(SMALL, without(found, kept)).stale == ()


@pytest.mark.parametrize(
    ("answers", "said"),
    [("nothing", "is silent"), ("echo", "only repeats"), ("noise", "not with a MicroPython")],
)
def test_port_without_micropython_is_told_as_what_it_is_before_ten_seconds(
    answers: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert connected.ANSWER_S < 10
    monkeypatch.setattr(connected, "ANSWER_S", 0.5)
    master, slave = pty.openpty()
    tty.setraw(slave)
    stop = threading.Event()

    def answer() -> None:
        while not stop.is_set():
            if answers != "nothing" and select.select([master], [], [], 0.01)[0]:
                typed = os.read(master, 100)
                os.write(master, typed if answers == "echo" else b"ok 23.5 C\r\n")
            stop.wait(0.01)

    thread = threading.Thread(target=answer)
    thread.start()
    try:
        with pytest.raises(UserError, match=said):
            ConnectedPico(os.ttyname(slave))
    finally:
        stop.set()
        thread.join()
        os.close(master)
        os.close(slave)


def test_the_version_is_the_one_that_the_files_say_of_themselves() -> None:
    assert version_of(SMALL) == "0.2.0"
    with pytest.raises(UserError, match="no version number"):
        version_of({"slap/__init__.py": b""})


def test_no_pico_several_and_one_waiting_for_micropython(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    picos = [FoundPort("/dev/ttyACM0", "aa"), FoundPort("/dev/ttyACM1", "bb")]
    monkeypatch.setattr(flash, "find_picos", lambda: picos)
    with pytest.raises(UserError, match=r"several Picos .*ttyACM0, /dev/ttyACM1.*--port"):
        flash.the_one_pico()
    picos.pop()
    assert flash.the_one_pico() == "/dev/ttyACM0"
    picos.pop()
    with pytest.raises(UserError, match="There is no Pico here"):
        flash.the_one_pico()
    monkeypatch.setattr(flash, "BOOTSEL_DRIVES", (str(tmp_path),))
    with pytest.raises(UserError, match=r"Copy the \.uf2"):
        flash.the_one_pico()


@pytest.fixture
def older_pico(tmp_path: Path) -> Iterator[EmulatedPico]:
    with EmulatedPico(tmp_path, OLDER) as pico:
        yield pico


class CutOff(Exception):
    """The plug was pulled."""


def cut_after(pico: ConnectedPico, copies: int) -> None:
    """Pull the plug after so many whole files."""
    copy = pico.copy
    left = [copies]

    def counted(local: Path, remote: str) -> None:
        if not left[0]:
            raise CutOff
        left[0] -= 1
        copy(local, remote)

    pico.copy = counted  # type: ignore[method-assign]


def says_at_boot(pico: EmulatedPico) -> str:
    """Pull the plug, put it in again, and hear what the host makes of it: the trouble, or `connected`."""
    pico.power_cycle()
    unit = SerialUnit(OnePort(pico.port))
    heard = Listener(unit)
    unit.start()
    try:
        assert heard.hears(
            lambda: bool(heard.texts(What.TROUBLE)) or unit.state().link is Link.CONNECTED, patience_s=120
        )
        return (heard.texts(What.TROUBLE) or ["connected"])[-1]
    finally:
        unit.stop()


@pytest.mark.emulator
def test_cut_off_after_every_file_it_says_so_and_the_next_flash_goes_on_from_there(
    older_pico: EmulatedPico, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for copies in count((1,), (0, 1)):  # before the first file, and between the last one and main.py
        pico = ConnectedPico(older_pico.port)
        plan = make_plan(SMALL, pico.survey())
        cut_after(pico, copies)
        with pytest.raises(CutOff):
            put(pico, SMALL, plan, lambda _: None)
        assert says_at_boot(older_pico) == HALF
        assert SETTINGS in older_pico.files(), "the settings are the player's"
    monkeypatch.setattr(flash, "firmware_files", lambda: SMALL)
    assert main(["flash", "--port", older_pico.port, "--check"]) == 1
    assert "from version 0.2.0" in capsys.readouterr().out
    assert main(["flash", "--port", older_pico.port, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["version"] == "0.2.0"
    there = older_pico.files()
    assert {path: text.encode() for path, text in there.items() if path != SETTINGS} == SMALL
    assert SETTINGS in there
    assert main(["flash", "--port", older_pico.port, "--factory", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["files"] == []
    assert SETTINGS not in older_pico.files()


@pytest.fixture
def lamp_pico(tmp_path: Path) -> Iterator[EmulatedPico]:
    with EmulatedPico(tmp_path, {"main.py": LAMP, "lamp.py": b"ON = 1\n", SETTINGS: b'{"lamp": 1}'}) as pico:
        yield pico


@pytest.mark.emulator
def test_somebody_elses_program_is_left_alone_or_kept_when_it_is_to_be_replaced(
    lamp_pico: EmulatedPico, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(flash, "firmware_files", lambda: SMALL)
    before = lamp_pico.files()
    for words in count([["--factory"]], [[], ["--check"], ["--factory"]]):
        assert main(["flash", "--port", lamp_pico.port, *words]) == 1
        said = capsys.readouterr().err
        assert "holds another program" in said
        assert "flash --replace" in said and "main.py.old" in said
        assert lamp_pico.files() == before
    assert main(["flash", "--port", lamp_pico.port, "--replace", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["kept"] == ["main.py.old", f"{SETTINGS}.old"]
    there = lamp_pico.files()
    assert there["main.py.old"].encode() == LAMP
    assert there[f"{SETTINGS}.old"] == before[SETTINGS]
    assert there["lamp.py"] == before["lamp.py"]
    assert {path: there[path].encode() for path in SMALL} == SMALL
    assert main(["flash", "--port", lamp_pico.port, "--check"]) == 0, "now it is the unit"


@pytest.mark.emulator
@pytest.mark.parametrize(
    "before", [pytest.param({}, id="empty", marks=pytest.mark.long), pytest.param(OLDER, id="older")]
)
def test_cut_off_in_the_middle_of_any_write_it_is_the_unit_or_asks_for_flash_again(
    before: dict[str, bytes],
) -> None:
    assert cut_anywhere(before, SMALL, every=count(3, 1)) == []


@pytest.mark.parametrize("board", ["Raspberry Pi Pico2 with RP2350-RISCV", "ESP32 module with ESP32", ""])
def test_micropython_for_another_chip_is_said_with_the_right_file(
    board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = f"slamomatic-board {json.dumps([[1, 25, 0], 1_000_000, ['main.py'], board])}\n"
    answer = subprocess.CompletedProcess([], 0, said, "")
    monkeypatch.setattr(connected, "_expect_micropython", lambda port: None)
    monkeypatch.setattr(connected.ConnectedPico, "_mpremote", lambda *_, **__: answer)
    with pytest.raises(UserError, match=r"another chip.*RPI_PICO2\. Copy the right one"):
        ConnectedPico("/dev/ttyACM0").survey()
