"""The USB between chip and host: packets take their time on the wire, and a host may stop reading."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from rp2040py.peripherals import usb as registers
from rp2040py.peripherals.usb import RPUSBController

if TYPE_CHECKING:
    from slamomatic.emulator.chip import Chip

# Full speed: 12 Mbit/s; token, data and handshake with their gaps cost about 22 byte times a packet.
_NS_PER_BYTE = 8_000 / 12
_OVERHEAD_BYTES = 22


def bus_ns(length: int) -> int:
    """How long one bulk packet of `length` bytes is under way, in whole chip cycles."""
    return round((length + _OVERHEAD_BYTES) * _NS_PER_BYTE / 8) * 8


class UsbWire(RPUSBController):
    """The chip's USB controller. Bulk packets to the host go one after the other, while the host reads.

    rp2040py delivers every packet at once. Here a packet waits for its IN token, so that a host that does not
    read fills the firmware's buffers as a real one does.
    """

    def __init__(self, chip: Chip) -> None:
        super().__init__(chip, "USB")
        self.bulk_in: int | None = None  # the data endpoint, once the host knows it
        self.on_packet: Callable[[bytes], None] | None = None
        self.reading = True
        self._armed: deque[tuple[int, bool]] = deque()  # (buffer control register, second buffer?)
        self._under_way = False
        self._arrival = chip.clock.create_alarm(self._arrived)

    def dpram_updated(self, offset: int, value: int) -> None:
        endpoint = (offset - registers.EP0_IN_BUFFER_CONTROL) >> 3
        if self.bulk_in is None or endpoint != self.bulk_in or offset & 4:
            super().dpram_updated(offset, value)
            return
        halves = (False, True) if self._control(endpoint) & registers.USB_CTRL_DOUBLE_BUF else (False,)
        for second in halves:
            available = (value >> (registers.USB_BUF1_SHIFT * second)) & registers.USB_BUF_CTRL_AVAILABLE
            if available and (offset, second) not in self._armed:
                self._armed.append((offset, second))
        self.next_packet()

    def _control(self, endpoint: int) -> int:
        return self._read_endpoint_control_reg(endpoint, False)

    def next_packet(self) -> None:
        if self._under_way or not self.reading or not self._armed:
            return
        offset, second = self._armed[0]
        self._under_way = True
        self._arrival.schedule(bus_ns(self._length(offset, second)))

    def _length(self, offset: int, second: bool) -> int:
        word = int.from_bytes(self.rp2040.usb_dpram[offset : offset + 4], "little")
        return (word >> (registers.USB_BUF1_SHIFT * second)) & registers.USB_BUF_CTRL_LEN_MASK

    def _arrived(self) -> None:
        self._under_way = False
        offset, second = self._armed.popleft()
        endpoint = (offset - registers.EP0_IN_BUFFER_CONTROL) >> 3
        shift = registers.USB_BUF1_SHIFT * second
        length = self._length(offset, second)
        dpram = self.rp2040.usb_dpram
        start = self._get_endpoint_buffer_offset(endpoint, False)
        start += registers.USB_BUF1_OFFSET * second
        data = bytes(dpram[start : start + length])
        word = int.from_bytes(dpram[offset : offset + 4], "little")
        word &= ~((registers.USB_BUF_CTRL_AVAILABLE | registers.USB_BUF_CTRL_FULL) << shift)
        dpram[offset : offset + 4] = word.to_bytes(4, "little")
        control = self._control(endpoint)
        if (
            second
            or control & registers.USB_CTRL_INTERRUPT_PER_TRANSFER
            or not control & registers.USB_CTRL_DOUBLE_BUF
        ):
            self._indicate_buffer_ready(endpoint, False)
        if self.on_packet is not None and data:
            self.on_packet(data)
        self.next_packet()

    def reset(self) -> None:
        super().reset()
        self.bulk_in = None
        self._armed.clear()
        self._under_way = False
        self._arrival.cancel()
