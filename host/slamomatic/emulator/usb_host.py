"""The host's side of the emulated USB: enumerates the Pico, stamps what comes in, sends what is written."""

from collections.abc import Callable
from typing import NamedTuple

from rp2040py.usb.cdc import ENDPOINT_ZERO, USBCDC

from slamomatic.emulator.chip import Chip
from slamomatic.emulator.usb_wire import bus_ns

_PACKET_BYTES = 64


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
        self.usb.on_endpoint_read = self._pico_reads
        chip.usb_ctrl.on_packet = self._packet

    # -- from the Pico

    def _packet(self, data: bytes) -> None:
        self.received.append(Packet(self._chip.clock.nanos, data))
        if self.on_data is not None:
            self.on_data(data)

    def take(self) -> bytes:
        """Everything received and not taken yet."""
        data = b"".join(packet.data for packet in self.received)
        self.received.clear()
        return data

    @property
    def reading(self) -> bool:
        return self._chip.usb_ctrl.reading

    @reading.setter
    def reading(self, reads: bool) -> None:
        """False withholds the IN tokens: what is armed stays in the chip."""
        self._chip.usb_ctrl.reading = reads
        self._chip.usb_ctrl.next_packet()

    # -- to the Pico

    @property
    def connected(self) -> bool:
        """Enumerated, the port open."""
        return self._chip.usb_ctrl.bulk_in is not None

    @property
    def unsent(self) -> int:
        """Bytes written that the Pico has not fetched yet."""
        return len(self._outgoing)

    def write(self, data: bytes) -> None:
        self._outgoing += data
        self._serve()

    def _pico_reads(self, endpoint: int, size: int) -> None:
        if endpoint != self._out_endpoint or endpoint == ENDPOINT_ZERO:
            if self._control_write is not None:
                self._control_write(endpoint, size)
            return
        self._asked_for = size
        self._serve()

    def _serve(self) -> None:
        # With nothing to say the host stays silent; an empty packet would only wake the Pico.
        if self._asked_for is None or not self._outgoing:
            return
        length = min(self._asked_for, _PACKET_BYTES, len(self._outgoing))
        data = bytes(self._outgoing[:length])
        del self._outgoing[:length]
        self._asked_for = None
        self.usb.endpoint_read_done(self._out_endpoint, data, delay=max(1, bus_ns(length) // 1000))

    # -- coming and going

    @property
    def port_open(self) -> bool:
        """Whether a program has the port open: what the Pico sees as DTR."""
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

    def _connected(self) -> None:
        self._chip.usb_ctrl.bulk_in = self._in_endpoint

    def _on_controller_reset(self) -> None:
        super()._on_controller_reset()
        self._asked_for = None
        self._outgoing.clear()
