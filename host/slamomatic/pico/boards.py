"""The boards that the firmware knows, and where MicroPython keeps its files on each. Pure."""

from dataclasses import dataclass

KIB = 1024
RP2040 = 0xE48BFF56
RP2350_ARM = 0xE48BFF59
_PICO_2 = "Raspberry Pi Pico2 with RP2350"
_PICO_2_W = "Raspberry Pi Pico 2 W with RP2350"


@dataclass(frozen=True, slots=True)
class Board:
    """One kind of Pico, as MicroPython 1.25 lays out its flash."""

    key: str  # of `--board`
    name: str  # as MicroPython itself names the board with its chip
    download: str  # the name of its .uf2 at micropython.org
    family: int  # of its chip, in a UF2 file
    flash_bytes: int
    files_bytes: int  # at the end of the flash
    drive: str  # what the computer calls it while BOOTSEL is held

    @property
    def files_at(self) -> int:
        return self.flash_bytes - self.files_bytes


BOARDS = (
    Board("pico", "Raspberry Pi Pico with RP2040", "RPI_PICO", RP2040, 2048 * KIB, 1408 * KIB, "RPI-RP2"),
    Board(
        "pico-w", "Raspberry Pi Pico W with RP2040", "RPI_PICO_W", RP2040, 2048 * KIB, 848 * KIB, "RPI-RP2"
    ),
    Board("pico2", _PICO_2, "RPI_PICO2", RP2350_ARM, 4096 * KIB, 3072 * KIB, "RP2350"),
    Board("pico2-w", _PICO_2_W, "RPI_PICO2_W", RP2350_ARM, 4096 * KIB, 2560 * KIB, "RP2350"),
)
PICO = BOARDS[0]


def board_named(key: str) -> Board:
    return next(board for board in BOARDS if board.key == key)


def without_wireless(board: Board) -> Board:
    """Return the board without wireless that has the same chip.

    Its MicroPython runs on both: only the LED stays dark.
    """
    return next(one for one in BOARDS if one.family == board.family)


def board_of(image: bytes) -> Board | None:
    """Return the board that a MicroPython image was made for; None if it names none of ours."""
    return next((board for board in BOARDS if board.name.encode() in image), None)
