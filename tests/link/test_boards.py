"""One file for each Pico: where everything lies in it, and that a wrong or cut file ends in a sentence.

Only the Pico's own file has been started, on the emulator. MicroPython for the others is stood in for here by
pages with its board's name: what is checked is the file, not that it runs.
"""

from __future__ import annotations

import random
import struct
from pathlib import Path

import pytest

from link.small_firmware import SMALL
from slamomatic.emulator import debian_image, flash_image
from slamomatic.emulator.image import VERSION, find_image, image_of
from slamomatic.errors import UserError
from slamomatic.firmware_files import firmware_files
from slamomatic.pico import uf2
from slamomatic.pico.boards import BOARDS, PICO, Board, board_named, without_wireless
from slamomatic.pico.flashing import BOOT

WRONG = 200
SECTOR = 4096
_BLOCK = struct.Struct("<8I476sI")


def micropython(board: Board, pages: int = 300, for_nobody: bool = False) -> bytes:
    """As MicroPython's own .uf2 of a board: its name is somewhere in it."""
    content = random.Random(board.key).randbytes(uf2.PAGE * pages)
    name = board.name.encode()
    content = content[:40_001] + name + content[40_001 + len(name) :]
    found = [
        block(board.family, number, pages, uf2.FLASH + number * uf2.PAGE, content) for number in range(pages)
    ]
    first = [
        _BLOCK.pack(
            0x0A324655, 0x9E5D5157, 0x2000, 0x10FFFF00, 256, 0, 2, 0xE48BFF57, b"\xef" * 256, 0x0AB16F30
        )
    ]
    return b"".join((first if for_nobody else []) + found)


def block(family: int, number: int, of: int, address: int, content: bytes) -> bytes:
    page = content[number * uf2.PAGE : (number + 1) * uf2.PAGE]
    return _BLOCK.pack(
        0x0A324655, 0x9E5D5157, 0x2000, address, uf2.PAGE, number, of, family, page, 0x0AB16F30
    )


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.key)
@pytest.mark.parametrize("sister", [False, True], ids=["its own MicroPython", "that without wireless"])
@pytest.mark.parametrize("for_nobody", [False, True])
def test_every_page_has_its_place_and_the_files_are_all_there(
    board: Board, sister: bool, for_nobody: bool
) -> None:
    made_for = without_wireless(board) if sister else board
    image = micropython(made_for, for_nobody=for_nobody)
    files = firmware_files()
    joined = uf2.join(image, files, "image.uf2", board)
    assert joined == uf2.join(image, files, "image.uf2", board)
    count = len(joined) // uf2.BLOCK
    heads = [struct.unpack_from("<8I", joined, at) for at in range(0, len(joined), uf2.BLOCK)]
    assert {head[7] for head in heads} == {board.family}
    assert [head[5:7] for head in heads] == [(number, count) for number in range(count)]
    pages = dict(uf2.blocks(joined))
    assert len(pages) == count, "no page twice"
    assert max(pages) < board.flash_bytes
    assert list(pages)[-1] < SECTOR, "an empty Pico whose copy is cut short waits for the next one"
    flash = bytearray(b"\xff" * board.flash_bytes)
    for address, page in pages.items():
        flash[address : address + len(page)] = page
    there = flash_image.read_back(bytes(flash[made_for.files_at :]))
    assert {path: data for path, data in there.items() if path != BOOT} == files
    assert pages.items() >= uf2.pages_of(image, "image", board).items()


def test_the_emulated_pico_is_laid_out_as_the_board() -> None:
    assert (PICO.files_at, PICO.flash_bytes) == (flash_image.START, flash_image.FLASH_BYTES)
    assert PICO.files_bytes == flash_image.BLOCKS * flash_image.BLOCK_BYTES
    assert PICO.name.encode() in b"".join(
        page for _, page in sorted(uf2.pages_of(find_image().read_bytes(), "").items())
    )


def test_two_hundred_cut_or_damaged_files_each_end_in_a_sentence() -> None:
    chance = random.Random(5)
    for _ in range(WRONG):
        board = chance.choice(BOARDS)
        image = bytearray(micropython(board, for_nobody=chance.random() < 0.3))
        if chance.random() < 0.7:
            del image[chance.randrange(1, len(image)) :]
        else:  # a byte of a block's head
            image[uf2.BLOCK * chance.randrange(1, 300) + chance.randrange(8)] ^= 1 << chance.randrange(8)
        with pytest.raises(UserError, match=rf"Download the \.uf2 of {board.download} again"):
            uf2.join(bytes(image), SMALL, "image.uf2", board)


def test_two_hundred_files_of_another_board_each_name_the_right_one() -> None:
    chance = random.Random(6)
    for _ in range(WRONG):
        board, other = chance.sample(BOARDS, 2)
        image = micropython(other, pages=chance.randrange(200, 400), for_nobody=chance.random() < 0.3)
        if other == without_wireless(board):
            assert uf2.join(image, SMALL, "image.uf2", board)
            continue
        with pytest.raises(UserError) as refused:
            uf2.join(image, SMALL, "image.uf2", board)
        said = str(refused.value)
        assert said.startswith(f"image.uf2 is for another board ({other.name})")
        assert f"https://micropython.org/download/{board.download}/" in said


@pytest.mark.parametrize("noise", [b"", b"UF2\n", b"\x89PNG\r\n" * 200, bytes(5120)])
def test_what_is_no_uf2_at_all_is_a_sentence(noise: bytes) -> None:
    for board in BOARDS:
        with pytest.raises(UserError, match="is not a complete MicroPython image"):
            uf2.join(noise, SMALL, "picture.png", board)


@pytest.mark.long
@pytest.mark.skipif(not debian_image.possible(), reason="builds from Debian's packages")
def test_micropython_for_the_pico_2_is_built_the_same_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = board_named("pico2-w")
    first = image_of(without_wireless(board).download).read_bytes()
    debian_image.build(tmp_path / "again.uf2", VERSION, without_wireless(board).download)
    assert (tmp_path / "again.uf2").read_bytes() == first
    start = b"".join(page for at, page in sorted(uf2.pages_of(first, "it", board).items()) if at < SECTOR)
    assert struct.pack("<I", 0xFFFFDED3) in start, "what the RP2350's boot ROM looks for"
