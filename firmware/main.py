"""Boot: safe-mode check, then run. However the loop ends, everything is stopped again."""

import os
import sys

import micropython


def _unfit() -> "str | None":
    """Return why the compiled files can't be used; None if they can, or if there are only sources.

    Sizes are compared first, because MicroPython hangs on a compiled file that was cut short.
    """
    try:
        os.stat("slap/sizes.py")  # made with the compiled files
    except OSError:
        return None  # only the sources were copied
    try:
        from slap.sizes import SIZES  # type: ignore[import-not-found]
    except Exception:  # a part of a program may do anything
        return "slap/sizes.py is not whole"
    for name, size in SIZES.items():
        try:
            if os.stat("slap/" + name)[6] != size:
                return "slap/" + name + " is not whole"
        except OSError:
            pass  # its source may lie there instead
    try:
        from slap import timebase  # noqa: F401  the first one with machine code in it
    except ValueError as error:
        sys.modules.pop("slap.timebase", None)
        return "slap/*.mpy are for another MicroPython (%s)" % error
    return None


def _choose_files() -> None:
    """Use the compiled files; if they are unfit, use the sources and print why."""
    import slap

    unfit = _unfit()
    if unfit is not None:
        slap.__path__ = "slap/source"  # type: ignore[assignment]  # MicroPython keeps one path, as text
        print("slap unit:", unfit + ", so the unit starts from its sources, which takes longer")
        print("slap unit: run `slamomatic flash` to replace the files")


def main() -> None:
    """Run the unit until it is interrupted, or return at once if it must stay at the prompt."""
    _choose_files()
    from slap import safety, settings

    values = settings.Settings()
    trouble = values.load()
    reason = safety.reason_for_prompt(values)
    if reason is not None:
        print("slap unit: safe mode,", reason)
        print("slap unit: type `import main; main.main()` or reset to run it")
        return
    from slap import unit, wire

    running = None
    try:
        # From here on only the loop hears a Ctrl-C, where nothing is half done. A second one waits for the
        # prompt: in the middle of stop() it would leave the DMA writing into memory that is used again.
        micropython.kbd_intr(-1)
        running = unit.Unit(values)
        if trouble is not None:
            running.fault(wire.NOBODY, "settings")
            print("slap unit: settings.json ignored:", trouble)
        running.run()
    finally:
        if running is not None:
            running.stop()
        micropython.kbd_intr(3)


if __name__ == "__main__":
    main()
