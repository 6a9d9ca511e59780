"""The computer's own disk: what it promises to the journal and to everything that is saved."""

from __future__ import annotations

import errno
import os
import threading
import time
from pathlib import Path

import pytest

from slamomatic.store.disk import DISK


def test_a_name_is_taken_once(tmp_path: Path) -> None:
    DISK.create(tmp_path / "a").close()
    with pytest.raises(FileExistsError):
        DISK.create(tmp_path / "a")


def test_one_holder_at_a_time(tmp_path: Path) -> None:
    held = DISK.create(tmp_path / "a")
    with pytest.raises(BlockingIOError):
        DISK.open(tmp_path / "a")
    held.close()
    DISK.open(tmp_path / "a").close()


def test_a_file_closed_under_a_new_name_takes_no_other_files_place(tmp_path: Path) -> None:
    (tmp_path / "kept").write_bytes(b"older")
    file = DISK.create(tmp_path / "a")
    file.append(b"newer")
    with pytest.raises(FileExistsError):
        file.close_as(tmp_path / "kept")
    assert (tmp_path / "kept").read_bytes() == b"older"
    DISK.open(tmp_path / "a").close_as(tmp_path / "free")
    assert (tmp_path / "free").read_bytes() == b"newer"
    assert not (tmp_path / "a").exists()


def test_a_file_moved_before_it_was_held_is_not_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program finishes a game just as this one resumes it."""
    import fcntl

    DISK.create(tmp_path / "a").close()
    hold = fcntl.flock

    def moved_first(fd: int, how: int) -> None:
        if (tmp_path / "a").exists():
            DISK.move(tmp_path / "a", tmp_path / "b")
        hold(fd, how)

    monkeypatch.setattr(fcntl, "flock", moved_first)
    with pytest.raises(FileNotFoundError):
        DISK.open(tmp_path / "a")


@pytest.mark.parametrize("failing", ["write", "fsync", "replace"])
def test_a_save_that_fails_leaves_the_old_contents_and_no_litter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    DISK.save(tmp_path / "a", b"old")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as disk, pytest.raises(OSError, match="No space"):
        disk.setattr(os, failing, full)
        DISK.save(tmp_path / "a", b"new")
    assert [(file.path.name, file.size) for file in DISK.files(tmp_path)] == [("a", 3)]
    DISK.save(tmp_path / "a", b"newer")
    assert DISK.read(tmp_path / "a") == b"newer"


def test_saved_contents_are_on_the_disk_before_their_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    sync, replace = os.fsync, os.replace

    def noted_sync(fd: int) -> None:
        steps.append("sync")
        sync(fd)

    def noted_replace(old: Path, new: Path) -> None:
        steps.append("rename")
        replace(old, new)

    monkeypatch.setattr(os, "fsync", noted_sync)
    monkeypatch.setattr(os, "replace", noted_replace)
    DISK.save(tmp_path / "a", b"new")
    assert steps == ["sync", "rename", "sync"]


def test_new_folders_are_on_the_disk_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    sync = os.fsync

    def noted_sync(fd: int) -> None:
        synced.append(os.fstat(fd).st_ino)
        sync(fd)

    monkeypatch.setattr(os, "fsync", noted_sync)
    DISK.make_folder(tmp_path / "journals" / "open")
    assert set(synced) == {tmp_path.stat().st_ino, (tmp_path / "journals").stat().st_ino}


def test_a_listing_leaves_out_files_that_vanish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in "ab":
        DISK.save(tmp_path / name, b"x")
    look = os.scandir

    class Vanishing:
        def __enter__(self) -> list[os.DirEntry[str]]:
            found = list(look(tmp_path))
            (tmp_path / "b").unlink()
            return found

        def __exit__(self, *_: object) -> None: ...

    monkeypatch.setattr(os, "scandir", lambda folder: Vanishing())
    assert [file.path.name for file in DISK.files(tmp_path)] == ["a"]


def test_what_is_written_during_a_sync_gets_another_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lengths: list[int] = []
    entered, go_on = threading.Event(), threading.Event()

    def slow(fd: int) -> None:
        lengths.append(os.fstat(fd).st_size)
        entered.set()
        assert go_on.wait(60)

    file = DISK.create(tmp_path / "a")
    monkeypatch.setattr(os, "fsync", slow)
    file.append(b"one")
    file.sync_within(0)
    assert entered.wait(60)
    file.append(b"two")
    file.sync_within(0)
    entered.clear()
    go_on.set()
    assert entered.wait(60)
    file.close()
    assert lengths[:2] == [3, 6]


def test_a_failed_sync_fails_every_later_append_and_the_close(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(fd: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    file = DISK.create(tmp_path / "a")
    monkeypatch.setattr(os, "fsync", broken)
    file.append(b"one")
    file.sync_within(0)
    with pytest.raises(OSError, match="Input/output"):  # as soon as that sync has failed
        for _ in range(6000):
            file.append(b"two")
            time.sleep(0.01)
    monkeypatch.undo()  # a later sync would succeed and prove nothing about the lost one
    with pytest.raises(OSError, match="Input/output"):
        file.append(b"two")
    with pytest.raises(OSError, match="Input/output"):
        file.close()
    DISK.open(tmp_path / "a").close()
