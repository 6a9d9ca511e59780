"""The differences between the chips: the only file with register addresses."""

import sys

# Both chips have the same blocks; the RP2350 moved some. A test compares it all with the Pico SDK's headers.
# The RP2040's has run on the emulator, the RP2350's (Arm) nowhere.
CHIPS = {
    "RP2040": {
        "timer_high": 0x40054024,  # TIMERAWH: raw words don't latch, so two readers can't disturb each other
        "timer_low": 0x40054028,  # TIMERAWL
        "pio0": 0x50200000,
        "pio1": 0x50300000,
        "pio_inte": 0x12C,  # IRQ0_INTE
        "dma_abort": 0x444,  # CHAN_ABORT
        "dma_busy": 1 << 24,  # in a channel's CTRL
        "watchdog": 0x40058000,
        "gpio_in": 0xD0000004,
        "gpio_edges": 0x400140F0,  # INTR0: four bits a pin, the upper two are its edges
    },
    "RP2350": {
        "timer_high": 0x400B0024,
        "timer_low": 0x400B0028,
        "pio0": 0x50200000,
        "pio1": 0x50300000,
        "pio_inte": 0x170,
        "dma_abort": 0x464,
        "dma_busy": 1 << 26,
        "watchdog": 0x400D8000,
        "gpio_in": 0xD0000004,
        "gpio_edges": 0x40028230,
    },
}


def _of_this_board(chips):  # type: ignore[no-untyped-def]
    """Return the entry of the chip that MicroPython names with the board; RuntimeError: it has none here."""
    board = getattr(sys.implementation, "_machine", "")
    for chip in chips:
        if board.endswith(chip):  # not the RP2350 with its RISC-V cores: machine code is Arm's here
            return chips[chip]
    raise RuntimeError(
        "slap unit: this MicroPython is for '%s'. A Pico takes the .uf2 of RPI_PICO or RPI_PICO_W, "
        "a Pico 2 that of RPI_PICO2 or RPI_PICO2_W." % board
    )


_here = _of_this_board(CHIPS)

TIMER_HIGH = _here["timer_high"]
TIMER_LOW = _here["timer_low"]
GPIO_IN = _here["gpio_in"]
GPIO_EDGES = _here["gpio_edges"]

PIO0 = _here["pio0"]
PIO_FDEBUG = PIO0 + 0x008  # bits 0 to 3: a state machine stalled on a full RX FIFO; written 1 clears
PIO_RX0 = PIO0 + 0x020
PIO_IRQ = PIO0 + 0x030  # the flags that `irq()` in a PIO program raises; written 1 clears
PIO_INTE = PIO0 + _here["pio_inte"]
PIO_INTE_SM0 = 1 << 8
DREQ_PIO0_RX0 = 4
DREQ_PIO1_TX0 = 8
DREQ_ALWAYS = 0x3F
PIO1_TX0 = _here["pio1"] + 0x010

# State machines of the second block, whose first one a Pico W's wireless chip takes as its LED is lit.
LIGHTS_MACHINE = 6
JIG_MACHINE = 7

DMA_ABORT = 0x50000000 + _here["dma_abort"]
DMA_BUSY = _here["dma_busy"]
# The USB controller's memory: what each endpoint is, and what it is to send to the host.
USB_MEMORY = 0x50100000
USB_FRAME = 0x50110048  # SOF_RD: the number of the last frame, one a millisecond while the bus is awake
SLEEP_CONTROL = 0xE000ED10  # the core's own SCR
SEV_ON_PEND = 1 << 4

WATCHDOG_CTRL = _here["watchdog"]
WATCHDOG_ENABLE = 1 << 30
WATCHDOG_REASON = _here["watchdog"] + 0x08
WATCHDOG_BIT = 1  # REASON: it ran out (and was not fired on purpose)
SCRATCH_BITES = (
    _here["watchdog"] + 0x0C
)  # survives a watchdog reset: how often in a row, and was the loop running
ATOMIC_CLEAR = 0x3000  # a write here clears bits and leaves the others alone

del CHIPS, _here, _of_this_board  # a quarter of a kilobyte
