"""The RP2040 with what rp2040py leaves out: randomness, joined FIFOs, delays, presets, a list of alarms."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Iterable
from typing import Any

from rp2040py.clock.simulation_clock import ClockAlarm, SimulationClock
from rp2040py.peripherals.dma import RPDMA, TREQ, RPDMAChannel
from rp2040py.peripherals.io import RPIO
from rp2040py.peripherals.pads import RPPADS
from rp2040py.peripherals.peripheral import BasePeripheral
from rp2040py.peripherals.pio import RPPIO
from rp2040py.peripherals.timer import RPTimer
from rp2040py.peripherals.watchdog import CTRL as WATCHDOG_CTRL
from rp2040py.peripherals.watchdog import ENABLE as WATCHDOG_ENABLE
from rp2040py.peripherals.watchdog import RPWatchdog
from rp2040py.rp2040 import RP2040
from rp2040py.sio import (
    CPUID,
    DIV_CSR,
    DIV_QUOTIENT,
    DIV_REMAINDER,
    DIV_UDIVIDEND,
    DIV_UDIVISOR,
    RPSIO,
)
from rp2040py.utils.fifo import FIFO
from rp2040py.utils.logging import ConsoleLogger, LogLevel

from slamomatic.emulator.usb import UsbWire

# The chip's own clock: every time handed to the emulator is a whole number of these.
CYCLE_NS = 8
_ROSC_RANDOMBIT = 0x1C
_ROSC_STATUS = 0x18
_ROSC_STABLE = 1 << 31
_SM0_SHIFTCTRL = 0x0D0
_SM_SPACING = 0x18
# Registers that no state machine sees: FDEBUG and the interrupt enables.
_BESIDE_THE_MACHINES = frozenset({0x008, 0x12C, 0x130, 0x138, 0x13C})
_JOIN_RX, _JOIN_TX = 1 << 31, 1 << 30
_MEMORY_ACCESS = ("read_uint8", "read_uint16", "read_uint32", "write_uint8", "write_uint16", "write_uint32")
_NATIVE = RP2040.__module__.startswith("rp2040py.native")


class ListedAlarm(ClockAlarm):
    """An alarm whose clock lists when it is due; the native one keeps that to itself."""

    def __init__(self, clock: ListedClock, callback: Callable[[], None]) -> None:
        self._listed_clock = clock
        self._fire = callback
        super().__init__(clock.ticking, self._fired)

    def _fired(self) -> None:
        del self._listed_clock.due_ns[self]
        self._fire()

    def schedule(self, delta_nanos: float) -> None:
        super().schedule(delta_nanos)  # cancels first, so that it is listed behind all others
        self._listed_clock.due_ns[self] = self._listed_clock.nanos + delta_nanos

    def cancel(self) -> None:
        self._listed_clock.due_ns.pop(self, None)
        super().cancel()


class ListedClock(SimulationClock):
    """Keeps the chip's alarms in the order they were made, which is the same on every construction.

    The time itself is that of `ticking`, a plain clock. Compiled rp2040py calls one of its methods after each
    instruction: at once for its own class, after a look-up by name for a subclass.
    """

    def __init__(self) -> None:
        super().__init__()
        self.ticking = SimulationClock()
        self.alarms: list[ListedAlarm] = []
        self.due_ns: dict[ListedAlarm, float] = {}  # in the order in which they were scheduled

    def create_alarm(self, callback: Callable[[], None]) -> ListedAlarm:
        alarm = ListedAlarm(self, callback)
        self.alarms.append(alarm)
        return alarm

    def unlisted_alarm(self, callback: Callable[[], None]) -> ClockAlarm:
        """An alarm of the bench around the chip, not of the chip: no snapshot holds it, and it is quicker."""
        return ClockAlarm(self.ticking, callback)

    @property
    def nanos(self) -> float:
        return self.ticking.nanos

    @property
    def micros(self) -> float:
        return self.ticking.micros

    def tick(self, delta_nanos: float) -> None:
        self.ticking.tick(delta_nanos)


class RandomOscillator(BasePeripheral):
    """The ring oscillator, whose one useful register is a random bit: without it all boot ids are alike."""

    def __init__(self, chip: Chip, seed: int | None) -> None:
        super().__init__(chip, "ROSC_BASE")
        self._source = random.Random(seed)
        self.bits_read = 0
        self.on_bit: Callable[[], None] | None = None

    def read_uint32(self, offset: int) -> int:
        if offset == _ROSC_RANDOMBIT:
            self.bits_read += 1
            if self.on_bit is not None:
                self.on_bit()
            return self._source.getrandbits(1)
        return _ROSC_STABLE if offset == _ROSC_STATUS else 0

    def write_uint32(self, offset: int, value: int) -> None:
        """Ignore the write: the clock's speed means nothing here."""


class SlowDmaChannel(RPDMAChannel):
    """A channel whose transfers can be slowed down, as on a busy bus."""

    dma: SlowDma

    def schedule_transfer(self) -> None:
        ready = self.dma.dreq.get(self._treq_value, False) or self._treq_value == TREQ.PERMANENT
        if self.dma.delay_ns and ready:
            self.transfer_alarm.schedule(self.dma.delay_ns)
        else:
            super().schedule_transfer()


class SlowDma(RPDMA):
    """The DMA, with `delay_ns` before each transfer (rp2040py's own takes no time at all)."""

    def __init__(self, chip: Chip) -> None:
        super().__init__(chip, "DMA")
        self.delay_ns = 0
        self.channels = [SlowDmaChannel(self, chip, index) for index in range(len(self.channels))]


class PresetTimer(RPTimer):
    """The microsecond timer, starting each life at `preset_us` instead of 0."""

    def __init__(self, chip: Chip, preset_us: int) -> None:
        super().__init__(chip, "TIMER_BASE")
        self.preset_us = preset_us
        self.reset()

    def reset(self) -> None:
        super().reset()
        self._epoch_nanos = self.clock.nanos - self.preset_us * 1000.0

    @property
    def now_us(self) -> float:
        """Return the time that the firmware would read from its timer, with its fraction."""
        return self._micros()


class OneBiteWatchdog(RPWatchdog):
    """A watchdog that is off once it has bitten, as on the chip: else it bites the prompt that follows."""

    def __init__(self, chip: Chip) -> None:
        super().__init__(chip, "WATCHDOG_BASE")
        self.bites = 0

    def _default_watchdog_trigger(self) -> None:
        """Count a bite of the watchdog, and stop what a reset stops before the chip is reset."""
        self.bites += 1
        self._enable = False
        self.timer.enable = False
        self.alarm.enable = False
        super()._default_watchdog_trigger()

    def write_uint32(self, offset: int, value: int) -> None:
        bites = self.bites
        super().write_uint32(offset, value)
        if offset == WATCHDOG_CTRL and self.bites != bites:
            # The write that pulled the trigger also carried the enable bit of the life before.
            super().write_uint32(WATCHDOG_CTRL, value & ~(WATCHDOG_ENABLE | 1 << 31))


class QuickSio(RPSIO):
    """The single-cycle block, whose divider is asked first: MicroPython divides at every turn of its loop.

    rp2040py compares an address with twenty others before it comes to the divider.
    """

    def read_uint32(self, offset: int) -> int | float:
        if offset == DIV_CSR:
            return self.div_csr
        if offset == DIV_REMAINDER:
            return self.div_remainder
        if offset == CPUID:
            return 0
        if offset == DIV_QUOTIENT:
            self.div_csr &= ~0b10
            return self.div_quotient
        return super().read_uint32(offset)

    def write_uint32(self, offset: int, value: int) -> None:
        if offset == DIV_UDIVIDEND:
            self.div_dividend = value
        elif offset == DIV_UDIVISOR:
            self.div_divisor = value
        else:
            super().write_uint32(offset, value)
            return
        divisor = self.div_divisor & 0xFFFFFFFF
        if divisor:
            self.div_quotient, self.div_remainder = divmod(self.div_dividend & 0xFFFFFFFF, divisor)
            self.div_csr = 0b11
            self.rp2040.core.cycles += 8
        else:
            self.update_hardware_divider(False)


class PioWindow(BasePeripheral):
    """A PIO block's registers; a join bit really joins the FIFOs (rp2040py always has four and four)."""

    rp2040: Chip

    def __init__(self, chip: Chip, block: RPPIO) -> None:
        super().__init__(chip, block.name)
        self._block = block

    def read_uint32(self, offset: int) -> int:
        return self._block.read_uint32(offset)

    def write_uint32_atomic(self, offset: int, value: int, atomic_type: int) -> None:
        if offset not in _BESIDE_THE_MACHINES:
            self.rp2040.on_pio_touched()
        self._block.write_uint32_atomic(offset, value, atomic_type)
        self.rp2040.list_running()
        number, left = divmod(offset - _SM0_SHIFTCTRL, _SM_SPACING)
        if left == 0 and 0 <= number < 4:
            machine = self._block.machines[number]
            rx = 8 if machine.shift_ctrl & _JOIN_RX else 0 if machine.shift_ctrl & _JOIN_TX else 4
            if machine.rx_fifo.size != rx:
                machine.rx_fifo, machine.tx_fifo = FIFO(rx), FIFO(8 - rx)

    def write_uint32(self, offset: int, value: int) -> None:
        self._block.write_uint32(offset, value)
        self.rp2040.list_running()

    def reset(self) -> None:
        self._block.reset()


class ChangesLevels(BasePeripheral):
    """Registers that tell the chip that a pin may read differently now."""

    rp2040: Chip

    def write_uint32(self, offset: int, value: int) -> None:
        super().write_uint32(offset, value)
        self.rp2040.forget_levels()


class PinFunctions(ChangesLevels, RPIO):
    """IO_BANK0: which part of the chip has a pin."""


class Pads(ChangesLevels, RPPADS):
    """PADS_BANK0: the pulls."""


def _memory(name: str) -> Any:
    """The memory of that name on the engine's side."""
    return property(lambda chip: getattr(chip.engine_side, name))


def _access(name: str) -> Any:
    """The access of that name, to the memory on the engine's side."""
    access = getattr(RP2040, name)
    return lambda chip, *words: access(chip.engine_side, *words)


class EngineSide(RP2040):
    """The memory, as the compiled core reads it: each access looks first whether somebody replaced it.

    A plain function in a slot of its own is found quickest.
    """

    __slots__ = _MEMORY_ACCESS


class Chip(RP2040):
    """An RP2040 whose parts above replace rp2040py's own.

    The core runs on `engine_side`: it has the memory, and leads to the parts. Compiled rp2040py would make a
    bound method of each access to the chip itself.
    """

    clock: ListedClock
    dma: SlowDma
    timer: PresetTimer
    watchdog: OneBiteWatchdog
    usb_ctrl: UsbWire

    def __init__(self, *, seed: int | None = None, timer_us: int = 0) -> None:
        self._levels: int | None = None
        self.on_pio_touched: Callable[[], None] = lambda: None
        self.on_level_changed: Callable[[], None] = lambda: None
        self.engine_side = EngineSide.__new__(EngineSide) if _NATIVE else self
        self.engine_side.logger = ConsoleLogger(LogLevel.ERROR)
        if _NATIVE:
            for name in _MEMORY_ACCESS:
                setattr(self.engine_side, name, getattr(RP2040, name))
            self.core = self.engine_side.core
        super().__init__(ListedClock())
        self.logger = ConsoleLogger(LogLevel.ERROR)
        # Only the alarms of parts that stay are the chip's: those just replaced never ring.
        self.sio = QuickSio(self)
        self.rosc = RandomOscillator(self, seed)
        self.dma = SlowDma(self)
        self.timer = PresetTimer(self, timer_us)
        self.watchdog = OneBiteWatchdog(self)
        self.usb_ctrl = UsbWire(self)
        self.pads_bank0 = Pads(self, "PADS_BANK0_BASE", "bank0")
        for machine in (machine for block in self.pio for machine in block.machines):
            # The machines published their FIFOs' state to the DMA that was just replaced.
            machine.reset()
        self.peripherals.update(
            {
                0x40014: PinFunctions(self, "IO_BANK0_BASE"),
                0x4001C: self.pads_bank0,
                0x40054: self.timer,
                0x40058: self.watchdog,
                0x40060: self.rosc,
                0x50000: self.dma,
                0x50110: self.usb_ctrl,
                0x50200: PioWindow(self, self.pio[0]),
                0x50300: PioWindow(self, self.pio[1]),
            }
        )
        if _NATIVE:
            side = self.engine_side
            side.clock, side.peripherals = self.clock.ticking, self.peripherals
            side.sio, side.ppb, side.usb_ctrl = self.sio, self.ppb, self.usb_ctrl
            side.pio = []
            side._run_pin_low = False

    if _NATIVE:  # else the engine's side is the chip itself
        sram, flash = _memory("sram"), _memory("flash")
        usb_dpram, bootrom = _memory("usb_dpram"), _memory("bootrom")
        read_uint8, write_uint8 = _access("read_uint8"), _access("write_uint8")
        read_uint16, write_uint16 = _access("read_uint16"), _access("write_uint16")
        read_uint32, write_uint32 = _access("read_uint32"), _access("write_uint32")

        def load_bootrom(self, bootrom_data: Iterable[int]) -> None:
            words = array("I", bootrom_data)
            self.bootrom[: len(words)] = words
            self.reset()

        def reset(self, *, preserve_flash: bool = False, from_watchdog: bool = False) -> None:
            super().reset(preserve_flash=True, from_watchdog=from_watchdog)
            if not preserve_flash:
                self.flash[:] = b"\xff" * len(self.flash)

    def list_running(self) -> None:
        """List the PIO blocks that run: the engine asks each listed one after every instruction."""
        if self.engine_side is not self:
            self.engine_side.pio[:] = [block for block in self.pio if not block.stopped]

    @property
    def gpio_values(self) -> int:
        """The levels of all inputs in one word, kept until one may have changed, for they are read often."""
        levels = self._levels
        if levels is None:
            levels = sum(1 << index for index, pin in enumerate(self.gpio) if pin.input_value)
            self._levels = levels
        return levels

    def forget_levels(self) -> None:
        self._levels = None

    def drive(self, pin: int, level: bool | None) -> None:
        """Connect a pin from outside to high or low, or let it go (None: its own pull decides)."""
        if level is None:
            self.gpio[pin].release_input()
        else:
            self.gpio[pin].set_input_value(level)
        self._levels = None
        self.on_level_changed()

    def set_interrupt(self, irq: int, value: bool) -> None:
        """Set or clear an interrupt; a new one is an event too, which ends the wfe of a masked core.

        MicroPython relies on that (SEVONPEND); rp2040py knows only the events of interrupts that are served.
        """
        if value and not self.core.pending_interrupts >> irq & 1:
            self.core.event_registered = True
        super().set_interrupt(irq, value)

    def enter_reset(self, *, from_watchdog: bool = False) -> None:
        super().enter_reset(from_watchdog=from_watchdog)
        self._levels = None
