"""Setting up: settings, doctor, flash and the .uf2, calibrations."""

from __future__ import annotations

import dataclasses
from typing import Any

from plants.patching import Patch, always, answering, doing, plant

PREFERENCES = "slamomatic.preferences"
FLASHING = "slamomatic.pico.flashing"
CHECKUP = "slamomatic.pico.checkup"


@plant("one damaged setting loses all of them")
def _(patch: Patch) -> None:
    def mended(original: Any, fresh: Any, saved: Any) -> Any:
        made = original(fresh, saved)
        return (
            made
            if not isinstance(saved, dict) or saved.get("volume", 0.7) == getattr(made, "volume", 0.7)
            else fresh
        )

    patch(f"{PREFERENCES}:_with_saved", doing(mended))


@plant("a setting that makes no sense is believed")
def _(patch: Patch) -> None:
    def mended(original: Any, fresh: Any, saved: Any) -> Any:
        made = original(fresh, saved)
        if isinstance(saved, dict) and isinstance(saved.get("players"), int) and hasattr(made, "players"):
            return dataclasses.replace(made, players=saved["players"])
        return made

    patch(f"{PREFERENCES}:_with_saved", doing(mended))


@plant("settings are forgotten from one evening to the next")
def _(patch: Patch) -> None:
    patch(f"{PREFERENCES}:save", always(None))


@plant("two actions have the same key")
def _(patch: Patch) -> None:
    patch(
        f"{PREFERENCES}:Preferences.with_key",
        doing(lambda _, self, action, key: dataclasses.replace(self, keys={**self.keys, action: key})),
    )


@plant("somebody else's program on the Pico is overwritten")
def _(patch: Patch) -> None:
    patch(f"{FLASHING}:holds_other_program", always(False))


@plant("a file that did not arrive whole is not noticed")
def _(patch: Patch) -> None:
    patch(f"{FLASHING}:_verify", always(None))


@plant("a flash that was cut off leaves half a firmware that boots")
def _(patch: Patch) -> None:
    patch(f"{FLASHING}:STAND_IN", lambda _: "", f"{FLASHING}:_prepare")


@plant("files of an older firmware stay on the Pico")
def _(patch: Patch) -> None:
    patch(f"{FLASHING}:make_plan", answering(lambda plan: dataclasses.replace(plan, stale=())))


@plant("main.py is copied first")
def _(patch: Patch) -> None:
    patch(
        f"{FLASHING}:make_plan",
        answering(lambda plan: dataclasses.replace(plan, changed=tuple(reversed(plan.changed)))),
    )


@plant("a Pico that is too full is flashed half")
def _(patch: Patch) -> None:
    patch(f"{FLASHING}:missing_bytes", always(0))


@plant("a cut-off .uf2 boots with half the files")
def _(patch: Patch) -> None:
    patch("slamomatic.pico.uf2:once_at_boot", answering(lambda text: text.split(b"WANTED")[0]))


@plant("a .uf2 for another board is taken")
def _(patch: Patch) -> None:
    patch("slamomatic.pico.uf2:layout_of", doing(lambda _, pages, board: board))


@plant("the .uf2 begins with the flash's first sector")
def _(patch: Patch) -> None:
    def join(original: Any, *args: Any) -> bytes:
        made: bytes = original(*args)
        blocks = [made[at : at + 512] for at in range(0, len(made), 512)]
        in_order: list[bytes] = sorted(blocks, key=lambda block: bytes(reversed(block[12:16])))
        return b"".join(in_order)

    patch("slamomatic.pico.uf2:join", doing(join))


@plant("the doctor calls an old firmware new")
def _(patch: Patch) -> None:
    patch(f"{CHECKUP}:_firmware_hint", always("well"), f"{CHECKUP}:unit_checks")


@plant("the doctor does not notice two swapped wires")
def _(patch: Patch) -> None:
    patch(f"{CHECKUP}:_ask_for_press", always("It answered."), f"{CHECKUP}:unit_checks")


@plant("the doctor says that a port which nobody may open is well")
def _(patch: Patch) -> None:
    patch(f"{CHECKUP}:_open_once", always("well"), f"{CHECKUP}:access_checks")


@plant("the udev rule is written through somebody's link")
def _(patch: Patch) -> None:
    patch(f"{CHECKUP}:_put_file", doing(lambda _, folder, name, data: (folder / name).write_bytes(data)))


@plant("the doctor says nothing of a paddle that is stuck")
def _(patch: Patch) -> None:
    def checks(original: Any, *args: Any, **words: Any) -> Any:
        return (check for check in original(*args, **words) if str(check.name) != "faults")

    patch(f"{CHECKUP}:unit_checks", doing(checks))
