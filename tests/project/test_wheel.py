"""The package as a wheel: it works outside the checkout, with the firmware inside it."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    # Without isolation nothing is downloaded: the build backend comes with the test extra.
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    (path,) = out.glob("*.whl")
    return path


def test_the_wheel_holds_the_firmware_and_nothing_of_the_tests(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    firmware = {
        f"slamomatic/_firmware/{path.relative_to(ROOT / 'firmware').as_posix()}"
        for path in (ROOT / "firmware").rglob("*.py")
    }
    assert "slamomatic/_firmware/main.py" in firmware
    assert firmware <= set(names)
    assert "slamomatic/py.typed" in names
    assert not [name for name in names if "test" in name.lower().split("/")[0]]


def test_the_installed_wheel_works_outside_the_checkout(wheel: Path, tmp_path: Path) -> None:
    place = tmp_path / "installed"
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(place), str(wheel)],
        check=True,
        capture_output=True,
    )
    env = {**os.environ, "PYTHONPATH": str(place), "SLAMOMATIC_HOME": str(tmp_path / "home")}
    code = (
        "import slamomatic; from slamomatic.firmware_files import firmware_files\n"
        "print(slamomatic.__file__); print(*sorted(firmware_files()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=env, capture_output=True, text=True, check=True
    )
    where, listed = done.stdout.splitlines()
    assert where.startswith(str(place))
    assert "main.py" in listed and "slap/settings.mpy" in listed
    command = [sys.executable, "-m", "slamomatic.cli", "history", "--json"]
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=True)
    assert done.stdout == '{"players": [], "matches": []}\n'
