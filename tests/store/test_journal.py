"""The journal: nothing shown is lost, whatever is killed, cut or damaged."""

from __future__ import annotations

import errno
import os
import random
import shutil
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slamomatic.store import journal, journals
from slamomatic.store.disk import File
from slamomatic.store.journal import JournalError
from support.length import count

ENTRIES = [{"n": n, "do": "down", "seat": n % 4, "name": "Zoë €"} for n in range(12)]


def written(home: Path) -> Path:
    with closing(journals.create("hands-down", home)) as book:
        for entry in ENTRIES:
            book.append(entry)
        return book.path


@given(st.dictionaries(st.text(), st.integers() | st.text() | st.none() | st.lists(st.integers())))
def test_a_line_decodes_to_what_was_encoded(entry: dict[str, object]) -> None:
    line, _ = journal.encode(entry)
    decoded = journal.decode(line)
    assert decoded is not None
    assert decoded.entry == entry
    assert line.count(b"\n") == 1


def test_any_damaged_byte_of_a_line_is_seen() -> None:
    line, _ = journal.encode(ENTRIES[3])
    for at in range(len(line) - 1):
        for flip in (0x01, 0x20, 0x80):
            damaged = bytearray(line)
            damaged[at] ^= flip
            assert journal.decode(bytes(damaged)) is None


def test_cut_at_every_byte_all_whole_lines_are_kept_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda fd: None)  # no power is lost here, and each would take a moment
    whole = written(tmp_path).read_bytes()
    ends = [at for at, byte in enumerate(whole) if byte == ord("\n")]
    path = tmp_path / "journals" / "open" / "cut.journal"
    for cut in range(1, ends[0]):
        path.write_bytes(whole[:cut])
        with pytest.raises(JournalError, match="from the first line on"):
            journals.reopen(path)
        assert not path.exists()
        (path.parent / "cut.journal.damaged").unlink()
    for cut in (0, *range(ends[0], len(whole) + 1)):
        path.write_bytes(whole[:cut])
        book, contents = journals.reopen(path)
        # A line is whole once its last byte before the newline is there. The last one closes the journal.
        kept = sum(end <= cut for end in ends[: len(ENTRIES)])
        assert contents.entries == ENTRIES[:kept]
        book.append({"again": True})
        book.close()
        assert journals.read_file(path).entries == [*ENTRIES[:kept], {"again": True}]
        assert journals.read_file(path).lost is None
        (path.parent / "cut.journal.damaged").unlink(missing_ok=True)


def test_a_damaged_line_hides_what_follows_but_keeps_it_beside_the_file(tmp_path: Path) -> None:
    path = written(tmp_path)
    whole = path.read_bytes()
    damaged = bytearray(whole)
    damaged[whole.index(b'"n":5') + 4] ^= 1
    path.write_bytes(damaged)
    book, contents = journals.reopen(path)
    book.close()
    assert contents.entries == ENTRIES[:5]
    aside = path.with_name(path.name + journals.DAMAGED_SUFFIX).read_bytes()
    assert path.read_bytes() + aside == bytes(damaged)


@pytest.mark.skipif(os.name == "nt", reason="file modes are POSIX's")
def test_the_journal_is_private_to_its_user(tmp_path: Path) -> None:
    path = written(tmp_path / "home")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_one_program_at_a_time(tmp_path: Path) -> None:
    with (
        closing(journals.create("lowdown", tmp_path)) as book,
        pytest.raises(JournalError, match="another window"),
    ):
        journals.reopen(book.path)


def test_a_finished_game_is_no_longer_offered_for_resume(tmp_path: Path) -> None:
    path = written(tmp_path)
    assert journals.latest_open(tmp_path) == path
    book, _ = journals.reopen(path)
    target = book.finish()
    assert journals.latest_open(tmp_path) is None
    assert journals.read_file(target).entries == ENTRIES


def test_games_that_end_in_the_second_they_began_in_are_all_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "strftime", lambda form: "2026-11-18-163600")
    finished = []
    for number in range(4):
        book = journals.create("hands-down", tmp_path)
        book.append({"game": number})
        finished.append(book.finish())
    assert len({path.name for path in finished}) == 4
    assert [journals.read_file(path).entries for path in finished] == [[{"game": n}] for n in range(4)]


def test_a_finished_game_takes_no_other_ones_place(tmp_path: Path) -> None:
    """Journals of the first edition were named by the second alone."""
    path = tmp_path / "journals" / "open" / "2026-11-18-163600-lowdown.journal"
    there = tmp_path / "journals" / "finished" / path.name
    for folder in (path.parent, there.parent):
        folder.mkdir(parents=True)
    there.write_bytes(b"an older game")
    shutil.copy(written(tmp_path), path)
    book, _ = journals.reopen(path)
    target = book.finish()
    assert there.read_bytes() == b"an older game"
    assert target.name == "2026-11-18-163600-lowdown-2.journal"
    assert journals.read_file(target).entries == ENTRIES


def test_a_game_that_another_window_finishes_is_not_opened_again(tmp_path: Path) -> None:
    path = written(tmp_path)
    book, _ = journals.reopen(path)
    book.finish()
    with pytest.raises(JournalError, match="can't be opened"):
        journals.reopen(path)


def test_journals_that_come_and_go_stop_no_listing(tmp_path: Path) -> None:
    folder = journals.open_folder(tmp_path)
    stop = threading.Event()

    def come_and_go() -> None:
        while not stop.is_set():
            for number in range(20):
                (folder / f"{number}.journal").write_bytes(b"x")
            for number in range(20):
                (folder / f"{number}.journal").unlink()

    other = threading.Thread(target=come_and_go)
    other.start()
    try:
        for _ in range(300):
            journals.all_open(tmp_path)
    finally:
        stop.set()
        other.join()


def test_every_event_is_on_its_way_to_the_disk_within_a_fifth_of_a_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float] = []
    monkeypatch.setattr(File, "sync_within", lambda file, seconds: asked.append(seconds))
    path = written(tmp_path)
    assert len(asked) == len(journals.read_file(path).entries)
    assert max(asked) <= 0.2


def test_an_empty_journal_is_not_offered_for_resume(tmp_path: Path) -> None:
    journals.create("slamwich", tmp_path).close()
    assert journals.latest_open(tmp_path) is None


def test_a_missing_journal_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="Check its name"):
        journals.reopen(tmp_path / "none.journal")


def test_finished_game_that_can_not_be_moved_is_one_sentence_and_stays_open(tmp_path: Path) -> None:
    path = written(tmp_path)
    in_the_way = tmp_path / "journals" / "finished" / path.name
    in_the_way.mkdir(parents=True)
    book, _ = journals.reopen(path)
    with pytest.raises(JournalError, match="resume the game"):
        book.finish()
    in_the_way.rmdir()
    again, _ = journals.reopen(path)
    assert again.finish() == in_the_way


def no_room(fd: int, data: bytes) -> int:
    raise OSError(errno.ENOSPC, "No space left on device")


def room_for_three(fd: int, data: bytes) -> int:
    return min(3, len(data))


@pytest.mark.parametrize("write", [no_room, room_for_three])
def test_torn_tail_on_a_full_disk_stays_till_there_is_room(
    write: Callable[[int, bytes], int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path)
    torn = path.read_bytes() + b"0000 torn"
    path.write_bytes(torn)
    with monkeypatch.context() as full, pytest.raises(JournalError, match="Make room"):
        full.setattr(os, "write", write)
        journals.reopen(path)
    assert path.read_bytes() == torn
    book, contents = journals.reopen(path)  # held by nobody
    book.close()
    assert contents.entries == ENTRIES


# A disk that fills up while a line is written, then has room again.
FULL_DISK = """
import resource, signal, sys
from pathlib import Path
from slamomatic.store import journals
from slamomatic.store.journal import JournalError
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
book = journals.create("lowdown", Path(sys.argv[1]))
book.append({"n": 0})
# The disk fills up within a line.
room = book.path.stat().st_size + 20  # for a part of the line
resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
try:
    book.append({"n": 1, "long": "x" * 100})
except JournalError as error:
    print("refused:", error)
# There is room again.
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
book.append({"n": 2})
book.close()
print([entry["n"] for entry in journals.read_file(book.path).entries])
"""


@pytest.mark.skipif(os.name == "nt", reason="the limit that plays the full disk is POSIX's")
def test_a_full_disk_leaves_no_half_line(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert "Make room" in done.stdout
    assert done.stdout.splitlines()[-1] == "[0, 2]"


# Appends, then reports each entry as shown, until it is killed.
CHILD = """
import os, sys
from pathlib import Path
from slamomatic.store import journals
book = journals.create("hands-down", Path(sys.argv[1]))
n = 0
while True:
    book.append({"n": n})
    os.write(1, b"%d\\n" % n)
    n += 1
"""


@pytest.mark.skipif(os.name == "nt", reason="kill -9 is POSIX's")
@pytest.mark.parametrize("seed", range(count(2, 12)))
def test_a_killed_program_loses_nothing_it_had_shown(tmp_path: Path, seed: int) -> None:
    want = random.Random(seed).randrange(1, 4000)
    child = subprocess.Popen([sys.executable, "-c", CHILD, str(tmp_path)], stdout=subprocess.PIPE)
    assert child.stdout is not None
    for _ in range(want):
        child.stdout.readline()
    child.send_signal(signal.SIGKILL)
    shown = want + child.stdout.read().count(b"\n")
    child.wait()
    path = journals.latest_open(tmp_path)
    assert path is not None
    book, contents = journals.reopen(path)
    book.close()
    numbers = [entry["n"] for entry in contents.entries]
    assert numbers == list(range(len(numbers)))
    assert shown <= len(numbers) <= shown + 1
