"""The emulated USB: packets take their time on the wire, and the computer at its end may stop reading."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from rp2040py.peripherals import usb as registers
from rp2040py.peripherals.usb import RPUSBController
from rp2040py.usb.cdc import ENDPOINT_ZERO, USBCDC

if TYPE_CHECKING:
    from slamomatic.emulator.chip import Chip

# Full speed: 12 Mbit/s; token, data and handshake with their gaps cost about 22 byte times a packet.
_NS_PER_BYTE = 8_000 / 12
_OVERHEAD_BYTES = 22
_PACKET_BYTES = 64


def bus_ns(length: int) -> int:
    """Return the time of one bulk packet of `length` bytes on the bus, in whole chip cycles."""
    return round((length + _OVERHEAD_BYTES) * _NS_PER_BYTE / 8) * 8


def _shift_of(second: bool) -> int:
    """Return by how many bits a buffer's fields are shifted in its control register."""
    return registers.USB_BUF1_SHIFT if second else 0


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
        self.suspended = False
        self._armed: deque[tuple[int, bool]] = deque()  # (buffer control register, second buffer?)
        self._under_way = False
        self._arrival = chip.clock.create_alarm(self._arrived)

    def dpram_updated(self, offset: int, value: int) -> None:
        """Queue the buffers of the data endpoint that the firmware has armed; the rest is rp2040py's."""
        endpoint = (offset - registers.EP0_IN_BUFFER_CONTROL) >> 3
        if self.bulk_in is None or endpoint != self.bulk_in or offset & 4:
            super().dpram_updated(offset, value)
            return
        halves = (False, True) if self._control(endpoint) & registers.USB_CTRL_DOUBLE_BUF else (False,)
        for second in halves:
            available = (value >> _shift_of(second)) & registers.USB_BUF_CTRL_AVAILABLE
            if available and (offset, second) not in self._armed:
                self._armed.append((offset, second))
        self.next_packet()

    def _control(self, endpoint: int) -> int:
        return self._read_endpoint_control_reg(endpoint, False)

    def next_packet(self) -> None:
        """Begin the next packet, unless one is under way or the host does not ask."""
        if self._under_way or not self.reading or self.suspended or not self._armed:
            return
        offset, second = self._armed[0]
        self._under_way = True
        self._arrival.schedule(bus_ns(self._length(offset, second)))

    def _length(self, offset: int, second: bool) -> int:
        word = int.from_bytes(self.rp2040.usb_dpram[offset : offset + 4], "little")
        return (word >> _shift_of(second)) & registers.USB_BUF_CTRL_LEN_MASK

    def _arrived(self) -> None:
        """Hand the packet that has arrived to the host, free its buffer, and begin the next one."""
        self._under_way = False
        offset, second = self._armed.popleft()
        endpoint = (offset - registers.EP0_IN_BUFFER_CONTROL) >> 3
        shift = _shift_of(second)
        length = self._length(offset, second)
        dpram = self.rp2040.usb_dpram
        start = self._get_endpoint_buffer_offset(endpoint, False)
        if second:
            start += registers.USB_BUF1_OFFSET
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

    def read_uint32(self, offset: int) -> int:
        if offset == registers.SOF_RD:
            self._count_frames()
        return super().read_uint32(offset)

    def write_uint32(self, offset: int, value: int) -> None:
        if offset == registers.SIE_STATUS:  # rp2040py leaves this one set
            self._sie_status &= ~(self.raw_write_value & registers.SIE_SUSPENDED)
        super().write_uint32(offset, value)

    def _count_frames(self) -> None:
        """Set the frame number: one a millisecond, while a computer is there and awake."""
        if self.bulk_in is not None and not self.suspended:
            self._sof_frame_number = int(self.rp2040.clock.nanos // 1_000_000)

    def suspend(self) -> None:
        """Let the bus fall silent: no frame, no token, nothing to hear."""
        self._count_frames()
        self.suspended = True
        self._tell(registers.SIE_SUSPENDED)

    def resume(self) -> None:
        self.suspended = False
        self._tell(registers.SIE_RESUME)
        self.next_packet()

    def _tell(self, bit: int) -> None:
        self._sie_status |= bit
        self._sie_status_updated()

    def leave_bus(self) -> None:
        """Forget the armed packets and the data endpoint, as when the plug is pulled."""
        self.bulk_in = None
        self.suspended = False
        self._armed.clear()
        self._under_way = False
        self._arrival.cancel()

    def reset(self) -> None:
        super().reset()
        self.leave_bus()


class Packet(NamedTuple):
    """One USB packet from the Pico, with the emulated time at which the host had it."""

    t_ns: float
    data: bytes


class UsbHost(USBCDC):
    """A computer with the port open. `received` keeps every packet until the caller clears it."""

    def __init__(self, chip: Chip) -> None:
        super().__init__(chip.usb_ctrl)
        self._chip = chip
        self._outgoing = bytearray()
        self._asked_for: int | None = None
        self._port_open = True
        self.received: list[Packet] = []
        self.on_data: Callable[[bytes], None] | None = None
        self.on_device_connected = self._connected
        self._control_write = self.usb.on_endpoint_read
        self.usb.on_endpoint_read = self._pico_asks
        chip.usb_ctrl.on_packet = self._packet

    # -- from the Pico

    def _packet(self, data: bytes) -> None:
        self.received.append(Packet(self._chip.clock.nanos, data))
        if self.on_data is not None:
            self.on_data(data)

    def take(self) -> bytes:
        """Return everything received since the last call."""
        data = b"".join(packet.data for packet in self.received)
        self.received.clear()
        return data

    @property
    def reading(self) -> bool:
        return self._chip.usb_ctrl.reading

    @reading.setter
    def reading(self, reads: bool) -> None:
        """Read on, or (False) stop asking for packets: they stay in the chip."""
        self._chip.usb_ctrl.reading = reads
        self._chip.usb_ctrl.next_packet()

    # -- to the Pico

    @property
    def connected(self) -> bool:
        """True once the computer has set the Pico up and knows its data endpoint."""
        return self._chip.usb_ctrl.bulk_in is not None

    @property
    def unsent(self) -> int:
        """Bytes written that the Pico has not fetched yet."""
        return len(self._outgoing)

    def write(self, data: bytes) -> None:
        self._outgoing += data
        self._send_next()

    def _pico_asks(self, endpoint: int, size: int) -> None:
        """Note that the Pico asks for data, and send it; other endpoints are rp2040py's."""
        if endpoint != self._out_endpoint or endpoint == ENDPOINT_ZERO:
            if self._control_write is not None:
                self._control_write(endpoint, size)
            return
        self._asked_for = size
        self._send_next()

    def _send_next(self) -> None:
        """Send the next packet if the Pico has asked for one and the bus is awake."""
        # With nothing to say the host stays silent; an empty packet would only wake the Pico.
        if self._asked_for is None or not self._outgoing or self._chip.usb_ctrl.suspended:
            return
        length = min(self._asked_for, _PACKET_BYTES, len(self._outgoing))
        data = bytes(self._outgoing[:length])
        del self._outgoing[:length]
        self._asked_for = None
        self.usb.endpoint_read_done(self._out_endpoint, data, delay=max(1, bus_ns(length) // 1000))

    # -- coming and going

    @property
    def port_open(self) -> bool:
        """Return whether a program has the port open: the Pico sees that as DTR."""
        return self._port_open

    @port_open.setter
    def port_open(self, opened: bool) -> None:
        if opened != self._port_open:
            self._port_open = opened
            if not opened:
                self._outgoing.clear()
            if self.connected:
                self.set_control_lines(dtr=opened, rts=opened)

    def _cdc_set_control_line_state(
        self, value: int | None = None, interface_number: int | None = None
    ) -> None:
        if value is None and not self._port_open:
            value = 0
        super()._cdc_set_control_line_state(value, interface_number)

    def suspend(self) -> None:
        """Suspend the bus, as a closed laptop does, the port still open. Bytes written meanwhile wait."""
        self._chip.usb_ctrl.suspend()

    def resume(self) -> None:
        self._chip.usb_ctrl.resume()
        self._send_next()

    def reset_bus(self) -> None:
        """Reset the bus, as a failing hub does: the Pico gets a new address, its port goes and comes back."""
        self._on_controller_reset()
        self._chip.usb_ctrl.leave_bus()
        self._chip.usb_ctrl.reset_device()

    def _connected(self) -> None:
        self._chip.usb_ctrl.bulk_in = self._in_endpoint

    def _on_controller_reset(self) -> None:
        super()._on_controller_reset()
        self._asked_for = None
        self._outgoing.clear()
