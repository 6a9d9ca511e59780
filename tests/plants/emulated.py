"""The emulated Pico: tests rest on it, so it has to be true itself."""

from __future__ import annotations

from typing import Any

from plants.patching import Patch, always, doing, plant

SWITCHES = "slamomatic.emulator.switches"


@plant("the emulated switch closes a hundred microseconds late")
def _(patch: Patch) -> None:
    def play(original: Any, self: Any, pin: int, edges: Any) -> None:
        original(self, pin, [(t_ns + 100_000, closed) for t_ns, closed in edges])

    patch(f"{SWITCHES}:Switches.play", doing(play))


@plant("the emulated Pico sleeps through edges")
def _(patch: Patch) -> None:
    patch(f"{SWITCHES}:Stepper.cover_until", always(None))


@plant("emulated switches never bounce")
def _(patch: Patch) -> None:
    patch("slamomatic.emulator.bounce:_stills", always([]), "slamomatic.emulator.bounce:bounce")


@plant("the emulated wire takes no time")
def _(patch: Patch) -> None:
    patch("slamomatic.emulator.usb:bus_ns", always(8))


@plant("the emulated host reads although it stands still")
def _(patch: Patch) -> None:
    def next_packet(original: Any, self: Any) -> None:
        self.reading = True
        original(self)

    patch("slamomatic.emulator.usb:UsbWire.next_packet", doing(next_packet))


@plant("a Pico from a snapshot is another than the one that was saved")
def _(patch: Patch) -> None:
    def restore(original: Any, pico: Any, state: Any) -> None:
        original(pico, {**state, "alarms": []})

    patch("slamomatic.emulator.snapshot:restore", doing(restore))


@plant("the emulated watchdog never bites")
def _(patch: Patch) -> None:
    patch("slamomatic.emulator.chip:OneBiteWatchdog._default_watchdog_trigger", always(None))


@plant("two emulated Picos have the same boot id")
def _(patch: Patch) -> None:
    patch("slamomatic.emulator.chip:RandomOscillator.read_uint32", always(1))


@plant("a file of the emulated Pico is cut off")
def _(patch: Patch) -> None:
    def file_system(original: Any, files: Any) -> bytes:
        kept: bytes = original({path: data[:-1] for path, data in files.items()})
        return kept

    patch("slamomatic.emulator.flash_image:file_system", doing(file_system))


@plant("a key on the emulated desk slaps the paddle beside it")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.emulator.desk:Desk.slap",
        doing(lambda original, self, paddle: original(self, (paddle + 1) % 4)),
    )
