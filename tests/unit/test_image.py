"""Where the MicroPython image comes from, and that a fresh machine makes it once."""

from __future__ import annotations

import multiprocessing
import os
import time
from pathlib import Path

import pytest

from slamomatic.emulator import debian_image, image
from slamomatic.errors import UserError

BLOCK = 512


def uf2(blocks: int, claims: int | None = None) -> bytes:
    head = b"UF2\n" + bytes(20) + (claims or blocks).to_bytes(4, "little")
    return (head + bytes(BLOCK - len(head))) * blocks


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without a cached image, without a network and without Debian."""
    monkeypatch.delenv(image.ENVIRONMENT, raising=False)
    monkeypatch.setattr(image, "cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setattr(image, "_download", lambda target: "the download failed (no network)")
    monkeypatch.setattr(debian_image, "possible", lambda: False)
    return tmp_path / "cache"


def test_a_given_image_is_taken_and_a_damaged_one_refused(tmp_path: Path) -> None:
    whole = tmp_path / "whole.uf2"
    whole.write_bytes(uf2(3))
    assert image.find_image(whole) == whole
    cut = tmp_path / "cut.uf2"
    cut.write_bytes(uf2(3, claims=4))
    for bad in (cut, tmp_path / "none.uf2"):
        with pytest.raises(UserError, match="is not a MicroPython image"):
            image.find_image(bad)


def test_the_environment_names_an_image(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = tmp_path / "mine.uf2"
    whole.write_bytes(uf2(2))
    monkeypatch.setenv(image.ENVIRONMENT, str(whole))
    assert image.find_image() == whole


def test_without_any_way_the_sentence_says_what_to_do(empty_cache: Path) -> None:
    with pytest.raises(UserError, match=rf"no network.*{image.VERSION}.*{image.ENVIRONMENT}"):
        image.find_image()


def test_a_cache_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(image.ENVIRONMENT, raising=False)
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setattr(image, "cache_folder", lambda: tmp_path / "file" / "cache")
    with pytest.raises(UserError, match="can't be written"):
        image.find_image()


def test_a_cached_image_cut_short_is_made_again(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    empty_cache.mkdir()
    target = empty_cache / f"micropython-{image.VERSION}.uf2"
    target.write_bytes(uf2(4)[:-BLOCK])
    monkeypatch.setattr(debian_image, "possible", lambda: True)
    monkeypatch.setattr(debian_image, "build", lambda path, version: path.write_bytes(uf2(4)))
    assert image.find_image().read_bytes() == uf2(4)


def _slow_build(path: Path, version: str) -> None:
    with (path.parent / "builds").open("a") as log:
        log.write("built\n")
    time.sleep(0.5)
    path.write_bytes(uf2(4))


@pytest.mark.skipif(os.name == "nt", reason="a second download does no harm, and nothing is built there")
def test_two_workers_at_once_build_it_once(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(debian_image, "possible", lambda: True)
    monkeypatch.setattr(debian_image, "build", _slow_build)
    forked = multiprocessing.get_context("fork")
    workers = [forked.Process(target=image.find_image) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(300)
    assert [worker.exitcode for worker in workers] == [0, 0, 0]
    assert (empty_cache / "builds").read_text() == "built\n"


def test_the_other_suite_is_reached_by_the_machines_own_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "debian.sources"
    own.write_text(
        "Types: deb\nURIs: http://a.mirror.example/debian\nSuites: bookworm bookworm-updates\n"
        "Components: main\nSigned-By: /a/key.gpg\n\nTypes: deb\nSuites: bookworm-security\n"
    )
    monkeypatch.setattr(debian_image, "SOURCES_FILE", own)
    assert debian_image.apt_source_of_suite() == (
        "suite.sources",
        "Types: deb deb-src\nURIs: http://a.mirror.example/debian\nSuites: trixie\n"
        "Components: main\nSigned-By: /a/key.gpg\n",
    )


def test_an_old_style_source_is_understood_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "sources.list"
    own.write_text("# mine\ndeb [trusted=yes] http://a.mirror.example/debian bookworm main contrib\n")
    monkeypatch.setattr(debian_image, "SOURCES_FILE", tmp_path / "none")
    monkeypatch.setattr(debian_image, "SOURCES_LIST", own)
    assert debian_image.apt_source_of_suite() == (
        "suite.list",
        "deb [trusted=yes] http://a.mirror.example/debian trixie main\n"
        "deb-src [trusted=yes] http://a.mirror.example/debian trixie main\n",
    )


def test_a_failing_step_is_named_with_its_last_words(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"failed at 'compile' \(no such board\)"):
        debian_image.run(tmp_path, "compile", ["sh", "-c", "echo no such board; exit 3"])
