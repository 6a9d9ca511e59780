"""The registers that the firmware uses, as the Pico SDK's own headers define them.

`python3 tests/unit/sdk_headers.py FOLDER` reads them out of a pico-sdk and writes sdk_headers.json, which the
tests compare with the firmware. Debian's `pico-sdk-source` has it in /usr/src/pico-sdk.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

FILE = Path(__file__).with_suffix(".json")
CHIPS = ("rp2040", "rp2350")
# Header, and what is taken from it; {timer} and {core} have other names on each chip.
NAMES = {
    "addressmap": (
        *("{timer}_BASE", "PIO0_BASE", "PIO1_BASE", "DMA_BASE", "WATCHDOG_BASE", "SIO_BASE", "IO_BANK0_BASE"),
        *("USBCTRL_DPRAM_BASE", "USBCTRL_REGS_BASE", "PPB_BASE", "REG_ALIAS_CLR_BITS"),
    ),
    "timer": ("TIMER_TIMERAWH_OFFSET", "TIMER_TIMERAWL_OFFSET"),
    "pio": (
        *("PIO_FDEBUG_OFFSET", "PIO_FDEBUG_RXSTALL_LSB", "PIO_RXF0_OFFSET", "PIO_TXF0_OFFSET"),
        *("PIO_IRQ_OFFSET", "PIO_IRQ0_INTE_OFFSET", "PIO_IRQ0_INTE_SM0_BITS", "PIO_CTRL_OFFSET"),
        "PIO_CTRL_SM_ENABLE_LSB",
    ),
    "dreq": ("DREQ_PIO0_RX0", "DREQ_PIO1_TX0", "DREQ_FORCE"),
    "dma": (
        *("DMA_CHAN_ABORT_OFFSET", "DMA_CH0_CTRL_TRIG_BUSY_BITS", "DMA_CH0_AL1_CTRL_OFFSET"),
        "DMA_CH0_WRITE_ADDR_OFFSET",
    ),
    "watchdog": (
        *("WATCHDOG_CTRL_OFFSET", "WATCHDOG_CTRL_ENABLE_BITS", "WATCHDOG_REASON_OFFSET"),
        *("WATCHDOG_REASON_TIMER_BITS", "WATCHDOG_SCRATCH0_OFFSET"),
    ),
    "sio": ("SIO_GPIO_IN_OFFSET",),
    "io_bank0": (
        *("IO_BANK0_INTR0_OFFSET", "IO_BANK0_INTR0_GPIO0_EDGE_LOW_BITS"),
        "IO_BANK0_INTR0_GPIO0_EDGE_HIGH_BITS",
    ),
    "usb": ("USB_SOF_RD_OFFSET", "USB_SOF_RD_BITS"),
    "usb_device_dpram": (
        *("USB_DEVICE_DPRAM_EP1_IN_CONTROL_OFFSET", "USB_DEVICE_DPRAM_EP15_IN_CONTROL_OFFSET"),
        *(
            "USB_DEVICE_DPRAM_EP1_IN_CONTROL_ENABLE_BITS",
            "USB_DEVICE_DPRAM_EP1_IN_CONTROL_ENDPOINT_TYPE_BITS",
        ),
        "USB_DEVICE_DPRAM_EP1_IN_CONTROL_ENDPOINT_TYPE_VALUE_BULK",
        "USB_DEVICE_DPRAM_EP1_IN_CONTROL_ENDPOINT_TYPE_LSB",
        *("USB_DEVICE_DPRAM_EP1_IN_BUFFER_CONTROL_OFFSET", "USB_DEVICE_DPRAM_EP15_IN_BUFFER_CONTROL_OFFSET"),
        *(
            "USB_DEVICE_DPRAM_EP1_IN_BUFFER_CONTROL_AVAILABLE_0_BITS",
            "USB_DEVICE_DPRAM_EP1_IN_BUFFER_CONTROL_AVAILABLE_1_BITS",
        ),
    ),
    "{core_header}": ("{core}_SCR_OFFSET", "{core}_SCR_SEVONPEND_BITS"),
}
OWN = {
    "rp2040": {"timer": "TIMER", "core": "M0PLUS", "core_header": "m0plus"},
    "rp2350": {"timer": "TIMER0", "core": "M33", "core_header": "m33"},
}


def read(sdk: Path, chip: str) -> dict[str, int]:
    """Name -> value; names that differ from chip to chip begin with TIMER and CORE."""
    found: dict[str, int] = {}
    folder = sdk / "src" / chip / "hardware_regs/include/hardware/regs"
    for header, names in NAMES.items():
        text = (folder / f"{header.format(**OWN[chip])}.h").read_text("utf-8")
        for name in names:
            value = re.search(rf"#define {name.format(**OWN[chip])}\s+(.+?)\s*(?://.*)?$", text, re.MULTILINE)
            assert value is not None, (chip, header, name)
            found[name.format(timer="TIMER", core="CORE")] = _number(value[1])
    return found


def _number(text: str) -> int:
    """A header's number: 63, _u(0x3), or (_u(0x3) << _u(12))."""
    numbers = [int(one, 0) for one in re.findall(r"\b(?:0x[0-9a-f]+|\d+)\b", text)]
    return numbers[0] << (numbers[1] if "<<" in text else 0)


def main() -> None:
    sdk = Path(sys.argv[1])
    cmake = (sdk / "pico_sdk_version.cmake").read_text("utf-8")
    version = re.findall(r"set\(PICO_SDK_VERSION_(?:MAJOR|MINOR|REVISION) (\d+)", cmake)
    document = {"pico_sdk": ".".join(version), **{chip: read(sdk, chip) for chip in CHIPS}}
    FILE.write_text(json.dumps(document, indent=1) + "\n", "utf-8")
    print(
        f"{FILE.name}: pico-sdk {document['pico_sdk']}", *(f"{chip} {len(document[chip])}" for chip in CHIPS)
    )


if __name__ == "__main__":
    main()
