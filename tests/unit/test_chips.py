"""Every register address and bit that the firmware writes down, against the Pico SDK's own headers."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from typing import Any

import pytest

from unit import sdk_headers
from unit.firmware_constants import PACKAGE

HEADERS: dict[str, Any] = json.loads(sdk_headers.FILE.read_text("utf-8"))
BOARDS = {
    "rp2040": ("Raspberry Pi Pico with RP2040", "Raspberry Pi Pico W with RP2040"),
    "rp2350": ("Raspberry Pi Pico2 with RP2350", "Raspberry Pi Pico 2 W with RP2350"),
}
Names = dict[str, int]

# Names in chip.py, and how the SDK's headers say the same address or bit.
SAME: dict[str, Callable[[Names], int]] = {
    "TIMER_HIGH": lambda h: h["TIMER_BASE"] + h["TIMER_TIMERAWH_OFFSET"],
    "TIMER_LOW": lambda h: h["TIMER_BASE"] + h["TIMER_TIMERAWL_OFFSET"],
    "GPIO_IN": lambda h: h["SIO_BASE"] + h["SIO_GPIO_IN_OFFSET"],
    "GPIO_EDGES": lambda h: h["IO_BANK0_BASE"] + h["IO_BANK0_INTR0_OFFSET"],
    "PIO0": lambda h: h["PIO0_BASE"] + h["PIO_CTRL_OFFSET"],
    "PIO_FDEBUG": lambda h: h["PIO0_BASE"] + h["PIO_FDEBUG_OFFSET"],
    "PIO_RX0": lambda h: h["PIO0_BASE"] + h["PIO_RXF0_OFFSET"],
    "PIO_IRQ": lambda h: h["PIO0_BASE"] + h["PIO_IRQ_OFFSET"],
    "PIO_INTE": lambda h: h["PIO0_BASE"] + h["PIO_IRQ0_INTE_OFFSET"],
    "PIO_INTE_SM0": lambda h: h["PIO_IRQ0_INTE_SM0_BITS"],
    "PIO1_TX0": lambda h: h["PIO1_BASE"] + h["PIO_TXF0_OFFSET"],
    "DREQ_PIO0_RX0": lambda h: h["DREQ_PIO0_RX0"],
    "DREQ_PIO1_TX0": lambda h: h["DREQ_PIO1_TX0"],
    "DREQ_ALWAYS": lambda h: h["DREQ_FORCE"],
    "DMA_ABORT": lambda h: h["DMA_BASE"] + h["DMA_CHAN_ABORT_OFFSET"],
    "DMA_BUSY": lambda h: h["DMA_CH0_CTRL_TRIG_BUSY_BITS"],
    "USB_MEMORY": lambda h: h["USBCTRL_DPRAM_BASE"],
    "USB_FRAME": lambda h: h["USBCTRL_REGS_BASE"] + h["USB_SOF_RD_OFFSET"],
    "SLEEP_CONTROL": lambda h: h["PPB_BASE"] + h["CORE_SCR_OFFSET"],
    "SEV_ON_PEND": lambda h: h["CORE_SCR_SEVONPEND_BITS"],
    "WATCHDOG_CTRL": lambda h: h["WATCHDOG_BASE"] + h["WATCHDOG_CTRL_OFFSET"],
    "WATCHDOG_ENABLE": lambda h: h["WATCHDOG_CTRL_ENABLE_BITS"],
    "WATCHDOG_REASON": lambda h: h["WATCHDOG_BASE"] + h["WATCHDOG_REASON_OFFSET"],
    "WATCHDOG_BIT": lambda h: h["WATCHDOG_REASON_TIMER_BITS"],
    "SCRATCH_BITES": lambda h: h["WATCHDOG_BASE"] + h["WATCHDOG_SCRATCH0_OFFSET"],
    "ATOMIC_CLEAR": lambda h: h["REG_ALIAS_CLR_BITS"],
}
OUR_CHOICE = {"LIGHTS_MACHINE", "JIG_MACHINE"}  # which state machine does what is no fact of the chip's


def chip_on(board: str, monkeypatch: pytest.MonkeyPatch) -> Names:
    """The names of chip.py as MicroPython on this board has them."""
    monkeypatch.setattr(sys.implementation, "_machine", board, raising=False)
    names: dict[str, Any] = {}
    exec((PACKAGE / "chip.py").read_text("utf-8"), names)
    return {name: value for name, value in names.items() if isinstance(value, int)}


@pytest.mark.parametrize(("chip", "board"), [(chip, board) for chip in BOARDS for board in BOARDS[chip]])
def test_addresses_and_bits_are_the_headers(chip: str, board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    here = chip_on(board, monkeypatch)
    assert here.keys() - OUR_CHOICE == SAME.keys(), "each is compared"
    assert {name: hex(here[name]) for name in SAME} == {
        name: hex(of(HEADERS[chip])) for name, of in SAME.items()
    }


def constant(file: str, name: str) -> int:
    found = re.search(rf"(?m)^{name} = const\(([^)]*)\)", (PACKAGE / file).read_text("utf-8"))
    assert found is not None, name
    return int(found[1], 0)


@pytest.mark.parametrize("chip", BOARDS)
def test_bits_that_stand_in_other_files_are_the_headers_too(chip: str) -> None:
    h: Names = HEADERS[chip]
    name = "USB_DEVICE_DPRAM_EP1_IN_{}".format
    kind = h[name("CONTROL_ENABLE_BITS")] | h[name("CONTROL_ENDPOINT_TYPE_BITS")]
    shift = h[name("CONTROL_ENDPOINT_TYPE_LSB")]
    assert constant("sleep.py", "_KIND_SHIFT") == shift
    assert constant("sleep.py", "_CONTROL_KIND") == kind >> shift
    bulk = h[name("CONTROL_ENABLE_BITS")] >> shift | h[name("CONTROL_ENDPOINT_TYPE_VALUE_BULK")]
    assert constant("sleep.py", "_ENABLED_BULK") == bulk
    available = [h[name(f"BUFFER_CONTROL_AVAILABLE_{half}_BITS")] for half in (0, 1)]
    assert constant("sleep.py", "_WAITS") == available[0] | available[1]
    # Two words an endpoint, from its number on: endpoint 1 and the last one.
    last = constant("sleep.py", "_ENDPOINTS") - 1
    for number in (1, last):
        offset = h[f"USB_DEVICE_DPRAM_EP{number}_IN_CONTROL_OFFSET"]
        assert offset == 4 * 2 * number
        buffer = h[f"USB_DEVICE_DPRAM_EP{number}_IN_BUFFER_CONTROL_OFFSET"]
        assert buffer == 4 * (constant("sleep.py", "_BUFFERS") + 2 * number)
    assert constant("capture.py", "_CONTROL") == h["DMA_CH0_AL1_CTRL_OFFSET"]
    assert h["DMA_CH0_WRITE_ADDR_OFFSET"] == 4, "where the time's ring is written: the word behind the first"
    assert h["PIO_FDEBUG_RXSTALL_LSB"] == h["PIO_CTRL_SM_ENABLE_LSB"] == 0, "machine 0 has bit 0"
    edges = h["IO_BANK0_INTR0_GPIO0_EDGE_LOW_BITS"] | h["IO_BANK0_INTR0_GPIO0_EDGE_HIGH_BITS"]
    assert f"& {edges}:" in (PACKAGE / "capture_irq.py").read_text("utf-8")


@pytest.mark.parametrize("board", ["Raspberry Pi Pico2 with RP2350-RISCV", "ESP32 module with ESP32", ""])
def test_another_chip_is_said_with_the_right_file(board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RuntimeError, match=r"RPI_PICO2 or RPI_PICO2_W"):
        chip_on(board, monkeypatch)
